//! PARITERSSS* in lock step, with more and more room.

pub(super) mod paper;

use anyhow::ensure;
use provebest::family::Settings;
use provebest::{Algorithm, AnyMachine};

use super::iter_sss_memory::rooms;
use super::parsss_speedup::{SPAWN_HEIGHT, ranges};
use super::pictures::{known, spread};
use super::{About, Experiment, INDEPENDENT};
use crate::paper_comparison::PaperComparison;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::subject::{TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::Trial;
use paper::{ALL, Line, SHAPE, TABLE_3};

pub(super) struct PariterMemory;

const ALGORITHMS: [Algorithm; 2] = [Algorithm::SssStar, Algorithm::ParIterSss];
const PROCESSORS: [usize; 4] = [1, 2, 3, 8];

fn printed(class: TreeClass, memory: u64) -> impl Iterator<Item = &'static Line> {
    TABLE_3.iter().filter(move |line| (class.width, class.depth) == SHAPE && line.memory == memory)
}

/// The room that is tried: that of the table, where it has such trees.
fn memories(class: TreeClass) -> Vec<u64> {
    if (class.width, class.depth) != SHAPE {
        return rooms(class);
    }
    let mut list: Vec<u64> = TABLE_3.iter().map(|line| line.memory).chain([ALL]).collect();
    list.dedup();
    list
}

impl Experiment for PariterMemory {
    fn about(&self) -> About {
        About { name: "pariter-memory", keys: &["processors", "memory"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let plan = Plan::of_shapes(&ALGORITHMS, &[TreeKind::Independent], &[SHAPE], if quick { 3 } else { 1100 });
        Plan { values: INDEPENDENT, ..plan }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        ensure!(plan.algorithms == ALGORITHMS, "PARITERSSS* is compared with SSS*; expected no other algorithms");
        let most = plan.classes().into_iter().flat_map(memories).max().unwrap_or(0);
        ensure!(
            most <= 1_000_000,
            "room for {most} nodes: too much memory; expected widths and depths with w^ceil(d/2) up to 1000000"
        );
        Ok(())
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let base = Algorithm::SssStar.with(plan.settings());
        let mut trials = vec![Trial::of(vec![None, None], base, AnyMachine::Alone)];
        for memory in memories(tree.class) {
            let settings = Settings { memory: Some(memory), spawn_height: SPAWN_HEIGHT, ..plan.settings() };
            for count in PROCESSORS {
                let keys = vec![Some(count as i64), Some(memory as i64)];
                let search = Algorithm::ParIterSss.with(settings);
                trials.push(Trial::of(keys, search, AnyMachine::LockStep(count)).over(0).visits_only());
            }
        }
        Ok(trials)
    }

    fn paper_comparisons(&self, _: &Plan, results: &Results) -> anyhow::Result<Vec<PaperComparison>> {
        let mut list = Vec::new();
        for summary in results.summaries() {
            let [Some(count), Some(memory)] = summary.keys[..] else { continue };
            let Some(line) =
                printed(summary.subject.tree()?, memory as u64).find(|line| line.processors as i64 == count)
            else {
                continue;
            };
            let printed = [f64::from(line.time), line.speedup, f64::from(line.terminals)];
            list.extend(PaperComparison::of_run(&summary, "1993, table 3", printed));
        }
        Ok(list)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let (_, ink) = known(Algorithm::ParIterSss.name());
        let axis = || Axis::at("processors", Scale::Linear, PROCESSORS.map(|count| count as f64));
        let mut panels = Vec::new();
        for class in plan.classes() {
            let own: Vec<&Summary> = all.iter().filter(|one| one.subject == class && one.key().is_some()).collect();
            let (_, highest) =
                own.iter().map(|one| one.speedup.range()).fold((0.0, 0.0_f64), |a, b| (0.0, a.1.max(b.1)));
            let y =
                || Axis { room_for: vec![highest], ..Axis::new("speed-up over SSS*, terminalcounts", Scale::Linear) };
            let mut together = Vec::new();
            for (number, memory) in memories(class).into_iter().enumerate() {
                let here = own.iter().filter(|one| one.keys[1] == Some(memory as i64));
                let points: Vec<Point> = here.map(|one| spread(one.key().unwrap_or(0) as f64, &one.speedup)).collect();
                let means = points.iter().map(|point| Point::sharp(point.x, point.y)).collect();
                together.push(Curve { label: format!("M = {memory}"), ink: Ink::numbered(number), points: means });
                let crosses = printed(class, memory).map(|line| Point::sharp(line.processors as f64, line.speedup));
                let curves = [
                    Curve { label: "here".into(), ink, points },
                    Curve { label: "paper".into(), ink: Ink::PRINTED, points: crosses.collect() },
                ];
                panels.push(Panel {
                    title: format!("M = {memory}: b = {}, d = {}, {}", class.width, class.depth, class.kind.words()),
                    x: axis(),
                    y: y(),
                    content: Content::Curves(curves.into_iter().filter(|curve| !curve.points.is_empty()).collect()),
                });
            }
            panels.push(Panel {
                title: format!("The means: b = {}, d = {}, {}", class.width, class.depth, class.kind.words()),
                x: axis(),
                y: y(),
                content: Content::Curves(together),
            });
        }
        Figure { title: "PARITERSSS* in lock step, with room for M nodes".into(), note: ranges(plan), panels }
    }
}
