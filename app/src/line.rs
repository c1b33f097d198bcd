//! The machine form of a result: one line of JSON, with the fields that scripts rely on first.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use provebest::machine::Measured;
use provebest::search::measure::Cuts;
use provebest::{Algorithm, AlgorithmSpec, AnyMachine, Kind, Score, Variant};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::people;
use crate::problem::{GameName, Problem};
use crate::run::Outcome;

/// The version of everything that the command writes as JSON.
pub const SCHEMA: u32 = 1;

/// A line of JSON. Characters that JSON allows, but that could do harm in a terminal, are escaped.
pub fn json(line: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(line)?;
    if !text.contains(people::is_control) {
        return Ok(text);
    }
    let escaped = |c: char| if people::is_control(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    Ok(text.chars().map(escaped).collect())
}

/// Who wins a game that is decided, seen from the side to move.
pub fn winner(outcome: Ordering) -> &'static str {
    match outcome {
        Ordering::Greater => "mover",
        Ordering::Equal => "none",
        Ordering::Less => "opponent",
    }
}

/// The same of what a search has found of a game that people play, if that is certain. Bounds may rest on estimates, but for
/// those of a forced end.
pub fn winner_of(game: GameName, value: Option<Score>, kind: Kind) -> Option<&'static str> {
    let value = value.filter(|_| game.is_played())?;
    let forced = value.end().is_some();
    match kind {
        Kind::Exact => Some(winner(value.cmp(&Score::ZERO))),
        Kind::Lower if forced && value > Score::ZERO => Some(winner(Ordering::Greater)),
        Kind::Upper if forced && value < Score::ZERO => Some(winner(Ordering::Less)),
        _ => None,
    }
}

#[derive(Serialize)]
pub struct ResultLine<'a> {
    schema: u32,
    game: &'static str,
    algorithm: &'static str,
    machine: String,
    value: Option<i32>,
    kind: Option<&'static str>,
    best: Option<&'a str>,
    line: &'a [String],
    leaves: Option<u64>,
    leaf_visits: u64,
    nodes: u64,
    stored: u64,
    seconds: Box<RawValue>,
    #[serde(flatten)]
    machinery: Option<Machinery>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    over_memory: bool,
    /// A bound of the value to the depth that was asked for: estimates were looked at.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    estimated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_to_end: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    position: &'a str,
    depth: u32,
    #[serde(skip_serializing_if = "Parameters::is_empty")]
    parameters: Parameters,
    researches: u64,
    /// Leaves visited once more, after the search, to tell two continuations of the line apart; in no other count.
    #[serde(skip_serializing_if = "is_zero")]
    line_visits: u64,
    /// Cut-offs by kind, and by the number of the child (from 1; "16" stands for all from there on).
    cuts: BTreeMap<&'static str, BTreeMap<usize, u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveLine<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf_order: Option<&'a [String]>,
}

/// A search that failed: what is known of it all the same.
#[derive(Serialize)]
pub struct FailureLine<'a> {
    schema: u32,
    game: &'static str,
    algorithm: &'static str,
    machine: String,
    value: Option<i32>,
    kind: Option<&'static str>,
    best: Option<&'a str>,
    line: [&'a str; 0],
    leaves: Option<u64>,
    leaf_visits: Option<u64>,
    nodes: Option<u64>,
    stored: Option<u64>,
    seconds: Option<f64>,
    error: &'a str,
    position: &'a str,
    depth: u32,
}

impl<'a> FailureLine<'a> {
    pub fn new(problem: &'a Problem, algorithm: Algorithm, machine: &AnyMachine, error: &'a str) -> Self {
        FailureLine {
            schema: SCHEMA,
            game: problem.game.about().name,
            algorithm: algorithm.name(),
            machine: machine.to_string(),
            value: None,
            kind: None,
            best: None,
            line: [],
            leaves: None,
            leaf_visits: None,
            nodes: None,
            stored: None,
            seconds: None,
            error,
            position: &problem.position,
            depth: problem.depth.0,
        }
    }
}

/// What a parallel search took. Simulated time is in leaf-times, in lock step in ticks.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Machinery {
    Simulated {
        processors: usize,
        time: u64,
        work: u64,
        idle: u64,
        messages: u64,
        critical_path: Option<u64>,
        speedup: Option<f64>,
    },
    Real {
        processors: usize,
        idle_seconds: Box<RawValue>,
        messages: u64,
    },
}

impl Machinery {
    fn of(outcome: &Outcome) -> Option<Machinery> {
        Some(Machinery::new(&outcome.machine, outcome.measured?, outcome.speedup))
    }

