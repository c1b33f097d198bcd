//! How nodes come to those who have none:
//!
//! - Who has nothing to do writes a wish, and waits. A wish is answered once, with nodes; so who waits has one wish, and
//!   as long as it is in somebody's hand, no nodes are under way to him.
//! - Who has nodes gives every other one of them away, from the bottom of the stack to its top. Who has only one keeps the
//!   wish until he has more, or none: then it goes to rank 0, as do wishes that reach somebody who waits himself.
//! - Rank 0 passes wishes on to processors that are not known to wait. Who gave nodes away tells it.

use provebest_machine::Rank;
use serde::{Deserialize, Serialize};

use super::worker::Worker;
use crate::parallel::tree::Did;
use crate::puzzle::Cost;
use crate::report::Path;

/// What is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Pass {
    /// Who can give these something? If the one who passes them on waits himself, the number of his own wish.
    Wishes(Vec<Wish>, Option<(Rank, u64)>),
    /// Nodes to search in the iteration with this bound.
    Take(Cost, Vec<Path>),
    /// This wish was answered.
    Fed(Rank, u64),
    /// The way to a goal.
    Goal(Path),
}

/// Somebody has nothing to do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Wish {
    pub(super) from: Rank,
    /// Which of his wishes it is, from 1 on.
    serial: u64,
    /// What he did in the last iteration he had a part in.
    pub(super) did: Did,
}

/// What a processor knows of wishes.
pub(super) struct Wishes {
    /// Those that it may answer.
    pub(super) in_hand: Vec<Wish>,
    /// How many it has written itself, and whether the last one is not answered.
    serial: u64,
    pub(super) waits: bool,
    /// Rank 0 knows of all: the last wish with which each was known to wait, and the last that was answered.
    idle: Vec<u64>,
    fed: Vec<u64>,
    luck: u64,
}

impl Wishes {
    /// One who has to know of so many: rank 0 of all, the others of none.
    pub(super) fn new(known: usize, luck: u64) -> Wishes {
        let none = || vec![0; known];
        Wishes { in_hand: Vec::new(), serial: 0, waits: false, idle: none(), fed: none(), luck: luck | 1 }
    }

    /// Wishes have come, perhaps from somebody who waits himself.
    pub(super) fn take(&mut self, wishes: Vec<Wish>, idle: Option<(Rank, u64)>) {
        for (rank, serial) in wishes.iter().map(|wish| (wish.from, wish.serial)).chain(idle) {
            self.idle.get_mut(rank.index()).into_iter().for_each(|known| *known = serial.max(*known));
        }
        self.in_hand.extend(wishes);
    }

    /// A wish was answered.
    pub(super) fn fed(&mut self, rank: Rank, serial: u64) {
        let known = &mut self.fed[rank.index()];
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
    /// Nothing to do: a wish is written, and those in hand are passed on.
    pub(super) fn wish(&mut self) {
        let (me, count) = (self.member.rank(), self.member.count());
        if !self.wishes.waits {
            self.wishes.waits = true;
            self.wishes.serial += 1;
            let wish = Wish { from: me, serial: self.wishes.serial, did: self.nodes.did() };
            if me == Rank::FIRST {
                self.wishes.in_hand.push(wish);
            } else {
                let to = (me.index() + 1 + self.wishes.draw(count - 1)) % count;
                self.member.send(Rank(to as u32), Pass::Wishes(vec![wish], None));
            }
        }
        self.serve();
    }

    /// Answers wishes, as far as there are nodes; what is left goes on.
    pub(super) fn serve(&mut self) {
        if self.member.ended {
            return;
        }
        let first = self.member.is_first();
        let parts = self.nodes.divide(self.wishes.in_hand.len());
        for (wish, part) in self.wishes.in_hand.drain(..parts.len()).zip(parts) {
            self.member.send(wish.from, Pass::Take(self.nodes.did().bound, part));
            match first {
                true => self.wishes.fed[wish.from.index()] = wish.serial,
                false => self.member.send(Rank::FIRST, Pass::Fed(wish.from, wish.serial)),
            }
        }
        if first {
            self.pass_on();
        } else if self.wishes.waits && !self.wishes.in_hand.is_empty() {
            let wishes = std::mem::take(&mut self.wishes.in_hand);
            let own = (self.member.rank(), self.wishes.serial);
            self.member.send(Rank::FIRST, Pass::Wishes(wishes, Some(own)));
        }
    }

    /// Rank 0 passes wishes on to those who are not known to wait.
    fn pass_on(&mut self) {
        let wishes = &mut self.wishes;
        let busy: Vec<usize> = (1..wishes.idle.len()).filter(|&rank| wishes.idle[rank] <= wishes.fed[rank]).collect();
        if busy.is_empty() || wishes.in_hand.is_empty() {
            return;
        }
        let start = wishes.draw(busy.len());
        let mut bundles: Vec<Vec<Wish>> = vec![Vec::new(); busy.len()];
        for (at, wish) in wishes.in_hand.drain(..).enumerate() {
            bundles[(start + at) % busy.len()].push(wish);
        }
        for (rank, bundle) in busy.into_iter().zip(bundles).filter(|(_, bundle)| !bundle.is_empty()) {
            self.member.send(Rank(rank as u32), Pass::Wishes(bundle, None));
        }
    }
}
