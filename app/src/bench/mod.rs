//! Fixed work: what it counts, which must not change unnoticed, and how fast it goes.

pub mod counts;
pub mod games;
mod handmade;
pub mod puzzles;
pub mod speed;
pub mod threads;
