//! The parallel methods on trees enough for verdicts.

use provebest::{Algorithm, AnyMachine};

use super::many_processors::{check, classes, powers, trial};
use super::pictures::{bars, known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::{Results, Summary};
use crate::speed::SEQUENTIAL;
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct SpeedupOnManyTrees;

/// Every processor adds to the leaves of parallel aspiration: on many it does not come to an end.
fn most(algorithm: Algorithm) -> u64 {
    if algorithm == Algorithm::ParallelAspiration { 64 } else { 256 }
}

impl Experiment for SpeedupOnManyTrees {
    fn about(&self) -> About {
        About { name: "speedup-on-many-trees", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        use Algorithm::*;
        let methods = [
            ParSss,
            MandatoryWorkFirst,
            TreeSplitting,
            PvSplitting,
            YoungBrothers,
            BoundAndBranch,
            EvaluateRefute,
            ParallelAspiration,
        ];
        let plan = Plan::of(&methods, &[], &[], if quick { 2 } else { 40 });
        plan.only(if quick { classes(4, 4) } else { classes(10, 6) })
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        check(plan)
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let alone = |algorithm: Algorithm| {
            Trial::of(vec![None], algorithm.with(plan.settings()), AnyMachine::Alone).visits_only()
        };
        let mut trials: Vec<Trial> = SEQUENTIAL.map(alone).to_vec();
        for &algorithm in plan.algorithms.iter().filter(|one| one.is_parallel()) {
            let base = trials.len();
            let counts = powers(1, most(algorithm), 4).into_iter().enumerate();
            trials.extend(counts.map(|(at, count)| {
                let trial = trial(plan, tree.class, algorithm, count, None);
                if at == 0 { trial } else { trial.over(base) }
            }));
        }
        Ok(trials)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let label = |one: &Summary| format!("{}, N = {}", known(&one.algorithm).0, one.key().unwrap_or(1));
        let at_sixteen = |one: &Summary| if one.key() == Some(16) { one.speedup } else { Default::default() };
        let panels = bars(results, "speed-up over itself on one processor, N = 16", label, at_sixteen);
        Figure { title: "What sixteen processors are worth".into(), note: note(plan, ""), panels }
    }
}
