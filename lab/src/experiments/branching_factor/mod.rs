//! Growth per ply.

use provebest::Algorithm;

use super::formulas::{self, expected};
use super::pictures::{known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::theory::branching_factor;

pub(super) struct BranchingFactor;

impl Experiment for BranchingFactor {
    fn about(&self) -> About {
        About { name: "branching-factor", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms = [Algorithm::AlphaBeta, Algorithm::SssStar, Algorithm::DualStar];
        let (widths, depths, trees): (&[u32], &[u32], u32) =
            if quick { (&[2, 3], &[3, 4, 5, 6, 7, 8], 100) } else { (&[2, 3, 5], &[1, 2, 3, 4, 5, 6, 7, 8], 400) };
        formulas::independent(&algorithms, widths, depths, trees)
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let pair = plan.depths.iter().any(|depth| plan.depths.contains(&(depth + 2)));
        anyhow::ensure!(pair, "growth is measured over two plies; expected depths such as 2,4,6 or 2..8");
        formulas::check(plan)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |&width: &u32| {
            let limit = branching_factor(width);
            let depths: Vec<u32> = plan.depths.iter().copied().filter(|d| plan.depths.contains(&(d + 2))).collect();
            let ends = depths.iter().map(|depth| f64::from(depth + 2));
            let flat = ends.clone().map(|depth| Point::sharp(depth, limit)).collect();
            let mut curves = vec![Curve { label: "limit".into(), ink: Ink::THEORY, points: flat }];
            for algorithm in plan.algorithms.iter().map(|algorithm| algorithm.name()) {
                let formula = depths.iter().filter_map(|&depth| {
                    let ratio = expected(algorithm, width, depth + 2)? / expected(algorithm, width, depth)?;
                    Some(Point::sharp(f64::from(depth + 2), ratio.sqrt()))
                });
                curves.push(Curve { label: String::new(), ink: Ink::THEORY, points: formula.collect() });
                let (label, ink) = known(algorithm);
                let own = growths(&all).filter(|(one, _)| one.algorithm == algorithm && one.subject.width() == width);
                curves.push(Curve { label, ink, points: own.map(|(_, point)| point).collect() });
            }
            Panel {
                title: format!("w = {width}: the limit is {limit:.3}"),
                x: Axis::at("depth of the tree, plies", Scale::Linear, ends),
                y: Axis::at("growth per ply, over the last two plies", Scale::Log, ticks(&curves)),
                content: Content::Curves(curves),
            }
        };
        let title = "The growth per ply tends to Pearl's branching factor".into();
        let note = note(plan, "; grey lines: the formulas");
        Figure { title, note, panels: plan.widths.iter().map(panel).collect() }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let line = |(one, point): (&Summary, Point)| {
            let (width, depth) = (one.subject.width(), one.subject.depth());
            let formula = expected(&one.algorithm, width, depth)? / expected(&one.algorithm, width, depth - 2)?;
            Some(format!(
                "w = {width}, d = {} to {depth}, {}: {:.3} per ply [{:.3}, {:.3}]; the formula says {:.3}, the limit is {:.3}",
                depth - 2,
                known(&one.algorithm).0,
                point.y,
                point.low,
                point.high,
                formula.sqrt(),
                branching_factor(width)
            ))
        };
        growths(&all).filter_map(line).collect()
    }
}

/// Round numbers within the curves, some five of them: factors so near to each other have no powers of ten between them.
fn ticks(curves: &[Curve]) -> Vec<f64> {
    let numbers = || curves.iter().flat_map(|curve| &curve.points).flat_map(|point| [point.low, point.high]);
    let (low, high) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
    let steps = [0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];
    let step = steps.into_iter().find(|step| high - low < 6.0 * step).unwrap_or(10.0);
    ((low / step).ceil() as u32..=(high / step).floor() as u32).map(|k| f64::from(k) * step).collect()
}

/// The growth per ply from two plies before to every summary, with its 95 % interval.
fn growths(all: &[Summary]) -> impl Iterator<Item = (&Summary, Point)> {
    all.iter().filter_map(move |now| {
        let same = |one: &&Summary| {
            (one.subject.kind(), one.subject.width(), &one.algorithm)
                == (now.subject.kind(), now.subject.width(), &now.algorithm)
        };
        let before = all.iter().filter(same).find(|one| one.subject.depth() + 2 == now.subject.depth())?;
        let ratio = now.leaf_visits.mean() / before.leaf_visits.mean();
        let error = |one: &Summary| one.leaf_visits.half_interval() / one.leaf_visits.mean();
        let stretch = (0.5 * error(now).hypot(error(before))).exp();
        let growth = ratio.sqrt();
        let point =
            Point { x: f64::from(now.subject.depth()), y: growth, low: growth / stretch, high: growth * stretch };
        Some((now, point))
    })
}
