//! The line of best play, where the search that found the value does not know all of it.

use provebest_game::{Depth, Evaluate, Score};

use crate::limits::{Budget, Limits, Stopped};
use crate::lines::{ALL_SURE, Variation};
use crate::measure::Observer;
use crate::report::Task;
use crate::sequential::negascout::{EVERYTHING, null};
use crate::walk::Walk;

/// A line of best play.
pub(crate) struct BestPlay {
    pub(crate) path: Vec<u32>,
    /// Does it end in a leaf? Not if time ran out before.
    pub(crate) complete: bool,
    /// Leaves that were visited for it: none if the search was sure of its line.
    pub(crate) visits: u64,
}

/// The line from the root to a leaf worth `value`.
pub(crate) fn best_play<G: Evaluate>(task: &Task<'_, G>, mut line: Variation, value: Score) -> BestPlay {
    if line.sure == ALL_SURE {
        return BestPlay { path: line.path, complete: true, visits: 0 };
    }
    let limits = Limits { nodes: None, bytes: None, ..task.limits };
    let mut nobody = ();
    let mut walk = Walk::new(task, &mut nobody, Budget::new(&limits));
    // Called off or not, the moves that are sure are best play.
    let complete = play_on(&mut walk, task, &mut line, value).is_ok();
    line.path.truncate(line.sure as usize);
    BestPlay { path: line.path, complete, visits: walk.budget.leaves }
}

/// Makes sure of a line, move by move. At a node worth `v`, no child is worth more to it, so a child is a best one if it is
/// worth at least `v`: a null window tells. The move of the line is asked first, and whoever answers knows how to go on.
fn play_on<G: Evaluate, W: Observer>(
    walk: &mut Walk<'_, G, W>,
    task: &Task<'_, G>,
    line: &mut Variation,
    value: Score,
) -> Result<(), Stopped> {
    while line.sure != ALL_SURE {
        let ply = line.sure as usize;
        let node = walk.replay(task.root, &line.path[..ply]);
        let depth = Depth(task.depth.0 - line.sure);
        let value = if ply.is_multiple_of(2) { value } else { -value };
        let Some(children) = walk.reopen(&node, depth) else { return Ok(()) };
        let count = children.count();
        let first = line.path.get(ply).copied().unwrap_or(0);
        for place in 0..count {
            let number = (first + place) % count;
            let mut rest = Variation::default();
            if place + 1 < count {
                let child = walk.child(&node, children, depth, number);
                if -null::<EVERYTHING, G, W>(walk, child, depth.less(), -value + 1)? < value {
                    continue;
                }
                walk.lines.read(depth.less(), &mut rest);
            }
            line.path.truncate(ply);
            line.path.push(number);
            line.path.extend(rest.path);
            line.sure = if rest.sure == ALL_SURE { ALL_SURE } else { line.sure + 1 + rest.sure };
            break;
        }
        walk.list.close(children);
    }
    Ok(())
}
