//! A transposition table that many processors read and write at once, without a lock (Hyatt and Mann 2002).
//!
//! A slot is two words, the data and the key XOR the data. Nothing keeps two writers from mixing their words in one
//! slot, or a reader from seeing half of a write; but then the two words do not give back the key, and the slot is taken
//! for that of another key.

use std::collections::TryReserveError;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use provebest_game::{Bound, Depth, Score, Window};
use provebest_machine::hints;

use super::Word;

/// What a table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of the child to look at first, if one is known.
    pub child: Option<u32>,
    /// The value, or a bound of it.
    pub value: Score,
    /// Which of them.
    pub bound: Bound,
    /// How deep the search was that found it.
    pub depth: Depth,
    /// Is there an estimate behind it, or were there only ends of the game?
    pub estimated: bool,
}

impl Entry {
    /// What the entry answers to a search of this depth with this window, if it suffices for it. It does if it is of the
    /// same depth, or if it saw the end of the game before: so values are those of the tree up to the horizon,
    /// whichever processor wrote them.
    #[inline]
    pub fn answer(&self, depth: Depth, window: Window) -> Option<Score> {
        let holds = self.depth == depth || self.depth < depth && !self.estimated;
        (holds && self.suffices(window)).then_some(self.value)
    }

    /// The same, where the answer of a deeper search is welcome too.
    #[inline]
    pub fn answer_or_deeper(&self, depth: Depth, window: Window) -> Option<Score> {
        let holds = self.depth >= depth || !self.estimated;
        (holds && self.suffices(window)).then_some(self.value)
    }

    /// What it says: the value is at least the first and at most the second.
    pub(crate) fn bounds(&self) -> (Score, Score) {
        let lower = if self.bound == Bound::Upper { Score::WORST } else { self.value };
        let upper = if self.bound == Bound::Lower { Score::INFINITY } else { self.value };
        (lower, upper)
    }

    #[inline]
    fn suffices(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.beta,
            Bound::Upper => self.value <= window.alpha,
        }
    }

    /// From the low bits on: value 32, child 14 (one more than its number), depth 10, bound 2 (never 0), estimated 1, age 5. An
    /// entry of more depth than that is not kept; a child of a higher number is forgotten.
    fn pack(&self, age: u64) -> Option<u64> {
        let child = self.child.map_or(0, |child| child.saturating_add(1));
        let child = if child < 1 << 14 { u64::from(child) } else { 0 };
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let value = u64::from(self.value.0 as u32);
        let depth = u64::from(self.depth.0);
        let estimated = u64::from(self.estimated);
        (depth < 1 << 10).then_some(value | child << 32 | depth << 46 | bound << 56 | estimated << 58 | age << 59)
    }

    /// The entry in one word, for processors that do not share the table; `None` if it is deeper than any table keeps.
    pub(crate) fn to_word(self) -> Option<u64> {
        self.pack(0)
    }

    /// The entry that a word from elsewhere stands for, if its value is one.
    pub(crate) fn from_word(word: u64) -> Option<Entry> {
        let entry = Entry::unpack(word);
        (Score::WORST <= entry.value && entry.value <= Score::INFINITY).then_some(entry)
    }

    fn unpack(data: u64) -> Entry {
        Entry {
            child: ((data >> 32 & 0x3fff) as u32).checked_sub(1),
            value: Score(data as u32 as i32),
            bound: match data >> 56 & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: depth_of(data),
            estimated: data >> 58 & 1 == 1,
        }
    }
}

fn depth_of(data: u64) -> Depth {
    Depth((data >> 46 & 0x3ff) as u32)
}

/// A transposition table for one processor or many: [`SharedTable`], or on other words.
///
/// Of four slots, one line of the cache, a new entry takes the one of its own position, an empty one, or else the one
/// that is worth least: old entries are worth less than new ones, shallow less than deep.
pub struct Table<W> {
    words: Vec<W>,
    /// Where the first cluster begins: at a line of the cache.
    first: usize,
    clusters: usize,
    /// How many clusters are in use: memory that was never touched costs nothing.
    in_use: AtomicUsize,
    age: W,
}

