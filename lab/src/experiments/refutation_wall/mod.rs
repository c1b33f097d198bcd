//! Null windows at every distance from the value.

use anyhow::ensure;
use provebest::game::Window;
use provebest::{Algorithm, AnyMachine};

use super::pictures::{known, note, point};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct RefutationWall;

const DISTANCES: std::ops::RangeInclusive<i32> = -25..=24;

impl Experiment for RefutationWall {
    fn about(&self) -> About {
        About { name: "refutation-wall", keys: &["distance"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let trees = if quick { 20 } else { 10_000 };
        Plan { values: 100, ..Plan::of(&[Algorithm::AlphaBeta], &[5], &[6], trees) }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        ensure!(
            plan.algorithms == [Algorithm::AlphaBeta],
            "the wall is measured with null windows of alpha-beta; expected --algorithms alpha-beta"
        );
        Ok(())
    }

    fn trials(&self, _: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let value = tree.value()?;
        let trial = |distance: i32| {
            let low = value + distance;
            let window = Some(Window::new(low, low + 1));
            let key = Some(distance.into());
            Trial { window, ..Trial::of(vec![key], Algorithm::AlphaBeta.into(), AnyMachine::Alone) }
        };
        Ok(DISTANCES.map(trial).collect())
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let mut panels = Vec::new();
        for class in plan.classes() {
            let own: Vec<&Summary> = all.iter().filter(|summary| summary.subject == class).collect();
            let (_, ink) = known("alpha-beta");
            // Relative to the highest mean, as in figure 1: so walls of differently ordered trees can be compared.
            let highest = own.iter().map(|s| s.percent.mean()).fold(f64::MIN_POSITIVE, f64::max);
            let relative = |s: &&Summary| {
                let Point { x, y, low, high } = point(s.key().unwrap_or(0) as f64, &s.percent);
                Point { x, y: 100.0 * y / highest, low: 100.0 * low / highest, high: 100.0 * high / highest }
            };
            let points = own.iter().map(relative).collect();
            panels.push(Panel {
                title: class.words(),
                x: Axis::at(
                    "distance i of the window (v+i, v+i+1) from the value v",
                    Scale::Linear,
                    [-25., -20., -15., -10., -5., 0., 5., 10., 15., 20., 24.],
                ),
                y: Axis { room_for: vec![110.0], ..Axis::new("leaf visits, % of the highest mean", Scale::Linear) },
                content: Content::Curves(vec![Curve { label: "alpha-beta".into(), ink, points }]),
            });
        }
        Figure { title: "The refutation wall stands between −1 and 0".into(), note: note(plan, " (bands)"), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let mut lines = Vec::new();
        for low in all.iter().filter(|summary| summary.key() == Some(-1)) {
            let Some(high) = all.iter().find(|s| s.subject == low.subject && s.key() == Some(0)) else { continue };
            lines.push(format!(
                "{}: {:.0} % of the minimal tree at -1, {:.0} % at 0: a wall of {:.2} times",
                low.subject,
                low.percent.mean(),
                high.percent.mean(),
                high.percent.mean() / low.percent.mean()
            ));
            let own = all.iter().filter(|summary| summary.subject == low.subject);
            lines.push(format!("    {}  i = -25..24", skyline(&own.map(|s| s.percent.mean()).collect::<Vec<_>>())));
        }
        lines
    }
}

/// Numbers as a row of blocks, the largest full.
fn skyline(numbers: &[f64]) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let largest = numbers.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    numbers.iter().map(|number| BLOCKS[((8.0 * number / largest).ceil() as usize).clamp(1, 8) - 1]).collect()
}
