//! Runs a search that grows a tree where it matters.

use std::num::NonZeroU32;

use provebest::{AnyMachine, SearchError};
use provebest_game::{Ply, Score, Window};
use provebest_machine::Stop;
use provebest_search::measure::{Event, dewey};
use provebest_search::{
    BStar, ConspiracyNumbers, ConspiracyWindow, Driver, Evolving, HybridSss, Kind, Leaves, Limits, PbStar, Report,
    RootMove, Search, Selection, SideBySide, Task, TooDeep,
};
use provebest_system::memory;

use super::{Reporter, Stopwatch, with_deadline};
use crate::games::{AnyGame, MOST_PLIES};
use crate::listener::News;
use crate::outcome::{Answer, GameAnswer, Inside, MoveOutcome, Outcome, Parameters, moves_to_end, winner_of};
use crate::problem::Problem;
use crate::recorder::{MOST_VISITS, Recorded, Recorder};
use crate::request::{Request, RequestError};
use crate::selective::{SelectiveAlgorithm, SelectiveSpec};
use crate::worker::{on_stack, stack_for};

pub(super) fn run(
    request: &Request,
    spec: SelectiveSpec,
    reporter: Reporter<'_>,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    reporter.report(News::Begins(&AnyMachine::Alone));
    let run = || with_deadline(request, stop, |stop| search(request, spec, reporter, stop));
    let stack = stack_for(request.problem.depth());
    on_stack(spec.algorithm.about().name, stack, run, || reporter.report(News::Tick))?
}

/// What one of them found.
struct Found {
    report: Report<()>,
    /// The intervals of the root moves.
    moves: Option<Vec<(Score, Score)>>,
    separated: Option<bool>,
    contradiction: Option<String>,
    confidence: Option<f64>,
}

impl From<Report<u32>> for Found {
    fn from(report: Report<u32>) -> Found {
        let report = report.without_moves();
        Found { report, moves: None, separated: None, contradiction: None, confidence: None }
    }
}

impl From<Selection<u32>> for Found {
    fn from(selection: Selection<u32>) -> Found {
        let Selection { report, moves, separated, contradiction, confidence } = selection;
        let moves = moves.into_iter().map(|RootMove { low, high, .. }| (low, high)).collect();
        let contradiction = contradiction.map(|path| dewey(&path));
        Found { moves: Some(moves), separated: Some(separated), contradiction, confidence, ..Found::from(report) }
    }
}

fn found(
    spec: SelectiveSpec,
    problem: &Problem,
    task: &Task<'_, AnyGame>,
    observer: &mut Recorder<'_>,
) -> Result<Found, TooDeep> {
    Ok(match spec.algorithm {
        SelectiveAlgorithm::BStar => {
            BStar { strategy: spec.strategy.unwrap_or_default() }.search(task, observer).into()
        }
        SelectiveAlgorithm::PbStar => {
            PbStar { doubt: spec.doubt.map_or(0.0, |doubt| doubt.chance()) }.search(task, observer).into()
        }
        SelectiveAlgorithm::ConspiracyNumbers => {
            let grain = spec.value_grain.unwrap_or(NonZeroU32::MIN);
            let search = ConspiracyNumbers { threshold: spec.threshold, grain, range: None };
            search.search(task, observer).report.into()
        }
        SelectiveAlgorithm::ConspiracyWindow => {
            let search = ConspiracyWindow { threshold: spec.threshold, window: window(spec, problem) };
            search.search(task, observer).into()
        }
        SelectiveAlgorithm::Evolving => {
            let driver = spec.driver.map_or(Driver::BestEstimate, |driver| driver.0);
            Evolving::new(driver).search(task, observer).into()
        }
        SelectiveAlgorithm::HybridSss => {
            HybridSss { seam: Ply(spec.seam.unwrap_or(task.depth.0 / 2)) }.search(task, observer)?.into()
        }
        SelectiveAlgorithm::SideBySide => SideBySide.search(task, observer)?.into(),
    })
}

/// The window around the first guess, or around the estimate of the root.
fn window(spec: SelectiveSpec, problem: &Problem) -> Window {
    let guess = spec.first_guess.or_else(|| problem.estimate()).unwrap_or(Score::ZERO);
    let margin = spec.margin.unwrap_or_else(|| problem.margin());
    let edge = |score: i64| Score(score.clamp(i64::from(Score::WORST.0), i64::from(Score::INFINITY.0)) as i32);
    let (guess, margin) = (i64::from(guess.0), i64::from(margin));
    Window::new(edge(guess - margin), edge(guess + margin))
}

