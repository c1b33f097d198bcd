//! What came of it, for people and for programs.

use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use provebest::puzzle::tiles::Direction;
use provebest::puzzle::{Cost, Iteration, Report};
use provebest::tiles::{Board, TileHeuristic};
use provebest::{AnyMachine, PuzzleAlgorithm};
use serde::Serialize;

use crate::commands::search::why;
use crate::line::{Machinery, SCHEMA, plain_seconds};
use crate::people::{self, BOLD, DIM};

/// What there is to tell.
pub(super) struct Told<'a> {
    pub(super) board: &'a Board,
    pub(super) algorithm: PuzzleAlgorithm,
    pub(super) heuristic: TileHeuristic,
    pub(super) machine: &'a AnyMachine,
    pub(super) at_least: Cost,
    pub(super) report: &'a Report<Direction>,
    pub(super) seconds: Duration,
}

impl Told<'_> {
    /// The solution, if it is known to be the shortest.
    fn shortest(&self) -> Option<&[Direction]> {
        let solution = self.report.solution.as_ref().filter(|_| self.report.is_optimal());
        solution.map(|solution| &solution.moves[..])
    }

    fn moves(&self) -> String {
        self.report.solution.iter().flat_map(|solution| &solution.moves).map(Direction::to_string).collect()
    }

    /// The boards of the solution, the first and the last included.
    fn boards(&self) -> anyhow::Result<Vec<Board>> {
        let mut boards = vec![self.board.clone()];
        for &step in self.report.solution.iter().flat_map(|solution| &solution.moves) {
            let last = boards.last().and_then(|board| board.after(step));
            boards.push(last.context("a move of the solution is not possible")?);
        }
        Ok(boards)
    }

    pub(super) fn line(&self, machinery: Option<Machinery>, draw: bool) -> anyhow::Result<TilesLine> {
        let report = self.report;
        let iteration =
            |one: &Iteration| IterationLine { bound: one.bound.0, generated: one.generated, expanded: one.expanded };
        let boards = draw.then(|| self.boards()).transpose()?;
        Ok(TilesLine {
            schema: SCHEMA,
            game: "tiles",
            algorithm: self.algorithm.name(),
            machine: self.machine.to_string(),
            length: self.shortest().map(<[Direction]>::len),
            moves: report.solution.is_some().then(|| self.moves()),
            generated: report.generated,
            expanded: report.expanded,
            seconds: plain_seconds(self.seconds.as_secs_f64()),
            machinery,
            stopped: report.stopped.map(|reason| reason.to_string()),
            bound: report.bound.0,
            heuristic: self.heuristic.name(),
            position: self.board.to_string(),
            stored_bytes: report.bytes,
            resumed_at: (self.at_least > Cost::ZERO).then_some(self.at_least.0),
            iterations: report.iterations.iter().map(iteration).collect(),
            boards: boards.map(|boards| boards.iter().map(Board::to_string).collect()),
        })
    }

    pub(super) fn show(&self, out: &mut impl Write, speedup: Option<f64>, draw: bool) -> anyhow::Result<()> {
        let Told { board, algorithm, heuristic, machine, report, .. } = *self;
        let on = if *machine == AnyMachine::Alone { String::new() } else { format!(" on {machine}") };
        writeln!(out, "{BOLD}tiles {board}{BOLD:#} {DIM}· {algorithm}{on} · {heuristic}{DIM:#}")?;
        if let Some(reason) = report.stopped {
            writeln!(out, "stopped    {BOLD}{}{BOLD:#}: what follows is what was proved by then", why(reason))?;
        }
        let count = |moves: u64| people::plural(moves, "move", "moves");
        match (self.shortest(), &report.solution) {
            (Some(moves), _) => {
                writeln!(out, "length     {BOLD}{}{BOLD:#}: no solution is shorter", count(moves.len() as u64))?
            }
            (None, Some(found)) => writeln!(
                out,
                "length     at least {BOLD}{}{BOLD:#}; a solution of {} is known",
                count(report.bound.0.into()),
                found.moves.len()
            )?,
            (None, None) => writeln!(out, "length     at least {BOLD}{}{BOLD:#}", count(report.bound.0.into()))?,
        }
        if report.solution.is_some() {
            writeln!(out, "moves      {}", self.moves())?;
        }
        if self.at_least > Cost::ZERO {
            writeln!(out, "resumed    at {}", count(self.at_least.0.into()))?;
        }
        writeln!(
            out,
            "generated  {}, {} expanded, {}",
            people::plural(report.generated, "node", "nodes"),
            people::thousands(report.expanded),
            people::time(self.seconds)
        )?;
        if report.bytes > 0 {
            writeln!(out, "stored     {} bytes", people::thousands(report.bytes))?;
        }
        if let Some(speedup) = speedup {
            writeln!(out, "speed-up   {speedup:.2} over one processor")?;
        }
        if draw && report.solution.is_some() {
            let boards = self.boards()?;
            let steps = report.solution.iter().flat_map(|solution| &solution.moves).map(Direction::to_string);
            let titles = std::iter::once("start".to_string()).chain(steps);
            for (number, (title, board)) in titles.zip(&boards).enumerate() {
                writeln!(out, "\n{DIM}{}{DIM:#}", if number == 0 { title } else { format!("{number}. {title}") })?;
                write!(out, "{}", picture(board))?;
            }
        }
        Ok(())
    }
}

/// A board to look at.
fn picture(board: &Board) -> String {
    let cell = |tile: &usize| if *tile == 0 { "  .".to_string() } else { format!("{tile:>3}") };
    let row = |row: &[usize]| row.iter().map(cell).collect::<String>() + "\n";
    board.tiles().chunks(board.width()).map(row).collect()
}

#[derive(Serialize)]
pub(super) struct TilesLine {
    schema: u32,
    game: &'static str,
    algorithm: &'static str,
    machine: String,
    /// Of a shortest solution, if that is proved.
    length: Option<usize>,
    moves: Option<String>,
    generated: u64,
    expanded: u64,
    seconds: Box<serde_json::value::RawValue>,
    #[serde(flatten)]
    machinery: Option<Machinery>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// No solution is shorter.
    bound: u32,
    heuristic: &'static str,
    position: String,
    stored_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed_at: Option<u32>,
    iterations: Vec<IterationLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<Vec<String>>,
}

#[derive(Serialize)]
struct IterationLine {
    bound: u32,
    generated: u64,
    expanded: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_row_by_row() {
        let board: Board = "4x3:1 2 3 7 4 5 6 0 8 9 10 11".parse().unwrap();
        assert_eq!(picture(&board), "  1  2  3  7\n  4  5  6  .\n  8  9 10 11\n");
    }
}
