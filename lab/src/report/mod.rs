//! The verdicts: every claim of the papers with what was measured, as one page for a reader who does not know the code.
//!
//! Claims are data (`spec.rs`) in the tables of `claims`. Every number is judged by the same [rule](RULE), whichever side it
//! speaks for.
//!
//! The report is computed from the tables that experiments leave in a folder (`data.csv`, `timing.csv`) and inlines their
//! pictures. What was not run yet is said, with the command that runs it.

mod claim;
mod claims;
mod forest;
mod html;
mod markdown;
mod papers;
mod place;
mod spec;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use provebest_system::{create_dir_all, replace};

pub use crate::statistics::{Allowed, Estimate, Found};
pub use claim::{Claim, Measure, Verdict};
pub use place::Place;

use crate::experiments;
use crate::statistics::Level;
use claim::rounded;
use papers::Papers;
use table::Shelf;

/// How claims are judged, as the page and the text say it.
pub const RULE: &str = "A claim holds in a row if the whole interval lies inside what the claim allows, and does not hold if the whole \
    interval lies outside; otherwise it is not decided, and the row says how many trees more would decide it. Fewer than 20 trees, or \
    trees that all give the same number, decide nothing. A claim about every single tree is refuted by one exception. A claim holds \
    if it holds in all its rows.";

/// All verdicts, with the pictures they rest on.
#[derive(Clone, Debug)]
pub struct Report {
    /// The claims in their order.
    pub claims: Vec<Claim>,
    figures: Vec<(&'static str, String)>,
    runs: Vec<Run>,
    papers: Papers,
    /// The level of every interval, and how many there are.
    level: (Level, usize),
}

/// How an experiment was run, as its manifest says.
#[derive(Clone, Debug)]
struct Run {
    experiment: &'static str,
    command: String,
    version: String,
    seed: String,
    /// How many trees of each kind, and how long they took.
    trees: u64,
    seconds: f64,
    /// Was it the small size?
    quick: bool,
}

impl Report {
    /// The report on the results below `dir`; a folder without results gives a report that says so.
    pub fn of(dir: &Path) -> anyhow::Result<Report> {
        let shelf = Shelf::new(dir);
        let mut claims = claims::all(&shelf)?;
        let count = claims.iter().flat_map(|claim| &claim.measures).filter(|one| one.is_judged_by_chance()).count();
        let level = Level::joint(count);
        claims.iter_mut().for_each(|claim| claim.judge(level));
        let mut names: Vec<&'static str> = Vec::new();
        for name in claims.iter().flat_map(|claim| &claim.experiments) {
            if !names.contains(name) {
                names.push(name);
            }
        }
        let figures = names.iter().filter_map(|name| Some((*name, shelf.figure(name)?))).collect();
        let run = |experiment: &&'static str| {
            let manifest = shelf.manifest(experiment)?;
            let text = |key: &str| match manifest.get(key) {
                Some(serde_json::Value::String(text)) => text.clone(),
                Some(serde_json::Value::Array(words)) => {
                    words.iter().filter_map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
                }
                Some(value) => value.to_string(),
                None => String::new(),
            };
            let (command, version, seed) = (text("command"), text("version"), text("seed"));
            let number = |key: &str| manifest.get(key).and_then(serde_json::Value::as_f64).unwrap_or(0.0);
            let quick = command.split(' ').any(|word| word == "--quick");
            let (trees, seconds) = (number("trees") as u64, number("seconds"));
            Some(Run { experiment, command, version, seed, trees, seconds, quick })
        };
        let runs: Vec<Run> = names.iter().filter_map(run).collect();
        claims.iter_mut().for_each(|claim| claim.cost = cost(claim, &runs));
        let papers = Papers::of(&shelf)?;
        Ok(Report { claims, figures, runs, papers, level: (level, count) })
    }

    /// How sure the intervals are, in a sentence.
    fn joint(&self) -> String {
        let (level, count) = self.level;
        format!(
            "The intervals are wide enough for all of them to be right at once with a chance of 99 % (Bonferroni): {count} numbers are \
             judged, so each has an interval of {:.4} %.",
            level.percent()
        )
    }

