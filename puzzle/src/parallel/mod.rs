//! Searches by many: each is one text, an async program on the verbs of a [`Machine`], and runs on simulated processors,
//! on threads and over bytes alike.
//!
//! A node is sent as its path, the son numbers from the root on, so that no puzzle has to be written as bytes. Only
//! [`HashDistributedAStar`] sends states: it sends nearly all of them, and their paths are nowhere in one place.

mod hash_distributed_a_star;
mod parallel_ida_star;
mod parallel_window;
mod slice;

pub use hash_distributed_a_star::HashDistributedAStar;
pub use parallel_ida_star::ParallelIdaStar;
pub use parallel_window::ParallelWindow;

use provebest_machine::{Machine, Measured, Timeline};

use crate::puzzle::Puzzle;
use crate::report::{Report, Task};

/// A search for the cheapest solution by all processors of a machine.
pub trait SolveOn {
    /// Looks for the cheapest solution.
    fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Ran<P::Move>
    where
        P: Puzzle + Sync,
        P::State: Send + Sync,
        K: Machine;
}

/// What came of a parallel search.
#[derive(Clone, Debug)]
pub struct Ran<M> {
    /// The answer. Nodes are those of all processors.
    pub report: Report<M>,
    /// What it took.
    pub measured: Measured,
    /// Who did what when, if the machine was asked for it.
    pub timeline: Option<Timeline>,
}
