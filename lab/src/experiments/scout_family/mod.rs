//! Scout and its kin on narrow trees, and windows around a known value.

use provebest::game::Window;
use provebest::{Algorithm, AnyMachine, CancelToken};

use super::pictures::{bars, known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;
use crate::row::Row;
use crate::subject::Subject;
use crate::trees::TreeInstance;
use crate::trial::{Trial, run_all_counting};

pub(super) struct ScoutFamily;

/// Windows (v - k, v + k).
const WINDOWS: [i32; 4] = [1, 10, 100, 1000];

impl Experiment for ScoutFamily {
    fn about(&self) -> About {
        About { name: "scout-family", keys: &["window"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        use Algorithm::*;
        let algorithms = [AlphaBeta, AlphaBetaShallow, Scout, Pvs, NegaScout];
        if quick { Plan::of(&algorithms, &[3], &[5], 20) } else { Plan::of(&algorithms, &[2, 3, 4, 5], &[5, 6], 3000) }
    }

    fn counts(&self) -> &'static [&'static str] {
        &["researches"]
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let mut trials: Vec<Trial> = Vec::new();
        for &algorithm in &plan.algorithms {
            trials.push(Trial::spec(None, algorithm, plan.settings()).visits_only());
            if algorithm == Algorithm::AlphaBeta {
                let value = tree.value()?;
                trials.extend(WINDOWS.map(|k| Trial {
                    window: Some(Window::new(value - k, value + k)),
                    ..Trial::of(vec![Some(k.into())], algorithm.into(), AnyMachine::Alone)
                }));
            }
        }
        Ok(trials)
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let tree = TreeInstance::new(subject.tree()?, plan.seed, number, plan.values)?;
        run_all_counting(&tree, &self.trials(plan, &tree)?, token, &|counters| vec![Some(counters.researches)])
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let label = |one: &crate::results::Summary| match one.key() {
            Some(k) => format!("alpha-beta, v\u{2213}{k}"),
            None => known(&one.algorithm).0,
        };
        let panels = bars(results, "leaf visits, % of the minimal tree", label, |one| one.percent);
        Figure { title: "Scout, PVS and NegaScout on narrow trees".into(), note: note(plan, ""), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let own = results
            .summaries()
            .into_iter()
            .filter(|one| one.key().is_none() && !one.algorithm.starts_with("alpha-beta"));
        let line = |one: crate::results::Summary| {
            let inner = one.nodes.mean() - one.leaf_visits.mean();
            let rate = 100.0 * one.counts[0].mean() / inner.max(1.0);
            format!("{}, {}: {rate:.1} re-searches to a hundred inner nodes", one.subject, one.algorithm)
        };
        own.map(line).collect()
    }
}
