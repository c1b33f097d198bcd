//! Races: how fast searches are, as ratios. The contenders take turns on the same problems in one run, so that a busy machine
//! disturbs all of them alike. `provebest bench` runs them.

mod handmade;
pub mod puzzles;
pub mod speed;
pub mod threads;
