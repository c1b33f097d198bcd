//! Trees in which the best child always comes last.

use provebest::{Algorithm, AnyMachine};

use super::many_processors::trial;
use super::pictures::{bars, known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::{Results, Summary};
use crate::subject::TreeKind;
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct WorstOrder;

impl Experiment for WorstOrder {
    fn about(&self) -> About {
        About { name: "worst-order", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        use Algorithm::*;
        let algorithms = [MandatoryWorkFirst, TreeSplitting, YoungBrothers];
        let (depth, trees) = if quick { (4, 3) } else { (7, 60) };
        Plan::of(&algorithms, &[5], &[depth], trees).of_kinds(&[TreeKind::Worst])
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let alone = Trial::of(vec![None], Algorithm::AlphaBeta.with(plan.settings()), AnyMachine::Alone);
        let mut trials = vec![alone.visits_only()];
        for &algorithm in plan.algorithms.iter().filter(|one| one.is_parallel()) {
            trials.extend([1, 4, 16].map(|count| trial(plan, tree.class, algorithm, count, None).over(0)));
        }
        Ok(trials)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let label = |one: &Summary| format!("{}, N = {}", known(&one.algorithm).0, one.key().unwrap_or(1));
        let panels = bars(results, "speed-up over alpha-beta", label, |one| one.speedup);
        Figure { title: "The best child last".into(), note: note(plan, ""), panels }
    }
}
