//! Tree splitting (Finkel and Fishburn 1982): a fixed tree of processors is laid over the tree of the game. Masters give the
//! children of their node to their workers, and the processors without workers search.
//!
//! As it is read here: a master gives a child to a worker whenever one is free, with the window as it is then, and does not
//! search itself. When a better value comes back, the workers at work get the narrower window.

use provebest_game::{Evaluate, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{self, CrewWorker, Method};
use super::eldest_first::all_at_once;
use super::job::{Node, Value};
use crate::measure::Observer;

/// Tree splitting.
///
/// Contract: that of [`AlphaBeta`](crate::AlphaBeta) at every node, for the window that is left in the end.
///
/// Finkel and Fishburn 1982. They prove a speed-up of at least the square root of the number of processors.
///
/// Time: the leaves of [`AlphaBeta`](crate::AlphaBeta) on one processor. All children of a master's node are begun before the
/// first is known. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, TreeSplitting, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = TreeSplitting::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeSplitting {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
}

impl TreeSplitting {
    /// How many workers a master has.
    const WORKERS: u32 = 2;
}

impl Method for TreeSplitting {
    type Role = ();

    const ASKS: bool = false;

    fn policy(&self) -> StealPolicy {
        StealPolicy { from: StealFrom::Master { workers: Self::WORKERS }, helpful: false }
    }

    fn root(&self) {}

    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
        (): (),
    ) -> Result<Value, CalledOff> {
        if !worker.has_workers() {
            return worker.alone(node, window).await;
        }
        all_at_once(self, worker, node, window, false).await
    }
}

crew_worker::searches_by_method!(TreeSplitting);
