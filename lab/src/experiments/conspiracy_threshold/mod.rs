//! What a threshold of conspirators costs, and what it is worth.

use std::num::NonZeroU32;

use provebest::CancelToken;
use provebest::search::{AlphaBeta, ConspiracyNumbers, Search};

use super::selective::{Bench, of, point};
use super::single_agent::{ink, line};
use super::{About, Experiment};
use crate::layout::rounded;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Counted, Results};
use crate::row::Row;
use crate::statistics::Sample;
use crate::subject::{Subject, TreeClass, TreeKind};

pub(super) struct ConspiracyThreshold;

const MOST: u32 = 8;
/// The least threshold that is drawn: with 1 nothing is expanded.
const LEAST: u32 = 2;

/// The name in the tables, the label, and the grain.
const FORMS: [(&str, &str, u32); 2] = [("conspiracy-numbers", "every value", 1), ("grain-500", "grain 500", 500)];

impl Experiment for ConspiracyThreshold {
    fn about(&self) -> About {
        About { name: "conspiracy-threshold", keys: &["threshold"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let shapes = if quick { vec![(2, 8), (3, 5)] } else { vec![(2, 10), (3, 6), (5, 4)] };
        let class = |(width, depth)| TreeClass { kind: TreeKind::Correlated, width, depth };
        Plan::of_own(shapes.into_iter().map(class), if quick { 20 } else { 400 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["evaluations", "error"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let bench = Bench::new(plan, subject, number)?;
        let value = bench.tree.value()?;
        let Some((_, alpha_beta)) = bench.run(token, |task, watch| AlphaBeta.search(task, watch)) else {
            return Ok(None);
        };
        let evaluations = alpha_beta.counters.leaf_visits;
        let mut rows = vec![alpha_beta.row("alpha-beta", vec![None], vec![Some(evaluations), Some(0)])];
        for (name, _, grain) in FORMS {
            for threshold in (1..=MOST).map(Some).chain([None]) {
                let grain = NonZeroU32::new(grain).unwrap_or(NonZeroU32::MIN);
                let threshold = threshold.and_then(NonZeroU32::new);
                let search = ConspiracyNumbers { threshold, grain, range: None };
                let ran = bench.run(token, |task, watch| search.search(task, watch).estimate);
                let Some((Some(estimate), measured)) = ran else { return Ok(None) };
                let counts = vec![
                    Some(measured.counters.leaf_visits),
                    Some(u64::from((i64::from(estimate.0) - i64::from(value.0)).unsigned_abs() as u32)),
                ];
                let row = measured.row(name, vec![threshold.map(|threshold| threshold.get().into())], counts);
                rows.push(Row { nodes: measured.counters.stored, ..row });
            }
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let cost = |class: TreeClass| {
            let curve = |(place, (name, label, _)): (usize, (&str, &str, u32))| {
                let at =
                    |threshold: u32| point(threshold.into(), &mean(results, class.into(), name, Some(threshold), 0));
                Curve { label: label.into(), ink: ink(place), points: (LEAST..=MOST).map(at).collect() }
            };
            let best_case = |threshold: u32| (f64::from(threshold), best_case(class.width, threshold));
            let alpha_beta: Sample = of(results, class.into(), "alpha-beta").map(|one| count(one, 0)).collect();
            let level = [LEAST, MOST].map(|x| Point::sharp(x.into(), alpha_beta.mean())).to_vec();
            let level = Curve { label: "alpha-beta".into(), ink: ink(4).level(), points: level };
            let curves = FORMS.into_iter().enumerate().map(curve);
            let theory = line("best case", (LEAST..=MOST).map(best_case));
            Panel {
                title: format!("w = {}, d = {}", class.width, class.depth),
                x: Axis::new("threshold", Scale::Linear),
                y: Axis::new("evaluations", Scale::Log),
                content: Content::Curves(curves.chain([theory, level]).collect()),
            }
        };
        let error = |(place, class): (usize, TreeClass)| {
            let at = |threshold: u32| {
                let [cost, error] = [0, 1].map(|at| mean(results, class.into(), FORMS[0].0, Some(threshold), at));
                Point { x: cost.mean(), ..point(0.0, &error) }
            };
            let label = format!("w = {}, d = {}", class.width, class.depth);
            Curve { label, ink: Ink { ..ink(place) }, points: (LEAST..=MOST).map(at).collect() }
        };
        let error = Panel {
            title: "What it is worth: thresholds 2 to 8".into(),
            x: Axis::new("evaluations", Scale::Log),
            y: Axis::new("points off the value, mean", Scale::Linear),
            content: Content::Curves(plan.classes().into_iter().enumerate().map(error).collect()),
        };
        Figure {
            title: "Conspiracy numbers: what a threshold costs, and what it is worth".into(),
            note: format!("Means of {} correlated trees of each shape, with 95 % intervals", plan.trees),
            panels: plan.classes().into_iter().map(cost).chain([error]).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |subject: Subject| {
            let said = |threshold: Option<u32>| {
                let [cost, error] = [0, 1].map(|at| mean(results, subject, FORMS[0].0, threshold, at).mean());
                let name = threshold.map_or("none".into(), |threshold| threshold.to_string());
                format!("{name}: {} evaluations, {error:.1} points off", rounded(cost))
            };
            let said: Vec<String> = [Some(2), Some(3), Some(4), None].map(said).into();
            format!("{subject}, by threshold: {}", said.join("; "))
        };
        results.subjects().into_iter().map(line).collect()
    }
}

/// Nodes of the smallest tree that reaches a threshold (Lister and Schaeffer).
pub(crate) fn best_case(width: u32, threshold: u32) -> f64 {
    f64::from(width).powf(f64::from(threshold) / f64::from(width - 1))
}

fn count(one: &Counted, at: usize) -> f64 {
    one.row.counts[at].unwrap_or(0) as f64
}

fn mean(results: &Results, subject: Subject, name: &str, threshold: Option<u32>, at: usize) -> Sample {
    let own = of(results, subject, name).filter(|one| one.row.keys == [threshold.map(i64::from)]);
    own.map(|one| count(one, at)).collect()
}
