//! SSS* and DUAL* beside their formulas.

use provebest::Algorithm;

use super::pictures::{beside_formula, formula_findings};
use super::{About, Experiment, INDEPENDENT};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;
use crate::theory::{dual_star_leaves, sss_star_leaves};
use crate::trees::Trees;

pub(super) struct SssFormula;

const BOTH: [Algorithm; 2] = [Algorithm::SssStar, Algorithm::DualStar];

fn formula(algorithm: &str, width: u32, depth: u32) -> f64 {
    if algorithm == Algorithm::DualStar.name() { dual_star_leaves(width, depth) } else { sss_star_leaves(width, depth) }
}

impl Experiment for SssFormula {
    fn about(&self) -> About {
        About { name: "sss-formula", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let plan = if quick {
            Plan::of(&BOTH, &[2, 5], &[2, 3, 4, 5], 200)
        } else {
            Plan::of(&BOTH, &[2, 5, 10], &[2, 3, 4, 5, 6], 1000)
        };
        Plan { values: INDEPENDENT, ..plan.ordered(&[Trees::Independent]) }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        anyhow::ensure!(
            plan.algorithms.iter().all(|algorithm| BOTH.contains(algorithm)),
            "there are formulas for sss-star and dual-star: no other algorithms would be right"
        );
        Ok(())
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        beside_formula("SSS* and DUAL*: measured leaves beside the formulas", plan, results, formula)
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        formula_findings(results, formula)
    }
}
