//! Alpha-beta (Knuth and Moore 1975; fail-soft: Fishburn 1981): a child that is already too good for the opponent needs
//! no further look.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::report::{Report, Task};
use crate::sequential::Windowed;
use crate::walk::{Entered, Walk};

/// Alpha-beta, fail-soft.
///
/// Contract, for the value `V` of the node and the result `v` of the window (alpha, beta): `v <= alpha` means `V <= v`,
/// `v >= beta` means `V >= v`, otherwise `v = V`.
///
/// Knuth and Moore 1975; fail-soft: Fishburn 1981, as in figure 1 of Marsland's survey (1991).
///
/// Time: between w^ceil(d/2) + w^floor(d/2) - 1 leaves on perfectly ordered trees and all w^d. Memory: the path.
///
/// ```
/// use provebest_search::{AlphaBeta, Counters, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let mut counters = Counters::default();
/// let report = AlphaBeta.search(&Task::new(&tree, &tree.root(), tree.height()), &mut counters)?;
/// assert_eq!((report.value, counters.leaf_visits), (Some(Score(3)), 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta;

/// Alpha-beta, fail-hard: results outside the window are clamped to it.
///
/// Contract: that of [`AlphaBeta`], with the result clamped to the window, so that a bound is never sharper than alpha
/// or beta. With the full window both visit the same leaves in the same order.
///
/// Knuth and Moore 1975 (their F2).
///
/// Time and memory: those of [`AlphaBeta`] with the full window.
///
/// ```
/// use provebest_search::{AlphaBetaHard, Task, Windowed};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let report = AlphaBetaHard.search_window(&task, Window::new(Score(5), Score(9)), &mut ())?;
/// assert_eq!(report.value, Some(Score(5)), "an upper bound, no sharper than the window");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBetaHard;

impl Windowed for AlphaBeta {
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, window, |walk, root| match window {
            Window::FULL => soft::<INSIDE, _, _>(walk, root, task.depth, window),
            _ => soft::<BOUNDS, _, _>(walk, root, task.depth, window),
        })
    }
}

impl Windowed for AlphaBetaHard {
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, window, |walk, root| hard(walk, root, task.depth, window))
    }
}

/// Keep the lines of values inside the window.
pub(crate) const INSIDE: u8 = 0;
/// Keep those of bounds too.
pub(crate) const BOUNDS: u8 = 1;
/// And find out how sure they are, for a value that only another window makes exact.
pub(crate) const DOUBTS: u8 = 2;

/// `LINES`: which lines to keep.
pub(crate) fn soft<const LINES: u8, G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    node: G::State,
    depth: Depth,
    mut window: Window,
) -> Result<Score, Stopped> {
    let children = match walk.enter(&node, depth, window)? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let (mut best, floor) = (Score::WORST, window.alpha);
    for number in 0..children.count() {
        let child = walk.child(&node, children, depth, number);
        let score = -soft::<LINES, G, W>(walk, child, depth.less(), -window)?;
        if score > best {
            best = score;
            if LINES != INSIDE || window.contains(best) {
                walk.update_sure(depth, number, best);
            } else {
                walk.tell_update(depth, number, best);
            }
            if window.raise(best) {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        } else if LINES == DOUBTS && score == best && best <= floor {
            walk.lines.doubt(depth);
        }
    }
    walk.leave(children, depth, best)
}

fn hard<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    node: G::State,
    depth: Depth,
    mut window: Window,
) -> Result<Score, Stopped> {
    let children = match walk.enter(&node, depth, window)? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score.clamp(window.alpha, window.beta)),
    };
    walk.lines.end(depth);
    for number in 0..children.count() {
        let child = walk.child(&node, children, depth, number);
        let score = -hard(walk, child, depth.less(), -window)?;
        if score > window.alpha {
            walk.update_sure(depth, number, score);
            if window.raise(score) {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        }
    }
    walk.leave(children, depth, window.alpha)
}
