//! Evolving tree search (Lindstrom 1979; a reading of its abstract and of the 1983 report): nodes are grown one move at a time,
//! in any order a driver likes, and the values of the moment say which nodes still need moves.

use provebest_game::{Bound, Depth, Evaluate, Ply};

use super::driver::Driver;
use super::evolution::{Evolution, Role};
use super::grown::is_max;
use crate::best_play::Found;
use crate::limits::Stopped;
use crate::measure::Observer;
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
/// A node that has listed moves may not be needed for a while, and go on when values above it have weakened. Such a restart is told
/// to the observer ([`Observer::research`]). A deeper horizon is none.
///
/// Time: leaves; drivers that see the estimates of all siblings first need fewer than alpha-beta where estimates are good. One
/// move costs its path and the siblings along it, and where it changes the best child of a node, a solution tree below. Memory:
/// the grown tree.
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

impl Evolving {
    /// With a driver, and the horizon of the task from the beginning.
    pub fn new(driver: Driver) -> Evolving {
        Evolving { driver, first_horizon: None }
    }

    /// Searches for the value.
    pub fn search<G: Evaluate, W: Observer>(&self, task: &Task<'_, G>, observer: &mut W) -> Report<G::Move> {
        let first = self.first_horizon.map_or(task.depth, |first| first.min(task.depth));
        let mut tree = Evolution::new(task, Ply(first.0), observer);
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
        self.plant(task.root)?;
        let mut chance = driver.chance();
        loop {
            while self.needs(0, Role::Exact) > 0 {
                let (at, role) = driver.choose(self, &mut chance);
                self.list_next(at, role)?;
            }
            if self.horizon.0 >= task.depth.0 {
                return Ok(());
            }
            self.deepen();
        }
    }

    /// The children that are needed for a role, and the role that each has.
    pub(crate) fn needed_children(&self, at: usize, role: Role) -> impl Iterator<Item = (usize, Role)> {
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
    pub(crate) fn lists_itself(&self, at: usize, role: Role) -> bool {
        let node = &self.nodes[at];
        let mover = usize::from(!is_max(node.ply));
        let has_moves = node.listed == 0 || node.listed < node.count;
        let one_is_enough = role == Role::Hold(mover);
        !self.is_leaf(at) && has_moves && (node.listed == 0 || !one_is_enough)
    }

    /// The next horizon. All that is there stays; only what is needed changes.
    fn deepen(&mut self) {
        self.horizon = Ply(self.horizon.0 + 1);
        self.estimated = false;
        for at in (0..self.nodes.len()).rev() {
            self.settle(at);
        }
    }
}
