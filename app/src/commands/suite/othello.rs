//! Suites of endings of Othello, which are solved exactly.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use provebest::games::othello::{Othello, Problem};
use provebest::search::solve::Solution;
use provebest::{AnyMachine, CancelToken, Depth, Text};
use serde_json::{Value, json};

use super::{Args, Sum};
use crate::commands::interrupts;
use crate::ending::Ending;
use crate::output::json::{self as lines, SCHEMA};
use crate::output::outcome::why;
use crate::output::progress::ProofLines;
use crate::output::text::{self, BAD, DIM, GOOD, note};
use provebest_catalog::worker::{self, stack_for};
use provebest_catalog::{MOST_PLIES, ValueKind};
use provebest_system::memory;

/// For each position, if nothing else is said.
const TIME: Duration = Duration::from_secs(60);

/// A position whose value is known, and what was proved of it.
struct Ended<'a> {
    problem: &'a Problem,
    name: String,
    known: i32,
    solution: Solution<Option<u8>>,
    time: Duration,
}

pub fn run(args: &Args) -> anyhow::Result<Ending> {
    if args.depth.is_some() {
        bail!("--depth: Othello is solved to the end of the game; --time or --nodes would be right");
    }
    if args.machine != AnyMachine::Alone {
        bail!("--machine {}: solving runs alone; no --machine would be right", args.machine);
    }
    let problems = read(&args.file)?;
    let token = interrupts();
    let mut sum = Sum::default();
    let mut disagree = false;
    let mut out = anstream::stdout();
    for (name, problem) in &problems {
        let ended = solve(name, problem, args, &token)?;
        if token.is_cancelled() {
            break;
        }
        let found = if ended.is_solved() { ended.time } else { Duration::ZERO };
        sum.add((ended.is_solved().into(), 1), found, ended.solution.nodes, ended.time);
        disagree |= ended.solution.value.is_some_and(|value| value.0 != ended.known);
        match args.json {
            true => writeln!(out, "{}", lines::json(&ended.line())?)?,
            false => ended.tell(&mut out)?,
        }
        out.flush()?;
    }
    let interrupted = token.is_cancelled();
    match args.json {
        true => writeln!(out, "{}", lines::json(&sum.line(&args.file, interrupted))?)?,
        false => sum.show(&mut out, problems.len(), interrupted)?,
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
        bail!("{shown}: no position has a score; a board, the side to move and moves such as 'a2:+38;' would be right");
    }
    if problems.len() < count {
        note(format_args!("without a score, and left out: {} of {count} positions", count - problems.len()));
    }
    Ok(problems)
}

fn solve<'a>(name: &str, problem: &'a Problem, args: &Args, token: &CancelToken) -> anyhow::Result<Ended<'a>> {
    let unlimited = args.time.is_none() && args.nodes.is_none();
    let begin = Instant::now();
    let mut teller = ProofLines::new(Some(name));
    let work = || {
        let mut proof = provebest::solve(&Othello, &problem.board).cancel(token).plies(MOST_PLIES);
        proof = proof.hash(memory::at_most(args.hash.unwrap_or(memory::USUAL_TABLE)));
        if let Some(time) = args.time.or(unlimited.then_some(TIME)) {
            proof = proof.time(time);
        }
        if let Some(nodes) = args.nodes {
            proof = proof.nodes(nodes);
        }
        proof.progress(|proof| teller.hear(proof)).run()
    };
    let solution = worker::on_stack(name, stack_for(Depth(128)), work, || {}).with_context(|| name.to_string())??;
    let known = problem.best().unwrap_or_default();
    Ok(Ended { problem, name: name.into(), known, solution, time: begin.elapsed() })
}

impl Ended<'_> {
    fn is_solved(&self) -> bool {
        self.solution.value.is_some_and(|value| value.0 == self.known)
    }

    fn best(&self) -> Option<String> {
        self.solution.best.map(|m| Othello.print_move(&self.problem.board, m))
    }

    fn tell(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Ended { problem, name, known, solution, time } = self;
        let name = text::harmless(name);
        let best = self.best().unwrap_or("?".into());
        let empties = problem.board.discs.empties();
        let nodes = text::plural(solution.nodes, "node", "nodes");
        let took = format!("{empties} empty, {nodes} in {}", text::time(*time));
        match solution.value {
            Some(value) if self.is_solved() => {
                writeln!(out, "{name:<12} {GOOD}solved{GOOD:#}  {best:<4} {:>+4}  {DIM}{took}{DIM:#}", value.0)
            }
            Some(value) => {
                let wanted = problem.best_moves().join(", ");
                let right = format!("{wanted} {known:+} stands in the file; {took}");
                writeln!(out, "{name:<12} {BAD}missed{BAD:#}  {best:<4} {:>+4}  {DIM}{right}{DIM:#}", value.0)
            }
            None => {
                let why = solution.stopped.map_or("no value", why);
                let range = format!("{why}: from {} to {}", solution.least, solution.most);
                writeln!(out, "{name:<12} {BAD}missed{BAD:#}  {best:<4}    ?  {range} {DIM}{took}{DIM:#}")
            }
        }
    }

    fn line(&self) -> Value {
        let Ended { problem, name, known, solution, time } = self;
        json!({
            "schema": SCHEMA,
            "event": "position",
            "id": name,
            "position": Othello.print(&problem.board),
            "best": self.best(),
            "solved": self.is_solved(),
            "points": u32::from(self.is_solved()),
            "most_points": 1,
            "solutions": problem.best_moves(),
            "known": known,
            "value": solution.value.map(|value| value.0),
            "kind": ValueKind::from(solution.kind),
            "least": solution.least.0,
            "most": solution.most.0,
            "empties": problem.board.discs.empties(),
            "nodes": solution.nodes,
            "seconds": time.as_secs_f64(),
            "stopped": solution.stopped.map(|reason| reason.to_string()),
        })
    }
}
