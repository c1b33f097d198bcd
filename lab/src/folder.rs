//! A folder of results as data for a page: claims with their verdicts, pictures, and tables in which every number names a tree.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use csv::StringRecord;
use provebest::{Algorithm, AnyMachine};
use provebest_catalog::Method;
use serde::Serialize;

use crate::experiments::{self, Experiment};
use crate::plan::{Plan, Wishes};
use crate::positions::numbered_position;
use crate::puzzles::{Try, board};
use crate::report::Report;
use crate::statistics::Sample;
use crate::subject::{GameKind, Subject, SubjectKind};
use crate::trees::{TreeInstance, written};

/// All that a page shows of a folder of results.
#[derive(Clone, Debug, Serialize)]
pub struct Folder {
    /// The claims of the papers, in their order.
    pub claims: Vec<JudgedClaim>,
    /// The experiments that were run, in the order in which they are listed.
    pub experiments: Vec<ShownExperiment>,
}

/// A claim of a paper, and what was found.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedClaim {
    /// The claim.
    pub says: &'static str,
    /// Where it stands.
    pub source: &'static str,
    /// The verdict in one or two words.
    pub verdict: &'static str,
    /// The whole verdict.
    pub judgement: String,
    /// The range of the numbers, in words.
    pub measured: String,
    /// What was measured.
    pub quantity: &'static str,
    /// How the claim was read.
    pub reading: &'static str,
    /// The experiments it rests on.
    pub experiments: Vec<&'static str>,
}

/// An experiment with its picture and its table.
#[derive(Clone, Debug, Serialize)]
pub struct ShownExperiment {
    /// Its name.
    pub name: &'static str,
    /// What it asks.
    pub question: String,
    /// Where the question comes from.
    pub source: String,
    /// What was claimed there.
    pub claim: String,
    /// The command that ran it.
    pub command: String,
    /// Its picture, as SVG.
    pub figure: Option<String>,
    /// What the numbers of the table are.
    pub quantity: &'static str,
    /// The names of the columns.
    pub header: Vec<String>,
    /// A row for each kind of tree and key, a column for each algorithm.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cell {
    /// What stands there.
    pub text: String,
    /// One of the searches that the number is the mean of: the one that comes nearest to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<TypicalSearch>,
}

/// A search that a page can show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TypicalSearch {
    /// The name of the game.
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// The method with its settings.
    pub method: String,
    /// The machine, for a parallel method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// How deep, where the game does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// In what the search differs from the one that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// Of more nodes a page would show only the beginning.
const MOST_NODES: f64 = 300_000.0;

impl Folder {
    /// Everything in the folder. An experiment that was not run is left out.
    pub fn of(dir: &Path) -> anyhow::Result<Folder> {
        let report = Report::of(dir)?;
        let claims = report.claims.iter().map(|claim| JudgedClaim {
            says: claim.says,
            source: claim.source,
            verdict: claim.word(),
            judgement: claim.judgement(),
            measured: claim.measured(),
            quantity: claim.quantity,
            reading: claim.reading,
            experiments: claim.experiments.clone(),
        });
        let shown = experiments::ALL.iter().filter_map(|one| shown(dir, *one).transpose());
        Ok(Folder { claims: claims.collect(), experiments: shown.collect::<anyhow::Result<_>>()? })
    }
}

