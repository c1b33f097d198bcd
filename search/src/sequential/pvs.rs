//! Principal variation search (Marsland and Campbell 1982): alpha-beta along the best line, questions with a null
//! window everywhere else.

use provebest_game::{Evaluate, Window};

use crate::limits::TooDeep;
use crate::measure::Observer;
use crate::null_window::{EVERYTHING, NOTHING};
use crate::report::{Report, Task};
use crate::sequential::Windowed;
use crate::sequential::negascout::open;
use crate::walk::Walk;

/// Principal variation search (PVS with NWS): as [`NegaScout`](crate::NegaScout) without its rule for shallow depths. A
/// child whose answer lies inside the window is always searched again, with (answer, beta).
///
/// Contract, for the value `V` of the node and the result `v` of the window (alpha, beta): `v <= alpha` means `V <= v`,
/// `v >= beta` means `V >= v`, otherwise `v = V`.
///
/// Marsland and Campbell 1982; figure 3 (PVS and NWS) of Marsland's survey (1991).
///
/// Time: never a leaf that alpha-beta does not visit, but some of them twice. Memory: the path.
///
/// ```
/// use provebest_search::{Pvs, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = Pvs.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!((report.value, report.path), (Some(Score(3)), vec![0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Pvs;

impl Windowed for Pvs {
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, window, |walk, root| match window {
            Window::FULL => open::<NOTHING, false, _, _>(walk, root, task.depth, window),
            _ => open::<EVERYTHING, false, _, _>(walk, root, task.depth, window),
        })
    }
}