    /// What was measured on a machine; the speed-up is over one simulated processor.
    pub fn new(machine: &AnyMachine, measured: Measured, speedup: Option<f64>) -> Machinery {
        let Measured { processors, time, work, messages, critical_path, .. } = measured;
        match machine {
            AnyMachine::Threads(_) => {
                Machinery::Real { processors, idle_seconds: plain_seconds(measured.idle() as f64 / 1e9), messages }
            }
            _ => {
                let idle = measured.idle();
                Machinery::Simulated { processors, time, work, idle, messages, critical_path, speedup }
            }
        }
    }
}

#[derive(Serialize, Default, PartialEq)]
struct Parameters {
    #[serde(skip_serializing_if = "Option::is_none")]
    first_guess: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grain: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
}

impl Parameters {
    fn is_empty(&self) -> bool {
        *self == Parameters::default()
    }
}

#[derive(Serialize)]
struct MoveLine<'a> {
    #[serde(rename = "move")]
    word: &'a str,
    value: i32,
    kind: &'static str,
    best: bool,
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_to_end: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
}

pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Exact => "exact",
        Kind::Lower => "lower",
        Kind::Upper => "upper",
        Kind::Heuristic => "heuristic",
        Kind::Unknown => "unknown",
    }
}

/// Plies to a forced end: its line is played to that end.
pub fn moves_to_end(value: Option<Score>, plies: Option<usize>) -> Option<usize> {
    value.and_then(Score::end).and(plies)
}

impl<'a> ResultLine<'a> {
    pub fn new(problem: &'a Problem, outcome: &'a Outcome) -> Self {
        let counters = &outcome.counters;
        let cuts = [
            ("beta", &counters.beta),
            ("ignore-left", &counters.ignore_left),
            ("prove-best", &counters.prove_best),
            ("solved", &counters.solved),
        ];
        ResultLine {
            schema: SCHEMA,
            game: problem.game.about().name,
            algorithm: outcome.spec.algorithm.name(),
            machine: outcome.machine.to_string(),
            value: outcome.value.map(|score| score.0),
            kind: outcome.value.map(|_| kind_name(outcome.kind)),
            best: outcome.line.first().map(String::as_str),
            line: &outcome.line,
            leaves: outcome.leaves,
            leaf_visits: counters.leaf_visits,
            nodes: counters.nodes(),
            stored: counters.stored,
            seconds: plain_seconds(outcome.seconds.as_secs_f64()),
            machinery: Machinery::of(outcome),
            stopped: outcome.stopped.map(|reason| reason.to_string()),
            over_memory: outcome.over_memory,
            estimated: outcome.estimated && matches!(outcome.kind, Kind::Lower | Kind::Upper),
            moves_to_end: outcome.moves_to_end(),
            winner: winner_of(problem.game, outcome.value, outcome.kind),
            position: &problem.position,
            depth: problem.depth.0,
            parameters: parameters(&outcome.spec),
            researches: counters.researches,
            line_visits: outcome.line_visits,
            cuts: cuts
                .into_iter()
                .map(|(why, cuts)| (why, by_child(cuts)))
                .filter(|(_, cuts)| !cuts.is_empty())
                .collect(),
            moves: outcome.moves.as_ref().map(|all| {
                let best = all.moves.iter().map(|m| m.value).max().filter(|_| all.stopped.is_none());
                let line = |m: &'a crate::run::MoveOutcome| MoveLine {
                    word: &m.line[0],
                    value: m.value.0,
                    kind: kind_name(m.kind),
                    best: Some(m.value) == best,
                    line: &m.line,
                    moves_to_end: moves_to_end(Some(m.value), m.plies),
                    winner: winner_of(problem.game, Some(m.value), m.kind),
                };
                all.moves.iter().map(line).collect()
            }),
            leaf_order: outcome.order.as_deref(),
        }
    }
}

fn by_child(cuts: &Cuts) -> BTreeMap<usize, u64> {
    cuts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(child, count)| (child + 1, *count)).collect()
}

fn parameters(spec: &AlgorithmSpec) -> Parameters {
    let (algorithm, settings) = (spec.algorithm, &spec.settings);
    Parameters {
        first_guess: settings.first_guess.filter(|_| algorithm.takes_first_guess()).map(|score| score.0),
        window: settings.margin.filter(|_| algorithm.takes_margin()),
        memory: settings.memory.filter(|_| algorithm.takes_memory()),
        hash: settings.hash.filter(|_| algorithm.takes_hash()),
        grain: settings.grain.filter(|_| algorithm.takes_grain()),
        variant: settings.variant.filter(|variant| algorithm.variants().contains(variant)).map(Variant::name),
    }
}

pub fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Seconds without an exponent.
pub fn plain_seconds(seconds: f64) -> Box<RawValue> {
    RawValue::from_string(format!("{seconds:.9}")).expect("a decimal number is JSON")
}
