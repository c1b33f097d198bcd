//! SSS* and DUAL* compared with their formulas.

use provebest::Algorithm;

use super::{About, Experiment, formulas};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;

pub(super) struct SssFormula;

impl Experiment for SssFormula {
    fn about(&self) -> About {
        About { name: "sss-formula", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms = [Algorithm::AlphaBeta, Algorithm::SssStar, Algorithm::DualStar];
        let (widths, depths, trees): (&[u32], &[u32], u32) =
            if quick { (&[2, 5], &[2, 3, 4, 5], 400) } else { (&[2, 3, 5, 10], &[2, 3, 4, 5, 6], 3000) };
        formulas::independent(&algorithms, widths, depths, trees)
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        formulas::check(plan)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        formulas::figure("SSS* and DUAL* take turns, as their formulas expect", plan, results)
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        formulas::findings(results)
    }
}
