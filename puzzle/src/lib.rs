//! Puzzles for one player, and the cheapest way through them.
//!
//! A [`Puzzle`] says what can be done, what that costs, and how far the goal is at least; [`Closures`] makes one of three
//! functions. Searches are one algorithm a file: [`AStar`], [`IdaStar`], [`BatchIdaStar`], [`BreadthFirst`],
//! [`Bidirectional`], [`DepthFirstBranchAndBound`], [`RecursiveBestFirst`], and in parallel, on every machine of `provebest-machine`,
//! [`ParallelIdaStar`], [`TranspositionDriven`], [`ParallelWindow`], [`HashDistributedAStar`] and
//! [`ParallelIterativeAStar`]. They know neither clocks
//! nor threads nor terminals: what ends them early is a [`Limits`], what they report meanwhile is [`PuzzleProgress`], what
//! they return is a [`Report`].
//!
//! # Bring your own puzzle
//!
//! Three functions are enough: what can be done and what it costs, what is left at least, and when it is done. Two jugs hold
//! 5 and 3 litres; how does one get 4?
//!
//! ```
//! use provebest_machine::Threads;
//! use provebest_puzzle::{AStar, Closures, Cost, IdaStar, ParallelIdaStar, Solve, SolveOn, Task};
//!
//! let pours = |&(large, small): &(u32, u32)| {
//!     let over = large.min(3 - small);
//!     let back = small.min(5 - large);
//!     [(5, small), (large, 3), (0, small), (large, 0), (large - over, small + over), (large + back, small - back)]
//!         .map(|jugs| (jugs, Cost(1)))
//! };
//! let puzzle = Closures::new(pours, |&(large, _)| Cost(u32::from(large != 4)), |&(large, _)| large == 4);
//! let task = Task::new(&puzzle, &(0, 0));
//! let solution = AStar.solve(&task).solution.expect("there is a way");
//! assert_eq!((solution.cost, solution.moves), (Cost(6), vec![0, 4, 3, 4, 0, 4]));
//! assert_eq!(IdaStar::default().solve(&task).bound, Cost(6));
//! assert_eq!(ParallelIdaStar::default().solve_on(&task, &Threads::new(2))?.report.bound, Cost(6));
//! # Ok::<(), provebest_machine::Failure>(())
//! ```
//!
//! Moves with names, states that carry their estimate along, children that are visited and never listed: that is the trait, with
//! an example at [`Puzzle`]. [`pancakes`] is a small one to copy.
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
pub use parallel::{
    HashDistributedAStar, ParallelIdaStar, ParallelIterativeAStar, ParallelWindow, Ran, SolveOn, TranspositionDriven,
};

pub use puzzle::{Closures, Cost, Puzzle, Reversible};
pub use report::{Iteration, Listener, PuzzleProgress, Report, Solution, Task};
pub use solve::{
    AStar, AllSolutions, BatchIdaStar, Bidirectional, BreadthFirst, DepthFirstBranchAndBound, IdaStar,
    RecursiveBestFirst, Solve,
};
