//! How idle processors get nodes:
//!
//! - An idle processor writes a request, and waits. A request is answered once, with nodes. So a processor that waits has one
//!   request, and while another processor holds it, no nodes are under way.
//! - A processor with nodes gives every other one of them away, from the bottom of the stack to its top. If it has only one, it
//!   keeps the request until it has more, or none. Then the request goes to rank 0. So do requests that reach an idle processor.
//! - Rank 0 passes requests on to processors that are not known to wait. A processor that gave nodes away reports that to rank 0.

use provebest_machine::Rank;
use serde::{Deserialize, Serialize};

use super::worker::Worker;
use crate::parallel::tree::IterationPart;
use crate::puzzle::Cost;
use crate::report::Path;

/// What processors write to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Pass {
    /// These processors want nodes. If the processor that passes the requests on waits too, its rank and its own request.
    Requests(Vec<WorkRequest>, Option<(Rank, u64)>),
    /// Nodes to search in the iteration with this bound.
    Take(Cost, Vec<Path>),
    /// This request was answered.
    Answered(Rank, u64),
    /// The way to a goal.
    Goal(Path),
}

/// A processor has nothing to do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct WorkRequest {
    pub(super) from: Rank,
    /// The number of the request among those of the processor, from 1 on.
    serial: u64,
    /// What the processor did in the last iteration that it had a part in.
    pub(super) did: IterationPart,
}

/// The requests that a processor knows.
pub(super) struct WorkRequests {
    /// Those that it may answer.
    pub(super) pending: Vec<WorkRequest>,
    /// How many it has written itself, and whether the last one is not answered.
    serial: u64,
    pub(super) waits: bool,
    /// For rank 0 only: the last request with which each processor was known to wait, and the last that was answered.
    idle: Vec<u64>,
    answered: Vec<u64>,
    luck: u64,
}

impl WorkRequests {
    /// For a processor that keeps track of `known` others: rank 0 of all, the others of none.
    pub(super) fn new(known: usize, luck: u64) -> WorkRequests {
        let none = || vec![0; known];
        WorkRequests { pending: Vec::new(), serial: 0, waits: false, idle: none(), answered: none(), luck: luck | 1 }
    }

    /// Requests have come, perhaps from a processor that waits too.
    pub(super) fn take(&mut self, requests: Vec<WorkRequest>, idle: Option<(Rank, u64)>) {
        for (rank, serial) in requests.iter().map(|request| (request.from, request.serial)).chain(idle) {
            self.idle.get_mut(rank.index()).into_iter().for_each(|known| *known = serial.max(*known));
        }
        self.pending.extend(requests);
    }

    /// A request was answered.
    pub(super) fn answered(&mut self, rank: Rank, serial: u64) {
        let known = &mut self.answered[rank.index()];
        *known = serial.max(*known);
    }

    fn draw(&mut self, below: usize) -> usize {
        self.luck ^= self.luck << 13;
        self.luck ^= self.luck >> 7;
        self.luck ^= self.luck << 17;
        (self.luck >> 33) as usize % below.max(1)
    }
}

impl Worker<'_> {
    /// Nothing to do: writes a request, and passes on those that are pending.
    pub(super) fn request(&mut self) {
        let (me, count) = (self.member.rank(), self.member.count());
        if !self.requests.waits {
            self.requests.waits = true;
            self.requests.serial += 1;
            let request = WorkRequest { from: me, serial: self.requests.serial, did: self.nodes.did() };
            if me == Rank::FIRST {
                self.requests.pending.push(request);
            } else {
                let to = (me.index() + 1 + self.requests.draw(count - 1)) % count;
                self.member.send(Rank(to as u32), Pass::Requests(vec![request], None));
            }
        }
        self.serve();
    }

    /// Answers requests as far as there are nodes, and passes the others on.
    pub(super) fn serve(&mut self) {
        if self.member.ended {
            return;
        }
        let first = self.member.is_first();
        let parts = self.nodes.divide(self.requests.pending.len());
        for (request, part) in self.requests.pending.drain(..parts.len()).zip(parts) {
            self.member.send(request.from, Pass::Take(self.nodes.did().bound, part));
            match first {
                true => self.requests.answered[request.from.index()] = request.serial,
                false => self.member.send(Rank::FIRST, Pass::Answered(request.from, request.serial)),
            }
        }
        if first {
            self.pass_on();
        } else if self.requests.waits && !self.requests.pending.is_empty() {
            let requests = std::mem::take(&mut self.requests.pending);
            let own = (self.member.rank(), self.requests.serial);
            self.member.send(Rank::FIRST, Pass::Requests(requests, Some(own)));
        }
    }

    /// Rank 0 passes requests on to processors that are not known to wait.
    fn pass_on(&mut self) {
        let requests = &mut self.requests;
        let busy: Vec<usize> =
            (1..requests.idle.len()).filter(|&rank| requests.idle[rank] <= requests.answered[rank]).collect();
        if busy.is_empty() || requests.pending.is_empty() {
            return;
        }
        let start = requests.draw(busy.len());
        let mut bundles: Vec<Vec<WorkRequest>> = vec![Vec::new(); busy.len()];
        for (at, request) in requests.pending.drain(..).enumerate() {
            bundles[(start + at) % busy.len()].push(request);
        }
        for (rank, bundle) in busy.into_iter().zip(bundles).filter(|(_, bundle)| !bundle.is_empty()) {
            self.member.send(Rank(rank as u32), Pass::Requests(bundle, None));
        }
    }
}
