//! `provebest lab`.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use clap::Subcommand;
use provebest::Algorithm;
use provebest_catalog::{Method, MethodGroup};
use provebest_lab::experiments::{self, Experiment};
use provebest_lab::plan::Wishes;
use provebest_lab::report::Report;
use provebest_lab::run::{Ended, Finished, Run};

use super::interrupts;
use crate::ending::Ending;
use crate::options::{methods_and, nearest};
use crate::output::lab;
use crate::output::meter::Meter;
use crate::output::text::note;

/// Experiments: published figures and formulas, measured again
///
/// Start with `provebest lab list`, then `provebest lab run refutation-wall --quick`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: LabCommand,
}

#[derive(Subcommand, Debug)]
enum LabCommand {
    List(ListArgs),
    Show(ShowArgs),
    Run(Box<RunArgs>),
    Report(ReportArgs),
}

/// Judge every claim of the papers by what was measured: report.html, report.md and papers.html in DIR
///
/// Reads the tables of the experiments that were run into DIR. A claim whose experiment was not run yet says so.
#[derive(clap::Args, Debug)]
struct ReportArgs {
    /// Where the folders of the experiments are, and where the report goes
    #[arg(long, value_name = "DIR", default_value = "lab-results")]
    out: PathBuf,

    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

/// Show an experiment: the question, where it comes from, what was claimed, how large it is
#[derive(clap::Args, Debug)]
struct ShowArgs {
    /// The experiment, as in `provebest lab list`
    name: String,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// List the experiments, a line each
#[derive(clap::Args, Debug)]
struct ListArgs {
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

/// Run an experiment: tables and pictures in DIR/NAME
///
/// Writes data.csv (a row per tree and algorithm), summary.csv (means, standard deviations, 95 % intervals), timing.csv,
/// figure.svg, figure.png and manifest.json; where a paper printed numbers, paper.csv has them beside ours. The same seed gives the same tables on any number of threads. Ctrl-C keeps
/// what is done: the same command goes on where it was.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest lab run refutation-wall --quick
  provebest lab run leaves-by-depth --trees 20 --widths 5 --depths 2..5
  provebest lab run all --out results
  provebest lab report --out results")]
struct RunArgs {
    /// The experiments, as in `provebest lab list`, or `all`
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,

    /// How many trees of each kind
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true)]
    trees: Option<u32>,

    /// Widths, such as 5,10 or 2..5
    #[arg(long, value_name = "LIST", value_parser = numbers)]
    widths: Option<Numbers>,

    /// Depths, such as 5,6 or 2..6
    #[arg(long, value_name = "LIST", value_parser = numbers)]
    depths: Option<Numbers>,

    /// Algorithms
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = methods_and(&[MethodGroup::Family], Some(("all", "every sequential algorithm"))), hide_possible_values = true)]
    algorithms: Option<Vec<Option<Method>>>,

    /// Where the folders of the experiments are made
    #[arg(long, value_name = "DIR", default_value = "lab-results")]
    out: PathBuf,

    /// Seed of everything that is random; 1 by default
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<u64>,

    /// A small size that shows the shape in seconds
    #[arg(long)]
    quick: bool,

    /// How many threads; by default one for each core
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

/// A list of numbers.
#[derive(Clone, Debug)]
struct Numbers(Vec<u32>);

/// Reads `5,10` or `2..6` (both ends included) or a mixture.
fn numbers(text: &str) -> Result<Numbers, String> {
    let wrong = || "expected whole numbers such as 5,10 or 2..6 (both ends included)".to_string();
    let number = |word: &str| word.trim().parse::<u32>().map_err(|_| wrong());
    let mut list = Vec::new();
    for word in text.split(',') {
        match word.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last.trim_start_matches('='))?);
                if first > last || last - first > 1000 {
                    return Err(wrong());
                }
                list.extend(first..=last);
            }
            None => list.push(number(word)?),
        }
    }
    Ok(Numbers(list))
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    match args.what {
        LabCommand::List(args) => list(args),
        LabCommand::Show(args) => show(args),
        LabCommand::Run(args) => run_experiments(*args),
        LabCommand::Report(args) => report(args),
    }
}

