//! Searches by many processors: each is one async program on the verbs of a [`Machine`], and runs on simulated processors, on
//! threads and over bytes.
//!
//! A node is sent as its path, the child numbers from the root on, so that no puzzle has to be written as bytes. Only
//! [`HashDistributedAStar`], [`ParallelIterativeAStar`] and [`TranspositionDriven`] send states: they send nearly all of them.

mod census;
mod hash_distributed_a_star;
mod inbox;
mod member;
mod parallel_ida_star;
mod parallel_window;
mod slice;
mod stack;
mod transposition_driven;
mod tree;

pub use hash_distributed_a_star::{HashDistributedAStar, ParallelIterativeAStar};
pub use parallel_ida_star::ParallelIdaStar;
pub use parallel_window::ParallelWindow;
pub use transposition_driven::TranspositionDriven;

use provebest_machine::{Failure, Machine, Measured, Rank, Run, Time, Timeline};
use serde::{Deserialize, Serialize};

use crate::puzzle::{Cost, Puzzle};
use crate::report::{Found, Iteration, Report, Task};

/// A search for the cheapest solution by all processors of a machine.
pub trait SolveOn {
    /// Looks for the cheapest solution.
    fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Result<Ran<P::Move>, Failure>
    where
        P: Puzzle + Sync,
        P::State: Send + Sync,
        K: Machine;
}

/// The result of a parallel search.
#[derive(Clone, Debug)]
pub struct Ran<M> {
    /// The answer. Nodes are those of all processors.
    pub report: Report<M>,
    /// When rank 0 heard of the first and of every better solution, and its cost.
    pub solutions: Vec<(Time, Cost)>,
    /// What it took.
    pub measured: Measured,
    /// What each processor did and when, if the machine keeps a timeline.
    pub timeline: Option<Timeline>,
}

/// What a processor returns: rank 0 the answer, all of them what they counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct MemberResult {
    found: Found,
    solutions: Vec<(Time, Cost)>,
}

impl MemberResult {
    /// Nothing yet, but that no solution costs less than this.
    fn new(bound: Cost) -> MemberResult {
        MemberResult { found: Found { bound, ..Found::default() }, solutions: Vec::new() }
    }

    fn counted(mut self, (generated, expanded): (u64, u64)) -> MemberResult {
        (self.found.generated, self.found.expanded) = (generated, expanded);
        self
    }
}

/// Adds up the results of all processors. The root is generated once.
fn ran<P: Puzzle>(task: &Task<'_, P>, run: Run<MemberResult>) -> Ran<P::Move> {
    let mut results = run.answers.into_iter();
    let MemberResult { mut found, solutions } = results.next().unwrap_or_else(|| MemberResult::new(task.first_bound()));
    for result in results {
        found.generated += result.found.generated;
        found.expanded += result.found.expanded;
        found.bytes += result.found.bytes;
    }
    found.generated += 1;
    Ran { report: found.report(task), solutions, measured: run.measured, timeline: run.timeline }
}

/// The same for a search that reports the iterations that have ended: what is left was done in the last one.
fn ran_with_last_iteration<P: Puzzle>(task: &Task<'_, P>, run: Run<MemberResult>) -> Ran<P::Move> {
    let mut ran = ran(task, run);
    let Report { iterations, bound, generated, expanded, .. } = &mut ran.report;
    let ended = iterations.iter().fold((1, 0), |sum, one| (sum.0 + one.generated, sum.1 + one.expanded));
    let (generated, expanded) = (*generated - ended.0, *expanded - ended.1);
    if generated > 0 {
        iterations.push(Iteration { bound: *bound, generated, expanded });
    }
    ran
}

/// The processor that owns the states with this hash. It depends on the upper half only.
fn owner_of(hash: u64, processors: usize) -> Rank {
    Rank((((hash >> 32) * processors as u64) >> 32) as u32)
}
