//! What the searches for puzzles promise. It is one program, so that every search is compiled once for all of it.

mod common;
mod domains;
mod eight;
mod graphs;
mod korf;
mod no_duplicates;
mod parallel;
mod run_time_boards;
