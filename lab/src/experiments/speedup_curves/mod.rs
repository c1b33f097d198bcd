//! Speed-up over the number of processors.

use provebest::{Algorithm, AnyMachine};

use super::many_processors::{check, classes, most, parallel, powers, trial, tries};
use super::pictures::{known, note, point_of_factors};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::Results;
use crate::speed::{PARTS, SEQUENTIAL, Speed, seen, speeds};
use crate::subject::{Subject, TreeClass, TreeKind};
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct SpeedupCurves;

/// How many processors: fewer points on very large trees, and no thousand processors for a handful of leaves.
fn processors(class: TreeClass) -> Vec<u64> {
    match class.minimal() {
        0..500 => powers(1, 64, 4),
        500..10_000 => powers(1, 1024, 4),
        10_000..1_000_000 => vec![1, 16, 256, 1024, 4096],
        _ => vec![16, 256, 1024],
    }
}

impl Experiment for SpeedupCurves {
    fn about(&self) -> About {
        About { name: "speedup-curves", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let plan = Plan::of(&parallel(), &[], &[], if quick { 2 } else { 20 });
        if quick {
            return plan.only(classes(4, 5));
        }
        let class = |kind, width, depth| TreeClass { kind, width, depth };
        let large = [
            class(TreeKind::Random, 8, 8),
            class(TreeKind::First(60), 12, 12),
            class(TreeKind::First(60), 10, 8),
            class(TreeKind::Preordered, 10, 10),
        ];
        // Twenty of the large ones would take hours: they show a shape, and decide nothing.
        plan.only(large.into_iter().chain(classes(5, 8))).few(large, 1)
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        check(plan)
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let alone = |algorithm: Algorithm| Trial::of(vec![None], algorithm.with(plan.settings()), AnyMachine::Alone);
        let mut trials: Vec<Trial> = SEQUENTIAL.map(alone).to_vec();
        for &algorithm in plan.algorithms.iter().filter(|&&one| tries(one, tree.class)) {
            let counts = processors(tree.class).into_iter().filter(|&count| count <= most(algorithm));
            trials.extend(counts.map(|count| trial(plan, tree.class, algorithm, count, None)));
        }
        Ok(trials)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = speeds(&seen(results));
        let (mut panels, mut below) = (Vec::new(), Vec::new());
        for class in plan.classes() {
            let own: Vec<&Speed<Subject>> = all.iter().filter(|speed| speed.kind == class).collect();
            panels.extend([false, true].map(|splits| curves(plan, class, &own, splits)));
            below.push(shares(plan, class, &own));
        }
        panels.append(&mut below);
        let title = "What N processors are worth, over the best sequential search of each tree".into();
        Figure { title, note: note(plan, "; grey: N and 0.34 N; pale: the searches of the other panel"), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = speeds(&seen(results));
        let line = |speed: &Speed<Subject>| {
            let most = speed.kind.tree().is_ok_and(|class| processors(class).last() == Some(&speed.processors));
            if !most && ![16, 256].contains(&speed.processors) {
                return None;
            }
            let (name, [useful, search, mail, idle]) = (known(&speed.algorithm).0, speed.shares.map(|s| s.mean()));
            let own = match speed.over_own.count() {
                0 => String::new(),
                _ => format!(", {:.1} times as fast as on one", speed.over_own.mean()),
            };
            Some(format!(
                "{}, {name} on {}: {:.1} ±{:.1} times as fast as the best sequential search{own}; {:.1} times its leaves; \
                 useful {:.0} %, search overhead {:.0} %, mail {:.0} %, idle {:.0} %",
                speed.kind,
                speed.processors,
                speed.over_best.mean(),
                speed.over_best.half_interval(),
                speed.overhead.mean(),
                100.0 * useful,
                100.0 * search,
                100.0 * mail,
                100.0 * idle
            ))
        };
        all.iter().filter_map(line).collect()
    }
}

/// Does it divide the children of a node among processors, with windows? Half of the searches do: sixteen curves in one panel cannot be
/// told apart.
fn splits(algorithm: Algorithm) -> bool {
    use Algorithm::*;
    matches!(
        algorithm,
        MandatoryWorkFirst
            | TreeSplitting
            | PvSplitting
            | DynamicPvSplitting
            | YoungBrothers
            | BoundAndBranch
            | EvaluateRefute
            | Jamboree
    )
}

/// Speed-up over N: of the searches that divide the children of a node, or of the others.
fn curves(plan: &Plan, class: TreeClass, own: &[&Speed<Subject>], splitting: bool) -> Panel {
    let counts = processors(class);
    let line = |label: &str, factor: f64| {
        let points = counts.iter().map(|&n| n as f64).filter(|n| n * factor >= 1.0);
        let points = points.map(|n| Point::sharp(n, n * factor)).collect();
        Curve { label: label.into(), ink: Ink::THEORY, points }
    };
    let mut list = vec![line("N", 1.0), line("0.34 N", 0.34)];
    for others in [true, false] {
        for algorithm in plan.algorithms.iter().filter(|&&one| (splits(one) != splitting) == others) {
            let mine = own.iter().filter(|speed| speed.algorithm == algorithm.name());
            let point = |speed: &&Speed<Subject>| point_of_factors(speed.processors as f64, &speed.over_best);
            let points: Vec<Point> = mine.map(point).collect();
            let (label, ink) = known(algorithm.name());
            list.extend((!points.is_empty()).then(|| match others {
                true => {
                    let points = points.iter().map(|point| Point::sharp(point.x, point.y)).collect();
                    Curve { label: String::new(), ink: Ink::PALE, points }
                }
                false => Curve { label, ink, points },
            }));
        }
    }
    let who = if splitting { "children divided" } else { "other searches" };
    Panel {
        title: format!("{}: {who}", class.words()),
        x: Axis::at("processors, N", Scale::Log, counts.iter().map(|&n| n as f64)),
        y: Axis::new("speed-up over the best sequential search", Scale::Log),
        content: Content::Curves(list),
    }
}

/// Where the time goes, with as many processors as there were.
fn shares(plan: &Plan, class: TreeClass, own: &[&Speed<Subject>]) -> Panel {
    let most = processors(class).last().copied().unwrap_or(1);
    let mut bars = Vec::new();
    for algorithm in plan.algorithms.iter().map(|algorithm| algorithm.name()) {
        let found = own.iter().find(|speed| speed.algorithm == algorithm && speed.processors == most);
        bars.extend(found.map(|speed| (known(algorithm).0, speed.shares.map(|s| 100.0 * s.mean()).to_vec())));
    }
    let inks = [Algorithm::DualStar, Algorithm::NegaScout, Algorithm::InformedNegaScout].map(crate::plot::ink);
    let inks = inks.into_iter().chain([Ink::PALE]);
    let parts = PARTS.iter().map(|part| part.to_string()).zip(inks).collect();
    Panel {
        title: format!("{}: the time of {most} processors", class.words()),
        x: Axis::at("share of N x time, %", Scale::Linear, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]),
        y: Axis::new("", Scale::Linear),
        content: Content::Stacks { parts, bars },
    }
}
