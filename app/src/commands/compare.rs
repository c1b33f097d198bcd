//! `provebest compare`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use comfy_table::{Attribute, Cell, CellAlignment};
use provebest::{Algorithm, AnyMachine, Reason, Score};

use super::search::why;
use crate::Ending;
use crate::cli::{SearchOptions, algorithms_or_all};
use crate::line::{self, FailureLine, ResultLine};
use crate::people::{self, BAD, BOLD, DIM, GOOD};
use crate::problem::{GameName, LeafCount, Problem};
use crate::run::{Outcome, Runner, check_machine, machine_for, settings};
use crate::timeline;

/// Run several algorithms on the same tree and show what each of them looked at
///
/// Without arguments: a built-in example.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest compare
  provebest compare uniform w=5,d=7,seed=3,order=random
  provebest compare tree '[[3,12,8],[2,4,6],[14,5,2]]' --algorithms ab,sss,mtdf --trace-leaves
  provebest compare connect4 4455 --depth 8 --json
  provebest compare uniform w=5,d=6,seed=1 --machine sim:16,latency=2")]
pub struct Args {
    /// The game; see `provebest games`
    game: Option<GameName>,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// The algorithms, with commas between, or `all`
    #[arg(short, long, visible_alias = "algorithm", value_name = "NAMES", value_delimiter = ',', default_value = "all",
          value_parser = algorithms_or_all())]
    algorithms: Vec<Option<Algorithm>>,

    /// Write which processor did what when to a file for each parallel algorithm, named after it, as a picture (.svg) or as
    /// JSON (.json)
    #[arg(long, value_name = "FILE", value_parser = timeline::file)]
    timeline: Option<PathBuf>,

    #[command(flatten)]
    options: SearchOptions,
}

/// Of the seeds 1 to 200 the one whose leaf visits come nearest to the means over many trees: a typical tree for
/// showing the algorithms, and so no evidence about them.
const EXAMPLE: (GameName, &str) = (GameName::Uniform, "w=5,d=6,seed=136,order=60");

/// `all` leaves minimax out above so many leaves.
const MOST_FOR_MINIMAX: u128 = 100_000_000;

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let SearchOptions { problem, tuning, limits, output } = &args.options;
    let wanted = problem.depth;
    let example = args.game.is_none();
    let problem = match args.game {
        Some(game) => problem.problem(game, args.position.as_deref())?,
        None => problem.problem(EXAMPLE.0, Some(EXAMPLE.1))?,
    };
    let machine = limits.machine.as_ref();
    let algorithms = chosen(&args.algorithms, &problem, machine);
    check_machine(&algorithms, machine)?;
    let settings = settings(&problem, tuning, &algorithms)?;
    if problem.is_cut_short(wanted) {
        let plies = people::plural(problem.depth.0.into(), "ply", "plies");
        people::note(format_args!("searching {plies}; --depth says otherwise"));
    }
    let mut timelines = timelines(args.timeline.as_deref(), &algorithms, machine)?;
    let mut runner = Runner::new(&problem, limits, output)?;
    let mut out = anstream::stdout().lock();
    let mut ending = Ending::Done;
    let token = runner.token.clone();
    let run = |algorithm: Algorithm| {
        let file = timelines.remove(algorithm.name());
        runner.timeline = file.is_some();
        let outcome = runner.run(algorithm.with(settings))?;
        if let (Some(file), Some(kept)) = (file, &outcome.timeline) {
            ending = ending.max(file.write(&problem, &outcome, kept));
        }
        Ok(outcome)
    };
    let tell = |row: &Row| {
        if output.json {
            writeln!(out, "{}", row.json(&problem)?)?;
            out.flush()?;
        }
        Ok(!token.is_cancelled())
    };
    let rows = rows(&algorithms, machine, run, tell)?;
    ending = rows.iter().map(Row::ending).fold(ending, Ending::max);
    if token.is_cancelled() {
        people::note(format_args!("interrupted"));
        ending = Ending::Interrupted;
    }
    ending = ending.max(runner.finish());
    let agreed = Agreement::among(&rows);
    if !output.json {
        show(&mut out, &problem, &rows, &agreed, example)?;
    }
    Ok(if let Agreement::Broken(_) = agreed { ending.max(Ending::No) } else { ending })
}

