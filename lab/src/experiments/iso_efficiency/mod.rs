//! How large a tree must be for many processors.

use provebest::search::TableSize;
use provebest::{Algorithm, AnyMachine};

use super::many_processors::{check, powers, trial};
use super::pictures::{known, note, point_of_factors};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::Results;
use crate::speed::{SEQUENTIAL, Seen, Speed, seen, speeds_with};
use crate::subject::{Subject, TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct IsoEfficiency;

const MOST: u64 = 4096;
const LATENCIES: [u64; 2] = [0, 10];
const TABLE_MB: i64 = 64;

const SEARCHES: [Algorithm; 9] = {
    use Algorithm::*;
    [
        MandatoryWorkFirst,
        TreeSplitting,
        PvSplitting,
        DynamicPvSplitting,
        YoungBrothers,
        BoundAndBranch,
        EvaluateRefute,
        Jamboree,
        BoardSearch,
    ]
};

/// No thousand processors for a handful of leaves.
fn processors(class: TreeClass) -> Vec<u64> {
    powers(1, if class.minimal() < 500 { 64 } else { MOST }, 4)
}

fn class(width: u32, depth: u32) -> TreeClass {
    TreeClass { kind: TreeKind::First(60), width, depth }
}

impl Experiment for IsoEfficiency {
    fn about(&self) -> About {
        let keys = &["processors", "latency", "table"];
        About { name: "iso-efficiency", keys, readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        match quick {
            true => Plan::of(&SEARCHES, &[], &[], 1).only([class(4, 3), class(4, 4)]),
            false => {
                Plan::of(&SEARCHES, &[], &[], 4).only((5..=8).map(|depth| class(10, depth))).few([class(10, 8)], 2)
            }
        }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        check(plan)
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let alone = |algorithm: Algorithm| Trial::of(vec![None; 3], algorithm.with(plan.settings()), AnyMachine::Alone);
        let mut trials: Vec<Trial> = SEQUENTIAL.map(alone).to_vec();
        for &algorithm in plan.algorithms.iter().filter(|algorithm| algorithm.is_parallel()) {
            let counts = processors(tree.class);
            for (latency, processors) in
                LATENCIES.iter().flat_map(|&late| counts.iter().map(move |&count| (late, count)))
            {
                let mut plain = trial(plan, tree.class, algorithm, processors, Some(latency));
                plain.keys.push(None);
                if algorithm.takes_table() && latency == 0 {
                    let mut with = plain.clone();
                    with.keys[2] = Some(TABLE_MB);
                    with.search.settings.table = Some(TableSize::Total((TABLE_MB as usize) << 20));
                    trials.push(with);
                }
                trials.push(plain);
            }
        }
        Ok(trials)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let largest = plan.classes().into_iter().max_by_key(TreeClass::minimal);
        let mut panels = Vec::new();
        for latency in LATENCIES {
            let all = speeds_with(&without_tables(results), latency);
            panels.extend(largest.map(|class| curves(plan, class, &all, latency)));
            panels.push(sizes(plan, &all, latency));
        }
        let title = "How large a tree must be for N processors, over the best sequential search of each tree".into();
        Figure { title, note: note(plan, "; grey: N, and the best that any method can do"), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mut lines = Vec::new();
        for latency in LATENCIES {
            let all = speeds_with(&without_tables(results), latency);
            let half = |(name, count, size): (&str, u64, f64)| {
                format!(
                    "latency {latency}, {} on {count}: half of N from 10^{:.0} leaves on",
                    known(name).0,
                    size.log10()
                )
            };
            lines.extend(halves(&all).into_iter().map(half));
        }
        let plain = speeds_with(&without_tables(results), 0);
        let with_table = speeds_with(&seen_where(results, |table| table.is_some()), 0);
        let largest = plain.iter().map(|speed| speed.processors).max().unwrap_or(1).min(1024);
        for speed in plain.iter().filter(|speed| speed.processors == largest) {
            let mut line = format!(
                "{}, {} on {largest}: {:.1} times as fast, {:.1} times the leaves, idle {:.0} %",
                speed.kind,
                known(&speed.algorithm).0,
                speed.over_best.mean(),
                speed.overhead.mean(),
                100.0 * speed.shares[3].mean()
            );
            if speed.most.count() > 0 {
                line += &format!("; its critical path allows {:.0}", speed.most.mean());
            }
            let same = |other: &&Speed<Subject>| {
                (other.kind, &other.algorithm, other.processors) == (speed.kind, &speed.algorithm, speed.processors)
            };
            if let Some(with) = with_table.iter().find(same) {
                line += &format!("; with a table {:.1}", with.over_best.mean());
            }
            lines.push(line);
        }
        lines
    }
}

/// Sequential searches, and those of the others whose table is as asked.
fn seen_where(results: &Results, table: impl Fn(Option<i64>) -> bool) -> Vec<Seen<Subject>> {
    let all = seen(results).into_iter().zip(&results.rows);
    all.filter(|(one, counted)| one.took.is_none() || table(counted.row.keys[2])).map(|(one, _)| one).collect()
}

fn without_tables(results: &Results) -> Vec<Seen<Subject>> {
    seen_where(results, |table| table.is_none())
}

fn leaves(class: TreeClass) -> f64 {
    f64::from(class.width).powi(class.depth as i32)
}

/// For each search and N > 1, the leaves of the smallest tree on which N processors are worth N/2.
fn halves(all: &[Speed<Subject>]) -> Vec<(&str, u64, f64)> {
    let mut list: Vec<(&str, u64, f64)> = Vec::new();
    for speed in all.iter().filter(|speed| speed.processors > 1) {
        let Ok(class) = speed.kind.tree() else { continue };
        if speed.over_best.mean() < speed.processors as f64 / 2.0 {
            continue;
        }
        let known = list.iter_mut().find(|one| (one.0, one.1) == (speed.algorithm.as_str(), speed.processors));
        match known {
            Some(known) => known.2 = known.2.min(leaves(class)),
            None => list.push((&speed.algorithm, speed.processors, leaves(class))),
        }
    }
    list
}

/// Speed-up over N on the largest tree.
fn curves(plan: &Plan, class: TreeClass, all: &[Speed<Subject>], latency: u64) -> Panel {
    let counts = processors(class);
    let own = || all.iter().filter(|speed| speed.kind == class);
    // All have to visit the minimal tree.
    let best = own().map(|speed| speed.best.mean()).next().unwrap_or(1.0) / class.minimal() as f64;
    let line = |label: &str, factor: f64| {
        let points = counts.iter().map(|&n| Point::sharp(n as f64, n as f64 * factor)).collect();
        Curve { label: label.into(), ink: Ink::THEORY, points }
    };
    let curve = |algorithm: &Algorithm| {
        let mine = own().filter(|speed| speed.algorithm == algorithm.name());
        let points = mine.map(|speed| point_of_factors(speed.processors as f64, &speed.over_best)).collect();
        let (label, ink) = known(algorithm.name());
        Curve { label, ink, points }
    };
    let list = [line("N", 1.0), line("any method", best)].into_iter().chain(plan.algorithms.iter().map(curve));
    Panel {
        title: format!("{}, latency {latency}", class.words()),
        x: Axis::at("processors, N", Scale::Log, counts.iter().map(|&n| n as f64)),
        y: Axis::new("speed-up over the best sequential search", Scale::Log),
        content: Content::Curves(list.filter(|curve| !curve.points.is_empty()).collect()),
    }
}

/// The least size for a speed-up of N/2, over N.
fn sizes(plan: &Plan, all: &[Speed<Subject>], latency: u64) -> Panel {
    let halves = halves(all);
    let curve = |algorithm: &Algorithm| {
        let own = halves.iter().filter(|(name, ..)| *name == algorithm.name());
        let points = own.map(|&(_, count, size)| Point::sharp(count as f64, size)).collect();
        let (label, ink) = known(algorithm.name());
        Curve { label, ink, points }
    };
    Panel {
        title: format!("how large a tree must be for a speed-up of N/2, latency {latency}"),
        x: Axis::at("processors, N", Scale::Log, powers(4, MOST, 4).into_iter().map(|n| n as f64)),
        y: Axis::at("leaves of the tree", Scale::Log, plan.classes().into_iter().map(leaves)),
        content: Content::Curves(plan.algorithms.iter().map(curve).filter(|curve| !curve.points.is_empty()).collect()),
    }
}
