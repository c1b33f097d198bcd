//! Leaves over width, depth 6.

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

pub(super) struct LeavesByWidthEven;

impl Experiment for LeavesByWidthEven {
    fn about(&self) -> About {
        About { name: "leaves-by-width-even", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        if quick {
            return Plan::of(FAMILY, &[5, 10], &[6], 10);
        }
        let plan = Plan::of(FAMILY, &[5, 10, 15, 20, 30], &[6], 500);
        let widest: Vec<Subject> = plan.subjects().into_iter().filter(|subject| subject.width() == 30).collect();
        plan.few(widest, 250)
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
        visits_over(false, "Leaves by width, even depth", plan, results)
    }
}
