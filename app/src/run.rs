//! Runs a search on a thread with a stack that is large enough, and gathers what there is to tell about it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::Context;
use provebest::search::IterSss;
use provebest::{Algorithm, MoveValue};
use provebest::{
    AllMoves, AnyOf, CancelToken, Counters, Deadline, Depth, Kind, Leaves, Limits, MoveList, Reason, Score, Search,
    Settings, Stop, Task, Tuned, all_moves,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::cli::{LimitOptions, OutputOptions, Tuning};
use crate::line::{self, SCHEMA};
use crate::problem::{Job, MOST_PLIES, Playable, Problem, Rules, words};
use crate::progress::Progress;
use crate::recorder::{MOST_VISITS, Recorder, write_event};

/// What came of a search.
pub struct Outcome {
    pub tuned: Tuned,
    pub value: Option<Score>,
    pub kind: Kind,
    /// Best play in the game's notation.
    pub line: Vec<String>,
    pub stopped: Option<Reason>,
    pub over_memory: bool,
    pub counters: Counters,
    /// Distinct leaves, unless there were too many visits to keep track.
    pub leaves: Option<u64>,
    /// Every leaf visit in order, if asked for.
    pub order: Option<Vec<String>>,
    /// The time of a run that nobody watched; of the watched one where there was no other.
    pub seconds: Duration,
    /// Every root move, if asked for.
    pub moves: Option<MovesOutcome>,
}

impl Outcome {
    /// Plies to the forced end of a decided game.
    pub fn moves_to_end(&self) -> Option<usize> {
        line::moves_to_end(self.value, &self.line).filter(|_| self.kind == Kind::Exact)
    }
}

pub struct MovesOutcome {
    pub moves: Vec<MoveOutcome>,
    pub stopped: Option<Reason>,
}

pub struct MoveOutcome {
    pub value: Score,
    pub kind: Kind,
    /// Best play, with the move first.
    pub line: Vec<String>,
}

/// Runs searches on one problem.
pub struct Runner<'a> {
    pub problem: &'a Problem,
    pub limits: &'a LimitOptions,
    pub output: &'a OutputOptions,
    pub token: CancelToken,
    trace: Option<TraceFile>,
}

impl<'a> Runner<'a> {
    pub fn new(problem: &'a Problem, limits: &'a LimitOptions, output: &'a OutputOptions) -> anyhow::Result<Self> {
        let trace = output.trace.as_deref().map(TraceFile::create).transpose()?;
        Ok(Runner { problem, limits, output, token: interrupts()?, trace })
    }

    /// Runs one algorithm.
    pub fn run(&mut self, tuned: Tuned) -> anyhow::Result<Outcome> {
        let mut trace = self.trace.take();
        let run = || self.problem.visit(Run { runner: self, tuned, trace: trace.as_mut() });
        let outcome = with_stack(tuned.algorithm.name(), self.problem.depth, run).flatten();
        self.trace = trace;
        outcome
    }

    /// Writes what is left of the trace.
    pub fn finish(self) -> anyhow::Result<()> {
        self.trace.map_or(Ok(()), TraceFile::finish)
    }
}

