//! The one observer of all front ends: counters, leaves in order, and a trace, all at once, so that every search is compiled for
//! two observers only, this one and none.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use provebest_game::{Ply, Score, Window};
use provebest_machine::build::{read, write};
use provebest_search::measure::{Event, Why};
use provebest_search::{Counters, Cut, Leaves, Observer, TableCounts, Trace};

/// Above this number of visits distinct leaves are only counted on request.
pub const MOST_VISITS: u64 = 10_000_000;

type Tell<'a> = Box<dyn FnMut(Event) + Send + 'a>;

pub struct Recorder<'a> {
    pub counters: Counters,
    pub leaves: Leaves,
    trace: Option<Trace<Tell<'a>>>,
    /// Leaf visits so far on all processors, if there are several.
    visits: Option<&'a AtomicU64>,
    /// The number among them of each visit that is kept in order.
    numbers: Vec<u64>,
    /// Does it record at all?
    on: bool,
}

impl<'a> Recorder<'a> {
    /// Records into these leaves, and sends every event to `trace`.
    pub fn new(leaves: Leaves, trace: Option<Tell<'a>>) -> Self {
        let (counters, trace) = (Counters::default(), trace.map(Trace::new));
        Recorder { counters, leaves, trace, visits: None, numbers: Vec::new(), on: true }
    }

    /// Records almost nothing: for runs that are timed, where the search is not compiled without an observer.
    pub fn off() -> Self {
        Recorder { on: false, ..Recorder::new(Leaves::count_up_to(0), None) }
    }

    /// One of several that record together, and count leaf visits together.
    pub fn among(self, visits: &'a AtomicU64) -> Self {
        Recorder { visits: Some(visits), ..self }
    }

    /// What all of them recorded.
    pub fn close(all: Vec<Recorder<'a>>) -> Recorded {
        let (mut counters, mut leaves, mut numbers) = (Counters::default(), None::<Leaves>, Vec::new());
        for recorder in all {
            counters += recorder.counters;
            numbers.extend(recorder.numbers);
            match &mut leaves {
                Some(leaves) => leaves.join(recorder.leaves),
                None => leaves = Some(recorder.leaves),
            }
        }
        let leaves = leaves.unwrap_or_default();
        let mut order = leaves.order().to_vec();
        if numbers.len() == order.len() {
            let mut numbered: Vec<(u64, String)> = numbers.into_iter().zip(order).collect();
            numbered.sort_unstable();
            order = numbered.into_iter().map(|(_, leaf)| leaf).collect();
        }
        Recorded { counters, leaves: leaves.distinct(), order }
    }
}

/// What was recorded.
pub struct Recorded {
    pub counters: Counters,
    /// Distinct leaves, unless there were too many visits to keep track.
    pub leaves: Option<u64>,
    /// Every leaf visit in order, if they were kept.
    pub order: Vec<String>,
}

impl Observer for Recorder<'_> {
    fn descend(&mut self, ply: Ply, number: u32) {
        if !self.on {
            return;
        }
        self.leaves.descend(ply, number);
        if let Some(trace) = &mut self.trace {
            trace.descend(ply, number);
        }
    }
    fn enter(&mut self, ply: Ply, window: Window) {
        if let Some(trace) = &mut self.trace {
            trace.enter(ply, window);
        }
    }
    fn leaf(&mut self, ply: Ply, value: Score) {
        if !self.on {
            return;
        }
        if let Some(visits) = self.visits {
            let number = visits.fetch_add(1, Relaxed);
            self.leaves.among(number + 1);
            if self.leaves.keeps_order() {
                self.numbers.push(number);
            }
        }
        self.leaves.leaf(ply, value);
        if let Some(trace) = &mut self.trace {
            trace.leaf(ply, value);
        }
    }
    fn expand(&mut self, ply: Ply, why: Why) {
        if let Some(trace) = &mut self.trace {
            trace.expand(ply, why);
        }
    }
    fn estimate(&mut self, ply: Ply, value: Score) {
        if let Some(trace) = &mut self.trace {
            trace.estimate(ply, value);
        }
    }
    fn total(&mut self, inner: u64, leaves: u64) {
        self.counters.total(inner, leaves);
    }
    fn update(&mut self, ply: Ply, number: u32, value: Score) {
        if let Some(trace) = &mut self.trace {
            trace.update(ply, number, value);
        }
    }
    fn cut(&mut self, ply: Ply, number: u32, why: Cut) {
        self.counters.cut(ply, number, why);
        if let Some(trace) = &mut self.trace {
            trace.cut(ply, number, why);
        }
    }
    fn research(&mut self, ply: Ply, number: Option<u32>, window: Window) {
        self.counters.research(ply, number, window);
        if let Some(trace) = &mut self.trace {
            trace.research(ply, number, window);
        }
    }
    fn recall(&mut self, ply: Ply, lower: Score, upper: Score) {
        if let Some(trace) = &mut self.trace {
            trace.recall(ply, lower, upper);
        }
    }
    fn exit(&mut self, ply: Ply, value: Score) {
        if let Some(trace) = &mut self.trace {
            trace.exit(ply, value);
        }
    }
    fn stored(&mut self, now: u64) {
        self.counters.stored(now);
        if let Some(trace) = &mut self.trace {
            trace.stored(now);
        }
    }
    fn table(&mut self, counts: TableCounts) {
        self.counters.table(counts);
    }
    fn seen(&self) -> Vec<u8> {
        write(&(self.counters.seen(), self.leaves.seen(), &self.numbers))
    }
    fn add_seen(&mut self, seen: &[u8]) {
        if let Some((counters, leaves, numbers)) = read::<(Vec<u8>, Vec<u8>, Vec<u64>)>(seen) {
            self.counters.add_seen(&counters);
            self.leaves.add_seen(&leaves);
            self.numbers.extend(numbers);
        }
    }
}
