//! `provebest solve tiles`.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use provebest::puzzle::tiles::{DatabaseError, Databases, Direction, Opened, Origin};
use provebest::puzzle::{Cost, Iteration, Limits, News, Reason, Report, Stop};
use provebest::tiles::{Board, Guess, Question};
use provebest::{AnyMachine, AnyOf, BoundFile, Deadline, PuzzleAlgorithm, cache};
use serde::Serialize;

use super::meter::Meter;
use super::search::why;
use super::solve::{Args, By};
use crate::Ending;
use crate::line::{Machinery, SCHEMA, plain_seconds};
use crate::people::{self, BOLD, DIM};
use crate::run::interrupts;

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
        Some(By::Solver) | None => PuzzleAlgorithm::IdaStar,
    };
    let named = matches!(args.algorithm, Some(By::Puzzle(_)));
    let usual = || if named { Guess::Manhattan } else { Guess::usual(board.width(), board.height()) };
    let guess = args.heuristic.unwrap_or_else(usual);
    let machine = match (&args.limits.machine, algorithm.is_parallel()) {
        (_, false) => AnyMachine::Alone,
        (Some(machine), true) => machine.clone(),
        (None, true) => AnyMachine::simulated(4),
    };
    // What cannot be answered is refused before anything is built.
    let question = Question { guess, algorithm, machine: &machine, ..Question::new(&board) };
    question.check().map_err(|error| anyhow::anyhow!("{}{error}", option(&args, &board, guess)))?;
    let token = interrupts()?;
    let (file, at_least) = args.resume.as_deref().map_or(Ok((None, Cost::ZERO)), |path| resume(path, &board))?;
    let deadline = args.limits.time.map(Deadline::after);
    let mut stop = AnyOf(vec![&token]);
    stop.0.extend(deadline.as_ref().map(|deadline| deadline as &(dyn Stop + Sync)));
    let (guess, opened) = databases(guess, &stop)?;

    let (start, listener) = (Instant::now(), Listener::new(file, at_least));
    let limits =
        Limits { nodes: args.limits.nodes, bytes: args.limits.memory_limit, stop: Some(&stop), ..Limits::default() };
    let hear = |news: &News| listener.hear(news);
    let question = Question {
        guess,
        databases: opened.as_ref(),
        table: args.hash.unwrap_or(0) as usize,
        limits,
        at_least,
        listener: Some(&hear),
        ..question
    };
    let solved = question.solve()?;
    let seconds = start.elapsed();
    listener.finish(solved.report.bound)?;
    let many = matches!(machine, AnyMachine::Simulated(_)) && solved.report.stopped.is_none();
    let one = many.then(|| Question { machine: &machine.with_one_processor(), listener: None, ..question }.solve());
    let one = one.transpose()?.filter(|one| one.report.stopped.is_none());
    let time = |measured: provebest::machine::Measured| measured.time.max(1) as f64;
    let speedup = one.and_then(|one| Some(time(one.measured?) / time(solved.measured?)));
    let machinery = solved.measured.filter(|_| machine != AnyMachine::Alone);
    let machinery = machinery.map(|measured| Machinery::new(&machine, measured, speedup));
    let told = Told { board: &board, algorithm, guess, machine: &machine, at_least, report: &solved.report, seconds };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&told.line(machinery, args.draw)?)?)?;
    } else {
        told.show(&mut out, speedup, args.draw)?;
    }
    Ok(match solved.report.stopped {
        None => Ending::Done,
        Some(Reason::Cancel) => Ending::Interrupted,
        Some(_) => Ending::Stopped,
    })
}

/// The option that a question is wrong because of.
fn option(args: &Args, board: &Board, guess: Guess) -> &'static str {
    match args.heuristic {
        Some(_) if !guess.fits(board.width(), board.height()) => "--heuristic: ",
        _ => "--machine: ",
    }
}

fn resume(path: &Path, board: &Board) -> anyhow::Result<(Option<BoundFile>, Cost)> {
    let opened = BoundFile::open(path, &format!("tiles {board}"));
    let (file, bound) = opened.with_context(|| format!("the proof file '{}'", path.display()))?;
    if bound > Cost::ZERO {
        people::note(format_args!("{}: no solution has less than {} moves, proved before", path.display(), bound.0));
    }
    Ok((Some(file), bound))
}

