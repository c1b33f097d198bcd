//! All algorithms as bars.

use provebest::Algorithm;

use super::pictures::{known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Figure, Panel, Scale};
use crate::results::Results;
use crate::subject::{TreeClass, TreeKind};

pub(super) struct StronglyOrdered;

impl Experiment for StronglyOrdered {
    fn about(&self) -> About {
        About { name: "strongly-ordered", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let all: Vec<Algorithm> = Algorithm::SEQUENTIAL.iter().copied().filter(|&a| a != Algorithm::Minimax).collect();
        let trees = if quick { 2 } else { 1000 };
        Plan::of(&all, &[20], &[if quick { 3 } else { 5 }], trees).of_kinds(&[TreeKind::First(60), TreeKind::Strong])
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |class: TreeClass| {
            let bars = all.iter().filter(|summary| summary.subject == class).map(|summary| {
                let (label, ink) = known(&summary.algorithm);
                let (low, high) = summary.percent.interval();
                Bar { label, ink, value: summary.percent.mean(), low, high }
            });
            Panel {
                title: class.words(),
                x: Axis::new("leaf visits, % of the minimal tree", Scale::Linear),
                y: Axis::new("", Scale::Linear),
                content: Content::Bars(bars.collect()),
            }
        };
        let panels = plan.classes().into_iter().map(panel).collect();
        Figure { title: "All algorithms on strongly ordered trees".into(), note: note(plan, ""), panels }
    }
}
