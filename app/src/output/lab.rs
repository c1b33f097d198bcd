//! Experiments, what they measured, and what that says about the claims of papers.

use std::io::{self, Write};
use std::time::Duration;

use provebest_lab::experiments::Experiment;
use provebest_lab::layout::{self, Layout};
use provebest_lab::plot::FEWEST_FOR_INTERVALS;
use provebest_lab::report::{Measure, Report};
use provebest_lab::run::{Finished, Run};
use serde_json::{Map, Value, json};

use super::console;
use super::json::{self, SCHEMA};
use super::stdout;
use super::table::{Table, cut};
use super::text::{self, BOLD, DIM, plural, sentences, time};

/// Writes a list of experiments in groups, a line each.
pub fn show_experiments(groups: &[(&str, &[&dyn Experiment])]) -> io::Result<()> {
    let mut out = stdout();
    let list = groups.iter().flat_map(|(_, list)| list.iter());
    let longest = list.map(|one| one.about().name.len()).max().unwrap_or(0);
    let room = console::width().unwrap_or(usize::MAX).saturating_sub(longest + 4);
    for (title, list) in groups {
        writeln!(out, "{BOLD}{title}{BOLD:#}")?;
        for about in list.iter().map(|one| one.about()) {
            writeln!(out, "  {:longest$}  {}", about.name, cut(&about.question(), room))?;
        }
        writeln!(out)?;
    }
    let next = "provebest lab show NAME tells more, provebest lab run NAME --quick runs it in seconds.";
    writeln!(out, "{DIM}{}{DIM:#}", sentences(next))
}

/// Writes all there is to say about an experiment.
pub fn show_experiment(experiment: &dyn Experiment) -> io::Result<()> {
    let (mut out, about, plan) = (stdout(), experiment.about(), experiment.plan(false));
    writeln!(out, "{BOLD}{}{BOLD:#}", about.name)?;
    let numbers = |list: &[u32]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let kinds: Vec<String> = plan.kinds.iter().map(|kind| kind.to_string()).collect();
    let size = format!(
        "{} of each kind: {}; widths {}; depths {}",
        plural(plan.trees.into(), "tree", "trees"),
        kinds.join(", "),
        numbers(&plan.widths),
        numbers(&plan.depths)
    );
    let algorithms: Vec<&str> = plan.algorithms.iter().map(|algorithm| algorithm.name()).collect();
    for (title, words) in [
        ("question", about.question()),
        ("claim", about.claim()),
        ("source", about.source()),
        ("size", size),
        ("cost", about.cost()),
        ("searches", algorithms.join(", ")),
        ("run", format!("provebest lab run {} [--quick]", about.name)),
    ] {
        for (number, line) in wrapped(&words, 12).into_iter().enumerate() {
            let title = if number == 0 { title } else { "" };
            writeln!(out, "{DIM}{title:<10}{DIM:#} {line}")?;
        }
    }
    Ok(())
}

