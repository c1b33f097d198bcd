//! A tape: what happened in some searches of one problem, as columns behind a head of JSON.

mod columns;
mod command;
mod events;
mod head;
mod kinds;
mod nodes;
mod reasons;
mod row;
mod slots;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use provebest::AnyMachine;
use provebest_catalog::{Method, News, Outcome, Problem, Record, Request, run_family};
use provebest_machine::{Reason, Stop};
use provebest_search::measure::Event;

use crate::AnswerError;
use columns::Columns;
use events::RunTape;
use head::Head;
use nodes::Nodes;

/// What tapes of puzzles have in common with those of games.
#[cfg(feature = "puzzles")]
pub(crate) mod parts {
    pub(crate) use super::columns::{ColumnName, Columns};
    pub(crate) use super::command::{command, command_of_all};
    pub(crate) use super::head::RunMachinery;
    pub(crate) use super::kinds::EventKind;
    pub(crate) use super::nodes::NONE;
    pub(crate) use super::row::{Bar, Row, bars, write_bars, write_rows};
    pub(crate) use super::slots::spread;
}

/// A tree of at most this many nodes is listed whole, so that nodes that no search visits can be shown.
pub const MOST_WHOLE: usize = 40_000;
/// Past this many events of a run its recording ends.
pub const MOST_EVENTS: usize = 400_000;

/// A deeper tree cannot be shown, and a page has a small stack.
const MOST_PLIES: u32 = 300;
/// The numbers of children are written in 16 bits.
const MOST_CHILDREN: u32 = u16::MAX as u32;

/// Searches of one problem, recorded. It hears what a [listener](provebest_catalog::Listener) hears:
///
/// ```
/// use provebest_catalog::{News, Record, Request, run};
/// use provebest_theatre::Tape;
///
/// let mut request = Request::new("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "sss-star")?;
/// request.record = Record { trace: true, once: true, ..Record::default() };
/// let mut tape = Tape::new(request.problem.clone())?;
/// tape.begin(&request);
/// let mut hear = |news: News<'_>| {
///     if let News::Event { rank, time, event } = news {
///         tape.event(rank, time, event);
///     }
/// };
/// let outcome = run(&request, &mut hear, &())?;
/// tape.end(&outcome);
/// assert!(tape.write().windows(16).any(|bytes| bytes == b"provebest-tape/1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tape {
    problem: Arc<Problem>,
    nodes: Nodes,
    runs: Vec<RunTape>,
}

impl Tape {
    /// A tape for searches of this problem.
    pub fn new(problem: Arc<Problem>) -> Result<Tape, AnswerError> {
        let refused = |why: String| Err(AnswerError::Refused(why));
        let Some(game) = problem.game() else {
            return refused(format!("{} is a puzzle; expected a game", problem.name()));
        };
        let (plies, width) = (problem.depth().0, problem.shape().width);
        if plies > MOST_PLIES {
            return refused(format!("a tree of {plies} plies cannot be shown; expected at most {MOST_PLIES}"));
        }
        if width > MOST_CHILDREN {
            return refused(format!("a node with {width} children cannot be shown; expected at most {MOST_CHILDREN}"));
        }
        let nodes = Nodes::new(game, problem.depth());
        Ok(Tape { problem, nodes, runs: Vec::new() })
    }

    /// The next run begins. One that was begun and has no event yet is forgotten.
    pub fn begin(&mut self, request: &Request) {
        self.runs.pop_if(|run| run.is_unused());
        self.runs.push(RunTape::new(request));
    }

    /// Something happened in this run. False if the recording has ended, because it is full.
    pub fn event(&mut self, rank: Option<u32>, time: Option<u64>, event: Event) -> bool {
        let (Some(run), Some(game)) = (self.runs.last_mut(), self.problem.game()) else { return false };
        run.hear(game, &mut self.nodes, rank, time, event)
    }

    /// The run has ended.
    pub fn end(&mut self, outcome: &Outcome) {
        if let (Some(run), Some(game)) = (self.runs.last_mut(), self.problem.game()) {
            run.end(game, &mut self.nodes, outcome);
        }
    }

    /// The tape as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut columns = Columns::default();
        let named = self.problem.info().is_played();
        self.nodes.write(&mut columns, self.problem.game().filter(|_| named));
        for (number, run) in self.runs.iter().enumerate() {
            run.write(&mut columns, number);
        }
        let head = Head::new(&self.problem, &self.nodes, &self.runs, columns.names());
        columns.behind(&serde_json::to_vec(&head).unwrap_or_default())
    }
}

/// Ends a search whose tape is full, or when the other stop says so.
struct Full<'a> {
    full: &'a AtomicBool,
    other: &'a (dyn Stop + Sync),
}

impl Stop for Full<'_> {
    fn stop(&self) -> Option<Reason> {
        if self.full.load(Relaxed) { Some(Reason::Cancel) } else { self.other.stop() }
    }

    fn ask_again_after(&self) -> u64 {
        self.other.ask_again_after()
    }
}

/// Runs a request, and records it as the next run of a tape.
pub(crate) fn record(tape: &mut Tape, request: &Request, stop: &(dyn Stop + Sync)) -> Result<(), AnswerError> {
    let refused = |why: String| Err(AnswerError::Refused(why));
    let Method::Family(_) = request.method else {
        let names = "alpha-beta, or another one of the family";
        return refused(format!("{} keeps no tape; expected {names}", request.method.name()));
    };
    let timeline = matches!(request.machine(), AnyMachine::Simulated(_)) && request.method.is_parallel();
    let request =
        Request { record: Record { trace: true, once: true, timeline, ..Record::default() }, ..request.clone() };
    let full = AtomicBool::new(false);
    tape.begin(&request);
    let mut hear = |news: News<'_>| {
        if let News::Event { rank, time, event } = news
            && !tape.event(rank, time, event)
        {
            full.store(true, Relaxed);
        }
    };
    let outcome = run_family(&request, &mut hear, &Full { full: &full, other: stop })?;
    if outcome.stopped == Some(Reason::Cancel) && !full.load(Relaxed) {
        return Err(AnswerError::Stopped);
    }
    tape.end(&outcome);
    Ok(())
}
