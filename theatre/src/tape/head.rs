//! The head of a tape.

use std::collections::BTreeMap;

use provebest_catalog::{Outcome, Problem, Request, methods};
use provebest_machine::Measured;
use provebest_search::TableCounts;
use serde::Serialize;

use super::MOST_EVENTS;
use super::columns::ColumnName;
use super::command::{command, command_of_all};
use super::events::RunTape;
use super::nodes::Nodes;
use crate::list::is_best_first;
use crate::story::Side;

#[derive(Serialize)]
pub(super) struct Head<'a> {
    schema: &'static str,
    /// Not a puzzle.
    kind: &'static str,
    game: &'static str,
    position: String,
    depth: u32,
    nodes: usize,
    whole: bool,
    named: bool,
    /// The names of the sides, the one to move at the root first.
    sides: [&'static str; 2],
    /// What to type for the same answers.
    command: String,
    runs: Vec<RunLine<'a>>,
    columns: &'a [ColumnName],
}

/// A run, and how many events it has.
#[derive(Serialize)]
struct RunLine<'a> {
    #[serde(flatten)]
    head: &'a RunHead,
    events: usize,
}

/// What there is to know of a run beside its events.
#[derive(Serialize)]
pub(super) struct RunHead {
    method: String,
    title: &'static str,
    kind: String,
    best_first: bool,
    /// The side whose merits direct a best-first search.
    chooser: Option<&'static str>,
    parallel: bool,
    machine: Option<String>,
    processors: usize,
    unit: &'static str,
    length: u32,
    value: Option<i32>,
    best: Option<String>,
    line: Vec<u32>,
    line_text: Vec<String>,
    counters: RunCounters,
    machinery: Option<RunMachinery>,
    cap: Option<String>,
    stopped: Option<String>,
    command: String,
}

/// The counters of an [`Outcome`].
#[derive(Serialize)]
struct RunCounters {
    leaves: Option<u64>,
    leaf_visits: Option<u64>,
    nodes: Option<u64>,
    stored: Option<u64>,
    researches: Option<u64>,
    line_visits: u64,
    cuts: Option<BTreeMap<String, BTreeMap<usize, u64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableCounts>,
}

/// What it took on the machine, in leaf-times.
#[derive(Serialize)]
pub(crate) struct RunMachinery {
    processors: usize,
    time: u64,
    work: u64,
    mail: u64,
    idle: u64,
    messages: u64,
    critical_path: Option<u64>,
}

impl From<Measured> for RunMachinery {
    fn from(measured: Measured) -> RunMachinery {
        let Measured { processors, time, work, mail, messages, critical_path } = measured;
        RunMachinery { processors, time, work, mail, idle: measured.idle(), messages, critical_path }
    }
}

impl<'a> Head<'a> {
    pub(super) fn new(problem: &Problem, nodes: &Nodes, runs: &'a [RunTape], columns: &'a [ColumnName]) -> Head<'a> {
        let line = |run: &'a RunTape| Some(RunLine { head: run.head.as_ref()?, events: run.events() });
        Head {
            schema: "provebest-tape/1",
            kind: "game",
            game: problem.name(),
            position: problem.text(),
            depth: problem.depth().0,
            nodes: nodes.len(),
            whole: nodes.whole,
            named: problem.info().is_played(),
            sides: problem.game().map_or(["MAX", "MIN"], |game| game.sides(&game.root())),
            command: command_of_all(&runs.iter().map(|run| &run.request).collect::<Vec<_>>()),
            runs: runs.iter().filter_map(line).collect(),
            columns,
        }
    }
}

impl RunHead {
    pub(super) fn new(request: &Request, outcome: &Outcome, chooser: Option<Side>, length: u32, full: bool) -> RunHead {
        let method = &request.method;
        let info = methods().find(|info| info.name == method.name());
        let (title, kind) = info.map_or((method.name(), String::new()), |info| (info.title, info.kind));
        let answer = outcome.game_answer().cloned().unwrap_or_default();
        RunHead {
            method: method.to_string(),
            title,
            kind,
            best_first: is_best_first(method),
            chooser: chooser.filter(|_| is_best_first(method)).map(Side::name),
            parallel: method.is_parallel(),
            machine: method.is_parallel().then(|| outcome.machine.clone()),
            processors: outcome.place.processors(),
            unit: "leaf-time",
            length,
            value: answer.value,
            best: answer.best,
            line: answer.path,
            line_text: answer.line,
            counters: RunCounters {
                leaves: answer.leaves.flatten(),
                leaf_visits: answer.leaf_visits.flatten(),
                nodes: answer.nodes,
                stored: answer.stored.flatten(),
                researches: answer.researches,
                line_visits: answer.line_visits,
                cuts: answer.cuts,
                table: answer.table,
            },
            machinery: outcome.measured.map(RunMachinery::from),
            cap: full.then(|| format!("the recording ended after {MOST_EVENTS} events")),
            stopped: outcome.stopped.filter(|_| !full).map(|reason| reason.to_string()),
            command: command(request),
        }
    }
}
