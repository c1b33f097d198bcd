//! Runs a search for puzzles, and keeps the bounds it proves.

use std::sync::Mutex;

use provebest::AnyMachine;
use provebest::proof_file::{BoundFile, ResumeError};
use provebest_machine::{Measured, Stop};
use provebest_puzzle::tiles::{DatabaseError, Databases, Direction, Opened, Origin};
use provebest_puzzle::{Cost, Iteration, Limits, PuzzleProgress, Report};
use provebest_system::memory;

use super::{Reporter, Stopwatch, with_deadline, with_fewer_threads};
use crate::cache;
use crate::listener::News;
use crate::method::PuzzleSpec;
use crate::outcome::{Answer, IterationOutcome, Machinery, Outcome, PuzzleAnswer};
use crate::problem::Problem;
use crate::puzzle_algorithm::CannotRun;
use crate::ranks::ask_others;
use crate::request::{Request, RequestError};
use crate::tiles::{Board, TileHeuristic, TileProblem, TileProblemError};
use crate::worker::perhaps;

/// Refuses a heuristic that is not for boards of this size.
pub(super) fn check(problem: &Problem, spec: PuzzleSpec) -> Result<(), RequestError> {
    let (Some(heuristic), Some(board)) = (spec.heuristic, problem.board()) else { return Ok(()) };
    let (width, height) = (board.width(), board.height());
    match heuristic.fits(width, height) {
        true => Ok(()),
        false => {
            let error = TileProblemError::Size { heuristic, width, height };
            Err(RequestError::refused("heuristic", error.to_string()))
        }
    }
}

pub(super) fn run(
    request: &Request,
    spec: PuzzleSpec,
    reporter: Reporter<'_>,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    with_deadline(request, stop, |stop| solve(request, spec, reporter, stop))
}

fn solve(
    request: &Request,
    spec: PuzzleSpec,
    reporter: Reporter<'_>,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    let board = request.problem.board().expect("a puzzle was checked for");
    let PuzzleSpec { algorithm, heuristic, hash } = spec;
    let heuristic = heuristic.unwrap_or(TileHeuristic::Manhattan);
    let mut machine = request.machine();
    // A wrong request is an error before anything is built.
    let all_solutions = request.record.all_solutions;
    let problem =
        TileProblem { heuristic, algorithm, all_solutions, machine: &machine.clone(), ..TileProblem::new(board) };
    problem.check()?;
    let (file, at_least) = resume(request, board, reporter)?;
    let kept = Mutex::new(Bounds { file, bound: at_least, unwritten: false });
    let (heuristic, databases) = databases(heuristic, reporter, stop)?;
    let keep = |bound: Cost| {
        let mut kept = kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Err(why) = kept.keep(bound) {
            reporter.report(News::Unwritten("the proof file".into(), why.to_string()));
        }
    };
    let hear = |news: &PuzzleProgress| {
        keep(news.bound);
        reporter.report(News::Iteration(news.bound.0, news.iteration));
    };
    // A search that stores its nodes ends by itself before memory runs out.
    let bytes = Some(memory::limit(request.limits.memory));
    let limits = Limits { nodes: request.limits.nodes, bytes, stop: Some(stop), ..Limits::default() };
    let table = hash.unwrap_or(0) as usize;
    let problem = TileProblem {
        heuristic,
        databases: databases.as_ref(),
        table,
        limits,
        at_least,
        listener: Some(&hear),
        ..problem
    };
    let watch = Stopwatch::start();
    let solved = loop {
        reporter.report(News::Begins(&machine));
        ask_others(request, &machine)?;
        match (TileProblem { machine: &machine, ..problem }).solve() {
            Err(TileProblemError::Machine(CannotRun::Failed(ref failure)))
                if let Some(fewer) = with_fewer_threads(failure, reporter) =>
            {
                machine = fewer;
            }
            solved => break solved?,
        }
    };
    let time = watch.time();
    keep(solved.report.bound);
    let many = matches!(machine, AnyMachine::Simulated(_)) && solved.report.stopped.is_none() && !request.record.once;
    let alone = || TileProblem { machine: &machine.with_one_processor(), listener: None, ..problem }.solve();
    let one = many.then(|| perhaps("a run on one processor", alone, |why| reporter.note(why))).flatten();
    let one = one.filter(|one| one.report.stopped.is_none());
    let clock = |measured: Measured| measured.time.max(1) as f64;
    let speedup = one.and_then(|one| Some(clock(one.measured?) / clock(solved.measured?)));
    let machinery = solved.measured.filter(|_| machine != AnyMachine::Alone);
    let mut answer = answer(board, heuristic, &solved.report, at_least, request.record.boards);
    let in_letters = |moves: &Vec<Direction>| moves.iter().map(|&step| board.seen(step).to_string()).collect();
    answer.solutions = solved.all.as_ref().map(|all| all.iter().map(in_letters).collect());
    let unwritten = kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner).unwritten;
    Ok(Outcome {
        seconds: Some(time.as_secs_f64()),
        machinery: machinery.map(|measured| Machinery::new(&machine, measured, speedup)),
        measured: machinery,
        stopped: solved.report.stopped,
        position: board.to_string(),
        unwritten,
        ..Outcome::new(request, machine, Answer::Puzzle(Box::new(answer)))
    })
}

