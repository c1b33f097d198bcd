//! Runs a member of the family: watched, and then once more or several times unwatched, to be timed.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use provebest::family::{AlgorithmSpec, Searched, Settings, Variant, all_moves};
use provebest::{Algorithm, AllMoves, AnyMachine, MoveValue, SearchError};
use provebest_game::Score;
use provebest_machine::{Clock, Measured, Stop, Time};
use provebest_search::measure::Event;
use provebest_search::{IterSss, Kind, LazySmp, Leaves, Limits, Reason, Search, TableSize, Task};
use provebest_system::memory::{self, Size};

use super::{Reporter, Stopwatch, small_table_note, with_deadline, with_fewer_threads};
use crate::games::MOST_PLIES;
use crate::games::{AnyGame, Entry, Visitor};
use crate::listener::News;
use crate::outcome::{Answer, GameAnswer, Machinery, MoveOutcome, Outcome, Parameters, moves_to_end, winner_of};
use crate::problem::Problem;
use crate::ranks::ask_others;
use crate::recorder::{MOST_VISITS, Recorded, Recorder};
use crate::request::{Request, RequestError};
use crate::worker::{on_stack, perhaps, stack_for};

pub(super) fn run(
    request: &Request,
    spec: AlgorithmSpec,
    reporter: Reporter<'_>,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    let spec = settled(&request.problem, spec)?;
    let mut machine = request.machine();
    loop {
        reporter.report(News::Begins(&machine));
        let run =
            || with_deadline(request, stop, |stop| Run { request, spec, machine: &machine, reporter, stop }.run());
        let stack = stack_for(request.problem.depth());
        match on_stack(spec.algorithm.name(), stack, run, || reporter.report(News::Tick))? {
            Err(RequestError::Search(SearchError::Failed(failure)))
                if let Some(fewer) = with_fewer_threads(&failure, reporter) =>
            {
                machine = fewer;
            }
            ran => return ran,
        }
    }
}

/// The settings for a problem: those that were chosen, and for the rest what the problem suggests.
pub(super) fn settled(problem: &Problem, spec: AlgorithmSpec) -> Result<AlgorithmSpec, RequestError> {
    let AlgorithmSpec { algorithm, settings } = spec;
    let (shape, estimate) = (problem.shape(), problem.estimate());
    let least = IterSss::least(shape);
    if let Some(memory) = settings.memory.filter(|&memory| memory < least && algorithm.takes_memory()) {
        let why = format!(
            "ITERSSS* needs M0 = ceil(d/2)(b-1)+1 = {least} nodes or more on a tree of width {} and height {}",
            shape.width, shape.height.0
        );
        return Err(RequestError::refused(format!("memory {memory}"), why));
    }
    let deepens = matches!(settings.variant, Some(Variant::Deepening | Variant::Suppressing));
    if deepens && algorithm == Algorithm::KeyNode && estimate.is_none() {
        let why = format!(
            "{} has no honest value at inner nodes, so there is nothing to look at above the leaves; expected another \
             variant, or a game with estimates",
            problem.name()
        );
        return Err(RequestError::refused(format!("variant {}", settings.variant.unwrap_or(Variant::Deepening)), why));
    }
    let unused = match settings.variant {
        Some(Variant::Printed | Variant::ByPosition) if settings.hash.is_some() => {
            Some(("hash", "keeps all that it saves; expected no hash"))
        }
        Some(Variant::List) if settings.bound.is_some() => Some(("bound", "begins without a bound; expected no bound")),
        _ => None,
    };
    if let (Some((setting, why)), Some(variant)) = (unused, settings.variant) {
        return Err(RequestError::refused(setting, format!("the variant {variant} of {algorithm} {why}")));
    }
    let settings = Settings {
        first_guess: settings.first_guess.or(Some(estimate.unwrap_or(Score::ZERO))),
        margin: settings.margin.or_else(|| algorithm.takes_margin().then(|| problem.margin())),
        memory: settings.memory.or(Some(least)),
        deepening: estimate.is_some(),
        ..settings
    };
    Ok(AlgorithmSpec { algorithm, settings })
}

