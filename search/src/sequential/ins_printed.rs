//! Informed NegaScout to the letter of the paper's figure (Marsland, Reinefeld and Schaeffer 1987, figure 3).
//!
//! Where the figure is silent: merit[i] is what the search of child i returned. A child that was never seen has the merit
//! infinity, so the first one to the right of a cutting child is searched with an open window, and once more if it is better.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::report::{Report, Task};
use crate::sequential::Windowed;
use crate::sequential::known::{Info, KnownTree, rest_is_no_better};
use crate::walk::{Entered, Walk};

/// Informed NegaScout as it is printed. [`InformedNegaScout`](crate::InformedNegaScout) mends it: children that were never seen are
/// asked first, and a merit never widens a window.
///
/// Contract, for the value `V` of the node and the result `v` of the window (alpha, beta): `v <= alpha` means `V <= v`,
/// `v >= beta` means `V >= v`, otherwise `v = V`.
///
/// Marsland, Reinefeld and Schaeffer 1987, figure 3.
///
/// Time: some visits more than the mended one. Memory: a note for every node that was met.
///
/// ```
/// use provebest_search::{InsPrinted, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[[3,12],[8,2]],[[4,6],[14,5]]]".parse()?;
/// let report = InsPrinted.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(8)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InsPrinted;

impl Windowed for InsPrinted {
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, window, |walk, root| {
            ins(walk, &mut KnownTree::new(), 0, root, task.depth, window, false)
        })
    }
}

fn ins<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    known: &mut KnownTree,
    at: usize,
    node: G::State,
    depth: Depth,
    Window { alpha, beta }: Window,
    research: bool,
) -> Result<Score, Stopped> {
    let children = match walk.enter_one(&node, depth, Window::new(alpha, beta))? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let (first, count) = (known.children(walk, at, children)?, children.count());
    let mut kind = if research { known.info(at) } else { Info::ProveBest };
    let by_merit = research && kind == Info::ProveBest;
    let base = if by_merit { known.sort(first, count) } else { known.order.len() };
    let from = if let Info::IgnoreLeft(cutting) = kind { cutting } else { 0 };
    if from > 0 {
        walk.cut(depth, from, Cut::IgnoreLeft);
    }
    let (mut a, mut b, mut resflag) = (Score::WORST, beta, research);
    for i in from..count {
        let number = if by_merit { known.order[base + i as usize] } else { i };
        let slot = first + number as usize;
        let floor = a.max(alpha);
        let child = walk.child(&node, children, depth, number);
        let mut v = -ins(walk, known, slot, child.clone(), depth.less(), -Window::new(floor, b), resflag)?;
        if v > a {
            if !(i == from || v <= alpha || v >= beta || depth <= Depth(2) || by_merit) {
                walk.research(depth, number, Window::new(v, beta));
                v = -ins(walk, known, slot, child, depth.less(), -Window::new(v, beta), true)?;
            }
            a = v;
            walk.update(depth, number, a, Window::new(floor, beta));
        }
        if !research {
            known.set_merit(slot, v);
        }
        if a >= beta {
            walk.cut(depth, number, Cut::Beta);
            kind = Info::IgnoreLeft(number);
            break;
        }
        if i + 1 == count {
            break;
        }
        if resflag {
            let next = if by_merit { known.order[base + i as usize + 1] } else { i + 1 };
            let merit = if by_merit { known.merit(first + next as usize) } else { Score::INFINITY };
            if rest_is_no_better(walk, depth, (number, next), merit, &mut a, Window::new(alpha, beta)) {
                break;
            }
            b = merit;
        } else {
            b = a.max(alpha) + 1;
        }
        if matches!(kind, Info::IgnoreLeft(_)) {
            resflag = false;
        }
    }
    known.order.truncate(base);
    if !research {
        known.save(walk, at, kind);
    }
    walk.leave(children, depth, a)
}
