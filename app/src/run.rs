//! Runs a search on a thread with a stack that is large enough, and gathers what there is to tell about it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use provebest::machine::{Failure, Measured, Timeline};
use provebest::search::IterSss;
use provebest::{
    Algorithm, AlgorithmSpec, AllMoves, AnyMachine, AnyOf, CancelToken, Counters, Deadline, Depth, Kind, Leaves,
    Limits, Line, MoveList, MoveValue, Observer, Reason, Report, Score, Search, SearchError, Searched, Settings, Stop,
    Task, Variant, all_moves,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::Ending;
use crate::cli::{LimitOptions, OutputOptions, Tuning};
use crate::line::{self, SCHEMA};
use crate::memory;
use crate::os;
use crate::people;
use crate::problem::{Job, MOST_PLIES, Playable, Problem, Rules, words};
use crate::progress::Progress;
use crate::recorder::{MOST_VISITS, Recorded, Recorder, write_event};
use crate::worker::{self, Lost};

/// What came of a search.
pub struct Outcome {
    pub spec: AlgorithmSpec,
    pub machine: AnyMachine,
    pub value: Option<Score>,
    pub kind: Kind,
    /// Best play in the game's notation.
    pub line: Vec<String>,
    /// Does it go on to its end?
    pub line_complete: bool,
    /// Were estimates looked at?
    pub estimated: bool,
    pub stopped: Option<Reason>,
    pub over_memory: bool,
    pub counters: Counters,
    /// Leaves visited once more to tell the line of best play.
    pub line_visits: u64,
    /// Distinct leaves, unless there were too many visits to keep track.
    pub leaves: Option<u64>,
    /// Every leaf visit in order, if asked for.
    pub order: Option<Vec<String>>,
    /// The time of a run that nobody watched; of the watched one where there was no other.
    pub seconds: Duration,
    /// Every root move, if asked for.
    pub moves: Option<MovesOutcome>,
    /// What it took on the machine; `None` alone.
    pub measured: Option<Measured>,
    /// How many times longer the same search takes on one processor; only where time is simulated.
    pub speedup: Option<f64>,
    /// Who did what when, if asked for.
    pub timeline: Option<Timeline>,
}

impl Outcome {
    /// The length of the line, if it goes on to its end.
    pub fn plies(&self) -> Option<usize> {
        self.line_complete.then_some(self.line.len())
    }

    /// Plies to the forced end of a decided game.
    pub fn moves_to_end(&self) -> Option<usize> {
        line::moves_to_end(self.value, self.plies()).filter(|_| self.kind == Kind::Exact)
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
    /// Its length, if it goes on to its end.
    pub plies: Option<usize>,
}

/// Runs searches on one problem.
pub struct Runner<'a> {
    pub problem: &'a Problem,
    pub limits: &'a LimitOptions,
    pub output: &'a OutputOptions,
    pub token: CancelToken,
    /// Is a timeline wanted?
    pub timeline: bool,
    trace: Option<TraceFile>,
}

impl<'a> Runner<'a> {
    pub fn new(problem: &'a Problem, limits: &'a LimitOptions, output: &'a OutputOptions) -> anyhow::Result<Self> {
        let trace = output.trace.as_deref().map(TraceFile::create).transpose()?;
        Ok(Runner { problem, limits, output, token: interrupts(), timeline: false, trace })
    }

    /// Runs one algorithm.
    pub fn run(&mut self, spec: AlgorithmSpec) -> anyhow::Result<Outcome> {
        let mut trace = self.trace.take();
        let (name, mut machine) = (spec.algorithm.name(), machine_for(spec.algorithm, self.limits.machine.as_ref()));
        let outcome = loop {
            let place = machine.clone();
            let run = || self.problem.visit(Run { runner: self, spec, machine: place, trace: trace.as_mut() });
            let outcome = with_stack(name, self.problem.depth, run).map_err(anyhow::Error::from).flatten();
            match outcome.as_ref().err().and_then(|error| error.downcast_ref()) {
                Some(SearchError::Failed(failure)) if let Some(fewer) = with_fewer_threads(failure) => machine = fewer,
                _ => break outcome.context(name),
            }
        };
        self.trace = trace;
        outcome
    }

    /// Writes what is left of the trace.
    pub fn finish(self) -> Ending {
        self.trace.map_or(Ending::Done, TraceFile::finish)
    }
}

/// The machine that an algorithm runs on when this one was asked for.
pub fn machine_for(algorithm: Algorithm, asked: Option<&AnyMachine>) -> AnyMachine {
    match asked {
        _ if !algorithm.is_parallel() => AnyMachine::Alone,
        Some(machine) => machine.clone(),
        None if algorithm.needs_keys() => AnyMachine::threads(cores()),
        None => AnyMachine::simulated(4),
    }
}

/// The machine with almost as many threads as the system has, if that is what was wrong: with all of them there may be no memory
/// left for anything else.
pub fn with_fewer_threads(failure: &Failure) -> Option<AnyMachine> {
    let Failure::TooFewThreads { wanted, had, .. } = failure else { return None };
    let fewer = (had - had / 8).max(1);
    people::note(format_args!("threads:{wanted}: the system has only {had} to give, so it is threads:{fewer}"));
    Some(AnyMachine::threads(fewer))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get()).min(AnyMachine::MOST_THREADS)
}

