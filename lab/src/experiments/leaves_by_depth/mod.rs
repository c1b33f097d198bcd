//! Leaves over depth, width 5.

use provebest::CancelToken;

use super::pictures::visits_over;
use super::{About, Experiment, FAMILY};
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::Results;
use crate::row::Row;
use crate::subject::Subject;
use crate::trees::TreeInstance;
use crate::trial::{BEST_CHILD, run_all_with_best};

pub(super) struct LeavesByDepth;

impl Experiment for LeavesByDepth {
    fn about(&self) -> About {
        About { name: "leaves-by-depth", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        if quick {
            Plan::of(FAMILY, &[5], &[2, 3, 4, 5, 6], 100)
        } else {
            Plan::of(FAMILY, &[5], &[2, 3, 4, 5, 6, 7, 8], 2000)
        }
    }

    fn counts(&self) -> &'static [&'static str] {
        &[BEST_CHILD]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let tree = TreeInstance::new(subject.tree()?, plan.seed, number, plan.values)?;
        run_all_with_best(&tree, &self.trials(plan, &tree)?, token)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        visits_over(true, "Leaves by depth: odd and even plies suit different searches", plan, results)
    }
}
