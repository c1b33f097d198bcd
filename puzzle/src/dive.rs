//! Depth first below a bound: one iteration of IDA*, which can be interrupted and goes on later, here or elsewhere.
//!
//! The nodes that wait are a stack, the next one on top, and what is left when a dive is interrupted is that stack. All
//! nodes in it are children of nodes on the path to the node that was entered last, so one path gives the paths of all.

use std::num::NonZeroU64;
use std::ops::ControlFlow::Continue;

use crate::limits::Limits;
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Path, child};

/// How a dive ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dived {
    /// There is no goal within the bound.
    Failed,
    /// A goal was found.
    Found,
    /// It was interrupted.
    Interrupted,
}

/// A dive asks it whether a state must be searched, and now and then whether to go on.
pub(crate) trait Guide<P: Puzzle> {
    /// At this number of generated nodes: at which number to ask again, or `None` to interrupt the dive.
    fn go_on(&mut self, generated: u64) -> Option<u64>;

    /// Was this state entered with as much left to spend, in this iteration?
    #[inline(always)]
    fn knows(&mut self, _puzzle: &P, _state: &P::State, _rest: u32) -> bool {
        false
    }
}

/// A node that waits.
struct Waiting<S> {
    state: S,
    /// What may be spent from here on.
    rest: u32,
    place: Place,
}

/// A node's distance from where the dive began, and which of its siblings it is, from 1 on, in the order in which they were visited.
/// Both are in one number, never 0, that is soon made and soon stored.
#[derive(Clone, Copy)]
struct Place(NonZeroU64);

impl Place {
    const START: Place = Place(NonZeroU64::MIN);

    #[inline(always)]
    fn child(self, number: u32) -> Place {
        let deeper = (self.0.get() >> 33) + 1;
        Place(NonZeroU64::MIN | deeper << 33 | u64::from(number) << 1)
    }

    #[inline(always)]
    fn depth(self) -> usize {
        (self.0.get() >> 33) as usize
    }

    #[inline(always)]
    fn number(self) -> u32 {
        (self.0.get() >> 1) as u32
    }
}

/// A node that an interrupted dive has left.
pub(crate) struct Left<S> {
    pub(crate) state: S,
    /// What may be spent from here on.
    pub(crate) rest: u32,
    /// From where the dive began.
    pub(crate) path: Path,
}

/// A dive, its counts, and what it leaves.
pub(crate) struct Dive<'a, P: Puzzle, G> {
    puzzle: &'a P,
    pub(crate) guide: G,
    pub(crate) generated: u64,
    pub(crate) expanded: u64,
    /// When to ask the guide next.
    pub(crate) until: u64,
    /// By how much the cheapest path that was not followed went over the bound, less one.
    over: u64,
    /// Where the dive began.
    start: Option<P::State>,
    /// Nodes below `top` wait; those above are free.
    stack: Vec<Option<Waiting<P::State>>>,
    top: usize,
    /// The numbers on the path to the node that was looked at last, and its depth.
    numbers: Vec<u32>,
    depth: usize,
    /// The number of the goal among the children of that node, from 1 on; 0 if that node is it.
    goal: u32,
    /// How many nodes may wait or be on the path, and whether that was too few.
    most: usize,
    pub(crate) overfull: bool,
    /// The states on the path, if there may be loops; those before where the dive began come first.
    keys: Vec<P::Key>,
}

impl<'a, P: Puzzle, G: Guide<P>> Dive<'a, P, G> {
    /// With the room that the limits allow.
    pub(crate) fn new(puzzle: &'a P, guide: G, limits: &Limits<'_>) -> Self {
        let size = size_of::<Option<Waiting<P::State>>>() as u64;
        let most = limits.bytes.map_or(usize::MAX, |bytes| (bytes / size).max(64) as usize);
        Dive {
            most,
            overfull: false,
            puzzle,
            guide,
            generated: 0,
            expanded: 0,
            until: 0,
            over: u64::MAX,
            start: None,
            stack: Vec::new(),
            top: 0,
            numbers: Vec::new(),
            depth: 0,
            goal: 0,
            keys: Vec::new(),
        }
    }

    /// The lowest bound with which a dive enters more nodes than the dives since the last call, which had this bound.
    pub(crate) fn next_bound(&mut self, bound: Cost) -> Cost {
        let over = std::mem::replace(&mut self.over, u64::MAX);
        Cost(u32::try_from(u64::from(bound.0).saturating_add(over).saturating_add(1)).unwrap_or(u32::MAX))
    }

    /// Dives from a state at the end of a path, with this much to spend. `ancestors` are the states before it on the path; they
    /// matter only where there may be loops.
    pub(crate) fn from(&mut self, ancestors: &[P::State], state: P::State, rest: u32) -> Dived {
        (self.top, self.depth, self.goal) = (0, 0, 0);
        if self.puzzle.is_goal(&state) {
            return Dived::Found;
        }
        self.keys.clear();
        self.keys.extend(ancestors.iter().filter(|_| P::LOOPS).map(|state| self.puzzle.key(state)));
        self.start = Some(state.clone());
        if self.stack.is_empty() {
            self.stack.push(None);
        }
        self.stack[0] = Some(Waiting { state, rest, place: Place::START });
        self.top = 1;
        self.run(ancestors.len())
    }

    /// Goes on behind the goal that was found, with what is left.
    pub(crate) fn go_on(&mut self) -> Dived {
        self.goal = 0;
        self.run(0)
    }