/// Does some work on a thread with a stack for so many plies, and tells meanwhile that it goes on.
pub fn with_stack<T: Send>(name: &str, depth: Depth, work: impl FnOnce() -> T + Send) -> Result<T, Lost> {
    let mut progress = Progress::new(name.to_string());
    worker::on_stack(name, stack_for(depth), work, || progress.tick())
}

/// A generous guess at what a ply takes in the deepest recursion, without optimisation too.
pub fn stack_for(depth: Depth) -> usize {
    (4 << 20) + depth.0 as usize * (16 << 10)
}

/// Ctrl-C once calls the search off; twice ends the program. So do the signals by which a system asks a program to end.
pub fn interrupts() -> CancelToken {
    /// Two signals closer than this are one: some programs signal a process and its group.
    const ONE_PRESS: Duration = Duration::from_millis(500);
    let token = CancelToken::new();
    let ours = token.clone();
    let mut first: Option<Instant> = None;
    let act = move || match first {
        Some(first) if first.elapsed() > ONE_PRESS => std::process::exit(Ending::Interrupted.code().into()),
        Some(_) => {}
        None => {
            first = Some(Instant::now());
            ours.cancel();
        }
    };
    if let Err(why) = os::handle_signals(|| ctrlc::set_handler(act)) {
        people::note(format_args!("nobody listens for Ctrl-C, so it ends the program: {why}"));
    }
    token
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
    type Takes = fn(Algorithm) -> bool;
    fn shown(asked: Option<impl ToString>) -> Option<String> {
        asked.map(|asked| asked.to_string())
    }
    // The MT family keeps all bounds, in a table of no chosen size.
    let has_table: Takes = |algorithm| {
        algorithm.takes_hash() || matches!(algorithm, Algorithm::MtSss | Algorithm::MtDual | Algorithm::MtdF)
    };
    let of_some: [(&str, Option<String>, Takes, &str); 5] = [
        ("first-guess", shown(tuning.first_guess), Algorithm::takes_first_guess, "begins with no guess; mtd-f"),
        ("window", shown(tuning.window), Algorithm::takes_margin, "chooses its windows itself; aspiration"),
        ("memory", shown(tuning.memory), Algorithm::takes_memory, "holds as many nodes as it needs; iter-sss-star"),
        ("hash", shown(tuning.hash), has_table, "has no table; informed-negascout"),
        ("grain", shown(tuning.grain), Algorithm::takes_grain, "shares no subtrees; young-brothers"),
    ];
    for (option, asked, takes, why) in of_some {
        if let Some(asked) = asked.filter(|_| !any(takes)) {
            anyhow::bail!("--{option} {asked}: {} {why} would be right", algorithms[0]);
        }
    }
    if tuning.hash.is_some() && !any(Algorithm::takes_hash) {
        people::note(format_args!("--hash: {} keeps all bounds; --memory-limit would limit them", algorithms[0]));
    }
    if let Some(asked) = &tuning.variant {
        let known: Vec<&Algorithm> = algorithms.iter().filter(|algorithm| !algorithm.variants().is_empty()).collect();
        if !known.iter().any(|algorithm| algorithm.variants().contains(asked)) {
            let names = |algorithm: &&Algorithm| algorithm.variants().iter().map(|variant| variant.name());
            let right = match known.iter().flat_map(names).collect::<Vec<_>>().join(", ") {
                none if none.is_empty() => "no --variant".to_string(),
                names => format!("one of {names}"),
            };
            anyhow::bail!("--variant {asked}: {} has none of that name, {right} would be right", algorithms[0]);
        }
    }
    let deepens = tuning.variant == Some(Variant::Deepening) && algorithms.contains(&Algorithm::KeyNode);
    if deepens && !problem.has_static_value() {
        anyhow::bail!(
            "--variant deepening: {} has no honest value at inner nodes, so there is nothing to look at above the \
             leaves; another variant, or a game with estimates, would be right",
            problem.game.about().name
        );
    }
    let guess = || if problem.has_static_value() { problem.visit(StaticValue) } else { Score::ZERO };
    Ok(Settings {
        first_guess: Some(tuning.first_guess.map_or_else(guess, Score)),
        margin: tuning.window.or_else(|| any(Algorithm::takes_margin).then(|| problem.margin())),
        memory: Some(tuning.memory.unwrap_or(least)),
        hash: tuning.hash.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
        grain: tuning.grain,
        variant: tuning.variant,
        deepening: problem.has_static_value(),
        ..Settings::default()
    })
}