/// A transposition table for one processor or many.
///
/// ```
/// use provebest_game::{Bound, Depth, Score};
/// use provebest_search::{Entry, SharedTable};
/// let table = SharedTable::try_new(1 << 20)?;
/// let entry = Entry { child: Some(3), value: Score(17), bound: Bound::Lower, depth: Depth(5), estimated: true };
/// table.store(0x5eed, entry);
/// assert_eq!(table.probe(0x5eed), Some(entry));
/// assert_eq!(table.probe(0xfeed), None);
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub type SharedTable = Table<AtomicU64>;

const SLOTS: usize = 4;
const AGES: u64 = 1 << 5;

/// As many clusters as fill 64 KiB.
const LEAST_IN_USE: usize = 1 << 10;

/// The cluster of a key, of so many.
#[inline(always)]
fn place_of(key: u64, clusters: usize) -> usize {
    ((u128::from(key) * clusters as u128) >> 64) as usize
}

/// The key XOR the data, and the data; in an empty slot the data is 0.
type Slot<W> = [W; 2];

const WORDS: usize = 2 * SLOTS;

/// What a slot holds, and of which key.
#[inline(always)]
fn read<W: Word>([check, data]: &Slot<W>) -> (u64, u64) {
    let (check, data) = (check.load(), data.load());
    (check ^ data, data)
}

#[inline(always)]
fn write<W: Word>(slot: &Slot<W>, key: u64, data: u64) {
    slot[0].store(key ^ data);
    slot[1].store(data);
}

impl<W: Word> Table<W> {
    /// The least that a table takes: four slots.
    pub const LEAST_BYTES: usize = size_of::<W>() * WORDS;

    /// A table of at most this many bytes, but of four slots at least. (One line of the cache goes into its alignment.)
    pub fn try_new(bytes: usize) -> Result<Self, TryReserveError> {
        let clusters = (bytes / Self::LEAST_BYTES).max(1);
        let words = W::zeros(clusters.saturating_mul(WORDS).saturating_add(WORDS - 1))?;
        let first = words.as_ptr().align_offset(64);
        Ok(Table {
            words,
            first: if first < WORDS { first } else { 0 },
            clusters,
            in_use: AtomicUsize::new(clusters),
            age: W::new(0),
        })
    }

    /// The same, an empty table, with a few clusters in use only, until [`Table::make_room`] asks for more.
    pub(crate) fn beginning_small(self) -> Self {
        self.in_use.store(self.clusters.min(LEAST_IN_USE), Relaxed);
        self
    }

    /// Takes so many clusters into use as this many entries fill, or all that there are; never fewer than before. Others may read and
    /// write meanwhile: what they write may be lost.
    pub(crate) fn make_room(&self, entries: u64) {
        let before = self.in_use.load(Relaxed);
        let wanted = entries.div_ceil(SLOTS as u64).min(self.clusters as u64) as usize;
        // Seldom, and so at least twofold.
        if wanted <= before {
            return;
        }
        let after = wanted.max(2 * before).min(self.clusters);
        self.in_use.store(after, Relaxed);
        // From the top down, for what moves moves upwards.
        for number in (0..before).rev() {
            for slot in self.numbered(number) {
                let (key, data) = read(slot);
                let there = place_of(key, after);
                if data != 0 && there != number {
                    write(slot, 0, 0);
                    let least = self.numbered(there).iter().min_by_key(|slot| read(slot).1);
                    least.into_iter().for_each(|slot| write(slot, key, data));
                }
            }
        }
    }

