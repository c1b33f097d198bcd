//! Ordered bushy trees of even depth, many of them.

use provebest::Algorithm;

use super::pictures::{bars, known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;
use crate::subject::TreeKind;
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct BushyTrees;

impl Experiment for BushyTrees {
    fn about(&self) -> About {
        About { name: "bushy-trees", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms = [Algorithm::NegaScout, Algorithm::SssStar, Algorithm::DualStar];
        Plan::of(&algorithms, &[20], &[6], if quick { 20 } else { 20_000 }).of_kinds(&[TreeKind::First(60)])
    }

    fn trials(&self, plan: &Plan, _: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        Ok(plan.algorithms.iter().map(|&algorithm| Trial::plain(plan, algorithm).visits_only()).collect())
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panels =
            bars(results, "leaf visits, % of the minimal tree", |one| known(&one.algorithm).0, |one| one.percent);
        Figure { title: "The best case of even depth: ordered bushy trees".into(), note: note(plan, ""), panels }
    }
}
