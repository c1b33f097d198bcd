//! Where df-pn keeps what it knows: a table of fixed size that many processors may use at once, and the moves of proofs that must
//! not be lost.

use std::collections::TryReserveError;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use provebest_game::mix;
use rustc_hash::FxHashMap;

use super::numbers::Numbers;
use crate::table::Word;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) numbers: Numbers,
    /// The binary logarithm of the expansions that it took.
    pub(super) work: u32,
}

impl Entry {
    const BITS: u32 = 28;
    const MOST_WORK: u32 = 63;

    /// In 62 bits; never 0, because no node is proved and disproved.
    fn packed(self) -> u64 {
        let Numbers { pn, dn } = self.numbers;
        u64::from(pn) << (Self::BITS + 6) | u64::from(dn) << 6 | u64::from(self.work.min(Self::MOST_WORK))
    }

    fn unpacked(word: u64) -> Entry {
        let number = |from: u32| (word >> from) as u32 & Numbers::INFINITE;
        let numbers = Numbers { pn: number(Self::BITS + 6), dn: number(6) };
        Entry { numbers, work: word as u32 & Self::MOST_WORK }
    }
}

/// A table of entries. An entry is two words, the second one mixed into the first, so that a torn entry is not found.
pub(super) struct Table {
    words: Vec<AtomicU64>,
    slots: usize,
    /// Each node that the game can return to, if it was decided against the repetition by the side to move, and the number of its move. They are never lost: a
    /// move leads to a node that was decided before, so play by these moves never returns, and a proof found again could.
    moves: Option<Mutex<FxHashMap<u64, u32>>>,
}

const WAYS: usize = 4;

impl Table {
    /// Bytes of one entry.
    pub(super) const ENTRY: u64 = 16;

    /// A table with this number of entries, at least one; `repeats`: with the moves of proofs.
    pub(super) fn try_new(entries: u64, repeats: bool) -> Result<Table, TryReserveError> {
        let slots = entries.max(1) as usize;
        Ok(Table { words: AtomicU64::zeros(2 * slots)?, slots, moves: repeats.then(Mutex::default) })
    }

    fn places(&self, key: u64) -> impl Iterator<Item = usize> {
        let (first, slots) = (((u128::from(mix(key)) * self.slots as u128) >> 64) as usize, self.slots);
        (0..WAYS.min(slots)).map(move |way| 2 * ((first + way) % slots))
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.places(key).find_map(|place| {
            let word = self.words[place + 1].load(Relaxed);
            (word != 0 && self.words[place].load(Relaxed) ^ word == key).then(|| Entry::unpacked(word))
        })
    }

    /// Keeps what is known; it takes the place of the entry with the least work. Was the place empty?
    pub(super) fn put(&self, key: u64, entry: Entry) -> bool {
        let worth = |place: usize| {
            let word = self.words[place + 1].load(Relaxed);
            match word {
                0 => 1,
                _ if self.words[place].load(Relaxed) ^ word == key => 0,
                _ => 2 + Entry::unpacked(word).work,
            }
        };
        let place = self.places(key).min_by_key(|&place| worth(place)).unwrap_or(0);
        let (word, empty) = (entry.packed(), self.words[place + 1].load(Relaxed) == 0);
        self.words[place].store(key ^ word, Relaxed);
        self.words[place + 1].store(word, Relaxed);
        empty
    }

    /// The move that decides a node for good, by its number.
    pub(super) fn deciding_move(&self, key: u64) -> Option<u32> {
        let moves = self.moves.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        moves.get(&key).copied()
    }

    /// Keeps the first such move of a node for good. Returns the bytes that the moves took before and take now.
    pub(super) fn keep_move(&self, key: u64, number: u32) -> (u64, u64) {
        let Some(moves) = &self.moves else { return (0, 0) };
        let mut moves = moves.lock().unwrap_or_else(PoisonError::into_inner);
        let before = moves.capacity();
        moves.entry(key).or_insert(number);
        (17 * before as u64, 17 * moves.capacity() as u64)
    }
}
