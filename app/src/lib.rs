//! The command `provebest`. Everything it knows of games and searches it asks the catalog for; here live arguments, standard
//! input and output, colours and the clock on the wall.
//!
//! A new command is a module in `commands/` with an `Args` struct and a `run` that returns an `Ending`, and an arm in
//! `cli::Command`.

mod cli;
mod commands;
mod ending;
mod explain;
mod r#match;
mod options;
mod os;
mod output;
mod protocols;

use std::io::{self, ErrorKind};
use std::panic::catch_unwind;
use std::process::ExitCode;

use ending::Ending;
use output::text;
use provebest_catalog::worker;

/// Wrong use, or input that cannot be read.
const INVALID: u8 = 2;

/// Reads the command line, runs one command and says how it ended.
pub fn main() -> ExitCode {
    worker::keep_panics_quiet();
    os::outlive_small_files();
    let ended = catch_unwind(|| cli::Cli::read().command.run());
    match ended.unwrap_or_else(|left| Err(worker::panicked(&*left).into())) {
        Ok(ending) => ending.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        // Errors of files name their file: this one comes from writing the answer.
        Err(error) if error.chain().count() == 1 && error.is::<io::Error>() => {
            text::unwritten("standard output", &error).into()
        }
        Err(error) => {
            text::error(&error);
            Ending::of_error(&error).map_or(ExitCode::from(INVALID), ExitCode::from)
        }
    }
}

/// The program that read our output has closed it.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe))
}