/// Watched, and timed at the same time: what these searches do at a node costs more than to be watched.
fn search(
    request: &Request,
    spec: SelectiveSpec,
    reporter: Reporter<'_>,
    stop: &(dyn Stop + Sync),
) -> Result<Outcome, RequestError> {
    let Request { problem, limits, record, .. } = request;
    let game = problem.game().expect("a game was checked for");
    let root = game.root();
    let bytes = Some(memory::limit(limits.memory));
    let limits = Limits { plies: MOST_PLIES, nodes: limits.nodes, bytes, stop: Some(stop) };
    let task = Task::new(game, &root, problem.depth()).within(limits);
    let mut leaves = if record.count_leaves { Leaves::count() } else { Leaves::count_up_to(MOST_VISITS) };
    if record.leaf_order {
        leaves = leaves.in_order();
    }
    let mut visits = 0;
    let tell = move |event: Event| {
        visits += u64::from(matches!(event, Event::Leaf(..)));
        reporter.report(News::Event { rank: None, time: Some(visits), event });
    };
    let mut recorder = Recorder::new(leaves, record.trace.then(|| Box::new(tell) as Box<_>));
    let watch = Stopwatch::start();
    let Found { report, moves, separated, contradiction, confidence } =
        found(spec, problem, &task, &mut recorder).map_err(SearchError::from)?;
    let seconds = watch.time();
    let Recorded { counters, leaves, order } = Recorder::close(vec![recorder]);
    let mut answer = GameAnswer::default();
    answer.count(&counters);
    let plies = report.line_complete.then_some(report.path.len() as u32);
    let line = game.words(&report.path);
    // Values at the horizon are estimates, and so is what follows from them.
    let believed = |value: Score| report.estimated && value.end().is_none();
    let kind = match report.kind {
        Kind::Lower if moves.is_some() && report.value.is_some_and(believed) => Kind::Heuristic,
        kind => kind,
    };
    let moves =
        moves.map(|moves| root_moves(problem, game, &moves, report.path.first().copied(), separated, &believed));
    let answer = GameAnswer {
        value: report.value.map(|value| value.0),
        kind: report.value.map(|_| kind.into()),
        best: line.first().cloned(),
        line,
        leaves: Some(leaves),
        estimated: report.estimated && matches!(report.kind, Kind::Lower | Kind::Upper),
        moves_to_end: moves_to_end(report.value, plies).filter(|_| report.kind == Kind::Exact),
        winner: winner_of(problem.info().is_played(), report.value, report.kind),
        parameters: parameters(spec),
        line_visits: report.line_visits,
        leaf_order: record.leaf_order.then_some(order),
        expansions: Some(counters.inner),
        moves,
        inside: inside(spec, problem, &report),
        separated,
        contradiction,
        confidence,
        path: report.path,
        plies,
        ..answer
    };
    Ok(Outcome {
        seconds: Some(seconds.as_secs_f64()),
        stopped: report.stopped,
        depth: Some(problem.depth().0),
        ..Outcome::new(request, AnyMachine::Alone, Answer::Game(Box::new(answer)))
    })
}

/// The window that the value is in, if that is what was asked and found.
fn inside(spec: SelectiveSpec, problem: &Problem, report: &Report<()>) -> Option<Inside> {
    let asked = spec.algorithm == SelectiveAlgorithm::ConspiracyWindow && report.stopped.is_none();
    let window @ Window { alpha, beta } = window(spec, problem);
    report.value.filter(|&value| asked && window.contains(value))?;
    let proved = spec.threshold.is_none();
    Some(Inside { least: (alpha + 1).0, most: (beta - 1).0, proved })
}

fn root_moves(
    problem: &Problem,
    game: &AnyGame,
    moves: &[(Score, Score)],
    best: Option<u32>,
    separated: Option<bool>,
    believed: &dyn Fn(Score) -> bool,
) -> Vec<MoveOutcome> {
    let exact = |value: Score| if believed(value) { Kind::Heuristic } else { Kind::Exact };
    let one = |(number, &(low, high)): (u32, &(Score, Score))| MoveOutcome {
        word: game.words(&[number]).into_iter().next().unwrap_or_default(),
        value: (low == high).then_some(low.0),
        kind: (low == high).then(|| exact(low).into()),
        best: (separated == Some(true)).then_some(best == Some(number)),
        low: Some(low.0),
        high: Some(high.0),
        winner: (low == high).then(|| winner_of(problem.info().is_played(), Some(low), exact(low))).flatten(),
        ..MoveOutcome::default()
    };
    (0..).zip(moves).map(one).collect()
}

fn parameters(spec: SelectiveSpec) -> Parameters {
    Parameters {
        first_guess: spec.first_guess.map(|value| value.0),
        window: spec.margin,
        value_grain: spec.value_grain.map(NonZeroU32::get),
        strategy: spec.strategy.map(|strategy| strategy.to_string()),
        doubt: spec.doubt.map(|doubt| doubt.to_string()),
        threshold: spec.threshold.map(NonZeroU32::get),
        driver: spec.driver.map(|driver| driver.to_string()),
        seam: spec.seam,
        ..Parameters::default()
    }
}
