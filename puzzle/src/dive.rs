//! Depth first below a bound: one iteration of IDA*, which can be interrupted and goes on later, here or elsewhere.
//!
//! The nodes that wait are a stack, the next one on top. Every son is written above its top, and the top moves only if the
//! son is within the bound: whether it is cannot be foretold, so there is no branch that could guess it wrong. What is left
//! when a dive is interrupted is that stack. All nodes in it are sons of nodes on the path to the one that was looked at
//! last, so one path tells the paths of all.

use std::num::NonZeroU32;
use std::ops::ControlFlow::{self, Continue};

use crate::puzzle::{Cost, Puzzle};
use crate::report::{Path, son};

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

/// Asked about states whether they need a look, and every so many nodes whether to go on.
pub(crate) trait Guide<P: Puzzle> {
    /// After so many generated nodes: after how many to ask again, or `None` to interrupt the dive.
    fn go_on(&mut self, generated: u64) -> Option<u64>;

    /// Has this state been looked at with as much left, in this iteration?
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
    /// Its distance from where the dive began.
    depth: u32,
    /// Which of its brothers it is, from 1 on, in the order in which they were visited.
    number: NonZeroU32,
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
    /// Those below `top` wait; what is above is of no use.
    stack: Vec<Option<Waiting<P::State>>>,
    top: usize,
    /// The numbers on the path to the node that was looked at last, and its depth.
    numbers: Vec<u32>,
    depth: usize,
    /// The number of the goal among the sons of that node.
    goal: Option<u32>,
    /// The states on the path, if there may be loops; those before where the dive began come first.
    keys: Vec<P::Key>,
}

impl<'a, P: Puzzle, G: Guide<P>> Dive<'a, P, G> {
    pub(crate) fn new(puzzle: &'a P, guide: G) -> Self {
        Dive {
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
            goal: None,
            keys: Vec::new(),
        }
    }

    /// The lowest bound that lets a dive see more than those since this was asked last, which had this bound.
    pub(crate) fn next_bound(&mut self, bound: Cost) -> Cost {
        let over = std::mem::replace(&mut self.over, u64::MAX).saturating_add(1);
        Cost(u32::try_from(u64::from(bound.0).saturating_add(over)).unwrap_or(u32::MAX))
    }

    /// Dives from a state at the end of a path, with so much to spend. `ancestors` are the states before it on the path;
    /// they matter only where there may be loops.
    pub(crate) fn from(&mut self, ancestors: &[P::State], state: P::State, rest: u32) -> Dived {
        (self.top, self.depth, self.goal) = (0, 0, None);
        if self.puzzle.is_goal(&state) {
            return Dived::Found;
        }
        self.keys.clear();
        self.keys.extend(ancestors.iter().filter(|_| P::LOOPS).map(|state| self.puzzle.key(state)));
        self.start = Some(state.clone());
        if self.stack.is_empty() {
            self.stack.push(None);
        }
        self.stack[0] = Some(Waiting { state, rest, depth: 0, number: NonZeroU32::MIN });
        self.top = 1;
        self.run(ancestors.len())
    }

