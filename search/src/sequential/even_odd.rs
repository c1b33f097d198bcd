//! The hybrid of SSS* and DUAL* by the parity of the depth that remains (Marsland, Reinefeld and Schaeffer 1987, section 3): the
//! paper names it as its reason to run DUAL* below a node of MAX, and leaves it there.

use provebest_game::Evaluate;

use crate::limits::TooDeep;
use crate::measure::Observer;
use crate::report::{Report, Search, Task};
use crate::sequential::{DualStar, SssStar};

/// SSS* where an even number of plies remains, DUAL* where an odd number remains, in one search.
///
/// At a node of even depth SSS* lets the mover choose among all children at once. At its children, of odd depth, DUAL* lets their
/// opponent choose, which is the same player. So the two never disagree about a node: the player who moves at even depths
/// chooses among all children, the other one is led through them from left to right, and the last ply belongs to the latter. That
/// is what the paper wants: good bounds for siblings where most of the tree is.
///
/// Contract: the value `V` exactly. Stopped early it has proved what [`SssStar`] or [`DualStar`] has.
///
/// Marsland, Reinefeld and Schaeffer 1987, section 3; a reading.
///
/// Time: the leaves of SSS* if the depth is even, of DUAL* if it is odd, in their order. Memory: about w^floor(d/2) nodes.
///
/// ```
/// use provebest_search::{Counters, DualStar, EvenOdd, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[[3,12],[8,2]],[[4,6],[14,5]]]".parse()?;
/// let (mut hybrid, mut dual) = (Counters::default(), Counters::default());
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// assert_eq!(EvenOdd.search(&task, &mut hybrid)?.value, Some(Score(8)));
/// DualStar.search(&task, &mut dual)?;
/// assert_eq!(hybrid.leaf_visits, dual.leaf_visits, "three plies");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EvenOdd;

impl Search for EvenOdd {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        match task.depth.0.is_multiple_of(2) {
            true => SssStar.search(task, observer),
            false => DualStar.search(task, observer),
        }
    }
}
