//! PARSSS* in lock step.

pub(super) mod paper;

use anyhow::ensure;
use provebest::family::Settings;
use provebest::{Algorithm, AnyMachine, Depth};

use super::pictures::{known, spread};
use super::{About, Experiment, INDEPENDENT};
use crate::paper_comparison::PaperComparison;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::subject::{TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::Trial;
use paper::{Line, TABLE_2};

pub(super) struct ParsssSpeedup;

/// Processes are not spawned on nodes of a lesser height, in both experiments of the paper.
pub(super) const SPAWN_HEIGHT: Depth = Depth(4);

const ALGORITHMS: [Algorithm; 2] = [Algorithm::SssStar, Algorithm::ParSss];

fn printed(class: TreeClass) -> impl Iterator<Item = &'static Line> {
    TABLE_2.iter().filter(move |line| (line.width, line.depth) == (class.width, class.depth))
}

/// How many processors are tried: those of the table, where it has such trees.
fn processors(class: TreeClass) -> Vec<usize> {
    let table: Vec<usize> = printed(class).map(|line| line.processors).collect();
    if table.is_empty() { vec![1, 2, 4, 8] } else { table }
}

/// As many processors as there are never processes.
const UNBOUNDED: usize = 1024;

/// The speed-up; what N processors can have at most by the work, N times the terminals of SSS* over those that the N examine; and, as
/// a yardstick, the speed-up of a machine without bounds.
fn bounds(own: &[&Summary], count: usize) -> Option<(f64, f64, f64)> {
    let at = |key: Option<i64>| own.iter().find(|one| one.key() == key);
    let (alone, here, path) = (at(None)?, at(Some(count as i64))?, at(Some(UNBOUNDED as i64))?);
    let one = alone.leaf_visits.mean();
    Some((here.speedup.mean(), count as f64 * one / here.leaf_visits.mean(), one / path.time().mean()))
}

impl Experiment for ParsssSpeedup {
    fn about(&self) -> About {
        About { name: "parsss-speedup", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let plan = Plan::of_shapes(
            &ALGORITHMS,
            &[TreeKind::Independent],
            &[(2, 15), (3, 10), (5, 7)],
            if quick { 4 } else { 1100 },
        );
        Plan { values: INDEPENDENT, ..plan }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        ensure!(plan.algorithms == ALGORITHMS, "PARSSS* is compared with SSS*; expected no other algorithms");
        Ok(())
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let settings = Settings { spawn_height: SPAWN_HEIGHT, ..plan.settings() };
        let mut trials = vec![Trial::spec(None, Algorithm::SssStar, settings)];
        for count in processors(tree.class).into_iter().chain([UNBOUNDED]) {
            let (keys, search) = (vec![Some(count as i64)], Algorithm::ParSss.with(settings));
            trials.push(Trial::of(keys, search, AnyMachine::LockStep(count)).over(0).visits_only());
        }
        Ok(trials)
    }

    fn paper_comparisons(&self, _: &Plan, results: &Results) -> anyhow::Result<Vec<PaperComparison>> {
        let mut list = Vec::new();
        for summary in results.summaries() {
            let Some(line) =
                printed(summary.subject.tree()?).find(|line| summary.key() == Some(line.processors as i64))
            else {
                continue;
            };
            let printed = [f64::from(line.time), line.speedup, f64::from(line.terminals)];
            list.extend(PaperComparison::of_run(&summary, "1993, table 2", printed));
        }
        Ok(list)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |class: TreeClass| {
            let shown = |one: &&Summary| one.key().is_some_and(|key| key != UNBOUNDED as i64);
            let own: Vec<&Summary> = all.iter().filter(|one| one.subject == class).filter(shown).collect();
            let (label, ink) = known(Algorithm::ParSss.name());
            let points = own.iter().map(|one| spread(one.key().unwrap_or(0) as f64, &one.speedup)).collect();
            let counts: Vec<f64> = processors(class).into_iter().map(|count| count as f64).collect();
            let linear = counts.iter().map(|&count| Point::sharp(count, count)).collect();
            let crosses = printed(class).map(|line| Point::sharp(line.processors as f64, line.speedup)).collect();
            let curves = [
                Curve { label: "linear".into(), ink: Ink::THEORY, points: linear },
                Curve { label, ink, points },
                Curve { label: "paper".into(), ink: Ink::PRINTED, points: crosses },
            ];
            Panel {
                title: format!("b = {}, d = {}, {}", class.width, class.depth, class.kind.words()),
                x: Axis::at("processors", Scale::Linear, counts),
                y: Axis::new("speed-up over SSS*, terminalcounts", Scale::Linear),
                content: Content::Curves(curves.into_iter().filter(|curve| !curve.points.is_empty()).collect()),
            }
        };
        Figure {
            title: "PARSSS* in lock step".into(),
            note: ranges(plan),
            panels: plan.classes().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let mut lines = Vec::new();
        let mut classes: Vec<TreeClass> = all.iter().filter_map(|one| one.subject.tree().ok()).collect();
        classes.dedup();
        for class in classes {
            let own: Vec<&Summary> = all.iter().filter(|one| one.subject == class).collect();
            for count in processors(class).into_iter().filter(|&count| count > 1) {
                let Some((speedup, work, path)) = bounds(&own, count) else { continue };
                lines.push(format!(
                    "b = {}, d = {}, N = {count}: speed-up {speedup:.2}; at most {work:.2} by its work; {path:.2} on 1,024 processors",
                    class.width, class.depth
                ));
            }
        }
        lines
    }
}

/// What the bars mean.
pub(super) fn ranges(plan: &Plan) -> String {
    format!("Means over {} instances, bars from the least to the most; crosses: the paper's one instance", plan.trees)
}
