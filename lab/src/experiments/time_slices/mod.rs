//! PARITERSSS* by the clock of the paper's tables.

use anyhow::{Context, ensure};
use cpu_time::ThreadTime;
use provebest::machine::Measured;
use provebest::search::{Limits, ParIterSss, Task};
use provebest::{Algorithm, AnyMachine, CancelToken, Depth};

use super::pariter_memory::paper::{SHAPE, TABLE_3};
use super::parsss_speedup::SPAWN_HEIGHT;
use super::pictures::{bars, known, note};
use super::{About, Experiment, INDEPENDENT};
use crate::paper_comparison::PaperComparison;
use crate::plan::Plan;
use crate::plot::Figure;
use crate::results::{Results, Summary};
use crate::row::{Row, Took};
use crate::subject::{Subject, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::{Trial, run_all};

pub(super) struct TimeSlices;

const ALGORITHMS: [Algorithm; 2] = [Algorithm::SssStar, Algorithm::ParIterSss];
/// As many runs as the paper made of each instance.
const RUNS: u64 = 20;
/// Terminals in a slice.
const SLICES: [u64; 3] = [1, 100, 1000];

impl Experiment for TimeSlices {
    fn about(&self) -> About {
        About { name: "time-slices", keys: &["processors", "memory", "slice"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let shape = if quick { (3, 6) } else { SHAPE };
        let plan = Plan::of_shapes(&ALGORITHMS, &[TreeKind::Independent], &[shape], if quick { 2 } else { 20 });
        Plan { values: INDEPENDENT, ..plan }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        ensure!(plan.algorithms == ALGORITHMS, "PARITERSSS* is compared with SSS*; expected no other algorithms");
        Ok(())
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let tree = TreeInstance::new(subject.tree()?, plan.seed, number, plan.values)?;
        let base = Trial::of(vec![None; 3], Algorithm::SssStar.with(plan.settings()), AnyMachine::Alone);
        let Some(mut rows) = run_all(&tree, &[base], token)? else { return Ok(None) };
        let (game, root, depth) = (tree.game(), tree.game().root(), Depth(tree.class.depth));
        let task = Task::new(game, &root, depth).within(Limits { stop: Some(token), ..Limits::default() });
        let alone = rows[0].clone();
        for line in TABLE_3.iter().filter(|line| line.processors > 1) {
            let search = ParIterSss { memory: Some(line.memory), spawn_height: SPAWN_HEIGHT };
            for slice in SLICES {
                let (start, mut least): (_, Option<Measured>) = (ThreadTime::now(), None);
                for run in 0..RUNS {
                    let seed = u64::from(number) * RUNS + run;
                    let (report, measured) = search.search_in_slices(&task, line.processors, slice, seed)?;
                    if report.stopped.is_some() || token.is_cancelled() {
                        return Ok(None);
                    }
                    ensure!(report.value.is_some(), "a search without limits has a value");
                    least =
                        Some(least.map_or(measured, |least| if measured.time < least.time { measured } else { least }));
                }
                let measured = least.context("there are runs")?;
                rows.push(Row {
                    keys: [line.processors as u64, line.memory, slice].map(|key| Some(key as i64)).to_vec(),
                    algorithm: Algorithm::ParIterSss.name().into(),
                    leaves: None,
                    leaf_visits: measured.work,
                    seconds: start.elapsed().as_secs_f64(),
                    took: Some(Took::from(measured)),
                    base: Some(alone.leaf_visits),
                    ..alone.clone()
                });
            }
        }
        Ok(Some(rows))
    }

    fn paper_comparisons(&self, _: &Plan, results: &Results) -> anyhow::Result<Vec<PaperComparison>> {
        let mut list = Vec::new();
        for summary in results.summaries() {
            let [Some(count), Some(memory), Some(_)] = summary.keys[..] else { continue };
            let class = summary.subject.tree()?;
            let printed = TABLE_3.iter().find(|line| (line.processors as i64, line.memory as i64) == (count, memory));
            let Some(line) = printed.filter(|_| (class.width, class.depth) == SHAPE) else { continue };
            for (quantity, printed, measured) in [
                ("time", f64::from(line.time), summary.time()),
                ("speedup", line.speedup, summary.speedup),
                ("terminals", f64::from(line.terminals), summary.leaf_visits),
            ] {
                let (subject, keys, source) = (summary.subject, summary.keys.clone(), "1993, table 3");
                list.push(PaperComparison {
                    subject,
                    keys,
                    quantity,
                    source,
                    printed,
                    trials: 1,
                    sharp: false,
                    measured,
                });
            }
        }
        Ok(list)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let label = |one: &Summary| match one.keys[..] {
            [Some(count), Some(memory), Some(slice)] => format!("N = {count}, M = {memory}, slices of {slice}"),
            _ => known(&one.algorithm).0,
        };
        let panels = bars(results, "speed-up over SSS*, the least time of 20 runs", label, |one| one.speedup);
        Figure { title: "PARITERSSS* in time slices".into(), note: note(plan, ""), panels }
    }
}
