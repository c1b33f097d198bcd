//! Partially informed NegaScout (Reinefeld, Schaeffer and Marsland 1985): a re-search knows the merits of the children of
//! the node it starts at, and no more.

use provebest_game::{Evaluate, Window};

use crate::limits::TooDeep;
use crate::measure::Observer;
use crate::report::{Report, Task};
use crate::sequential::Windowed;
use crate::sequential::informed_negascout::Informed;
use crate::sequential::notes::FirstNotes;
use crate::walk::Walk;

/// Partially informed NegaScout: as [`InformedNegaScout`](crate::InformedNegaScout), but only the first level of what
/// was asked is noted; the children are then searched as if never seen.
///
/// Contract, for the value `V` of the node and the result `v` of the window (alpha, beta): `v <= alpha` means `V <= v`,
/// `v >= beta` means `V >= v`, otherwise `v = V`.
///
/// Reinefeld, Schaeffer and Marsland 1985; Marsland, Reinefeld and Schaeffer 1987.
///
/// Time: on average, visits between those of NegaScout and informed NegaScout. Memory: w merits and lines a level.
///
/// ```
/// use provebest_search::{PartiallyInformedNegaScout, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[[3,12],[8,2]],[[4,6],[14,5]]]".parse()?;
/// let report = PartiallyInformedNegaScout.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(8)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PartiallyInformedNegaScout;

impl Windowed for PartiallyInformedNegaScout {
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, window, |walk, root| {
            Informed::new(FirstNotes::default()).search(walk, root, task.depth, window)
        })
    }
}
