//! How the command ends, as an exit status.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use provebest::SearchError;
use provebest::machine::Failure;
use provebest_catalog::tiles::TileProblemError;
use provebest_catalog::worker::Lost;
use provebest_catalog::{CannotRun, Outcome, RequestError};
use provebest_search::Reason;

/// How a command ended that was used rightly. If several apply, the last one here counts.
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
    /// A user or the system interrupted it.
    Interrupted,
}

impl Ending {
    /// The exit status that says so.
    pub const fn code(self) -> u8 {
        match self {
            Ending::Done => 0,
            Ending::Unwritten => 4,
            Ending::Stopped => 3,
            Ending::No => 1,
            Ending::Interrupted => 130,
        }
    }

    /// How a request ends the command.
    pub fn of(outcome: &Outcome) -> Ending {
        let disproved = outcome.game_answer().is_some_and(|answer| answer.proved == Some(Some(false)));
        let ending = match outcome.stopped {
            None if disproved => Ending::No,
            None => Ending::Done,
            Some(Reason::Cancel) => Ending::Interrupted,
            Some(_) => Ending::Stopped,
        };
        if outcome.unwritten { ending.max(Ending::Unwritten) } else { ending }
    }

    /// How a command ends with an error that is not due to how it was used, but to a mistake in it or to what the system refused.
    pub fn of_error(error: &anyhow::Error) -> Option<Ending> {
        error.chain().find_map(|cause| {
            if let Some(error) = cause.downcast_ref() {
                return of_file(error);
            }
            if let Some(lost) = cause.downcast_ref() {
                return Some(of_worker(lost));
            }
            match cause.downcast_ref()? {
                RequestError::Search(SearchError::Failed(failure)) => Some(of_machine(failure)),
                RequestError::Puzzle(TileProblemError::Machine(CannotRun::Failed(failure))) => {
                    Some(of_machine(failure))
                }
                RequestError::Lost(lost) => Some(of_worker(lost)),
                _ => None,
            }
        })
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(ending.code())
    }
}

fn of_machine(failure: &Failure) -> Ending {
    match failure {
        Failure::TooFewThreads { .. } => Ending::Stopped,
        _ => Ending::No,
    }
}

fn of_worker(lost: &Lost) -> Ending {
    match lost {
        Lost::Panicked(_) => Ending::No,
        Lost::NoThread(_) => Ending::Stopped,
    }
}

fn of_file(error: &io::Error) -> Option<Ending> {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge | ErrorKind::ReadOnlyFilesystem => {
            Some(Ending::Unwritten)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn a_full_disk_is_no_wrong_use() {
        let ending = |kind: ErrorKind| {
            let error = Err::<(), _>(io::Error::from(kind)).context("the file").context("the experiment");
            Ending::of_error(&error.unwrap_err())
        };
        assert_eq!(ending(ErrorKind::StorageFull), Some(Ending::Unwritten));
        assert_eq!(ending(ErrorKind::ReadOnlyFilesystem), Some(Ending::Unwritten));
        assert_eq!(ending(ErrorKind::NotFound), None);
    }

    #[test]
    fn what_the_system_refused_is_no_wrong_use() {
        let refused = Failure::TooFewThreads { wanted: 2, had: 1, why: "no more".into() };
        let refused = RequestError::Search(SearchError::Failed(refused));
        assert_eq!(Ending::of_error(&Err::<(), _>(refused).context("er").unwrap_err()), Some(Ending::Stopped));
        let lost = RequestError::Lost(Lost::Panicked("one is two".into()));
        assert_eq!(Ending::of_error(&lost.into()), Some(Ending::No));
        let misused = RequestError::NoGame("go".into());
        assert_eq!(Ending::of_error(&misused.into()), None);
    }
}