/// The databases of a heuristic, from the cache folder or built now. If building them is stopped, a heuristic without any: the
/// search, which is then stopped at once too, has to have a bound to tell.
fn databases(guess: Guess, stop: &dyn Stop) -> anyhow::Result<(Guess, Option<Databases>)> {
    let Some(partition) = guess.partition() else { return Ok((guess, None)) };
    let mut meter = Meter::new(format!("building the databases {partition}"));
    let opened = guess.databases(cache::folder().as_deref(), &mut |progress| {
        meter.tell(progress);
        stop.stop()
    });
    meter.finish();
    if let Err(error @ DatabaseError::Stopped(_)) = &opened {
        people::note(format_args!("the databases {partition}: {error}; they were not kept"));
        return Ok((Guess::LinearConflict, None));
    }
    let Some(Opened { databases, origin }) = opened.with_context(|| format!("the databases {partition}"))? else {
        return Ok((guess, None));
    };
    if let Origin::Built { why, written } = origin {
        if why.kind() != std::io::ErrorKind::NotFound {
            people::note(format_args!("the databases {partition} were built anew: {why}"));
        }
        if let Err(error) = written {
            people::note(format_args!("the databases {partition} could not be kept: {error}"));
        }
    }
    Ok((guess, Some(databases)))
}

/// Hears of iterations, tells of them and keeps what they prove.
struct Listener {
    start: Instant,
    kept: Mutex<Kept>,
}

struct Kept {
    file: Option<BoundFile>,
    bound: Cost,
    failed: Option<anyhow::Error>,
}

impl Listener {
    /// What is solved sooner needs no lines of progress.
    const SOON: Duration = Duration::from_millis(100);

    fn new(file: Option<BoundFile>, bound: Cost) -> Listener {
        Listener { start: Instant::now(), kept: Mutex::new(Kept { file, bound, failed: None }) }
    }

    fn hear(&self, news: &News) {
        self.keep(news.bound);
        let time = self.start.elapsed();
        if let Some(Iteration { bound, generated, .. }) = news.iteration
            && time >= Self::SOON
        {
            people::note(format_args!(
                "bound {}: {}, {}",
                bound.0,
                people::plural(generated, "node", "nodes"),
                people::time(time)
            ));
        }
    }

    /// Keeps a bound that is better than those before.
    fn keep(&self, bound: Cost) {
        let mut kept = self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if bound > kept.bound && kept.failed.is_none() {
            kept.bound = bound;
            let written = kept.file.as_mut().map_or(Ok(()), |file| file.append(bound));
            kept.failed = written.err().map(|error| anyhow::Error::new(error).context("the proof file"));
        }
    }

    fn finish(&self, bound: Cost) -> anyhow::Result<()> {
        self.keep(bound);
        let mut kept = self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kept.failed.take().map_or(Ok(()), Err)
    }
}

/// What there is to tell.
struct Told<'a> {
    board: &'a Board,
    algorithm: PuzzleAlgorithm,
    guess: Guess,
    machine: &'a AnyMachine,
    at_least: Cost,
    report: &'a Report<Direction>,
    seconds: Duration,
}

