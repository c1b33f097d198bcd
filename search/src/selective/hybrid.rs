//! The hybrid of SSS* and alpha-beta (Leifker and Kanal 1985; the paper was not seen, only what the 1991 survey says of it):
//! SSS* above a seam, alpha-beta below.

use provebest_game::{Depth, Evaluate, Ply, Score, Window};

use super::solution::Solutions;
use crate::limits::TooDeep;
use crate::measure::Observer;
use crate::report::{Report, Search, Task};
use crate::walk::Walk;

/// SSS* down to a seam, where a node is valued by alpha-beta with the window (-inf, merit).
///
/// Contract: the value `V` exactly, for every seam. With the seam at the root it visits the leaves of alpha-beta, with the seam
/// at the leaves those of SSS*, in their order. Stopped early it has proved `V <= m` for the largest merit `m`.
///
/// Leifker and Kanal 1985; a reading.
///
/// Time: between the ends it may visit more leaves than alpha-beta does. Memory: about w^ceil(s/2) entries for the seam s, less
/// than SSS* needs.
///
/// ```
/// use provebest_search::{Counters, HybridSss, Search, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[[3,1],[5,6]],[[2,9],[7,8]]]".parse()?;
/// for seam in 0..=3 {
///     let report = HybridSss { seam: Ply(seam) }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
///     assert_eq!(report.value, Some(Score(8)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HybridSss {
    /// How many plies below the root alpha-beta begins.
    pub seam: Ply,
}

impl Search for HybridSss {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        Walk::run(task, observer, Window::FULL, |walk, root| {
            let seam = Depth(task.depth.0.saturating_sub(self.seam.0));
            let mut solutions = Solutions::new(root, true, seam);
            walk.stored(1);
            while !solutions.step(walk, task.depth)? {
                walk.ceiling = Some(solutions.merit()).filter(|merit| *merit < Score::INFINITY);
            }
            if let Some(leader) = solutions.leader {
                walk.propose_line(&[leader]);
            }
            Ok(solutions.merit())
        })
    }
}
