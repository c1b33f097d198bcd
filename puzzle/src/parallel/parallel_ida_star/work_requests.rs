//! How nodes come to those who have none:
//!
//! - Who has nothing to do writes a request, and waits. A request is answered once, with nodes; so who waits has one request, and
//!   as long as it is in somebody's hand, no nodes are under way to him.
//! - Who has nodes gives every other one of them away, from the bottom of the stack to its top. Who has only one keeps the
//!   request until he has more, or none: then it goes to rank 0, as do requests that reach somebody who waits himself.
//! - Rank 0 passes requests on to processors that are not known to wait. Who gave nodes away tells it.

use provebest_machine::Rank;
use serde::{Deserialize, Serialize};

use super::worker::Worker;
use crate::parallel::tree::IterationPart;
use crate::puzzle::Cost;
use crate::report::Path;

/// What is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Pass {
    /// Who can give these something? If the one who passes them on waits himself, the number of his own request.
    Requests(Vec<WorkRequest>, Option<(Rank, u64)>),
    /// Nodes to search in the iteration with this bound.
    Take(Cost, Vec<Path>),
    /// This request was answered.
    Answered(Rank, u64),
    /// The way to a goal.
    Goal(Path),
}

/// Somebody has nothing to do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct WorkRequest {
    pub(super) from: Rank,
    /// Which of his requests it is, from 1 on.
    serial: u64,
    /// What he did in the last iteration he had a part in.
    pub(super) did: IterationPart,
}

/// What a processor knows of requests.
pub(super) struct WorkRequests {
    /// Those that it may answer.
    pub(super) pending: Vec<WorkRequest>,
    /// How many it has written itself, and whether the last one is not answered.
    serial: u64,
    pub(super) waits: bool,
    /// Rank 0 knows of all: the last request with which each was known to wait, and the last that was answered.
    idle: Vec<u64>,
    answered: Vec<u64>,
    luck: u64,
}

impl WorkRequests {
    /// One who has to know of so many: rank 0 of all, the others of none.
    pub(super) fn new(known: usize, luck: u64) -> WorkRequests {
        let none = || vec![0; known];
        WorkRequests { pending: Vec::new(), serial: 0, waits: false, idle: none(), answered: none(), luck: luck | 1 }
    }

    /// WorkRequests have come, perhaps from somebody who waits himself.
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
    /// Nothing to do: a request is written, and those in hand are passed on.
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

    /// Answers requests, as far as there are nodes; what is left goes on.
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

    /// Rank 0 passes requests on to those who are not known to wait.
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
