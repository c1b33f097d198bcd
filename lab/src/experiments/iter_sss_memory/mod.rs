//! ITERSSS* with more and more room.

use anyhow::ensure;
use provebest::family::Settings;
use provebest::game::Shape;
use provebest::search::IterSss;
use provebest::{Algorithm, Depth};

use super::pictures::{known, note, percent, point};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::subject::TreeClass;
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct IterSssMemory;

/// From the least room to all that is ever used.
pub(super) fn rooms(class: TreeClass) -> Vec<u64> {
    let least = IterSss::least(Shape { width: class.width, height: Depth(class.depth) });
    let most = u64::from(class.width).saturating_pow(class.depth.div_ceil(2)).max(least);
    let doubled = std::iter::successors(Some(least), |room| Some(room * 2)).take_while(|&room| room < most);
    doubled.chain([most]).collect()
}

impl Experiment for IterSssMemory {
    fn about(&self) -> About {
        About { name: "iter-sss-memory", keys: &["memory"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms = [Algorithm::AlphaBeta, Algorithm::SssStar, Algorithm::IterSss];
        Plan::of(&algorithms, &[5], &[if quick { 4 } else { 6 }], if quick { 10 } else { 200 })
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let most = plan.classes().into_iter().flat_map(rooms).max().unwrap_or(0);
        ensure!(
            most <= 1_000_000,
            "room for {most} nodes: too much memory; expected widths and depths with w^ceil(d/2) up to 1000000"
        );
        Ok(())
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let mut trials = Vec::new();
        for &algorithm in &plan.algorithms {
            if !algorithm.takes_memory() {
                trials.push(Trial::spec(None, algorithm, plan.settings()));
                continue;
            }
            let trial = |room: u64| {
                Trial::spec(Some(room as i64), algorithm, Settings { memory: Some(room), ..plan.settings() })
            };
            trials.extend(rooms(tree.class).into_iter().map(trial));
        }
        Ok(trials)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |class: TreeClass| {
            let rooms: Vec<f64> = rooms(class).into_iter().map(|room| room as f64).collect();
            let (first, last) = (rooms[0], rooms[rooms.len() - 1]);
            let curve = |algorithm: &Algorithm| {
                let own: Vec<&Summary> =
                    all.iter().filter(|s| s.subject == class && s.algorithm == algorithm.name()).collect();
                let (label, ink) = known(algorithm.name());
                let points = |s: &&Summary| match s.key() {
                    Some(room) => vec![point(room as f64, &s.percent)],
                    None => [first, last].map(|x| Point::sharp(x, s.percent.mean())).to_vec(),
                };
                let ink = if algorithm.takes_memory() { ink } else { ink.level() };
                Curve { label, ink, points: own.iter().flat_map(points).collect() }
            };
            Panel {
                title: class.words(),
                x: Axis::at("room for nodes, M", Scale::Log, rooms),
                y: percent(Scale::Linear),
                content: Content::Curves(plan.algorithms.iter().map(curve).filter(|c| !c.points.is_empty()).collect()),
            }
        };
        let panels = plan.classes().into_iter().map(panel).collect();
        Figure { title: "ITERSSS*: from alpha-beta towards SSS* as memory grows".into(), note: note(plan, ""), panels }
    }
}
