//! ABDADA (Weill 1996), "alpha-bêta distribué avec droit d'aînesse": every processor searches the root, and puts
//! off children that another processor is searching. As it is read here:
//!
//! ```text
//! abdada(node, window, depth, exclusive):
//!     if the table answers: return that
//!     if exclusive and another processor searches the node to this depth: return ON EVALUATION
//!     mark the node
//!     for the eldest child, not exclusive; then for the others, exclusive:
//!         search it; if it is ON EVALUATION, put it off
//!     for the children that were put off, not exclusive:
//!         search it
//!     (at beta the loops end)
//!     store the value, take the mark away, return the value
//! ```
//!
//! The eldest is searched by all processors that come to the node, so that they have its bound before they divide: the right
//! of the eldest, which others call young brothers wait. Weill goes over all children in the second pass, and the table answers for
//! those that are done; here only those that were put off are left. The table answers or does not: it narrows no window.

use std::collections::VecDeque;
use std::iter::{once, repeat};

use provebest_game::{Depth, Evaluate, Keyed, Score, Window};
use provebest_machine::Rank;

use super::table_method::TableMethod;
use super::table_worker::{Looked, TableWorker};
use crate::limits::Stopped;
use crate::measure::Observer;

/// ABDADA: alpha-beta by every processor, with a common table and marks on the nodes that processors search.
///
/// Contract: the value `V` exactly, on every machine and whatever the table forgets; any of the best moves; a line that
/// ends in a leaf worth `V`. Stopped early it has proved `V >= v` for the best root move that any processor had finished.
///
/// Weill, The ABDADA distributed minimax search algorithm, ICCA Journal 19 (1), 1996.
///
/// Time: on one processor that of [`AlphaBeta`](crate::AlphaBeta) with a transposition table. No processor ever
/// waits: if only children are left that others search, it helps with them. Memory: the table, shared by all, and half a kilobyte of marks
/// for each processor.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Abdada, TableSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let search = Abdada { bytes: 1 << 16, deepening: false };
/// let ran = search.search_on_table(&Task::new(&tree, &tree.root(), tree.height()), &Simulated::new(2), vec![(), ()])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abdada {
    /// The size of the table; less if the limit on bytes says so.
    pub bytes: usize,
    /// Search to smaller depths first, so that the table knows with which children to begin? That pays for games whose
    /// positions have an honest estimate, and not for trees that have none.
    pub deepening: bool,
}

impl Default for Abdada {
    /// A table of 16 MiB, without deepening.
    fn default() -> Self {
        Abdada { bytes: 16 << 20, deepening: false }
    }
}

impl TableMethod for Abdada {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn marks(&self, processors: usize) -> usize {
        64 * processors
    }

    fn depths_before(&self, depth: Depth, _: Rank) -> impl Iterator<Item = Depth> {
        (1..depth.0).map(Depth).take_while(|_| self.deepening)
    }

    async fn search<G: Evaluate + Keyed, W: Observer>(
        worker: &mut TableWorker<'_, G, W>,
        node: G::State,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped> {
        let score = abdada(worker, node, depth, window, false).await?;
        Ok(score.expect("a search that is not exclusive gets in"))
    }
}

/// The value, or `None` if another processor is at it.
pub(super) async fn abdada<G: Evaluate + Keyed, W: Observer>(
    worker: &mut TableWorker<'_, G, W>,
    node: G::State,
    depth: Depth,
    window: Window,
    exclusive: bool,
) -> Result<Option<Score>, Stopped> {
    let key = worker.key(&node);
    let first = match worker.look_up(key, depth, window) {
        Looked::Done(score) => return Ok(Some(score)),
        Looked::Open(first) => first,
    };
    let Some(mark) = worker.mark(key, depth, exclusive) else { return Ok(None) };
    let mut node = match worker.open(node, key, depth, window, first).await? {
        Looked::Done(score) => return Ok(Some(score)),
        Looked::Open(node) => node,
    };
    let small = worker.is_small(&node);
    let mut waiting: VecDeque<(u32, bool)> = node.order(0).zip(once(false).chain(repeat(true))).collect();
    while let Some((number, exclusive)) = waiting.pop_front() {
        let child = worker.child(&node, number);
        let score = match small {
            true => Some(worker.below_grain::<false>(child, node.below(), -node.window)?),
            false => Box::pin(abdada(worker, child, node.below(), -node.window, exclusive)).await?,
        };
        let Some(score) = score else {
            waiting.push_back((number, false));
            continue;
        };
        if worker.found(&mut node, number, -score) {
            break;
        }
    }
    let value = worker.close(node)?;
    drop(mark);
    Ok(Some(value))
}
