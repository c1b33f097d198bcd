//! Where df-pn keeps what it knows: a table of fixed size that many processors may use at once, and the moves of proofs that must
//! not be lost.

use std::collections::TryReserveError;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use provebest_machine::hints::{fetch, in_large_pages};
use rustc_hash::FxHashMap;

use super::numbers::Numbers;
use crate::table::untouched;

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
    #[inline(always)]
    fn packed(self) -> u64 {
        let Numbers { pn, dn } = self.numbers;
        u64::from(pn) << (Self::BITS + 6) | u64::from(dn) << 6 | u64::from(self.work.min(Self::MOST_WORK))
    }

    #[inline(always)]
    fn unpacked(word: u64) -> Entry {
        let number = |from: u32| (word >> from) as u32 & Numbers::INFINITE;
        let numbers = Numbers { pn: number(Self::BITS + 6), dn: number(6) };
        Entry { numbers, work: word as u32 & Self::MOST_WORK }
    }
}

/// A table of entries, or a further handle to one: clones share it. An entry is two words, the second one mixed into the first, so that
/// a torn entry is not found. A cluster of four fills a line of the cache.
#[derive(Clone)]
pub(super) struct Table {
    words: Arc<Vec<AtomicU64>>,
    /// The word at which the first line of the cache begins.
    start: usize,
    clusters: usize,
    /// How many entries a cluster has: four, fewer in a table that has fewer.
    ways: usize,
    /// The word at which the kinds begin, behind the clusters. Sixteen bits for each cluster, one for each of sixteen kinds of keys: has it
    /// had an entry of this kind? They stay in a near cache, and most of the keys that are asked for are not there.
    kinds: usize,
    /// How many times it may still be made twice as large.
    doublings: u32,
    /// How many entries it has, and those that a table which is still to grow has no place for.
    used: usize,
    spare: FxHashMap<u64, u64>,
    /// Each node that the game can return to, if it was decided against the repetition by the side to move, and the number of its move. They are never lost: a
    /// move leads to a node that was decided before, so play by these moves never returns, and a proof found again could.
    moves: Option<Arc<Mutex<Moves>>>,
}

/// A key, and the number of its cluster, if the table may know it.
#[derive(Clone, Copy)]
pub(super) struct Expected {
    pub(super) key: u64,
    number: usize,
}

impl Expected {
    const NOWHERE: usize = usize::MAX;
}

impl Default for Expected {
    fn default() -> Self {
        Expected { key: 0, number: Self::NOWHERE }
    }
}

/// Moves by the keys of their nodes, and how many bytes they may take.
struct Moves {
    kept: FxHashMap<u64, u32>,
    most: u64,
}

impl Moves {
    /// Bytes of one.
    const BYTES: u64 = 17;
}

/// There is no room for a move that must not be lost.
#[derive(Debug)]
pub(super) struct Full;

/// The entries of a line of the cache.
const WAYS: usize = 4;
/// The words of a line of the cache.
const LINE: usize = 8;

type Pair = [AtomicU64; 2];

/// The key of an entry, and the rest of it.
#[inline(always)]
fn read(pair: &Pair) -> (u64, u64) {
    let word = pair[1].load(Relaxed);
    (pair[0].load(Relaxed) ^ word, word)
}

#[inline(always)]
fn write(pair: &Pair, key: u64, word: u64) {
    pair[0].store(key ^ word, Relaxed);
    pair[1].store(word, Relaxed);
}

/// The rest of the entry of a key, 0 if there is none, and that of the last entry. Without a branch for each: which place it has cannot be
/// foreseen.
#[inline(always)]
fn find(cluster: &[Pair], key: u64) -> (u64, u64) {
    let (mut found, mut last) = (0, 0);
    for pair in cluster {
        let (of, word) = read(pair);
        found = if of == key && word != 0 { word } else { found };
        last = word;
    }
    (found, last)
}

/// The place of the entry of a key, or else the first that is free; the number of places if there is neither.
#[inline(always)]
fn place_for(cluster: &[Pair], key: u64) -> usize {
    let mut place = cluster.len();
    for (number, pair) in cluster.iter().enumerate().rev() {
        let (of, word) = read(pair);
        place = if word == 0 || of == key { number } else { place };
    }
    place
}

impl Table {
    /// Bytes of one entry.
    pub(super) const ENTRY: u64 = 16;

