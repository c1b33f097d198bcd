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
mod os;
mod people;
mod problem;
mod progress;
mod recorder;
mod run;
mod talk;
mod thinker;
mod timeline;
mod uci;
mod whole;
mod worker;

use std::io::{self, ErrorKind};
use std::panic::catch_unwind;
use std::process::ExitCode;

use provebest::machine::Failure;
use provebest::tiles::TileProblemError;
use provebest::{CannotRun, SearchError};
use worker::Lost;

/// How a command ended, when it was used rightly: of several things that can be said, the last one here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// With its result.
    Done,
    /// With its result, but a file that was asked for could not be written.
    Unwritten,
    /// A limit ended it before the answer, its own or the system's.
    Stopped,
    /// It ran, but the answer is no.
    No,
    /// Somebody interrupted it.
    Interrupted,
}

impl Ending {
    /// The exit status that tells it.
    pub const fn code(self) -> u8 {
        match self {
            Ending::Done => 0,
            Ending::Unwritten => 4,
            Ending::Stopped => 3,
            Ending::No => 1,
            Ending::Interrupted => 130,
        }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(ending.code())
    }
}

/// Wrong use, or input that cannot be read.
const INVALID: u8 = 2;

fn main() -> ExitCode {
    worker::keep_panics_quiet();
    os::outlive_small_files();
    let ended = catch_unwind(|| cli::Cli::read().command.run());
    match ended.unwrap_or_else(|left| Err(worker::panicked(&*left).into())) {
        Ok(ending) => ending.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        // Whoever opens a file says which: this was the answer.
        Err(error) if error.chain().count() == 1 && error.is::<io::Error>() => {
            people::unwritten("standard output", &error).into()
        }
        Err(error) => {
            people::error(&error);
            ending_of(&error).map_or(ExitCode::from(INVALID), ExitCode::from)
        }
    }
}

/// How a command ends with an error that is not due to how it was used, but to a mistake in it or to what the system refused.
pub fn ending_of(error: &anyhow::Error) -> Option<Ending> {
    let of_machine = |failure: &Failure| match failure {
        Failure::TooFewThreads { .. } => Ending::Stopped,
        _ => Ending::No,
    };
    let of_file = |error: &io::Error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge | ErrorKind::ReadOnlyFilesystem => {
            Some(Ending::Unwritten)
        }
        _ => None,
    };
    error.chain().find_map(|cause| {
        if let Some(error) = cause.downcast_ref() {
            return of_file(error);
        }
        if let Some(lost) = cause.downcast_ref::<Lost>() {
            return Some(match lost {
                Lost::Panicked(_) => Ending::No,
                Lost::NoThread(_) => Ending::Stopped,
            });
        }
        match (cause.downcast_ref(), cause.downcast_ref()) {
            (Some(SearchError::Failed(failure)), _) => Some(of_machine(failure)),
            (_, Some(TileProblemError::Machine(CannotRun::Failed(failure)))) => Some(of_machine(failure)),
            _ => None,
        }
    })
}

/// Whoever was reading has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn a_full_disk_is_no_wrong_use() {
        let ending = |kind: ErrorKind| {
            let error = Err::<(), _>(io::Error::from(kind)).context("the file").context("the experiment");
            ending_of(&error.unwrap_err())
        };
        assert_eq!(ending(ErrorKind::StorageFull), Some(Ending::Unwritten));
        assert_eq!(ending(ErrorKind::ReadOnlyFilesystem), Some(Ending::Unwritten));
        assert_eq!(ending(ErrorKind::NotFound), None);
    }
}
