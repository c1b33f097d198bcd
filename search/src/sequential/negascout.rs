//! NegaScout (Reinefeld 1983): the first child is searched, the others are only asked whether they are better.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::null_window::{EDGES, EVERYTHING, NOTHING, null};
use crate::report::{Report, Task};
use crate::sequential::Windowed;
use crate::walk::{Entered, Walk};

/// NegaScout: searches the first child, and asks the others only whether they are better.
///
/// A child that answers yes with a value `v` inside the window is searched again with (v, beta), unless the depth is 2 or
/// less, where the fail-soft value of the question is already exact.
///
/// Contract, for the value `V` of the node and the result `v` of the window (alpha, beta): `v <= alpha` means `V <= v`,
/// `v >= beta` means `V >= v`, otherwise `v = V`.
///
/// Reinefeld 1983; Marsland, Reinefeld and Schaeffer 1987, figure 3 with research = FALSE.
///
/// Time: never a leaf that alpha-beta does not visit, but some of them twice. Memory: the path.
///
/// ```
/// use provebest_search::{NegaScout, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = NegaScout.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NegaScout;

impl Windowed for NegaScout {
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, window, |walk, root| match window {
            Window::FULL => open::<NOTHING, true, _, _>(walk, root, task.depth, window),
            _ => open::<EVERYTHING, true, _, _>(walk, root, task.depth, window),
        })
    }
}

/// The search with an open window. `LINES`: which answers to questions have their lines kept. `TRUST`: an answer from the
/// last two plies is exact, so it is not searched again; without that it is [`Pvs`](crate::Pvs).
pub(crate) fn open<const LINES: u8, const TRUST: bool, G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    node: G::State,
    depth: Depth,
    mut window: Window,
) -> Result<Score, Stopped> {
    let entered = if TRUST { walk.enter(&node, depth, window)? } else { walk.enter_one(&node, depth, window)? };
    let children = match entered {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let (mut best, floor) = (Score::WORST, window.alpha);
    for number in 0..children.count() {
        let child = walk.child(&node, children, depth, number);
        let score = if number == 0 {
            -open::<LINES, TRUST, G, W>(walk, child, depth.less(), -window)?
        } else {
            let score = -null::<LINES, G, W>(walk, child.clone(), depth.less(), -window.alpha)?;
            if window.contains(score) && !(TRUST && depth <= Depth(2)) {
                let again = Window::new(score, window.beta);
                walk.research(depth, number, again);
                -walk.within_edges(depth.less(), -again, |walk| match LINES {
                    EVERYTHING => open::<EVERYTHING, TRUST, G, W>(walk, child, depth.less(), -again),
                    _ => open::<EDGES, TRUST, G, W>(walk, child, depth.less(), -again),
                })?
            } else {
                score
            }
        };
        if score > best {
            best = score;
            walk.update_sure(depth, number, best);
            if window.raise(best) {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        } else if LINES != NOTHING && score == best && best <= floor {
            walk.lines.doubt(depth);
        }
    }
    walk.leave(children, depth, best)
}
