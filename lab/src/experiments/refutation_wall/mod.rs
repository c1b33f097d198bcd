//! Null windows at every distance from the value.

use anyhow::ensure;
use provebest::{Algorithm, Window};

use super::pictures::{known, note, percent, point};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Scale};
use crate::results::{Results, Summary};
use crate::trees::Planted;
use crate::trial::Trial;

pub(super) struct RefutationWall;

const DISTANCES: std::ops::RangeInclusive<i32> = -25..=24;

impl Experiment for RefutationWall {
    fn about(&self) -> About {
        About { name: "refutation-wall", keys: &["distance"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let trees = if quick { 20 } else { 200 };
        Plan { values: 100, ..Plan::of(&[Algorithm::AlphaBeta], &[5], &[6], trees) }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        ensure!(
            plan.algorithms == [Algorithm::AlphaBeta],
            "the wall is measured with null windows of alpha-beta: no other algorithms would be right"
        );
        Ok(())
    }

    fn trials(&self, _: &Plan, tree: &Planted) -> anyhow::Result<Vec<Trial>> {
        let value = tree.value()?;
        let trial = |distance: i32| {
            let low = value + distance;
            let window = Some(Window::new(low, low + 1));
            Trial { keys: vec![Some(distance.into())], search: Algorithm::AlphaBeta.into(), window }
        };
        Ok(DISTANCES.map(trial).collect())
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let mut panels = Vec::new();
        for cell in plan.cells() {
            let own: Vec<&Summary> = all.iter().filter(|summary| summary.cell == cell).collect();
            let (_, ink) = known("alpha-beta");
            let points = own.iter().map(|s| point(s.key().unwrap_or(0) as f64, &s.percent)).collect();
            panels.push(Panel {
                title: format!("w = {}, d = {}, {}", cell.width, cell.depth, cell.trees.words()),
                x: Axis::at(
                    "distance i of the window (v+i, v+i+1) from the value v",
                    Scale::Linear,
                    [-25., -20., -15., -10., -5., 0., 5., 10., 15., 20., 24.],
                ),
                y: Axis { ticks: Vec::new(), ..percent(Scale::Linear) },
                content: Content::Curves(vec![Curve { label: "alpha-beta".into(), ink, points }]),
            });
        }
        Figure { title: "The refutation wall stands between −1 and 0".into(), note: note(plan, " (bands)"), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let mut lines = Vec::new();
        for low in all.iter().filter(|summary| summary.key() == Some(-1)) {
            let Some(high) = all.iter().find(|s| s.cell == low.cell && s.key() == Some(0)) else { continue };
            lines.push(format!(
                "{}: {:.0} % of the minimal tree at -1, {:.0} % at 0: a wall of {:.2} times",
                low.cell,
                low.percent.mean(),
                high.percent.mean(),
                high.percent.mean() / low.percent.mean()
            ));
        }
        lines
    }
}