    /// A table with this number of entries, or up to three fewer, and fewer still if the limit on bytes says so. `repeats`: with the
    /// moves of proofs, which share the limit with it. `None` if there is not the room for an entry.
    pub(super) fn within(entries: u64, limit: Option<u64>, repeats: bool) -> Option<Table> {
        let bytes = limit.unwrap_or(u64::MAX);
        let room = if repeats { bytes / 2 } else { bytes };
        // The kinds of 32 entries take as much as one entry.
        let entries = entries.max(1).min(if room < 64 * Self::ENTRY { room } else { room / 33 * 32 } / Self::ENTRY);
        let ways = (entries as usize).min(WAYS);
        let kept = || Arc::new(Mutex::new(Moves { kept: FxHashMap::default(), most: bytes - room }));
        let moves = repeats.then(kept);
        let mut table = Table {
            words: Arc::default(),
            start: 0,
            clusters: 0,
            ways,
            kinds: 0,
            doublings: 0,
            used: 0,
            spare: FxHashMap::default(),
            moves,
        };
        table.resize(entries as usize / ways.max(1)).ok().filter(|()| entries > 0)?;
        Some(table)
    }

    /// The same for one processor: it begins small and grows without losing anything, so that a short search stays in the nearest
    /// cache. While it grows it takes half as many bytes more; where they are not allowed, it has its full size at once.
    pub(super) fn growing(entries: u64, limit: Option<u64>, repeats: bool) -> Option<Table> {
        const SMALL: u64 = 1 << 12;
        let fits = limit.is_none_or(|bytes| bytes / 4 >= entries.saturating_mul(Self::ENTRY));
        let doublings = if fits { (entries / SMALL).checked_ilog2().unwrap_or(0) } else { 0 };
        Some(Table { doublings, ..Table::within(entries >> doublings, limit, repeats)? })
    }

    /// Fresh clusters.
    fn resize(&mut self, clusters: usize) -> Result<(), TryReserveError> {
        let words = untouched(2 * self.ways * clusters + LINE + clusters.div_ceil(4))?;
        in_large_pages(&words);
        self.start = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
        self.kinds = self.start + 2 * self.ways * clusters;
        (self.words, self.clusters) = (Arc::new(words), clusters);
        Ok(())
    }

    /// The number of the cluster of a key, and the word and the bit that say whether it has had one of this kind.
    #[inline(always)]
    fn place(&self, key: u64) -> (usize, &AtomicU64, u64) {
        // Keys are mixed by their games; one step more spreads those that are not.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let number = ((u128::from(spread) * self.clusters as u128) >> 64) as usize;
        (number, &self.words[self.kinds + number / 4], 1 << (number % 4 * 16 + spread as usize % 16))
    }

    #[inline(always)]
    fn cluster(&self, number: usize) -> &[Pair] {
        self.words[self.start + 2 * self.ways * number..][..2 * self.ways].as_chunks().0
    }

    /// Tells the memory that a position will be stored soon.
    #[inline(always)]
    pub(super) fn fetch(&self, key: u64) {
        fetch(self.cluster(self.place(key).0));
    }

    /// Where a position is to be looked up soon; tells the memory so.
    #[inline(always)]
    pub(super) fn expect(&self, key: u64) -> Expected {
        let (number, kinds, kind) = self.place(key);
        let number = if kinds.load(Relaxed) & kind == 0 { Expected::NOWHERE } else { number };
        // Without a branch, which would wait for the kinds: where there is nothing to fetch, it is the last cluster.
        fetch(self.cluster(number.min(self.clusters - 1)));
        Expected { key, number }
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let (number, kinds, kind) = self.place(key);
        let nowhere = kinds.load(Relaxed) & kind == 0;
        self.get_expected(Expected { key, number: if nowhere { Expected::NOWHERE } else { number } })
    }

    #[inline(always)]
    fn get_expected(&self, Expected { key, number }: Expected) -> Option<Entry> {
        if number == Expected::NOWHERE {
            return None;
        }
        let cluster = self.cluster(number);
        // Four at once are the rule.
        let (mut found, last) = match <&[Pair; WAYS]>::try_from(cluster) {
            Ok(four) => find(four, key),
            Err(_) => find(cluster, key),
        };
        // What has no place in the table belongs to a cluster that is full.
        if found == 0 && last != 0 && !self.spare.is_empty() {
            found = self.spare.get(&key).copied().unwrap_or(0);
        }
        if found == 0 { None } else { Some(Entry::unpacked(found)) }
    }

