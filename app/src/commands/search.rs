//! `provebest search`.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use provebest::machine::Measured;
use provebest::search::engine::{Enhancements, Share};
use provebest::{Algorithm, AnyMachine, Depth, Reason};

use crate::Ending;
use crate::cli::{SearchOptions, algorithms_and};
use crate::line::{ResultLine, json};
use crate::people::{self, BOLD, DIM};
use crate::problem::{GameName, Problem};
use crate::run::{Outcome, Runner, check_machine, machine_for, settings};
use crate::timeline;

/// Find the best move of a position and its value
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest search tree '[[3,12,8],[2,4,6],[14,5,2]]'
  provebest search connect4 4455 --depth 10 --all-moves
  provebest search uniform w=5,d=8,seed=1 --algorithm mtd-f --json
  provebest search chess startpos --time 10s --machine threads:2
  provebest search uniform w=5,d=6,seed=1 --algorithm young-brothers --machine sim:8,latency=2 --timeline who.svg")]
pub struct Args {
    /// The game; see `provebest games`
    game: GameName,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// The algorithm; see `provebest algorithms`
    ///
    /// Or `engine`: alpha-beta with everything that makes it strong in practice, deepening until its time is up. That is the
    /// default for chess and Othello, and negascout for all others. Several threads of the engine share their work as
    /// `engine:lazy-smp`, the usual way, `engine:abdada` or `engine:young-brothers`.
    #[arg(short, long, value_name = "NAME", value_parser = algorithm_or_engine(), hide_possible_values = true)]
    algorithm: Option<Chosen>,

    /// Switch enhancements of the engine off, such as null-move,reductions; `all` for plain alpha-beta
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = enhancements())]
    without: Vec<String>,

    /// Switch enhancements of the engine on, after --without
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = enhancements())]
    with: Vec<String>,

    /// Write which processor did what when to a file, as a picture (.svg) or as JSON (.json)
    #[arg(long, value_name = "FILE", value_parser = timeline::file)]
    timeline: Option<PathBuf>,

    #[command(flatten)]
    options: SearchOptions,
}

/// What searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chosen {
    Engine(Share),
    Of(Algorithm),
}

/// Parses the name of an algorithm, or `engine`.
fn algorithm_or_engine() -> impl TypedValueParser<Value = Chosen> {
    let engines = [
        ("engine", "alpha-beta with everything that makes it strong in practice"),
        ("engine:lazy-smp", "threads of the engine share their table"),
        ("engine:abdada", "and put off what another one searches"),
        ("engine:young-brothers", "threads of the engine share the younger siblings of a node"),
    ];
    let share = |name: &str| name.split_once(':').and_then(|(_, share)| Share::named(share)).unwrap_or(Share::Lazy);
    algorithms_and(engines).map(move |name| name.map_or_else(|name| Chosen::Engine(share(&name)), Chosen::Of))
}

fn enhancements() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Enhancements::NAMES.iter().copied().chain(["all"]))
}

/// The switches that were asked for.
fn switches(args: &Args) -> Enhancements {
    let turn = |mut on: Enhancements, names: &[String], to: bool| {
        for name in names {
            on = match on.with(name, to) {
                Some(on) => on,
                None if to => Enhancements::ALL,
                None => Enhancements::NONE,
            };
        }
        on
    };
    turn(turn(Enhancements::default(), &args.without, false), &args.with, true)
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let SearchOptions { problem, tuning, limits, output } = &args.options;
    let wanted = problem.depth;
    let chosen = args.algorithm.unwrap_or(match args.game {
        GameName::Chess | GameName::Othello => Chosen::Engine(Share::Lazy),
        _ => Chosen::Of(Algorithm::NegaScout),
    });
    let algorithm = match chosen {
        Chosen::Of(algorithm) => algorithm,
        Chosen::Engine(share) => {
            anyhow::ensure!(
                args.timeline.is_none(),
                "--timeline: the engine keeps none; young-brothers would be right"
            );
            let problem = problem.problem(args.game, args.position.as_deref())?;
            anyhow::ensure!(
                problem.has_static_value(),
                "--algorithm engine: {} has no honest value at inner nodes; pvs would be right",
                problem.game.about().name
            );
            let named: Vec<&str> = args.with.iter().chain(&args.without).map(String::as_str).collect();
            return crate::thinker::run(&problem, &args.options, (switches(&args), &named), share);
        }
    };
    let of_the_engine = [("--without", &args.without), ("--with", &args.with)];
    if let Some((option, _)) = of_the_engine.iter().find(|(_, names)| !names.is_empty()) {
        anyhow::bail!("{option}: {algorithm} has no switches; --algorithm engine would be right");
    }
    check_machine(&[algorithm], limits.machine.as_ref())?;
    let problem = problem.problem(args.game, args.position.as_deref())?;
    let settings = settings(&problem, tuning, &[algorithm])?;
    let kept = args.timeline.as_deref().map(|path| {
        timeline::check(algorithm, &machine_for(algorithm, limits.machine.as_ref()))?;
        timeline::TimelineFile::create(path)
    });
    let kept = kept.transpose()?;
    if problem.is_cut_short(wanted) {
        let plies = people::plural(problem.depth.0.into(), "ply", "plies");
        people::note(format_args!("searching {plies}; --depth says otherwise"));
    }
    let mut runner = Runner::new(&problem, limits, output)?;
    runner.timeline = kept.is_some();
    let outcome = runner.run(algorithm.with(settings))?;
    let mut files = runner.finish();
    if let (Some(file), Some(timeline)) = (kept, &outcome.timeline) {
        files = files.max(file.write(&problem, &outcome, timeline));
    }
    let mut out = anstream::stdout().lock();
    if output.json {
        writeln!(out, "{}", json(&ResultLine::new(&problem, &outcome))?)?;
    } else {
        show(&mut out, &problem, &outcome)?;
    }
    Ok(ending(&outcome).max(files))
}