/// Runs one algorithm after the other, and tells each row, until that says no. A search that fails costs its own row.
fn rows(
    algorithms: &[Algorithm],
    machine: Option<&AnyMachine>,
    mut run: impl FnMut(Algorithm) -> anyhow::Result<Outcome>,
    mut tell: impl FnMut(&Row) -> anyhow::Result<bool>,
) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for &algorithm in algorithms {
        let row = match run(algorithm) {
            Ok(outcome) => Row::Outcome(Box::new(outcome)),
            Err(error) => Row::Failure(Failed::new(algorithm, machine_for(algorithm, machine), error)?),
        };
        let goes_on = tell(&row)?;
        rows.push(row);
        if !goes_on {
            break;
        }
    }
    Ok(rows)
}

/// A file for each parallel algorithm, looked at before any of them is searched in vain.
fn timelines(
    path: Option<&Path>,
    algorithms: &[Algorithm],
    machine: Option<&AnyMachine>,
) -> anyhow::Result<BTreeMap<&'static str, timeline::TimelineFile>> {
    let Some(path) = path else { return Ok(BTreeMap::new()) };
    let parallel = || algorithms.iter().filter(|algorithm| algorithm.is_parallel());
    let first = parallel().next().or(algorithms.first()).copied().unwrap_or(Algorithm::AlphaBeta);
    timeline::check(first, &machine_for(first, machine))?;
    let file = |name: &'static str| Ok((name, timeline::TimelineFile::create(&timeline::named(path, name))?));
    parallel().map(|algorithm| file(algorithm.name())).collect()
}

/// What came of one of the searches.
enum Row {
    Outcome(Box<Outcome>),
    Failure(Failed),
}

/// A search that has nothing to tell, because of a mistake in it or because the system refused something.
struct Failed {
    algorithm: Algorithm,
    machine: AnyMachine,
    why: String,
    ending: Ending,
}

impl Failed {
    /// Tells the error, unless it is due to how the command was used.
    fn new(algorithm: Algorithm, machine: AnyMachine, error: anyhow::Error) -> anyhow::Result<Failed> {
        let Some(ending) = crate::ending_of(&error) else { return Err(error) };
        people::error(&error);
        Ok(Failed { algorithm, machine, why: error.root_cause().to_string(), ending })
    }
}

impl Row {
    fn outcome(&self) -> Option<&Outcome> {
        if let Row::Outcome(outcome) = self { Some(outcome) } else { None }
    }

    fn ending(&self) -> Ending {
        match self {
            Row::Outcome(outcome) => super::search::ending(outcome),
            Row::Failure(failed) => failed.ending,
        }
    }

    fn json(&self, problem: &Problem) -> serde_json::Result<String> {
        match self {
            Row::Outcome(outcome) => line::json(&ResultLine::new(problem, outcome)),
            Row::Failure(Failed { algorithm, machine, why, .. }) => {
                line::json(&FailureLine::new(problem, *algorithm, machine, why))
            }
        }
    }
}

/// The algorithms asked for, each once, in the order asked for. All are those that run on the machine, or alone if
/// none was asked for.
fn chosen(asked: &[Option<Algorithm>], problem: &Problem, machine: Option<&AnyMachine>) -> Vec<Algorithm> {
    let machine = machine.unwrap_or(&AnyMachine::Alone);
    let all: Vec<Algorithm> = Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.runs_on(machine)).collect();
    let too_many = match problem.leaf_count() {
        LeafCount::Exactly(count) if count > MOST_FOR_MINIMAX => Some(people::large(count)),
        LeafCount::AtMost(count) if count > MOST_FOR_MINIMAX => Some(format!("up to {}", people::large(count))),
        _ => None,
    };
    let mut algorithms: Vec<Algorithm> = Vec::new();
    for name in asked {
        let named = name.as_slice();
        for &algorithm in if name.is_some() { named } else { &all } {
            match &too_many {
                Some(leaves) if name.is_none() && algorithm == Algorithm::Minimax => {
                    people::note(format_args!("minimax is left out: it would visit {leaves} leaves"));
                }
                _ if algorithms.contains(&algorithm) => {}
                _ => algorithms.push(algorithm),
            }
        }
    }
    algorithms
}

/// Do the searches that came to an end agree on the value?
enum Agreement {
    /// None came to an end.
    Unknown,
    /// They agree.
    On(Score),
    /// They do not: two of them, and what they say.
    Broken([(Algorithm, Score); 2]),
}

