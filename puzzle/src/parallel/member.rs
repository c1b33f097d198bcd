//! What all members of a parallel search do alike: they read mail, work for a while, wait if there is nothing to do, and go
//! home when rank 0 says so.

use provebest_machine::{Post, Rank, Work};
use serde::{Deserialize, Serialize};

use super::Home;
use crate::limits::Reason;
use crate::puzzle::Puzzle;
use crate::report::Task;

/// What is written in every search, and what is written in this one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Mail<M> {
    /// Of this search.
    Own(M),
    /// To rank 0: a limit was reached.
    GiveUp(Reason),
    /// From rank 0: all is done.
    Home,
}

/// A processor in a search.
pub(super) struct Member<'a, P: Puzzle, M> {
    pub(super) post: &'a Post<'a, Mail<M>>,
    pub(super) task: &'a Task<'a, P>,
    /// What it will bring home.
    pub(super) home: Home,
    pub(super) ended: bool,
}

impl<'a, P: Puzzle, M: Clone> Member<'a, P, M> {
    pub(super) fn new(post: &'a Post<'a, Mail<M>>, task: &'a Task<'a, P>) -> Self {
        Member { post, task, home: Home::new(task), ended: false }
    }

    pub(super) fn rank(&self) -> Rank {
        self.post.rank()
    }

    pub(super) fn is_first(&self) -> bool {
        self.rank() == Rank::FIRST
    }

    pub(super) fn send(&self, to: Rank, mail: M) {
        self.post.send(to, Mail::Own(mail));
    }

    /// So many nodes were generated.
    pub(super) async fn worked(&self, generated: u64) {
        self.post.work(Work { leaves: generated, nodes: 0 }).await;
    }

    /// Rank 0 sends all home.
    pub(super) fn end(&mut self) {
        self.ended = true;
        self.post.send_to_others(Mail::Home);
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
pub(super) trait Role<'a, P: Puzzle + 'a, M: Clone + 'a> {
    fn member(&mut self) -> &mut Member<'a, P, M>;

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
            if let Some(mail) = self.member().post.poll() {
                self.open(mail);
            } else if self.step().await == Next::Wait && !self.member().ended {
                let mail = self.member().post.receive().await;
                self.open(mail);
            }
        }
    }

    fn open(&mut self, mail: Mail<M>) {
        match mail {
            _ if self.member().ended => {}
            Mail::Own(mail) => self.read(mail),
            Mail::GiveUp(reason) => {
                self.member().home.found.stopped = Some(reason);
                self.member().end();
            }
            Mail::Home => self.member().ended = true,
        }
    }

    /// Rank 0 hears of something at once, when it is told by itself.
    fn tell_first(&mut self, mail: Mail<M>) {
        if self.member().is_first() { self.open(mail) } else { self.member().post.send(Rank::FIRST, mail) }
    }
}
