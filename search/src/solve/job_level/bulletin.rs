//! What the tables of all processors should know: rank 0 hands notes on, each rank gets those of the others with its next task.

use std::collections::VecDeque;

use provebest_machine::Rank;

use super::mail::SharedNote;

pub(super) struct Bulletin {
    /// The last notes, and which rank each is from.
    notes: VecDeque<(Rank, SharedNote)>,
    /// How many there were before them.
    dropped: u64,
    /// How many each rank has been told.
    told: Vec<u64>,
}

impl Bulletin {
    /// As many notes as are kept, and as go with one task.
    const KEPT: usize = 1 << 14;

    pub(super) fn new(ranks: usize) -> Bulletin {
        Bulletin { notes: VecDeque::new(), dropped: 0, told: vec![0; ranks] }
    }

    pub(super) fn add(&mut self, from: Rank, notes: Vec<SharedNote>) {
        // With one rank there is nobody to tell.
        if self.told.len() > 1 {
            self.notes.extend(notes.into_iter().map(|note| (from, note)));
        }
        let over = self.notes.len().saturating_sub(Self::KEPT);
        self.notes.drain(..over);
        self.dropped += over as u64;
    }

    /// What a rank has not been told yet.
    pub(super) fn news_for(&mut self, rank: Rank) -> Vec<SharedNote> {
        let first = self.told[rank.index()].saturating_sub(self.dropped) as usize;
        self.told[rank.index()] = self.dropped + self.notes.len() as u64;
        let others = self.notes.iter().skip(first).filter(|(from, _)| *from != rank);
        others.map(|(_, note)| *note).collect()
    }
}
