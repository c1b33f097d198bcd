//! Where a solver notes what it has proved: a table that begins small and grows with the work, up to its limit, so that
//! a short proof stays in the cache and has little to clear.
//!
//! The place of a note tells some bits of its key and the note the others, so no two keys share a note: what is found
//! is what was proved, whatever the size.

use std::collections::TryReserveError;

use provebest_game::Score;
use provebest_machine::hints::{fetch, in_large_pages};

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
pub(crate) trait Slot: Copy {
    const EMPTY: Self;
    /// How many bits of a key it has room for.
    const CHECK_BITS: u32;
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
        let start = (size_of::<Group<Narrow>>() as u64) << key_bits.saturating_sub(Self::CHECK_BITS);
        least.0 >= -Self::LIMIT && most.0 <= Self::LIMIT && start <= LARGEST_START
    }
}

impl Slot for Narrow {
    const EMPTY: Narrow = Narrow(0);
    const CHECK_BITS: u32 = 38;

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

/// For all values: sixteen bytes.
#[derive(Clone, Copy)]
pub(crate) struct Wide(u64, [i32; 2]);

impl Slot for Wide {
    const EMPTY: Wide = Wide(0, [0, 0]);
    const CHECK_BITS: u32 = 54;

    #[inline(always)]
    fn new(check: u64, note: Note, work: u32) -> Wide {
        Wide(check << 10 | ten_bits(note.hint, work), [note.least.0, note.most.0])
    }
    #[inline(always)]
    fn check(self) -> u64 {
        self.0 >> 10
    }
    #[inline(always)]
    fn note(self) -> Note {
        Note { least: Score(self.1[0]), most: Score(self.1[1]), hint: self.0 as u32 >> 5 & HINTS }
    }
    #[inline(always)]
    fn work(self) -> u32 {
        self.0 as u32 & MOST_WORK
    }
}

const WAYS: usize = 4;

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Group<S>([S; WAYS]);

/// The table.
pub(crate) struct Notes<S> {
    groups: Vec<Group<S>>,
    key_bits: u32,
    /// The binary logarithm of the groups: the place of a note tells this many bits of its key.
    bits: u32,
    least_bits: u32,
    most_bits: u32,
    used: u64,
}

impl<S: Slot> Notes<S> {
    /// A table for keys of this many bits that takes at most this many bytes. `None` if that is too little to
    /// tell keys apart.
    pub(crate) fn try_new(key_bits: u32, bytes: u64) -> Option<Notes<S>> {
        let least_bits = key_bits.saturating_sub(S::CHECK_BITS);
        let most_bits = (bytes / size_of::<Group<S>>() as u64).checked_ilog2()?.min(key_bits).min(40);
        if least_bits > most_bits {
            return None;
        }
        let least_bits = least_bits.max(Self::SMALL_BITS.min(most_bits));
        let mut notes = Notes { groups: Vec::new(), key_bits, bits: 0, least_bits, most_bits, used: 0 };
        notes.clear().ok()?;
        Some(notes)
    }

    /// What fits into the nearest cache is not worth being made smaller.
    const SMALL_BITS: u32 = 10;

    /// Forgets everything, and becomes small again.
    pub(crate) fn clear(&mut self) -> Result<(), TryReserveError> {
        self.groups.clear();
        self.bits = self.least_bits;
        self.used = 0;
        self.resize()
    }

    fn resize(&mut self) -> Result<(), TryReserveError> {
        let len = 1 << self.bits;
        self.groups.try_reserve_exact(len - self.groups.len())?;
        in_large_pages(self.groups.spare_capacity_mut());
        self.groups.resize(len, Group([S::EMPTY; WAYS]));
        Ok(())
    }

    /// How many bits its keys have.
    pub(crate) fn key_bits(&self) -> u32 {
        self.key_bits
    }

    /// What it takes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.groups[..]) as u64
    }

