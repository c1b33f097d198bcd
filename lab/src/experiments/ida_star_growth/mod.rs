//! Nodes by iteration of IDA*.

use std::collections::BTreeMap;

use provebest::CancelToken;

use super::single_agent::{apart, boards, ink, label, line, names, rows, size};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Point, Scale};
use crate::puzzles::{PuzzleAlgorithm, TileHeuristic, Try, board, korfs_boards, row};
use crate::results::Results;
use crate::row::Row;
use crate::statistics::Sample;
use crate::subject::Subject;

pub(super) struct IdaStarGrowth;

const GUESSES: [TileHeuristic; 3] =
    [TileHeuristic::Manhattan, TileHeuristic::LinearConflict, TileHeuristic::WalkingDistance];

impl Experiment for IdaStarGrowth {
    fn about(&self) -> About {
        About { name: "ida-star-growth", keys: &["iteration"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        boards(&[(4, 4)], if quick { 4 } else { 50 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["bound"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let board = board(plan.seed, subject, number)?;
        let mut all = Vec::new();
        for heuristic in
            GUESSES.into_iter().filter(|heuristic| heuristic.fits(subject.width() as usize, subject.depth() as usize))
        {
            let one_try = Try { heuristic, ..Try::plain(PuzzleAlgorithm::IdaStar) };
            let Some(tried) = one_try.on(&board, None, token)? else { return Ok(None) };
            let iterations = &tried.solved.report.iterations;
            for (place, one) in iterations[..iterations.len().saturating_sub(1)].iter().enumerate() {
                let counts = vec![Some(one.bound.0.into())];
                let nodes = (one.generated, one.expanded);
                all.push(row(vec![Some(place as i64)], format!("ida-star+{heuristic}"), nodes, 0.0, None, counts));
            }
        }
        Ok(Some(all))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |subject: Subject| {
            let curve = |(place, name): (usize, String)| {
                let points: Vec<Point> = growth(results, subject, &name)
                    .into_iter()
                    .filter(|(iteration, factors)| *iteration > 1 && factors.count() >= FEWEST)
                    .map(|(iteration, factors)| {
                        let (y, half) = (factors.mean(), factors.half_interval());
                        Point { x: iteration as f64, y, low: (y - half).max(1.0), high: y + half }
                    })
                    .collect();
                Curve { label: label(&name), ink: ink(place), points }
            };
            let curves: Vec<Curve> = names(results, subject).into_iter().enumerate().map(curve).collect();
            let iterations = curves.iter().flat_map(|curve| &curve.points).map(|point| point.x as i64);
            let deepest = iterations.max().unwrap_or(3).max(3);
            let mut list = vec![line("4.54, the limit", [(2.0, LIMIT), (deepest as f64, LIMIT)])];
            list.extend(apart(curves, 1.01));
            Panel {
                title: format!("Boards of {}", size(subject)),
                x: Axis::at("iteration, the first is 0", Scale::Linear, (2..=deepest).map(|one| one as f64)),
                y: Axis::new("times the nodes of the iteration before", Scale::Log),
                content: Content::Curves(list),
            }
        };
        Figure {
            title: "How iterations of IDA* grow".into(),
            note: format!(
                "Means over those of {} that have the iteration, with 95 % intervals",
                korfs_boards(plan.trees)
            ),
            panels: plan.subjects().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mut lines = Vec::new();
        for subject in results.subjects() {
            for name in names(results, subject) {
                let growth = growth(results, subject, &name);
                let known = growth.iter().filter(|(_, factors)| factors.count() > 1);
                let factors: Vec<String> = known.map(|(_, factors)| format!("{:.2}", factors.mean())).collect();
                lines.push(format!("{}, {name}: iterations grow by {}", size(subject), factors.join(", ")));
            }
        }
        lines
    }
}

/// A mean over fewer boards says little.
const FEWEST: u64 = 4;

/// What the growth comes to in the end (Korf, Reid and Edelkamp 2001).
const LIMIT: f64 = 4.54;

/// By iteration: its nodes over those of the one before, board by board.
fn growth(results: &Results, subject: Subject, name: &str) -> BTreeMap<i64, Sample> {
    let mut factors: BTreeMap<i64, Sample> = BTreeMap::new();
    let nodes: BTreeMap<(u32, i64), u64> =
        rows(results, subject, name).filter_map(|one| Some(((one.tree, one.row.keys[0]?), one.row.nodes))).collect();
    for (&(board, iteration), &last) in &nodes {
        if let Some(&before) = nodes.get(&(board, iteration - 1)) {
            factors.entry(iteration).or_default().add(last as f64 / before as f64);
        }
    }
    factors
}
