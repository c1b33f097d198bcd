//! Puzzles.

pub mod pancakes;
pub mod salesman;
pub mod tiles;