impl Agreement {
    fn among(rows: &[Row]) -> Agreement {
        let finished = rows.iter().filter_map(Row::outcome).filter(|outcome| outcome.stopped.is_none());
        let mut values = finished.filter_map(|outcome| Some((outcome.spec.algorithm, outcome.value?)));
        let Some(first) = values.next() else { return Agreement::Unknown };
        match values.find(|(_, value)| *value != first.1) {
            Some(other) => Agreement::Broken([first, other]),
            None => Agreement::On(first.1),
        }
    }
}

fn show(
    out: &mut impl Write,
    problem: &Problem,
    rows: &[Row],
    agreed: &Agreement,
    example: bool,
) -> anyhow::Result<()> {
    let outcomes: Vec<&Outcome> = rows.iter().filter_map(Row::outcome).collect();
    let plies = people::plural(problem.depth.0.into(), "ply", "plies");
    let (all, minimal) = (problem.leaf_count(), problem.minimal_leaves());
    write!(out, "{BOLD}{} {}{BOLD:#} {DIM}· {plies}", problem.game.about().name, problem.label())?;
    if let LeafCount::Exactly(count) = all {
        write!(out, " · {} {}", people::large(count), if count == 1 { "leaf" } else { "leaves" })?;
    }
    if let Some(minimal) = minimal {
        write!(out, " · {} in the minimal tree", people::large(minimal))?;
    }
    if let Some(machine) = common_machine(&outcomes) {
        write!(out, " · on {machine}")?;
    }
    writeln!(out, "{DIM:#}\n\n{}\n", table(all, minimal, rows, &outcomes))?;

    for outcome in &outcomes {
        if let Some(order) = &outcome.order {
            writeln!(out, "{BOLD}{}{BOLD:#} visits {}", outcome.spec.algorithm, order.join(" "))?;
        }
    }
    if let Some(all) = outcomes.iter().rev().find_map(|outcome| outcome.moves.as_ref()) {
        writeln!(out, "{}\n", people::moves_table(all))?;
    }
    let finished = outcomes.iter().filter(|outcome| outcome.stopped.is_none()).count();
    let stopped = rows.len() - finished;
    match agreed {
        Agreement::Unknown => writeln!(out, "No search came to its end.")?,
        Agreement::On(score) => {
            let mut done = outcomes.iter().filter(|outcome| outcome.stopped.is_none());
            let first = done.clone().find(|outcome| outcome.line_complete).or_else(|| done.next());
            let value = people::value(*score, first.and_then(|first| first.plies()));
            let best = first
                .and_then(|first| first.line.first())
                .map(|best| format!(", best move {best}"))
                .unwrap_or_default();
            let who = match finished {
                1 => "One search came to its end".to_string(),
                2 if stopped == 0 => "Both searches agree".to_string(),
                _ if stopped == 0 => format!("All {finished} searches agree"),
                _ => format!("The {finished} searches that came to their end agree"),
            };
            writeln!(out, "{GOOD}{who}{GOOD:#}: value {BOLD}{value}{BOLD:#}{best}.")?;
        }
        Agreement::Broken([(a, x), (b, y)]) => {
            writeln!(out, "{BAD}The values differ{BAD:#}: {a} says {x}, {b} says {y}. One of them is wrong.")?;
        }
    }
    if let Some(hint) = hint(problem, &outcomes, example) {
        writeln!(out, "{DIM}{hint}{DIM:#}")?;
    }
    Ok(())
}

/// The machine of all parallel searches, if it is one.
fn common_machine<'o>(outcomes: &[&'o Outcome]) -> Option<&'o AnyMachine> {
    let mut machines = outcomes.iter().filter(|outcome| outcome.measured.is_some()).map(|outcome| &outcome.machine);
    let first = machines.next()?;
    machines.all(|machine| machine == first).then_some(first)
}

