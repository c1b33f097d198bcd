//! Games for Provebest, and trees that stand for games.

pub mod tree;
