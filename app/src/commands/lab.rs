//! `provebest lab`.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Subcommand;
use provebest::Algorithm;
use provebest_catalog::{Method, MethodGroup};
use provebest_lab::experiments::{self, Experiment};
use provebest_lab::layout::{self, Layout};
use provebest_lab::plan::Wishes;
use provebest_lab::report::{Measure, Report};
use provebest_lab::run::{Ended, Finished, Run};
use serde_json::json;

use super::interrupts;
use crate::ending::Ending;
use crate::options::methods_and;
use crate::output::json::SCHEMA;
use crate::output::meter::Meter;
use crate::output::text::{BOLD, DIM, note, plural, table, time};

/// Experiments: published figures and formulas, measured again
///
/// Start with `provebest lab list`, then `provebest lab run refutation-wall --quick`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    List(ListArgs),
    Run(Box<RunArgs>),
    Report(ReportArgs),
}

/// Judge every claim of the papers by what was measured: report.html and report.md in DIR
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

/// List the experiments: the question, where it comes from, what was claimed
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

    /// Where all chance comes from; 1 by default
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<u64>,

    /// A small size, that shows the shape in seconds
    #[arg(long)]
    quick: bool,

    /// How many threads; by default one a core
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
    let wrong = || "whole numbers such as 5,10 or 2..6 (both ends included) would be right".to_string();
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
        What::List(args) => list(args),
        What::Run(args) => run_experiments(*args),
        What::Report(args) => report(args),
    }
}

fn list(args: ListArgs) -> anyhow::Result<Ending> {
    let mut out = anstream::stdout().lock();
    for experiment in experiments::ALL {
        let about = experiment.about();
        let plan = experiment.plan(false);
        if args.json {
            let orders: Vec<String> = plan.kinds.iter().map(|kind| kind.to_string()).collect();
            let algorithms: Vec<&str> = plan.algorithms.iter().map(|algorithm| algorithm.name()).collect();
            let line = json!({ "schema": SCHEMA, "name": about.name, "question": about.question(),
                "source": about.source(), "claim": about.claim(), "keys": about.keys, "orders": orders,
                "widths": plan.widths, "depths": plan.depths, "trees": plan.trees, "algorithms": algorithms });
            writeln!(out, "{line}")?;
            continue;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", about.name)?;
        writeln!(out, "    {}", about.question())?;
        writeln!(out, "    claimed: {}", about.claim())?;
        writeln!(out, "    {DIM}{}{DIM:#}", about.source())?;
    }
    Ok(Ending::Done)
}

fn report(args: ReportArgs) -> anyhow::Result<Ending> {
    let report = Report::of(&args.out)?;
    let [page, text] = report.write(&args.out)?;
    let mut out = anstream::stdout().lock();
    for claim in &report.claims {
        let verdict = claim.verdict();
        if args.json {
            let measure = |measure: &Measure| {
                json!({ "order": measure.place.order, "width": measure.place.width, "depth": measure.place.depth,
                    "detail": measure.detail, "value": measure.estimate.value, "low": measure.estimate.low,
                    "high": measure.estimate.high, "holds": measure.found.holds() })
            };
            let measures: Vec<_> = claim.measures.iter().map(measure).collect();
            let line = json!({ "schema": SCHEMA, "claim": claim.says, "source": claim.source,
                "quantity": claim.quantity, "verdict": verdict.word(), "sentence": claim.judgement(),
                "missing": claim.missing, "measures": measures });
            writeln!(out, "{line}")?;
            continue;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", claim.says)?;
        writeln!(out, "    {}", claim.judgement())?;
        if !claim.measures.is_empty() {
            writeln!(out, "    {DIM}{}: {}{DIM:#}", claim.quantity, claim.measured())?;
        }
    }
    note(format_args!("the report is in {} and {}", page.display(), text.display()));
    Ok(Ending::Done)
}

fn run_experiments(args: RunArgs) -> anyhow::Result<Ending> {
    let list: Vec<&dyn Experiment> = match &args.names[..] {
        [all] if all == "all" => experiments::ALL.to_vec(),
        names => names.iter().map(|name| experiments::find(name)).collect::<anyhow::Result<_>>()?,
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
    // Where the program lies is nobody's business.
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
        meter.finish();
        match ended {
            Ended::Finished(finished) => show(run, &finished, start.elapsed(), args.json)?,
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

fn show(run: &Run<'_>, finished: &Finished, took: Duration, json: bool) -> anyhow::Result<()> {
    let (about, plan) = (run.experiment.about(), &run.plan);
    let summaries = finished.results.summaries();
    let mut out = anstream::stdout().lock();
    if json {
        for s in &summaries {
            let (low, high) = s.percent.interval();
            let mut line = json!({ "schema": SCHEMA, "experiment": about.name, "order": s.subject.kind().to_string(),
                "width": s.subject.width(), "depth": s.subject.depth(), "algorithm": s.algorithm,
                "mean_percent_of_minimal": s.percent.mean(), "sd_percent": s.percent.deviation(),
                "n": s.leaf_visits.count(), "low": low, "high": high, "mean_stored": s.stored.mean() });
            let fields = line.as_object_mut().ok_or_else(|| anyhow!("an object is an object"))?;
            for (name, key) in about.keys.iter().zip(&s.keys) {
                fields.insert(name.to_string(), json!(key));
            }
            if s.subject.minimal().is_none() {
                for name in ["mean_percent_of_minimal", "sd_percent", "low", "high"] {
                    fields.insert(name.to_string(), json!(null));
                }
                fields.insert("mean_nodes".into(), json!(s.nodes.mean()));
            }
            for (name, sample) in finished.results.counts.iter().zip(&s.counts) {
                fields.insert(format!("mean_{name}"), json!((sample.count() > 0).then(|| sample.mean())));
            }
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    writeln!(out, "{BOLD}{}{BOLD:#}  {}", about.name, about.question())?;
    writeln!(out, "{}", drawn(layout::overview(plan, &finished.results)))?;
    if !finished.paper.is_empty() {
        writeln!(out, "{}", drawn(layout::printed(run.experiment.paper_keys(), &finished.paper)))?;
        for line in layout::sources(&finished.paper) {
            writeln!(out, "{line}")?;
        }
    }
    for line in run.experiment.findings(&finished.results) {
        writeln!(out, "{line}")?;
    }
    let trees = plural(plan.trees.into(), "tree", "trees");
    let kept = if finished.kept > 0 { format!(", {} of them kept from before", finished.kept) } else { String::new() };
    let what = match plan.is_of_puzzles() {
        true => format!("Means over {}", plural(plan.trees.into(), "puzzle", "puzzles")),
        false => format!("Leaf visits in % of the minimal tree, mean ± 95 % interval; {trees}"),
    };
    writeln!(out, "{DIM}{what} of each kind{kept}; {}; files in {}{DIM:#}", time(took), finished.folder.display())?;
    writeln!(out)?;
    Ok(())
}

/// A table of the lab, printed as all tables are.
fn drawn(layout: Layout) -> comfy_table::Table {
    let header: Vec<&str> = layout.header.iter().map(String::as_str).collect();
    let mut table = table(&header);
    if let Some(column) = layout.names.and_then(|names| table.column_mut(names)) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    table.add_rows(layout.rows);
    table
}
