//! The command `provebest`. Everything it knows of games and searches it has from the library of the same name; here
//! live arguments, files, standard input and output, colours and the clock on the wall.
//!
//! A new command is a module in `commands/` with an `Args` struct and a `run` that returns an [`Ending`], and an arm in
//! [`cli::Command`].

mod bench;
mod board;
mod cli;
mod commands;
mod contest;
mod endings;
mod explain;
mod line;
mod memory;
mod nboard;
mod people;
mod problem;
mod progress;
mod recorder;
mod run;
mod talk;
mod thinker;
mod timeline;
mod uci;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Parser;

/// How a command ended, when it was used rightly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With its result.
    Done,
    /// It ran, but the answer is no.
    No,
    /// A limit ended it before the answer.
    Stopped,
    /// Somebody interrupted it.
    Interrupted,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(match ending {
            Ending::Done => 0,
            Ending::No => 1,
            Ending::Stopped => 3,
            Ending::Interrupted => 130,
        })
    }
}

/// Wrong use, or input that cannot be read.
const INVALID: u8 = 2;

fn main() -> ExitCode {
    match cli::Cli::parse().command.run() {
        Ok(ending) => ending.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let style = anstyle::AnsiColor::Red.on_default().bold();
            people::note(format_args!("{style}error:{style:#} {error:#}"));
            ExitCode::from(INVALID)
        }
    }
}

/// Whoever was reading has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe))
}
