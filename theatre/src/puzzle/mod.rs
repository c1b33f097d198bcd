//! Searches for puzzles as a tape: which states were expanded, when, by which processor, and below which bound.

mod watched;

use std::sync::{Mutex, PoisonError};

use provebest::AnyMachine;
use provebest_catalog::tiles::{Board, TileHeuristic};
use provebest_catalog::{Method, Problem, PuzzleAlgorithm, PuzzleSpec, Request};
use provebest_machine::{Clock, Measured, Reason, Simulated, Stop, Timeline};
use provebest_puzzle::tiles::{AnyHeuristic, Direction, Tiles, UpTo16};
use provebest_puzzle::{AStar, IdaStar, Limits, ParallelIdaStar, Report, Solve, SolveOn, Task};
use serde::Serialize;

use crate::AnswerError;
use crate::list::taped_puzzles;
use crate::tape::MOST_EVENTS;
use crate::tape::parts::{
    Bar, ColumnName, Columns, EventKind, NONE, Row, RunMachinery, bars, command, command_of_all, spread, write_bars,
    write_rows,
};
use watched::{Log, Paths, ROOT, Watched};

#[derive(Serialize)]
struct Head<'a> {
    schema: &'static str,
    kind: &'static str,
    game: &'static str,
    position: &'a str,
    width: usize,
    height: usize,
    nodes: usize,
    whole: bool,
    named: bool,
    command: String,
    runs: Vec<RunHead>,
    columns: &'a [ColumnName],
}

#[derive(Serialize)]
struct RunHead {
    method: String,
    title: &'static str,
    kind: &'static str,
    best_first: bool,
    parallel: bool,
    machine: Option<String>,
    processors: usize,
    unit: &'static str,
    length: u32,
    /// The cost of the cheapest solution.
    value: Option<u32>,
    /// Its moves, one letter each.
    line_text: Vec<String>,
    counters: Counters,
    iterations: Vec<(u32, u64)>,
    machinery: Option<RunMachinery>,
    cap: Option<String>,
    stopped: Option<String>,
    command: String,
    events: usize,
}

#[derive(Serialize)]
struct Counters {
    generated: u64,
    expanded: u64,
}

struct Recorded {
    head: RunHead,
    rows: Vec<Row>,
    bars: Vec<Bar>,
}

/// Records these searches of a board.
pub(crate) fn tape(problem: &Problem, requests: &[Request], stop: &(dyn Stop + Sync)) -> Result<Vec<u8>, AnswerError> {
    let refused = |why: String| AnswerError::Refused(why);
    let board = problem.board().ok_or_else(|| refused(format!("{} is no puzzle", problem.name())))?;
    if board.has_own_goal() {
        return Err(refused("another goal than 0 1 2 ... is not recorded; expected a board without `to`".into()));
    }
    let large = || refused("a board of more than 16 cells is not recorded; expected 4x4 or less".into());
    let size = UpTo16::new(board.width(), board.height()).map_err(|_| large())?;
    let tiles = Tiles::new(size, AnyHeuristic::manhattan(size));
    let start = tiles.position(board.tiles()).map_err(|error| AnswerError::of(&error))?;
    let mut paths = Paths::default();
    paths.add(NONE, 0, None, provebest_puzzle::Puzzle::estimate(&tiles, &start));
    let mut runs = Vec::new();
    for request in requests {
        let log = Mutex::new(Log::new(std::mem::take(&mut paths)));
        let recorded = record(&tiles, &start, request, &log, stop)?;
        paths = log.into_inner().unwrap_or_else(PoisonError::into_inner).paths;
        runs.push(recorded);
    }
    Ok(write(problem, board, requests, &paths, runs))
}

type Board16 = Tiles<UpTo16, AnyHeuristic<UpTo16>>;
type Start = <Board16 as provebest_puzzle::Puzzle>::State;

/// What a search found.
struct Found {
    report: Report<Direction>,
    measured: Option<Measured>,
    timeline: Option<Timeline>,
}

/// Ends a search whose tape is full.
struct Full<'a> {
    log: &'a Mutex<Log>,
    other: &'a (dyn Stop + Sync),
}

impl Stop for Full<'_> {
    fn stop(&self) -> Option<Reason> {
        let full = self.log.lock().unwrap_or_else(PoisonError::into_inner).full;
        if full { Some(Reason::Cancel) } else { self.other.stop() }
    }
}

