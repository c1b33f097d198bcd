//! Games for Provebest, and trees that stand for games.

pub mod connect_four;
pub mod tic_tac_toe;
pub mod tree;
