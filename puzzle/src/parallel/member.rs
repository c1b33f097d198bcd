//! What all members of a parallel search have in common: they read mail, work for a while, wait if there is nothing to do, and
//! end when rank 0 says so.

use provebest_machine::{Rank, Work};
use serde::{Deserialize, Serialize};

use super::MemberResult;
use super::inbox::Inbox;
use crate::limits::Reason;
use crate::puzzle::Cost;
use crate::report::{Iteration, Listener, Path, PuzzleProgress};

/// What is written in every search, and what is written in this one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Mail<M> {
    /// Of this search.
    Own(M),
    /// To rank 0: a limit was reached.
    GiveUp(Reason),
    /// From rank 0: all is done.
    End,
}

/// A processor in a search.
pub(super) struct Member<'a, M> {
    pub(super) inbox: &'a Inbox<'a, Mail<M>>,
    listener: Listener<'a>,
    /// What it returns in the end.
    pub(super) result: MemberResult,
    pub(super) ended: bool,
}

impl<'a, M: Clone> Member<'a, M> {
    /// In a search for a solution that costs at least `bound`.
    pub(super) fn new(inbox: &'a Inbox<'a, Mail<M>>, bound: Cost, listener: Listener<'a>) -> Self {
        Member { inbox, listener, result: MemberResult::new(bound), ended: false }
    }

    pub(super) fn rank(&self) -> Rank {
        self.inbox.post.rank()
    }

    pub(super) fn is_first(&self) -> bool {
        self.rank() == Rank::FIRST
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.inbox.post.count()
    }

    pub(super) fn send(&self, to: Rank, mail: M) {
        self.inbox.post.send(to, Mail::Own(mail));
    }

    pub(super) fn send_to_others(&self, mail: M) {
        self.inbox.post.send_to_others(Mail::Own(mail));
    }

    /// Reports this number of generated nodes.
    pub(super) async fn worked(&self, generated: u64) {
        self.inbox.post.work(Work { leaves: generated, nodes: 0 }).await;
    }

    /// Is a solution of this cost the best so far? Then its time is kept.
    pub(super) fn is_better(&mut self, cost: Cost) -> bool {
        let better = self.best().is_none_or(|best| cost < best);
        if better {
            self.result.solutions.push((self.inbox.post.0.now(), cost));
        }
        better
    }

    /// The cost of the best solution so far.
    pub(super) fn best(&self) -> Option<Cost> {
        self.result.solutions.last().map(|&(_, cost)| cost)
    }

    /// Rank 0 keeps a solution if it is the best so far, and reports it.
    pub(super) fn keep(&mut self, cost: Cost, path: Path) {
        if self.is_better(cost) {
            self.result.found.path = Some(path);
            self.tell(None);
        }
    }

    /// Rank 0 calls the listener with the bound, the best solution, and the iteration that has ended, if one has.
    pub(super) fn tell(&self, iteration: Option<Iteration>) {
        if let Some(listener) = self.listener {
            listener(&PuzzleProgress { bound: self.result.found.bound, best: self.best(), iteration });
        }
    }

    /// Rank 0 ends the search on all processors.
    pub(super) fn end(&mut self) {
        self.ended = true;
        self.inbox.post.send_to_others(Mail::End);
    }
}

/// What comes next for a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// There may be more to do.
    GoOn,
    /// Nothing to do until there is mail.
    Wait,
}

/// The role that a member has in a search.
pub(super) trait Role<'a, M: Clone + 'a> {
    fn member(&mut self) -> &mut Member<'a, M>;

    /// Rank 0 begins.
    fn begin(&mut self);

    /// Mail of this search has come.
    fn read(&mut self, mail: M);

    /// Works for a while.
    async fn step(&mut self) -> Next;

    /// From the beginning to the end.
    async fn play(&mut self) {
        if self.member().is_first() {
            self.begin();
        }
        while !self.member().ended {
            if let Some(mail) = self.member().inbox.poll() {
                self.open(mail);
            } else if self.step().await == Next::Wait && !self.member().ended {
                let mail = self.member().inbox.receive().await;
                self.open(mail);
            }
        }
    }

    fn open(&mut self, mail: Mail<M>) {
        match mail {
            _ if self.member().ended => {}
            Mail::Own(mail) => self.read(mail),
            Mail::GiveUp(reason) => {
                self.member().result.found.stopped = Some(reason);
                self.member().end();
            }
            Mail::End => self.member().ended = true,
        }
    }

    /// Sends mail to rank 0; rank 0 itself reads it at once.
    fn tell_first(&mut self, mail: Mail<M>) {
        if self.member().is_first() { self.open(mail) } else { self.member().inbox.post.send(Rank::FIRST, mail) }
    }
}
