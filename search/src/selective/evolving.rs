//! Evolving tree search (Lindstrom 1979; a reading of its abstract and of the 1983 report): nodes are grown one move at a time,
//! in any order a driver likes, and the values of the moment say which nodes still need moves.

use provebest_game::{Bound, Depth, Evaluate, MoveList, Ply, Score, SplitMix64, Window};

use super::grown::{for_root, is_max};
use crate::best_play::Found;
use crate::limits::{Budget, Stopped};
use crate::measure::{Observer, Why};
use crate::report::{Report, Task};

/// Evolving tree search: alpha-beta without an order of its own.
///
/// A node is worth its end, its estimate while no child is there, or the best of the children there are. From the root, which is
/// wanted exactly, needs go down: to the best child the same need; to the others only that they are no better. A node with moves
/// left that is needed may list its next one, and the driver chooses among those.
///
/// Contract: the minimax value to the horizon, for every driver and every way of deepening. The depth-first driver visits the
/// leaves of alpha-beta in its order.
///
/// Lindstrom 1979; Lindstrom 1983. How needs are counted is a reading.
///
/// Time: leaves; drivers that see the estimates of all siblings first need fewer than alpha-beta where estimates are good. One
/// move costs its path and the siblings along it. Memory: the grown tree.
///
/// ```
/// use provebest_search::{Counters, Driver, Evolving, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let mut counters = Counters::default();
/// let report = Evolving::new(Driver::DepthFirst).search(&Task::new(&tree, &tree.root(), tree.height()), &mut counters);
/// assert_eq!((report.value, report.path, counters.leaf_visits), (Some(Score(3)), vec![0, 0], 7), "as alpha-beta");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evolving {
    /// Which of the needed nodes lists its next move.
    pub driver: Driver,
    /// The first horizon; it is moved on by a ply whenever the value is known, up to the depth of the task. `None`: begin there.
    pub first_horizon: Option<Depth>,
}

/// Which node goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Driver {
    /// What was begun is brought to its end first.
    DepthFirst,
    /// All moves of a node before those of its children, the leftmost child first.
    Preorder,
    /// The same, the best child first.
    BestEstimate,
    /// Each that is needed with the same chance, from this seed.
    Random(u64),
}

/// What is wanted of a node: its value, or only that it is no less than it seems for one side: the one to move at the root (0)
/// or the other (1).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Exact,
    Hold(usize),
}

impl Role {
    const ALL: [Role; 3] = [Role::Exact, Role::Hold(0), Role::Hold(1)];

    fn why(self) -> Why {
        match self {
            Role::Exact => Why::Exact,
            Role::Hold(0) => Why::AtLeast,
            Role::Hold(_) => Why::AtMost,
        }
    }

    fn index(self) -> usize {
        match self {
            Role::Exact => 0,
            Role::Hold(side) => 1 + side,
        }
    }
}

struct Node<S> {
    state: S,
    ply: Ply,
    parent: u32,
    /// Where its children are, once it has any; the first `listed` of `count` are there.
    first: u32,
    count: u32,
    listed: u32,
    is_over: bool,
    /// In the view of the side to move at the root.
    value: Score,
    /// How many nodes from here on may list a move, for each role.
    needs: [u64; 3],
}

/// A tree that evolves.
struct Evolution<'a, G: Evaluate, W> {
    game: &'a G,
    observer: &'a mut W,
    budget: Budget<'a>,
    list: MoveList<G::Move>,
    nodes: Vec<Node<G::State>>,
    /// The places of nodes that are listed: the others are only reserved.
    stored: u64,
    horizon: Ply,
    estimated: bool,
}

impl Evolving {
    /// With a driver, and the horizon of the task from the beginning.
    pub fn new(driver: Driver) -> Evolving {
        Evolving { driver, first_horizon: None }
    }

