//! Perfectly ordered trees.

use provebest::Algorithm;

use super::pictures::{known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::theory::minimal_tree;
use crate::trees::Trees;

pub(super) struct MinimalTree;

/// Does a summary show the minimal tree and nothing else?
fn minimal(summary: &Summary) -> bool {
    summary.leaves_percent.is_some_and(|sample| sample.mean() == 100.0 && sample.deviation() == 0.0)
}

impl Experiment for MinimalTree {
    fn about(&self) -> About {
        About { name: "minimal-tree", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let all: Vec<Algorithm> = Algorithm::ALL.iter().copied().filter(|&a| a != Algorithm::Minimax).collect();
        let plan = if quick {
            Plan::of(&all, &[2, 5], &[2, 3, 4], 3)
        } else {
            Plan::of(&all, &[2, 5, 10], &[2, 3, 4, 5, 6], 10)
        };
        plan.ordered(&[Trees::Perfect])
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |&width: &u32| {
            let depths: Vec<f64> = plan.depths.iter().map(|&depth| f64::from(depth)).collect();
            let point = |&depth: &u32| Point::sharp(depth.into(), minimal_tree(width, depth) as f64);
            let formula =
                Curve { label: "formula".into(), ink: Ink::THEORY, points: plan.depths.iter().map(point).collect() };
            let measured = |algorithm: &Algorithm| -> Vec<Point> {
                let own = all.iter().filter(|s| s.cell.width == width && s.algorithm == algorithm.name());
                let leaves =
                    |s: &Summary| s.leaves_percent.map_or(f64::NAN, |p| p.mean() * s.cell.minimal() as f64 / 100.0);
                own.map(|s| Point::sharp(s.cell.depth.into(), leaves(s))).collect()
            };
            // Algorithms with the same counts are one curve: where all keep to the formula there is only one.
            let mut curves: Vec<(Vec<&str>, Curve)> = Vec::new();
            for algorithm in &plan.algorithms {
                let points = measured(algorithm);
                match curves.iter_mut().find(|(_, curve)| curve.points == points) {
                    Some((names, _)) => names.push(algorithm.name()),
                    None => {
                        let (label, ink) = known(algorithm.name());
                        curves.push((vec![algorithm.name()], Curve { label, ink, points }));
                    }
                }
            }
            let named = |(names, curve): (Vec<&str>, Curve)| match names.len() {
                1 => curve,
                many => Curve { label: format!("{many} algorithms"), ..curve },
            };
            let list = [formula].into_iter().chain(curves.into_iter().map(named)).collect();
            Panel {
                title: format!("w = {width}, perfectly ordered trees"),
                x: Axis::at("depth of the tree, plies", Scale::Linear, depths),
                y: Axis::new("distinct leaves", Scale::Log),
                content: Content::Curves(list),
            }
        };
        let panels = plan.widths.iter().map(panel).collect();
        Figure {
            title: "Perfectly ordered trees: Knuth and Moore's count".into(),
            note: note(plan, "; logarithmic scale"),
            panels,
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let wrong = |s: &&Summary| !minimal(s);
        let line = |s: &Summary| format!("{} {}: not the minimal tree", s.cell, known(&s.algorithm).0);
        let mut lines: Vec<String> = all.iter().filter(wrong).map(line).collect();
        if lines.is_empty() {
            lines.push(format!("all {} means are exactly the minimal tree, in distinct leaves", all.len()));
        }
        lines
    }
}
