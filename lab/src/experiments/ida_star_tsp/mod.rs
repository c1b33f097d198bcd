//! IDA* on the travelling salesman.

use provebest::CancelToken;

use super::single_agent::{apart, label, point, rows, sample, search_ink, whole};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Scale};
use crate::puzzles::{BRANCH_AND_BOUND, salesman_rows};
use crate::results::Results;
use crate::row::Row;
use crate::subject::{PuzzleSize, Subject};

pub(super) struct IdaStarTsp;

const NAMES: [&str; 3] = ["a-star", BRANCH_AND_BOUND, "ida-star"];

impl Experiment for IdaStarTsp {
    fn about(&self) -> About {
        About { name: "ida-star-tsp", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let (most, number) = if quick { (8, 4) } else { (11, 20) };
        Plan::of_puzzles((6..=most).map(|cities| PuzzleSize::Salesman { cities }), number)
    }

    fn counts(&self) -> &'static [&'static str] {
        &["cost", "iterations", "last"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        salesman_rows(plan.seed, subject, number, token)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let curve = |(place, name): (usize, &str)| {
            let nodes = |subject: Subject| sample(rows(results, subject, name).map(|one| one.row.nodes as f64));
            let points =
                plan.subjects().into_iter().map(|subject| point(subject.width().into(), &nodes(subject))).collect();
            Curve { label: label(name), ink: search_ink(name, place), points }
        };
        let panel = Panel {
            title: "Travelling salesman".into(),
            x: Axis::at("cities", Scale::Linear, plan.subjects().into_iter().map(|subject| subject.width().into())),
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
        let line = |subject: Subject| {
            let nodes = |name: &str| whole(sample(rows(results, subject, name).map(|one| one.row.nodes as f64)).mean());
            let count = |at: usize| {
                sample(rows(results, subject, "ida-star").filter_map(|one| Some(one.row.counts[at]? as f64)))
            };
            format!(
                "{} cities: {} nodes by A*, {} by branch and bound, {} by IDA* in {} iterations, {} of them in the last",
                subject.width(),
                nodes("a-star"),
                nodes(BRANCH_AND_BOUND),
                nodes("ida-star"),
                whole(count(1).mean()),
                whole(count(2).mean())
            )
        };
        results.subjects().into_iter().map(line).collect()
    }
}
