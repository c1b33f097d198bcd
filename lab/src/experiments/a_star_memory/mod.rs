//! A* beside IDA*.

use anyhow::ensure;
use provebest::{CancelToken, PuzzleAlgorithm};

use super::single_agent::{curves, rows, sample};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::puzzles::{Try, board, boards};
use crate::results::Results;
use crate::trees::Cell;
use crate::trial::Row;

pub(super) struct AStarMemory;

/// The boards of a quick run.
const FEW: u32 = 3;

fn room(plan: &Plan) -> u64 {
    if plan.trees <= FEW { 100_000_000 } else { 1_000_000_000 }
}

impl Experiment for AStarMemory {
    fn about(&self) -> About {
        About { name: "a-star-memory", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        boards(&[(3, 4), (4, 4)], if quick { FEW } else { 20 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["length", "bytes"]
    }

    fn rows(&self, plan: &Plan, cell: Cell, number: u32, token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
        let board = board(plan.seed, cell, number)?;
        let (mut all, mut agreed) = (Vec::new(), None);
        for algorithm in [PuzzleAlgorithm::IdaStar, PuzzleAlgorithm::AStar] {
            let Some(tried) = Try::plain(algorithm).on(&board, Some(room(plan)), token)? else { return Ok(None) };
            if let Some(length) = tried.length() {
                let known = *agreed.get_or_insert(length);
                ensure!(known == length, "{board}: {algorithm} finds {length} moves, not {known}");
            }
            let counts = vec![tried.length(), Some(tried.solved.report.bytes)];
            all.push(tried.row(Vec::new(), algorithm.name(), counts));
        }
        Ok(Some(all))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        // One point for each board, by the length of its solution.
        let lengths = |cell: Cell| -> Vec<(u32, u64)> {
            rows(results, cell, "ida-star").filter_map(|one| Some((one.tree, one.row.counts[0]?))).collect()
        };
        let panel = |cell: Cell| {
            let lengths = lengths(cell);
            let length = |board: u32| lengths.iter().find(|(one, _)| *one == board).map(|(_, length)| *length as i64);
            let keyed = results.rows.iter().cloned().map(|mut one| {
                one.row.keys = vec![length(one.tree)];
                one
            });
            let by_length = Results { rows: keyed.collect(), ..results.clone() };
            let list = curves(&by_length, cell, |one| one.key().map(|key| key as f64), |one| one.nodes);
            Panel {
                title: format!("{}x{}", cell.width, cell.depth),
                x: Axis::new("moves of a shortest solution", Scale::Linear),
                y: Axis::new("nodes generated", Scale::Log),
                content: Content::Scatter(list),
            }
        };
        Figure {
            title: "A* beside IDA*, with Manhattan distance".into(),
            note: format!("{} boards of each size; A* ends when its memory is full", plan.trees),
            panels: plan.cells().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mut cells: Vec<Cell> = results.rows.iter().map(|one| one.cell).collect();
        cells.dedup();
        let line = |cell: Cell| {
            let all = rows(results, cell, "a-star").count();
            let solved: Vec<_> = rows(results, cell, "a-star").filter(|one| one.row.counts[0].is_some()).collect();
            let of_ida = |board: u32| rows(results, cell, "ida-star").find(|one| one.tree == board);
            let ratio =
                |one: &&crate::results::Counted| Some(of_ida(one.tree)?.row.nodes as f64 / one.row.nodes.max(1) as f64);
            let ratios = sample(solved.iter().filter_map(ratio));
            let bytes = sample(solved.iter().filter_map(|one| one.row.counts[1]).map(|bytes| bytes as f64 / 1e6));
            format!(
                "{cell}: A* solves {} of {all} boards, with {:.0} MB in the mean; IDA* generates {:.1} times its nodes there",
                solved.len(),
                bytes.mean(),
                ratios.mean()
            )
        };
        cells.into_iter().map(line).collect()
    }
}
