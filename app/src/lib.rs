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

use std::io::{self, ErrorKind};
use std::panic::catch_unwind;
use std::process::ExitCode;

use commands::Cli;
use ending::Ending;
use output::text;
use provebest_catalog::{cluster, worker};

/// Wrong use, or input that cannot be read.
const INVALID: u8 = 2;

/// Reads the command line, runs one command and says how it ended.
pub fn main() -> ExitCode {
    worker::keep_panics_quiet();
    os::outlive_small_files();
    let ended = catch_unwind(|| match asks_for_mpi().then(cluster::serve).flatten() {
        // Another rank than 0 has nothing to say.
        Some(served) => Ok(served.map(|()| Ending::Done)?),
        None => Cli::read().command.run(),
    });
    let status = match ended.unwrap_or_else(|left| Err(worker::panicked(&*left).into())) {
        Ok(ending) => ending.code(),
        Err(error) if is_closed_pipe(&error) => Ending::Done.code(),
        // Errors of files name their file: this one comes from writing the answer.
        Err(error) if error.chain().count() == 1 && error.is::<io::Error>() => {
            text::unwritten("standard output", &error).code()
        }
        Err(error) => {
            text::error(&error);
            Ending::of_error(&error).map_or(INVALID, Ending::code)
        }
    };
    cluster::dismiss(status);
    ExitCode::from(status)
}

/// Is the machine an MPI job? Then this process may be one of many, and only rank 0 reads the command line.
fn asks_for_mpi() -> bool {
    std::env::args_os().any(|word| {
        let word = word.to_string_lossy();
        let machine = word.strip_prefix("--machine=").unwrap_or(&word);
        machine == "mpi" || machine.starts_with("mpi:")
    })
}

/// The program that read our output has closed it.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe))
}
