//! Principal variation search (Marsland and Campbell 1982): alpha-beta along the best line, questions with a null
//! window everywhere else.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Watch};
use crate::report::{Report, Task};
use crate::sequential::Windowed;
use crate::sequential::negascout::{EDGES, EVERYTHING, NOTHING, null};
use crate::walk::{Entered, Walk};

/// Principal variation search (PVS with NWS): as [`NegaScout`](crate::NegaScout) without its rule for shallow depths. A
/// son whose answer lies inside the window is always searched again, with (answer, beta).
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
    fn search_window<G: Evaluate, W: Watch>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        watch: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, watch, window, |walk, root| match window {
            Window::FULL => pvs::<NOTHING, _, _>(walk, root, task.depth, window),
            _ => pvs::<EVERYTHING, _, _>(walk, root, task.depth, window),
        })
    }
}

/// `LINES`: which answers to questions have their lines kept.
pub(crate) fn pvs<const LINES: u8, G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    node: G::State,
    depth: Depth,
    mut window: Window,
) -> Result<Score, Stopped> {
    let sons = match walk.open_inner(&node, depth, window)? {
        Entered::Sons(sons) => sons,
        Entered::Done(score) => return Ok(score),
    };
    let mut best = Score::WORST;
    for number in 0..sons.count() {
        let son = walk.son(&node, sons, depth, number);
        let score = if number == 0 {
            -pvs::<LINES, G, W>(walk, son, depth.less(), -window)?
        } else {
            let merit = -null::<LINES, G, W>(walk, son.clone(), depth.less(), -window.alpha)?;
            if window.contains(merit) {
                let again = Window::new(merit, window.beta);
                walk.research(depth, number, again);
                -walk.within_edges(depth.less(), -again, |walk| match LINES {
                    EVERYTHING => pvs::<EVERYTHING, G, W>(walk, son, depth.less(), -again),
                    _ => pvs::<EDGES, G, W>(walk, son, depth.less(), -again),
                })?
            } else {
                merit
            }
        };
        if score > best {
            best = score;
            walk.update(depth, number, best);
            if window.raise(best) {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        }
    }
    walk.close(sons, depth, best)
}