    /// The numbers of a node, as far as they are known without a look at the position. `repetition`: what a repeated position says.
    #[inline(always)]
    pub(super) fn known(&self, key: u64, repetition: Option<bool>) -> Option<Numbers> {
        self.known_by(self.get(key), key, repetition)
    }

    /// The same for a node that was expected.
    #[inline(always)]
    pub(super) fn known_expected(&self, expected: Expected, repetition: Option<bool>) -> Option<Numbers> {
        self.known_by(self.get_expected(expected), expected.key, repetition)
    }

    #[inline(always)]
    fn known_by(&self, entry: Option<Entry>, key: u64, repetition: Option<bool>) -> Option<Numbers> {
        match entry {
            Some(entry) => Some(entry.numbers),
            None => self.deciding_move(key).and(repetition).map(|answer| Numbers::of(!answer)),
        }
    }

    /// Keeps what is known; where all places are taken, it takes that of the entry with the least work. Was there no entry before?
    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: Entry) -> bool {
        let (number, kinds, kind) = self.place(key);
        if kinds.load(Relaxed) & kind == 0 {
            kinds.fetch_or(kind, Relaxed);
        }
        let cluster = self.cluster(number);
        let place = match <&[Pair; WAYS]>::try_from(cluster) {
            Ok(four) => place_for(four, key),
            Err(_) => place_for(cluster, key),
        };
        let Some(pair) = cluster.get(place) else { return self.put_where_all_are_taken(key, entry) };
        let new = pair[1].load(Relaxed) == 0;
        write(pair, key, entry.packed());
        self.used += usize::from(new);
        new
    }

    #[cold]
    #[inline(never)]
    fn put_where_all_are_taken(&mut self, key: u64, entry: Entry) -> bool {
        if self.doublings > 0 && 2 * self.used > self.clusters * self.ways {
            self.grow();
            return self.put(key, entry);
        }
        if self.doublings > 0 {
            let new = self.spare.insert(key, entry.packed()).is_none();
            self.used += usize::from(new);
            return new;
        }
        // Which one of several with equal work does not depend on their places, so not on how the table grew.
        let rank = |pair: &&Pair| (Entry::unpacked(read(pair).1).work, read(pair).0);
        if let Some(pair) = self.cluster(self.place(key).0).iter().min_by_key(rank) {
            write(pair, key, entry.packed());
        }
        false
    }

    /// Becomes twice as large, if there is the memory for it.
    fn grow(&mut self) {
        let (words, start) = (Arc::clone(&self.words), self.start);
        if self.resize(2 * self.clusters).is_err() {
            self.doublings = 0;
            return;
        }
        self.doublings -= 1;
        // Places keep their order, so a cluster becomes two that stand side by side, with room for all that it had.
        for cluster in words[start..].as_chunks::<2>().0.chunks_exact(self.ways).take(self.clusters / 2) {
            let mut taken = [0; 2];
            for (key, word) in cluster.iter().map(read).filter(|&(_, word)| word != 0) {
                let (number, kinds, kind) = self.place(key);
                let place = &mut taken[number % 2];
                write(&self.cluster(number)[*place], key, word);
                *place += 1;
                kinds.store(kinds.load(Relaxed) | kind, Relaxed);
            }
        }
        for (key, word) in std::mem::take(&mut self.spare) {
            self.used -= 1;
            self.put(key, Entry::unpacked(word));
        }
    }

    /// The move that decides a node for good, by its number.
    #[inline(always)]
    pub(super) fn deciding_move(&self, key: u64) -> Option<u32> {
        let moves = self.moves.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        moves.kept.get(&key).copied()
    }

    /// Keeps the first such move of a node for good.
    pub(super) fn keep_move(&self, key: u64, number: u32) -> Result<(), Full> {
        let Some(moves) = &self.moves else { return Ok(()) };
        let Moves { kept, most } = &mut *moves.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == kept.capacity() {
            // While they move to a place of twice the size, they stand in both.
            let more = kept.capacity().max(4) + 1;
            let bytes = (kept.capacity() + 2 * more) as u64 * Moves::BYTES;
            if bytes > *most || kept.try_reserve(more - kept.len()).is_err() {
                return if kept.contains_key(&key) { Ok(()) } else { Err(Full) };
            }
        }
        kept.entry(key).or_insert(number);
        Ok(())
    }
}
