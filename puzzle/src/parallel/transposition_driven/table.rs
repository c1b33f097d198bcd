//! The part of the transposition table that a processor has: the states that it owns and has entered in this iteration, each with
//! the most that was left to spend there.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// How many entries share a place.
const WAYS: usize = 4;

/// The bits of a hash that choose a place. Those that choose the owner are others.
const BITS: u32 = 26;

/// A state that was entered.
struct Entered<K> {
    key: K,
    /// The most that was left to spend.
    rest: u32,
    iteration: u32,
}

/// It grows until it is as large as it may be. Then the entry of a place with the least left to spend gives way: it covers least.
pub(super) struct Table<K> {
    slots: Vec<Option<Entered<K>>>,
    /// Places in use, how many there are at first, and how many there may be.
    places: usize,
    first: usize,
    most: usize,
    iteration: u32,
    lost: bool,
}

impl<K: Eq + Hash> Table<K> {
    /// With at most this number of bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let most = (bytes / (WAYS * size_of::<Option<Entered<K>>>()) as u64).min(1 << BITS) as usize;
        // Every size on the way to the largest is half of the next one.
        let doublings = (most / 16).checked_ilog2().unwrap_or(0);
        let first = most >> doublings;
        Table { slots: Vec::new(), places: 0, first, most: first << doublings, iteration: 0, lost: false }
    }

    /// Forgets all.
    pub(super) fn next_iteration(&mut self) {
        self.iteration += 1;
        self.lost = false;
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.slots[..]) as u64
    }

    /// Was a state that was entered in this iteration forgotten, or not stored at all?
    pub(super) fn is_leaky(&self) -> bool {
        self.lost
    }

    /// Was this state entered with as much left to spend, in this iteration? If there is room, it is known from now on.
    pub(super) fn enter(&mut self, key: K, rest: u32) -> bool {
        let (hash, iteration) = (FxBuildHasher.hash_one(&key), self.iteration);
        let is_current = |entered: &&Entered<K>| entered.iteration == iteration;
        let mut known = self.ways(hash).iter_mut().flatten().filter(|known| is_current(&&**known));
        if let Some(known) = known.find(|known| known.key == key) {
            let covered = known.rest >= rest;
            known.rest = known.rest.max(rest);
            return covered;
        }
        let is_full = |slot: &Option<Entered<K>>| slot.as_ref().filter(is_current).is_some();
        while self.ways(hash).iter().all(is_full) && self.grow() {}
        let covers = |slot: &Option<Entered<K>>| slot.as_ref().filter(is_current).map(|one| one.rest);
        let least = self.ways(hash).iter_mut().min_by_key(|slot| covers(slot));
        let kept = least.as_deref().map_or(Some(rest), covers);
        if let Some(slot) = least.filter(|_| kept <= Some(rest)) {
            *slot = Some(Entered { key, rest, iteration });
        }
        self.lost |= kept.is_some();
        false
    }

    /// The entries of a place.
    fn ways(&mut self, hash: u64) -> &mut [Option<Entered<K>>] {
        let place = ((u128::from(hash << (64 - BITS)) * self.places as u128) >> 64) as usize;
        self.slots.get_mut(place * WAYS..(place + 1) * WAYS).unwrap_or_default()
    }

    /// Doubles the number of places, if it may. The entries of a place then fit into two.
    #[cold]
    fn grow(&mut self) -> bool {
        let places = (2 * self.places).max(self.first);
        let mut slots = Vec::new();
        if places == 0 || places > self.most || slots.try_reserve_exact(places * WAYS).is_err() {
            self.most = self.places;
            return false;
        }
        slots.resize_with(places * WAYS, || None);
        let before = std::mem::replace(&mut self.slots, slots);
        let iteration = self.iteration;
        self.places = places;
        for entered in before.into_iter().flatten().filter(|one| one.iteration == iteration) {
            let mut ways = self.ways(FxBuildHasher.hash_one(&entered.key)).iter_mut();
            if let Some(free) = ways.find(|slot| slot.is_none()) {
                *free = Some(entered);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_was_entered_with_as_much() {
        let mut table = Table::new(1 << 20);
        assert!(!table.enter(7_u64, 3));
        assert!(table.enter(7, 3) && table.enter(7, 2));
        assert!(!table.enter(7, 4) && table.enter(7, 4));
        table.next_iteration();
        assert!(!table.enter(7, 1));
    }

    /// It grows without a loss until it is full, and then keeps what covers most.
    #[test]
    fn grows_and_then_forgets() {
        let mut table = Table::new(1 << 16);
        let mut stored = 0;
        while !table.is_leaky() {
            assert!(!table.enter(stored, 5));
            stored += 1;
        }
        assert!(stored > 500 && table.bytes() <= 1 << 16 && table.bytes() > 1 << 15, "{stored} in {}", table.bytes());
        assert!(
            (0..stored - 2).filter(|&key| !table.enter(key, 5)).count() <= 4,
            "only what was lost, and what that costs"
        );
        (1_000_000..1_100_000).for_each(|key| assert!(!table.enter(key, 9)));
        assert!(!table.enter(0, 4) && !table.enter(0, 4), "too little to be kept");
        table.next_iteration();
        assert!(!table.is_leaky());
    }

    #[test]
    fn without_room_it_knows_nothing() {
        let mut table = Table::new(10);
        assert!(!table.enter(7_u64, 3) && !table.enter(7, 3) && table.is_leaky());
    }
}