fn table(all: LeafCount, minimal: Option<u128>, rows: &[Row], outcomes: &[&Outcome]) -> comfy_table::Table {
    let total = if let LeafCount::Exactly(count) = all { Some(count) } else { None };
    let mut header = vec!["algorithm", "leaves"];
    let parallel = outcomes.iter().any(|outcome| outcome.measured.is_some());
    let total = total.filter(|_| !parallel);
    header.extend(total.map(|_| "of all"));
    header.extend(minimal.map(|_| "× minimal"));
    header.push("visits");
    let several = parallel && common_machine(outcomes).is_none();
    let lock_step = outcomes.iter().any(|outcome| matches!(outcome.machine, AnyMachine::LockStep(_)));
    header.extend(several.then_some("machine"));
    let simulated = outcomes.iter().any(|outcome| outcome.measured.is_some() && !is_real(&outcome.machine));
    let clock = if lock_step { "ticks" } else { "leaf-times" };
    header.extend([clock, "speed-up"].into_iter().filter(|_| simulated));
    header.extend(["idle", "messages"].into_iter().filter(|_| parallel));
    header.extend(["stored", "time"]);
    let halted = rows.iter().any(|row| row.outcome().is_none_or(|outcome| outcome.stopped.is_some()));
    header.extend(halted.then_some("result"));
    let mut table = people::table(&header);
    if let Some(result) = table.column_mut(header.len() - 1).filter(|_| halted) {
        result.set_cell_alignment(CellAlignment::Left);
    }
    let pruning = |outcome: &&&Outcome| outcome.spec.algorithm != Algorithm::Minimax && outcome.stopped.is_none();
    let fewest = outcomes.iter().filter(pruning).map(|outcome| outcome.counters.leaf_visits).min();
    for row in rows {
        let outcome = match row {
            Row::Outcome(outcome) => outcome,
            Row::Failure(failed) => {
                let mut cells = vec!["-".to_string(); header.len()];
                cells[0] = failed.algorithm.name().into();
                cells[header.len() - 1] = people::short(&format!("failed: {}", failed.why));
                table.add_row(cells);
                continue;
            }
        };
        let counters = &outcome.counters;
        let seen = outcome.leaves.unwrap_or(counters.leaf_visits);
        let mut cells = vec![outcome.spec.algorithm.name().to_string()];
        cells.push(outcome.leaves.map_or("-".into(), people::thousands));
        cells.extend(total.map(|total| format!("{} %", digits(100.0 * seen as f64 / total as f64))));
        cells.extend(minimal.map(|minimal| digits(seen as f64 / minimal as f64)));
        cells.push(people::thousands(counters.leaf_visits));
        cells.extend(several.then(|| outcome.machine.to_string()));
        let [clock, speedup, idle, messages] = machinery(outcome);
        cells.extend([clock, speedup].into_iter().filter(|_| simulated));
        cells.extend([idle, messages].into_iter().filter(|_| parallel));
        cells.push(people::thousands(counters.stored));
        cells.push(people::time(outcome.seconds));
        cells.extend(halted.then(|| match outcome.stopped {
            Some(reason) => format!("{}, {}", why(reason), people::verdict(outcome)),
            None => people::verdict(outcome),
        }));
        let best = outcome.stopped.is_none() && Some(counters.leaf_visits) == fewest && outcomes.len() > 2;
        let styled = |text: String| {
            if best {
                Cell::new(text).add_attribute(Attribute::Bold).fg(comfy_table::Color::Green)
            } else {
                Cell::new(text)
            }
        };
        table.add_row(cells.into_iter().map(styled));
    }
    table
}

fn is_real(machine: &AnyMachine) -> bool {
    matches!(machine, AnyMachine::Threads(_))
}

/// What a parallel search took: time, speed-up, idle, messages.
fn machinery(outcome: &Outcome) -> [String; 4] {
    let none = || "-".to_string();
    let Some(measured) = outcome.measured else { return [none(), none(), none(), none()] };
    [
        if is_real(&outcome.machine) { none() } else { people::thousands(measured.time) },
        outcome.speedup.map_or_else(none, digits),
        people::idle(&measured).unwrap_or_else(none),
        people::thousands(measured.messages),
    ]
}

/// A share or a ratio with a sensible number of digits.
fn digits(number: f64) -> String {
    match number {
        n if n >= 99.95 => format!("{n:.0}"),
        n if n >= 9.995 => format!("{n:.1}"),
        n if n >= 0.01 || n == 0.0 => format!("{n:.2}"),
        n => format!("{n:.1e}"),
    }
}