impl Told<'_> {
    /// The solution, if it is known to be the shortest.
    fn shortest(&self) -> Option<&[Direction]> {
        let solution = self.report.solution.as_ref().filter(|_| self.report.is_optimal());
        solution.map(|solution| &solution.moves[..])
    }

    fn moves(&self) -> String {
        self.report.solution.iter().flat_map(|solution| &solution.moves).map(Direction::to_string).collect()
    }

    /// The boards of the solution, the first and the last included.
    fn boards(&self) -> anyhow::Result<Vec<Board>> {
        let mut boards = vec![self.board.clone()];
        for &step in self.report.solution.iter().flat_map(|solution| &solution.moves) {
            let last = boards.last().and_then(|board| board.after(step));
            boards.push(last.context("a move of the solution is not possible")?);
        }
        Ok(boards)
    }

    fn line(&self, machinery: Option<Machinery>, draw: bool) -> anyhow::Result<TilesLine> {
        let report = self.report;
        let iteration =
            |one: &Iteration| IterationLine { bound: one.bound.0, generated: one.generated, expanded: one.expanded };
        let boards = draw.then(|| self.boards()).transpose()?;
        Ok(TilesLine {
            schema: SCHEMA,
            game: "tiles",
            algorithm: self.algorithm.name(),
            machine: self.machine.to_string(),
            length: self.shortest().map(<[Direction]>::len),
            moves: report.solution.is_some().then(|| self.moves()),
            generated: report.generated,
            expanded: report.expanded,
            seconds: plain_seconds(self.seconds.as_secs_f64()),
            machinery,
            stopped: report.stopped.map(|reason| reason.to_string()),
            bound: report.bound.0,
            heuristic: self.guess.name(),
            position: self.board.to_string(),
            stored_bytes: report.bytes,
            resumed_at: (self.at_least > Cost::ZERO).then_some(self.at_least.0),
            iterations: report.iterations.iter().map(iteration).collect(),
            boards: boards.map(|boards| boards.iter().map(Board::to_string).collect()),
        })
    }

    fn show(&self, out: &mut impl Write, speedup: Option<f64>, draw: bool) -> anyhow::Result<()> {
        let Told { board, algorithm, guess, machine, report, .. } = *self;
        let on = if *machine == AnyMachine::Alone { String::new() } else { format!(" on {machine}") };
        writeln!(out, "{BOLD}tiles {board}{BOLD:#} {DIM}· {algorithm}{on} · {guess}{DIM:#}")?;
        if let Some(reason) = report.stopped {
            writeln!(out, "stopped    {BOLD}{}{BOLD:#}: what follows is what was proved by then", why(reason))?;
        }
        let count = |moves: u64| people::plural(moves, "move", "moves");
        match (self.shortest(), &report.solution) {
            (Some(moves), _) => {
                writeln!(out, "length     {BOLD}{}{BOLD:#}: no solution is shorter", count(moves.len() as u64))?
            }
            (None, Some(found)) => writeln!(
                out,
                "length     at least {BOLD}{}{BOLD:#}; a solution of {} is known",
                count(report.bound.0.into()),
                found.moves.len()
            )?,
            (None, None) => writeln!(out, "length     at least {BOLD}{}{BOLD:#}", count(report.bound.0.into()))?,
        }
        if report.solution.is_some() {
            writeln!(out, "moves      {}", self.moves())?;
        }
        if self.at_least > Cost::ZERO {
            writeln!(out, "resumed    at {}", count(self.at_least.0.into()))?;
        }
        writeln!(
            out,
            "generated  {}, {} expanded, {}",
            people::plural(report.generated, "node", "nodes"),
            people::thousands(report.expanded),
            people::time(self.seconds)
        )?;
        if report.bytes > 0 {
            writeln!(out, "stored     {} bytes", people::thousands(report.bytes))?;
        }
        if let Some(speedup) = speedup {
            writeln!(out, "speed-up   {speedup:.2} over one processor")?;
        }
        if draw && report.solution.is_some() {
            let boards = self.boards()?;
            let steps = report.solution.iter().flat_map(|solution| &solution.moves).map(Direction::to_string);
            let titles = std::iter::once("start".to_string()).chain(steps);
            for (number, (title, board)) in titles.zip(&boards).enumerate() {
                writeln!(out, "\n{DIM}{}{DIM:#}", if number == 0 { title } else { format!("{number}. {title}") })?;
                write!(out, "{}", picture(board))?;
            }
        }
        Ok(())
    }
}

/// A board to look at.
fn picture(board: &Board) -> String {
    let cell = |tile: &usize| if *tile == 0 { "  .".to_string() } else { format!("{tile:>3}") };
    let row = |row: &[usize]| row.iter().map(cell).collect::<String>() + "\n";
    board.tiles().chunks(board.width()).map(row).collect()
}

#[derive(Serialize)]
struct TilesLine {
    schema: u32,
    game: &'static str,
    algorithm: &'static str,
    machine: String,
    /// Of a shortest solution, if that is proved.
    length: Option<usize>,
    moves: Option<String>,
    generated: u64,
    expanded: u64,
    seconds: Box<serde_json::value::RawValue>,
    #[serde(flatten)]
    machinery: Option<Machinery>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// No solution is shorter.
    bound: u32,
    heuristic: &'static str,
    position: String,
    stored_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed_at: Option<u32>,
    iterations: Vec<IterationLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<Vec<String>>,
}

#[derive(Serialize)]
struct IterationLine {
    bound: u32,
    generated: u64,
    expanded: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_row_by_row() {
        let board: Board = "4x3:1 2 3 7 4 5 6 0 8 9 10 11".parse().unwrap();
        assert_eq!(picture(&board), "  1  2  3  7\n  4  5  6  .\n  8  9 10 11\n");
    }
}
