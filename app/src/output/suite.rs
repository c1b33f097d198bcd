//! Suites of test positions, position by position and in total.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use provebest_catalog::ValueKind;
use provebest_game::Score;
use provebest_search::Reason;
use serde_json::json;

use super::json::{self, SCHEMA};
use super::outcome::why;
use super::stdout;
use super::text::{self, BAD, BOLD, DIM, GOOD};

/// A point in a search.
#[derive(Clone, Copy)]
pub struct Moment {
    pub time: Duration,
    pub depth: u32,
    pub nodes: u64,
}

/// A move as people write it, and as programs do.
pub struct MoveName {
    pub san: String,
    pub coordinates: String,
}

/// A position of chess, its solutions, and what the engine found.
pub struct ChessRow {
    pub id: String,
    pub position: String,
    pub best: Option<MoveName>,
    pub points: u32,
    pub most_points: u32,
    pub solutions: Vec<MoveName>,
    pub avoid: Vec<MoveName>,
    pub score: Option<String>,
    /// When the engine found the move that it kept, if that has points.
    pub found: Option<Moment>,
    pub end: Moment,
}

impl ChessRow {
    /// Writes a line of text.
    pub fn show(&self) -> io::Result<()> {
        let best = self.best.as_ref().map_or("none", |best| &best.san);
        let score = self.score.as_deref().unwrap_or("?");
        let name = text::harmless(&self.id);
        let (points, most, depth) = (self.points, self.most_points, self.end.depth);
        match &self.found {
            Some(found) => {
                let time = text::time(found.time);
                let points = if most > 1 { format!(", {points} of {most} points") } else { String::new() };
                writeln!(
                    stdout(),
                    "{name:<12} {GOOD}solved{GOOD:#}  {best:<8} {score:>7}  {DIM}at depth {:>2} after {time}, of {depth}{DIM:#}{points}",
                    found.depth
                )
            }
            None => {
                let wanted = self.solutions.iter().map(|m| m.san.clone());
                let wanted: Vec<String> = wanted.chain(self.avoid.iter().map(|m| format!("not {}", m.san))).collect();
                let wanted = wanted.join(", ");
                writeln!(
                    stdout(),
                    "{name:<12} {BAD}missed{BAD:#}  {best:<8} {score:>7}  {DIM}expected{DIM:#} {wanted}{DIM}; depth {depth}{DIM:#}"
                )
            }
        }
    }

    /// Writes a line of JSON.
    pub fn print(&self) -> io::Result<()> {
        let coordinates = |list: &[MoveName]| list.iter().map(|m| m.coordinates.clone()).collect::<Vec<_>>();
        json::print(&json!({
            "schema": SCHEMA,
            "event": "position",
            "id": self.id,
            "position": self.position,
            "best": self.best.as_ref().map(|best| &best.coordinates),
            "solved": self.points > 0,
            "points": self.points,
            "most_points": self.most_points,
            "solutions": coordinates(&self.solutions),
            "avoid": coordinates(&self.avoid),
            "score": self.score,
            "found_depth": self.found.map(|moment| moment.depth),
            "found_nodes": self.found.map(|moment| moment.nodes),
            "found_seconds": self.found.map(|moment| moment.time.as_secs_f64()),
            "depth": self.end.depth,
            "nodes": self.end.nodes,
            "seconds": self.end.time.as_secs_f64(),
        }))
    }
}

/// A position of Othello whose value stands in the file, and what was proved of it.
pub struct OthelloRow {
    pub id: String,
    pub position: String,
    pub best: Option<String>,
    /// The best moves in the file, and their value.
    pub best_moves: Vec<String>,
    pub known: i32,
    pub value: Option<i32>,
    pub kind: ValueKind,
    pub least: Score,
    pub most: Score,
    pub empties: u32,
    pub nodes: u64,
    pub time: Duration,
    pub stopped: Option<Reason>,
}

impl OthelloRow {
    /// Is the value of the file proved?
    pub fn is_solved(&self) -> bool {
        self.value == Some(self.known)
    }

