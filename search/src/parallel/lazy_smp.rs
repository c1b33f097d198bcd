//! Lazy SMP: every processor searches the whole tree, each a little differently, and what one has found out the others
//! find in the table.
//!
//! It has no paper; chess programs took it up one after the other from about 2013 on (Stockfish 7 in 2016). Processors
//! other than rank 0 differ from it in two ways: they leave out some of the shallower searches of iterative deepening,
//! in blocks that depend on their rank; and after the first child of a node, which is the one that the table names or else
//! the eldest, they go on with another one than the next, by a hash of node and rank. To begin with another child than the
//! first was tried: where games order their moves well it wastes most of what the others could do.

use provebest_game::{Depth, Evaluate, Keyed, Score, Window};
use provebest_machine::Rank;

use super::table_method::TableMethod;
use super::table_worker::{Looked, TableWorker};
use crate::limits::Stopped;
use crate::measure::Observer;

/// Lazy SMP: alpha-beta by every processor, from the root on, with a common table.
///
/// Contract: the value `V` exactly, on every machine and whatever the table forgets; any of the best moves; a line that
/// ends in a leaf worth `V`. Stopped early it has proved `V >= v` for the best root move that any processor had finished.
///
/// No paper: the common way of chess programs since about 2013.
///
/// Time: on one processor that of [`AlphaBeta`](crate::AlphaBeta) with a transposition table; more processors save what
/// they happen to find in it. Memory: the table, shared by all.
///
/// ```
/// use provebest_machine::Threads;
/// use provebest_search::{LazySmp, TableSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let search = LazySmp { bytes: 1 << 16, deepening: false };
/// let ran = search.search_on_table(&Task::new(&tree, &tree.root(), tree.height()), &Threads::new(2), vec![(), ()])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LazySmp {
    /// The size of the table; less if the limit on bytes says so.
    pub bytes: usize,
    /// Search to smaller depths first, so that the table knows with which children to begin? That pays for games whose
    /// positions have an honest estimate, and not for trees that have none.
    pub deepening: bool,
}

impl Default for LazySmp {
    /// A table of 16 MiB, without deepening.
    fn default() -> Self {
        LazySmp { bytes: 16 << 20, deepening: false }
    }
}

impl TableMethod for LazySmp {
    fn bytes(&self) -> usize {
        self.bytes
    }

    /// Rank 0 takes every depth, ranks 1 and 2 every other, ranks 3 to 6 two of four, and so on; siblings in turn.
    fn depths_before(&self, depth: Depth, Rank(rank): Rank) -> impl Iterator<Item = Depth> {
        let block = (rank + 1).ilog2();
        let takes = move |depth: u32| rank == 0 || ((depth + rank) / block).is_multiple_of(2);
        (1..depth.0).filter(move |&depth| takes(depth)).map(Depth).take_while(move |_| self.deepening)
    }

    async fn search<G: Evaluate + Keyed, W: Observer>(
        worker: &mut TableWorker<'_, G, W>,
        node: G::State,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped> {
        let key = worker.key(&node);
        let first = match worker.look_up(key, depth, window) {
            Looked::Done(score) => return Ok(score),
            Looked::Open(first) => first,
        };
        let mut node = match worker.open(node, key, depth, window, first).await? {
            Looked::Done(score) => return Ok(score),
            Looked::Open(node) => node,
        };
        let small = worker.is_small(&node);
        for number in node.order(worker.shift(key)) {
            let child = worker.child(&node, number);
            let score = match small {
                true => -worker.below_grain::<true>(child, node.below(), -node.window)?,
                false => -Box::pin(Self::search(worker, child, node.below(), -node.window)).await?,
            };
            if worker.found(&mut node, number, score) {
                break;
            }
        }
        worker.close(node)
    }
}
