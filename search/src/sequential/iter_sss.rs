//! ITERSSS*(M) (Bhattacharya and Bagchi 1986): SSS* with room for M nodes. What finds no room waits until something is
//! solved.
//!
//! The text follows the process PARITERSSS* of Bhattacharya and Bagchi 1993, section 5, with one processor.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use provebest_game::{Depth, Evaluate, Score, Shape, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Watch};
use crate::report::{Report, Search, Task};
use crate::walk::{Entered, Walk};

/// ITERSSS*(M): [`SssStar`](crate::SssStar) with room for M nodes.
///
/// A LIVE node of MIN whose first son cannot be expanded within M becomes INACTIVE; when a brother below the same
/// father is SOLVED, the deepest INACTIVE node that still has a higher merit wakes up. M0 = ceil(d/2)(b - 1) + 1 nodes
/// are always enough on a uniform tree of width b and height d. Where they are not (a node may be wider than the brother
/// it follows, which nobody asks about room), more are held, if need be by expanding the deepest leftmost INACTIVE node
/// in spite of M, and the report says so.
///
/// Contract: the value `V` exactly. Stopped early it has proved `V <= h` for the largest merit `h`.
///
/// Bhattacharya and Bagchi 1986; the text is that of their PARITERSSS* (1993) with one processor.
///
/// Time: the leaves of SSS* with M = b^ceil(d/2), more with less; on uniform trees never more than alpha-beta. The lists
/// are kept as the paper describes them, which costs about a microsecond a leaf. Memory: M nodes.
///
/// ```
/// use provebest_search::{IterSss, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = IterSss { memory: Some(3) }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!((report.value, report.over_memory), (Some(Score(3)), false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct IterSss {
    /// M, the number of nodes there is room for. `None` takes [`IterSss::least`] of the game's shape, and no bound at
    /// all where that is not known.
    pub memory: Option<u64>,
}

impl IterSss {
    /// M0 = ceil(d/2)(b - 1) + 1, the least M that suffices for a tree of this shape.
    pub fn least(shape: Shape) -> u64 {
        u64::from(shape.height.0.div_ceil(2)) * u64::from(shape.width.saturating_sub(1)) + 1
    }
}

impl Search for IterSss {
    fn search<G: Evaluate, W: Watch>(&self, task: &Task<'_, G>, watch: &mut W) -> Result<Report<G::Move>, TooDeep> {
        let least = task
            .game
            .shape(task.root)
            .map(|shape| IterSss::least(Shape { height: shape.height.min(task.depth), ..shape }));
        let room = self.memory.or(least).map_or(i64::MAX / 2, |m| m.min(i64::MAX as u64 / 2) as i64);
        let mut over_memory = false;
        let mut report = Walk::run(task, watch, Window::FULL, |walk, root| {
            let mut process = Process::new(root, task.depth, room);
            let solved = process.run(walk);
            over_memory = process.over_memory;
            let Merit { h, leaf } = match solved {
                Ok(merit) => merit,
                Err(stopped) => {
                    let held = process.open.values().map(|node| node.merit.h);
                    let highest = held.chain([process.in_hand]).max();
                    walk.ceiling = highest.filter(|h| *h < Score::INFINITY);
                    return Err(stopped);
                }
            };
            walk.lines.set(task.depth, leaf.as_deref().unwrap_or_default());
            Ok(h)
        })?;
        report.over_memory = over_memory;
        Ok(report)
    }
}

/// What a solution tree can still give, and the leaf that says so.
#[derive(Clone)]
struct Merit {
    h: Score,
    leaf: Option<Rc<[u32]>>,
}

/// A node with its ancestors, whose sons will be wanted again.
struct Place<S> {
    state: S,
    above: Option<Rc<Place<S>>>,
}

struct Node<S> {
    place: Rc<Place<S>>,
    merit: Merit,
    solved: bool,
    active: bool,
}

/// Son numbers from the root on: the order of paths is the order of the tree, descendants behind their ancestor.
type Path = Vec<u32>;