    /// Scrambles a key, one to one within its bits.
    #[inline(always)]
    fn place(&self, key: u64) -> u64 {
        let cut = 64 - self.key_bits;
        let scrambled = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) << cut >> cut;
        let scrambled = scrambled ^ scrambled >> (self.key_bits / 2).max(1);
        scrambled.wrapping_mul(0xd6e8_feb8_6659_fd93) << cut >> cut
    }

    /// The group of a key, and what of the key its slot has to tell.
    #[inline(always)]
    fn split(&self, key: u64) -> (usize, u64) {
        let (place, rest) = (self.place(key), self.key_bits - self.bits);
        // All 64 bits can be left only where there is one group.
        if rest == 64 { (0, place) } else { ((place >> rest) as usize, place & ((1 << rest) - 1)) }
    }

    /// Tells the memory that a key will be looked up soon.
    #[inline(always)]
    pub(crate) fn fetch(&self, key: u64) {
        let (group, _) = self.split(key);
        fetch(std::slice::from_ref(&self.groups[group]));
    }

    #[inline(always)]
    pub(crate) fn probe(&self, key: u64) -> Note {
        let (group, check) = self.split(key);
        for slot in self.groups[group].0 {
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
        let slots = &mut self.groups[group].0;
        let (mut place, mut least) = (0, u32::MAX);
        for (number, slot) in slots.iter().enumerate() {
            if slot.check() == check && slot.work() > 0 {
                place = number;
                least = slot.work();
                break;
            }
            if slot.work() < least {
                (place, least) = (number, slot.work());
            }
        }
        slots[place] = S::new(check, note, work);
        if least == 0 {
            self.used += 1;
            if self.used * 4 > (WAYS as u64 * 3) << self.bits && self.bits < self.most_bits {
                self.grow();
            }
        }
    }

    /// Never grows beyond these bytes from now on. Is it within them?
    pub fn stay_within(&mut self, bytes: u64) -> bool {
        let most = (bytes / size_of::<Group<S>>() as u64).checked_ilog2();
        self.most_bits = self.most_bits.min(most.unwrap_or(0)).max(self.bits);
        self.bytes() <= bytes
    }

    /// Doubles the table, in place and from its end: group `n` becomes `2n` and `2n + 1`. Where there is no more
    /// memory, it stays as it is.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let old = self.groups.len();
        self.bits += 1;
        if self.resize().is_err() {
            self.bits -= 1;
            self.most_bits = self.bits;
            return;
        }
        let rest = self.key_bits - self.bits;
        for number in (0..old).rev() {
            let slots = self.groups[number].0;
            let mut halves = [Group([S::EMPTY; WAYS]); 2];
            for (place, slot) in slots.into_iter().enumerate().filter(|(_, slot)| slot.work() > 0) {
                let (half, check) = (slot.check() >> rest & 1, slot.check() & ((1 << rest) - 1));
                halves[half as usize].0[place] = S::new(check, slot.note(), slot.work());
            }
            [self.groups[2 * number], self.groups[2 * number + 1]] = halves;
        }
    }
}

#[cfg(test)]
mod tests {
    use provebest_game::mix;

    use super::*;

    fn note(least: i32, most: i32, hint: u32) -> Note {
        Note { least: Score(least), most: Score(most), hint }
    }

    #[test]
    fn every_key_has_a_place_of_its_own() {
        for key_bits in [1, 2, 7, 12, 16] {
            let notes = Notes::<Narrow>::try_new(key_bits, 1 << 20).unwrap();
            let mut places: Vec<u64> = (0..1 << key_bits).map(|key| notes.place(key)).collect();
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..1 << key_bits), "{key_bits} bits");
        }
    }

    fn comes_back_while_it_grows<S: Slot>(key_bits: u32) {
        let mut notes = Notes::<S>::try_new(key_bits, 1 << 22).unwrap();
        let small = notes.groups.len();
        let keys: Vec<u64> = (0..50_000).map(|number| mix(number) >> (64 - key_bits)).collect();
        let about = |key: u64| note(-((key % 100) as i32), (key % 77) as i32, (key % 31) as u32);
        for (number, &key) in keys.iter().enumerate() {
            notes.store(key, about(key), number as u64);
            assert_eq!(notes.probe(key), about(key));
        }
        assert!(notes.groups.len() > small);
        let kept = keys.iter().filter(|&&key| {
            let found = notes.probe(key);
            assert!(found == about(key) || found == Note::NOTHING);
            found != Note::NOTHING
        });
        let kept = kept.count();
        assert!(kept > 30_000, "{kept}");
        notes.clear().unwrap();
        assert_eq!(notes.groups.len(), small);
        assert!(keys.iter().all(|&key| notes.probe(key) == Note::NOTHING));
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