    /// Searches for the value.
    pub fn search<G: Evaluate, W: Observer>(&self, task: &Task<'_, G>, observer: &mut W) -> Report<G::Move> {
        let first = self.first_horizon.map_or(task.depth, |first| first.min(task.depth));
        let mut tree = Evolution {
            game: task.game,
            observer,
            budget: Budget::new(&task.limits),
            list: MoveList::new(),
            nodes: Vec::new(),
            stored: 0,
            horizon: Ply(first.0),
            estimated: false,
        };
        let grown = tree.grow(self.driver, task);
        tree.observer.total(tree.budget.inner, tree.budget.leaves);
        let value = grown.ok().map(|()| (tree.nodes[0].value, Bound::Exact));
        let line = if tree.nodes.is_empty() { Vec::new() } else { tree.line() };
        let stopped = tree.budget.reason();
        Found { value, line: line.into(), estimated: tree.estimated, stopped }.report(task)
    }
}

impl<G: Evaluate, W: Observer> Evolution<'_, G, W> {
    fn grow(&mut self, driver: Driver, task: &Task<'_, G>) -> Result<(), Stopped> {
        self.budget.ask()?;
        self.budget.reserve(&mut self.nodes, 1)?;
        let root = self.meet(task.root.clone(), Ply(0), 0);
        self.nodes.push(root);
        let mut chance = SplitMix64::new(if let Driver::Random(seed) = driver { seed } else { 0 });
        loop {
            while self.nodes[0].needs[Role::Exact.index()] > 0 {
                let (at, role) = self.choose(driver, &mut chance);
                self.list_next(at, role)?;
            }
            if self.horizon.0 >= task.depth.0 {
                return Ok(());
            }
            self.deepen();
        }
    }

    /// The next horizon. All that is there stays; only what is needed changes.
    fn deepen(&mut self) {
        self.horizon = Ply(self.horizon.0 + 1);
        self.estimated = false;
        for at in (0..self.nodes.len()).rev() {
            self.settle(at);
        }
    }

    /// From the root down to a node that may list a move.
    fn choose(&self, driver: Driver, chance: &mut SplitMix64) -> (usize, Role) {
        let (mut at, mut role) = (0, Role::Exact);
        let mut skip = if let Driver::Random(_) = driver { chance.below(self.nodes[0].needs[0]) } else { 0 };
        loop {
            let open = |&(child, role): &(usize, Role)| self.nodes[child].needs[role.index()] > 0;
            let is_open = self.lists_itself(at, role);
            let mut children = self.needed_children(at, role).filter(open);
            let next = match driver {
                Driver::DepthFirst => children.next(),
                Driver::Preorder if !is_open => children.next(),
                Driver::BestEstimate if !is_open => {
                    let best = |&(child, _): &(usize, Role)| self.value_for(self.nodes[at].ply, child);
                    children.reduce(|best_one, other| if best(&other) > best(&best_one) { other } else { best_one })
                }
                Driver::Random(_) => children.find(|&(child, role)| {
                    let needs = self.nodes[child].needs[role.index()];
                    let is_here = skip < needs;
                    skip = skip.saturating_sub(needs);
                    is_here
                }),
                _ => None,
            };
            match next {
                Some(child) => (at, role) = child,
                None => return (at, role),
            }
        }
    }

    /// What a child is worth to the side to move at `ply`.
    fn value_for(&self, ply: Ply, child: usize) -> Score {
        for_root(ply, self.nodes[child].value)
    }

    fn is_leaf(&self, at: usize) -> bool {
        self.nodes[at].is_over || self.nodes[at].ply >= self.horizon
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let first = self.nodes[at].first as usize;
        first..first + self.nodes[at].listed as usize
    }

    /// The leftmost best child for the side to move.
    fn best(&self, at: usize) -> Option<usize> {
        let ply = self.nodes[at].ply;
        self.children(at)
            .reduce(|best, other| if self.value_for(ply, other) > self.value_for(ply, best) { other } else { best })
    }

    /// The children that are needed for a role, and the role that each has.
    fn needed_children(&self, at: usize, role: Role) -> impl Iterator<Item = (usize, Role)> {
        let mover = usize::from(!is_max(self.nodes[at].ply));
        let best = self.best(at);
        let all = if self.is_leaf(at) { 0..0 } else { self.children(at) };
        all.filter_map(move |child| match role {
            Role::Exact if Some(child) == best => Some((child, Role::Exact)),
            Role::Exact => Some((child, Role::Hold(1 - mover))),
            Role::Hold(side) if side == mover && Some(child) != best => None,
            Role::Hold(_) => Some((child, role)),
        })
    }

    /// May the node list its next move?
    fn lists_itself(&self, at: usize, role: Role) -> bool {
        let node = &self.nodes[at];
        let mover = usize::from(!is_max(node.ply));
        let has_moves = node.listed == 0 || node.listed < node.count;
        let one_is_enough = role == Role::Hold(mover);
        !self.is_leaf(at) && has_moves && (node.listed == 0 || !one_is_enough)
    }

    /// Computes the value of a node and what it needs from those of its children.
    fn settle(&mut self, at: usize) {
        if let Some(best) = self.best(at) {
            self.nodes[at].value = self.nodes[best].value;
        }
        self.estimated |= !self.nodes[at].is_over && self.nodes[at].ply == self.horizon;
        self.nodes[at].needs = Role::ALL.map(|role| {
            let below = self.needed_children(at, role).map(|(child, role)| self.nodes[child].needs[role.index()]);
            below.sum::<u64>() + u64::from(self.lists_itself(at, role))
        });
    }

    fn list_next(&mut self, at: usize, role: Role) -> Result<(), Stopped> {
        self.budget.ask()?;
        let (ply, number) = (self.nodes[at].ply, self.nodes[at].listed);
        let state = self.nodes[at].state.clone();
        let Ok(children) = self.game.open(&state, &mut self.list) else { return Ok(()) };
        // With the first child comes room for all, side by side.
        let end = self.nodes.len() + if number == 0 { children.count() as usize } else { 0 };
        if end > self.nodes.capacity() {
            self.budget.reserve(&mut self.nodes, end).inspect_err(|_| self.list.close(children))?;
        }
        for (number, ply) in self.path(at).into_iter().zip(0..) {
            self.observer.descend(Ply(ply), number);
        }
        self.observer.expand(ply, role.why());
        if number == 0 {
            self.budget.inner += 1;
            self.observer.enter(ply, Window::FULL);
        }
        self.observer.descend(ply, number);
        let child = self.game.child(&state, children, &self.list, number).1;
        self.list.close(children);
        let child = self.meet(child, Ply(ply.0 + 1), at as u32);
        if number == 0 {
            (self.nodes[at].first, self.nodes[at].count) = (self.nodes.len() as u32, children.count());
            self.nodes.extend((0..children.count()).map(|_| Node { state: child.state.clone(), ..child }));
        } else {
            let place = (self.nodes[at].first + number) as usize;
            self.nodes[place] = child;
        }
        self.nodes[at].listed += 1;
        let mut at = at;
        loop {
            let old = self.nodes[at].value;
            self.settle(at);
            let Node { ply, value, parent, .. } = self.nodes[at];
            if value != old {
                self.observer.exit(ply, for_root(ply, value));
            }
            if at == 0 {
                return Ok(());
            }
            at = parent as usize;
        }
    }

    /// A node that is there from now on.
    fn meet(&mut self, state: G::State, ply: Ply, parent: u32) -> Node<G::State> {
        let opened = self.game.open(&state, &mut self.list);
        let (worth, is_over) = match opened {
            Err(value) => (value, true),
            Ok(children) => {
                self.list.close(children);
                (self.game.evaluate(&state), false)
            }
        };
        let at_horizon = ply == self.horizon;
        if is_over || at_horizon {
            self.budget.leaves += 1;
            self.estimated |= !is_over;
            self.observer.leaf(ply, worth);
        }
        self.stored += 1;
        self.observer.stored(self.stored);
        let needs = [u64::from(!is_over && !at_horizon); 3];
        Node { state, ply, parent, first: 0, count: 0, listed: 0, is_over, value: for_root(ply, worth), needs }
    }

    fn path(&self, mut at: usize) -> Vec<u32> {
        let mut path = Vec::new();
        while at != 0 {
            let parent = self.nodes[at].parent as usize;
            path.push(at as u32 - self.nodes[parent].first);
            at = parent;
        }
        path.reverse();
        path
    }

    /// From best child to best child.
    fn line(&self) -> Vec<u32> {
        let mut at = 0;
        while let Some(best) = self.best(at).filter(|_| !self.is_leaf(at)) {
            at = best;
        }
        self.path(at)
    }
}
