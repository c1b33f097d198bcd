//! Parallel MT-SSS* (after Plaat, Schaeffer, Pijls and de Bruin 1996): SSS* as a row of null-window tests is SSS* with a transposition
//! table, and a transposition table can be shared.
//!
//! As it is read here: every processor lowers the upper bound of the root by tests, as MT-SSS* does. The tests themselves are those of
//! ABDADA: a child that another processor tests is put off, and what one has found out the others find in the table.

use provebest_game::{Depth, Evaluate, Keyed, Score, Window};
use provebest_machine::Rank;

use super::abdada::abdada;
use super::table_method::TableMethod;
use super::table_worker::TableWorker;
use crate::limits::Stopped;
use crate::lines::Variation;
use crate::measure::Observer;

/// Parallel MT-SSS*: every processor tests the root from above, with a common table.
///
/// Contract: the value `V` exactly, on every machine and whatever the table forgets; any of the best moves; a line that
/// ends in a leaf worth `V`. After each test `V <= g` for the bound `g` of the processor.
///
/// After Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87, 1996; the
/// sharing is that of [`Abdada`](crate::Abdada).
///
/// Time: on one processor, with room for everything, the leaves of [`MtSss`](crate::MtSss), and those that the line takes. A table keeps
/// one bound of a node where MT-SSS* keeps two. Memory: the table, shared by all, and half a kilobyte of marks for each processor.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{ParMtSss, TableSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let search = ParMtSss { bytes: 1 << 16 };
/// let ran = search.search_on_table(&Task::new(&tree, &tree.root(), tree.height()), &Simulated::new(2), vec![(), ()])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParMtSss {
    /// The size of the table; less if the limit on bytes says so.
    pub bytes: usize,
}

impl Default for ParMtSss {
    /// A table of 16 MiB.
    fn default() -> Self {
        ParMtSss { bytes: 16 << 20 }
    }
}

impl TableMethod for ParMtSss {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn marks(&self, processors: usize) -> usize {
        64 * processors
    }

    fn depths_before(&self, _: Depth, _: Rank) -> impl Iterator<Item = Depth> {
        std::iter::empty()
    }

    async fn search<G: Evaluate + Keyed, W: Observer>(
        worker: &mut TableWorker<'_, G, W>,
        node: G::State,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped> {
        if window != Window::FULL {
            let score = abdada(worker, node, depth, window, false).await?;
            return Ok(score.expect("a search that is not exclusive gets in"));
        }
        let mut g = Score::INFINITY;
        loop {
            let gamma = g;
            if gamma < Score::INFINITY {
                worker.walk.again(Window::null(gamma));
            }
            let answer = abdada(worker, node.clone(), depth, Window::null(gamma), false).await?;
            g = answer.expect("a search that is not exclusive gets in");
            if g >= gamma {
                // Tests leave no line.
                worker.walk.lines.set(depth, &Variation::default());
                return Ok(gamma);
            }
        }
    }
}