    /// Writes a line of text.
    pub fn show(&self) -> io::Result<()> {
        let mut out = stdout();
        let name = text::harmless(&self.id);
        let best = self.best.as_deref().unwrap_or("?");
        let nodes = text::plural(self.nodes, "node", "nodes");
        let took = format!("{} empty, {nodes} in {}", self.empties, text::time(self.time));
        match self.value {
            Some(value) if self.is_solved() => {
                writeln!(out, "{name:<12} {GOOD}solved{GOOD:#}  {best:<4} {value:>+4}  {DIM}{took}{DIM:#}")
            }
            Some(value) => {
                let right = format!("{} {:+} stands in the file; {took}", self.best_moves.join(", "), self.known);
                writeln!(out, "{name:<12} {BAD}missed{BAD:#}  {best:<4} {value:>+4}  {DIM}{right}{DIM:#}")
            }
            None => {
                let why = self.stopped.map_or("no value", why);
                let range = format!("{why}: from {} to {};", self.least, self.most);
                writeln!(out, "{name:<12} {BAD}missed{BAD:#}  {best:<4}    ?  {range} {DIM}{took}{DIM:#}")
            }
        }
    }

    /// Writes a line of JSON.
    pub fn print(&self) -> io::Result<()> {
        json::print(&json!({
            "schema": SCHEMA,
            "event": "position",
            "id": self.id,
            "position": self.position,
            "best": self.best,
            "solved": self.is_solved(),
            "points": u32::from(self.is_solved()),
            "most_points": 1,
            "solutions": self.best_moves,
            "known": self.known,
            "value": self.value,
            "kind": self.kind,
            "least": self.least.0,
            "most": self.most.0,
            "empties": self.empties,
            "nodes": self.nodes,
            "seconds": self.time.as_secs_f64(),
            "stopped": self.stopped.map(|reason| reason.to_string()),
        }))
    }
}

/// The totals of a suite.
#[derive(Default)]
pub struct SuiteTotals {
    pub positions: u64,
    pub solved: u64,
    points: u32,
    most_points: u32,
    /// The time until solutions were found, of all positions together.
    found: Duration,
    nodes: u64,
    time: Duration,
}

impl SuiteTotals {
    /// Adds a position: its points and the most it has, when its solution was found, and what it took.
    pub fn add(&mut self, (points, most): (u32, u32), found: Duration, nodes: u64, time: Duration) {
        self.positions += 1;
        self.solved += u64::from(points > 0);
        self.points += points;
        self.most_points += most;
        self.found += found;
        self.nodes += nodes;
        self.time += time;
    }

    /// Writes them as text.
    pub fn show(&self, of: usize, interrupted: bool) -> io::Result<()> {
        let mut out = stdout();
        if interrupted {
            writeln!(out, "stopped    {BOLD}interrupted{BOLD:#} after {} of {of} positions", self.positions)?;
        }
        let points = if u64::from(self.most_points) > self.positions {
            format!(", {} of {} points", self.points, self.most_points)
        } else {
            String::new()
        };
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        writeln!(
            out,
            "{BOLD}{} of {} solved{BOLD:#}{points} {DIM}· {} in {}, {} a second{DIM:#}",
            self.solved,
            self.positions,
            text::plural(self.nodes, "node", "nodes"),
            text::time(self.time),
            text::thousands(speed as u64),
        )
    }

    /// Writes them as a line of JSON.
    pub fn print(&self, file: &Path, interrupted: bool) -> io::Result<()> {
        let mut line = json!({
            "schema": SCHEMA,
            "event": "suite",
            "file": file.display().to_string(),
            "positions": self.positions,
            "solved": self.solved,
            "points": self.points,
            "most_points": self.most_points,
            "nodes": self.nodes,
            "found_seconds": self.found.as_secs_f64(),
            "seconds": self.time.as_secs_f64(),
        });
        if interrupted {
            line["stopped"] = json!("cancel");
        }
        json::print(&line)
    }
}
