//! How all processors learn that the search is done: by a census of letters. Then the path is followed back from the goal, from
//! owner to owner.

use provebest_machine::{Message, Rank};

use super::iterations::Heard;
use super::notes::Note;
use super::owner::Owner;
use crate::limits::Reason;
use crate::parallel::census::Round;
use crate::parallel::member::{Mail, Role};
use crate::puzzle::{Cost, Puzzle};
use crate::report::Path;
use crate::store::{Id, Node};

impl<P: Puzzle> Owner<'_, P>
where
    P::State: Message,
{
    /// Nothing to do: the others answer rank 0, if it has asked. Rank 0 looks at their answers, and asks again.
    pub(super) fn answer(&mut self) {
        if self.gave_up || self.done {
            return;
        }
        if !self.member.is_first() {
            if std::mem::take(&mut self.asked) {
                let Heard { lowest, counts } = self.heard();
                let Owner { sent, read, best, .. } = *self;
                self.member.send(Rank::FIRST, Note::Count { sent, read, best, lowest, counts });
            }
            return;
        }
        while !self.member.ended && !self.is_busy() {
            match self.census.look(self.member.count(), self.sent, self.read) {
                Round::Ask => self.ask(),
                Round::Wait => return,
                Round::Done if self.begins_iteration() => {}
                Round::Done => return self.all_done(),
            }
        }
    }

    /// Rank 0 begins a round.
    pub(super) fn ask(&mut self) {
        self.heard = Heard::NOTHING;
        self.member.send_to_others(Note::Ask(self.threshold));
    }

    fn all_done(&mut self) {
        debug_assert!(self.budget.reason.is_none(), "a processor that has given up has not seen all");
        self.done = true;
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