/// What is proved, on its way into a file.
struct Bounds {
    file: Option<BoundFile>,
    bound: Cost,
    unwritten: bool,
}

impl Bounds {
    /// Keeps a bound that is better than those before.
    fn keep(&mut self, bound: Cost) -> Result<(), ResumeError> {
        if bound <= self.bound || self.unwritten {
            return Ok(());
        }
        self.bound = bound;
        let written = self.file.as_mut().map_or(Ok(()), |file| file.append(bound));
        self.unwritten = written.is_err();
        written
    }
}

fn resume(request: &Request, board: &Board, reporter: Reporter<'_>) -> Result<(Option<BoundFile>, Cost), RequestError> {
    let Some(path) = &request.record.proof_file else { return Ok((None, Cost::ZERO)) };
    let opened = BoundFile::open(path, &format!("tiles {board}"));
    let what = format!("the proof file '{}'", path.display());
    let (file, bound) = opened.map_err(|error| RequestError::File { what, source: Box::new(error) })?;
    if bound > Cost::ZERO {
        let moves = if bound == Cost(1) { "move" } else { "moves" };
        reporter.note(format!("{}: no solution has less than {} {moves}, proved before", path.display(), bound.0));
    }
    Ok((Some(file), bound))
}

/// The databases of a heuristic, from the cache folder or built now. If building them is stopped, a heuristic without any: the
/// search, which then stops at once too, still reports a bound.
fn databases(
    heuristic: TileHeuristic,
    reporter: Reporter<'_>,
    stop: &dyn Stop,
) -> Result<(TileHeuristic, Option<Databases>), RequestError> {
    let Some(partition) = heuristic.partition() else { return Ok((heuristic, None)) };
    let name = format!("the databases {partition}");
    let opened = heuristic.databases(cache::folder().as_deref(), &mut |progress| {
        reporter.report(News::Building(&name, progress.done, progress.all));
        stop.stop()
    });
    reporter.report(News::Built);
    if let Err(error @ DatabaseError::Stopped(_)) = &opened {
        reporter.note(format!("{name}: {error}; they were not kept"));
        return Ok((TileHeuristic::LinearConflict, None));
    }
    let opened = opened.map_err(|error| RequestError::File { what: name.clone(), source: Box::new(error) })?;
    let Some(Opened { databases, origin }) = opened else { return Ok((heuristic, None)) };
    if let Origin::Built { why, written } = origin {
        if why.kind() != std::io::ErrorKind::NotFound {
            reporter.note(format!("{name} were built anew: {why}"));
        }
        if let Err(error) = written {
            reporter.note(format!("{name} could not be kept: {error}"));
        }
    }
    Ok((heuristic, Some(databases)))
}

fn answer(
    board: &Board,
    heuristic: TileHeuristic,
    report: &Report<Direction>,
    at_least: Cost,
    draw: bool,
) -> PuzzleAnswer {
    let moves = || report.solution.iter().flat_map(|solution| &solution.moves);
    let boards = || {
        let first = std::iter::once(Some(board.clone()));
        let rest = moves().scan(Some(board.clone()), |last, &step| {
            *last = last.as_ref().and_then(|board| board.after(step));
            Some(last.clone())
        });
        first.chain(rest).flatten().map(|board| board.drawn()).collect()
    };
    let iteration =
        |one: &Iteration| IterationOutcome { bound: one.bound.0, generated: one.generated, expanded: one.expanded };
    PuzzleAnswer {
        length: report.solution.as_ref().filter(|_| report.is_optimal()).map(|solution| solution.moves.len()),
        moves: report.solution.is_some().then(|| moves().map(|&step| board.seen(step).to_string()).collect()),
        generated: report.generated,
        expanded: report.expanded,
        bound: report.bound.0,
        heuristic: heuristic.name().into(),
        stored_bytes: report.bytes,
        cost: None,
        resumed_at: (at_least > Cost::ZERO).then_some(at_least.0),
        iterations: report.iterations.iter().map(iteration).collect(),
        boards: draw.then(boards),
        solutions: None,
    }
}
