//! A* compared with IDA*.

use anyhow::ensure;
use provebest::CancelToken;

use super::single_agent::{boards, ink, label, rows, sample, search_ink, size};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Point, Scale};
use crate::puzzles::{OUT_OF_MEMORY, PuzzleAlgorithm, Try, board, korf};
use crate::results::{Counted, Results};
use crate::row::Row;
use crate::subject::Subject;

pub(super) struct AStarMemory;

/// The boards of a quick run.
const FEW: u32 = 3;

fn room(plan: &Plan) -> u64 {
    if plan.trees <= FEW { 100_000_000 } else { 1_000_000_000 }
}

const NAMES: [&str; 3] = ["ida-star", "a-star", OUT_OF_MEMORY];

/// Of Korf's boards the easiest in a quick run, otherwise some from the easiest to the hardest.
fn place(plan: &Plan, subject: Subject, number: u32) -> u32 {
    let korfs = (subject.width(), subject.depth()) == (4, 4) && plan.trees > FEW;
    if korfs { number * (korf().len() as u32 / plan.trees) } else { number }
}

impl Experiment for AStarMemory {
    fn about(&self) -> About {
        About { name: "a-star-memory", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        boards(&[(3, 4), (4, 4)], if quick { FEW } else { 20 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["length", "bytes"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let board = board(plan.seed, subject, place(plan, subject, number))?;
        let (mut all, mut agreed) = (Vec::new(), None);
        for algorithm in [PuzzleAlgorithm::IdaStar, PuzzleAlgorithm::AStar] {
            let Some(tried) = Try::plain(algorithm).on(&board, Some(room(plan)), token)? else { return Ok(None) };
            let known = *agreed.get_or_insert(tried.length());
            if let Some(length) = tried.length() {
                ensure!(known == Some(length), "{board}: {algorithm} finds {length} moves, not {known:?}");
            }
            let name = if tried.length().is_some() { algorithm.name() } else { OUT_OF_MEMORY };
            all.push(tried.row(Vec::new(), name, vec![known, Some(tried.solved.report.bytes)]));
        }
        Ok(Some(all))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let number = |one: &Counted, at: usize| one.row.counts[at].map(|count| count as f64);
        // One point for each board, by the length of its solution.
        let points = |subject: Subject, name: &str, y: fn(&Counted) -> f64| -> Vec<Point> {
            let point = |one| Some(Point::sharp(number(one, 0)?, y(one)));
            let mut points: Vec<Point> = rows(results, subject, name).filter_map(point).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            points
        };
        let length = || Axis::new("moves of a shortest solution", Scale::Linear);
        let nodes = |subject: Subject| {
            let curve = |(place, name): (usize, &str)| {
                let points = points(subject, name, |one| one.row.nodes as f64);
                (!points.is_empty()).then(|| Curve { label: label(name), ink: search_ink(name, place), points })
            };
            Panel {
                title: format!("Boards of {}", size(subject)),
                x: length(),
                y: Axis::new("nodes generated", Scale::Log),
                content: Content::Scatter(NAMES.into_iter().enumerate().filter_map(curve).collect()),
            }
        };
        let memory = |(place, subject): (usize, Subject)| {
            let megabytes = |one: &Counted| (one.row.counts[1].unwrap_or(0) as f64 / 1e6).max(1e-3);
            let points =
                ["a-star", OUT_OF_MEMORY].into_iter().flat_map(|name| points(subject, name, megabytes)).collect();
            Curve { label: size(subject), ink: ink(place + NAMES.len()), points }
        };
        let memory = Panel {
            title: "Memory of A*".into(),
            x: length(),
            y: Axis::new("megabytes", Scale::Log),
            content: Content::Scatter(plan.subjects().into_iter().enumerate().map(memory).collect()),
        };
        Figure {
            title: "A* beside IDA*, with Manhattan distance".into(),
            note: format!(
                "{} boards of each size, one point for each; A* may store {} MB",
                plan.trees,
                room(plan) / 1_000_000
            ),
            panels: plan.subjects().into_iter().map(nodes).chain([memory]).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |subject: Subject| {
            let solved: Vec<_> = rows(results, subject, "a-star").collect();
            let all = solved.len() + rows(results, subject, OUT_OF_MEMORY).count();
            let of_ida = |board: u32| rows(results, subject, "ida-star").find(|one| one.tree == board);
            let ratio = |one: &&Counted| Some(of_ida(one.tree)?.row.nodes as f64 / one.row.nodes.max(1) as f64);
            let ratios = sample(solved.iter().filter_map(ratio));
            let bytes = sample(solved.iter().filter_map(|one| one.row.counts[1]).map(|bytes| bytes as f64 / 1e6));
            format!(
                "{}: A* solves {} of {all} boards, with {:.0} MB in the mean; IDA* generates {:.1} times its nodes there",
                size(subject),
                solved.len(),
                bytes.mean(),
                ratios.mean()
            )
        };
        results.subjects().into_iter().map(line).collect()
    }
}
