//! Minimax (Shannon 1950): every leaf, once. The oracle that all other searches are tested against.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::Observer;
use crate::report::{Report, Search, Task};
use crate::walk::{Entered, Walk};

/// Plain minimax: looks at everything.
///
/// Contract: the value `V` exactly; `V(p) = value(p)` at a leaf, otherwise the maximum of `-V(child)` over the children.
///
/// Shannon 1950; in the negamax form of Knuth and Moore 1975.
///
/// Time: all leaves of the tree, w^d. Memory: the path.
///
/// ```
/// use provebest_search::{Minimax, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = Minimax.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl Search for Minimax {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| value(walk, root, task.depth))
    }
}

fn value<G: Evaluate, W: Observer>(walk: &mut Walk<'_, G, W>, node: G::State, depth: Depth) -> Result<Score, Stopped> {
    let children = match walk.enter(&node, depth, Window::FULL)? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let mut best = Score::WORST;
    for number in 0..children.count() {
        let child = walk.child(&node, children, depth, number);
        let score = -value(walk, child, depth.less())?;
        if score > best {
            best = score;
            walk.update_sure(depth, number, best);
        }
    }
    walk.leave(children, depth, best)
}