/// Does some work on a thread with a stack for so many plies, and tells meanwhile that it goes on.
pub fn with_stack<T: Send>(name: &str, depth: Depth, work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    let mut progress = Progress::new(name.to_string());
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().name(name.into()).stack_size(stack_for(depth));
        let work = || {
            let _done = done;
            work()
        };
        let worker = worker.spawn_scoped(scope, work).context("a thread to search on")?;
        while finished.recv_timeout(Progress::TICK) == Err(RecvTimeoutError::Timeout) {
            progress.tick();
        }
        Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// A generous guess at what a ply takes in the deepest recursion, without optimisation too.
fn stack_for(depth: Depth) -> usize {
    (4 << 20) + depth.0 as usize * (16 << 10)
}

/// Ctrl-C once calls the search off; twice ends the program.
pub fn interrupts() -> anyhow::Result<CancelToken> {
    /// Two signals closer than this are one: some programs signal a process and its group.
    const ONE_PRESS: Duration = Duration::from_millis(500);
    let token = CancelToken::new();
    let ours = token.clone();
    let mut first: Option<Instant> = None;
    let act = move || match first {
        Some(first) if first.elapsed() > ONE_PRESS => std::process::exit(130),
        Some(_) => {}
        None => {
            first = Some(Instant::now());
            ours.cancel();
        }
    };
    ctrlc::set_handler(act).context("listening for Ctrl-C")?;
    Ok(token)
}

/// The settings of the algorithms for a problem: those asked for, and for the rest what the problem suggests.
pub fn settings(problem: &Problem, tuning: &Tuning, algorithms: &[Algorithm]) -> anyhow::Result<Settings> {
    let any = |takes: fn(Algorithm) -> bool| algorithms.iter().any(|&algorithm| takes(algorithm));
    let least = IterSss::least(problem.shape);
    if let Some(memory) = tuning.memory.filter(|&memory| memory < least && any(Algorithm::takes_memory)) {
        anyhow::bail!(
            "--memory {memory}: ITERSSS* needs M0 = ceil(d/2)(b-1)+1 = {least} nodes or more on a tree of width {} and height {}",
            problem.shape.width,
            problem.shape.height.0
        );
    }
    let guess = || if problem.has_static_value() { problem.visit(StaticValue) } else { Score::ZERO };
    Ok(Settings {
        first_guess: Some(tuning.first_guess.map_or_else(guess, Score)),
        margin: tuning.window.or_else(|| any(Algorithm::takes_margin).then(|| problem.margin())),
        memory: Some(tuning.memory.unwrap_or(least)),
        hash: tuning.hash.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
        ..Settings::default()
    })
}

struct StaticValue;

impl Job for StaticValue {
    type Output = Score;
    fn run<G: Playable>(self, game: &G, root: &G::State) -> Score {
        game.horizon(root, &mut MoveList::new()).0
    }
}

struct Run<'r, 'a> {
    runner: &'r Runner<'a>,
    tuned: Tuned,
    trace: Option<&'r mut TraceFile>,
}

impl Job for Run<'_, '_> {
    type Output = anyhow::Result<Outcome>;

    /// The watched run comes first: an interrupt in the other one then costs nothing but an exact time. Under a limit
    /// of time there is one run only, so that the whole keeps to it and its counts are those of the answer.
    fn run<G: Playable>(mut self, game: &G, root: &G::State) -> anyhow::Result<Outcome> {
        let Runner { problem, limits: wanted, output, ref token, .. } = *self.runner;
        let tuned = self.tuned;
        let deadline = wanted.time.map(Deadline::after);
        let clock = deadline.as_ref().map(|deadline| deadline as &(dyn Stop + Sync));
        let stop = AnyOf(clock.into_iter().chain([token as &(dyn Stop + Sync)]).collect());
        let limits = Limits { plies: MOST_PLIES, nodes: wanted.nodes, bytes: wanted.memory_limit, stop: Some(&stop) };
        let task = Task::new(game, root, problem.depth).within(limits);

        let mut leaves = if output.count_leaves { Leaves::count() } else { Leaves::count_up_to(MOST_VISITS) };
        if output.trace_leaves {
            leaves = leaves.in_order();
        }
        if let Some(trace) = &mut self.trace {
            trace.start(problem, tuned);
        }
        let tell = self.trace.as_mut().map(|trace| Box::new(|event| trace.event(event)) as Box<dyn FnMut(_)>);
        let mut recorder = Recorder::new(leaves, tell);
        let start = Instant::now();
        let report = tuned.search(&task, &mut recorder)?;
        let mut seconds = start.elapsed();
        let (counters, leaves) = recorder.close();

        if wanted.time.is_none() && report.stopped != Some(Reason::Cancel) {
            // Of a run too short to be timed once, the fastest of several.
            let (mut rounds, mut total) = (0, Duration::ZERO);
            while rounds == 0 || (rounds < 20 && total < Duration::from_millis(5)) {
                let start = Instant::now();
                let plain = tuned.search(&task, &mut ())?;
                if plain.stopped == Some(Reason::Cancel) {
                    break;
                }
                let lap = start.elapsed();
                seconds = if rounds == 0 { lap } else { seconds.min(lap) };
                (rounds, total) = (rounds + 1, total + lap);
            }
        }
        let moves = output.all_moves.then(|| {
            let left = wanted.nodes.map(|limit| limit.saturating_sub(counters.nodes()));
            let task = Task::new(game, root, problem.depth).within(Limits { nodes: left, ..limits });
            let mut recorder = Recorder::new(Leaves::count_up_to(0), None);
            all_moves(&tuned, &task, &mut recorder, |recorder| recorder.counters.nodes())
        });
        let moves = moves.transpose()?.map(|AllMoves { moves, stopped }| {
            let in_words =
                |m: MoveValue<_>| MoveOutcome { value: m.value, kind: m.kind, line: words(game, root, &m.path) };
            MovesOutcome { moves: moves.into_iter().map(in_words).collect(), stopped }
        });
        let outcome = Outcome {
            tuned,
            value: report.value,
            kind: report.kind,
            line: words(game, root, &report.path),
            stopped: report.stopped.or(moves.as_ref().and_then(|moves| moves.stopped)),
            over_memory: report.over_memory,
            counters,
            leaves: leaves.distinct(),
            order: output.trace_leaves.then(|| leaves.order().to_vec()),
            seconds,
            moves,
        };
        if let Some(trace) = self.trace {
            trace.end(&outcome);
        }
        Ok(outcome)
    }
}

/// Everything that happens, on its way into a file. The first error is kept, and told at the end.
struct TraceFile {
    name: String,
    out: BufWriter<File>,
    error: Option<io::Error>,
}

#[derive(Serialize)]
struct StartLine<'a> {
    schema: u32,
    event: &'static str,
    game: &'static str,
    position: &'a str,
    algorithm: &'static str,
    machine: &'static str,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct EndLine<'a> {
    schema: u32,
    event: &'static str,
    value: Option<i32>,
    kind: Option<&'static str>,
    best: Option<&'a str>,
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

impl TraceFile {
    /// An explicit tree up to this size is written into the trace, so that a viewer needs no other file.
    const SMALL: u64 = 100_000;

    fn create(path: &Path) -> anyhow::Result<TraceFile> {
        let name = path.display().to_string();
        let file = File::create(path).with_context(|| format!("the trace file '{name}'"))?;
        Ok(TraceFile { name, out: BufWriter::new(file), error: None })
    }

    fn write(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = write(&mut self.out).err();
        }
    }

    fn line(&mut self, line: &impl Serialize) {
        self.write(|out| {
            serde_json::to_writer(&mut *out, line)?;
            out.write_all(b"\n")
        });
    }

    fn start(&mut self, problem: &Problem, tuned: Tuned) {
        let small = |tree: &provebest::games::tree::Tree| {
            let small = tree.node_count() <= Self::SMALL && tree.height() <= Depth(100);
            small.then(|| RawValue::from_string(tree.to_string()).ok()).flatten()
        };
        let tree = if let Rules::Tree(tree) = &problem.rules { small(tree) } else { None };
        self.line(&StartLine {
            schema: SCHEMA,
            event: "start",
            game: problem.game.about().name,
            position: &problem.position,
            algorithm: tuned.algorithm.name(),
            machine: "alone",
            depth: problem.depth.0,
            tree,
        });
    }

    fn event(&mut self, event: provebest::search::measure::Event) {
        self.write(|out| write_event(out, event));
    }

    fn end(&mut self, outcome: &Outcome) {
        self.line(&EndLine {
            schema: SCHEMA,
            event: "end",
            value: outcome.value.map(|score| score.0),
            kind: outcome.value.map(|_| line::kind_name(outcome.kind)),
            best: outcome.line.first().map(String::as_str),
            line: &outcome.line,
            stopped: outcome.stopped.map(|reason| reason.to_string()),
        });
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.write(|out| out.flush());
        self.error.map_or(Ok(()), Err).with_context(|| format!("the trace file '{}'", self.name))
    }
}