    /// How many entries there is room for.
    pub fn slots(&self) -> u64 {
        (self.clusters * SLOTS) as u64
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &[Slot<W>] {
        self.numbered(place_of(key, self.in_use.load(Relaxed)))
    }

    #[inline(always)]
    fn numbered(&self, number: usize) -> &[Slot<W>] {
        let begin = self.first + number * WORDS;
        self.words[begin..begin + WORDS].as_chunks().0
    }

    /// All that is in use.
    fn all(&self) -> &[Slot<W>] {
        self.words[self.first..][..self.in_use.load(Relaxed) * WORDS].as_chunks().0
    }

    /// Tells the memory that the position with this key will be looked up soon.
    #[inline(always)]
    pub fn fetch(&self, key: u64) {
        hints::fetch(self.cluster(key));
    }

    /// What is known of the position with this key. What comes back was stored with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let found = self.cluster(key).iter().map(read).find(|&(of, data)| of == key && data != 0);
        found.map(|(_, data)| Entry::unpack(data))
    }

    /// Stores what is known of the position with this key; true if that filled an empty slot. A bound does not replace
    /// the value itself, and a new entry that knows no child keeps the old one's.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) -> bool {
        let age = self.age.load();
        let (mut least, mut place, mut old) = (i64::MAX, 0, 0);
        let cluster = self.cluster(key);
        for (here, slot) in cluster.iter().enumerate() {
            let (of, data) = read(slot);
            if data != 0 && of == key {
                (least, place, old) = (0, here, data);
                break;
            }
            let worth = if data == 0 { i64::MIN } else { worth(data, age) };
            if worth < least {
                (least, place) = (worth, here);
            }
        }
        let mut entry = entry;
        if old != 0 {
            let old = Entry::unpack(old);
            if old.bound == Bound::Exact && old.depth == entry.depth && entry.bound != Bound::Exact {
                return false;
            }
            entry.child = entry.child.or(old.child);
        }
        let Some(data) = entry.pack(age) else { return false };
        write(&cluster[place], key, data);
        least == i64::MIN
    }

    /// From now on, what is stored is newer than all before.
    pub fn new_age(&self) {
        self.age.store((self.age.load() + 1) % AGES);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age.store(0);
        self.all().iter().for_each(|slot| write(slot, 0, 0));
    }

    /// How full it is with entries of this age, in thousandths, by a look at a thousand slots.
    pub fn fill_permille(&self) -> u32 {
        let all = self.all();
        let some = &all[..all.len().min(1000)];
        let age = self.age.load();
        let filled = some.iter().map(read).filter(|&(_, data)| data != 0 && data >> 59 == age).count();
        (filled * 1000 / some.len()) as u32
    }
}

/// An age is worth eight plies.
fn worth(data: u64, age: u64) -> i64 {
    let older = (AGES + age - (data >> 59)) % AGES;
    i64::from(depth_of(data).0) - 8 * older as i64
}

#[cfg(test)]
mod tests {
    use provebest_game::SplitMix64;

    use super::*;

    fn entry(depth: u32, value: i32, bound: Bound) -> Entry {
        Entry { child: Some(value as u32 % 7), value: Score(value), bound, depth: Depth(depth), estimated: true }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        // Miri takes its time.
        let (bytes, rounds) = if cfg!(miri) { (1 << 9, 200) } else { (1 << 16, 10_000) };
        let table = SharedTable::try_new(bytes).unwrap();
        let mut chance = SplitMix64::new(1);
        for _ in 0..rounds {
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][chance.below(3) as usize];
            let child = [None, Some(0), Some(16_382)][chance.below(3) as usize];
            let value = [Score::WORST, Score::INFINITY, Score(-1), Score(0)][chance.below(4) as usize];
            let depth = [Depth(0), Depth(1023)][chance.below(2) as usize];
            let estimated = chance.happens(50);
            let (key, entry) = (chance.next_number(), Entry { child, value, bound, depth, estimated });
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        assert!(table.fill_permille() > 900);
    }

