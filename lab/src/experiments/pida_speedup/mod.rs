//! Speed-up of parallel IDA* over the number of processors, and beside it of transposition-driven scheduling.

use provebest::{AnyMachine, CancelToken};

use super::many_processors::powers;
use super::single_agent::{apart, boards, curves, line};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::puzzles::{PuzzleAlgorithm, Try, board, korfs_boards};
use crate::results::Results;
use crate::row::Row;
use crate::subject::Subject;

pub(super) struct PidaSpeedup;

/// The boards of a quick run.
const FEW: u32 = 2;

/// The last iteration to its end, and to the first solution.
const WHOLE: &str = "whole-iteration";
const FIRST: &str = "first-solution";
/// Transposition-driven scheduling, the last iteration to its end.
const DRIVEN: &str = "transposition-driven";

fn processors(plan: &Plan) -> Vec<u64> {
    powers(1, if plan.trees <= FEW { 64 } else { 1024 }, 4)
}

impl Experiment for PidaSpeedup {
    fn about(&self) -> About {
        About { name: "pida-speedup", keys: &["processors"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        boards(&[(4, 4)], if quick { FEW } else { 20 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["length", "rate"]
    }

    fn puzzle_search(&self, name: &str, keys: &[Option<i64>]) -> Option<Try> {
        let count = keys.first().copied().flatten().and_then(|count| usize::try_from(count).ok());
        let machine = AnyMachine::simulated(count.filter(|_| name == FIRST)?);
        Some(Try { machine, ..Try::plain(PuzzleAlgorithm::ParallelIdaStar) })
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
        let (pida, driven) = (PuzzleAlgorithm::ParallelIdaStar, PuzzleAlgorithm::TranspositionDriven);
        for (name, algorithm, exhaustive) in [(WHOLE, pida, true), (FIRST, pida, false), (DRIVEN, driven, true)] {
            let mut base = None;
            for count in processors(plan) {
                let machine = AnyMachine::simulated(count as usize);
                let one_try = Try { machine, exhaustive, ..Try::plain(algorithm) };
                let Some(tried) = one_try.on(&board, None, token)? else { return Ok(None) };
                let time = tried.solved.measured.map_or(1, |measured| measured.time.max(1));
                let rate = 1000 * tried.solved.report.generated / (time * count);
                let mut row = tried.row(vec![Some(count as i64)], name, vec![tried.length(), Some(rate)]);
                row.base = Some(*base.get_or_insert(time));
                all.push(row);
            }
        }
        Ok(Some(all))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let counts: Vec<f64> = processors(plan).iter().map(|&count| count as f64).collect();
        let panel = |subject: Subject| {
            let mut list = vec![
                line("N", counts.iter().map(|&n| (n, n))),
                line("0.93 N", counts.iter().filter(|&&n| n > 1.0).map(|&n| (n, 0.93 * n))),
            ];
            let by_count = curves(results, subject, |one| one.key().map(|key| key as f64), |one| one.speedup);
            list.extend(apart(by_count, 1.08));
            Panel {
                title: "15-puzzle, Manhattan distance".into(),
                x: Axis::at("processors, N", Scale::Log, counts.iter().copied()),
                y: Axis::new("speed-up over one processor", Scale::Log),
                content: Content::Curves(list),
            }
        };
        Figure {
            title: "What N processors are worth to parallel IDA*".into(),
            note: format!(
                "Means over {}, with the least and the most; grey: N, and the survey's 0.93 N",
                korfs_boards(plan.trees)
            ),
            panels: plan.subjects().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |one: &crate::results::Summary| {
            let count = one.key().unwrap_or(1) as f64;
            format!(
                "{}, N = {count}: {:.1} times as fast as one, {:.2} N; at work {:.1} % of the time",
                one.algorithm,
                one.speedup.mean(),
                one.speedup.mean() / count,
                one.counts[1].mean() / 10.0
            )
        };
        let all = results.summaries();
        let nodes = |name: &str| {
            all.iter().find(|one| one.algorithm == name && one.key() == Some(1)).map(|one| one.nodes.mean())
        };
        let fewer = nodes(WHOLE).zip(nodes(DRIVEN)).map(|(whole, driven)| {
            format!("its table leaves {DRIVEN} {:.0} % of the nodes of IDA* on one processor", 100.0 * driven / whole)
        });
        let lines: Vec<String> = all.iter().filter(|one| one.key() > Some(1)).map(line).collect();
        lines.into_iter().chain(fewer).collect()
    }
}
