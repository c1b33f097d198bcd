//! Leaves over width, depth 6.

use super::pictures::visits_over;
use super::{About, Experiment, FAMILY};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;

pub(super) struct LeavesByWidthEven;

impl Experiment for LeavesByWidthEven {
    fn about(&self) -> About {
        About { name: "leaves-by-width-even", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        if quick { Plan::of(FAMILY, &[5, 10], &[6], 10) } else { Plan::of(FAMILY, &[5, 10, 15, 20], &[6], 800) }
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        visits_over(false, "Leaves by width, even depth", plan, results)
    }
}
