//! The line of best play, where the search that found the value does not know all of it.

use provebest_game::{Depth, Evaluate, Score};

use crate::limits::{Budget, Limits, Stopped};
use crate::lines::Variation;
use crate::measure::Watch;
use crate::report::Task;
use crate::sequential::negascout::{NOTHING, null};
use crate::walk::Walk;

/// The line from the root to a leaf worth `value`, and how many leaves were visited for it: none if the search is sure of
/// its line. If it is called off, the line ends where it is known.
pub(crate) fn best_play<G: Evaluate>(task: &Task<'_, G>, line: Variation, value: Score) -> (Vec<u32>, u64) {
    let (mut path, complete) = line.certain();
    if complete {
        return (path, 0);
    }
    let limits = Limits { nodes: None, bytes: None, ..task.limits };
    let mut nobody = ();
    let mut walk = Walk::new(task, &mut nobody, Budget::new(&limits));
    // Called off or not, the path is best play.
    let _ = play_on(&mut walk, task, &mut path, value);
    (path, walk.budget.leaves)
}

/// Goes on along a path of best play. At a node worth `v`, the first child worth `v` to its parent is a best one; and since
/// none is worth more, it is enough to ask whether a child is worth at least `v`.
fn play_on<G: Evaluate, W: Watch>(
    walk: &mut Walk<'_, G, W>,
    task: &Task<'_, G>,
    path: &mut Vec<u32>,
    value: Score,
) -> Result<(), Stopped> {
    let mut node = walk.replay(task.root, path);
    let mut depth = Depth(task.depth.0 - path.len() as u32);
    let mut value = if path.len().is_multiple_of(2) { value } else { -value };
    while let Some(children) = walk.reopen(&node, depth) {
        for number in 0..children.count() {
            let child = walk.son(&node, children, depth, number);
            let last = number + 1 == children.count();
            if last || -null::<NOTHING, G, W>(walk, child.clone(), depth.less(), -value + 1)? >= value {
                path.push(number);
                node = child;
                break;
            }
        }
        walk.list.close(children);
        (depth, value) = (depth.less(), -value);
    }
    Ok(())
}
