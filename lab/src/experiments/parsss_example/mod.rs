//! The example of PARSSS*, terminal by terminal.

mod paper;

use std::collections::BTreeMap;

use anyhow::ensure;
use provebest::search::Limits;
use provebest::search::measure::Event;
use provebest::{Algorithm, AnyMachine, Score};

use super::pictures::known;
use super::{About, Experiment};
use crate::paper_comparison::PaperComparison;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale, ink};
use crate::results::Results;
use crate::statistics::Sample;
use crate::subject::{TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::Trial;
use paper::{TABLE_1, TIMES};
use provebest_catalog::counted::Keep;

pub(super) struct ParsssExample;

const ALGORITHMS: [Algorithm; 2] = [Algorithm::SssStar, Algorithm::ParSss];

const EXAMPLE: TreeClass = TreeClass { kind: TreeKind::Example, width: 2, depth: 4 };

/// A terminal that was examined.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Examined {
    /// At which terminalcount.
    count: i64,
    /// By which process, counted from 1.
    process: i64,
    /// In Dewey notation, its digits as one number.
    terminal: f64,
    live: f64,
    solved: f64,
}

impl Experiment for ParsssExample {
    fn about(&self) -> About {
        About { name: "parsss-example", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        Plan::of_shapes(&ALGORITHMS, &[TreeKind::Example], &[(2, 4)], if quick { 5 } else { 20 })
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        ensure!(plan.algorithms == ALGORITHMS, "the example is for PARSSS* only; expected no other algorithms");
        Ok(())
    }

    fn trials(&self, plan: &Plan, _: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let mut trials = vec![Trial::spec(None, Algorithm::SssStar, plan.settings())];
        for (count, _) in TIMES {
            let (keys, search) = (vec![Some(count as i64)], Algorithm::ParSss.with(plan.settings()));
            trials.push(Trial::of(keys, search, AnyMachine::LockStep(count)).over(0));
        }
        Ok(trials)
    }

    fn paper_keys(&self) -> &'static [&'static str] {
        &["processors", "process", "count"]
    }

    fn paper_comparisons(&self, plan: &Plan, results: &Results) -> anyhow::Result<Vec<PaperComparison>> {
        let source = "1993, section 3, table 1";
        let mut list = Vec::new();
        let mut add = |keys: [Option<i64>; 3], quantity, printed, measured| {
            let keys = keys.to_vec();
            list.push(PaperComparison {
                subject: EXAMPLE.into(),
                keys,
                quantity,
                source,
                printed,
                trials: 1,
                sharp: false,
                measured,
            });
        };
        for summary in results.summaries() {
            if let Some((count, time)) = TIMES.iter().find(|(count, _)| summary.key() == Some(*count as i64)) {
                add([Some(*count as i64), None, None], "time", f64::from(*time), summary.time());
            }
        }
        let mut replays = Vec::new();
        for number in 0..plan.trees {
            replays.push(replay(&TreeInstance::new(EXAMPLE, plan.seed, number, plan.values)?, 2)?);
        }
        for (process, column) in (1..).zip(TABLE_1) {
            for (count, &(terminal, live, solved)) in (1..).zip(column) {
                let here = |one: &&Examined| (one.process, one.count) == (process, count);
                let all: Vec<Examined> = replays.iter().flat_map(|one| one.iter().find(here)).copied().collect();
                let keys = [Some(2), Some(process), Some(count)];
                let sample = |what: fn(&Examined) -> f64| all.iter().map(what).collect::<Sample>();
                add(keys, "terminal", f64::from(terminal), sample(|one| one.terminal));
                add(keys, "live", live, sample(|one| one.live));
                add(keys, "solved", solved, sample(|one| one.solved));
            }
        }
        Ok(list)
    }

    fn figure(&self, plan: &Plan, _: &Results) -> Figure {
        let replayed = |processors| {
            let tree = TreeInstance::new(EXAMPLE, plan.seed, 0, plan.values).ok()?;
            replay(&tree, processors).ok()
        };
        let (alone, two) = (replayed(1).unwrap_or_default(), replayed(2).unwrap_or_default());
        let curve = |label: &str, ink: Ink, list: &[Examined], process: i64| {
            let own = list.iter().filter(|one| one.process == process);
            let points = own.map(|one| Point::sharp(one.count as f64, one.solved)).collect();
            Curve { label: label.into(), ink, points }
        };
        let crosses = TABLE_1.map(|column| {
            let points = (1..).zip(column).map(|(count, one)| Point::sharp(f64::from(count), one.2)).collect();
            Curve { label: String::new(), ink: Ink::PRINTED, points }
        });
        let panel = |title: &str, curves: Vec<Curve>| Panel {
            title: title.into(),
            x: Axis::at("terminalcount", Scale::Linear, (1..=12).map(f64::from)),
            y: Axis { room_for: vec![7.0], ..Axis::new("value of the terminal when SOLVED", Scale::Linear) },
            content: Content::Curves(curves),
        };
        let (label, sss) = known(Algorithm::SssStar.name());
        let mut curves = vec![
            curve("process 1", ink(Algorithm::ParSss), &two, 1),
            curve("process 2", ink(Algorithm::DualStar), &two, 2),
        ];
        curves.extend(crosses);
        Figure {
            title: "The example of PARSSS*".into(),
            note: format!("The same for {} choices of the leaves that do not matter; crosses: table 1", plan.trees),
            panels: vec![panel("SSS*", vec![curve(&label, sss, &alone, 1)]), panel("PARSSS*, N = 2", curves)],
        }
    }
}

/// Searches the example in lock step, and returns what every process examined.
fn replay(tree: &TreeInstance, processors: usize) -> anyhow::Result<Vec<Examined>> {
    let mut list: Vec<Examined> = Vec::new();
    // The upper bound for MAX below each MIN node that has terminals, as far as it is known.
    let mut hopes: BTreeMap<Vec<u32>, Score> = BTreeMap::new();
    let (mut events, machine) = (Vec::new(), AnyMachine::LockStep(processors));
    let mut keep = |event| events.push(event);
    tree.search_on(&Algorithm::ParSss.into(), &machine, Limits::default(), Keep::Events(&mut keep))?;
    for event in events {
        match event {
            Event::Enter(path, window) => {
                // The window of a MIN node is in its own view.
                hopes.insert(path, -window.alpha);
            }
            Event::Leaf(path, value) => {
                let Some((_, parent)) = path.split_last() else { continue };
                let live = hopes.get(parent).copied().unwrap_or(Score::INFINITY);
                let solved = live.min(value);
                hopes.insert(parent.to_vec(), solved);
                let process = if processors > 1 { i64::from(path[0]) + 1 } else { 1 };
                // All that hold a terminal examine it at the same time, in the order of the processes.
                let last = list.last().map_or((0, i64::MAX), |one| (one.count, one.process));
                let count = if process > last.1 { last.0 } else { last.0 + 1 };
                let terminal = path.iter().fold(0.0, |number, child| 10.0 * number + f64::from(child + 1));
                let number = |score: Score| if score == Score::INFINITY { f64::INFINITY } else { f64::from(score.0) };
                list.push(Examined { count, process, terminal, live: number(live), solved: number(solved) });
            }
            _ => {}
        }
    }
    Ok(list)
}
