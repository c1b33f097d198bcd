//! Leaves over width, depth 5.

use super::pictures::visits_over;
use super::{About, Experiment, FAMILY};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;

pub(super) struct LeavesByWidthOdd;

impl Experiment for LeavesByWidthOdd {
    fn about(&self) -> About {
        About { name: "leaves-by-width-odd", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        if quick { Plan::of(FAMILY, &[5, 10], &[5], 10) } else { Plan::of(FAMILY, &[5, 10, 15, 20], &[5], 500) }
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        visits_over(false, "Leaves by width, odd depth", plan, results)
    }
}
