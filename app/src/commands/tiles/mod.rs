//! `provebest solve tiles`.

mod listener;
mod told;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use provebest::puzzle::tiles::{DatabaseError, Databases, Opened, Origin};
use provebest::puzzle::{Cost, Limits, News, Reason, Stop};
use provebest::tiles::{Board, TileHeuristic, TileProblem, TileProblemError};
use provebest::{AnyMachine, AnyOf, BoundFile, CannotRun, Deadline, PuzzleAlgorithm, cache};

use super::meter::Meter;
use super::solve::{Args, By};
use crate::Ending;
use crate::line::{Machinery, json};
use crate::memory;
use crate::people;
use crate::run::{interrupts, with_fewer_threads};
use crate::worker;
use listener::Listener;
use told::Told;

pub(super) fn run(args: Args) -> anyhow::Result<Ending> {
    ensure!(!args.all_moves, "--all-moves: a puzzle has no other side to move; no --all-moves would be right");
    ensure!(args.seed.is_none(), "--seed: tiles are no synthetic tree; no --seed would be right");
    let text = args.position.join(" ");
    ensure!(
        !text.is_empty(),
        "no position for tiles: a size and the tiles row by row would be right\n  try: provebest solve tiles 3x3:8 7 6 0 4 1 2 5 3"
    );
    let board: Board = text.parse().context("the position of tiles")?;
    let algorithm = match args.algorithm {
        Some(By::Puzzle(algorithm)) => algorithm,
        Some(By::Search(algorithm)) => bail!(
            "--algorithm {algorithm}: a search for games of two; {} would be right",
            PuzzleAlgorithm::ALL.map(PuzzleAlgorithm::name).join(", ")
        ),
        // Who names a machine wants to use it.
        Some(By::Solver) | None => match args.limits.machine {
            None | Some(AnyMachine::Alone) => PuzzleAlgorithm::IdaStar,
            Some(_) => PuzzleAlgorithm::ParallelIdaStar,
        },
    };
    ensure!(
        args.hash.is_none() || algorithm == PuzzleAlgorithm::IdaStar,
        "--hash: {algorithm} has no table; no --hash would be right, or {} without a machine",
        PuzzleAlgorithm::IdaStar
    );
    let named = matches!(args.algorithm, Some(By::Puzzle(_)));
    let usual = || if named { TileHeuristic::Manhattan } else { TileHeuristic::usual(board.width(), board.height()) };
    let heuristic = args.heuristic.unwrap_or_else(usual);
    let machine = match (&args.limits.machine, algorithm.is_parallel()) {
        (_, false) => AnyMachine::Alone,
        (Some(machine), true) => machine.clone(),
        (None, true) => AnyMachine::simulated(4),
    };
    if let (Some(asked), false) = (&args.limits.machine, algorithm.is_parallel())
        && *asked != AnyMachine::Alone
    {
        people::note(format_args!("--machine {asked}: {algorithm} is sequential, and runs alone"));
    }
    // What cannot be answered is refused before anything is built.
    let problem = TileProblem { heuristic, algorithm, machine: &machine, ..TileProblem::new(&board) };
    problem.check().map_err(|error| anyhow::anyhow!("{}{error}", option(&args, &board, heuristic)))?;
    let token = interrupts();
    let (file, at_least) = args.resume.as_deref().map_or(Ok((None, Cost::ZERO)), |path| resume(path, &board))?;
    let deadline = args.limits.time.map(Deadline::after);
    let mut stop = AnyOf(vec![&token]);
    stop.0.extend(deadline.as_ref().map(|deadline| deadline as &(dyn Stop + Sync)));
    let (heuristic, opened) = databases(heuristic, &stop)?;

    let (start, listener) = (Instant::now(), Listener::new(file, at_least));
    // A search that stores its nodes ends before the system has to end it.
    let bytes = Some(memory::limit(args.limits.memory_limit));
    let limits = Limits { nodes: args.limits.nodes, bytes, stop: Some(&stop), ..Limits::default() };
    let hear = |news: &News| listener.hear(news);
    let problem = TileProblem {
        heuristic,
        databases: opened.as_ref(),
        table: args.hash.unwrap_or(0) as usize,
        limits,
        at_least,
        listener: Some(&hear),
        ..problem
    };
    let mut machine = machine.clone();
    let solved = loop {
        match (TileProblem { machine: &machine, ..problem }).solve() {
            Err(TileProblemError::Machine(CannotRun::Failed(ref failure)))
                if let Some(fewer) = with_fewer_threads(failure) =>
            {
                machine = fewer;
            }
            solved => break solved?,
        }
    };
    let seconds = start.elapsed();
    let files = listener.finish(solved.report.bound);
    let many = matches!(machine, AnyMachine::Simulated(_)) && solved.report.stopped.is_none();
    let alone = || TileProblem { machine: &machine.with_one_processor(), listener: None, ..problem }.solve();
    let one = many.then(|| worker::perhaps("a run on one processor", alone)).flatten();
    let one = one.filter(|one| one.report.stopped.is_none());
    let time = |measured: provebest::machine::Measured| measured.time.max(1) as f64;
    let speedup = one.and_then(|one| Some(time(one.measured?) / time(solved.measured?)));
    let machinery = solved.measured.filter(|_| machine != AnyMachine::Alone);
    let machinery = machinery.map(|measured| Machinery::new(&machine, measured, speedup));
    let told =
        Told { board: &board, algorithm, heuristic, machine: &machine, at_least, report: &solved.report, seconds };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", json(&told.line(machinery, args.draw)?)?)?;
    } else {
        told.show(&mut out, speedup, args.draw)?;
    }
    let ending = match solved.report.stopped {
        None => Ending::Done,
        Some(Reason::Cancel) => Ending::Interrupted,
        Some(_) => Ending::Stopped,
    };
    Ok(ending.max(files))
}