/// A text behind four spaces; on a terminal in lines that end with a word.
fn indented(text: &str) -> String {
    let lines = console::width().map_or_else(|| vec![text.to_string()], |width| text::wrapped(text, width.max(40) - 4));
    lines.iter().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// A text in lines that fit behind this many columns.
fn wrapped(text: &str, before: usize) -> Vec<String> {
    text::wrapped(text, console::width().unwrap_or(100).clamp(40, 110) - before)
}

/// The same as lines of JSON.
pub fn print_experiments(list: &[&dyn Experiment]) -> io::Result<()> {
    for experiment in list {
        let (about, plan) = (experiment.about(), experiment.plan(false));
        let orders: Vec<String> = plan.kinds.iter().map(|kind| kind.to_string()).collect();
        let algorithms: Vec<&str> = plan.algorithms.iter().map(|algorithm| algorithm.name()).collect();
        json::print(&json!({ "schema": SCHEMA, "name": about.name, "question": about.question(),
            "source": about.source(), "claim": about.claim(), "cost": about.cost(), "keys": about.keys, "orders": orders,
            "widths": plan.widths, "depths": plan.depths, "trees": plan.trees, "algorithms": algorithms }))?;
    }
    Ok(())
}

/// Writes every claim with the verdict on it.
pub fn show_claims(report: &Report) -> io::Result<()> {
    let mut out = stdout();
    for claim in &report.claims {
        writeln!(out, "{BOLD}{}{BOLD:#}", sentences(claim.says))?;
        writeln!(out, "{}", indented(&claim.judgement()))?;
        if !claim.measures.is_empty() {
            writeln!(out, "{DIM}{}{DIM:#}", indented(&format!("{}: {}", claim.quantity, claim.measured())))?;
        }
    }
    Ok(())
}

/// The same as lines of JSON.
pub fn print_claims(report: &Report) -> io::Result<()> {
    for claim in &report.claims {
        let measure = |measure: &Measure| {
            json!({ "order": measure.place.order, "width": measure.place.width, "depth": measure.place.depth,
                "detail": measure.detail, "value": measure.estimate.value, "low": measure.interval.0,
                "high": measure.interval.1, "trees": measure.estimate.trees, "holds": measure.found.holds(),
                "more_trees": measure.more })
        };
        let measures: Vec<_> = claim.measures.iter().map(measure).collect();
        json::print(&json!({ "schema": SCHEMA, "claim": claim.says, "source": claim.source,
            "quantity": claim.quantity, "verdict": claim.word(), "rows": claim.items, "sentence": claim.judgement(),
            "missing": claim.missing, "measures": measures }))?;
    }
    Ok(())
}

/// More findings than this are cut off on a terminal.
const MOST_FINDINGS: usize = 12;

/// Writes what an experiment found, and where its files are.
pub fn show_results(run: &Run<'_>, finished: &Finished, took: Duration) -> io::Result<()> {
    let (about, plan) = (run.experiment.about(), &run.plan);
    let mut out = stdout();
    let title = sentences(&format!("{}: {}", about.name, about.question()));
    writeln!(out, "{BOLD}{}{BOLD:#}{}", about.name, &title[about.name.len()..])?;
    writeln!(out, "{}", drawn(layout::overview(plan, &finished.results)))?;
    if !finished.paper.is_empty() {
        writeln!(out, "{}", drawn(layout::printed(run.experiment.paper_keys(), &finished.paper)))?;
        for line in layout::sources(&finished.paper) {
            writeln!(out, "{}", sentences(&line))?;
        }
    }
    let findings = run.experiment.findings(&finished.results);
    // On a terminal a page of them hides the table.
    let most = if console::is_terminal() { MOST_FINDINGS } else { usize::MAX };
    for finding in findings.iter().take(most) {
        writeln!(out, "{}", sentences(finding))?;
    }
    if findings.len() > most {
        writeln!(out, "{DIM}... and {} findings more; `| less` shows them all{DIM:#}", findings.len() - most)?;
    }
    let trees = plural(plan.trees.into(), "tree", "trees");
    let kept = if finished.kept > 0 { format!(", {} of them kept from before", finished.kept) } else { String::new() };
    let what = match (plan.is_of_puzzles(), plan.own_searches) {
        (true, _) => format!("Means over {}", plural(plan.trees.into(), "puzzle", "puzzles")),
        (false, true) => format!("Means over {trees}"),
        (false, false) if plan.trees < FEWEST_FOR_INTERVALS => {
            format!("Leaf visits in % of the minimal tree, means; {trees}")
        }
        (false, false) => format!("Leaf visits in % of the minimal tree, mean ± 95 % interval; {trees}"),
    };
    let about = format!("{what} of each kind{kept}; {}; files in {}", time(took), finished.folder.display());
    writeln!(out, "{DIM}{}{DIM:#}", sentences(&about))?;
    writeln!(out)
}

/// The same as lines of JSON: one for each kind of tree and algorithm.
pub fn print_results(run: &Run<'_>, finished: &Finished) -> io::Result<()> {
    let about = run.experiment.about();
    for s in &finished.results.summaries() {
        let (low, high) = s.percent.interval();
        let percent = |number: f64| s.subject.minimal().is_some().then_some(number);
        let mut line = Map::new();
        let mut set = |name: &str, value: Value| line.insert(name.to_string(), value);
        set("schema", json!(SCHEMA));
        set("experiment", json!(about.name));
        set("order", json!(s.subject.kind().to_string()));
        set("width", json!(s.subject.width()));
        set("depth", json!(s.subject.depth()));
        set("algorithm", json!(s.algorithm));
        set("n", json!(s.leaf_visits.count()));
        set("mean_stored", json!(s.stored.mean()));
        for (name, key) in about.keys.iter().zip(&s.keys) {
            set(name, json!(key));
        }
        set("mean_percent_of_minimal", json!(percent(s.percent.mean())));
        set("sd_percent", json!(percent(s.percent.deviation())));
        set("low", json!(percent(low)));
        set("high", json!(percent(high)));
        if s.subject.minimal().is_none() {
            set("mean_nodes", json!(s.nodes.mean()));
        }
        for (name, sample) in finished.results.counts.iter().zip(&s.counts) {
            set(&format!("mean_{name}"), json!((sample.count() > 0).then(|| sample.mean())));
        }
        json::print(&line)?;
    }
    Ok(())
}

/// A table of the lab, printed as all tables are.
fn drawn(layout: Layout) -> Table {
    let header: Vec<&str> = layout.header.iter().map(String::as_str).collect();
    let mut table = Table::new(&header).turns();
    if let Some(names) = layout.names {
        table = table.words(names);
    }
    layout.rows.into_iter().for_each(|row| table.row(row));
    table
}
