//! Rank 0 asks the other processes of an MPI job to take part in a search. Without the feature `mpi` there are none.

use provebest::AnyMachine;
use provebest::player::{GameHistory, Player, Timer};
use provebest_game::{Evaluate, Keyed, Skills};
use provebest_search::engine::Answer;
#[cfg(feature = "mpi")]
use {
    crate::method::Method,
    crate::request::Record,
    provebest::SearchError,
    provebest::player::{ClusterError, think_on},
    provebest_machine::{Failure, Rank},
    std::sync::atomic::{AtomicBool, Ordering::Relaxed},
    std::sync::{Mutex, PoisonError},
};

use crate::request::{Request, RequestError};

/// Rank 0 asks all others to run this request too. Everywhere else it does nothing.
#[cfg(feature = "mpi")]
pub(crate) fn ask_others(request: &Request, machine: &AnyMachine) -> Result<(), RequestError> {
    let AnyMachine::Mpi(mpi) = machine else { return Ok(()) };
    if mpi.rank() != Rank::FIRST {
        return Ok(());
    }
    // Of the family, rank 0 finds out about all moves by itself.
    let all_moves = request.record.all_moves && matches!(request.method, Method::Engine(_));
    let record = Record { all_moves, proof_file: None, ..request.record.clone() };
    let request = Request { record, ..request.clone() };
    let text = serde_json::to_string(&request).expect("a request is data");
    mpi.tell_all(&text).map_err(failed)
}

/// There are no others.
#[cfg(not(feature = "mpi"))]
pub(crate) fn ask_others(_: &Request, _: &AnyMachine) -> Result<(), RequestError> {
    Ok(())
}

/// Before the number of rounds, where rank 0 asks for messages and not for a search.
#[cfg(feature = "mpi")]
pub(crate) const MESSAGES: &str = "messages ";

/// Rank 0 asks all others to take part in a measurement of messages.
#[cfg(feature = "mpi")]
pub(crate) fn ask_for_messages(mpi: &provebest::mpi::Mpi, rounds: u32) -> Result<(), Failure> {
    if mpi.rank() == Rank::FIRST { mpi.tell_all(&format!("{MESSAGES}{rounds}")) } else { Ok(()) }
}

/// A player thinks; on the processes of an MPI job, with the players of the others.
pub(crate) fn think<'a, G>(
    machine: &AnyMachine,
    player: Player<'a, G>,
    history: &GameHistory<'a, G>,
    timer: &Timer,
    listener: &mut (dyn FnMut(&Answer<G::Move>) + Send),
) -> Result<Answer<G::Move>, RequestError>
where
    G: Evaluate<State: Send + Sync, Move: Send + Sync> + Keyed + Skills + Sync,
{
    match machine {
        #[cfg(feature = "mpi")]
        AnyMachine::Mpi(mpi) => {
            let player = Mutex::new(Some(player));
            let take = || {
                let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(player.take().expect("one processor in each process"))
            };
            think_on(mpi, &take, history, timer, listener).map_err(|error| match error {
                ClusterError::Machine(failure) => failed(failure),
                other => RequestError::refused("", other.to_string()),
            })
        }
        _ => {
            let thought = player.think_aloud(history, timer, &[], listener);
            thought.map_err(|error| RequestError::refused("", error.to_string()))
        }
    }
}

/// Did a search fail? Then other processes may wait for ever.
#[cfg(feature = "mpi")]
static FAILED: AtomicBool = AtomicBool::new(false);

/// The error of a search that failed on this process.
#[cfg(feature = "mpi")]
pub(crate) fn failed(failure: Failure) -> RequestError {
    FAILED.store(true, Relaxed);
    RequestError::Search(SearchError::Failed(failure))
}

/// Has a search failed?
#[cfg(feature = "mpi")]
pub(crate) fn have_failed() -> bool {
    FAILED.load(Relaxed)
}
