//! One command a file.

pub mod algorithms;
pub mod compare;
pub mod completions;
pub mod games;
pub mod man;
pub mod search;
