//! Games as an author would write them, for tests and examples.

pub mod breakthrough;
pub mod domineering;
pub mod gomoku;
pub mod hex;
pub mod kalah;
pub mod ladder;
