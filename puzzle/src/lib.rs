//! Search for one: puzzles, and the cheapest way through them.
//!
//! A [`Puzzle`] says what can be done, what that costs, and how far the goal is at least; [`Closures`] makes one of three
//! functions. Searches are one algorithm a file: [`AStar`], [`IdaStar`], [`BreadthFirst`], [`Bidirectional`],
//! [`DepthFirstBranchAndBound`], [`RecursiveBestFirst`], and in parallel, on every machine of `provebest-machine`,
//! [`ParallelIdaStar`], [`ParallelWindow`] and [`HashDistributedAStar`]. They know neither clocks nor threads nor
//! terminals: what ends them early is a [`Limits`], what they tell on the way is [`News`], what they return is a
//! [`Report`].
//!
//! Three puzzles are here: sliding [`tiles`], a travelling [`salesman`], and [`pancakes`].

mod dive;
mod domains;
mod limits;
mod parallel;
mod puzzle;
mod queue;
mod report;
mod solve;
mod store;

pub use domains::{pancakes, salesman, tiles};
pub use limits::{Limits, Reason, Stop};
pub use parallel::{HashDistributedAStar, ParallelIdaStar, ParallelWindow, Ran, SolveOn};

pub use puzzle::{Closures, Cost, Looked, Puzzle, Reversible};
pub use report::{Iteration, News, Report, Solution, Task};
pub use solve::{AStar, Bidirectional, BreadthFirst, DepthFirstBranchAndBound, IdaStar, RecursiveBestFirst, Solve};
