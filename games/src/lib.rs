//! Games to search: explicit and synthetic trees, tic-tac-toe, Connect Four, Othello, chess.

#[cfg(feature = "chess")]
pub mod chess;
pub mod connect_four;
pub mod othello;
pub mod synthetic;
pub mod tic_tac_toe;
pub mod tree;
