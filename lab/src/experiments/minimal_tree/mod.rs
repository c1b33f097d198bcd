//! Perfectly ordered trees.

use provebest::Algorithm;

use super::pictures::known;
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Figure, Panel, Scale};
use crate::results::Results;
use crate::statistics::Sample;
use crate::subject::TreeKind;

pub(super) struct MinimalTree;

/// Minimax prunes nothing, and without deep cut-offs the minimal tree is a larger one.
fn prunes(algorithm: &Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Minimax | Algorithm::AlphaBetaShallow)
}

impl Experiment for MinimalTree {
    fn about(&self) -> About {
        About { name: "minimal-tree", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let all: Vec<Algorithm> = Algorithm::SEQUENTIAL.iter().copied().filter(prunes).collect();
        let (widths, depths, trees): (&[u32], &[u32], u32) =
            if quick { (&[2, 5], &[1, 2, 3, 4, 5], 2) } else { (&[2, 3, 5, 10], &[1, 2, 3, 4, 5, 6], 20) };
        Plan::of(&all, widths, depths, trees).of_kinds(&[TreeKind::Perfect])
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let bar = |algorithm: &Algorithm| {
            let own = results.rows.iter().filter(|one| one.row.algorithm == algorithm.name());
            let shares = own.filter_map(|one| Some(100.0 * one.row.leaves? as f64 / one.subject.minimal()? as f64));
            let shares: Vec<f64> = shares.collect();
            let (label, ink) = known(algorithm.name());
            let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
            let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let value = shares.into_iter().collect::<Sample>().mean();
            Bar { label, ink, value, low: least, high: most }
        };
        let list = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        Figure {
            title: "On perfectly ordered trees no search visits an extra leaf".into(),
            note: format!(
                "Means over {} trees of each kind; any difference between trees would show as whiskers",
                plan.trees
            ),
            panels: vec![Panel {
                title: format!("w = {}; d = {}", list(&plan.widths), list(&plan.depths)),
                x: Axis::new("distinct leaves, % of the minimal tree", Scale::Linear),
                y: Axis::new("", Scale::Linear),
                content: Content::Bars(plan.algorithms.iter().map(bar).collect()),
            }],
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let off = results.rows.iter().filter(|one| one.row.leaves != one.subject.minimal());
        let mut lines: Vec<String> = off
            .map(|one| {
                let said = |leaves: Option<u64>| leaves.map_or("unknown".into(), |leaves| leaves.to_string());
                let (leaves, minimal) = (said(one.row.leaves), said(one.subject.minimal()));
                format!("{}: {leaves} leaves with {}, not {minimal}", one.subject, one.row.algorithm)
            })
            .collect();
        lines.dedup();
        if lines.is_empty() {
            lines.push(format!("all {} searches visit exactly the minimal tree", results.rows.len()));
        }
        lines
    }
}