/// OPEN and LIVEMINS together, in tree order, and the ACTIVE nodes among them by merit, leftmost first among equals.
struct Process<S> {
    open: BTreeMap<Path, Node<S>>,
    active: BTreeSet<(Reverse<Score>, Path)>,
    top: Depth,
    /// MM: nodes that may still be added; below 0 when some had to be added in spite of M.
    room: i64,
    memory: i64,
    over_memory: bool,
    /// The node woken last, if nothing has happened since.
    woken: Option<Path>,
    /// The merit of the node selected last.
    in_hand: Score,
}

impl<S: Clone> Process<S> {
    fn new(root: S, top: Depth, room: i64) -> Self {
        let mut process = Process {
            open: BTreeMap::new(),
            active: BTreeSet::new(),
            top,
            room,
            memory: room,
            over_memory: false,
            woken: None,
            in_hand: Score::INFINITY,
        };
        let merit = Merit { h: Score::INFINITY, leaf: None };
        process.insert(
            Vec::new(),
            Node { place: Rc::new(Place { state: root, above: None }), merit, solved: false, active: true },
        );
        process
    }

    fn insert(&mut self, path: Path, node: Node<S>) {
        if node.active {
            self.active.insert((Reverse(node.merit.h), path.clone()));
        }
        self.open.insert(path, node);
    }

    fn remove(&mut self, path: &Path) -> Option<Node<S>> {
        let node = self.open.remove(path)?;
        self.active.remove(&(Reverse(node.merit.h), path.clone()));
        Some(node)
    }

