//! The parallel family: each search is one text, an async program on the verbs of a [`Machine`], and runs on simulated
//! processors, on threads and over bytes alike.
//!
//! What crosses between processors is data: a node is named by its path, the child numbers from the root on, and the
//! receiver plays it from the root. So no game has to be written as bytes, and no state is sent.
//!
//! * Depth first, on a crew: [`MandatoryWorkFirst`], [`TreeSplitting`], [`PvSplitting`], [`DynamicPvSplitting`],
//!   [`YoungBrothers`], [`BoundAndBranch`], [`EvaluateRefute`], [`ParallelAspiration`], [`Jamboree`].
//! * Depth first, each processor with its own root moves: [`Uidpabs`].
//! * Depth first, jobs from one tree that remembers bounds: [`BoardSearch`].
//! * Depth first, with a shared table: [`LazySmp`], [`Abdada`], [`ParMtSss`]; with a table in parts, one on each processor: [`WithTable`].
//! * The most promising node first: [`ParSss`], [`ParIterSss`], [`ParallelDual`]; key nodes by mail: [`KeyNode`].

mod abdada;
mod board;
mod bound_and_branch;
mod crew_worker;
mod desk;
mod dynamic_pv_splitting;
mod eldest_first;
mod evaluate_refute;
mod first_and_rest;
mod jamboree;
mod job;
mod key_node;
mod lazy_smp;
mod mandatory_work_first;
mod owner;
mod par_mt_sss;
mod par_sss_star;
mod parallel_aspiration;
mod parallel_dual;
mod parcel;
mod pv_splitting;
pub(crate) mod table_method;
mod table_worker;
mod team;
mod tree_splitting;
mod uidpabs;
mod with_table;
mod young_brothers;

pub use abdada::Abdada;
pub use bound_and_branch::BoundAndBranch;
pub use dynamic_pv_splitting::DynamicPvSplitting;
pub use evaluate_refute::EvaluateRefute;
pub use jamboree::Jamboree;
pub use lazy_smp::LazySmp;
pub use mandatory_work_first::MandatoryWorkFirst;
pub use par_mt_sss::ParMtSss;
pub use parallel_aspiration::ParallelAspiration;
pub use parallel_dual::ParallelDual;
pub use pv_splitting::PvSplitting;
#[doc(hidden)]
pub use table_method::Over;
pub use tree_splitting::TreeSplitting;
pub use uidpabs::Uidpabs;
pub use with_table::WithTable;
pub use young_brothers::YoungBrothers;

use std::fmt;

use provebest_game::{Evaluate, Keyed};
use provebest_machine::{Failure, Machine, Measured, SharedMemory, Timeline};

use crate::limits::TooDeep;
pub(crate) use crate::lines::Path;
use crate::measure::Observer;
use crate::report::{Report, Task};

pub use board::{BoardSearch, JobOrder};
pub use key_node::{KeyNode, KeyNodeVariant};
pub use par_sss_star::{ParIterSss, ParSss};

/// Why a parallel search has no report.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoReport {
    /// The task is deeper than its limit on plies.
    TooDeep(TooDeep),
    /// The machine failed.
    Failed(Failure),
}

impl fmt::Display for NoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoReport::TooDeep(error) => error.fmt(f),
            NoReport::Failed(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for NoReport {}

impl From<TooDeep> for NoReport {
    fn from(error: TooDeep) -> NoReport {
        NoReport::TooDeep(error)
    }
}

impl From<Failure> for NoReport {
    fn from(failure: Failure) -> NoReport {
        NoReport::Failed(failure)
    }
}

/// A parallel search.
pub trait ParallelSearch {
    /// Searches on a machine. Every processor tells its own observer: there are as many as processors, and they come back
    /// in the same order.
    fn search_on<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: Machine;
}

/// A parallel search whose processors share memory beside their mail.
pub trait SharedSearch {
    /// Searches on a machine with shared memory; observers as in [`ParallelSearch::search_on`].
    fn search_on_shared<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: SharedMemory;
}

/// A parallel search whose processors share a transposition table.
///
/// Positions with the same key must have the same value, whichever way led there. A final value that counts plies
/// ([`Score::win_in`](provebest_game::Score::win_in)) may do so from the start of the game if the position tells how many
/// there were, as on boards that fill up, but not from the root of the search.
pub trait TableSearch {
    /// Searches on a machine with shared memory; observers as in [`ParallelSearch::search_on`]. Descriptors stored are told
    /// to the observer of rank 0 alone.
    fn search_on_table<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Keyed + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: SharedMemory;
}

/// A parallel search whose processors have a transposition table in parts, one each, and ask each other by mail.
///
/// Positions with the same key must have the same value, as for a [`TableSearch`].
pub trait ScatteredSearch {
    /// Searches on a machine; observers as in [`ParallelSearch::search_on`].
    fn search_on_scattered<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Keyed + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: Machine;
}

/// A parallel search that its paper defines in steps of a common clock.
pub trait LockStep {
    /// Searches on `processors` that all take a step at each tick of one clock. `time` in what is measured counts
    /// the ticks. There is one observer for all.
    fn search_in_step<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        processors: usize,
        observer: &mut W,
    ) -> Result<(Report<G::Move>, Measured), TooDeep>;
}

/// What came of a parallel search.
#[derive(Clone, Debug)]
pub struct Ran<M, W> {
    /// The answer.
    pub report: Report<M>,
    /// The observers of the processors.
    pub observers: Vec<W>,
    /// What it took.
    pub measured: Measured,
    /// Which processor did what when, if the machine was asked for it.
    pub timeline: Option<Timeline>,
}
