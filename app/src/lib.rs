//! The command `provebest`. Everything it knows of games and searches it asks the catalog for; here live arguments, standard
//! input and output, colours and the clock on the wall.
//!
//! A new command is a module in `commands/` with an `Args` struct and a `run` that returns an `Ending`, and an arm in
//! `commands::Command`.

mod commands;
mod ending;
mod explain;
mod r#match;
mod options;
mod os;
mod output;
mod protocols;
mod theatre;

pub use commands::main;
