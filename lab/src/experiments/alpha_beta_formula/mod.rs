//! Alpha-beta beside its formula.

use provebest::Algorithm;

use super::pictures::{beside_formula, formula_findings};
use super::{About, Experiment, INDEPENDENT};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;
use crate::theory::alpha_beta_leaves;
use crate::trees::Trees;

pub(super) struct AlphaBetaFormula;

fn formula(_: &str, width: u32, depth: u32) -> f64 {
    alpha_beta_leaves(width, depth)
}

impl Experiment for AlphaBetaFormula {
    fn about(&self) -> About {
        About { name: "alpha-beta-formula", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let plan = if quick {
            Plan::of(&[Algorithm::AlphaBeta], &[2, 5], &[2, 3, 4, 5], 200)
        } else {
            Plan::of(&[Algorithm::AlphaBeta], &[2, 5, 10], &[2, 3, 4, 5, 6], 2000)
        };
        Plan { values: INDEPENDENT, ..plan.ordered(&[Trees::Independent]) }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        anyhow::ensure!(
            plan.algorithms == [Algorithm::AlphaBeta],
            "the formula is one of alpha-beta: no other algorithms would be right"
        );
        Ok(())
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        beside_formula("Alpha-beta: measured leaves beside the formula", plan, results, formula)
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        formula_findings(results, formula)
    }
}
