//! Evolving trees by driver.

use anyhow::ensure;
use provebest::CancelToken;
use provebest::search::{AlphaBeta, Driver, Evolving as EvolvingSearch, Search};

use super::selective::{Bench, look, of};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Figure, Panel, Scale};
use crate::results::Results;
use crate::row::Row;
use crate::statistics::Sample;
use crate::subject::{Subject, TreeClass, TreeKind};

pub(super) struct Evolving;

const DRIVERS: [(&str, Driver); 4] = [
    ("depth-first", Driver::DepthFirst),
    ("preorder", Driver::Preorder),
    ("best-estimate", Driver::BestEstimate),
    ("random", Driver::Random(1)),
];

impl Experiment for Evolving {
    fn about(&self) -> About {
        About { name: "evolving", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let shapes = if quick { vec![(3, 5)] } else { vec![(3, 5), (3, 6), (4, 5)] };
        let of =
            |(width, depth)| [TreeKind::Correlated, TreeKind::Preordered].map(|kind| TreeClass { kind, width, depth });
        Plan::of_own(shapes.into_iter().flat_map(of), if quick { 30 } else { 500 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["leaves_visited", "restarts"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let bench = Bench::new(plan, subject, number)?;
        let Some((report, measured)) = bench.run(token, |task, watch| AlphaBeta.search(task, watch)) else {
            return Ok(None);
        };
        let (value, alpha_beta) = (report?.value, measured.terminals);
        let mut rows = vec![measured.row("alpha-beta", Vec::new(), vec![Some(alpha_beta), None])];
        for (name, driver) in DRIVERS {
            let ran = bench.run(token, |task, watch| EvolvingSearch::new(driver).search(task, watch));
            let Some((report, measured)) = ran else { return Ok(None) };
            ensure!(report.value == value, "{subject}: {name} finds {:?}, not {value:?}", report.value);
            let visits = measured.terminals;
            ensure!(
                driver != Driver::DepthFirst || visits == alpha_beta,
                "{subject}: {visits} leaves, not {alpha_beta}"
            );
            let counts = vec![Some(visits), Some(measured.counters.researches)];
            rows.push(measured.row(name, Vec::new(), counts));
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |class: TreeClass| {
            let bar = |name: &str| {
                let percent: Sample = of(results, class.into(), name).filter_map(|one| one.percent()).collect();
                let ((label, ink), (low, high)) = (look(name), percent.interval());
                Bar { label, ink, value: percent.mean(), low, high }
            };
            Panel {
                title: class.words(),
                x: Axis::new("leaf visits, % of the minimal tree", Scale::Linear),
                y: Axis::new("", Scale::Linear),
                content: Content::Bars(
                    ["alpha-beta"].into_iter().chain(DRIVERS.map(|(name, _)| name)).map(bar).collect(),
                ),
            }
        };
        Figure {
            title: "Evolving trees: leaves by driver".into(),
            note: format!("Means of {} trees of each kind, with 95 % intervals", plan.trees),
            panels: plan.classes().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |subject: Subject| {
            let said = |name: &str| {
                let mean = |count: fn(&Row) -> f64| {
                    of(results, subject, name).map(|one| count(&one.row)).collect::<Sample>().mean()
                };
                let restarts = mean(|row| row.counts[1].unwrap_or(0) as f64);
                format!("{} {:.1} ({restarts:.1})", look(name).0, mean(|row| row.leaf_visits as f64))
            };
            let alpha_beta =
                of(results, subject, "alpha-beta").map(|one| one.row.leaf_visits as f64).collect::<Sample>();
            let said: Vec<String> = DRIVERS.iter().map(|(name, _)| said(name)).collect();
            format!(
                "{subject}, leaves and in brackets restarts: alpha-beta {:.1}, {}",
                alpha_beta.mean(),
                said.join(", ")
            )
        };
        results.subjects().into_iter().map(line).collect()
    }
}
