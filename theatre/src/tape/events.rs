//! The events of one run.

use provebest::AnyMachine;
use provebest_catalog::games::AnyGame;
use provebest_catalog::{Outcome, Request};
use provebest_game::{Score, Window};
use provebest_machine::Timeline;
use provebest_search::measure::{Cut, Event};

use super::columns::Columns;
use super::head::RunHead;
use super::nodes::{NONE, Nodes, for_max};
use super::reasons::Reasons;
use super::{MOST_EVENTS, slots};

/// One event.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) kind: u8,
    pub(crate) node: u32,
    pub(crate) child: i32,
    pub(crate) a: i32,
    pub(crate) b: i32,
    pub(crate) rank: u16,
    pub(crate) time: u32,
}

/// The kind of a leaf visit.
pub(super) const LEAF: u8 = 1;

/// A stretch of work of one processor.
#[derive(Clone, Copy)]
pub(crate) struct Bar {
    pub(crate) rank: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    job: u32,
}

struct JobRow {
    node: u32,
    of: u32,
    wasted: bool,
}

pub(super) struct RunTape {
    request: Request,
    rows: Vec<Row>,
    reasons: Option<Reasons>,
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
            reasons: Reasons::new(&request.problem, &request.method),
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
        let cut = |why| match why {
            Cut::Beta => 0,
            Cut::IgnoreLeft => 1,
            Cut::ProveBest => 2,
            Cut::Solved => 3,
        };
        let value = |path: &[u32], score: Score| for_max(path.len(), score).0;
        let window = |path: &[u32], window: Window| {
            let Window { alpha, beta } = if path.len().is_multiple_of(2) { window } else { -window };
            (alpha.0, beta.0)
        };
        let root: &[u32] = &[];
        let (kind, path, child, (a, b)) = match &event {
            Event::Enter(path, asked) => (0, &path[..], None, window(path, *asked)),
            Event::Leaf(path, score) => (LEAF, &path[..], None, (value(path, *score), 0)),
            Event::Update(path, child, score) => (2, &path[..], Some(*child), (value(path, *score), 0)),
            Event::Cut(path, child, why) => (3, &path[..], Some(*child), (cut(*why), 0)),
            Event::Research(path, child, asked) => (4, &path[..], *child, window(path, *asked)),
            Event::Exit(path, score) => (5, &path[..], None, (value(path, *score), 0)),
            Event::Expand(..) | Event::Estimate(..) => return true,
            Event::Stored(count) => (6, root, None, (*count as i32, 0)),
            Event::Recall(path, lower, upper) => (7, &path[..], None, window(path, Window::new(*lower, *upper))),
        };
        let Some(node) = nodes.find(game, path) else { return true };
        self.rows.push(Row {
            kind,
            node,
            child: child.map_or(-1, |child| child as i32),
            a,
            b,
            rank: rank.unwrap_or(0) as u16,
            time: time.unwrap_or(0) as u32,
        });
        if let Some(reasons) = &mut self.reasons {
            reasons.hear(self.rows.len() as u32 - 1, event);
        }
        true
    }

    pub(super) fn end(&mut self, game: &AnyGame, nodes: &mut Nodes, outcome: &Outcome) {
        if let Some(timeline) = &outcome.timeline {
            self.take_timeline(game, nodes, timeline);
            if let AnyMachine::Simulated(machine) = &outcome.place {
                let cost = machine.leaf_cost() as u32;
                slots::spread(&mut self.rows, &self.bars, |row| (row.kind == LEAF).then_some(cost));
            }
        }
        let path = outcome.game_answer().map_or(&[][..], |answer| &answer.path);
        if let Some(reasons) = &mut self.reasons {
            reasons.end(path, |path| nodes.find(game, path).unwrap_or(NONE));
        }
        let length = match outcome.timeline.as_ref() {
            Some(timeline) => timeline.time as u32,
            None => self.rows.last().map_or(0, |row| row.time),
        };
        self.head = Some(RunHead::new(&self.request, outcome, length, self.full));
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
        if let Some(reasons) = &self.reasons {
            reasons.write(columns, number);
        }
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

/// The stretches of work of a timeline.
pub(crate) fn bars(timeline: &Timeline) -> Vec<Bar> {
    let bar = |span: &provebest_machine::Span| Bar {
        rank: span.rank.0,
        start: span.start as u32,
        end: span.end as u32,
        job: span.job.map_or(NONE, |job| job as u32),
    };
    timeline.spans.iter().map(bar).collect()
}

/// Writes the events of a run.
pub(crate) fn write_rows(rows: &[Row], columns: &mut Columns, number: usize) {
    let name = |column: &str| format!("runs.{number}.{column}");
    columns.bytes(name("kind"), &rows.iter().map(|row| row.kind).collect::<Vec<_>>());
    columns.u32(name("node"), &rows.iter().map(|row| row.node).collect::<Vec<_>>());
    columns.i32(name("child"), &rows.iter().map(|row| row.child).collect::<Vec<_>>());
    columns.i32(name("a"), &rows.iter().map(|row| row.a).collect::<Vec<_>>());
    columns.i32(name("b"), &rows.iter().map(|row| row.b).collect::<Vec<_>>());
    columns.u16(name("rank"), &rows.iter().map(|row| row.rank).collect::<Vec<_>>());
    columns.u32(name("time"), &rows.iter().map(|row| row.time).collect::<Vec<_>>());
}

/// Writes the work of simulated processors, if there are any.
pub(crate) fn write_bars(bars: &[Bar], columns: &mut Columns, number: usize) {
    if bars.is_empty() {
        return;
    }
    let name = |column: &str| format!("runs.{number}.span.{column}");
    columns.u32(name("rank"), &bars.iter().map(|bar| bar.rank).collect::<Vec<_>>());
    columns.u32(name("start"), &bars.iter().map(|bar| bar.start).collect::<Vec<_>>());
    columns.u32(name("end"), &bars.iter().map(|bar| bar.end).collect::<Vec<_>>());
    columns.u32(name("job"), &bars.iter().map(|bar| bar.job).collect::<Vec<_>>());
}

/// The path of a job, if its label names a node: `2.1`, and nothing or `root` for the root.
fn path_of(label: &str) -> Option<Vec<u32>> {
    let number = |word: &str| word.parse::<u32>().ok()?.checked_sub(1);
    if matches!(label, "" | "root") { Some(Vec::new()) } else { label.split('.').map(number).collect() }
}
