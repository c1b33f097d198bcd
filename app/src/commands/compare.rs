//! `provebest compare`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use provebest::{Algorithm, AnyMachine};
use provebest_catalog::games::{self, GameInfo, LeafCount};
use provebest_catalog::{Method, MethodGroup, Outcome, Problem, Request, methods};

use super::{begin, note_machine};
use crate::ending::Ending;
use crate::options::{self, SearchOptions, game_names, methods_and};
use crate::output::compare::{Agreement, show};
use crate::output::progress::Reporter;
use crate::output::timeline::{self, TimelineFile};
use crate::output::trace::TraceFile;
use crate::output::{outcome, text, text::note};

/// Run several algorithms on the same tree and show what each of them looked at
///
/// Without arguments: a built-in example.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest compare
  provebest compare uniform w=5,d=7,seed=3,order=random
  provebest compare tree '[[3,12,8],[2,4,6],[14,5,2]]' -a ab,sss --trace-leaves
  provebest compare connect4 4455 --depth 8 --json
  provebest compare uniform w=5,d=6,seed=1 --machine sim:16,latency=2")]
pub struct Args {
    /// The game; see `provebest games`
    #[arg(value_parser = game_names(), hide_possible_values = true)]
    game: Option<&'static GameInfo>,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// The algorithms, with commas between, or `all`; see `provebest algorithms`
    #[arg(short, long, visible_alias = "algorithm", value_name = "NAMES", value_delimiter = ',', default_value = "all",
          value_parser = methods_and(FAMILY, Some(("all", "every algorithm that runs on the machine"))), hide_possible_values = true)]
    algorithms: Vec<Option<Method>>,

    /// Write which processor did what when to a file for each parallel algorithm, named after it, as a picture (.svg) or as
    /// JSON (.json)
    #[arg(long, value_name = "FILE", value_parser = timeline::file)]
    timeline: Option<PathBuf>,

    #[command(flatten)]
    options: SearchOptions,
}

const FAMILY: &[MethodGroup] = &[MethodGroup::Family, MethodGroup::Selective, MethodGroup::Proof];

/// Of the seeds 1 to 200 the one whose leaf visits come nearest to the means over many trees: a typical tree for
/// showing the algorithms, and so no evidence about them.
const EXAMPLE: (&str, &str) = ("uniform", "w=5,d=6,seed=136,order=60");

/// `all` leaves minimax out above this many leaves.
const MOST_FOR_MINIMAX: u128 = 100_000_000;

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let options = &args.options;
    let example = args.game.is_none();
    let (game, position) = match args.game {
        Some(game) => (Some(game), args.position.as_deref()),
        None => (games::find(EXAMPLE.0), Some(EXAMPLE.1)),
    };
    let game = game.ok_or_else(|| anyhow::anyhow!("no game is called {}", EXAMPLE.0))?;
    let problem = options.problem.game(game, position)?;
    let machine = options.limits.machine.as_ref();
    let mut methods = chosen(&args.algorithms, &problem, machine);
    note_machine(&methods, machine);
    options::check_depth(&methods, &options.problem)?;
    options::set(&mut methods, options.method.settings())?;
    let requests: Vec<Request> = methods.iter().map(|&method| options.request(&problem, method)).collect();
    requests.iter().try_for_each(Request::check).map_err(options::misused)?;
    let mut timelines = timelines(args.timeline.as_deref(), &requests)?;
    let trace = options.output.trace.as_deref();
    let mut trace = trace.map(|path| TraceFile::create(path, &requests)).transpose()?;
    let token = begin(&problem);

    let (mut rows, mut ending) = (Vec::new(), Ending::Done);
    for mut request in requests {
        let name = request.method.name();
        let file = timelines.remove(name);
        request.record.timeline |= file.is_some();
        let mut reporter = Reporter::new(&request, trace.take());
        let row = provebest_catalog::run(&request, &mut reporter, &token);
        trace = reporter.finish(row.as_ref().ok());
        let row = match row {
            Ok(outcome) => outcome,
            Err(error) => {
                // A search that fails costs its own row, unless it is due to how the command was used.
                let error = options::failed(&request.method, error);
                let Some(failed) = Ending::of_error(&error) else { return Err(error) };
                text::error(&error);
                ending = ending.max(failed);
                Outcome::failed(&request, error.root_cause().to_string())
            }
        };
        if let (Some(file), Some(kept)) = (file, &row.timeline) {
            ending = ending.max(file.write(&problem, &row, kept));
        }
        if options.output.json {
            outcome::print(&row)?;
        }
        ending = ending.max(Ending::of(&row));
        rows.push(row);
        if token.is_cancelled() {
            note(format_args!("interrupted"));
            ending = Ending::Interrupted;
            break;
        }
    }
    ending = ending.max(trace.map_or(Ending::Done, TraceFile::finish));
    let agreed = Agreement::among(&rows);
    if !options.output.json {
        show(&problem, &rows, &agreed, example.then(|| asked(&args.algorithms)).as_deref())?;
    }
    Ok(if let Agreement::Broken(_) = agreed { ending.max(Ending::No) } else { ending })
}

/// The option that asked for these algorithms, to be written behind a command.
fn asked(algorithms: &[Option<Method>]) -> String {
    let names: Option<Vec<&str>> = algorithms.iter().map(|method| Some(method.as_ref()?.name())).collect();
    names.map_or(String::new(), |names| format!(" --algorithms {}", names.join(",")))
}

/// A file for each parallel algorithm, made before the first search: a bad name costs no time.
fn timelines(path: Option<&Path>, requests: &[Request]) -> anyhow::Result<BTreeMap<&'static str, TimelineFile>> {
    let Some(path) = path else { return Ok(BTreeMap::new()) };
    let parallel = || requests.iter().filter(|request| request.method.is_parallel());
    if let Some(request) = parallel().next().or(requests.first()) {
        let mut kept = request.clone();
        kept.record.timeline = true;
        kept.check().map_err(options::misused)?;
    }
    let file = |name: &'static str| Ok((name, TimelineFile::create(&timeline::named(path, name))?));
    parallel().map(|request| file(request.method.name())).collect()
}

/// The algorithms asked for, each once, in the order asked for. All are those that run on the machine, or alone if
/// none was asked for.
fn chosen(asked: &[Option<Method>], problem: &Problem, machine: Option<&AnyMachine>) -> Vec<Method> {
    let machine = machine.unwrap_or(&AnyMachine::Alone);
    let all = methods().filter(|info| info.group == MethodGroup::Family).map(|info| info.method);
    let all: Vec<Method> = all.filter(|method| method.runs_on(machine)).collect();
    let too_many = match problem.leaf_count() {
        LeafCount::Exactly(count) if count > MOST_FOR_MINIMAX => Some(text::large(count)),
        LeafCount::AtMost(count) if count > MOST_FOR_MINIMAX => Some(format!("up to {}", text::large(count))),
        _ => None,
    };
    let mut chosen: Vec<Method> = Vec::new();
    for name in asked {
        for &method in if name.is_some() { name.as_slice() } else { &all } {
            match &too_many {
                Some(leaves) if name.is_none() && method.algorithm() == Some(Algorithm::Minimax) => {
                    note(format_args!("minimax is left out: it would visit {leaves} leaves"));
                }
                _ if chosen.contains(&method) => {}
                _ => chosen.push(method),
            }
        }
    }
    chosen
}
