//! The events of one run.

use provebest::AnyMachine;
use provebest_catalog::games::AnyGame;
use provebest_catalog::{Outcome, Request};
use provebest_game::{Score, Window};
use provebest_machine::Timeline;
use provebest_search::measure::Event;

use super::columns::Columns;
use super::head::RunHead;
use super::kinds::{EventKind, cut_code};
use super::nodes::{NONE, Nodes, for_max};
use super::reasons::Reasons;
use super::row::{Bar, Row, bars, write_bars, write_rows};
use super::{MOST_EVENTS, slots};
use crate::story::Side;

struct JobRow {
    node: u32,
    of: u32,
    wasted: bool,
}

pub(super) struct RunTape {
    pub(super) request: Request,
    rows: Vec<Row>,
    reasons: Reasons,
    bars: Vec<Bar>,
    jobs: Vec<JobRow>,
    full: bool,
    pub(super) head: Option<RunHead>,
}

impl RunTape {
    pub(super) fn new(request: &Request) -> RunTape {
        RunTape {
            request: request.clone(),
            rows: Vec::new(),
            reasons: Reasons::default(),
            bars: Vec::new(),
            jobs: Vec::new(),
            full: false,
            head: None,
        }
    }

    pub(super) fn is_unused(&self) -> bool {
        self.rows.is_empty() && self.head.is_none()
    }

    /// False if there is no room for it.
    pub(super) fn hear(
        &mut self,
        game: &AnyGame,
        nodes: &mut Nodes,
        rank: Option<u32>,
        time: Option<u64>,
        event: Event,
    ) -> bool {
        self.full |= self.rows.len() >= MOST_EVENTS;
        if self.full {
            return false;
        }
        let value = |path: &[u32], score: Score| for_max(path.len(), score).0;
        let window = |path: &[u32], window: Window| {
            let Window { alpha, beta } = if path.len().is_multiple_of(2) { window } else { -window };
            (alpha.0, beta.0)
        };
        let root: &[u32] = &[];
        let (kind, path, child, (a, b)) = match &event {
            Event::Enter(path, asked) => (EventKind::Enter, &path[..], None, window(path, *asked)),
            Event::Leaf(path, score) => (EventKind::Leaf, &path[..], None, (value(path, *score), 0)),
            Event::Update(path, child, score) => (EventKind::Update, &path[..], Some(*child), (value(path, *score), 0)),
            Event::Cut(path, child, why) => (EventKind::Cut, &path[..], Some(*child), (cut_code(*why), 0)),
            Event::Research(path, child, asked) => (EventKind::Research, &path[..], *child, window(path, *asked)),
            Event::Exit(path, score) => (EventKind::Exit, &path[..], None, (value(path, *score), 0)),
            Event::Expand(..) | Event::Estimate(..) => return true,
            Event::Stored(count) => (EventKind::Stored, root, None, (*count as i32, 0)),
            Event::Recall(path, lower, upper) => {
                (EventKind::Recall, &path[..], None, window(path, Window::new(*lower, *upper)))
            }
        };
        let Some(node) = nodes.find(game, path) else { return true };
        self.rows.push(Row { kind, node, child, a, b, rank: rank.unwrap_or(0) as u16, time: time.unwrap_or(0) as u32 });
        true
    }

    pub(super) fn end(&mut self, game: &AnyGame, nodes: &mut Nodes, outcome: &Outcome) {
        if let Some(timeline) = &outcome.timeline {
            self.take_timeline(game, nodes, timeline);
            if let AnyMachine::Simulated(machine) = &outcome.place {
                let cost = machine.leaf_cost() as u32;
                slots::spread(&mut self.rows, &self.bars, timeline.time as u32, |row| {
                    (row.kind == EventKind::Leaf).then_some(cost)
                });
            }
        }
        self.reasons = Reasons::new(&self.request.problem, &self.request.method, nodes, &self.rows);
        let length = match outcome.timeline.as_ref() {
            Some(timeline) => timeline.time as u32,
            None => self.rows.last().map_or(0, |row| row.time),
        };
        let first = self.rows.iter().find(|row| row.kind == EventKind::Enter);
        let chooser = first.map(|row| if row.a == Score::WORST.0 { Side::Min } else { Side::Max });
        self.head = Some(RunHead::new(&self.request, outcome, chooser, length, self.full));
    }

    fn take_timeline(&mut self, game: &AnyGame, nodes: &mut Nodes, timeline: &Timeline) {
        let index = |place: Option<usize>| place.map_or(NONE, |place| place as u32);
        self.bars = bars(timeline);
        self.jobs.clear();
        for job in &timeline.jobs {
            let node = path_of(&job.label).and_then(|path| nodes.find(game, &path)).unwrap_or(NONE);
            self.jobs.push(JobRow { node, of: index(job.of), wasted: job.wasted });
        }
    }

    pub(super) fn events(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn write(&self, columns: &mut Columns, number: usize) {
        write_rows(&self.rows, columns, number);
        self.reasons.write(columns, number);
        write_bars(&self.bars, columns, number);
        if self.jobs.is_empty() {
            return;
        }
        let name = |column: &str| format!("runs.{number}.job.{column}");
        columns.u32(name("node"), &self.jobs.iter().map(|job| job.node).collect::<Vec<_>>());
        columns.u32(name("of"), &self.jobs.iter().map(|job| job.of).collect::<Vec<_>>());
        columns.bytes(name("wasted"), &self.jobs.iter().map(|job| job.wasted.into()).collect::<Vec<_>>());
    }
}

/// The path of a job, if its label names a node: `2.1`, and nothing or `root` for the root.
fn path_of(label: &str) -> Option<Vec<u32>> {
    let number = |word: &str| word.parse::<u32>().ok()?.checked_sub(1);
    if matches!(label, "" | "root") { Some(Vec::new()) } else { label.split('.').map(number).collect() }
}
