//! Runs a search for the shortest trip of a salesman.

use provebest::AnyMachine;
use provebest_machine::{Measured, Stop};
use provebest_puzzle::{Cost, Limits, PuzzleProgress, Task};
use provebest_system::memory;

use super::{Reporter, Stopwatch, with_deadline, with_fewer_threads};
use crate::listener::News;
use crate::method::PuzzleSpec;
use crate::outcome::{Answer, IterationOutcome, Machinery, Outcome, PuzzleAnswer};
use crate::puzzle_algorithm::{CannotRun, PuzzleAlgorithm, PuzzleSettings};
use crate::ranks::ask_others;
use crate::request::{Record, Request, RequestError};
use crate::tiles::TileProblemError;
use crate::worker::perhaps;

/// Refuses what is for tiles alone.
pub(super) fn check(spec: PuzzleSpec, record: &Record) -> Result<(), RequestError> {
    let PuzzleSpec { algorithm, heuristic, .. } = spec;
    let refused = |option: &str, why: String| Err(RequestError::refused(option, why));
    if !algorithm.knows_paths() {
        let able = PuzzleAlgorithm::ALL.into_iter().filter(|one| one.knows_paths()).map(PuzzleAlgorithm::name);
        let able = able.collect::<Vec<_>>().join(", ");
        return refused(&format!("algorithm {algorithm}"), format!("it is for tiles; expected one of {able}"));
    }
    if heuristic.is_some() {
        return refused("heuristic", "salesmen have one of their own, the shortest tree; expected no heuristic".into());
    }
    if record.all_solutions {
        return refused("all-solutions", "only tiles have them; expected no all-solutions".into());
    }
    if record.boards {
        return refused("draw", "only tiles are drawn; expected no draw".into());
    }
    if record.proof_file.is_some() {
        return refused("resume", "what is proved of salesmen is not kept; expected no file".into());
    }
    Ok(())
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
    let cities = request.problem.cities().expect("salesmen were checked for");
    let start = cities.ways.start();
    let settings = PuzzleSettings { table: spec.hash.unwrap_or(0) as usize, ..PuzzleSettings::default() };
    // A search that stores its nodes ends by itself before memory runs out.
    let bytes = Some(memory::limit(request.limits.memory));
    let limits = Limits { nodes: request.limits.nodes, bytes, stop: Some(stop), ..Limits::default() };
    let hear = |news: &PuzzleProgress| reporter.report(News::Iteration(news.bound.0, news.iteration));
    let quiet = || Task::new(&cities.ways, &start).within(limits);
    let mut machine = request.machine();
    let watch = Stopwatch::start();
    let solved = loop {
        reporter.report(News::Begins(&machine));
        ask_others(request, &machine)?;
        match spec.algorithm.solve_by_paths(&quiet().tell(&hear), &settings, &machine) {
            Err(CannotRun::Failed(ref failure)) if let Some(fewer) = with_fewer_threads(failure, reporter) => {
                machine = fewer;
            }
            solved => break solved.map_err(TileProblemError::Machine)?,
        }
    };
    let time = watch.time();
    let report = &solved.report;
    let many = matches!(machine, AnyMachine::Simulated(_)) && report.stopped.is_none() && !request.record.once;
    let alone = || spec.algorithm.solve_by_paths(&quiet(), &settings, &machine.with_one_processor());
    let one = many.then(|| perhaps("a run on one processor", alone, |why| reporter.note(why))).flatten();
    let one = one.filter(|one| one.report.stopped.is_none());
    let clock = |measured: Measured| measured.time.max(1) as f64;
    let speedup = one.and_then(|one| Some(clock(one.measured?) / clock(solved.measured?)));
    let machinery = solved.measured.filter(|_| machine != AnyMachine::Alone);
    let trip = report.solution.as_ref().map(|solution| {
        let stops = std::iter::once(0).chain(solution.moves.iter().copied()).map(|city: u8| city.to_string());
        stops.collect::<Vec<_>>().join(" ")
    });
    let cost = report.solution.as_ref().map(|solution| solution.cost);
    let iterations = report.iterations.iter().map(|one| IterationOutcome {
        bound: one.bound.0,
        generated: one.generated,
        expanded: one.expanded,
    });
    let answer = PuzzleAnswer {
        length: cost.filter(|_| report.is_optimal()).map(|Cost(cost)| cost as usize),
        moves: trip,
        cost: cost.map(|Cost(cost)| cost),
        generated: report.generated,
        expanded: report.expanded,
        bound: report.bound.0,
        heuristic: "shortest tree".into(),
        stored_bytes: report.bytes,
        iterations: iterations.collect(),
        ..PuzzleAnswer::default()
    };
    Ok(Outcome {
        seconds: Some(time.as_secs_f64()),
        machinery: machinery.map(|measured| Machinery::new(&machine, measured, speedup)),
        measured: machinery,
        stopped: report.stopped,
        position: cities.to_string(),
        ..Outcome::new(request, machine, Answer::Puzzle(Box::new(answer)))
    })
}
