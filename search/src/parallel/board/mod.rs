//! Board search. [`tree`] is the method: the board, its bounds and windows. [`guess`] says what the root is asked, [`order`] and [`chances`] which
//! job is next. Around them stands [`by_mail`]: rank 0 keeps the board, and all processors search. [`part`] is the same method for a board that
//! is shared out, and [`by_owner`] stands around it.

mod by_mail;
mod by_owner;
mod chances;
mod guess;
mod node;
mod order;
mod part;
mod player;
mod tree;

pub use order::JobOrder;

use provebest_game::Evaluate;
use provebest_machine::{Grain, Letter, Machine};

use self::player::Players;
use super::parcel::Observers;
use super::team::bring_together;
use super::{NoReport, ParallelSearch, Ran};
use crate::limits::NodeQuota;
use crate::measure::Observer;
use crate::report::Task;

/// Into how many jobs for each processor a test is cut: fewer leave processors without a job that is likely to be needed.
const PARTS: u64 = 16;

/// From how many processors on the root is tested.
const TESTED_FROM: usize = 256;

/// Board search: an explicit tree above the grain that remembers bounds, and from which every idle processor takes its next job.
///
/// No processor owns a node. A processor takes one job, a node with a window, searches it as [`Pvs`](crate::Pvs) does, reports what
/// it has proved, and takes the next job from the whole tree. A report moves bounds up and windows down; jobs that are resolved by
/// then are called off. A new window opens only what it does not find resolved, so nothing is asked twice.
///
/// Contract: the value `V` exactly, one of the best moves, and a line that ends in a leaf worth `V`. At all times and for every node on
/// the board, `lower <= V(node) <= upper`. Stopped: `lower <= V` of the root with the move behind it, or else `V <= upper`, if
/// known.
///
/// The order of jobs is that of Feldmann, Monien, Mysliwietz and Vornberger 1990 (the eldest child first), or by need. That bounds
/// are kept and windows come from them is Plaat, Schaeffer, Pijls and de Bruin 1996, with an open window along the best line until there
/// is a guess at the value, and with their tests of the root from then on.
///
/// Time: on one processor about the leaves of [`Pvs`](crate::Pvs), fewer where a re-search finds bounds. Memory: the part of the tree
/// above the grain that may be asked again; where the limit on bytes leaves no room for children, a node is one job.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{BoardSearch, Counters, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = BoardSearch::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!((ran.report.value, ran.report.path), (Some(Score(3)), vec![0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoardSearch {
    /// No job has fewer leaves than this, by estimate, unless its node has; `None` leaves the choice to the machine.
    pub grain: Option<u64>,
    /// Which job is taken next.
    pub order: JobOrder,
    /// Where the board is: at rank 0, or in parts, where every processor owns the nodes whose paths hash to its rank. A program for the web,
    /// where every byte is sent, has it at rank 0.
    pub scattered: bool,
    /// Is the root tested, from a guess on, instead of asked with an open window? `None`: from 256 processors on, where mail takes no time to
    /// speak of. A test has its bound from the beginning, so no sibling waits for another one, but jobs are smaller and are asked more than
    /// once. By need and at rank 0 only.
    pub tests: Option<bool>,
}

impl ParallelSearch for BoardSearch {
    fn search_on<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: Machine,
    {
        task.check()?;
        assert_eq!(observers.len(), machine.count(), "one observer for each processor");
        let quota = NodeQuota::on(machine, &task.limits);
        let grain = self.grain.map_or_else(|| machine.grain(), Grain::Leaves);
        let players = Players { task, search: *self, grain, observers: Observers::new(observers), quota };
        let mut run = if cfg!(target_family = "wasm") || !self.scattered {
            machine.run::<Letter<by_mail::Mail>, _>(&players)?
        } else {
            machine.run::<Letter<by_owner::Mail>, _>(&players)?
        };
        // Everything passes a board, but not everything on it depends on all that came before.
        run.measured.critical_path = None;
        Ok(bring_together(task, run))
    }
}
