//! Alpha-beta compared with its formula.

use provebest::Algorithm;

use super::pictures::{known, note};
use super::{About, Experiment, formulas};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::Results;
use crate::theory::alpha_beta_leaves;

pub(super) struct AlphaBetaFormula;

impl Experiment for AlphaBetaFormula {
    fn about(&self) -> About {
        About { name: "alpha-beta-formula", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let (widths, depths, trees): (&[u32], &[u32], u32) =
            if quick { (&[2, 5], &[2, 3, 4, 5], 400) } else { (&[2, 3, 5, 10], &[2, 3, 4, 5, 6], 5000) };
        formulas::independent(&[Algorithm::AlphaBeta], widths, depths, trees)
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        anyhow::ensure!(
            plan.algorithms == [Algorithm::AlphaBeta],
            "the formula is for alpha-beta only; expected --algorithms alpha-beta (sss-formula has SSS* and DUAL*)"
        );
        Ok(())
    }

    /// By how many percent the means miss the formula.
    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |&width: &u32| {
            let points = all.iter().filter(|one| one.subject.width() == width).map(|one| {
                let expected = alpha_beta_leaves(width, one.subject.depth());
                let percent = |leaves: f64| 100.0 * (leaves / expected - 1.0);
                let (low, high) = one.leaf_visits.interval();
                let (y, low, high) = (percent(one.leaf_visits.mean()), percent(low), percent(high));
                Point { x: f64::from(one.subject.depth()), y, low, high }
            });
            let (label, ink) = known("alpha-beta");
            let exact = plan.depths.iter().map(|&depth| Point::sharp(f64::from(depth), 0.0)).collect();
            Panel {
                title: format!("w = {width}, independent leaves"),
                x: Axis::at("depth of the tree, plies", Scale::Linear, plan.depths.iter().map(|&d| f64::from(d))),
                y: Axis::new("measured leaves over the formula, %", Scale::Linear),
                content: Content::Curves(vec![
                    Curve { label: "formula".into(), ink: Ink::THEORY, points: exact },
                    Curve { label, ink, points: points.collect() },
                ]),
            }
        };
        let title = "Alpha-beta visits as many leaves as the formula expects".into();
        Figure { title, note: note(plan, ""), panels: plan.widths.iter().map(panel).collect() }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        formulas::findings(results)
    }
}
