//! MT-SSS*, MT-DUAL*, and MTD(f) with guesses of all qualities.

use provebest::family::Settings;
use provebest::{Algorithm, Score};

use super::pictures::{known, note, point};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Point, Scale};
use crate::results::{Results, Summary};
use crate::statistics::Sample;
use crate::subject::TreeClass;
use crate::trees::TreeInstance;
use crate::trial::Trial;

pub(super) struct MtFamily;

const ERRORS: [i32; 15] = [-3000, -1000, -300, -100, -30, -10, -1, 0, 1, 10, 30, 100, 300, 1000, 3000];
const WRITTEN: [f64; 9] = [-3000., -300., -30., -1., 0., 1., 30., 300., 3000.];

impl Experiment for MtFamily {
    fn about(&self) -> About {
        About { name: "mt-family", keys: &["error"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        use Algorithm::*;
        let algorithms = [AlphaBeta, NegaScout, MtSss, MtDual, MtdF];
        if quick { Plan::of(&algorithms, &[5], &[4], 5) } else { Plan::of(&algorithms, &[10], &[6], 400) }
    }

    fn trials(&self, plan: &Plan, tree: &TreeInstance) -> anyhow::Result<Vec<Trial>> {
        let value = tree.value()?;
        let mut trials = Vec::new();
        for &algorithm in &plan.algorithms {
            if !algorithm.takes_first_guess() {
                trials.push(Trial::spec(None, algorithm, plan.settings()));
                continue;
            }
            let trial = |error: i32| {
                let first_guess: Option<Score> = Some(value + error);
                Trial::spec(Some(error.into()), algorithm, Settings { first_guess, ..plan.settings() })
            };
            trials.extend(ERRORS.map(trial));
        }
        Ok(trials)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |class: TreeClass, stored: bool| {
            let measure = |s: &Summary| -> Sample { if stored { s.stored } else { s.percent } };
            let curve = |algorithm: &Algorithm| {
                let own: Vec<&Summary> =
                    all.iter().filter(|s| s.subject == class && s.algorithm == algorithm.name()).collect();
                let (label, ink) = known(algorithm.name());
                let points = |s: &&Summary| match s.key() {
                    Some(error) => vec![point(error as f64, &measure(s))],
                    None => [ERRORS[0], ERRORS[ERRORS.len() - 1]]
                        .map(|x| Point::sharp(x.into(), measure(s).mean()))
                        .to_vec(),
                };
                let points: Vec<Point> = own.iter().flat_map(points).collect();
                let ink = if algorithm.takes_first_guess() { ink } else { ink.level() };
                let shown = points.iter().any(|point| !stored || point.y > 0.0);
                shown.then_some(Curve { label, ink, points })
            };
            let shape = class.words();
            Panel {
                title: format!("{}: {shape}", if stored { "Memory" } else { "Leaves" }),
                x: Axis::at("error of the first guess of MTD(f)", Scale::BothWays, WRITTEN),
                y: Axis::new(
                    if stored { "most table entries at once" } else { "leaf visits, % of the minimal tree" },
                    Scale::Linear,
                ),
                content: Content::Curves(plan.algorithms.iter().filter_map(curve).collect()),
            }
        };
        let panels = plan.classes().into_iter().flat_map(|class| [panel(class, false), panel(class, true)]).collect();
        Figure { title: "Null-window drivers with memory".into(), note: note(plan, ""), panels }
    }
}
