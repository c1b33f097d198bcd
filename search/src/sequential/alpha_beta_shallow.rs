//! Alpha-beta without deep cut-offs (Knuth and Moore 1975, their F1): a node is measured against what its parent has,
//! and against nothing higher up.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::{Cut, Observer};
use crate::report::{Report, Search, Task};
use crate::walk::{Entered, Walk};

/// Alpha-beta without deep cut-offs: of the window only beta is handed down.
///
/// Contract, for the value `V` of the node and the result `v` of the bound: `v >= bound` means `V >= v`, otherwise `v = V`.
/// At the root the bound is infinite.
///
/// Knuth and Moore 1975 (their F1). Fuller, Gaschnig and Gillogly 1973 and Lindstrom 1983, section 2.2, ask what the deep cut-offs
/// that it forgoes are worth.
///
/// Time: every leaf of [`AlphaBeta`](crate::AlphaBeta), and those that a bound from three or more plies above would have cut off. On
/// perfectly ordered trees T(d) = T(d-1) + (w-1) T(d-2) leaves, T(0) = T(-1) = 1. Memory: the path.
///
/// ```
/// use provebest_search::{AlphaBeta, AlphaBetaShallow, Counters, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[[[5,6]]],[[[[1]],[[4]],[[7,8]]]]]".parse()?;
/// let (mut deep, mut shallow) = (Counters::default(), Counters::default());
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// assert_eq!(AlphaBeta.search(&task, &mut deep)?.value, Some(Score(8)));
/// assert_eq!(AlphaBetaShallow.search(&task, &mut shallow)?.value, Some(Score(8)));
/// assert!(shallow.leaf_visits >= deep.leaf_visits);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBetaShallow;

impl Search for AlphaBetaShallow {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| f1(walk, root, task.depth, Score::INFINITY))
    }
}

fn f1<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    node: G::State,
    depth: Depth,
    bound: Score,
) -> Result<Score, Stopped> {
    let children = match walk.enter(&node, depth, Window::new(Score::WORST, bound))? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let mut best = Score::WORST;
    for number in 0..children.count() {
        let child = walk.child(&node, children, depth, number);
        let score = -f1(walk, child, depth.less(), -best)?;
        if score > best {
            best = score;
            walk.update_sure(depth, number, best);
            if best >= bound {
                walk.cut(depth, number, Cut::Beta);
                break;
            }
        }
    }
    walk.leave(children, depth, best)
}
