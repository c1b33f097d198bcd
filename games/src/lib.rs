//! Games to search: synthetic and explicit trees, tic-tac-toe, Connect Four.

pub mod synthetic;
pub mod tree;