/// Refuses algorithms that do not run on the machine that was asked for.
pub fn check_machine(algorithms: &[Algorithm], asked: Option<&AnyMachine>) -> anyhow::Result<()> {
    let Some(machine) = asked else { return Ok(()) };
    if *machine != AnyMachine::Alone && !algorithms.iter().any(|algorithm| algorithm.is_parallel()) {
        let who = if let [one] = algorithms { one.name() } else { "each of these searches" };
        people::note(format_args!("--machine {machine}: {who} is sequential, and runs alone"));
    }
    match algorithms.iter().find(|algorithm| algorithm.is_parallel() && !algorithm.runs_on(machine)) {
        Some(algorithm) => anyhow::bail!("--machine {machine}: {}", algorithm.would_run_on(machine)),
        None => Ok(()),
    }
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
    spec: AlgorithmSpec,
    machine: AnyMachine,
    trace: Option<&'r mut TraceFile>,
}

impl Job for Run<'_, '_> {
    type Output = anyhow::Result<Outcome>;

    /// The watched run comes first: an interrupt or a failure in another one then costs nothing but an exact time. Under a limit
    /// of time there is one run only, so that the whole keeps to it and its counts are those of the answer.
    fn run<G: Playable>(mut self, game: &G, root: &G::State) -> anyhow::Result<Outcome> {
        let Runner { problem, limits: wanted, output, ref token, .. } = *self.runner;
        let spec = self.spec;
        let deadline = wanted.time.map(Deadline::after);
        let clock = deadline.as_ref().map(|deadline| deadline as &(dyn Stop + Sync));
        let stop = AnyOf(clock.into_iter().chain([token as &(dyn Stop + Sync)]).collect());
        let bytes = Some(memory::limit(wanted.memory_limit));
        let limits = Limits { plies: MOST_PLIES, nodes: wanted.nodes, bytes, stop: Some(&stop) };
        let task = Task::new(game, root, problem.depth).within(limits);
        let (rules, any_root) = (&problem.rules, problem.rules.root());
        let watched = Task::new(rules, &any_root, problem.depth).within(limits);

        // Deep searches need as large a stack on every thread.
        let machine = match self.machine.clone() {
            AnyMachine::Threads(threads) => AnyMachine::Threads(threads.stack(stack_for(problem.depth))),
            other => other,
        };
        let kept = if self.runner.timeline { machine.clone().with_timeline() } else { machine.clone() };
        if let Some(trace) = &mut self.trace {
            trace.start(problem, spec, &machine);
        }
        let several = spec.algorithm.is_parallel();
        let (visits, trace, mut rank) = (AtomicU64::new(0), self.trace.as_mut().map(Mutex::new), 0..);
        let recorder = || {
            let mut leaves = if output.count_leaves { Leaves::count() } else { Leaves::count_up_to(MOST_VISITS) };
            if output.trace_leaves {
                leaves = leaves.in_order();
            }
            let rank = rank.next().filter(|_| several);
            let tell = trace.as_ref().map(|trace| {
                Box::new(move |event| trace.lock().unwrap_or_else(PoisonError::into_inner).event(rank, event))
                    as Box<dyn FnMut(_) + Send>
            });
            let recorder = Recorder::new(leaves, tell);
            if several { recorder.among(&visits) } else { recorder }
        };
        let start = Instant::now();
        let Searched { report, observers, measured, timeline } = search(spec, problem, &watched, &kept, recorder)?;
        let mut seconds = start.elapsed();
        let Recorded { counters, leaves, order } = Recorder::close(observers);

        let mut speedup = None;
        if wanted.time.is_none() && report.stopped != Some(Reason::Cancel) {
            // Of a run too short to be timed once, the fastest of several.
            let (mut rounds, mut total) = (0, Duration::ZERO);
            while rounds == 0 || (rounds < 20 && total < Duration::from_millis(5)) {
                let start = Instant::now();
                let plain = worker::perhaps("a run to be timed", || search(spec, problem, &task, &machine, || ()));
                if plain.is_none_or(|plain| plain.report.stopped == Some(Reason::Cancel)) {
                    break;
                }
                let lap = start.elapsed();
                seconds = if rounds == 0 { lap } else { seconds.min(lap) };
                (rounds, total) = (rounds + 1, total + lap);
            }
            let simulated = matches!(machine, AnyMachine::Simulated(_) | AnyMachine::LockStep(_));
            if let Some(measured) = measured.filter(|_| simulated && report.stopped.is_none()) {
                let one = match machine.processors() {
                    1 => Some(measured),
                    _ => worker::perhaps("a run on one processor", || {
                        search(spec, problem, &task, &machine.with_one_processor(), || ())
                    })
                    .and_then(finished),
                };
                speedup = one.filter(|_| measured.time > 0).map(|one| one.time as f64 / measured.time as f64);
            }
        }
        let moves = output.all_moves.then(|| {
            let left = wanted.nodes.map(|limit| limit.saturating_sub(counters.nodes()));
            let task = Task::new(rules, &any_root, problem.depth).within(Limits { nodes: left, ..limits });
            let mut recorder = Recorder::new(Leaves::count_up_to(0), None);
            all_moves(&spec, &task, &mut recorder, |recorder| recorder.counters.nodes())
        });
        let moves = moves.transpose()?.map(|AllMoves { moves, stopped, .. }| {
            let in_words = |m: MoveValue<_>| MoveOutcome {
                value: m.value,
                kind: m.kind,
                line: words(game, root, &m.path),
                plies: m.line_complete.then_some(m.path.len()),
            };
            MovesOutcome { moves: moves.into_iter().map(in_words).collect(), stopped }
        });
        let outcome = Outcome {
            spec,
            machine,
            value: report.value,
            kind: report.kind,
            line: words(game, root, &report.path),
            line_complete: report.line_complete,
            estimated: report.estimated,
            stopped: report.stopped.or(moves.as_ref().and_then(|moves| moves.stopped)),
            over_memory: report.over_memory,
            counters,
            line_visits: report.line_visits,
            leaves,
            order: output.trace_leaves.then_some(order),
            seconds,
            moves,
            measured,
            speedup,
            timeline,
        };
        if let Some(trace) = self.trace {
            trace.end(&outcome);
        }
        Ok(outcome)
    }
}