/// One sentence on what to try next.
fn hint(problem: &Problem, outcomes: &[&Outcome], example: bool) -> Option<String> {
    if outcomes.iter().any(|outcome| outcome.stopped == Some(Reason::Cancel)) {
        return None;
    }
    if example {
        return Some(
            "Try next an odd depth, where the roles of SSS* and DUAL* change: \
             provebest compare uniform w=5,d=7,seed=136,order=60"
                .into(),
        );
    }
    let stopped = outcomes.iter().find_map(|outcome| outcome.stopped);
    match (stopped, problem.game) {
        (Some(Reason::Time), _) => Some("Try next a longer --time or a smaller --depth.".into()),
        (Some(Reason::Nodes), _) => Some("Try next more --nodes or a smaller --depth.".into()),
        (Some(Reason::Memory), _) => {
            Some("Try next a larger --memory-limit, or negascout, which stores nothing.".into())
        }
        (_, GameName::Tree) => Some("Try next `provebest explain` on it: why was the rest left out?".into()),
        (_, GameName::Uniform) => Some("Try next another order= (random, 60, perfect) or another seed=.".into()),
        (_, GameName::Correlated) => Some("Try next the other preorder= (yes, no): order is what decides.".into()),
        (_, GameName::Iid) => Some("Try next uniform with order=60: order is what decides.".into()),
        (_, _) => Some("Try next one ply more or less with --depth.".into()),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;
    use provebest::SearchError;
    use provebest::machine::Failure;

    use super::*;
    use crate::cli::{LimitOptions, OutputOptions};
    use crate::worker::Lost;

    #[test]
    fn a_search_that_fails_costs_its_own_row() {
        let problem = Problem::read(GameName::Tree, Some("[[3,12],[2,4]]"), None, None).unwrap();
        let (limits, output) = (LimitOptions::default(), OutputOptions::default());
        let mut runner = Runner::new(&problem, &limits, &output).unwrap();
        let algorithms = [Algorithm::AlphaBeta, Algorithm::KeyNode, Algorithm::NegaScout];
        let run = |algorithm: Algorithm| match algorithm {
            Algorithm::KeyNode => Err(anyhow::Error::from(Lost::Panicked("one is two".into())).context("key-node")),
            _ => runner.run(algorithm.with(Default::default())),
        };
        let mut told = 0;
        let tell = |_: &Row| {
            told += 1;
            Ok(true)
        };
        let machine = AnyMachine::simulated(2);
        let rows = rows(&algorithms, Some(&machine), run, tell).unwrap();
        assert_eq!((rows.len(), told), (3, 3));
        let failed = |error: anyhow::Error| Failed::new(Algorithm::KeyNode, machine.clone(), error);
        let endings = rows.iter().map(Row::ending).collect::<Vec<_>>();
        assert_eq!(endings, [Ending::Done, Ending::No, Ending::Done]);

        let json: Vec<serde_json::Value> =
            rows.iter().map(|row| serde_json::from_str(&row.json(&problem).unwrap()).unwrap()).collect();
        assert_eq!((&json[0]["value"], &json[2]["value"]), (&3.into(), &3.into()));
        let row = &json[1];
        assert_eq!(
            (&row["algorithm"], &row["machine"], &row["game"]),
            (&"key-node".into(), &"sim:2".into(), &"tree".into())
        );
        assert!(row["error"].as_str().unwrap().contains("one is two") && row["value"].is_null(), "{row}");
        for field in ["schema", "kind", "best", "line", "leaves", "leaf_visits", "nodes", "stored", "seconds"] {
            assert!(json[0].get(field).is_some() && row.get(field).is_some(), "{field}");
        }

        let mut text = Vec::new();
        show(&mut text, &problem, &rows, &Agreement::among(&rows), false).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(
            text.contains("alpha-beta") && text.contains("failed: a mistake in this program: one is two"),
            "{text}"
        );
        assert!(text.contains("The 2 searches that came to their end agree"), "{text}");

        let refused = Failure::TooFewThreads { wanted: 2, had: 1, why: "no more".into() };
        let refused = Err::<(), _>(SearchError::Failed(refused)).context("er").unwrap_err();
        assert_eq!(failed(refused).unwrap().ending, Ending::Stopped);
        let misused = SearchError::Settings(provebest::SettingsError::Margin(0));
        assert!(failed(misused.into()).is_err(), "wrong use ends the command");
    }
}
