//! Parts of pictures that several experiments share.

use provebest::Algorithm;

use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Curve, FEWEST_FOR_INTERVALS, Figure, Ink, Panel, Point, Scale, ink, label};
use crate::results::{Results, Summary};
use crate::statistics::Sample;
use crate::subject::Subject;

/// The label and ink of the algorithm with this name.
pub(crate) fn known(name: &str) -> (String, Ink) {
    match name.parse::<Algorithm>() {
        Ok(algorithm) => (label(algorithm).into(), ink(algorithm)),
        Err(_) => (name.into(), Ink::THEORY),
    }
}

/// A mean with its interval, somewhere.
pub(crate) fn point(x: f64, sample: &Sample) -> Point {
    let (low, high) = sample.interval();
    seen(sample, Point { x, y: sample.mean(), low, high })
}

/// Without its interval, if that rests on too few trees.
fn seen(sample: &Sample, point: Point) -> Point {
    if sample.count() < FEWEST_FOR_INTERVALS.into() { Point::sharp(point.x, point.y) } else { point }
}

/// The same on a scale of equal factors, where an interval that reaches to 0 has no lower end.
pub(crate) fn point_of_factors(x: f64, sample: &Sample) -> Point {
    let point = point(x, sample);
    Point { low: point.low.max(point.y / 3.0).min(point.y), ..point }
}

/// A mean with the least and the most of all.
pub(crate) fn spread(x: f64, sample: &Sample) -> Point {
    let (low, high) = sample.range();
    seen(sample, Point { x, y: sample.mean(), low, high })
}

/// One curve per algorithm over something that the summaries know.
pub(crate) fn curves(
    plan: &Plan,
    summaries: &[&Summary],
    x: impl Fn(&Summary) -> f64,
    y: impl Fn(&Summary) -> Sample,
) -> Vec<Curve> {
    let curve = |algorithm: &Algorithm| {
        let own = summaries.iter().filter(|summary| summary.algorithm == algorithm.name());
        let points: Vec<Point> = own.map(|summary| point(x(summary), &y(summary))).collect();
        let (label, ink) = known(algorithm.name());
        (!points.is_empty()).then_some(Curve { label, ink, points })
    };
    plan.algorithms.iter().filter_map(curve).collect()
}

/// How many trees, and what the bars mean.
pub(crate) fn note(plan: &Plan, more: &str) -> String {
    let trees = if plan.trees == 1 { "one tree".to_string() } else { format!("{} trees", plan.trees) };
    format!("Means over {trees} of each kind with 95 % intervals{more}")
}

/// The axis that most pictures share.
pub(crate) fn percent(scale: Scale) -> Axis {
    Axis::new("leaf visits, % of the minimal tree", scale)
}

/// Visits over width or depth, a panel for each order and for each value of the other one.
pub(crate) fn visits_over(by_depth: bool, title: &str, plan: &Plan, results: &Results) -> Figure {
    let all = results.summaries();
    let (along, across) = if by_depth { (&plan.depths, &plan.widths) } else { (&plan.widths, &plan.depths) };
    let mut panels = Vec::new();
    for &other in across {
        for &kind in &plan.kinds {
            let here = |summary: &&Summary| {
                let subject = summary.subject;
                subject.kind() == kind && (if by_depth { subject.width() } else { subject.depth() }) == other
            };
            let own: Vec<&Summary> = all.iter().filter(here).collect();
            let x =
                |summary: &Summary| f64::from(if by_depth { summary.subject.depth() } else { summary.subject.width() });
            let name = if by_depth { "depth of the tree, plies" } else { "width of the tree, children per node" };
            let shape = if by_depth { format!("w = {other}") } else { format!("d = {other}") };
            panels.push(Panel {
                title: format!("{shape}, {}", kind.words()),
                x: Axis::at(name, Scale::Linear, along.iter().map(|&n| f64::from(n))),
                y: percent(Scale::Log),
                content: Content::Curves(curves(plan, &own, x, |summary| summary.percent)),
            });
        }
    }
    Figure { title: title.into(), note: note(plan, "; logarithmic scale"), panels }
}

/// A bar for each row of the summaries, a panel for each kind of tree.
pub(crate) fn bars(
    results: &Results,
    axis: &str,
    label: impl Fn(&Summary) -> String,
    value: impl Fn(&Summary) -> Sample,
) -> Vec<Panel> {
    let all = results.summaries();
    let panel = |subject: Subject| {
        let own = all.iter().filter(|one| one.subject == subject && value(one).count() > 0);
        let bar = |one: &Summary| {
            let sample = value(one);
            let (low, high) = sample.interval();
            Bar { label: label(one), ink: known(&one.algorithm).1, value: sample.mean(), low, high }
        };
        let (x, y) = (Axis::new(axis, Scale::Linear), Axis::new("", Scale::Linear));
        Panel { title: subject.words(), x, y, content: Content::Bars(own.map(bar).collect()) }
    };
    results.subjects().into_iter().map(panel).collect()
}