/// One request on one machine.
struct Run<'a> {
    request: &'a Request,
    spec: AlgorithmSpec,
    machine: &'a AnyMachine,
    reporter: Reporter<'a>,
    stop: &'a (dyn Stop + Sync),
}

/// What a search took, and how it ended.
struct Timed {
    measured: Option<Measured>,
    stopped: Option<Reason>,
}

impl Run<'_> {
    /// The watched run comes first: an interrupt or a failure in another one then costs nothing but an exact time. Under a limit
    /// of time there is one run only, so that the whole keeps to it and its counts are those of the answer.
    fn run(&self) -> Result<Outcome, RequestError> {
        let Run { request, spec, reporter, .. } = *self;
        let Request { problem, limits: wanted, record, .. } = request;
        let game = problem.game().expect("a game was checked for");
        if let Some(note) = wanted.memory.and_then(|most| note_on_memory(spec, most)) {
            reporter.note(note);
        }
        // Deep searches need as large a stack on every thread.
        let machine = match self.machine.clone() {
            AnyMachine::Threads(threads) => AnyMachine::Threads(threads.stack(stack_for(problem.depth()))),
            other => other,
        };
        let clock = Clock::default();
        let kept = if record.trace { machine.clone().with_clock(&clock) } else { machine.clone() };
        let kept = if record.timeline { kept.with_timeline() } else { kept };
        let several = spec.algorithm.is_parallel();
        let (visits, mut ranks) = (AtomicU64::new(0), 0..);
        let recorder = || {
            let mut leaves = if record.count_leaves { Leaves::count() } else { Leaves::count_up_to(MOST_VISITS) };
            if record.leaf_order {
                leaves = leaves.in_order();
            }
            let rank = ranks.next().filter(|_| several);
            let clock = match &machine {
                AnyMachine::Simulated(_) if several => EventClock::Virtual(clock.clone()),
                AnyMachine::Threads(_) if several => EventClock::None,
                _ => EventClock::Leaves(0),
            };
            let tell = record.trace.then(|| clock.telling(rank, reporter));
            let recorder = Recorder::new(leaves, tell);
            if several { recorder.among(&visits) } else { recorder }
        };
        let limits = self.limits();
        let root = game.root();
        let task = Task::new(game, &root, problem.depth()).within(limits);
        let watch = Stopwatch::start();
        ask_others(request, &machine)?;
        let Searched { report, observers, measured, timeline } = searched(spec, &task, &kept, recorder)?;
        let mut seconds = watch.time();
        let Recorded { counters, leaves, order } = Recorder::close(observers);

        let mut speedup = None;
        // Other processes take part once; without a clock nothing is timed.
        let once = record.once || machine.is_cluster() || cfg!(target_family = "wasm");
        if wanted.time.is_none() && !once && report.stopped != Some(Reason::Cancel) {
            let complain = |why| reporter.note(why);
            // Of a run too short to be timed once, the fastest of several.
            let (mut rounds, mut total) = (0, Duration::ZERO);
            while rounds == 0 || (rounds < 20 && total < Duration::from_millis(5)) {
                let watch = Stopwatch::start();
                let plain = perhaps("a run to be timed", || self.timed(game, &machine, limits), complain);
                if plain.is_none_or(|plain| plain.stopped == Some(Reason::Cancel)) {
                    break;
                }
                let lap = watch.time();
                seconds = if rounds == 0 { lap } else { seconds.min(lap) };
                (rounds, total) = (rounds + 1, total + lap);
            }
            let simulated = matches!(machine, AnyMachine::Simulated(_) | AnyMachine::LockStep(_));
            if let Some(measured) = measured.filter(|_| simulated && report.stopped.is_none()) {
                let one = match machine.processors() {
                    1 => Some(measured),
                    _ => perhaps(
                        "a run on one processor",
                        || self.timed(game, &machine.with_one_processor(), limits),
                        complain,
                    )
                    .filter(|one| one.stopped.is_none())
                    .and_then(|one| one.measured),
                };
                speedup = one.filter(|_| measured.time > 0).map(|one| one.time as f64 / measured.time as f64);
            }
        }
        let mut answer = GameAnswer::default();
        answer.count(&counters);
        let mut stopped = report.stopped;
        if record.all_moves {
            let left = wanted.nodes.map(|limit| limit.saturating_sub(counters.nodes()));
            let task = Task::new(game, &root, problem.depth()).within(Limits { nodes: left, ..limits });
            let mut recorder = Recorder::new(Leaves::count_up_to(0), None);
            let all = all_moves(&spec, &task, &mut recorder, |recorder| recorder.counters.nodes());
            let all = all.map_err(SearchError::from)?;
            stopped = stopped.or(all.stopped);
            answer.moves = Some(moves(problem, game, all));
        }
        let plies = report.line_complete.then_some(report.path.len() as u32);
        let line = game.words(&report.path);
        let answer = GameAnswer {
            value: report.value.map(|value| value.0),
            kind: report.value.map(|_| report.kind.into()),
            best: line.first().cloned(),
            line,
            leaves: Some(leaves),
            over_memory: report.over_memory,
            reached_depth: report.reached.map(|reached| reached.depth.0),
            reached_value: report.reached.map(|reached| reached.value.0),
            estimated: report.estimated && matches!(report.kind, Kind::Lower | Kind::Upper),
            moves_to_end: moves_to_end(report.value, plies).filter(|_| report.kind == Kind::Exact),
            winner: winner_of(problem.info().is_played(), report.value, report.kind),
            parameters: parameters(&spec),
            line_visits: report.line_visits,
            leaf_order: record.leaf_order.then_some(order),
            path: report.path,
            plies,
            ..answer
        };
        Ok(Outcome {
            seconds: Some(seconds.as_secs_f64()),
            machinery: measured.map(|measured| Machinery::new(&machine, measured, speedup)),
            stopped,
            depth: Some(problem.depth().0),
            timeline,
            measured,
            ..Outcome::new(request, machine, Answer::Game(Box::new(answer)))
        })
    }

    fn limits(&self) -> Limits<'_> {
        let wanted = self.request.limits;
        let bytes = Some(memory::limit(wanted.memory));
        Limits { plies: MOST_PLIES, nodes: wanted.nodes, bytes, stop: Some(self.stop) }
    }

    /// A run without records: a sequential search on its own game, where that is compiled for it. All others have the one
    /// observer, switched off.
    fn timed(&self, game: &AnyGame, machine: &AnyMachine, limits: Limits<'_>) -> Result<Timed, SearchError> {
        let depth = self.request.problem.depth();
        if self.spec.algorithm.is_parallel() {
            let root = game.root();
            let task = Task::new(game, &root, depth).within(limits);
            let searched = searched(self.spec, &task, machine, Recorder::off)?;
            return Ok(Timed { measured: searched.measured, stopped: searched.report.stopped });
        }
        let stopped = game.visit(Alone { spec: self.spec, game, depth, limits })?;
        Ok(Timed { measured: None, stopped })
    }
}