    /// The experiments that were run in their small size.
    fn quick(&self) -> Vec<&'static str> {
        self.runs.iter().filter(|run| run.quick).map(|run| run.experiment).collect()
    }

    /// A warning, if something was run in its small size.
    fn warning(&self) -> Option<String> {
        let names = self.quick();
        let size = "sizes that show a shape in seconds and decide little";
        match names.len() {
            0 => None,
            all if all == self.runs.len() => Some(format!("Everything here was made with --quick: {size}.")),
            _ => Some(format!("Part of this was made with --quick, {size}: {}.", names.join(", "))),
        }
    }

    /// One page that needs nothing else: text, tables and pictures.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The tables and figures of the papers, each beside ours: one page to print.
    pub fn papers(&self) -> String {
        self.papers.page(self)
    }

    /// The same as Markdown, without pictures.
    pub fn markdown(&self) -> String {
        markdown::text(self)
    }

    /// Writes `report.html`, `report.md` and `papers.html` into the folder, and says where they are.
    pub fn write(&self, dir: &Path) -> anyhow::Result<[PathBuf; 3]> {
        let write = |name: &str, text: String| {
            let path = dir.join(name);
            let written = replace(&path, |file| file.write_all(text.as_bytes()));
            written.with_context(|| format!("{} cannot be written", path.display()))?;
            anyhow::Ok(path)
        };
        create_dir_all(dir).with_context(|| format!("{} cannot be made", dir.display()))?;
        let (page, text) = (write("report.html", self.html())?, write("report.md", self.markdown())?);
        Ok([page, text, write("papers.html", self.papers())?])
    }

    /// How many claims ended how: a verdict in a word, and the count.
    pub fn tally(&self) -> Vec<(&'static str, usize)> {
        let words = [
            "holds",
            "holds where decided",
            "holds in part",
            "does not hold where decided",
            "does not hold",
            "not decided",
        ];
        let mut tally: Vec<(&'static str, usize)> = words.map(|word| (word, 0)).to_vec();
        for word in self.claims.iter().map(Claim::word) {
            match tally.iter_mut().find(|(known, _)| *known == word) {
                Some((_, count)) => *count += 1,
                None => tally.push((word, 1)),
            }
        }
        tally.retain(|(_, count)| *count > 0);
        tally
    }
}

/// What it would cost to decide the rows that are not: a command, and the time it would take on the same machine.
fn cost(claim: &Claim, runs: &[Run]) -> String {
    let mut wanted: Vec<(&'static str, u64)> = Vec::new();
    for measure in claim.unclear() {
        let (Some(more), name) = (measure.more, measure.experiment) else { continue };
        // What was run has so many trees of a kind, but not all of them may be meant.
        let Some(run) = runs.iter().find(|run| run.experiment == name) else { continue };
        let times = (measure.estimate.trees + more) as f64 / measure.estimate.trees.max(1) as f64;
        // Where kinds differ in number, every tree of a kind counts.
        let uneven = experiments::find(name).is_ok_and(|one| !one.plan(false).few.is_empty());
        let trees = if uneven { measure.estimate.trees + more } else { (times * run.trees as f64).ceil() as u64 };
        match wanted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, most)) => *most = trees.max(*most),
            None => wanted.push((name, trees)),
        }
    }
    let say = |(name, trees): (&'static str, u64)| {
        let run = runs.iter().find(|run| run.experiment == name)?;
        let most = experiments::find(name).ok().and_then(|one| one.plan(false).most_trees());
        if let Some(most) = most.filter(|&most| trees > most) {
            return Some(format!("`{name}` has only {most} of a kind"));
        }
        // The largest trees are the few, and take the most of the time.
        let few = experiments::find(name).ok().and_then(|one| one.plan(false).few.iter().map(|(_, few)| *few).min());
        let before = few.map_or(run.trees, u64::from).max(1);
        let minutes = run.seconds * trees as f64 / before as f64 / 60.0;
        let time =
            if minutes < 1.5 { "a minute".into() } else { format!("{} minutes", rounded(minutes.ceil() as u64)) };
        Some(format!("`{} --trees {}`, about {time}", command(name), rounded(trees).replace(',', "")))
    };
    wanted.into_iter().filter_map(say).collect::<Vec<_>>().join("; ")
}

/// The command that runs an experiment.
fn command(experiment: &str) -> String {
    format!("provebest lab run {experiment}")
}

#[cfg(test)]
mod tests;
