//! Partially informed NegaScout with the path to the leaf that caused the failure (Marsland, Reinefeld and Schaeffer 1987, section
//! 2.2): beside the merits of its first level, a re-search knows one line, and ignores what lies to the left of it.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::report::{Report, Task};
use crate::sequential::Windowed;
use crate::sequential::known::{Info, KnownTree, rest_is_no_better};
use crate::walk::{Entered, Walk};

/// Partially informed NegaScout that also ignores the children to the left of its path.
///
/// The path leads from the node where a re-search starts to the leftmost leaf behind its bound. On it, a node that was cut off goes on
/// with the child that cut it; any other is searched as if never seen, up to and beyond the child on the path.
///
/// Contract, for the value `V` of the node and the result `v` of the window (alpha, beta): `v <= alpha` means `V <= v`,
/// `v >= beta` means `V >= v`, otherwise `v = V`.
///
/// Marsland, Reinefeld and Schaeffer 1987, sections 2.2 and 2.3; a reading.
///
/// Time: on average, visits between those of partially informed and informed NegaScout. Memory: a note for every node that was
/// met, of which w merits and one path are read.
///
/// ```
/// use provebest_search::{PnsPath, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[[3,12],[8,2]],[[4,6],[14,5]]]".parse()?;
/// let report = PnsPath.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(8)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PnsPath;

/// What a visit may use of what an earlier one saved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    /// Nothing, and saves instead.
    First,
    /// Its merits: a re-search starts here.
    Again,
    /// Its place on the path.
    OnPath,
}

impl Windowed for PnsPath {
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, window, |walk, root| {
            pns(walk, &mut KnownTree::new(), 0, root, task.depth, window, Visit::First)
        })
    }
}

fn pns<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    known: &mut KnownTree,
    at: usize,
    node: G::State,
    depth: Depth,
    Window { alpha, beta }: Window,
    visit: Visit,
) -> Result<Score, Stopped> {
    let children = match walk.enter_one(&node, depth, Window::new(alpha, beta))? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let (first, count) = (known.children(walk, at, children)?, children.count());
    let seen = if visit == Visit::First { Info::Nothing } else { known.info(at) };
    let (from, path) = match seen {
        Info::Nothing => (0, None),
        Info::ProveBest => (0, known.best(first, count)),
        Info::IgnoreLeft(cutting) => (cutting, Some(cutting)),
    };
    if from > 0 {
        walk.cut(depth, from, Cut::IgnoreLeft);
    }
    let by_merit = visit == Visit::Again && seen == Info::ProveBest;
    let base = if by_merit { known.sort(first, count) } else { known.order.len() };
    let mut kind = Info::ProveBest;
    let (mut a, mut b) = (Score::WORST, beta);
    for i in from..count {
        let number = if by_merit { known.order[base + i as usize] } else { i };
        let slot = first + number as usize;
        let floor = a.max(alpha);
        let child = walk.child(&node, children, depth, number);
        let below = if path == Some(number) { Visit::OnPath } else { Visit::First };
        let mut v = -pns(walk, known, slot, child.clone(), depth.less(), -Window::new(floor, b), below)?;
        if v > a {
            if !(i == from || v <= alpha || v >= beta || depth <= Depth(2) || by_merit) {
                walk.research(depth, number, Window::new(v, beta));
                v = -pns(walk, known, slot, child, depth.less(), -Window::new(v, beta), Visit::Again)?;
            }
            a = v;
            walk.update(depth, number, a, Window::new(floor, beta));
        }
        if visit == Visit::First {
            known.set_merit(slot, v);
        }
        if a >= beta {
            walk.cut(depth, number, Cut::Beta);
            kind = Info::IgnoreLeft(number);
            break;
        }
        b = a.max(alpha) + 1;
        if by_merit && i + 1 < count {
            let next = known.order[base + i as usize + 1];
            let merit = known.merit(first + next as usize);
            if rest_is_no_better(walk, depth, (number, next), merit, &mut a, Window::new(alpha, beta)) {
                break;
            }
            b = merit.min(beta);
        }
    }
    known.order.truncate(base);
    if visit == Visit::First {
        known.save(walk, at, kind);
    }
    walk.leave(children, depth, a)
}
