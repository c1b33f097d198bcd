//! PARSSS* and PARITERSSS* by the clock of the paper's tables.

use anyhow::{Context, ensure};
use cpu_time::ThreadTime;
use provebest::machine::Measured;
use provebest::search::{Limits, ParIterSss};
use provebest::{Algorithm, AnyMachine, CancelToken, Depth};
use provebest_catalog::counted::count_in_slices;

use super::pariter_memory::paper::{SHAPE, TABLE_3};
use super::parsss_speedup::SPAWN_HEIGHT;
use super::parsss_speedup::paper::{self, TABLE_2};
use super::pictures::{note, point};
use super::{About, Experiment, INDEPENDENT};
use crate::layout::with_commas;
use crate::paper_comparison::PaperComparison;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::row::{Row, Took};
use crate::subject::{Subject, TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::{Trial, run_all};

pub(super) struct TimeSlices;

const ALGORITHMS: [Algorithm; 3] = [Algorithm::SssStar, Algorithm::ParSss, Algorithm::ParIterSss];
/// More than any process of PARSSS* holds.
const UNBOUNDED: u64 = 1 << 40;
/// As many runs as the paper made of each instance.
const RUNS: u64 = 20;
/// Terminals in a slice.
const SLICES: [u64; 3] = [1, 100, 1000];

/// Processors, and the memory of a process, of the lines with more than one processor: those of table 2 without a memory, and where trees
/// are as wide as those of table 3, its lines.
fn runs(class: TreeClass) -> Vec<(usize, Option<u64>)> {
    let own = TABLE_2.iter().filter(|line| (line.width, line.depth) == (class.width, class.depth));
    let mut runs: Vec<(usize, Option<u64>)> = own.map(|line| (line.processors, None)).collect();
    if runs.is_empty() {
        runs = vec![(2, None), (8, None)];
    }
    if class.width == SHAPE.0 {
        runs.extend(TABLE_3.iter().map(|line| (line.processors, Some(line.memory))));
    }
    runs.retain(|&(processors, _)| processors > 1);
    runs
}

/// What the paper prints: where, and time, speed-up and terminals.
fn printed(class: TreeClass, count: i64, memory: Option<i64>) -> Option<(&'static str, [f64; 3])> {
    let shape = (class.width, class.depth);
    match memory {
        None => {
            let is_it = |line: &&paper::Line| (line.width, line.depth) == shape && line.processors as i64 == count;
            let line = TABLE_2.iter().find(is_it)?;
            Some(("1993, table 2", [line.time.into(), line.speedup, line.terminals.into()]))
        }
        Some(memory) => {
            let found = TABLE_3.iter().find(|line| (line.processors as i64, line.memory as i64) == (count, memory));
            let line = found.filter(|_| shape == SHAPE)?;
            Some(("1993, table 3", [line.time.into(), line.speedup, line.terminals.into()]))
        }
    }
}

impl Experiment for TimeSlices {
    fn about(&self) -> About {
        About { name: "time-slices", keys: &["processors", "memory", "slice"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let shapes: &[(u32, u32)] = if quick { &[(3, 6)] } else { &[(2, 15), SHAPE, (5, 7)] };
        let plan = Plan::of_shapes(&ALGORITHMS, &[TreeKind::Independent], shapes, if quick { 2 } else { 20 });
        Plan { values: INDEPENDENT, ..plan }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        ensure!(
            plan.algorithms == ALGORITHMS,
            "PARSSS* and PARITERSSS* are compared with SSS*; expected no other algorithms"
        );
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
        let alone = rows[0].clone();
        for (processors, memory) in runs(tree.class) {
            let search = ParIterSss { memory: memory.or(Some(UNBOUNDED)), spawn_height: SPAWN_HEIGHT };
            let algorithm = if memory.is_none() { Algorithm::ParSss } else { Algorithm::ParIterSss };
            for slice in SLICES {
                let (start, mut least): (_, Option<Measured>) = (ThreadTime::now(), None);
                for run in 0..RUNS {
                    let seed = u64::from(number) * RUNS + run;
                    let (depth, limits) = (Depth(tree.class.depth), Limits { stop: Some(token), ..Limits::default() });
                    let (report, measured) =
                        count_in_slices(tree.game(), depth, &search, (processors, slice, seed), limits)?;
                    if report.stopped.is_some() || token.is_cancelled() {
                        return Ok(None);
                    }
                    ensure!(report.value.is_some(), "a search without limits has a value");
                    least =
                        Some(least.map_or(measured, |least| if measured.time < least.time { measured } else { least }));
                }
                let measured = least.context("there are runs")?;
                rows.push(Row {
                    keys: [Some(processors as u64), memory, Some(slice)].map(|key| key.map(|key| key as i64)).to_vec(),
                    algorithm: algorithm.name().into(),
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
            let [Some(count), memory, Some(_)] = summary.keys[..] else { continue };
            let Some((source, printed)) = printed(summary.subject.tree()?, count, memory) else {
                continue;
            };
            list.extend(PaperComparison::of_run(&summary, source, printed));
        }
        Ok(list)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let highest = all.iter().map(|one| one.speedup.interval().1).fold(0.0, f64::max);
        let mut panels = Vec::new();
        for class in plan.classes() {
            let runs = runs(class);
            let mut memories: Vec<Option<u64>> = runs.iter().map(|&(_, memory)| memory).collect();
            memories.dedup();
            for memory in memories {
                let counts: Vec<usize> = runs.iter().filter(|run| run.1 == memory).map(|run| run.0).collect();
                let memory = memory.map(|memory| memory as i64);
                let curve = |(number, slice): (usize, u64)| {
                    let here = |one: &&Summary| {
                        one.subject == class && one.keys[1..] == [memory, Some(slice as i64)] && one.key().is_some()
                    };
                    let points = all.iter().filter(here).map(|one| point(one.key().unwrap_or(0) as f64, &one.speedup));
                    let label = format!("slices of {}", with_commas(slice));
                    Curve { label, ink: Ink::numbered(number), points: points.collect() }
                };
                let paper = counts.iter().filter_map(|&count| {
                    let (_, [_, speedup, _]) = printed(class, count as i64, memory)?;
                    Some(Point::sharp(count as f64, speedup))
                });
                let paper = Curve { label: "paper".into(), ink: Ink::PRINTED, points: paper.collect() };
                let curves = SLICES.into_iter().enumerate().map(curve).chain([paper]);
                let search = memory.map_or("PARSSS*".into(), |memory| format!("PARITERSSS*, M = {memory}"));
                panels.push(Panel {
                    title: format!("{search}: b = {}, d = {}", class.width, class.depth),
                    x: Axis::at("processes", Scale::Linear, counts.into_iter().map(|count| count as f64)),
                    y: Axis {
                        room_for: vec![0.0, highest],
                        ..Axis::new("speed-up over SSS*, terminalcounts", Scale::Linear)
                    },
                    content: Content::Curves(curves.filter(|curve| !curve.points.is_empty()).collect()),
                });
            }
        }
        let more =
            format!("; each the least time of {RUNS} runs; slices in terminals; crosses: the paper's one instance");
        Figure { title: "PARSSS* and PARITERSSS* in time slices".into(), note: note(plan, &more), panels }
    }
}