/// How a single search ends the command.
pub fn ending(outcome: &Outcome) -> Ending {
    match outcome.stopped {
        None => Ending::Done,
        Some(Reason::Cancel) => Ending::Interrupted,
        Some(_) => Ending::Stopped,
    }
}

fn show(out: &mut impl Write, problem: &Problem, outcome: &Outcome) -> anyhow::Result<()> {
    let about = problem.game.about();
    let plies = people::plural(problem.depth.0.into(), "ply", "plies");
    let algorithm = outcome.spec.algorithm;
    writeln!(out, "{BOLD}{} {}{BOLD:#} {DIM}· {plies} · {algorithm}{DIM:#}", about.name, problem.label())?;
    if let Some(reason) = outcome.stopped {
        writeln!(out, "stopped    {BOLD}{}{BOLD:#}: what follows is the best so far", why(reason))?;
    }
    let none = match outcome.stopped {
        Some(_) => "none yet",
        None if problem.depth == Depth(0) => "none: no ply was searched",
        None => "none: the game is over",
    };
    let best = outcome.line.first().map_or(none, String::as_str);
    writeln!(out, "best move  {BOLD}{best}{BOLD:#}")?;
    writeln!(out, "value      {}", people::verdict(outcome))?;
    if !outcome.line.is_empty() {
        writeln!(out, "line       {}", people::line(&outcome.line))?;
    }
    let counters = &outcome.counters;
    let visits = people::plural(counters.leaf_visits, "leaf visit", "leaf visits");
    let leaves = match outcome.leaves {
        Some(leaves) if leaves == counters.leaf_visits => people::plural(leaves, "leaf", "leaves"),
        Some(leaves) => format!("{} in {visits}", people::plural(leaves, "leaf", "leaves")),
        None => visits,
    };
    let nodes = people::plural(counters.nodes(), "node", "nodes");
    write!(out, "visited    {leaves}, {nodes}")?;
    if counters.stored > 0 {
        write!(out, ", {} stored", people::thousands(counters.stored))?;
    }
    writeln!(out, ", {}", people::time(outcome.seconds))?;
    if outcome.over_memory {
        writeln!(out, "           it had to hold more nodes than its memory allows: the tree is not uniform")?;
    }
    if let Some(measured) = outcome.measured {
        writeln!(out, "machine    {}: {}", outcome.machine, machinery(outcome, measured))?;
    }
    if let Some(order) = &outcome.order {
        writeln!(out, "leaves     {}", order.join(" "))?;
    }
    if let Some(all) = &outcome.moves {
        writeln!(out, "\n{}", people::moves_table(all))?;
    }
    Ok(())
}

/// What a parallel search took, in words.
fn machinery(outcome: &Outcome, measured: Measured) -> String {
    let mut words = Vec::new();
    match outcome.machine {
        AnyMachine::Simulated(_) => words.push(people::plural(measured.time, "leaf-time", "leaf-times")),
        AnyMachine::LockStep(_) => words.push(people::plural(measured.time, "tick", "ticks")),
        _ => {}
    }
    words.extend(outcome.speedup.map(|speedup| format!("speed-up {speedup:.2}")));
    words.extend(people::idle(&measured).map(|idle| format!("{idle} idle")));
    words.push(people::plural(measured.messages, "message", "messages"));
    words.join(", ")
}

/// Why a search ended early, in words.
pub fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "out of time",
        Reason::Nodes => "out of nodes",
        Reason::Memory => "out of memory",
        Reason::Cancel => "interrupted",
    }
}
