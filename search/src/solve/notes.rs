//! Where a solver notes what it has proved: a table that begins small and grows with the work, up to its limit, so that
//! a short proof stays in the cache and has little to clear. Many processors read and write it at once, without a lock.
//!
//! The place of a note tells some bits of its key and the note the others, so no two keys share a note: what is found
//! is what was proved, whatever the size. The bits that the place tells are those of the least table, and stay the same while it
//! grows. So nobody has to wait while one processor moves the notes: what others write or look for meanwhile may be lost, but what they
//! find was proved. This is certain where a note is one word ([`Narrow`]), and where one processor is at work. A note of two words
//! ([`Wide`]) may be read when one word of it is new and the other old: then it is a note of some key that nobody meant, the one
//! looked for with a chance of about 2^-54.

use std::marker::PhantomData;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};

use provebest_game::Score;
use provebest_machine::hints::{fetch, in_large_pages};

use crate::table::untouched;

/// What is known of a position: bounds of its value, and the candidate that did best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    pub(crate) least: Score,
    pub(crate) most: Score,
    pub(crate) hint: u32,
}

impl Note {
    pub(crate) const NOTHING: Note = Note { least: Score::WORST, most: Score::INFINITY, hint: 0 };
}

/// A slot of a table: a part of a key, a note, and how much work is in it.
pub(crate) trait Slot: Copy + 'static {
    const EMPTY: Self;
    /// How many bits of a key it has room for.
    const CHECK_BITS: u32;
    /// What it takes.
    const WORDS: usize;
    /// The words that processors share.
    type Cell: 'static;
    /// Words as slots, four to a group.
    fn groups(words: &[AtomicU64]) -> &[[Self::Cell; WAYS]];
    fn load(cell: &Self::Cell) -> Self;
    fn store(self, cell: &Self::Cell);
    fn new(check: u64, note: Note, work: u32) -> Self;
    fn check(self) -> u64;
    fn note(self) -> Note;
    /// The binary logarithm of the nodes it took; 0 for an empty slot only.
    fn work(self) -> u32;
}

const HINTS: u32 = 31;
const MOST_WORK: u32 = 31;

/// Hint and work in ten bits.
fn ten_bits(hint: u32, work: u32) -> u64 {
    u64::from(if hint > HINTS { 0 } else { hint } << 5 | work.clamp(1, MOST_WORK))
}

/// For values that fit into a byte: eight bytes in all.
#[derive(Clone, Copy)]
pub(crate) struct Narrow(u64);

impl Narrow {
    pub(crate) const LIMIT: i32 = i8::MAX as i32;

    /// Can it hold values within these bounds, and can a table of such slots begin small with keys of this many bits? The less of
    /// a key fits into a slot, the larger the least table that tells keys apart.
    pub(crate) fn suits(key_bits: u32, least: Score, most: Score) -> bool {
        const LARGEST_START: u64 = 16 << 20;
        let start = group_bytes::<Narrow>() << key_bits.saturating_sub(Self::CHECK_BITS);
        least.0 >= -Self::LIMIT && most.0 <= Self::LIMIT && start <= LARGEST_START
    }
}

impl Slot for Narrow {
    const EMPTY: Narrow = Narrow(0);
    const CHECK_BITS: u32 = 38;
    const WORDS: usize = 1;
    type Cell = AtomicU64;

    fn groups(words: &[AtomicU64]) -> &[[AtomicU64; WAYS]] {
        words.as_chunks().0
    }
    #[inline(always)]
    fn load(cell: &AtomicU64) -> Narrow {
        Narrow(cell.load(Relaxed))
    }
    #[inline(always)]
    fn store(self, cell: &AtomicU64) {
        cell.store(self.0, Relaxed);
    }
    #[inline(always)]
    fn new(check: u64, note: Note, work: u32) -> Narrow {
        let byte = |score: Score| u64::from(score.0.clamp(-Self::LIMIT, Self::LIMIT) as i8 as u8);
        Narrow(check << 26 | byte(note.least) << 18 | byte(note.most) << 10 | ten_bits(note.hint, work))
    }
    #[inline(always)]
    fn check(self) -> u64 {
        self.0 >> 26
    }
    #[inline(always)]
    fn note(self) -> Note {
        let score = |from: u32| Score(i32::from((self.0 >> from) as i8));
        Note { least: score(18), most: score(10), hint: self.0 as u32 >> 5 & HINTS }
    }
    #[inline(always)]
    fn work(self) -> u32 {
        self.0 as u32 & MOST_WORK
    }
}

