//! When parallel window search has which solution.

use provebest::{AnyMachine, CancelToken};

use super::many_processors::powers;
use super::single_agent::{apart, boards, curves, whole};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::puzzles::{PuzzleAlgorithm, Try, board, korfs_boards};
use crate::results::{Results, Summary};
use crate::row::{Row, Took};
use crate::subject::Subject;

pub(super) struct ParallelWindow;

/// The boards of a quick run.
const FEW: u32 = 2;

/// What is seen of a run, with nodes as they come, and ordered from iteration to iteration.
const NAMES: [&str; 3] = ["first-solution", "best-solution", "proof"];
const ORDERED: [&str; 3] = ["ordered-first-solution", "ordered-best-solution", "ordered-proof"];

fn processors(plan: &Plan) -> Vec<u64> {
    powers(1, if plan.trees <= FEW { 16 } else { 64 }, 4)
}

impl Experiment for ParallelWindow {
    fn about(&self) -> About {
        About { name: "parallel-window", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        boards(&[(4, 4)], if quick { FEW } else { 25 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["beyond"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let board = board(plan.seed, subject, number)?;
        let mut all: Vec<Row> = Vec::new();
        let mut base = None;
        let searches = [(PuzzleAlgorithm::ParallelWindow, NAMES), (PuzzleAlgorithm::OrderedWindow, ORDERED)];
        for ((algorithm, names), count) in
            searches.into_iter().flat_map(|search| processors(plan).into_iter().map(move |count| (search, count)))
        {
            let machine = AnyMachine::simulated(count as usize);
            let one_try = Try { machine, ..Try::plain(algorithm) };
            let Some(tried) = one_try.on(&board, None, token)? else { return Ok(None) };
            let shortest = tried.solved.report.bound;
            let end = tried.solved.measured.map_or(0, |measured| measured.time);
            let base = *base.get_or_insert(end);
            let solutions = &tried.solved.solutions;
            let first = solutions.first().copied().unwrap_or((end, shortest));
            let best = solutions.last().copied().unwrap_or((end, shortest));
            for (name, (time, cost)) in names.into_iter().zip([first, best, (end, shortest)]) {
                let beyond = cost.0.saturating_sub(shortest.0);
                let mut row = tried.row(vec![Some(count as i64)], name, vec![Some(beyond.into())]);
                row.took = row.took.map(|took| Took { time, ..took });
                row.base = Some(base);
                all.push(row);
            }
        }
        Ok(Some(all))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let counts: Vec<f64> = processors(plan).iter().map(|&count| count as f64).collect();
        let panel = |subject: Subject| Panel {
            title: "15-puzzle, Manhattan distance".into(),
            x: Axis::at("processors, N", Scale::Log, counts.iter().copied()),
            y: Axis::new("time, in nodes of one processor", Scale::Log),
            content: Content::Curves(apart(
                curves(results, subject, |one| one.key().map(|key| key as f64), Summary::time),
                1.06,
            )),
        };
        Figure {
            title: "When parallel window search has which solution".into(),
            note: format!("Means over {}, with the least and the most", korfs_boards(plan.trees)),
            panels: plan.subjects().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |one: Summary| {
            format!(
                "{}, N = {}: in the time of {} nodes, {:.1} times as fast as the proof by one processor, {:.1} moves too long",
                one.algorithm,
                one.key().unwrap_or(1),
                whole(one.time().mean()),
                one.speedup.mean(),
                one.counts[0].mean()
            )
        };
        results.summaries().into_iter().filter(|one| one.key() > Some(1)).map(line).collect()
    }
}