    fn run(&mut self, before: usize) -> Dived {
        let puzzle = self.puzzle;
        while self.top > 0 {
            if self.generated >= self.until && self.is_interrupted() {
                return Dived::Interrupted;
            }
            self.top -= 1;
            let Some(Waiting { state, rest, depth, number }) = self.stack[self.top].take() else { continue };
            self.depth = depth as usize;
            match self.numbers.get_mut(self.depth) {
                Some(last) => *last = number.get(),
                None => self.numbers.push(number.get()),
            }
            if P::LOOPS {
                self.keys.truncate(before + self.depth);
                let key = puzzle.key(&state);
                if self.keys.contains(&key) {
                    continue;
                }
                self.keys.push(key);
            }
            if self.guide.knows(puzzle, &state, rest) {
                continue;
            }
            self.expanded += 1;
            let (mut top, mut over, mut number, mut goal) = (self.top, self.over, NonZeroU32::MIN, None);
            let (stack, below) = (&mut self.stack, u64::from(rest));
            let _ = visit(puzzle, &state, |cost, son| {
                let Cost(estimate) = puzzle.estimate(&son);
                let need = u64::from(estimate) + u64::from(cost.0);
                let mut within = need <= below;
                // Below zero, and so out of the way, for sons within the bound.
                over = over.min(need.wrapping_sub(below).wrapping_sub(1));
                if estimate == 0 && within && puzzle.is_goal(&son) {
                    goal = goal.or(Some(number.get()));
                    within = false;
                }
                if top == stack.len() {
                    grow(stack);
                }
                stack[top] = Some(Waiting { state: son, rest: rest.wrapping_sub(cost.0), depth: depth + 1, number });
                top += usize::from(within);
                number = number.saturating_add(1);
                Continue::<()>(())
            });
            if !P::BACKWARDS {
                self.stack[self.top..top].reverse();
            }
            self.generated += u64::from(number.get() - 1);
            (self.top, self.over, self.goal) = (top, over, goal);
            if goal.is_some() {
                return Dived::Found;
            }
        }
        Dived::Failed
    }

    #[cold]
    #[inline(never)]
    fn is_interrupted(&mut self) -> bool {
        match self.guide.go_on(self.generated) {
            Some(until) => {
                self.until = until;
                false
            }
            None => true,
        }
    }

    /// Son numbers from where the dive began to the node that was looked at last; and how many sons each has, that node
    /// included.
    fn path_and_counts(&self) -> (Path, Vec<u32>) {
        let (mut path, mut counts) = (Path::new(), Vec::new());
        let mut state = self.start.clone();
        for depth in 0..=self.depth {
            let Some(at) = state else { break };
            let mut count = 0;
            let _ = self.puzzle.sons(&at, |_, _, _| {
                count += 1;
                Continue::<()>(())
            });
            counts.push(count);
            if depth == self.depth {
                break;
            }
            let number = index::<P>(self.numbers[depth + 1], count);
            path.push(number);
            state = son(self.puzzle, &at, number).map(|(_, _, son)| son);
        }
        (path, counts)
    }

    /// The path to the goal that was found, from where the dive began; and how many nodes on the way have been generated
    /// that come behind it.
    pub(crate) fn path(&self) -> (Path, u64) {
        let Some(goal) = self.goal else { return (Path::new(), 0) };
        let (mut path, counts) = self.path_and_counts();
        path.push(index::<P>(goal, counts.last().copied().unwrap_or_default()));
        let behind = path.iter().zip(&counts).map(|(number, count)| u64::from(count - 1 - number)).sum();
        (path, behind)
    }

    /// What a dive has left, the next one last.
    pub(crate) fn left(&mut self) -> impl Iterator<Item = Left<P::State>> + '_ {
        let top = std::mem::take(&mut self.top);
        let (path, counts) = if top == 0 { (Path::new(), Vec::new()) } else { self.path_and_counts() };
        self.stack[..top].iter_mut().filter_map(Option::take).map(move |Waiting { state, rest, depth, number }| {
            let above = (depth as usize).checked_sub(1);
            let last = above.map(|above| index::<P>(number.get(), counts[above]));
            Left { state, rest, path: path.iter().copied().take(above.unwrap_or(0)).chain(last).collect() }
        })
    }
}

/// Visits sons in the order in which they go on the stack.
#[inline(always)]
fn visit<P: Puzzle, B>(
    puzzle: &P,
    state: &P::State,
    mut visit: impl FnMut(Cost, P::State) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match P::BACKWARDS {
        true => puzzle.sons_backwards(state, |_, cost, son| visit(cost, son)),
        false => puzzle.sons(state, |_, cost, son| visit(cost, son)),
    }
}

/// The number of a son, from 0 on, of one that was visited as this one of so many.
fn index<P: Puzzle>(visited: u32, count: u32) -> u32 {
    if P::BACKWARDS { count.saturating_sub(visited) } else { visited - 1 }
}

#[cold]
#[inline(never)]
fn grow<S>(stack: &mut Vec<Option<S>>) {
    stack.resize_with((stack.len() * 2).max(64), || None);
}