    /// The descendants of a node that are held, in tree order.
    fn below<'p>(&'p self, path: &'p Path) -> impl Iterator<Item = (&'p Path, &'p Node<S>)> {
        self.open.range(path.clone()..).take_while(move |(other, _)| other.starts_with(path))
    }

    /// The deepest of some INACTIVE nodes, leftmost among equals.
    fn deepest<'p>(nodes: impl Iterator<Item = (&'p Path, &'p Node<S>)>) -> Option<Path>
    where
        S: 'p,
    {
        let inactive = nodes.filter(|(_, node)| !node.active).map(|(path, _)| path);
        inactive.max_by_key(|path| (path.len(), Reverse(*path))).cloned()
    }

    fn run<G: Evaluate<State = S>, W: Watch>(&mut self, walk: &mut Walk<'_, G, W>) -> Result<Merit, Stopped> {
        loop {
            let first = self.active.first().map(|(_, path)| path.clone());
            let (path, in_spite) = match first {
                Some(path) => (path, false),
                None => (Self::deepest(self.open.iter()).expect("a root that is not solved is held"), true),
            };
            let node = self.remove(&path).expect("an active node is held");
            self.in_hand = node.merit.h;
            if node.solved {
                match self.solved(walk, path, node) {
                    Some(merit) => return Ok(merit),
                    None => continue,
                }
            }
            self.live(walk, path, node, in_spite)?;
            let held = self.open.len();
            walk.watch.stored(held as u64);
            self.over_memory |= held as i64 > self.memory;
            walk.budget.hold(held * (size_of::<Node<S>>() + size_of::<Place<S>>() + 16 * self.top.0 as usize + 96))?;
        }
    }

    /// A LIVE node of either side is selected.
    fn live<G: Evaluate<State = S>, W: Watch>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        path: Path,
        node: Node<S>,
        in_spite: bool,
    ) -> Result<(), Stopped> {
        let depth = Depth(self.top.0 - path.len() as u32);
        let max = path.len().is_multiple_of(2);
        for (above, &number) in (depth.0 + 1..=self.top.0).rev().zip(&path) {
            walk.watch.son(walk.ply(Depth(above)), number);
        }
        let window = Window::null(node.merit.h);
        let sons = match walk.open_inner(&node.place.state, depth, if max { window } else { -window })? {
            Entered::Sons(sons) => sons,
            Entered::Done(score) => {
                self.woken = None;
                let score = if max { score } else { -score };
                let merit = if score < node.merit.h {
                    Merit { h: score, leaf: Some(path.as_slice().into()) }
                } else {
                    node.merit
                };
                self.insert(path, Node { merit, solved: true, active: true, ..node });
                return Ok(());
            }
        };
        let place = |walk: &mut Walk<'_, G, W>, number| {
            let state = walk.game.son(&node.place.state, sons, &walk.list, number).1;
            Rc::new(Place { state, above: Some(node.place.clone()) })
        };
        if max {
            self.woken = None;
            self.room += 1 - i64::from(sons.count());
            for number in 0..sons.count() {
                let son = Node { place: place(walk, number), merit: node.merit.clone(), solved: false, active: true };
                self.insert(child(&path, number), son);
            }
        } else {
            let first = place(walk, 0);
            let fits = walk.reopen(&first.state, depth.less()).is_none_or(|grandsons| {
                walk.list.close(grandsons);
                self.room >= i64::from(grandsons.count())
            });
            let just_woken = self.woken.take().is_some_and(|woken| woken == path);
            if fits || in_spite {
                self.over_memory |= !fits;
                self.insert(child(&path, 0), Node { place: first, merit: node.merit, solved: false, active: true });
            } else {
                self.insert(path, Node { active: false, ..node });
                if just_woken {
                    self.expand_in_spite(walk);
                }
            }
        }
        walk.list.close(sons);
        Ok(())
    }

    /// Nodes only wake and fall asleep again: the deepest leftmost of them gets its first son in spite of M.
    fn expand_in_spite<G: Evaluate<State = S>, W: Watch>(&mut self, walk: &mut Walk<'_, G, W>) {
        let Some(path) = Self::deepest(self.open.iter()) else { return };
        let Some(node) = self.remove(&path) else { return };
        let Some(sons) = walk.reopen(&node.place.state, Depth(self.top.0 - path.len() as u32)) else { return };
        let state = walk.game.son(&node.place.state, sons, &walk.list, 0).1;
        walk.list.close(sons);
        let place = Rc::new(Place { state, above: Some(node.place.clone()) });
        self.insert(child(&path, 0), Node { place, active: true, ..node });
        self.over_memory = true;
    }

    /// A SOLVED node is selected: the merit of the root, if it is that.
    fn solved<G: Evaluate<State = S>, W: Watch>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        mut path: Path,
        node: Node<S>,
    ) -> Option<Merit> {
        let Some(number) = path.pop() else { return Some(node.merit) };
        let above = node.place.above.clone().expect("every node but the root has a father");
        let depth = Depth(self.top.0 - path.len() as u32);
        let father_is_max = path.len().is_multiple_of(2);
        if father_is_max {
            let h = node.merit.h;
            let beaten: Vec<Path> =
                self.below(&path).filter(|(_, other)| other.merit.h <= h).map(|(path, _)| path.clone()).collect();
            for other in beaten {
                self.remove(&other);
                self.room += 1;
                self.woken = None;
            }
            if let Some(sleeper) = Self::deepest(self.below(&path)) {
                let mut woken = self.remove(&sleeper)?;
                woken.active = true;
                self.insert(sleeper.clone(), woken);
                self.insert(child(&path, number), node);
                self.woken = Some(sleeper);
                return None;
            }
            for (above, &number) in (depth.0 + 1..=self.top.0).rev().zip(&path) {
                walk.watch.son(walk.ply(Depth(above)), number);
            }
            walk.cut(depth, number, Cut::Solved);
            self.insert(path, Node { place: above, merit: node.merit, solved: true, active: true });
            return None;
        }
        self.woken = None;
        let sons = walk.reopen(&above.state, depth);
        match sons {
            Some(sons) if number + 1 < sons.count() => {
                let state = walk.game.son(&above.state, sons, &walk.list, number + 1).1;
                let place = Rc::new(Place { state, above: Some(above) });
                self.insert(child(&path, number + 1), Node { place, merit: node.merit, solved: false, active: true });
            }
            _ => self.insert(path, Node { place: above, merit: node.merit, solved: true, active: true }),
        }
        if let Some(sons) = sons {
            walk.list.close(sons);
        }
        None
    }
}

fn child(path: &Path, number: u32) -> Path {
    let mut path = path.clone();
    path.push(number);
    path
}
