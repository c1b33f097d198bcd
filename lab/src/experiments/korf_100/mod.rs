//! IDA* on Korf's boards, by heuristic.

use anyhow::ensure;
use provebest::CancelToken;

use super::single_agent::{boards, curves, names, rows, sample, whole};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::progress::Progress;
use crate::puzzles::{PuzzleAlgorithm, TileHeuristic, Try, build_databases, korf, korfs_boards};
use crate::results::Results;
use crate::row::Row;
use crate::subject::Subject;

pub(super) struct Korf100;

/// The boards of a quick run.
const FEW: u32 = 4;

/// What is kept in large files is left out where there are only a few boards.
fn guesses(plan: &Plan) -> Vec<TileHeuristic> {
    let wanted =
        |heuristic: &TileHeuristic| heuristic.fits(4, 4) && (plan.trees > FEW || heuristic.partition().is_none());
    TileHeuristic::ALL.into_iter().filter(wanted).collect()
}

impl Experiment for Korf100 {
    fn about(&self) -> About {
        About { name: "korf-100", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        boards(&[(4, 4)], if quick { FEW } else { 100 })
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let ours = plan.subjects().iter().all(|subject| (subject.width(), subject.depth()) == (4, 4));
        ensure!(ours, "Korf's boards are 4x4; expected a width of 4 and a depth of 4");
        Ok(())
    }

    fn counts(&self) -> &'static [&'static str] {
        &["length"]
    }

    fn prepare(&self, plan: &Plan, token: &CancelToken, progress: &dyn Progress) -> anyhow::Result<()> {
        build_databases(&guesses(plan), token, progress)
    }

    fn rows(&self, plan: &Plan, _: Subject, number: u32, token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
        let one = &korf()[number as usize];
        let mut all = Vec::new();
        for heuristic in guesses(plan) {
            let one_try = Try { heuristic, ..Try::plain(PuzzleAlgorithm::IdaStar) };
            let Some(tried) = one_try.on(&one.board, None, token)? else { return Ok(None) };
            ensure!(tried.length() == Some(one.length), "{}: {:?} moves with {heuristic}", one.board, tried.length());
            let nodes = tried.solved.report.generated;
            ensure!(
                heuristic != TileHeuristic::Manhattan || nodes == one.nodes,
                "{}: {nodes} nodes with Manhattan distance, not {}",
                one.board,
                one.nodes
            );
            all.push(tried.row(Vec::new(), format!("ida-star+{heuristic}"), vec![tried.length()]));
        }
        Ok(Some(all))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |subject: Subject| {
            // One point for each board, by its place.
            let by_board = Results {
                rows: results
                    .rows
                    .iter()
                    .cloned()
                    .map(|mut one| {
                        one.row.keys = vec![Some(i64::from(one.tree) + 1)];
                        one
                    })
                    .collect(),
                ..results.clone()
            };
            let list =
                curves(&by_board, subject, |summary| summary.key().map(|key| key as f64), |summary| summary.nodes);
            Panel {
                title: "IDA*, by heuristic".into(),
                x: Axis::new("board, the easiest for Manhattan distance first", Scale::Linear),
                y: Axis::new("nodes generated", Scale::Log),
                content: Content::Scatter(list),
            }
        };
        Figure {
            title: "What a heuristic is worth in the 15-puzzle".into(),
            note: format!("One point for each of {}", korfs_boards(plan.trees)),
            panels: plan.subjects().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |subject: Subject, name: String| {
            let nodes = sample(rows(results, subject, &name).map(|one| one.row.nodes as f64));
            let seconds: f64 = rows(results, subject, &name).map(|one| one.row.seconds).sum();
            format!(
                "{name}: {} nodes in the mean over {} boards, {seconds:.2} s for all",
                whole(nodes.mean()),
                nodes.count()
            )
        };
        results
            .subjects()
            .into_iter()
            .flat_map(|subject| names(results, subject).into_iter().map(move |name| line(subject, name)))
            .collect()
    }
}
