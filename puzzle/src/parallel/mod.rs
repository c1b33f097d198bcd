//! Searches by many processors: each is one async program on the verbs of a [`Machine`], and runs on simulated processors, on
//! threads and over bytes.
//!
//! A node is sent as its path, the child numbers from the root on, so that no puzzle has to be written as bytes. Only
//! [`HashDistributedAStar`] sends states: it sends nearly all of them, and their paths are nowhere in one place.

mod hash_distributed_a_star;
mod inbox;
mod member;
mod parallel_ida_star;
mod parallel_window;
mod slice;
mod stack;
mod tree;

pub use hash_distributed_a_star::HashDistributedAStar;
pub use parallel_ida_star::ParallelIdaStar;
pub use parallel_window::ParallelWindow;

use provebest_machine::{Failure, Machine, Measured, Run, Time, Timeline};
use serde::{Deserialize, Serialize};

use crate::puzzle::{Cost, Puzzle};
use crate::report::{Found, Report, Task};

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