    #[test]
    fn nothing_is_nothing() {
        let mut table = SharedTable::try_new(0).unwrap();
        assert_eq!((table.probe(0), table.slots(), table.fill_permille()), (None, 4, 0));
        assert!(table.store(0, entry(0, 0, Bound::Exact)));
        assert!(table.probe(0).is_some());
        table.clear();
        assert_eq!(table.probe(0), None);
        assert!(!table.store(1, entry(1024, 0, Bound::Exact)), "too deep to be kept");
        assert!(table.store(1, Entry { child: Some(20_000), ..entry(1, 0, Bound::Exact) }));
        assert_eq!(table.probe(1).unwrap().child, None);
        // Miri ends where memory does.
        assert!(cfg!(miri) || SharedTable::try_new(usize::MAX / 2).is_err(), "more than there is");
    }

    #[test]
    fn the_least_worthy_goes() {
        let table = SharedTable::try_new(64).unwrap();
        for key in 1..=4 {
            assert!(table.store(key, entry(10 + key as u32, 5, Bound::Lower)));
        }
        assert!(!table.store(5, entry(1, 5, Bound::Lower)), "the shallowest makes room");
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.probe(key).is_some()), [false, true, true, true, true]);
        for _ in 0..70 {
            table.new_age();
            (6..=8).for_each(|key| assert!(!table.store(key, entry(9, 5, Bound::Lower))));
            assert_eq!([6, 7, 8].map(|key| table.probe(key).is_some()), [true; 3], "three new ones stay together");
        }
    }

    #[test]
    fn entries_move_into_new_room() {
        let room = if cfg!(miri) { 1 << 17 } else { 10_000_000 };
        let table = SharedTable::try_new(room).unwrap().beginning_small();
        let (entries, mut chance) = (if cfg!(miri) { 100 } else { 300 }, SplitMix64::new(7));
        let keys: Vec<u64> = std::iter::repeat_with(|| chance.next_number()).take(entries).collect();
        let known = |table: &SharedTable| {
            keys.iter()
                .enumerate()
                .all(|(number, &key)| table.probe(key) == Some(entry(3, number as i32, Bound::Exact)))
        };
        for (number, &key) in keys.iter().enumerate() {
            assert!(table.store(key, entry(3, number as i32, Bound::Exact)));
        }
        let begin = table.all().len() / SLOTS;
        assert!(known(&table) && begin < table.clusters);
        for (wanted, there) in
            [(0, begin), (begin as u64 * 4 + 4, 2 * begin), (u64::MAX, table.clusters), (0, table.clusters)]
        {
            table.make_room(wanted);
            assert_eq!((table.all().len() / SLOTS, known(&table)), (there, true));
        }
        let tiny = SharedTable::try_new(64).unwrap().beginning_small();
        tiny.make_room(u64::MAX);
        assert_eq!(tiny.all().len(), 4);
    }

    #[test]
    fn a_value_is_more_than_a_bound() {
        let table = SharedTable::try_new(64).unwrap();
        table.store(1, entry(3, 5, Bound::Exact));
        table.store(1, entry(3, 6, Bound::Upper));
        assert_eq!(table.probe(1), Some(entry(3, 5, Bound::Exact)));
        table.store(1, Entry { child: None, ..entry(4, 6, Bound::Upper) });
        assert_eq!(table.probe(1), Some(Entry { child: Some(5), ..entry(4, 6, Bound::Upper) }));
    }

    #[test]
    fn what_answers() {
        let window = Window::new(Score(2), Score(8));
        let answer = |value, bound| entry(3, value, bound).answer(Depth(3), window);
        assert_eq!(answer(5, Bound::Exact), Some(Score(5)));
        assert_eq!([8, 7].map(|value| answer(value, Bound::Lower)), [Some(Score(8)), None]);
        assert_eq!([2, 3].map(|value| answer(value, Bound::Upper)), [Some(Score(2)), None]);
        let of_depths = |entry: Entry| [2, 3, 4].map(|depth| entry.answer(Depth(depth), window).is_some());
        assert_eq!(of_depths(entry(3, 5, Bound::Exact)), [false, true, false]);
        let ended = Entry { estimated: false, ..entry(3, 5, Bound::Exact) };
        assert_eq!(
            of_depths(ended),
            [false, true, true],
            "what has ended stays as it is, but a nearer horizon hides it"
        );
    }
}
