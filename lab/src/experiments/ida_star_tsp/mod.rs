//! IDA* on the travelling salesman.

use provebest::CancelToken;

use super::single_agent::{apart, ink, label, point, rows, sample, whole};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Scale};
use crate::puzzles::{BRANCH_AND_BOUND, salesman_rows, salesmen};
use crate::results::Results;
use crate::trees::Cell;
use crate::trial::Row;

pub(super) struct IdaStarTsp;

const NAMES: [&str; 3] = ["a-star", BRANCH_AND_BOUND, "ida-star"];

impl Experiment for IdaStarTsp {
    fn about(&self) -> About {
        About { name: "ida-star-tsp", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        if quick { salesmen(&[6, 7, 8], 4) } else { salesmen(&[6, 7, 8, 9, 10, 11], 20) }
    }

    fn counts(&self) -> &'static [&'static str] {
        &["cost", "iterations", "last"]
    }

    fn rows(&self, plan: &Plan, cell: Cell, number: u32, token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
        salesman_rows(plan.seed, cell, number, token)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let curve = |(place, name): (usize, &str)| {
            let nodes = |cell: Cell| sample(rows(results, cell, name).map(|one| one.row.nodes as f64));
            let points = plan.cells().into_iter().map(|cell| point(cell.width.into(), &nodes(cell))).collect();
            Curve { label: label(name), ink: ink(place), points }
        };
        let panel = Panel {
            title: "Travelling salesman".into(),
            x: Axis::at("cities", Scale::Linear, plan.cells().into_iter().map(|cell| cell.width.into())),
            y: Axis::new("nodes generated", Scale::Log),
            content: Content::Curves(apart(NAMES.into_iter().enumerate().map(curve).collect(), 1.01)),
        };
        Figure {
            title: "Where IDA* does badly".into(),
            note: format!("Means over {} salesmen of each size, with the least and the most", plan.trees),
            panels: vec![panel],
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mut cells: Vec<Cell> = results.rows.iter().map(|one| one.cell).collect();
        cells.dedup();
        let line = |cell: Cell| {
            let nodes = |name: &str| whole(sample(rows(results, cell, name).map(|one| one.row.nodes as f64)).mean());
            let count =
                |at: usize| sample(rows(results, cell, "ida-star").filter_map(|one| Some(one.row.counts[at]? as f64)));
            format!(
                "{} cities: {} nodes by A*, {} by branch and bound, {} by IDA* in {} iterations, {} of them in the last",
                cell.width,
                nodes("a-star"),
                nodes(BRANCH_AND_BOUND),
                nodes("ida-star"),
                whole(count(1).mean()),
                whole(count(2).mean())
            )
        };
        cells.into_iter().map(line).collect()
    }
}
