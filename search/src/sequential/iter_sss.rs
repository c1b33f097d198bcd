//! ITERSSS*(M) (Bhattacharya and Bagchi 1986): SSS* with room for M nodes. What finds no room waits until something is
//! solved.
//!
//! The text is that of the process PARITERSSS* of Bhattacharya and Bagchi 1993, section 5, with one processor; it stands
//! in `iter_sss/process.rs`.

mod leaves;
pub(crate) mod process;

use provebest_game::{Evaluate, Score, Shape, Window};

use crate::limits::{Stopped, TooDeep};
use crate::measure::Observer;
use crate::report::{Report, Search, Task};
use crate::walk::Walk;
use process::{Merit, Nobody, Process, Rules, Seed, Turn};

/// ITERSSS*(M): [`SssStar`](crate::SssStar) with room for M nodes.
///
/// A LIVE node of MIN whose first child cannot be expanded within M becomes INACTIVE; when a sibling below the same
/// parent is SOLVED, the deepest INACTIVE node that still has a higher merit wakes up. M0 = ceil(d/2)(b - 1) + 1 nodes
/// are always enough on a uniform tree of width b and height d. Where they are not (a node may be wider than the sibling
/// that it follows, and takes its place without a check for room), more are held, if need be by expanding the deepest
/// leftmost INACTIVE node in spite of M, and the report says so.
///
/// Contract: the value `V` exactly. Stopped early it has proved `V <= h` for the largest merit `h`.
///
/// Bhattacharya and Bagchi 1986; the text is that of their PARITERSSS* (1993) with one processor.
///
/// Time: the leaves of SSS* with M = b^ceil(d/2), more with less; on uniform trees never more than alpha-beta. Memory: M
/// nodes of about 80 bytes and the game's state, and the lines behind them.
///
/// ```
/// use provebest_search::{IterSss, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = IterSss { memory: Some(3) }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
/// assert_eq!((report.value, report.over_memory), (Some(Score(3)), false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct IterSss {
    /// M, the number of nodes there is room for. `None` takes [`IterSss::least`] of the game's shape, and no bound at
    /// all where that is not known.
    pub memory: Option<u64>,
}

impl IterSss {
    /// M0 = ceil(d/2)(b - 1) + 1, the least M that suffices for a tree of this shape.
    pub fn least(shape: Shape) -> u64 {
        u64::from(shape.height.0.div_ceil(2)) * u64::from(shape.width.saturating_sub(1)) + 1
    }

    /// The same for the tree of a task, where its shape is known.
    pub(crate) fn least_for<G: Evaluate>(task: &Task<'_, G>) -> Option<u64> {
        let shape = task.game.shape(task.root)?;
        Some(IterSss::least(Shape { height: shape.height.min(task.depth), ..shape }))
    }
}

impl Search for IterSss {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        let memory = self.memory.or_else(|| IterSss::least_for(task));
        let mut over_memory = false;
        let mut report = Walk::run(task, observer, Window::FULL, |walk, root| {
            let rules = Rules { top: task.depth, memory, spawn_height: None };
            let mut process = Process::new(Seed::root(root), rules);
            let solved = alone(&mut process, walk);
            over_memory = process.over_memory;
            walk.ceiling = Some(process.h()).filter(|h| *h < Score::INFINITY);
            let Merit { h, leaf } = solved?;
            walk.lines.set(task.depth, &leaf.unwrap_or_default().into());
            Ok(h)
        })?;
        report.over_memory = over_memory;
        Ok(report)
    }
}

/// Runs a process that has no processor to spawn others on.
fn alone<G: Evaluate, W: Observer>(
    process: &mut Process<G::State>,
    walk: &mut Walk<'_, G, W>,
) -> Result<Merit, Stopped> {
    loop {
        match process.turn(walk, &mut Nobody)? {
            Turn::Held => process.examine(walk, &mut Nobody)?,
            Turn::Waiting => unreachable!("there is no other process to wait for"),
            Turn::Ended(merit) => return Ok(merit),
        }
    }
}
