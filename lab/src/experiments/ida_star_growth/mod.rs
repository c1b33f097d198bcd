//! Nodes by iteration of IDA*.

use provebest::tiles::Guess;
use provebest::{CancelToken, PuzzleAlgorithm};

use super::single_agent::{curves, names, rows, sample};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::puzzles::{Try, board, boards, row};
use crate::results::Results;
use crate::statistics::Sample;
use crate::trees::Cell;
use crate::trial::Row;

pub(super) struct IdaStarGrowth;

const GUESSES: [Guess; 3] = [Guess::Manhattan, Guess::LinearConflict, Guess::WalkingDistance];

impl Experiment for IdaStarGrowth {
    fn about(&self) -> About {
        About { name: "ida-star-growth", keys: &["iteration"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        boards(&[(4, 4)], if quick { 4 } else { 50 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["bound"]
    }

    fn rows(&self, plan: &Plan, cell: Cell, number: u32, token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
        let board = board(plan.seed, cell, number)?;
        let mut all = Vec::new();
        for guess in GUESSES.into_iter().filter(|guess| guess.fits(cell.width as usize, cell.depth as usize)) {
            let one_try = Try { guess, ..Try::plain(PuzzleAlgorithm::IdaStar) };
            let Some(tried) = one_try.on(&board, None, token)? else { return Ok(None) };
            let iterations = &tried.solved.report.iterations;
            for (place, one) in iterations[..iterations.len().saturating_sub(1)].iter().enumerate() {
                let counts = vec![Some(one.bound.0.into())];
                let nodes = (one.generated, one.expanded);
                all.push(row(vec![Some(place as i64)], format!("ida-star+{guess}"), nodes, 0.0, None, counts));
            }
        }
        Ok(Some(all))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |cell: Cell| Panel {
            title: format!("{}x{}", cell.width, cell.depth),
            x: Axis::new("iteration", Scale::Linear),
            y: Axis::new("nodes generated", Scale::Log),
            content: Content::Curves(curves(results, cell, |one| one.key().map(|key| key as f64), |one| one.nodes)),
        };
        Figure {
            title: "How iterations of IDA* grow".into(),
            note: format!(
                "Means over those of {} boards that have the iteration, with the least and the most",
                plan.trees
            ),
            panels: plan.cells().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mut lines = Vec::new();
        let mut cells: Vec<Cell> = results.rows.iter().map(|one| one.cell).collect();
        cells.dedup();
        for cell in cells {
            for name in names(results, cell) {
                let growth = growth(results, cell, &name);
                lines.push(format!(
                    "{cell}, {name}: the last two iterations of a board that failed differ by a factor of {:.2} ±{:.2} ({} boards)",
                    growth.mean(),
                    growth.half_interval(),
                    growth.count()
                ));
            }
        }
        lines
    }
}

/// The last iteration that failed over the one before, board by board.
fn growth(results: &Results, cell: Cell, name: &str) -> Sample {
    let mut boards: Vec<u32> = rows(results, cell, name).map(|one| one.tree).collect();
    boards.dedup();
    let factor = |board: u32| {
        let nodes: Vec<u64> =
            rows(results, cell, name).filter(|one| one.tree == board).map(|one| one.row.nodes).collect();
        match nodes[..] {
            [.., before, last] => Some(last as f64 / before as f64),
            _ => None,
        }
    };
    sample(boards.into_iter().filter_map(factor))
}
