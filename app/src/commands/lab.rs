//! `provebest lab`.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use provebest::Algorithm;
use provebest_lab::beside::{Beside, rms};
use provebest_lab::experiments::{self, Experiment};
use provebest_lab::plan::{Plan, Wishes};
use provebest_lab::report::{Measure, Report};
use provebest_lab::results::Summary;
use provebest_lab::run::{Ended, Finished, Progress, Run};
use provebest_lab::statistics::Sample;
use provebest_lab::trees::{Cell, Trees};
use serde_json::json;

use super::interrupts;
use crate::ending::Ending;
use crate::options::methods_and;
use crate::output::json::SCHEMA;
use crate::output::text::{BOLD, DIM, note, plural, table, thousands, time};
use provebest_catalog::{Method, MethodGroup};

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
            let orders: Vec<String> = plan.orders.iter().map(|order| order.to_string()).collect();
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
    Ok(Ending::Done)
}

fn show(run: &Run<'_>, finished: &Finished, took: Duration, json: bool) -> anyhow::Result<()> {
    let (about, plan) = (run.experiment.about(), &run.plan);
    let summaries = finished.results.summaries();
    let mut out = anstream::stdout().lock();
    if json {
        for s in &summaries {
            let (low, high) = s.percent.interval();
            let mut line = json!({ "schema": SCHEMA, "experiment": about.name, "order": s.cell.trees.to_string(),
                "width": s.cell.width, "depth": s.cell.depth, "algorithm": s.algorithm,
                "mean_percent_of_minimal": s.percent.mean(), "sd_percent": s.percent.deviation(),
                "n": s.percent.count(), "low": low, "high": high, "mean_stored": s.stored.mean() });
            let fields = line.as_object_mut().ok_or_else(|| anyhow!("an object is an object"))?;
            for (name, key) in about.keys.iter().zip(&s.keys) {
                fields.insert(name.to_string(), json!(key));
            }
            if s.cell.trees.is_puzzle() {
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
    let puzzles = plan.orders.iter().any(|trees| trees.is_puzzle());
    let overview = match puzzles {
        true => nodes_of_puzzles(about.keys, &finished.results.counts, &summaries),
        false => overview(plan, about.keys, &summaries),
    };
    writeln!(out, "{overview}")?;
    if !finished.beside.is_empty() {
        writeln!(out, "{}", printed(run.experiment.beside_keys(), &finished.beside))?;
        for line in sources(&finished.beside) {
            writeln!(out, "{line}")?;
        }
    }
    for line in run.experiment.findings(&finished.results) {
        writeln!(out, "{line}")?;
    }
    let trees = plural(plan.trees.into(), "tree", "trees");
    let kept = if finished.kept > 0 { format!(", {} of them kept from before", finished.kept) } else { String::new() };
    let what = match puzzles {
        true => format!("Means over {}", plural(plan.trees.into(), "puzzle", "puzzles")),
        false => format!("Leaf visits in % of the minimal tree, mean ± 95 % interval; {trees}"),
    };
    writeln!(out, "{DIM}{what} of each kind{kept}; {}; files in {}{DIM:#}", time(took), finished.folder.display())?;
    writeln!(out)?;
    Ok(())
}

/// A row per kind of puzzle, key and search: nodes, and what else the experiment counts.
fn nodes_of_puzzles(keys: &[&str], counts: &[&str], summaries: &[Summary]) -> comfy_table::Table {
    let header: Vec<&str> =
        ["puzzles"].iter().chain(keys).chain(&["algorithm", "n", "nodes"]).chain(counts).copied().collect();
    let mut table = table(&header);
    if let Some(column) = table.column_mut(keys.len() + 1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    for one in summaries {
        let Cell { trees, width, depth } = one.cell;
        let kind = if trees == Trees::Tiles { format!("tiles {width}x{depth}") } else { format!("{width} cities") };
        let mut row = vec![kind];
        row.extend(one.keys.iter().map(key_text));
        row.extend([one.algorithm.clone(), one.nodes.count().to_string(), thousands(one.nodes.mean().round() as i64)]);
        let mean =
            |sample: &Sample| if sample.count() > 0 { thousands(sample.mean().round() as i64) } else { String::new() };
        row.extend(one.counts.iter().map(mean));
        table.add_row(row);
    }
    table
}

/// More columns of algorithms do not fit on a screen.
const WIDEST: usize = 8;

/// A row per kind of tree (and key), a column per algorithm; or, where these are many, a row per algorithm, too, and a
/// column per value of the last key.
fn overview(plan: &Plan, keys: &[&str], summaries: &[Summary]) -> comfy_table::Table {
    match keys.split_last() {
        Some((last, others)) if plan.algorithms.len() > WIDEST => by_algorithm(plan, others, last, summaries),
        _ => by_keys(plan, keys, summaries),
    }
}

fn short(algorithm: &Algorithm) -> &str {
    algorithm.about().short.unwrap_or(algorithm.name())
}

fn mean(summary: Option<&&Summary>) -> String {
    summary.map_or(String::new(), |s| format!("{:.0} ±{:.0}", s.percent.mean(), s.percent.half_interval()))
}

fn key_text(key: &Option<i64>) -> String {
    key.map_or(String::new(), |key| key.to_string())
}

/// Of many keys some, evenly spread; and those that are next to a border.
fn some_keys(own: &[&Summary], most: usize) -> Vec<Vec<Option<i64>>> {
    let mut values: Vec<Vec<Option<i64>>> = own.iter().map(|summary| summary.keys.clone()).collect();
    values.sort_unstable();
    values.dedup();
    let (count, step) = (values.len(), values.len().div_ceil(most).max(1));
    let near = |value: &[Option<i64>]| value.iter().flatten().any(|key| (-1..=0).contains(key));
    let shown = |(i, value): &(usize, Vec<Option<i64>>)| i % step == 0 || i + 1 == count || near(value);
    values.into_iter().enumerate().filter(shown).map(|(_, value)| value).collect()
}

fn by_keys(plan: &Plan, keys: &[&str], summaries: &[Summary]) -> comfy_table::Table {
    const MOST: usize = 12;
    let mut header = vec!["trees"];
    header.extend(keys);
    header.extend(plan.algorithms.iter().map(short));
    let mut table = table(&header);
    for cell in plan.cells() {
        let own: Vec<&Summary> = summaries.iter().filter(|summary| summary.cell == cell).collect();
        for value in some_keys(&own, MOST) {
            let mut row = vec![cell.to_string()];
            row.extend(value.iter().map(key_text));
            row.extend(plan.algorithms.iter().map(|algorithm| {
                mean(own.iter().find(|summary| summary.algorithm == algorithm.name() && summary.keys == value))
            }));
            table.add_row(row);
        }
    }
    table
}

fn by_algorithm(plan: &Plan, others: &[&str], last: &str, summaries: &[Summary]) -> comfy_table::Table {
    let mut columns: Vec<Option<i64>> = summaries.iter().filter_map(|summary| summary.keys.last().copied()).collect();
    columns.sort_unstable();
    columns.dedup();
    let step = columns.len().div_ceil(WIDEST).max(1);
    let columns: Vec<Option<i64>> = columns.into_iter().step_by(step).collect();
    let names: Vec<String> = columns.iter().map(|column| format!("{last} {}", key_text(column))).collect();
    let mut header = vec!["trees"];
    header.extend(others);
    header.push("algorithm");
    header.extend(names.iter().map(String::as_str));
    let mut table = table(&header);
    if let Some(column) = table.column_mut(others.len() + 1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    for cell in plan.cells() {
        let own: Vec<&Summary> = summaries.iter().filter(|summary| summary.cell == cell).collect();
        let mut places: Vec<&[Option<i64>]> = own.iter().map(|summary| &summary.keys[..others.len()]).collect();
        places.sort_unstable();
        places.dedup();
        for (place, algorithm) in places.iter().flat_map(|place| plan.algorithms.iter().map(move |a| (*place, a))) {
            let mut row = vec![cell.to_string()];
            row.extend(place.iter().map(key_text));
            row.push(short(algorithm).into());
            row.extend(columns.iter().map(|column| {
                let here = |summary: &&&Summary| summary.keys.split_last() == Some((column, place));
                mean(own.iter().filter(here).find(|summary| summary.algorithm == algorithm.name()))
            }));
            table.add_row(row);
        }
    }
    table
}

/// What a paper printed, and behind it what was measured: a row per kind of tree and key, a column per quantity.
fn printed(keys: &[&str], beside: &[Beside]) -> comfy_table::Table {
    let mut quantities: Vec<&str> = Vec::new();
    let mut rows: Vec<(String, &[Option<i64>])> = Vec::new();
    for one in beside {
        let row = (one.cell.to_string(), &one.keys[..]);
        if !rows.contains(&row) {
            rows.push(row);
        }
        if !quantities.contains(&one.quantity) {
            quantities.push(one.quantity);
        }
    }
    let mut table = table(&["trees"].iter().chain(keys).chain(&quantities).copied().collect::<Vec<_>>());
    for row in rows {
        let mut line = vec![row.0.clone()];
        line.extend(row.1.iter().map(|key| key.map_or(String::new(), |key| key.to_string())));
        for quantity in &quantities {
            let here = |one: &&Beside| one.quantity == *quantity && one.keys == row.1 && one.cell.to_string() == row.0;
            line.push(beside.iter().find(here).map_or(String::new(), pair));
        }
        table.add_row(line);
    }
    table
}

/// A printed number beside ours: the range over the trees if it is of one instance, otherwise the mean.
fn pair(one: &Beside) -> String {
    let number = |x: f64| match x {
        x if x.is_infinite() => "\u{221e}".to_string(),
        x if x.fract() == 0.0 || x >= 1000.0 => format!("{x:.0}"),
        x => format!("{x:.2}"),
    };
    let (least, most) = one.measured.range();
    let ours = match one.trials {
        1 if least < most => format!("{}..{}", number(least), number(most)),
        _ => number(one.measured.mean()),
    };
    let outside = if one.trials == 1 && !one.inside() { " (!)" } else { "" };
    format!("{} | {ours}{outside}", number(one.printed))
}

/// How well the numbers of each source agree with ours.
fn sources(beside: &[Beside]) -> Vec<String> {
    let mut names: Vec<(&str, u32)> = beside.iter().map(|one| (one.source, one.trials)).collect();
    names.sort_unstable();
    names.dedup();
    let line = |(name, trials): (&str, u32)| {
        let own: Vec<&Beside> = beside.iter().filter(|one| one.source == name).collect();
        let inside = own.iter().filter(|one| one.inside()).count();
        if trials == 1 {
            return format!(
                "{name} | measured here: {inside} of {} numbers lie in the range over the trees",
                own.len()
            );
        }
        let farthest = own.iter().filter_map(|one| one.z()).map(f64::abs).fold(0.0, f64::max);
        format!(
            "{name} | measured here: {} numbers, root mean square of z {:.2}, the farthest {farthest:.2} standard errors off",
            own.len(),
            rms(own.iter().copied())
        )
    };
    let mut lines: Vec<String> = names.into_iter().map(line).collect();
    let tables: Vec<&Beside> = beside.iter().filter(|one| one.trials > 1 && !one.sharp).collect();
    if !tables.is_empty() {
        let all = rms(tables.iter().copied());
        lines.push(format!("all {} numbers of the paper: root mean square of z {all:.2}", tables.len()));
    }
    lines
}

/// A bar with an estimate on a terminal, otherwise a line now and then.
struct Meter {
    name: &'static str,
    bar: Option<ProgressBar>,
    stage: Mutex<Stage>,
}

/// What is done now, since when, and when the next line is due.
struct Stage {
    what: String,
    start: Instant,
    next: Duration,
}

impl Stage {
    fn new(what: String) -> Stage {
        Stage { what, start: Instant::now(), next: Meter::LINE }
    }
}

impl Meter {
    const LINE: Duration = Duration::from_secs(10);

    fn new(name: &'static str) -> Meter {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{msg} {bar:30} {percent} %  {elapsed}, {eta} left");
            let bar = ProgressBar::new(1).with_message(name);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Meter { name, bar, stage: Mutex::new(Stage::new(name.into())) }
    }

    fn tell(&self, what: String, work: u64, all: u64) {
        let mut stage = self.stage.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if stage.what != what {
            // What is left is guessed from the speed of this stage alone.
            *stage = Stage::new(what);
            if let Some(bar) = &self.bar {
                bar.reset();
                bar.set_message(stage.what.clone());
            }
        }
        if let Some(bar) = &self.bar {
            bar.set_length(all);
            return bar.set_position(work);
        }
        let passed = stage.start.elapsed();
        if passed >= stage.next && work > 0 {
            let left = passed.mul_f64((all - work) as f64 / work as f64);
            let percent = 100.0 * work as f64 / all as f64;
            note(format_args!("{}: {percent:.0} % after {}, about {} left", stage.what, time(passed), time(left)));
            stage.next = passed + (stage.next * 2).min(Duration::from_secs(60));
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Meter {
    fn preparing(&self, what: &str, work: u64, all: u64) {
        self.tell(format!("{}: {what}", self.name), work, all);
    }

    fn done(&self, work: u64, all: u64) {
        self.tell(self.name.into(), work, all);
    }
}