/// What an experiment has left in its folder; nothing if it was not run.
fn shown(dir: &Path, experiment: &dyn Experiment) -> anyhow::Result<Option<ShownExperiment>> {
    let about = experiment.about();
    let folder = dir.join(about.name);
    let (data, manifest) = (folder.join("data.csv"), folder.join("manifest.json"));
    if !data.exists() {
        return Ok(None);
    }
    let read = |path: &Path| std::fs::read_to_string(path).with_context(|| format!("{}", path.display()));
    let manifest: serde_json::Value = serde_json::from_str(&read(&manifest)?).context("manifest.json")?;
    let mut command: Vec<&str> =
        manifest["command"].as_array().into_iter().flatten().filter_map(|word| word.as_str()).collect();
    // Where the folder stood is nobody's business.
    if let Some(at) = command.iter().position(|word| *word == "--out") {
        command.drain(at..command.len().min(at + 2));
    }
    command.retain(|word| !word.starts_with("--out="));
    let plan = plan(experiment, &manifest);
    let table = table(&read(&data)?, about.keys).with_context(|| format!("{}", data.display()))?;
    let puzzles = plan.is_of_puzzles();
    let mut header = vec![String::from(if puzzles { "puzzles" } else { "trees" })];
    header.extend(about.keys.iter().map(|key| key.to_string()));
    header.extend(table.algorithms.iter().cloned());
    let figure = std::fs::read_to_string(folder.join("figure.svg")).ok();
    Ok(Some(ShownExperiment {
        name: about.name,
        question: about.question(),
        source: about.source(),
        claim: about.claim(),
        command: command.join(" "),
        figure: figure.and_then(|text| text.find("<svg").map(|start| text[start..].trim_end().to_string())),
        quantity: if plan.own_searches {
            "nodes, mean"
        } else {
            "leaf visits in percent of the minimal tree, mean and 95 % interval"
        },
        header,
        rows: table.rows.iter().map(|row| row.cells(&table.algorithms, experiment, &plan)).collect(),
    }))
}

/// The plan of a run, as far as the trees and the searches depend on it.
fn plan(experiment: &dyn Experiment, manifest: &serde_json::Value) -> Plan {
    let names = manifest["algorithms"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
    let algorithms: Vec<Algorithm> = names.filter_map(|name| name.parse().ok()).collect();
    let wishes = Wishes { seed: manifest["seed"].as_u64(), ..Wishes::default() };
    let mut plan = experiment.plan(false).with(&wishes);
    plan.algorithms = algorithms;
    let values = manifest["values"].as_i64().and_then(|values| i32::try_from(values).ok());
    plan.values = values.unwrap_or(plan.values);
    plan
}

/// What `data.csv` says.
struct Table {
    algorithms: Vec<String>,
    rows: Vec<TableRow>,
}

/// All trees of a kind, with the same keys.
struct TableRow {
    subject: Subject,
    keys: Vec<Option<i64>>,
    /// The number of the tree, and what was counted, by algorithm.
    counted: BTreeMap<String, Vec<(u32, f64)>>,
}

fn table(text: &str, keys: &[&str]) -> anyhow::Result<Table> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers()?.clone();
    let column = |name: &str| names.iter().position(|one| one == name).with_context(|| format!("no column '{name}'"));
    let [order, width, depth, tree, algorithm, visits, nodes] =
        ["order", "width", "depth", "tree", "algorithm", "leaf_visits", "nodes"].map(column);
    let (order, width, depth, tree, algorithm, visits, nodes) =
        (order?, width?, depth?, tree?, algorithm?, visits?, nodes?);
    let keys = keys.iter().map(|key| column(key)).collect::<anyhow::Result<Vec<usize>>>()?;
    let (mut algorithms, mut rows): (Vec<String>, Vec<TableRow>) = (Vec::new(), Vec::new());
    for (line, record) in reader.records().enumerate() {
        let record = record?;
        let wrong = || format!("line {}", line + 2);
        let number = |at: usize| record[at].parse::<u32>().with_context(wrong);
        let kind: SubjectKind = record[order].parse().map_err(anyhow::Error::msg).with_context(wrong)?;
        let subject = kind.sized(number(width)?, number(depth)?).with_context(wrong)?;
        let keys: Vec<Option<i64>> = keys.iter().map(|&at| record[at].parse().ok()).collect();
        let counted = match subject.minimal() {
            Some(minimal) => 100.0 * count(&record, visits).with_context(wrong)? / minimal as f64,
            None => count(&record, nodes).with_context(wrong)?,
        };
        let name = &record[algorithm];
        if !algorithms.iter().any(|known| known == name) {
            algorithms.push(name.into());
        }
        let place = rows.iter().rposition(|row| row.subject == subject && row.keys == keys).unwrap_or_else(|| {
            rows.push(TableRow { subject, keys, counted: BTreeMap::new() });
            rows.len() - 1
        });
        rows[place].counted.entry(name.into()).or_default().push((number(tree)?, counted));
    }
    Ok(Table { algorithms, rows })
}

