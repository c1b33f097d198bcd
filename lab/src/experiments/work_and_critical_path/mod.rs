//! T = c1 C + c2 W / P.

use provebest::Algorithm;

use super::many_processors::{check, classes, parallel, powers, trial};
use super::pictures::{known, note};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Bar, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::Results;
use crate::speed::{Basis, Seen, fit, modelled, seen};
use crate::statistics::Fit;
use crate::subject::Subject;
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct WorkAndCriticalPath;

/// Does it keep the chain of its work? Those that learn from each other through shared memory do not.
fn has_path(algorithm: Algorithm) -> bool {
    use Algorithm::*;
    !matches!(
        algorithm,
        ParSss | ParIterSss | ParallelDual | KeyNode | ParallelAspiration | LazySmp | Abdada | ParMtSss
    )
}

impl Experiment for WorkAndCriticalPath {
    fn about(&self) -> About {
        About { name: "work-and-critical-path", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms: Vec<Algorithm> = parallel().into_iter().filter(|&one| has_path(one)).collect();
        let plan = Plan::of(&algorithms, &[], &[], if quick { 3 } else { 20 });
        if quick { plan.only(classes(4, 4)) } else { plan.only([classes(5, 7), classes(10, 6)].concat()) }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        check(plan)
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let mut trials = Vec::new();
        for &algorithm in plan.algorithms.iter().filter(|one| one.is_parallel()) {
            let counts = powers(1, if tree.class.minimal() < 100 { 64 } else { 512 }, 8);
            trials.extend(counts.into_iter().map(|count| trial(plan, tree.class, algorithm, count, None)));
        }
        Ok(trials)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = seen(results);
        let names = ["jamboree", "young-brothers"];
        let shown: Vec<&str> = plan.algorithms.iter().map(|one| one.name()).filter(|one| names.contains(one)).collect();
        let shown = if shown.is_empty() { vec![plan.algorithms[0].name()] } else { shown };
        let mut panels = Vec::new();
        for basis in [Basis::Own, Basis::One] {
            panels.extend(shown.iter().filter_map(|algorithm| scatter(&all, algorithm, basis)));
        }
        panels.extend([0, 1].map(|number| constants(plan, &all, number)));
        let title = "Work and critical path tell the time: T = c1 C + c2 W / P".into();
        Figure { title, note: note(plan, " of the constants; grey: as predicted, and Kuszmaul's constants"), panels }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = seen(results);
        let mut names: Vec<&str> = all.iter().map(|one| one.algorithm.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let mut lines = Vec::new();
        for algorithm in names {
            for (basis, words) in [(Basis::Own, "of the run itself"), (Basis::One, "of one processor")] {
                let Some(Fit { factors, errors, residual, rows, .. }) = fit(&modelled(&all, algorithm, basis)) else {
                    continue;
                };
                lines.push(format!(
                    "{}, W and C {words}: c1 = {:.3} (standard error {:.3}), c2 = {:.3} ({:.3}), off by {:.1} % (root mean \
                     square of {rows} runs)",
                    known(algorithm).0,
                    factors[0],
                    errors[0],
                    factors[1],
                    errors[1],
                    100.0 * residual
                ));
            }
        }
        lines
    }
}

/// Times as predicted, and as measured.
fn scatter(all: &[Seen<Subject>], algorithm: &str, basis: Basis) -> Option<Panel> {
    let runs = modelled(all, algorithm, basis);
    let Fit { factors: [c1, c2], residual, .. } = fit(&runs)?;
    let points: Vec<Point> = runs.iter().map(|run| Point::sharp(c1 * run.path + c2 * run.share, run.time)).collect();
    let ends = points.iter().map(|point| point.x);
    let (least, most) = (ends.clone().fold(f64::INFINITY, f64::min), ends.fold(0.0, f64::max));
    let equal = [least, most].map(|x| Point::sharp(x, x)).to_vec();
    let (name, ink) = known(algorithm);
    let words = match basis {
        Basis::Own => "W and C of the run",
        Basis::One => "W and C of P = 1",
    };
    Some(Panel {
        title: format!("{name}, {words}: off by {:.0} %", 100.0 * residual),
        x: Axis::new(format!("predicted: {c1:.2} C + {c2:.2} W / P, leaf-times"), Scale::Log),
        y: Axis::new("measured time, leaf-times", Scale::Log),
        content: Content::Scatter(vec![
            Curve { label: String::new(), ink, points },
            Curve { label: "equal".into(), ink: Ink::THEORY, points: equal },
        ]),
    })
}

/// A constant of all algorithms, and Kuszmaul's.
fn constants(plan: &Plan, all: &[Seen<Subject>], number: usize) -> Panel {
    let bar = |algorithm: &Algorithm| {
        let fit = fit(&modelled(all, algorithm.name(), Basis::Own))?;
        let ((label, ink), (low, high)) = (known(algorithm.name()), fit.interval(number));
        Some(Bar { label, ink, value: fit.factors[number], low, high })
    };
    let mut bars: Vec<Bar> = plan.algorithms.iter().filter_map(bar).collect();
    let value = [0.95, 1.09][number];
    bars.push(Bar { label: "Kuszmaul".into(), ink: Ink::THEORY, value, low: value, high: value });
    let what = ["the critical path", "the work of each processor"][number];
    Panel {
        title: format!("c{}: what {what} costs", number + 1),
        x: Axis::new(format!("c{}, with W and C of the run", number + 1), Scale::Linear),
        y: Axis::new("", Scale::Linear),
        content: Content::Bars(bars),
    }
}