/// What a limit on memory means to methods that go on with less of it.
fn note_on_memory(spec: AlgorithmSpec, most: u64) -> Option<String> {
    let usual = LazySmp::default().bytes as u64;
    match spec.algorithm {
        Algorithm::LazySmp | Algorithm::Abdada | Algorithm::ParMtSss => {
            (spec.settings.hash.is_none() && most < usual).then(|| small_table_note(most))
        }
        Algorithm::BoardSearch => {
            Some(format!("memory-limit {}: what there is no room to divide is searched as one job", Size(most)))
        }
        _ => None,
    }
}

/// What time it is when something happens.
enum EventClock {
    /// That of simulated processors.
    Virtual(Clock),
    /// The leaf visits so far, where one observer hears of them all.
    Leaves(Time),
    None,
}

impl EventClock {
    /// Tells events with their time.
    fn telling<'a>(mut self, rank: Option<u32>, reporter: Reporter<'a>) -> Box<dyn FnMut(Event) + Send + 'a> {
        Box::new(move |event| {
            let time = match &mut self {
                EventClock::Virtual(clock) => Some(clock.now()),
                EventClock::Leaves(visits) => {
                    *visits += Time::from(matches!(event, Event::Leaf(..)));
                    Some(*visits)
                }
                EventClock::None => None,
            };
            reporter.report(News::Event { rank, time, event });
        })
    }
}