fn list(args: ListArgs) -> anyhow::Result<Ending> {
    if args.json {
        lab::print_experiments(experiments::ALL)?
    } else {
        lab::show_experiments(&experiments::groups())?
    }
    Ok(Ending::Done)
}

fn show(args: ShowArgs) -> anyhow::Result<Ending> {
    let one = find(&args.name)?;
    if args.json {
        lab::print_experiments(&[one])?
    } else {
        lab::show_experiment(one)?
    }
    Ok(Ending::Done)
}

/// The experiment with this name; the error names the one that was meant.
fn find(name: &str) -> anyhow::Result<&'static dyn Experiment> {
    let named = |one: &&&'static dyn Experiment| one.about().name == name;
    let names = || experiments::ALL.iter().map(|one| one.about().name);
    experiments::ALL.iter().find(named).copied().with_context(|| match nearest(name, names()) {
        Some(meant) => format!("no experiment is called '{name}'; expected '{meant}', or see provebest lab list"),
        None => format!("no experiment is called '{name}'; expected one of {}", names().collect::<Vec<_>>().join(", ")),
    })
}

fn report(args: ReportArgs) -> anyhow::Result<Ending> {
    let report = Report::of(&args.out)?;
    let [page, text, papers] = report.write(&args.out)?;
    if args.json {
        lab::print_claims(&report)?
    } else {
        lab::show_claims(&report)?
    }
    note(format_args!("the report is in {} and {}", page.display(), text.display()));
    note(format_args!("the papers' tables and figures beside ours, to print: {}", papers.display()));
    Ok(Ending::Done)
}

fn run_experiments(args: RunArgs) -> anyhow::Result<Ending> {
    let list: Vec<&dyn Experiment> = match &args.names[..] {
        [all] if all == "all" => experiments::ALL.to_vec(),
        names => names.iter().map(|name| find(name)).collect::<anyhow::Result<_>>()?,
    };
    let algorithms = args.algorithms.map(|list| match list.contains(&None) {
        true => Algorithm::SEQUENTIAL.to_vec(),
        false => list.into_iter().flatten().filter_map(|method| method.algorithm()).collect(),
    });
    let wishes = Wishes {
        trees: args.trees,
        widths: args.widths.map(|list| list.0),
        depths: args.depths.map(|list| list.0),
        algorithms,
        seed: args.seed,
    };
    // The folder of the program is private.
    let command: Vec<String> = ["provebest".into()].into_iter().chain(std::env::args().skip(1)).collect();
    let run = |experiment: &&'static dyn Experiment| Run {
        experiment: *experiment,
        plan: experiment.plan(args.quick).with(&wishes),
        out: args.out.clone(),
        threads: args.threads.map(usize::from),
        command: command.clone(),
    };
    let runs: Vec<Run<'_>> = list.iter().map(run).collect();
    for run in &runs {
        run.check().with_context(|| run.experiment.about().name)?;
    }
    let token = interrupts();
    for run in &runs {
        let name = run.experiment.about().name;
        let (start, meter) = (Instant::now(), Meter::new(name));
        let ended = run.run(&token, &meter).with_context(|| name)?;
        drop(meter);
        if let Ended::Finished(Finished { moved: Some(moved), .. }) = &ended {
            note(format_args!("{name}: the larger run that was there is kept in {}", moved.display()));
        }
        match ended {
            Ended::Finished(finished) if args.json => lab::print_results(run, &finished)?,
            Ended::Finished(finished) => lab::show_results(run, &finished, start.elapsed())?,
            Ended::CalledOff { done, all } => {
                note(format_args!("{name}: stopped; {done} of {all} trees are kept, the same command goes on there"));
                return Ok(Ending::Interrupted);
            }
        }
    }
    if let Some(missing) = provebest_lab::plot::MISSING {
        note(format_args!("{missing}"));
    }
    Ok(Ending::Done)
}
