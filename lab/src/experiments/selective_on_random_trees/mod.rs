//! Conspiracy numbers beside alpha-beta and SSS*.

use anyhow::ensure;
use provebest::CancelToken;
use provebest::game::Window;
use provebest::search::{AlphaBeta, ConspiracyNumbers, ConspiracyWindow, Search, SssStar};

use super::selective::{Bench, look, of, point};
use super::{About, Experiment, INDEPENDENT};
use crate::layout::rounded;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Point, Scale};
use crate::results::Results;
use crate::row::Row;
use crate::statistics::Sample;
use crate::subject::{Subject, TreeClass, TreeKind};

pub(super) struct SelectiveOnRandomTrees;

const NAMES: [&str; 4] = ["alpha-beta", "sss-star", "conspiracy-numbers", "conspiracy-window"];

impl Experiment for SelectiveOnRandomTrees {
    fn about(&self) -> About {
        About { name: "selective-on-random-trees", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let shapes: &[(u32, u32)] = match quick {
            true => &[(2, 2), (2, 4), (2, 6), (4, 2), (4, 4)],
            false => &[(2, 2), (2, 4), (2, 6), (2, 8), (2, 10), (4, 2), (4, 3), (4, 4), (4, 5), (4, 6)],
        };
        let kinds = [TreeKind::Independent, TreeKind::Correlated];
        let of = |kind| shapes.iter().map(move |&(width, depth)| TreeClass { kind, width, depth });
        let plan = Plan::of_own(kinds.into_iter().flat_map(of), if quick { 10 } else { 100 });
        Plan { values: INDEPENDENT, ..plan }
    }

    fn counts(&self) -> &'static [&'static str] {
        &["leaves_visited", "evaluations"]
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
        let window = Window::new(value - 1, value + 1);
        let mut rows = Vec::new();
        for name in NAMES {
            let ran = bench.run(token, |task, watch| match name {
                "alpha-beta" => AlphaBeta.search(task, watch).map(|report| report.value),
                "sss-star" => SssStar.search(task, watch).map(|report| report.value),
                "conspiracy-numbers" => Ok(ConspiracyNumbers::default().search(task, watch).report.value),
                _ => Ok(ConspiracyWindow { threshold: None, window }.search(task, watch).value),
            });
            let Some((found, measured)) = ran else { return Ok(None) };
            ensure!(found? == Some(value), "{subject}: {name} does not find {value}");
            let evaluations = measured.counters.leaf_visits;
            rows.push(measured.row(name, Vec::new(), vec![Some(measured.terminals), Some(evaluations)]));
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let mut places: Vec<(TreeKind, u32)> = plan.classes().iter().map(|class| (class.kind, class.width)).collect();
        places.dedup();
        let panel = |(kind, width): (TreeKind, u32)| {
            let classes = plan.classes().into_iter().filter(|class| (class.kind, class.width) == (kind, width));
            let curve = |name: &str| {
                let at = |class: TreeClass| {
                    let percent: Sample = of(results, class.into(), name).filter_map(|one| one.percent()).collect();
                    (percent.count() > 0).then(|| point(class.depth.into(), &percent))
                };
                let points: Vec<Point> = classes.clone().filter_map(at).collect();
                let (label, ink) = look(name);
                Curve { label, ink, points }
            };
            Panel {
                title: format!("{}, w = {width}", kind.words()),
                x: Axis::new("depth of the tree, plies", Scale::Linear),
                y: Axis::new("leaf visits, % of the minimal tree", Scale::Linear),
                content: Content::Curves(NAMES.into_iter().map(curve).collect()),
            }
        };
        Figure {
            title: "Conspiracy numbers beside alpha-beta and SSS*".into(),
            note: format!("Means of {} trees of each kind, with 95 % intervals; all prove the same value", plan.trees),
            panels: places.into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mean = |subject, name, count: fn(&Row) -> f64| {
            rounded(of(results, subject, name).map(|one| count(&one.row)).collect::<Sample>().mean())
        };
        let line = |subject: Subject| {
            let [alpha_beta, sss, numbers] = ["alpha-beta", "sss-star", "conspiracy-numbers"]
                .map(|name| mean(subject, name, |row| row.leaf_visits as f64));
            let stored = mean(subject, "conspiracy-numbers", |row| row.stored as f64);
            format!(
                "{subject}: {alpha_beta} leaves by alpha-beta, {sss} by SSS*, {numbers} by conspiracy numbers, which \
                 hold {stored} nodes"
            )
        };
        results.subjects().into_iter().map(line).collect()
    }
}
