//! The one observer of the command: counters, leaves in order, and a trace for a file, all at once, so that every search
//! is compiled for two observers only, this one and none.

use std::io::{self, Write};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use provebest::search::Cut;
use provebest::search::measure::Event;
use provebest::{Counters, Leaves, Observer, Ply, Score, Trace, Window};
use serde::Serialize;

use crate::line::SCHEMA;

/// Above so many visits distinct leaves are only counted on request.
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
}

impl<'a> Recorder<'a> {
    /// Records into these leaves, and tells every event to `trace`.
    pub fn new(leaves: Leaves, trace: Option<Tell<'a>>) -> Self {
        Recorder { counters: Counters::default(), leaves, trace: trace.map(Trace::new), visits: None, numbers: vec![] }
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
    fn exit(&mut self, ply: Ply, value: Score) {
        if let Some(trace) = &mut self.trace {
            trace.exit(ply, value);
        }
    }
    fn stored(&mut self, now: u64) {
        self.counters.stored(now);
    }
}

/// One event as a line of JSON.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum EventLine {
    Enter { node: String, alpha: Option<i32>, beta: Option<i32> },
    Leaf { node: String, value: i32 },
    Update { node: String, child: u32, value: i32 },
    Cut { node: String, child: u32, why: &'static str },
    Research { node: String, child: Option<u32>, alpha: Option<i32>, beta: Option<i32> },
    Exit { node: String, value: Option<i32> },
}

#[derive(Serialize)]
struct WithSchema<T> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<u32>,
    #[serde(flatten)]
    event: T,
}

/// Writes an event as one line, with the rank of its processor if there are several.
pub fn write_event(out: &mut impl Write, rank: Option<u32>, event: Event) -> io::Result<()> {
    let finite = |score: Score| (score > Score::WORST && score < Score::INFINITY).then_some(score.0);
    let node = dewey;
    let event = match event {
        Event::Enter(path, Window { alpha, beta }) => {
            EventLine::Enter { node: node(&path), alpha: finite(alpha), beta: finite(beta) }
        }
        Event::Leaf(path, value) => EventLine::Leaf { node: node(&path), value: value.0 },
        Event::Update(path, child, value) => EventLine::Update { node: node(&path), child: child + 1, value: value.0 },
        Event::Cut(path, child, why) => EventLine::Cut { node: node(&path), child: child + 1, why: reason(why) },
        Event::Research(path, child, Window { alpha, beta }) => EventLine::Research {
            node: node(&path),
            child: child.map(|child| child + 1),
            alpha: finite(alpha),
            beta: finite(beta),
        },
        Event::Exit(path, value) => EventLine::Exit { node: node(&path), value: finite(value) },
    };
    serde_json::to_writer(&mut *out, &WithSchema { schema: SCHEMA, rank, event })?;
    out.write_all(b"\n")
}

/// A path as people write it: children counted from 1, with dots between; the root is empty.
pub fn dewey(path: &[u32]) -> String {
    let children: Vec<String> = path.iter().map(|child| (u64::from(*child) + 1).to_string()).collect();
    children.join(".")
}

fn reason(why: Cut) -> &'static str {
    match why {
        Cut::Beta => "beta",
        Cut::IgnoreLeft => "ignore-left",
        Cut::ProveBest => "prove-best",
        Cut::Solved => "solved",
    }
}
