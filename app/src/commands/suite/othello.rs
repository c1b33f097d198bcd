//! Suites of endings of Othello, which are solved exactly.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use provebest::games::othello::{Othello, Problem};
use provebest::{AnyMachine, CancelToken, Depth, Text};

use super::Args;
use crate::commands::interrupts;
use crate::ending::Ending;
use crate::output::live::Live;
use crate::output::progress::so_far;
use crate::output::suite::{OthelloRow, SuiteTotals};
use crate::output::text::note;
use provebest_catalog::MOST_PLIES;
use provebest_catalog::worker::{self, stack_for};
use provebest_system::memory;

/// The usual time for each position.
const TIME: Duration = Duration::from_secs(60);

pub fn run(args: &Args) -> anyhow::Result<Ending> {
    if args.depth.is_some() {
        bail!("--depth: Othello is solved to the end of the game; expected --time or --nodes");
    }
    if args.machine != AnyMachine::Alone {
        bail!("--machine {}: solving runs alone; expected no --machine", args.machine);
    }
    let problems = read(&args.file)?;
    let token = interrupts();
    let mut sum = SuiteTotals::default();
    let mut disagree = false;
    for (number, (name, problem)) in problems.iter().enumerate() {
        let live = Live::new(format!("{} of {}: {name}", number + 1, problems.len()));
        let row = solve(name, problem, args, &token, live)?;
        if token.is_cancelled() {
            break;
        }
        let found = if row.is_solved() { row.time } else { Duration::ZERO };
        sum.add((row.is_solved().into(), 1), found, row.nodes, row.time);
        disagree |= row.value.is_some_and(|value| value != row.known);
        if args.json { row.print()? } else { row.show()? }
    }
    let interrupted = token.is_cancelled();
    if args.json {
        sum.print(&args.file, interrupted)?
    } else {
        sum.show(problems.len(), interrupted)?
    }
    Ok(match (interrupted, disagree) {
        (true, _) => Ending::Interrupted,
        (false, true) => Ending::No,
        (false, false) => Ending::Done,
    })
}

/// Reads a suite with the names of its positions; what has no score is left out.
fn read(path: &Path) -> anyhow::Result<Vec<(String, Problem)>> {
    let shown = path.display();
    let text = std::fs::read(path).with_context(|| format!("the suite {shown}"))?;
    let text = String::from_utf8_lossy(&text);
    let (mut problems, mut count) = (Vec::new(), 0);
    for (number, line) in text.lines().enumerate() {
        let problem = Problem::parse(line).map_err(|error| anyhow!("{shown}, line {}: {error}", number + 1))?;
        let Some(problem) = problem else { continue };
        count += 1;
        if problem.best().is_some() {
            let name = if problem.name.is_empty() { count.to_string() } else { problem.name.clone() };
            problems.push((name, problem));
        }
    }
    if problems.is_empty() {
        bail!("{shown}: no position has a score; expected a board, the side to move and moves such as 'a2:+38;'");
    }
    if problems.len() < count {
        note(format_args!("without a score, and left out: {} of {count} positions", count - problems.len()));
    }
    Ok(problems)
}

fn solve(
    name: &str,
    problem: &Problem,
    args: &Args,
    token: &CancelToken,
    mut live: Live,
) -> anyhow::Result<OthelloRow> {
    let unlimited = args.time.is_none() && args.nodes.is_none();
    let begin = Instant::now();
    let work = || {
        let mut proof = provebest::solve(&Othello, &problem.board).cancel(token).plies(MOST_PLIES);
        proof = proof.hash(memory::at_most(args.hash.unwrap_or(memory::USUAL_TABLE)));
        if let Some(time) = args.time.or(unlimited.then_some(TIME)) {
            proof = proof.time(time);
        }
        if let Some(nodes) = args.nodes {
            proof = proof.nodes(nodes);
        }
        let tell = |proof: &provebest_search::solve::Progress| {
            live.show(Some(f64::from(proof.done) / 1000.0), || so_far(proof, begin.elapsed()))
        };
        proof.progress(tell).run()
    };
    let solution = worker::on_stack(name, stack_for(Depth(128)), work, || {}).with_context(|| name.to_string())??;
    Ok(OthelloRow {
        id: name.into(),
        position: Othello.print(&problem.board),
        best: solution.best.map(|m| Othello.print_move(&problem.board, m)),
        best_moves: problem.best_moves().iter().map(ToString::to_string).collect(),
        known: problem.best().unwrap_or_default(),
        value: solution.value.map(|value| value.0),
        kind: solution.kind.into(),
        least: solution.least,
        most: solution.most,
        empties: problem.board.discs.empties(),
        nodes: solution.nodes,
        time: begin.elapsed(),
        stopped: solution.stopped,
    })
}