/// Searches: a sequential search the game of the task, a parallel one all games as one. Moves are left out of the report;
/// its path is the same. Searches that are watched have a task with all games as one, too: only those that are timed are
/// compiled for every game.
pub fn search<G: Playable, W: Observer + Send>(
    spec: AlgorithmSpec,
    problem: &Problem,
    task: &Task<'_, G>,
    machine: &AnyMachine,
    mut observer: impl FnMut() -> W,
) -> Result<Searched<(), W>, SearchError> {
    if spec.algorithm.is_parallel() {
        let (rules, root) = (&problem.rules, problem.rules.root());
        let task = Task::new(rules, &root, task.depth).within(task.limits);
        let Searched { report, observers, measured, timeline } = spec.search_parallel_on(&task, machine, observer)?;
        return Ok(Searched { report: without_moves(report), observers, measured, timeline });
    }
    let mut observer = observer();
    let report = spec.search(task, &mut observer)?;
    Ok(Searched { report: without_moves(report), observers: vec![observer], measured: None, timeline: None })
}

fn without_moves<M>(report: Report<M>) -> Report<()> {
    let Report { value, kind, path, line_complete, estimated, line_visits, stopped, over_memory, .. } = report;
    let (best, line) = (None, Line(Vec::new()));
    Report { value, kind, best, line, path, line_complete, estimated, line_visits, stopped, over_memory }
}

