//! Scout (Pearl 1980): the first child is evaluated, the others are tested, and evaluated only if they are strictly
//! better.

use provebest_game::{Depth, Evaluate, Score, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::Observer;
use crate::null_window::{NOTHING, null};
use crate::report::{Report, Search, Task};
use crate::walk::{Entered, Walk};

/// Scout: evaluates the first child, tests the others, and evaluates only those that are strictly better.
///
/// Contract: the value `V` exactly. `EVAL(p)` passes no bounds down, so `EVAL(p) = V(p)` always; `TEST` is a
/// null-window search of which only yes or no is used.
///
/// Pearl 1980.
///
/// Time: may visit leaves that alpha-beta does not, because EVAL starts without bounds, and some leaves several times.
/// Memory: the path.
///
/// ```
/// use provebest_search::{Scout, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = Scout.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!(report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Scout;

impl Search for Scout {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| eval(walk, root, task.depth))
    }
}

fn eval<G: Evaluate, W: Observer>(walk: &mut Walk<'_, G, W>, node: G::State, depth: Depth) -> Result<Score, Stopped> {
    let children = match walk.enter_one(&node, depth, Window::FULL)? {
        Entered::Children(children) => children,
        Entered::Done(score) => return Ok(score),
    };
    let mut best = Score::WORST;
    for number in 0..children.count() {
        let child = walk.child(&node, children, depth, number);
        if number > 0 {
            let better = -null::<NOTHING, G, W>(walk, child.clone(), depth.less(), -best)? > best;
            if !better {
                continue;
            }
            walk.research(depth, number, Window::FULL);
        }
        best = -eval(walk, child, depth.less())?;
        walk.update_sure(depth, number, best);
    }
    walk.leave(children, depth, best)
}