fn record(
    tiles: &Board16,
    start: &Start,
    request: &Request,
    log: &Mutex<Log>,
    stop: &(dyn Stop + Sync),
) -> Result<Recorded, AnswerError> {
    let Method::Puzzle(PuzzleSpec { algorithm, heuristic, .. }) = request.method else {
        return Err(AnswerError::Refused(format!("{} is for games of two", request.method.name())));
    };
    if heuristic.is_some_and(|heuristic| heuristic != TileHeuristic::Manhattan) {
        return Err(AnswerError::Refused("a tape has Manhattan distance; expected no heuristic".into()));
    }
    let full = Full { log, other: stop };
    let limits =
        Limits { nodes: request.limits.nodes, bytes: request.limits.memory, stop: Some(&full), ..Limits::default() };
    let found = match (algorithm, request.machine()) {
        (PuzzleAlgorithm::AStar, _) => {
            let watched = Watched::new(tiles, log, None, false);
            alone(AStar.solve(&Task::new(&watched, &watched.start(*start)).within(limits)))
        }
        (PuzzleAlgorithm::IdaStar, _) => {
            let watched = Watched::new(tiles, log, None, true);
            alone(IdaStar::default().solve(&Task::new(&watched, &watched.start(*start)).within(limits)))
        }
        (PuzzleAlgorithm::ParallelIdaStar, AnyMachine::Simulated(machine)) => {
            let clock = Clock::default();
            let watched = Watched::new(tiles, log, Some(clock.clone()), true);
            let begin = watched.start(*start);
            on(&Task::new(&watched, &begin).within(limits), machine.clock(clock).timeline(true))?
        }
        (other, machine) => {
            let why = format!("{} on {machine} keeps no tape; expected {} on sim:N", other.name(), taped_puzzles());
            return Err(AnswerError::Refused(why));
        }
    };
    let Found { report, measured, timeline } = found;
    let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
    if report.stopped == Some(Reason::Cancel) && !log.full {
        return Err(AnswerError::Stopped);
    }
    let (mut rows, full) = (std::mem::take(&mut log.rows), log.full);
    let bars = timeline.as_ref().map_or(Vec::new(), bars);
    if let (PuzzleAlgorithm::IdaStar, Some(solution)) = (algorithm, &report.solution) {
        leave_out_behind(&mut rows, &log.paths, &log.paths.along(&solution.moves));
    }
    if let Some(timeline) = &timeline {
        spread(&mut rows, &bars, timeline.time as u32, |row| (row.kind == EventKind::Expanded).then_some(row.a as u32));
    }
    let about = algorithm.about();
    let parallel = algorithm.is_parallel();
    let solution = report.solution.as_ref();
    let head = RunHead {
        method: request.method.to_string(),
        title: about.title,
        kind: about.kind.name(),
        best_first: algorithm == PuzzleAlgorithm::AStar,
        parallel,
        machine: parallel.then(|| request.machine().to_string()),
        processors: if parallel { request.machine().processors() } else { 1 },
        unit: "node-time",
        length: timeline.map_or(rows.last().map_or(0, |row| row.time), |timeline| timeline.time as u32),
        value: solution.map(|solution| solution.cost.0),
        line_text: solution.map_or(Vec::new(), |solution| solution.moves.iter().map(Direction::to_string).collect()),
        counters: Counters { generated: report.generated, expanded: report.expanded },
        iterations: report.iterations.iter().map(|one| (one.bound.0, one.generated)).collect(),
        machinery: measured.map(RunMachinery::from),
        cap: full.then(|| format!("the recording ended after {MOST_EVENTS} events")),
        stopped: report.stopped.filter(|_| !full).map(|reason| reason.to_string()),
        command: command(request),
        events: rows.len(),
    };
    Ok(Recorded { head, rows, bars })
}

/// A depth-first search generates a child when it comes to it: on the way to the goal, those behind the way are not generated.
fn leave_out_behind(rows: &mut [Row], paths: &Paths, way: &[u32]) {
    let last = rows.iter().rposition(|row| row.kind == EventKind::Iteration).unwrap_or(0);
    let mut generated = rows.get(last).map_or(ROOT, |row| row.time);
    for row in &mut rows[last..] {
        if row.kind == EventKind::Expanded {
            let next = way.windows(2).find(|pair| pair[0] == row.node).map(|pair| pair[1]);
            row.a = next.map_or(row.a, |child| i32::from(paths.number[child as usize]) + 1);
            generated += row.a as u32;
        }
        row.time = generated;
    }
}

fn alone(report: Report<Direction>) -> Found {
    Found { report, measured: None, timeline: None }
}

fn on(task: &Task<'_, Watched<'_, Board16>>, machine: Simulated) -> Result<Found, AnswerError> {
    let ran = ParallelIdaStar::default().solve_on(task, &machine).map_err(|failure| AnswerError::of(&failure))?;
    Ok(Found { report: ran.report, measured: Some(ran.measured), timeline: ran.timeline })
}

fn write(problem: &Problem, board: &Board, requests: &[Request], paths: &Paths, runs: Vec<Recorded>) -> Vec<u8> {
    let mut columns = Columns::default();
    columns.u32("nodes.parent", &paths.parent);
    columns.u16("nodes.number", &paths.number);
    columns.u16("nodes.children", &paths.children);
    columns.i32("nodes.value", &paths.estimate);
    let word = |step: &Option<Direction>| step.map_or("\n".to_string(), |step| format!("{step}\n"));
    columns.text("nodes.moves", &paths.moves.iter().map(word).collect::<String>());
    for (number, run) in runs.iter().enumerate() {
        write_rows(&run.rows, &mut columns, number);
        write_bars(&run.bars, &mut columns, number);
    }
    let head = Head {
        schema: "provebest-tape/1",
        kind: "puzzle",
        game: problem.name(),
        position: problem.position(),
        width: board.width(),
        height: board.height(),
        nodes: paths.parent.len(),
        whole: false,
        named: true,
        command: command_of_all(&requests.iter().collect::<Vec<_>>()),
        runs: runs.into_iter().map(|run| run.head).collect(),
        columns: columns.names(),
    };
    columns.behind(&serde_json::to_vec(&head).unwrap_or_default())
}
