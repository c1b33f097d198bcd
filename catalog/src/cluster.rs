//! Requests over the processes of an MPI job. Rank 0 is the front end and runs every request as anywhere else; when it comes to
//! the search, it asks the other ranks to run the same request, as text. Paths, windows and values are all that crosses then.
//!
//! Without the feature `mpi` there are no ranks; if `mpirun` has started several processes all the same, only the first has something
//! to say.

use crate::request::RequestError;

#[cfg(feature = "mpi")]
mod others {
    use provebest::SearchError;
    use provebest::mpi::Mpi;
    use provebest_machine::{Failure, Machine, Rank};

    use crate::ping_pong::PingPong;
    use crate::ranks::{MESSAGES, failed, have_failed};
    use crate::request::{Request, RequestError};
    use crate::run;

    pub fn serve() -> Option<Result<(), RequestError>> {
        let mpi = Mpi::join().ok()?;
        (mpi.rank() != Rank::FIRST).then(|| serve_as(mpi).inspect_err(|_| mpi.wait_for_mpirun()))
    }

    fn serve_as(mpi: Mpi) -> Result<(), RequestError> {
        loop {
            let text = mpi.listen().map_err(failed)?;
            if text.is_empty() {
                return Ok(());
            }
            if let Some(rounds) = text.strip_prefix(MESSAGES).and_then(|rounds| rounds.parse().ok()) {
                mpi.run(&PingPong { rounds }).map_err(failed)?;
                continue;
            }
            let wrong = |error: serde_json::Error| {
                failed(Failure::Lost { rank: mpi.rank(), why: format!("rank 0 sent no request: {error}") })
            };
            let request: Request = serde_json::from_str(&text).map_err(wrong)?;
            match run(&request, &mut (), &()) {
                Ok(_) => {}
                Err(RequestError::Search(SearchError::Failed(failure))) => return Err(failed(failure)),
                // This process has no memory or no threads, say: rank 0, which may wait for it, says what is wrong.
                Err(error) => mpi.refuse(&in_full(&error)).map_err(failed)?,
            }
        }
    }

    /// An error with its causes.
    fn in_full(error: &dyn std::error::Error) -> String {
        std::iter::successors(Some(error), |error| error.source()).map(|e| e.to_string()).collect::<Vec<_>>().join(": ")
    }

    pub fn dismiss(status: u8) {
        let Some(mpi) = Mpi::joined() else { return };
        let failed = have_failed() || mpi.rank() == Rank::FIRST && mpi.tell_all("").is_err();
        mpi.leave(status.into(), failed);
    }
}

/// Joins the MPI job. On rank 0 that is all; on another rank it takes part in every request of rank 0, and returns when rank 0 has
/// no more.
pub fn serve() -> Option<Result<(), RequestError>> {
    #[cfg(feature = "mpi")]
    return others::serve();
    #[cfg(not(feature = "mpi"))]
    is_another_rank().then_some(Ok(()))
}

/// Says the launcher, by the names of Open MPI, MPICH, PMIx or Slurm, that this is not the first process of a job?
#[cfg(not(feature = "mpi"))]
fn is_another_rank() -> bool {
    let names = ["OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"];
    names.iter().find_map(|name| std::env::var(name).ok()?.parse::<u64>().ok()).is_some_and(|rank| rank > 0)
}

/// The last call: rank 0 has no more requests, and all leave the job. After a failure all processes are ended.
pub fn dismiss(_status: u8) {
    #[cfg(feature = "mpi")]
    others::dismiss(_status);
}
