//! How all processors learn that the search is done. Rank 0 asks all again and again how many letters they have sent and read;
//! each answers when it has nothing to do. If one round counts as many letters read as the next counts letters sent, nothing is
//! under way and no processor has work (Mattern 1987). Then the path is followed back from the goal, from owner to owner.

use provebest_machine::{Message, Rank};

use super::notes::Note;
use super::owner::Owner;
use crate::limits::Reason;
use crate::parallel::member::{Mail, Role};
use crate::puzzle::{Cost, Puzzle};
use crate::report::Path;
use crate::store::{Id, Node};

/// What rank 0 knows about the letters of all.
#[derive(Default)]
pub(super) struct Census {
    /// Answers that have come in this round, and what they say.
    answers: usize,
    sent: u64,
    read: u64,
    /// Is a round under way?
    open: bool,
    /// Letters read by the last round.
    before: Option<u64>,
    /// Is all done but for the path?
    done: bool,
}

impl Census {
    /// An answer has come.
    pub(super) fn add(&mut self, sent: u64, read: u64) {
        self.answers += 1;
        self.sent += sent;
        self.read += read;
    }
}

impl<P: Puzzle> Owner<'_, P>
where
    P::State: Message,
{
    /// Nothing to do: the others answer rank 0, if it has asked. Rank 0 looks at their answers, and asks again.
    pub(super) fn answer(&mut self) {
        if self.gave_up || self.census.done {
            return;
        }
        if !self.member.is_first() {
            if std::mem::take(&mut self.asked) {
                self.member.send(Rank::FIRST, Note::Count { sent: self.sent, read: self.read, best: self.best });
            }
            return;
        }
        while !self.member.ended && (!self.census.open || self.census.answers + 1 == self.member.count()) {
            if self.census.open {
                let Census { sent, read, before, .. } = self.census;
                if before == Some(sent + self.sent) {
                    return self.all_done();
                }
                self.census = Census { before: Some(read + self.read), ..Census::default() };
            }
            self.census.open = true;
            self.member.send_to_others(Note::Ask);
        }
    }

    fn all_done(&mut self) {
        debug_assert!(self.budget.reason.is_none(), "a processor that has given up has not seen all");
        self.census.done = true;
        match self.best {
            None => {
                self.member.result.found.bound = Cost::NEVER;
                self.member.end();
            }
            Some((cost, (rank, id))) => {
                self.member.result.found.bound = cost;
                match rank {
                    Rank::FIRST => self.trace(id, Path::new()),
                    _ => self.member.send(rank, Note::Trace(id, Path::new())),
                }
            }
        }
    }

    /// Follows the path back as long as it is in this store.
    pub(super) fn trace(&mut self, mut id: Id, mut path: Path) {
        while let Node { parent: Some((rank, parent)), number, .. } = self.store.nodes[id as usize] {
            path.push(number);
            if rank != self.member.rank() {
                return self.member.send(rank, Note::Trace(parent, path));
            }
            id = parent;
        }
        self.tell_first(Mail::Own(Note::Whole(path)));
    }

    pub(super) fn give_up(&mut self, reason: Reason) {
        if !std::mem::replace(&mut self.gave_up, true) {
            self.tell_first(Mail::GiveUp(reason));
        }
    }
}