fn count(record: &StringRecord, at: usize) -> anyhow::Result<f64> {
    record[at].parse().with_context(|| format!("'{}' is not a number", &record[at]))
}

impl TableRow {
    fn cells(&self, algorithms: &[String], experiment: &dyn Experiment, plan: &Plan) -> Vec<Cell> {
        let plain = |text: String| Cell { text, search: None };
        let mut cells = vec![plain(self.subject.to_string())];
        cells.extend(self.keys.iter().map(|key| plain(key.map_or(String::new(), |key| key.to_string()))));
        cells.extend(algorithms.iter().map(|algorithm| self.cell(algorithm, experiment, plan).unwrap_or_default()));
        cells
    }

    fn cell(&self, algorithm: &str, experiment: &dyn Experiment, plan: &Plan) -> Option<Cell> {
        let counted = self.counted.get(algorithm)?;
        let mut sample = Sample::default();
        counted.iter().for_each(|(_, number)| sample.add(*number));
        let mean = sample.mean();
        let off = |(_, number): &(u32, f64)| (number - mean).abs();
        let (tree, number) = counted.iter().min_by(|one, other| off(one).total_cmp(&off(other)))?;
        let text = match self.subject.minimal() {
            Some(_) => format!("{mean:.0} ±{:.0}", sample.half_interval()),
            None => format!("{mean:.0}"),
        };
        let search = match self.subject {
            Subject::Position { game, depth } => self.search_of_game(game, depth, *tree, algorithm, plan),
            Subject::Puzzle(_) if *number > MOST_NODES => None,
            Subject::Puzzle(_) => self.search_of_puzzle(*tree, algorithm, experiment, plan),
            _ => self.search(*tree, algorithm, experiment, plan),
        };
        Some(Cell { text, search })
    }

    /// A search of one of the positions. The engine's table and its order of moves are no part of it.
    fn search_of_game(
        &self,
        game: GameKind,
        depth: u32,
        number: u32,
        name: &str,
        plan: &Plan,
    ) -> Option<TypicalSearch> {
        let place = numbered_position(plan.seed, game, number).ok()?;
        let algorithm = name.parse::<Algorithm>().unwrap_or(Algorithm::AlphaBeta);
        Some(TypicalSearch {
            game: game.name(),
            position: place.position(&place.root()),
            method: Method::from(algorithm).to_string(),
            machine: None,
            depth: Some(depth),
            note: Some("the same position, without the engine's table and order of moves"),
        })
    }

    /// A search of one of the boards, as the experiment did it.
    fn search_of_puzzle(
        &self,
        number: u32,
        name: &str,
        experiment: &dyn Experiment,
        plan: &Plan,
    ) -> Option<TypicalSearch> {
        let Try { algorithm, machine, .. } = experiment.puzzle_search(name, &self.keys)?;
        let board = board(plan.seed, self.subject, number).ok()?;
        let machine = (machine != AnyMachine::Alone).then(|| machine.to_string());
        let (game, method) = ("tiles", algorithm.name().to_string());
        Some(TypicalSearch { game, position: board.to_string(), method, machine, depth: None, note: None })
    }

    /// The search of one of the trees, as the experiment did it. A window is left out: a page has none.
    fn search(&self, tree: u32, algorithm: &str, experiment: &dyn Experiment, plan: &Plan) -> Option<TypicalSearch> {
        let class = self.subject.tree().ok()?;
        let (game, position) = written(class, plan.seed, tree, plan.values).ok()?;
        let instance = TreeInstance::new(class, plan.seed, tree, plan.values).ok()?;
        let trials = experiment.trials(plan, &instance).ok()?;
        let trial = trials.into_iter().find(|one| one.search.algorithm.name() == algorithm && one.keys == self.keys)?;
        let machine = trial.search.algorithm.is_parallel().then_some(trial.machine);
        let machine = machine.filter(|machine| *machine != AnyMachine::Alone).map(|machine| machine.to_string());
        // A plan has settings for all of its algorithms, and each of them takes those that it has a use for.
        let mut method = Method::from(trial.search.algorithm);
        for setting in Method::Family(trial.search).chosen() {
            let _ = method.set(setting);
        }
        Some(TypicalSearch { game, position, method: method.to_string(), machine, depth: None, note: None })
    }
}