/// For all values: sixteen bytes, the bounds and the rest. The rest is kept XOR the bounds, scrambled: where two processors write at
/// once, the words of notes with different bounds do not fit together, and the slot is that of another key (Hyatt and Mann 2002).
#[derive(Clone, Copy)]
pub(crate) struct Wide(u64, u64);

impl Slot for Wide {
    const EMPTY: Wide = Wide(0, 0);
    const CHECK_BITS: u32 = 54;
    const WORDS: usize = 2;
    type Cell = [AtomicU64; 2];

    fn groups(words: &[AtomicU64]) -> &[[[AtomicU64; 2]; WAYS]] {
        words.as_chunks().0.as_chunks().0
    }
    #[inline(always)]
    fn load([rest, bounds]: &[AtomicU64; 2]) -> Wide {
        let (rest, bounds) = (rest.load(Relaxed), bounds.load(Relaxed));
        Wide(rest ^ bounds.wrapping_mul(SCRAMBLER), bounds)
    }
    #[inline(always)]
    fn store(self, [rest, bounds]: &[AtomicU64; 2]) {
        rest.store(self.0 ^ self.1.wrapping_mul(SCRAMBLER), Relaxed);
        bounds.store(self.1, Relaxed);
    }
    #[inline(always)]
    fn new(check: u64, note: Note, work: u32) -> Wide {
        let bounds = u64::from(note.most.0 as u32) << 32 | u64::from(note.least.0 as u32);
        Wide(check << 10 | ten_bits(note.hint, work), bounds)
    }
    #[inline(always)]
    fn check(self) -> u64 {
        self.0 >> 10
    }
    #[inline(always)]
    fn note(self) -> Note {
        let score = |from: u32| Score((self.1 >> from) as i32);
        Note { least: score(0), most: score(32), hint: self.0 as u32 >> 5 & HINTS }
    }
    #[inline(always)]
    fn work(self) -> u32 {
        self.0 as u32 & MOST_WORK
    }
}

/// Products of bounds that differ do so in more than the ten bits that are not of the key, so a key never has the bounds of another one:
/// as long as they are within six million, near to a win or a loss, or infinite. For bounds beyond that it is as unlikely as a third key
/// that fits; never is not to be had, for two bounds have 64 bits.
const SCRAMBLER: u64 = 0x9e37_79b9_7f4a_7c15;

const WAYS: usize = 4;

const fn group_bytes<S: Slot>() -> u64 {
    (size_of::<u64>() * S::WORDS * WAYS) as u64
}

/// The table.
pub(crate) struct Notes<S> {
    words: Vec<AtomicU64>,
    /// Where the first group begins: at a line of the cache.
    first: usize,
    key_bits: u32,
    least_bits: u32,
    most_bits: u32,
    /// The binary logarithm of the groups in use. Memory that was never touched costs nothing.
    bits: AtomicU32,
    /// How many slots are filled.
    used: AtomicU64,
    growing: AtomicBool,
    slot: PhantomData<fn() -> S>,
}

impl<S: Slot> Notes<S> {
    /// A table for keys of this many bits that takes at most this many bytes. `None` if that is too little to
    /// tell keys apart.
    pub(crate) fn try_new(key_bits: u32, bytes: u64) -> Option<Notes<S>> {
        let least_bits = key_bits.saturating_sub(S::CHECK_BITS);
        let most_bits = (bytes / group_bytes::<S>()).checked_ilog2()?.min(key_bits).min(40);
        if least_bits > most_bits {
            return None;
        }
        let least_bits = least_bits.max(Self::SMALL_BITS.min(most_bits));
        // Where there is no room for so much, half of it may do.
        (least_bits..=most_bits).rev().find_map(|most_bits| Self::of_size(key_bits, least_bits, most_bits))
    }

    fn of_size(key_bits: u32, least_bits: u32, most_bits: u32) -> Option<Notes<S>> {
        const LINE: usize = 64;
        let (group, spare) = (S::WORDS * WAYS, LINE / size_of::<u64>() - 1);
        let wanted = (group << most_bits) + spare;
        let ample = if wanted > Self::CLEARED { wanted.max(Self::FROM_THE_SYSTEM) } else { wanted };
        let words = untouched(ample).or_else(|_| untouched(wanted)).ok()?;
        let first = words.as_ptr().align_offset(LINE);
        Some(Notes {
            first: if first <= spare { first } else { 0 },
            words,
            key_bits,
            least_bits,
            most_bits,
            bits: AtomicU32::new(least_bits),
            used: AtomicU64::new(0),
            growing: AtomicBool::new(false),
            slot: PhantomData,
        })
    }

