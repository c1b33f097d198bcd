//! The verdicts: every claim of the papers with what was measured, as one page for a reader who does not know the code.
//!
//! The report is computed from the tables that experiments leave in a folder (`data.csv`, `timing.csv`) and inlines their
//! pictures. What was not run yet is said, with the command that runs it.

mod claim;
mod claims;
mod forest;
mod html;
mod markdown;
mod place;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use provebest_system::{create_dir_all, replace};

pub use crate::statistics::{Estimate, Found};
pub use claim::{Claim, Mark, Measure, Verdict};
pub use place::Place;

use table::Shelf;

/// All verdicts, with the pictures they rest on.
#[derive(Clone, Debug)]
pub struct Report {
    /// The claims in their order.
    pub claims: Vec<Claim>,
    figures: Vec<(&'static str, String)>,
    runs: Vec<Run>,
}

/// How an experiment was run, as its manifest says.
#[derive(Clone, Debug)]
struct Run {
    experiment: &'static str,
    command: String,
    version: String,
    seed: String,
}

impl Report {
    /// The report on the results below `dir`; a folder without results gives a report that says so.
    pub fn of(dir: &Path) -> anyhow::Result<Report> {
        let shelf = Shelf::new(dir);
        let claims = claims::all(&shelf)?;
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
            Some(Run { experiment, command, version, seed })
        };
        let runs = names.iter().filter_map(run).collect();
        Ok(Report { claims, figures, runs })
    }

    /// One page that needs nothing else: text, tables and pictures.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The same as Markdown, without pictures.
    pub fn markdown(&self) -> String {
        markdown::text(self)
    }

    /// Writes `report.html` and `report.md` into the folder, and says where they are.
    pub fn write(&self, dir: &Path) -> anyhow::Result<[PathBuf; 2]> {
        let write = |name: &str, text: String| {
            let path = dir.join(name);
            let written = replace(&path, |file| file.write_all(text.as_bytes()));
            written.with_context(|| format!("{} cannot be written", path.display()))?;
            anyhow::Ok(path)
        };
        create_dir_all(dir).with_context(|| format!("{} cannot be made", dir.display()))?;
        Ok([write("report.html", self.html())?, write("report.md", self.markdown())?])
    }

    /// How many claims ended how: a verdict in a word, and the count.
    pub fn tally(&self) -> Vec<(&'static str, usize)> {
        let words = ["holds", "holds, where it can be told", "holds only where", "does not hold", "not decided"];
        let mut tally: Vec<(&'static str, usize)> = words.map(|word| (word, 0)).to_vec();
        for word in self.claims.iter().map(|claim| claim.verdict().word()) {
            match tally.iter_mut().find(|(known, _)| *known == word) {
                Some((_, count)) => *count += 1,
                None => tally.push((word, 1)),
            }
        }
        tally.retain(|(_, count)| *count > 0);
        tally
    }
}

/// The command that runs an experiment.
fn command(experiment: &str) -> String {
    format!("provebest lab run {experiment}")
}

#[cfg(test)]
mod tests;
