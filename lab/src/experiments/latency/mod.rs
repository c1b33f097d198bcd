//! Mail that takes long.

use std::collections::BTreeMap;

use provebest::Algorithm;

use super::many_processors::{check, parallel, trial, tries};
use super::pictures::{known, note, point, point_of_factors};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Curve, Figure, Panel, Scale};
use crate::results::Results;
use crate::speed::{Delayed, delays, seen};
use crate::subject::{Subject, TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct Latency;

const MOST: u64 = 64;
const PROCESSORS: [u64; 2] = [16, MOST];
const LATENCIES: [u64; 5] = [0, 1, 10, 100, 1000];

/// Those that store every node take most of the time of the experiment.
fn is_slow(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::KeyNode | Algorithm::ParMtSss)
}

impl Experiment for Latency {
    fn about(&self) -> About {
        About { name: "latency", keys: &["processors", "latency"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        // Those that share a table send no mail.
        let mails = |one: &Algorithm| !matches!(one, Algorithm::LazySmp | Algorithm::Abdada);
        let algorithms: Vec<Algorithm> = parallel().into_iter().filter(mails).collect();
        let plan = Plan::of(&algorithms, &[], &[], if quick { 2 } else { 20 });
        let class = |kind, width, depth| TreeClass { kind, width, depth };
        if quick {
            return plan.only([class(TreeKind::First(60), 4, 4), class(TreeKind::Preordered, 4, 4)]);
        }
        let large = [class(TreeKind::First(60), 10, 8), class(TreeKind::Random, 10, 8)];
        let small = [class(TreeKind::First(60), 5, 8), class(TreeKind::Preordered, 5, 8)];
        plan.only(large.into_iter().chain(small)).few(large, 1)
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        check(plan)
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let mut trials = Vec::new();
        for &algorithm in plan.algorithms.iter().filter(|&&one| tries(one, tree.class)) {
            for processors in PROCESSORS.into_iter().filter(|&count| count == MOST || !is_slow(algorithm)) {
                let late = |latency: u64| trial(plan, tree.class, algorithm, processors, Some(latency));
                trials.extend(LATENCIES.map(late));
            }
        }
        Ok(trials)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = delays(&seen(results));
        let mut panels = Vec::new();
        for class in plan.classes() {
            for processors in PROCESSORS {
                let own: Vec<&Delayed<Subject>> =
                    all.iter().filter(|one| one.kind == class && one.processors == processors).collect();
                let curve = |algorithm: &str| {
                    let mine = own.iter().filter(|one| one.algorithm == algorithm);
                    let (label, ink) = known(algorithm);
                    Curve {
                        label,
                        ink,
                        points: mine.map(|one| point_of_factors(one.latency as f64, &one.time)).collect(),
                    }
                };
                let names = plan.algorithms.iter().map(|algorithm| algorithm.name());
                let list: Vec<Curve> = names.map(curve).filter(|curve| !curve.points.is_empty()).collect();
                panels.push(Panel {
                    title: format!("{processors} processors, {}", class.words()),
                    x: Axis::at("time that mail takes, leaf-times", Scale::BothWays, LATENCIES.map(|l| l as f64)),
                    y: Axis::new("time, relative to mail that takes none", Scale::Log),
                    content: Content::Curves(list),
                });
            }
        }
        let last = plan.classes().last().copied();
        let bars = |latency: u64, value: &dyn Fn(&Delayed<Subject>) -> crate::statistics::Sample| -> Vec<Bar> {
            let here = |one: &&Delayed<Subject>| {
                Some(one.kind) == last.map(Subject::from) && one.processors == MOST && one.latency == latency
            };
            let bar = |one: &Delayed<Subject>| {
                let ((label, ink), p) = (known(&one.algorithm), point(0.0, &value(one)));
                Bar { label, ink, value: p.y, low: p.low.max(0.0), high: p.high }
            };
            all.iter().filter(here).map(bar).collect()
        };
        let panel = |title: String, axis: &str, list: Vec<Bar>| Panel {
            title,
            x: Axis::new(axis, Scale::Linear),
            y: Axis::new("", Scale::Linear),
            content: Content::Bars(list),
        };
        let shape = last.map_or(String::new(), |class| class.words());
        panels.push(panel(
            format!("Mail, {MOST} processors, {shape}"),
            "messages for each leaf visit, where mail takes no time",
            bars(0, &|one| one.messages),
        ));
        panels.push(panel(
            format!("Waiting, {MOST} processors, {shape}"),
            "idle, % of N x time, where mail takes 100 leaf-times",
            bars(100, &|one| one.idle),
        ));
        Figure { title: "How searches cope with slow messages".into(), note: note(plan, ""), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = delays(&seen(results));
        let mut lines: BTreeMap<(Subject, u64, &str), Vec<String>> = BTreeMap::new();
        for one in &all {
            let text = format!("{:.2} at {} ({:.0} % idle)", one.time.mean(), one.latency, one.idle.mean());
            lines.entry((one.kind, one.processors, &one.algorithm)).or_default().push(text);
        }
        let line = |((subject, processors, algorithm), times): (_, Vec<String>)| {
            format!("{subject}, {} on {processors}: time {}", known(algorithm).0, times.join(", "))
        };
        lines.into_iter().map(line).collect()
    }
}