/// What a search took, if it came to its end.
fn finished<M>(searched: Searched<M, ()>) -> Option<Measured> {
    searched.measured.filter(|_| searched.report.stopped.is_none())
}

/// Everything that happens, on its way into a file, until that cannot be written.
struct TraceFile {
    name: String,
    out: BufWriter<File>,
    /// The line that begins a search. It waits for the next one: a search without threads is begun once more, with fewer.
    start: Vec<u8>,
    ending: Ending,
}

#[derive(Serialize)]
struct StartLine<'a> {
    schema: u32,
    event: &'static str,
    game: &'static str,
    position: &'a str,
    algorithm: &'static str,
    machine: String,
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

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

impl TraceFile {
    /// An explicit tree up to this size is written into the trace, so that a viewer needs no other file.
    const SMALL: u64 = 100_000;

    fn create(path: &Path) -> anyhow::Result<TraceFile> {
        let name = path.display().to_string();
        let file = File::create(path).with_context(|| format!("the trace file '{name}'"))?;
        Ok(TraceFile { name, out: BufWriter::new(file), start: Vec::new(), ending: Ending::Done })
    }

    fn write(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let start = std::mem::take(&mut self.start);
        if self.ending == Ending::Done
            && let Err(why) = self.out.write_all(&start).and_then(|()| write(&mut self.out))
        {
            self.ending = people::unwritten(&format!("the trace file '{}'", self.name), &why);
        }
    }

    fn start(&mut self, problem: &Problem, spec: AlgorithmSpec, machine: &AnyMachine) {
        let small = |tree: &provebest::games::tree::Tree| {
            let small = tree.node_count() <= Self::SMALL && tree.height() <= Depth(100);
            small.then(|| RawValue::from_string(tree.to_string()).ok()).flatten()
        };
        let tree = if let Rules::Tree(tree) = &problem.rules { small(tree) } else { None };
        let line = StartLine {
            schema: SCHEMA,
            event: "start",
            game: problem.game.about().name,
            position: &problem.position,
            algorithm: spec.algorithm.name(),
            machine: machine.to_string(),
            depth: problem.depth.0,
            tree,
        };
        self.start.clear();
        // Nothing can fail in memory.
        let _ = write_line(&mut self.start, &line);
    }

    fn event(&mut self, rank: Option<u32>, event: provebest::search::measure::Event) {
        self.write(|out| write_event(out, rank, event));
    }

    fn end(&mut self, outcome: &Outcome) {
        let line = EndLine {
            schema: SCHEMA,
            event: "end",
            value: outcome.value.map(|score| score.0),
            kind: outcome.value.map(|_| line::kind_name(outcome.kind)),
            best: outcome.line.first().map(String::as_str),
            line: &outcome.line,
            stopped: outcome.stopped.map(|reason| reason.to_string()),
        };
        self.write(|out| write_line(out, &line));
    }

    /// Of a search that failed before anything happened there is nothing to tell.
    fn finish(mut self) -> Ending {
        self.start.clear();
        self.write(|out| out.flush());
        self.ending
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::GameName;

    #[test]
    fn a_search_that_is_begun_again_begins_once_in_its_trace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        let problem = Problem::read(GameName::Tree, Some("[3,12]"), None, None).unwrap();
        let spec = Algorithm::YoungBrothers.with(Default::default());
        let mut trace = TraceFile::create(&path).unwrap();
        for machine in [AnyMachine::threads(9), AnyMachine::threads(2)] {
            trace.start(&problem, spec, &machine);
        }
        trace.event(None, provebest::search::measure::Event::Leaf(vec![0], Score(3)));
        trace.start(&problem, spec, &AnyMachine::threads(1));
        assert_eq!(trace.finish(), Ending::Done);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.lines().count() == 2 && text.contains("threads:2") && text.contains("leaf"), "{text}");
    }
}
