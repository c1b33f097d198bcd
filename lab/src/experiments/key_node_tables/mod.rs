//! The key node method in message plies.

mod paper;

use anyhow::ensure;
use provebest::{Algorithm, AnyMachine};

use super::pictures::known;
use super::{About, Experiment};
use crate::paper_comparison::PaperComparison;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::statistics::Sample;
use crate::subject::{TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::Trial;
use paper::{Line, TABLES};

pub(super) struct KeyNodeTables;

const ALGORITHMS: [Algorithm; 2] = [Algorithm::AlphaBeta, Algorithm::KeyNode];
const PROCESSORS: [usize; 5] = [1, 2, 5, 10, 20];
const SHAPES: [(u32, u32); 4] = [(3, 5), (3, 6), (4, 4), (4, 5)];

fn printed(class: TreeClass) -> Option<&'static Line> {
    TABLES.iter().find(|line| line.class == class)
}

impl Experiment for KeyNodeTables {
    fn about(&self) -> About {
        About { name: "key-node-tables", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let orders = [TreeKind::Preordered, TreeKind::Correlated];
        Plan::of_shapes(&ALGORITHMS, &orders, &SHAPES, if quick { 10 } else { 1000 })
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let right = plan.algorithms == ALGORITHMS;
        ensure!(right, "the key node method is compared with alpha-beta; expected no other algorithms");
        Ok(())
    }

    fn trials(&self, plan: &Plan, _: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let mut trials = vec![Trial::spec(None, Algorithm::AlphaBeta, plan.settings())];
        for count in PROCESSORS {
            let (keys, search) = (vec![Some(count as i64)], Algorithm::KeyNode.with(plan.settings()));
            // Speed-ups of the others are relative to the first one.
            let trial = Trial::of(keys, search, AnyMachine::LockStep(count));
            trials.push(if count == 1 { trial } else { trial.over(1) });
        }
        Ok(trials)
    }

    fn paper_comparisons(&self, plan: &Plan, results: &Results) -> anyhow::Result<Vec<PaperComparison>> {
        let all = results.summaries();
        let mut list = Vec::new();
        for class in plan.classes() {
            let Some(line) = printed(class) else { continue };
            let mut add = |from: Source, count: Option<usize>, quantity: &'static str, printed: f64| {
                let key = count.map(|count| count as i64);
                let found = all.iter().find(|one| one.subject == class && one.key() == key);
                let Some(measured) = found.map(|summary| sample(summary, quantity)) else { return };
                let Source { name: source, trials, sharp } = from;
                list.push(PaperComparison {
                    subject: class.into(),
                    keys: vec![key],
                    quantity,
                    source,
                    printed,
                    trials,
                    sharp,
                    measured,
                });
            };
            let tables = if class.kind == TreeKind::Preordered { TABLE_4_1 } else { TABLE_4_2 };
            add(tables, None, "nodes", line.classical[0]);
            add(tables, None, "terminals", line.classical[1]);
            add(tables, Some(1), "time", line.mono_time);
            for (count, [nodes, terminals, speedup]) in line.key_node {
                add(tables, Some(count), "nodes", nodes);
                add(tables, Some(count), "terminals", terminals);
                add(tables, Some(count), "speedup", speedup);
            }
            let other = &line.elsewhere;
            add(ELSEWHERE, None, "nodes", other.classical[0]);
            add(ELSEWHERE, None, "terminals", other.classical[1]);
            add(ELSEWHERE, Some(1), "time", other.mono_time);
            for (count, [terminals, speedup]) in other.key_node {
                add(ELSEWHERE, Some(count), "terminals", terminals);
                add(ELSEWHERE, Some(count), "speedup", speedup);
            }
        }
        Ok(list)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let (_, ink) = known(Algorithm::KeyNode.name());
        let panel = |class: TreeClass| {
            let own = all.iter().filter(|one| one.subject == class && one.speedup.count() > 0);
            let mut points = vec![Point::sharp(1.0, 1.0)];
            points.extend(own.map(|one| ten(one.key().unwrap_or(0) as f64, &one.speedup)));
            let linear = PROCESSORS.map(|count| Point::sharp(count as f64, count as f64)).to_vec();
            let table = printed(class).into_iter().flat_map(|line| line.key_node);
            let crosses: Vec<Point> = table.map(|(count, numbers)| Point::sharp(count as f64, numbers[2])).collect();
            let curves = [
                Curve { label: "linear".into(), ink: Ink::THEORY, points: linear },
                Curve { label: "here".into(), ink, points },
                Curve { label: "paper".into(), ink: Ink::PRINTED, points: crosses },
            ];
            Panel {
                title: format!("f = {}, q = {}, {}", class.width, class.depth, class.kind.words()),
                x: Axis::at("processors", Scale::Linear, PROCESSORS.map(|count| count as f64)),
                y: Axis::new("speed-up over one processor, message plies", Scale::Linear),
                content: Content::Curves(curves.into_iter().filter(|curve| !curve.points.is_empty()).collect()),
            }
        };
        // Both kinds of trees of one shape side by side.
        let mut classes = plan.classes();
        classes.sort_by_key(|class| (class.width, class.depth));
        let note = format!(
            "Means over {} trees; crosses: the paper's means of ten, which lie within the bars in 95 %",
            plan.trees
        );
        Figure { title: "The key node method".into(), note, panels: classes.into_iter().map(panel).collect() }
    }
}

/// Who printed a number.
#[derive(Clone, Copy)]
struct Source {
    name: &'static str,
    trials: u32,
    sharp: bool,
}

const TABLE_4_1: Source = Source { name: "1983, table 4-1", trials: 10, sharp: false };
const TABLE_4_2: Source = Source { name: "1983, table 4-2", trials: 10, sharp: false };
const ELSEWHERE: Source =
    Source { name: "an independent implementation, means of 2,000 trials", trials: 2000, sharp: true };

fn sample(summary: &Summary, quantity: &str) -> Sample {
    match quantity {
        "nodes" => summary.nodes,
        "terminals" => summary.leaf_visits,
        "time" => summary.time(),
        _ => summary.speedup,
    }
}

/// A mean, and where the means of ten trials lie in 95 % of all cases.
fn ten(x: f64, sample: &Sample) -> Point {
    let half = 1.96 * sample.deviation() / 10_f64.sqrt();
    Point { x, y: sample.mean(), low: sample.mean() - half, high: sample.mean() + half }
}
