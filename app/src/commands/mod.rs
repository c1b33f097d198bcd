//! One command a file.

pub mod algorithms;
pub mod bench;
mod bench_puzzles;
pub mod compare;
pub mod completions;
pub mod contest;
pub mod explain;
pub mod games;
pub mod lab;
pub mod man;
mod meter;
pub mod nboard;
pub mod play;
pub mod search;
pub mod solve;
pub mod suite;
mod tiles;
pub mod uci;
