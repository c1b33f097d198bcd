//! Sliding tiles whose size and heuristic are known only now: the boards of [`provebest_puzzle::tiles`] by text.

mod board;
mod heuristic;
mod problem;

pub use board::Board;
pub use heuristic::TileHeuristic;
pub use problem::{TileProblem, TileProblemError};
