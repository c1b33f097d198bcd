//! What processors share, under every order in which a memory without promises may show it to them (loom): the text of
//! the table, the marks and the flag that ends a search, on loom's words.

use loom::model;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;
use provebest_game::{Bound, Depth, Score};
use provebest_search::parallel::Over;
use provebest_search::table::{Entry, Marks, Table, Word};

struct Modelled(AtomicU64);

impl Word for Modelled {
    fn new(content: u64) -> Self {
        Modelled(AtomicU64::new(content))
    }
    fn load(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
    fn store(&self, content: u64) {
        self.0.store(content, Ordering::Relaxed);
    }
    fn exchange(&self, old: u64, new: u64) -> Result<u64, u64> {
        self.0.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed)
    }
}

fn entry(value: i32, depth: u32) -> Entry {
    Entry { child: Some(value as u32), value: Score(value), bound: Bound::Lower, depth: Depth(depth), estimated: true }
}

/// Two write different positions or the same one, in one cluster; a third reads. It never gets what nobody wrote with
/// that key.
fn torn(keys: [u64; 2]) {
    model(move || {
        let table = Arc::new(Table::<Modelled>::try_new(0).unwrap());
        let entries = [entry(1, 4), entry(2, 9)];
        let writers = [0, 1].map(|writer| {
            let table = table.clone();
            thread::spawn(move || {
                table.store(keys[writer], entries[writer]);
            })
        });
        for key in keys {
            let written = |found| (0..2).any(|writer| keys[writer] == key && entries[writer] == found);
            assert!(table.probe(key).is_none_or(written));
        }
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        for key in keys {
            let written = |found| (0..2).any(|writer| keys[writer] == key && entries[writer] == found);
            assert!(table.probe(key).is_none_or(written));
        }
    });
}

#[test]
fn two_positions_in_one_cluster() {
    torn([1, 2]);
}

#[test]
fn two_entries_of_one_position() {
    torn([1, 1]);
}

/// Of two who want to be alone at a node, exactly one is.
#[test]
fn alone_at_a_node() {
    model(|| {
        let marks = Arc::new(Marks::<Modelled>::try_new(1).unwrap());
        let visitors = [0, 1].map(|_| {
            let marks = marks.clone();
            thread::spawn(move || marks.enter(7, Depth(3), true).map(std::mem::forget).is_some())
        });
        let alone = visitors.map(|visitor| visitor.join().unwrap());
        assert!(alone[0] != alone[1]);
    });
}

/// Nobody leaves a mark behind, and nobody takes away another's.
#[test]
fn marks_are_taken_away() {
    model(|| {
        let marks = Arc::new(Marks::<Modelled>::try_new(1).unwrap());
        let visitors = [(7, false), (8, true)].map(|(key, exclusive)| {
            let marks = marks.clone();
            thread::spawn(move || drop(marks.enter(key, Depth(3), exclusive)))
        });
        let mark = marks.enter(7, Depth(3), false);
        assert!(mark.is_some());
        visitors.into_iter().for_each(|visitor| visitor.join().unwrap());
        drop(mark);
        assert!(marks.is_empty());
    });
}

/// Who has been told that it is over is never told otherwise, and after all have gone home everybody knows.
#[test]
fn over_is_over() {
    model(|| {
        let over = Arc::new(Over::<Modelled>::new());
        let callers = [0, 1].map(|_| {
            let over = over.clone();
            thread::spawn(move || over.call())
        });
        let told = [over.is_over(), over.is_over(), over.is_over()];
        assert!(told.is_sorted());
        callers.into_iter().for_each(|caller| caller.join().unwrap());
        assert!(over.is_over());
    });
}
