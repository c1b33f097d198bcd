//! Bound and branch (Ferguson and Korf 1988): processors are handed down the tree; all to the first child as long as there is
//! no bound, and spread over all children as soon as there is one.
//!
//! As it is read here: processors are handed down by passing on their wish for work. An idle processor asks the owner
//! of its last job, at first rank 0. The owner gives it a child, or passes it on to the processors that search children, as evenly
//! as possible. So the processors of a finished child go to its siblings. A bound is any end of the window that is not infinite.

use provebest_game::{Evaluate, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{self, CrewWorker, Method};
use super::eldest_first::all_at_once;
use super::job::{Node, Value};
use crate::measure::Observer;

/// Bound and branch, the alpha-beta of distributed tree search.
///
/// Contract: that of [`AlphaBeta`](crate::AlphaBeta) at every node, for the window that is left in the end.
///
/// Ferguson and Korf 1988.
///
/// Time: the leaves of [`AlphaBeta`](crate::AlphaBeta) on one processor. On many, nodes with a bound are searched with all
/// children at once, whether the first would have cut off or not. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, BoundAndBranch, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = BoundAndBranch::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BoundAndBranch {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
}

impl Method for BoundAndBranch {
    type Role = ();

    const ASKS: bool = false;

    fn policy(&self) -> StealPolicy {
        StealPolicy { from: StealFrom::Owner, helpful: false }
    }

    fn root(&self) {}

    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
        (): (),
    ) -> Result<Value, CalledOff> {
        all_at_once(self, worker, node, window, window == Window::FULL).await
    }
}

crew_worker::searches_by_method!(BoundAndBranch);
