//! Measured means compared with formulas for the same trees.

use provebest::Algorithm;

use super::INDEPENDENT;
use super::pictures::{known, note};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::subject::TreeKind;
use crate::theory::{alpha_beta_leaves, dual_star_leaves, sss_star_leaves};

/// A plan on trees with independent leaves that are, nearly always, all different.
pub(super) fn independent(algorithms: &[Algorithm], widths: &[u32], depths: &[u32], trees: u32) -> Plan {
    Plan { values: INDEPENDENT, ..Plan::of(algorithms, widths, depths, trees).of_kinds(&[TreeKind::Independent]) }
}

/// The expected leaves, where there is a formula.
pub(super) fn expected(algorithm: &str, width: u32, depth: u32) -> Option<f64> {
    match algorithm.parse().ok()? {
        Algorithm::AlphaBeta => Some(alpha_beta_leaves(width, depth)),
        Algorithm::SssStar => Some(sss_star_leaves(width, depth)),
        Algorithm::DualStar => Some(dual_star_leaves(width, depth)),
        _ => None,
    }
}

/// Does a plan have only algorithms with a formula?
pub(super) fn check(plan: &Plan) -> anyhow::Result<()> {
    for algorithm in &plan.algorithms {
        let known = expected(algorithm.name(), 2, 2).is_some();
        anyhow::ensure!(known, "there is no formula for {algorithm}; expected alpha-beta, sss-star or dual-star");
    }
    Ok(())
}

/// Leaves over depth in percent of what alpha-beta is expected to visit; measured means and their formulas.
pub(super) fn figure(title: &str, plan: &Plan, results: &Results) -> Figure {
    let all = results.summaries();
    let panel = |&width: &u32| {
        let unit = |depth: u32| 100.0 / alpha_beta_leaves(width, depth);
        let mut curves = Vec::new();
        for algorithm in plan.algorithms.iter().map(|algorithm| algorithm.name()) {
            let (name, ink) = known(algorithm);
            let formula = plan.depths.iter().filter_map(|&depth| {
                let leaves = expected(algorithm, width, depth)?;
                Some(Point::sharp(f64::from(depth), leaves * unit(depth)))
            });
            curves.push(Curve { label: String::new(), ink: Ink::THEORY, points: formula.collect() });
            let own = all.iter().filter(|one| one.algorithm == algorithm && one.subject.width() == width);
            let points = own.map(|one| {
                let (unit, (low, high)) = (unit(one.subject.depth()), one.leaf_visits.interval());
                let mean = one.leaf_visits.mean();
                Point { x: f64::from(one.subject.depth()), y: mean * unit, low: low * unit, high: high * unit }
            });
            curves.push(Curve { label: name, ink, points: points.collect() });
        }
        Panel {
            title: format!("w = {width}, independent leaves"),
            x: Axis::at("depth of the tree, plies", Scale::Linear, plan.depths.iter().map(|&d| f64::from(d))),
            y: Axis::new("leaf visits, % of the formula for alpha-beta", Scale::Log),
            content: Content::Curves(curves),
        }
    };
    let panels = plan.widths.iter().map(panel).collect();
    Figure { title: title.into(), note: note(plan, "; grey lines: the formulas"), panels }
}

/// How many standard errors a measured mean lies off its formula.
fn off(one: &Summary) -> Option<f64> {
    let expected = expected(&one.algorithm, one.subject.width(), one.subject.depth())?;
    let difference = one.leaf_visits.mean() - expected;
    // Where every tree gives the same count there is no error but rounding.
    Some(if difference.abs() < 1e-9 * expected { 0.0 } else { difference / one.leaf_visits.standard_error() })
}

/// Every mean with its formula, and the worst of them.
pub(super) fn findings(results: &Results) -> Vec<String> {
    let all = results.summaries();
    let line = |one: &Summary| {
        let expected = expected(&one.algorithm, one.subject.width(), one.subject.depth())?;
        let (mean, error) = (one.leaf_visits.mean(), one.leaf_visits.standard_error());
        Some(format!(
            "{}, {}: {mean:.2} leaves, standard error {error:.2}; the formula says {expected:.2} (z = {:.2})",
            one.subject,
            known(&one.algorithm).0,
            off(one)?
        ))
    };
    let mut lines: Vec<String> = all.iter().filter_map(line).collect();
    let worst = all.iter().filter_map(off).map(f64::abs).fold(0.0, f64::max);
    lines.push(format!("of {} means the farthest lies {worst:.2} standard errors off its formula", lines.len()));
    lines
}
