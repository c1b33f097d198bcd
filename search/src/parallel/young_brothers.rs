//! Young brothers wait (Feldmann, Monien, Mysliwietz and Vornberger 1990): when the eldest child is done, its siblings may
//! be searched at once by all idle processors.
//!
//! As it is read here: siblings are asked with a null window whether they are better, as in the authors' Zugzwang, and
//! those that are become jobs once more, with the window; meanwhile their younger brothers wait too. An idle
//! processor asks another one at random, and gets the open sibling nearest the root. A processor that waits for its last helpers
//! helps them. A cut-off calls helpers off, and a better value calls back questions that were asked with a worse one.

use provebest_game::{Evaluate, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{self, CrewWorker, Method};
use super::eldest_first::{Eagerness, Roles, eldest_first};
use super::job::{Node, Value};
use crate::measure::Observer;

/// Young brothers wait.
///
/// Contract: that of [`AlphaBeta`](crate::AlphaBeta) at every node, for the window that is left in the end: a window may
/// become narrower while the node is searched.
///
/// Feldmann, Monien, Mysliwietz and Vornberger 1990.
///
/// Time: on one processor the leaves of [`Pvs`](crate::Pvs), and more on several, because a sibling may turn out to have
/// been needless. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, ParallelSearch, Task, YoungBrothers};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = YoungBrothers::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!((ran.report.value, ran.measured.time), (Some(Score(3)), 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct YoungBrothers {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
}

impl Method for YoungBrothers {
    type Role = ();

    const ASKS: bool = true;

    fn policy(&self) -> StealPolicy {
        StealPolicy { from: StealFrom::Random, helpful: true }
    }

    fn root(&self) {}

    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
        (): (),
    ) -> Result<Value, CalledOff> {
        let roles = Roles { eldest: (), younger: (), again: () };
        eldest_first(self, worker, node, window, roles, Eagerness::Patient).await
    }
}

crew_worker::searches_by_method!(YoungBrothers);