    fn run(&mut self, before: usize) -> Dived {
        let puzzle = self.puzzle;
        let (mut stack, mut numbers) = (std::mem::take(&mut self.stack), std::mem::take(&mut self.numbers));
        let mut depth = self.depth;
        let (mut top, mut over, mut generated, mut expanded) = (self.top, self.over, self.generated, self.expanded);
        let mut goal = 0;
        // Where a state is small, it is written whether it is within the bound or not: that costs less than a branch nobody can predict.
        let always = size_of::<Waiting<P::State>>() <= 48 && !std::mem::needs_drop::<P::State>();
        let dived = 'dive: loop {
            if top == 0 {
                break Dived::Failed;
            }
            if generated >= self.until && self.is_interrupted(generated) {
                break Dived::Interrupted;
            }
            top -= 1;
            let Some(Waiting { state, rest, place }) = stack[top].take() else { continue };
            depth = place.depth();
            match numbers.get_mut(depth) {
                Some(last) => *last = place.number(),
                None if depth < self.most => numbers.push(place.number()),
                None => {
                    self.overfull = true;
                    break Dived::Interrupted;
                }
            }
            if P::LOOPS {
                self.keys.truncate(before + depth);
                let key = puzzle.key(&state);
                if self.keys.contains(&key) {
                    continue;
                }
                self.keys.push(key);
            }
            if self.guide.knows(puzzle, &state, rest) {
                continue;
            }
            expanded += 1;
            let bottom = top;
            loop {
                let (mut count, mut full) = (0, false);
                let room = stack.as_mut_slice();
                // How far a child goes over the bound matters only if it is less than by others.
                let most = u64::from(rest).saturating_add(over);
                let most = Cost(u32::try_from(most).unwrap_or(u32::MAX));
                puzzle.estimated_children(&state, Cost(rest), most, |cost, estimate, child| {
                    count += 1;
                    let need = u64::from(cost.0) + u64::from(estimate.0);
                    let within = need <= u64::from(rest);
                    // Where it is within the bound, this wraps around. A branch that is hardly ever taken costs less than a minimum.
                    let beyond = need.wrapping_sub(u64::from(rest) + 1);
                    if beyond < over {
                        over = seldom(beyond);
                    }
                    if estimate == Cost::ZERO && within && puzzle.is_goal(&child) {
                        goal = count;
                        return;
                    }
                    if !within && !always {
                        return;
                    }
                    match room.get_mut(top) {
                        Some(free) => {
                            let rest = rest.wrapping_sub(cost.0);
                            *free = Some(Waiting { state: child, rest, place: place.child(count) });
                            top += usize::from(within);
                        }
                        None => full = true,
                    }
                });
                if !full {
                    generated += u64::from(count);
                    break;
                }
                top = bottom;
                if stack.len() >= self.most {
                    self.overfull = true;
                    break 'dive Dived::Interrupted;
                }
                grow(&mut stack, self.most);
            }
            if !P::BACKWARDS {
                stack[bottom..top].reverse();
            }
            if goal != 0 {
                break Dived::Found;
            }
        };
        (self.stack, self.top, self.over) = (stack, top, over);
        (self.numbers, self.depth) = (numbers, depth);
        (self.generated, self.expanded, self.goal) = (generated, expanded, goal);
        dived
    }

    #[cold]
    #[inline(never)]
    fn is_interrupted(&mut self, generated: u64) -> bool {
        match self.guide.go_on(generated) {
            Some(until) => {
                self.until = until;
                false
            }
            None => true,
        }
    }

    /// Child numbers from where the dive began to the node that was looked at last; and how many children each has, that node
    /// included.
    fn path_and_counts(&self) -> (Path, Vec<u32>) {
        let (mut path, mut counts) = (Path::new(), Vec::new());
        let mut state = self.start.clone();
        for depth in 0..=self.depth {
            let Some(at) = state else { break };
            let mut count = 0;
            let _ = self.puzzle.children(&at, |_, _, _| {
                count += 1;
                Continue::<()>(())
            });
            counts.push(count);
            if depth == self.depth {
                break;
            }
            let number = index::<P>(self.numbers[depth + 1], count);
            path.push(number);
            state = child(self.puzzle, &at, number).map(|(_, _, child)| child);
        }
        (path, counts)
    }

    /// The path to the goal that was found, from where the dive began; and how many nodes on the way have been generated
    /// that come behind it.
    pub(crate) fn path(&self) -> (Path, u64) {
        if self.goal == 0 {
            return (Path::new(), 0);
        }
        let (mut path, counts) = self.path_and_counts();
        path.push(index::<P>(self.goal, counts.last().copied().unwrap_or_default()));
        let behind = path.iter().zip(&counts).map(|(number, count)| u64::from(count - 1 - number)).sum();
        (path, behind)
    }

    /// What a dive has left, the next one last.
    pub(crate) fn left(&mut self) -> impl Iterator<Item = Left<P::State>> + '_ {
        let top = std::mem::take(&mut self.top);
        let (path, counts) = if top == 0 { (Path::new(), Vec::new()) } else { self.path_and_counts() };
        self.stack[..top].iter_mut().filter_map(Option::take).map(move |Waiting { state, rest, place }| {
            let above = place.depth().checked_sub(1);
            let last = above.map(|above| index::<P>(place.number(), counts[above]));
            Left { state, rest, path: path.iter().copied().take(above.unwrap_or(0)).chain(last).collect() }
        })
    }
}

/// The number of a child, from 0 on, by the order of its visit among all siblings.
pub(crate) fn index<P: Puzzle>(visited: u32, count: u32) -> u32 {
    if P::BACKWARDS { count.saturating_sub(visited) } else { visited - 1 }
}

#[cold]
#[inline(never)]
fn seldom<T>(value: T) -> T {
    value
}

#[cold]
#[inline(never)]
fn grow<S>(stack: &mut Vec<Option<S>>, most: usize) {
    let len = (stack.len() * 2).max(64).min(most);
    stack.reserve_exact(len - stack.len());
    stack.resize_with(len, || None);
}
