//! Why a search cannot be run as it was asked for.

use std::error::Error;
use std::fmt;

use provebest_game::Score;
use provebest_machine::Failure;
use provebest_search::{NoReport, TooDeep};

use crate::algorithm::{Algorithm, MachineError, SettingsError};
use crate::clock::NO_CLOCK;

/// A search that cannot be run as it was asked for.
///
/// ```
/// use provebest::{SearchError, best_move, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let refused = best_move(&tree, &tree.root()).plies(1).search();
/// assert!(matches!(refused, Err(SearchError::TooDeep(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SearchError {
    /// Deeper than the limit on plies.
    TooDeep(TooDeep),
    /// A parameter of the algorithm is out of its range.
    Settings(SettingsError),
    /// The algorithm does not run on that machine.
    Machine(MachineError),
    /// The machine failed: a deadlock, a processor that was lost, threads that the system does not have.
    Failed(Failure),
    /// A parallel search came to no report for another reason.
    NoReport(NoReport),
    /// Threads of the engine and an algorithm of the family, which runs on a machine.
    ThreadsWithoutMachine(Algorithm),
    /// There is a limit on time, and no clock on this system (`wasm32-unknown-unknown`).
    NoClock,
    /// The estimate of some position is beyond ±[`Score::LIMIT`], or the result of a game beyond a win.
    Absurd(Score),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::TooDeep(error) => error.fmt(f),
            SearchError::Settings(error) => error.fmt(f),
            SearchError::Machine(error) => error.fmt(f),
            SearchError::Failed(failure) => failure.fmt(f),
            SearchError::NoReport(error) => error.fmt(f),
            SearchError::ThreadsWithoutMachine(algorithm) => {
                write!(f, "{algorithm} with a number of threads; expected a machine (search_on), or no algorithm")
            }
            SearchError::NoClock => f.write_str(NO_CLOCK),
            SearchError::Absurd(value) => absurd(f, *value),
        }
    }
}

/// Says that a value is out of range.
pub(crate) fn absurd(f: &mut fmt::Formatter<'_>, value: Score) -> fmt::Result {
    let most = Score::LIMIT;
    write!(f, "a position is worth {}; expected an estimate or a result from -{most} to {most}", value.0)
}

impl Error for SearchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SearchError::TooDeep(error) => Some(error),
            SearchError::Settings(error) => Some(error),
            SearchError::Machine(error) => Some(error),
            SearchError::Failed(failure) => Some(failure),
            SearchError::NoReport(error) => Some(error),
            SearchError::ThreadsWithoutMachine(_) | SearchError::NoClock | SearchError::Absurd(_) => None,
        }
    }
}

impl From<TooDeep> for SearchError {
    fn from(error: TooDeep) -> Self {
        SearchError::TooDeep(error)
    }
}

impl From<SettingsError> for SearchError {
    fn from(error: SettingsError) -> Self {
        SearchError::Settings(error)
    }
}

impl From<MachineError> for SearchError {
    fn from(error: MachineError) -> Self {
        SearchError::Machine(error)
    }
}

impl From<NoReport> for SearchError {
    fn from(error: NoReport) -> Self {
        match error {
            NoReport::TooDeep(error) => SearchError::TooDeep(error),
            NoReport::Failed(failure) => SearchError::Failed(failure),
            other => SearchError::NoReport(other),
        }
    }
}
