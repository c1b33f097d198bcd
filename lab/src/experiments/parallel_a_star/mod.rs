//! PIA* beside hash-distributed A*.

use anyhow::ensure;
use provebest::{AnyMachine, CancelToken};

use super::many_processors::powers;
use super::single_agent::{apart, boards, curves, line};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::puzzles::{PuzzleAlgorithm, Try, board};
use crate::results::{Results, Summary};
use crate::row::Row;
use crate::subject::Subject;

pub(super) struct ParallelAStar;

/// The boards of a quick run.
const FEW: u32 = 2;

const SEARCHES: [PuzzleAlgorithm; 2] = [PuzzleAlgorithm::ParallelIterativeAStar, PuzzleAlgorithm::HashDistributedAStar];

fn processors(plan: &Plan) -> Vec<u64> {
    powers(1, if plan.trees <= FEW { 16 } else { 64 }, 4)
}

impl Experiment for ParallelAStar {
    fn about(&self) -> About {
        About { name: "parallel-a-star", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        boards(&[if quick { (3, 3) } else { (3, 4) }], if quick { FEW } else { 25 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["length"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let board = board(plan.seed, subject, number)?;
        let Some(alone) = Try::plain(PuzzleAlgorithm::AStar).on(&board, None, token)? else { return Ok(None) };
        let mut rows = vec![alone.row(vec![None], PuzzleAlgorithm::AStar.name(), vec![alone.length()])];
        for algorithm in SEARCHES {
            for count in processors(plan) {
                let one_try = Try { machine: AnyMachine::simulated(count as usize), ..Try::plain(algorithm) };
                let Some(tried) = one_try.on(&board, None, token)? else { return Ok(None) };
                ensure!(tried.length() == alone.length(), "{board}: {algorithm} finds {:?} moves", tried.length());
                let mut row = tried.row(vec![Some(count as i64)], algorithm.name(), vec![tried.length()]);
                row.base = Some(rows[0].nodes);
                rows.push(row);
            }
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let counts: Vec<f64> = processors(plan).iter().map(|&count| count as f64).collect();
        let key = |one: &Summary| one.key().map(|key| key as f64);
        let panel = |subject: Subject| {
            let mut list = vec![line("N", counts.iter().map(|&n| (n, n)))];
            list.extend(apart(curves(results, subject, key, |one| one.speedup), 1.06));
            Panel {
                title: format!("Boards of {}x{}, Manhattan distance", subject.width(), subject.depth()),
                x: Axis::at("processors, N", Scale::Log, counts.iter().copied()),
                y: Axis::new("speed-up over A*", Scale::Log),
                content: Content::Curves(list),
            }
        };
        Figure {
            title: "What N processors are worth to A*".into(),
            note: format!("Means over {} boards, with the least and the most", plan.trees),
            panels: plan.subjects().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let all = results.summaries();
        let alone = all.iter().find(|one| one.key().is_none()).map_or(1.0, |one| one.nodes.mean());
        let line = |one: &Summary| {
            let count = one.key()?;
            let (speedup, nodes) = (one.speedup.mean(), one.nodes.mean() / alone);
            Some(format!(
                "{}, N = {count}: {speedup:.1} times as fast as A*, with {nodes:.2} times its nodes",
                one.algorithm
            ))
        };
        all.iter().filter_map(line).collect()
    }
}
