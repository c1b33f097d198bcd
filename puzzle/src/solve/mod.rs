//! Searches by one processor, one algorithm a file.

mod a_star;
mod batch_ida_star;
mod bidirectional;
mod breadth_first;
mod depth_first_branch_and_bound;
mod ida_star;
mod recursive_best_first;

pub use a_star::AStar;
pub use batch_ida_star::BatchIdaStar;
pub use bidirectional::Bidirectional;
pub use breadth_first::BreadthFirst;
pub use depth_first_branch_and_bound::DepthFirstBranchAndBound;
pub use ida_star::{AllSolutions, IdaStar};
pub use recursive_best_first::RecursiveBestFirst;

use crate::puzzle::Puzzle;
use crate::report::{Report, Task};

/// A search for the cheapest solution, by one processor.
pub trait Solve {
    /// Looks for the cheapest solution.
    fn solve<P: Puzzle>(&self, task: &Task<'_, P>) -> Report<P::Move>;
}
