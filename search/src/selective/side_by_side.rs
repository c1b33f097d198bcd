//! SSS* and DUAL* side by side (after Kumar and Kanal 1984; the paper was not seen): one lowers what the root can be worth, the
//! other raises it, and where they meet is the value.

use provebest_game::{Depth, Evaluate, Score, Window};

use super::solution::Solutions;
use crate::limits::TooDeep;
use crate::measure::Observer;
use crate::report::{Report, Search, Task};
use crate::walk::Walk;

/// SSS* and DUAL* take turns, leaf by leaf, until one of them ends or their bounds meet.
///
/// They are interleaved here on one processor: in each round both value a leaf, as two processors would at the same time. So a
/// time on two processors is half the number of leaf visits.
///
/// Contract: the value `V` exactly. After every round `-m' <= V <= m` for the largest merits `m` of SSS* and `m'` of DUAL*. No
/// more rounds than either of them alone has leaves.
///
/// After Kumar and Kanal 1984; a reading.
///
/// Time: rounds, at most the leaves of the better one. Memory: that of both.
///
/// ```
/// use provebest_search::{Counters, Search, SideBySide, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let mut counters = Counters::default();
/// let report = SideBySide.search(&Task::new(&tree, &tree.root(), tree.height()), &mut counters)?;
/// assert_eq!((report.value, counters.leaf_visits.div_ceil(2)), (Some(Score(3)), 5), "five rounds");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideBySide;

impl Search for SideBySide {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| {
            let mut sss = Solutions::new(root.clone(), true, Depth(0));
            let mut dual = Solutions::new(root, false, Depth(0));
            walk.stored(2);
            loop {
                let (above, below) = (sss.step(walk, task.depth)?, dual.step(walk, task.depth)?);
                let (high, low) = (sss.merit(), -dual.merit());
                walk.ceiling = Some(high).filter(|high| *high < Score::INFINITY);
                walk.finished = Some(low).filter(|low| *low > Score::WORST);
                if above || below || low == high {
                    walk.propose_line(sss.leader.filter(|_| above).as_slice());
                    return Ok(if below { low } else { high });
                }
            }
        })
    }
}
