//! Growth per ply beside Pearl's limit.

use provebest::Algorithm;

use super::pictures::{known, note};
use super::{About, Experiment, INDEPENDENT};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::theory::branching_factor;
use crate::trees::Trees;

pub(super) struct BranchingFactor;

/// Growth from two plies before, as a factor per ply, with its interval.
fn growth(all: &[Summary], summary: &Summary) -> Option<Point> {
    let before = |other: &&Summary| {
        let (a, b) = (other.cell, summary.cell);
        other.algorithm == summary.algorithm && a.trees == b.trees && a.width == b.width && a.depth + 2 == b.depth
    };
    let before = all.iter().find(before)?;
    let share = |s: &Summary| s.leaf_visits.half_interval() / s.leaf_visits.mean();
    let y = (summary.leaf_visits.mean() / before.leaf_visits.mean()).sqrt();
    // The trees of both depths are independent, and the root halves a small relative error.
    let half = y * share(summary).hypot(share(before)) / 2.0;
    Some(Point { x: summary.cell.depth.into(), y, low: y - half, high: y + half })
}

impl Experiment for BranchingFactor {
    fn about(&self) -> About {
        About { name: "branching-factor", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let three = [Algorithm::AlphaBeta, Algorithm::SssStar, Algorithm::DualStar];
        let plan = if quick {
            Plan::of(&three, &[2], &[2, 3, 4, 5, 6], 100)
        } else {
            Plan::of(&three, &[2, 5], &[2, 3, 4, 5, 6, 7, 8], 300)
        };
        Plan { values: INDEPENDENT, ..plan.ordered(&[Trees::Independent]) }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let pair = plan.depths.iter().any(|depth| plan.depths.contains(&(depth + 2)));
        anyhow::ensure!(pair, "growth is measured over two plies: depths such as 2..6 would be right");
        Ok(())
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let depths: Vec<f64> = plan.depths.iter().map(|&depth| f64::from(depth)).collect();
        let panel = |&width: &u32| {
            let curve = |algorithm: &Algorithm| {
                let own = all.iter().filter(|s| s.cell.width == width && s.algorithm == algorithm.name());
                let (label, ink) = known(algorithm.name());
                Curve { label, ink, points: own.filter_map(|summary| growth(&all, summary)).collect() }
            };
            let mut curves: Vec<Curve> = plan.algorithms.iter().map(curve).collect();
            let ends = curves
                .iter()
                .flat_map(|c| &c.points)
                .map(|p| p.x)
                .fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
            let limit = branching_factor(width);
            let points = vec![Point::sharp(ends.0, limit), Point::sharp(ends.1, limit)];
            curves.push(Curve { label: "Pearl's limit".into(), ink: Ink::THEORY, points });
            Panel {
                title: format!("w = {width}, independent leaves"),
                x: Axis::at("depth of the tree, plies", Scale::Linear, depths.iter().copied().filter(|&d| d >= ends.0)),
                y: Axis::new("growth of the leaves, factor per ply", Scale::Log),
                content: Content::Curves(curves),
            }
        };
        let panels = plan.widths.iter().map(panel).collect();
        Figure {
            title: "Growth per ply, beside Pearl's ξ/(1−ξ)".into(),
            note: note(plan, "; over the last two plies"),
            panels,
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let deepest = all.iter().map(|summary| summary.cell.depth).max().unwrap_or(0);
        let mut lines = Vec::new();
        for summary in all.iter().filter(|summary| summary.cell.depth == deepest) {
            if let Some(Point { y, low, high, .. }) = growth(&all, summary) {
                lines.push(format!(
                    "{} {}: {y:.3} per ply (95 % interval {low:.3} to {high:.3}); Pearl's limit is {:.3}",
                    summary.cell,
                    known(&summary.algorithm).0,
                    branching_factor(summary.cell.width)
                ));
            }
        }
        lines
    }
}
