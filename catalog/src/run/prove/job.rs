//! What a proof search has to do, and what came of it.

use provebest::AnyMachine;
use provebest_machine::{Measured, Reason, Stop};
use provebest_search::Limits;

use crate::outcome::GameAnswer;
use crate::proof_search::ProofSpec;
use crate::request::Request;
use crate::run::{Reporter, proof_limits};

/// What is to be done, and within which limits.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) request: &'a Request,
    pub(super) spec: ProofSpec,
    pub(super) reporter: Reporter<'a>,
    pub(super) stop: &'a (dyn Stop + Sync),
    /// Bytes of stack for each thread.
    pub(super) stack: usize,
}

/// What came of it.
pub(super) struct Proved {
    pub(super) answer: GameAnswer,
    pub(super) stopped: Option<Reason>,
    /// The machine in the end, and what was measured there.
    pub(super) machine: AnyMachine,
    pub(super) measured: Option<Measured>,
    /// The time of the same questions on one processor, where time is virtual.
    pub(super) time_alone: Option<u64>,
}

impl Job<'_> {
    /// What may end the search.
    pub(super) fn limits(&self, nodes: Option<u64>) -> Limits<'_> {
        Limits { nodes, ..proof_limits(self.request, self.stop) }
    }
}

/// What each of the two proofs behind a line may enter of the nodes that are left.
pub(super) fn for_each(left: Option<u64>) -> Option<u64> {
    left.map(|left| left / 2)
}
