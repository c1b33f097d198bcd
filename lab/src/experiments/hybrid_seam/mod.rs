//! The hybrid of SSS* and alpha-beta at every seam.

use anyhow::ensure;
use provebest::CancelToken;
use provebest::game::Ply;
use provebest::search::{AlphaBeta, HybridSss, Search, SssStar};

use super::selective::{Bench, of, point};
use super::single_agent::{ink, line};
use super::{About, Experiment};
use crate::layout::rounded;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Scale};
use crate::results::Results;
use crate::row::Row;
use crate::statistics::Sample;
use crate::subject::{Subject, TreeClass, TreeKind};

pub(super) struct HybridSeam;

const HYBRID: &str = "hybrid-sss";

impl Experiment for HybridSeam {
    fn about(&self) -> About {
        About { name: "hybrid-seam", keys: &["seam"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let shapes = if quick { vec![(5, 4)] } else { vec![(5, 6), (3, 9)] };
        let of = |(width, depth)| [TreeKind::Random, TreeKind::First(60)].map(|kind| TreeClass { kind, width, depth });
        Plan::of_own(shapes.into_iter().flat_map(of), if quick { 10 } else { 100 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["leaves_visited", "entries"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let bench = Bench::new(plan, subject, number)?;
        let Some((report, alpha_beta)) = bench.run(token, |task, watch| AlphaBeta.search(task, watch)) else {
            return Ok(None);
        };
        let Some((_, sss)) = bench.run(token, |task, watch| SssStar.search(task, watch)) else { return Ok(None) };
        let value = report?.value;
        let mut rows = Vec::new();
        for seam in 0..=subject.depth() {
            let ran = bench.run(token, |task, watch| HybridSss { seam: Ply(seam) }.search(task, watch));
            let Some((report, measured)) = ran else { return Ok(None) };
            ensure!(report?.value == value, "{subject}, seam {seam}: another value than that of alpha-beta");
            let end = match seam {
                0 => Some(alpha_beta.terminals),
                seam if seam == subject.depth() => Some(sss.terminals),
                _ => None,
            };
            let visits = measured.terminals;
            ensure!(end.is_none_or(|end| end == visits), "{subject}, seam {seam}: {visits} leaves, not {end:?}");
            let counts = vec![Some(visits), Some(measured.counters.stored)];
            rows.push(measured.row(HYBRID, vec![Some(seam.into())], counts));
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let mut shapes: Vec<(u32, u32)> = plan.classes().iter().map(|class| (class.width, class.depth)).collect();
        shapes.dedup();
        let panel = |(width, depth): (u32, u32), memory: bool| {
            let classes = plan.classes().into_iter().filter(|class| (class.width, class.depth) == (width, depth));
            let curve = |(place, class): (usize, TreeClass)| {
                let at = |seam: u32| {
                    let own = of(results, class.into(), HYBRID).filter(|one| one.row.keys == [Some(seam.into())]);
                    let sample: Sample = match memory {
                        true => own.map(|one| one.row.stored as f64).collect(),
                        false => own.filter_map(|one| one.percent()).collect(),
                    };
                    point(seam.into(), &sample)
                };
                let label = match class.kind {
                    TreeKind::Random => "random".into(),
                    kind => format!("{kind} % ordered"),
                };
                Curve { label, ink: ink(place), points: (0..=depth).map(at).collect() }
            };
            let mut curves: Vec<Curve> = classes.enumerate().map(curve).collect();
            if memory {
                let entries = |seam: u32| (f64::from(seam), f64::from(width).powi(seam.div_ceil(2) as i32));
                curves.push(line("w^⌈s/2⌉", (0..=depth).map(entries)));
            }
            let (what, scale) = match memory {
                true => ("most entries at once", Scale::Log),
                false => ("leaf visits, % of the minimal tree", Scale::Linear),
            };
            Panel {
                title: format!("{}: w = {width}, d = {depth}", if memory { "Memory" } else { "Leaves" }),
                x: Axis::new("plies above the seam", Scale::Linear),
                y: Axis::new(what, scale),
                content: Content::Curves(curves),
            }
        };
        Figure {
            title: "SSS* above a seam, alpha-beta below".into(),
            note: format!("Means of {} trees of each kind, with 95 % intervals", plan.trees),
            panels: shapes.into_iter().flat_map(|shape| [panel(shape, false), panel(shape, true)]).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |subject: Subject| {
            let mean = |seam: u32, count: fn(&Row) -> u64| {
                let own = of(results, subject, HYBRID).filter(|one| one.row.keys == [Some(seam.into())]);
                own.map(|one| count(&one.row) as f64).collect::<Sample>().mean()
            };
            let seams = [0, subject.depth().div_ceil(2), subject.depth()];
            let said = seams.map(|seam| {
                let (leaves, entries) = (mean(seam, |row| row.leaf_visits), mean(seam, |row| row.stored));
                format!("seam {seam}: {} leaves, {} entries", rounded(leaves), rounded(entries))
            });
            format!("{subject}: {}", said.join("; "))
        };
        results.subjects().into_iter().map(line).collect()
    }
}
