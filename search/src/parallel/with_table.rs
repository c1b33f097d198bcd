//! Young brothers wait with a transposition table that is scattered over the processors, as Zugzwang had it (Feldmann 1993, after
//! Felten and Otto 1988); dynamic PV splitting and jamboree have it here too. With it, what was found out about a node outlives the
//! window it was asked with. The table itself is in `table/scattered.rs`.
//!
//! Every node above the grain is looked up when it is entered, and stored when it is left. When siblings are offered, all of them
//! are asked for at once, so that most answers are there before their nodes are entered. An entry counts for its value if it
//! is of the same depth, or saw the end of the game before; for its child always.
//!
//! An answer that comes while its node is searched may end it: all below is broken off, and helpers are called off. One that only
//! names a child moves it before the siblings that no processor has begun; or, if the search of the eldest has only just begun,
//! the node begins again with that child. So nothing waits, and good moves still come first. What a node returns because nothing was
//! left of its window is not stored. Windows are not narrowed by bounds that do not end a node: their lines would be lost.

use provebest_game::{Evaluate, Keyed};
use provebest_machine::Machine;

use super::{DynamicPvSplitting, Jamboree, NoReport, Ran, ScatteredSearch, YoungBrothers, team};
use crate::measure::Observer;
use crate::report::Task;
use crate::table::TableSize;

/// A search with a scattered table.
///
/// Contract: the value `V` exactly, on every machine and whatever the table forgets or says late; any of the best moves; a line that
/// ends in a leaf worth `V`. Stopped early it has proved `V >= v` for the best root move that was finished.
///
/// Felten and Otto, A highly parallel chess program, 1988; Feldmann, Game tree search on massively parallel systems, 1993.
///
/// Time: on one processor that of [`Pvs`](crate::Pvs) with a transposition table. More have more memory if the size is that of
/// each, and the same if it is the total: so the two can be told apart. Memory: the table, and a kilobyte for each processor.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{ScatteredSearch, TableSize, Task, WithTable, YoungBrothers};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let search = WithTable { search: YoungBrothers::default(), size: TableSize::Total(1 << 16), deepening: false };
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = search.search_on_scattered(&task, &Simulated::new(3), vec![(), (), ()])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithTable<S> {
    /// The search.
    pub search: S,
    /// The size of the table. A part has four entries at least. If the parts are more than the limit on bytes allows, the
    /// search ends at once.
    pub size: TableSize,
    /// Search to smaller depths first, so that the table knows with which children to begin?
    pub deepening: bool,
}

/// These methods enter their nodes by way of the table.
macro_rules! with_table {
    ($($method:ty),*) => {$(
        impl ScatteredSearch for WithTable<$method> {
            fn search_on_scattered<G, W, K>(
                &self,
                task: &Task<'_, G>,
                machine: &K,
                observers: Vec<W>,
            ) -> Result<Ran<G::Move, W>, NoReport>
            where
                G: Evaluate + Keyed + Sync,
                G::State: Send + Sync,
                W: Observer + Send,
                K: Machine,
            {
                team::search_with_table(*self, self.search.grain, task, machine, observers)
            }
        }
    )*};
}
with_table!(YoungBrothers, DynamicPvSplitting, Jamboree);