    /// An allocator clears what it has used before, all of it, if it does not pass the request on to the system, which clears what is
    /// touched. So many words are soon cleared, ...
    const CLEARED: usize = 1 << 15;
    /// ... and for so many (48 MiB) glibc asks the system. (On a page in a browser nothing is gained by asking for more.)
    const FROM_THE_SYSTEM: usize = if cfg!(all(target_pointer_width = "64", unix)) { 6 << 20 } else { 0 };

    /// What fits into the nearest cache is not worth being made smaller.
    const SMALL_BITS: u32 = 10;

    /// How many bits its keys have.
    pub(crate) fn key_bits(&self) -> u32 {
        self.key_bits
    }

    /// What of it is in use, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        group_bytes::<S>() << self.bits.load(Relaxed)
    }

    /// Never grows beyond these bytes from now on. Is it within them?
    pub(crate) fn stay_within(&mut self, bytes: u64) -> bool {
        let most = (bytes / group_bytes::<S>()).checked_ilog2();
        self.most_bits = self.most_bits.min(most.unwrap_or(0)).max(*self.bits.get_mut());
        self.bytes() <= bytes
    }

    /// For a processor, one of `sharers` that use the table at the same time.
    pub(crate) fn access(&self, sharers: u64) -> Access<'_, S> {
        let mask = |bits: u32| u64::MAX.checked_shr(64 - bits).unwrap_or(0);
        let check_bits = self.key_bits - self.least_bits;
        let mut access = Access {
            table: self,
            groups: S::groups(&self.words[self.first..]),
            key_mask: mask(self.key_bits),
            check_mask: mask(check_bits),
            half: (self.key_bits / 2).max(1),
            check_bits,
            least_bits: self.least_bits,
            rest: 0,
            sharers,
            filled: 0,
            until: 0,
        };
        access.look_up_size();
        access
    }
}

/// The table as one processor uses it.
pub(crate) struct Access<'t, S: Slot> {
    table: &'t Notes<S>,
    groups: &'t [[S::Cell; WAYS]],
    key_mask: u64,
    check_mask: u64,
    half: u32,
    /// How many bits of the place of a key its note tells, the low ones. The others are the number of its group, in the least table.
    check_bits: u32,
    least_bits: u32,
    /// How many bits of the place of a key its group does not tell.
    rest: u32,
    sharers: u64,
    /// How many slots were filled here that the table has not been told of, ...
    filled: u64,
    /// ... and how many are filled before it is.
    until: u64,
}

impl<S: Slot> Access<'_, S> {
    /// Scrambles a key, one to one within its bits.
    #[inline(always)]
    fn place(&self, key: u64) -> u64 {
        let scrambled = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & self.key_mask;
        let scrambled = scrambled ^ scrambled >> self.half;
        scrambled.wrapping_mul(0xd6e8_feb8_6659_fd93) & self.key_mask
    }

    /// The group of a key, and what of the key its slot has to tell.
    #[inline(always)]
    fn split(&self, key: u64) -> (usize, u64) {
        let place = self.place(key);
        let check = place & self.check_mask;
        let group = place >> self.check_bits | check >> self.rest << self.least_bits;
        (group as usize, check)
    }

    /// Tells the memory that a key will be looked up soon.
    #[inline(always)]
    pub(crate) fn fetch(&self, key: u64) {
        let (group, _) = self.split(key);
        fetch(&self.groups[group]);
    }

    #[inline(always)]
    pub(crate) fn probe(&self, key: u64) -> Note {
        let (group, check) = self.split(key);
        for slot in &self.groups[group] {
            let slot = S::load(slot);
            if slot.check() == check && slot.work() > 0 {
                return slot.note();
            }
        }
        Note::NOTHING
    }

    /// Notes what was proved of a position, and how many nodes that took. It takes the place of the slot with the least work.
    #[inline(always)]
    pub(crate) fn store(&mut self, key: u64, note: Note, nodes: u64) {
        let (group, check) = self.split(key);
        let work = nodes.max(1).ilog2() + 1;
        let slots = &self.groups[group];
        let (mut place, mut least) = (0, u32::MAX);
        for (number, slot) in slots.iter().enumerate() {
            let slot = S::load(slot);
            if slot.check() == check && slot.work() > 0 {
                place = number;
                least = slot.work();
                break;
            }
            if slot.work() < least {
                (place, least) = (number, slot.work());
            }
        }
        S::new(check, note, work).store(&slots[place]);
        if least == 0 {
            self.filled += 1;
            if self.filled >= self.until {
                self.tell();
            }
        }
    }

    /// Tells the table how many slots were filled here. It grows when three quarters are.
    #[cold]
    #[inline(never)]
    fn tell(&mut self) {
        let table = self.table;
        table.used.fetch_add(std::mem::take(&mut self.filled), Relaxed);
        let bits = table.bits.load(Relaxed);
        let full = table.used.load(Relaxed) > Self::room(bits);
        if full && bits < table.most_bits && !table.growing.swap(true, Acquire) {
            // Another one may have done it a moment ago.
            if table.bits.load(Relaxed) == bits {
                self.grow(bits);
            }
            table.growing.store(false, Release);
        }
        self.look_up_size();
    }

    /// How many slots may be filled before it grows.
    fn room(bits: u32) -> u64 {
        ((WAYS as u64 * 3) << bits) / 4
    }

    /// Reads how large the table is by now.
    pub(crate) fn look_up_size(&mut self) {
        let table = self.table;
        let bits = table.bits.load(Relaxed);
        self.rest = table.key_bits - bits;
        let left = (Self::room(bits) + 1).saturating_sub(table.used.load(Relaxed));
        // One of several tells sooner, for all of them fill it.
        let soon = if self.sharers > 1 { left / (2 * self.sharers) } else { left };
        self.until = if bits < table.most_bits { soon.max(1) } else { u64::MAX };
    }

    /// Doubles the table, in place and from its end: each group becomes two.
    fn grow(&self, bits: u32) {
        let (old, least) = (1 << bits, 1 << self.least_bits);
        in_large_pages(&self.groups[old..2 * old]);
        self.table.bits.store(bits + 1, Relaxed);
        let further = self.table.key_bits - bits - 1;
        for number in (0..old).rev() {
            let slots: [S; WAYS] = std::array::from_fn(|place| S::load(&self.groups[number][place]));
            let even = number % least + number / least * 2 * least;
            for (half, group) in [even, even + least].into_iter().enumerate() {
                for (place, slot) in slots.into_iter().enumerate() {
                    let is_here = slot.work() > 0 && slot.check() >> further & 1 == half as u64;
                    (if is_here { slot } else { S::EMPTY }).store(&self.groups[group][place]);
                }
            }
        }
    }
}

