//! The selective searches against plain minimax and against brute force, on thousands of small trees with many ties.

mod bounds;
mod conspiracy;
mod evolving;
mod example;
mod games;
mod limits;
mod sss;
mod trees;
