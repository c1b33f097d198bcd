//! Games to search: explicit trees and graphs, synthetic trees, tic-tac-toe, Connect Four, Othello, chess.

#[cfg(feature = "chess")]
pub mod chess;
pub mod connect_four;
pub mod graph;
pub mod othello;
pub mod synthetic;
pub mod tic_tac_toe;
pub mod tree;