/// A sequential search without an observer.
struct Alone<'a> {
    spec: AlgorithmSpec,
    game: &'a AnyGame,
    depth: provebest_game::Depth,
    limits: Limits<'a>,
}

impl Visitor for Alone<'_> {
    type Output = Result<Option<Reason>, SearchError>;

    fn visit<G: Entry>(self, game: &G, root: &G::State) -> Self::Output {
        // Without a clock nothing is timed.
        if const { G::COMPILED.family && !cfg!(target_family = "wasm") } && !self.spec.needs_keys() {
            let task = Task::new(game, root, self.depth).within(self.limits);
            return Ok(self.spec.search(&task, &mut ())?.stopped);
        }
        let root = self.game.root();
        let task = Task::new(self.game, &root, self.depth).within(self.limits);
        Ok(self.spec.search_keyed(&task, &mut Recorder::off())?.stopped)
    }
}

/// Searches all games as one.
fn searched<'r>(
    spec: AlgorithmSpec,
    task: &Task<'_, AnyGame>,
    machine: &AnyMachine,
    mut observer: impl FnMut() -> Recorder<'r>,
) -> Result<Searched<(), Recorder<'r>>, SearchError> {
    if spec.algorithm.is_parallel() {
        let Searched { report, observers, measured, timeline } = spec.search_parallel_on(task, machine, observer)?;
        return Ok(Searched { report: report.without_moves(), observers, measured, timeline });
    }
    let mut observer = observer();
    let report = spec.search_keyed(task, &mut observer)?;
    Ok(Searched { report: report.without_moves(), observers: vec![observer], measured: None, timeline: None })
}

fn moves(problem: &Problem, game: &AnyGame, AllMoves { moves, stopped, .. }: AllMoves<u32>) -> Vec<MoveOutcome> {
    let best = moves.iter().map(|m| m.value).max().filter(|_| stopped.is_none());
    let in_words = |m: &MoveValue<u32>| {
        let plies = m.line_complete.then_some(m.path.len() as u32);
        let line = game.words(&m.path);
        MoveOutcome {
            word: line.first().cloned().unwrap_or_default(),
            value: Some(m.value.0),
            kind: Some(m.kind.into()),
            best: Some(Some(m.value) == best),
            line: Some(line),
            moves_to_end: moves_to_end(Some(m.value), plies),
            winner: winner_of(problem.info().is_played(), Some(m.value), m.kind),
            plies,
            ..MoveOutcome::default()
        }
    };
    moves.iter().map(in_words).collect()
}

fn parameters(spec: &AlgorithmSpec) -> Parameters {
    let (algorithm, settings) = (spec.algorithm, &spec.settings);
    let variant = settings.variant.filter(|variant| algorithm.variants().contains(variant));
    let (table, table_each) = match settings.table.filter(|_| algorithm.takes_table()) {
        Some(TableSize::Total(bytes)) => (Some(bytes as u64), None),
        Some(TableSize::Each(bytes)) => (None, Some(bytes as u64)),
        None => (None, None),
    };
    Parameters {
        first_guess: settings.first_guess.filter(|_| algorithm.takes_first_guess()).map(|score| score.0),
        window: settings.margin.filter(|_| algorithm.takes_margin()),
        bound: settings.bound.filter(|_| algorithm.takes_bound()).map(|score| score.0),
        memory: settings.memory.filter(|_| algorithm.takes_memory()),
        hash: settings.hash.filter(|_| algorithm.takes_hash()).map(|bytes| bytes as u64),
        table,
        table_each,
        grain: settings.grain.filter(|_| algorithm.takes_grain()),
        spawn_height: Some(settings.spawn_height.0).filter(|&plies| plies > 0 && algorithm.takes_spawn_height()),
        variant: variant.map(|variant| variant.name().into()),
        ..Parameters::default()
    }
}