/// The option that a problem is wrong because of.
fn option(args: &Args, board: &Board, heuristic: TileHeuristic) -> &'static str {
    match args.heuristic {
        Some(_) if !heuristic.fits(board.width(), board.height()) => "--heuristic: ",
        _ => "--machine: ",
    }
}

fn resume(path: &Path, board: &Board) -> anyhow::Result<(Option<BoundFile>, Cost)> {
    let opened = BoundFile::open(path, &format!("tiles {board}"));
    let (file, bound) = opened.with_context(|| format!("the proof file '{}'", path.display()))?;
    if bound > Cost::ZERO {
        let moves = people::plural(bound.0.into(), "move", "moves");
        people::note(format_args!("{}: no solution has less than {moves}, proved before", path.display()));
    }
    Ok((Some(file), bound))
}

/// The databases of a heuristic, from the cache folder or built now. If building them is stopped, a heuristic without any: the
/// search, which is then stopped at once too, has to have a bound to tell.
fn databases(heuristic: TileHeuristic, stop: &dyn Stop) -> anyhow::Result<(TileHeuristic, Option<Databases>)> {
    let Some(partition) = heuristic.partition() else { return Ok((heuristic, None)) };
    let mut meter = Meter::new(format!("building the databases {partition}"));
    let opened = heuristic.databases(cache::folder().as_deref(), &mut |progress| {
        meter.tell(progress);
        stop.stop()
    });
    meter.finish();
    if let Err(error @ DatabaseError::Stopped(_)) = &opened {
        people::note(format_args!("the databases {partition}: {error}; they were not kept"));
        return Ok((TileHeuristic::LinearConflict, None));
    }
    let Some(Opened { databases, origin }) = opened.with_context(|| format!("the databases {partition}"))? else {
        return Ok((heuristic, None));
    };
    if let Origin::Built { why, written } = origin {
        if why.kind() != std::io::ErrorKind::NotFound {
            people::note(format_args!("the databases {partition} were built anew: {why}"));
        }
        if let Err(error) = written {
            people::note(format_args!("the databases {partition} could not be kept: {error}"));
        }
    }
    Ok((heuristic, Some(databases)))
}
