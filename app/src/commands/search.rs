//! `provebest search`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use provebest_catalog::games::GameInfo;
use provebest_catalog::{EngineSpec, Method, MethodGroup, Problem, Request, Setting, useful};
use provebest_search::engine::{Enhancements, Share};

use super::{begin, interrupts, note_machine};
use crate::ending::Ending;
use crate::options::{self, SearchOptions, game_names, method_names};
use crate::output::lists::{self, Switch};
use crate::output::outcome;
use crate::output::progress::Reporter;
use crate::output::text::note;
use crate::output::timeline::{self, TimelineFile};
use crate::output::trace::TraceFile;

/// Find the best move of a position and its value
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest search tree '[[3,12,8],[2,4,6],[14,5,2]]'
  provebest search connect4 4455 --depth 10 --all-moves
  provebest search uniform w=5,d=8,seed=1 --algorithm mtd-f --json
  provebest search chess startpos --time 10s --machine threads:2
  provebest search uniform w=5,d=6 -a ybw --machine sim:8 --timeline who.svg")]
pub struct Args {
    /// The game; see `provebest games`
    #[arg(value_parser = game_names(), hide_possible_values = true)]
    game: &'static GameInfo,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// The algorithm; see `provebest algorithms`
    ///
    /// Or `engine`: alpha-beta with everything that makes it strong in practice, deepening until its time is up. That is the
    /// default of games such as chess and Othello, and negascout that of others. Several threads of the engine share their work as
    /// `engine:lazy-smp`, the usual way, `engine:abdada`, `engine:young-brothers` or `engine:board`.
    #[arg(short, long, value_name = "NAME", value_parser = method_names(GROUPS), hide_possible_values = true)]
    algorithm: Option<Method>,

    /// Switch enhancements of the engine off, such as null-move,reductions; `all` for plain alpha-beta, `help` for a list
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = enhancements(), hide_possible_values = true)]
    without: Vec<String>,

    /// Switch enhancements of the engine on, after --without; `help` for a list
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = enhancements(), hide_possible_values = true)]
    with: Vec<String>,

    /// Write which processor did what when to a file, as a picture (.svg) or as JSON (.json)
    #[arg(long, value_name = "FILE", value_parser = timeline::file)]
    timeline: Option<PathBuf>,

    #[command(flatten)]
    options: SearchOptions,
}

const GROUPS: &[MethodGroup] = &[MethodGroup::Family, MethodGroup::Selective, MethodGroup::Engine, MethodGroup::Proof];

fn enhancements() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Enhancements::NAMES.iter().copied().chain(["all", HELP]))
}

/// The name that asks for a list of all switches.
const HELP: &str = "help";

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let options = &args.options;
    if args.with.iter().chain(&args.without).any(|name| name == HELP) {
        let problem = options.problem.game(args.game, args.position.as_deref())?;
        lists::show_switches(args.game.name, &switches(&problem))?;
        return Ok(Ending::Done);
    }
    let mut method = match args.algorithm {
        Some(method) => method,
        None => args.game.usual_method.parse()?,
    };
    let switches = [Setting::Without(args.without.clone()), Setting::With(args.with.clone())];
    let switches = switches.into_iter().filter(|switch| !switch.to_string().is_empty());
    let settings = options.method.settings().into_iter().chain(switches).collect();
    options::set(std::slice::from_mut(&mut method), settings)?;
    let problem = options.problem.game(args.game, args.position.as_deref())?;
    options::check_depth(&[method], &options.problem)?;
    anyhow::ensure!(
        options.output.trace.is_none() || !matches!(method, Method::Proof(_)),
        "--trace: {} keeps no trace; expected `provebest explain`",
        method.name()
    );
    let mut request = options.request(&problem, method);
    request.record.timeline |= args.timeline.is_some();
    request.check().map_err(options::misused)?;
    note_machine(&[method], options.limits.machine.as_ref());
    let timeline = args.timeline.as_deref().map(TimelineFile::create).transpose()?;
    let trace = options.output.trace.as_deref().filter(|_| matches!(method, Method::Family(_) | Method::Selective(_)));
    let trace = trace.map(|path| TraceFile::create(path, std::slice::from_ref(&request))).transpose()?;
    let token = match method {
        Method::Engine(spec) => {
            note_engine(&problem, &request, spec, args.with.iter().chain(&args.without));
            interrupts()
        }
        Method::Proof(_) => interrupts(),
        _ => begin(&problem),
    };

    let mut reporter = Reporter::new(&request, trace);
    let found = provebest_catalog::run(&request, &mut reporter, &token);
    let trace = reporter.finish(found.as_ref().ok());
    let found = found.map_err(|error| options::failed(&method, error))?;
    let mut ending = Ending::of(&found).max(trace.map_or(Ending::Done, TraceFile::finish));
    if let (Some(file), Some(kept)) = (timeline, &found.timeline) {
        ending = ending.max(file.write(&problem, &found, kept));
    }
    if options.output.json {
        outcome::print(&found)?
    } else {
        outcome::show(&problem, &method, &found)?
    }
    Ok(ending)
}

/// Every switch of the engine, and how it is where nobody has touched it.
fn switches(problem: &Problem) -> Vec<Switch> {
    let (usual, of_use) = (Enhancements::default(), useful(problem, Enhancements::ALL));
    let list = Enhancements::NAMES.iter().zip(Enhancements::SUMMARIES);
    let switch = |(&name, &summary): (&&'static str, &&'static str)| {
        let state = match usual.names().contains(&name) {
            _ if !of_use.names().contains(&name) => "no use",
            true => "on",
            false => "off",
        };
        Switch { name, state, summary }
    };
    list.map(switch).collect()
}

/// Says which options of the engine have nothing to act on.
fn note_engine<'a>(
    problem: &Problem,
    request: &Request,
    EngineSpec { share, enhancements: on, hash }: EngineSpec,
    named: impl Iterator<Item = &'a String>,
) {
    for name in named {
        let with = on.with(name, true).map(|on| useful(problem, on));
        if with.is_some_and(|with| !with.names().contains(&name.as_str())) {
            note(format_args!("{name}: {} has no use for it", problem.name()));
        }
    }
    if share != Share::Lazy && request.machine().processors() == 1 {
        let share = share.name();
        note(format_args!("engine:{share}: one thread has nothing to share; --machine threads:N has more"));
    }
    if hash.is_some() && !on.table {
        note(format_args!("--hash: there is no table to be kept there"));
    }
}