impl<S: Slot> Drop for Access<'_, S> {
    fn drop(&mut self) {
        if self.filled > 0 {
            self.table.used.fetch_add(self.filled, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use provebest_game::{Ply, mix};

    use super::*;

    fn note(least: i32, most: i32, hint: u32) -> Note {
        Note { least: Score(least), most: Score(most), hint }
    }

    #[test]
    fn every_key_has_a_place_of_its_own() {
        for key_bits in [1, 2, 7, 12, 16] {
            let notes = Notes::<Narrow>::try_new(key_bits, 1 << 20).unwrap();
            let access = notes.access(1);
            let mut places: Vec<u64> = (0..1 << key_bits).map(|key| access.place(key)).collect();
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..1 << key_bits), "{key_bits} bits");
        }
    }

    fn about(key: u64) -> Note {
        note(-((key % 100) as i32), (key % 77) as i32, (key % 31) as u32)
    }

    fn comes_back_while_it_grows<S: Slot>(key_bits: u32) {
        let notes = Notes::<S>::try_new(key_bits, 1 << 22).unwrap();
        let mut access = notes.access(1);
        let small = notes.bytes();
        let keys: Vec<u64> = (0..50_000).map(|number| mix(number) >> (64 - key_bits)).collect();
        for (number, &key) in keys.iter().enumerate() {
            access.store(key, about(key), number as u64);
            assert_eq!(access.probe(key), about(key));
        }
        assert!(notes.bytes() > small);
        let kept = keys.iter().filter(|&&key| {
            let found = access.probe(key);
            assert!(found == about(key) || found == Note::NOTHING);
            found != Note::NOTHING
        });
        let kept = kept.count();
        assert!(kept > 30_000, "{kept}");
    }

    /// The same as one of several proved it: each has other bounds, all of them true.
    fn about_by(key: u64, one: u64) -> Note {
        let Note { least, most, hint } = about(key);
        note(least.0 - (mix(key ^ one) % 20) as i32, most.0 + (mix(key + one) % 30) as i32, hint)
    }

    /// Several write and read at once, from a small table on until it is as large as it may be: what is found is what one of them noted.
    fn is_right_while_others_write<S: Slot>(key_bits: u32) {
        let (threads, keys) = if cfg!(miri) { (2, 300) } else { (4, 60_000) };
        let notes = Notes::<S>::try_new(key_bits, 1 << 20).unwrap();
        let small = notes.bytes();
        let work = |first: u64| {
            let (mut access, mut found) = (notes.access(threads), 0);
            for number in 0..2 * keys {
                let key = mix((number * (first + 1)) % keys) >> (64 - key_bits);
                let note = access.probe(key);
                // The hint is the same for all.
                let is_noted = (0..threads).any(|one| note == about_by(key, one));
                assert!(is_noted || note == Note::NOTHING, "{note:?} of {key}");
                found += u64::from(note != Note::NOTHING);
                access.store(key, about_by(key, first), number);
            }
            found
        };
        let found: u64 = std::thread::scope(|scope| {
            let all: Vec<_> = (0..threads).map(|first| scope.spawn(move || work(first))).collect();
            all.into_iter().map(|one| one.join().unwrap()).sum()
        });
        assert!(cfg!(miri) || notes.bytes() > small && found > keys, "{found}");
    }

    #[test]
    fn notes_are_right_while_others_write() {
        is_right_while_others_write::<Narrow>(49);
        is_right_while_others_write::<Wide>(49);
        is_right_while_others_write::<Wide>(64);
    }

    /// Products of all bounds within six million, of wins, losses and infinity differ in the bits of the key, too. Products that do not
    /// are less than 1,024 apart, and bounds that far apart are products by the inverse of the factor.
    #[test]
    fn no_key_has_the_bounds_of_another() {
        let inverse = (0..6).fold(SCRAMBLER, |x, _| x.wrapping_mul(2u64.wrapping_sub(SCRAMBLER.wrapping_mul(x))));
        assert_eq!(SCRAMBLER.wrapping_mul(inverse), 1);
        let win = 1_900_000_000;
        let far = i64::from(Score::INFINITY.0);
        let kinds = [(0, 6_000_000), (win, 100_000), (-win, 100_000), (far, 0), (-far, 0)];
        assert!(kinds.iter().any(|&(value, about)| (i64::from(Score::win_in(Ply(30)).0) - value).abs() <= about));
        let is_difference = |of: i64| {
            let mut pairs = kinds.iter().flat_map(|one| kinds.iter().map(move |other| (one, other)));
            pairs.any(|(one, other)| (of - (one.0 - other.0)).abs() <= one.1 + other.1)
        };
        for apart in (-1023..1024i64).filter(|&apart| apart != 0) {
            let bounds = inverse.wrapping_mul(apart as u64);
            for least in [i64::from(bounds as u32), i64::from(bounds as u32) - (1 << 32)] {
                let most = i64::from((bounds.wrapping_sub(least as u64) >> 32) as u32);
                let most = [most, most - (1 << 32)];
                assert!(!(is_difference(least) && most.into_iter().any(is_difference)), "{least} {most:?}");
            }
        }
    }

    /// Words of two notes do not make a third one.
    #[test]
    fn halves_of_different_notes_do_not_fit_together() {
        let some = [-64, -9, -1, 0, 1, 2, 30, 64, 1000, Score::WORST.0, Score::INFINITY.0];
        let bounds: Vec<Wide> = some
            .iter()
            .flat_map(|&least| some.iter().map(move |&most| Wide::new(0x1234_5678, note(least, most, 3), 5)))
            .collect();
        for one in &bounds {
            for other in bounds.iter().filter(|other| other.1 != one.1) {
                let (mixed, whole) = ([AtomicU64::new(0), AtomicU64::new(0)], [AtomicU64::new(0), AtomicU64::new(0)]);
                one.store(&mixed);
                other.store(&whole);
                mixed[1].store(whole[1].load(Relaxed), Relaxed);
                assert_ne!(Wide::load(&mixed).check(), one.check(), "{:?} and {:?}", one.note(), other.note());
            }
        }
    }

    #[test]
    fn notes_come_back_while_the_table_grows() {
        comes_back_while_it_grows::<Narrow>(49);
        comes_back_while_it_grows::<Wide>(49);
        comes_back_while_it_grows::<Wide>(64);
    }

    #[test]
    fn narrow_slots_are_for_tables_that_begin_small() {
        let suits = |key_bits, most: i32| Narrow::suits(key_bits, Score(-most), Score(most));
        assert!(suits(49, 21) && suits(20, 127) && !suits(49, 128));
        assert!(!suits(64, 64), "two gigabytes, only to begin with");
    }

    #[test]
    fn too_little_room_is_no_table() {
        assert!(Notes::<Narrow>::try_new(49, 1000).is_none());
        assert!(Notes::<Wide>::try_new(64, 1000).is_none());
        assert!(Notes::<Narrow>::try_new(20, 31).is_none());
        assert!(Notes::<Narrow>::try_new(20, 32).is_some());
    }
}
