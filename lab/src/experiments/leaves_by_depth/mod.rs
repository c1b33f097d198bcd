//! Leaves over depth, width 5.

use super::pictures::visits_over;
use super::{About, Experiment, FAMILY};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;

pub(super) struct LeavesByDepth;

impl Experiment for LeavesByDepth {
    fn about(&self) -> About {
        About { name: "leaves-by-depth", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        if quick {
            Plan::of(FAMILY, &[5], &[2, 3, 4, 5, 6], 100)
        } else {
            Plan::of(FAMILY, &[5], &[2, 3, 4, 5, 6, 7, 8], 200)
        }
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        visits_over(true, "Leaves by depth: odd and even plies suit different searches", plan, results)
    }
}
