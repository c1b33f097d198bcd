//! Proof searches beside the alpha-beta solver.

use anyhow::bail;
use provebest::CancelToken;

use super::selective::{look, of};
use super::single_agent::point;
use super::{About, Experiment};
use crate::layout::rounded;
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Point, Scale};
use crate::proofs;
use crate::results::{Counted, Results};
use crate::row::Row;
use crate::statistics::Sample;
use crate::subject::{ProofKind, ProofSize, Subject};

pub(super) struct ProofNumbers;

const NAMES: [&str; 4] = ["pn", "pn2", "df-pn", "solve"];

impl Experiment for ProofNumbers {
    fn about(&self) -> About {
        About { name: "proof-numbers", keys: &[], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let board = |(width, depth)| ProofSize { kind: ProofKind::ConnectFour, width, depth };
        let boards = if quick { vec![(4, 3), (4, 4)] } else { vec![(4, 4), (5, 4), (6, 4)] };
        let tic_tac_toe = ProofSize { kind: ProofKind::TicTacToe, width: 3, depth: 3 };
        let mates = (2..=if quick { 3 } else { 5 }).map(|depth| ProofSize { kind: ProofKind::Mate, width: 8, depth });
        let all = boards.into_iter().map(board).chain([tic_tac_toe]).chain(mates);
        Plan::of_own(all.map(Subject::Proof), if quick { 4 } else { 8 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["proved"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let Subject::Proof(size) = subject else { bail!("{subject}: nothing to prove") };
        proofs::rows(plan.seed, size, number, token)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |kind: ProofKind, title: &str, what: &str, names: &[&str], number: fn(&Row) -> f64| {
            let sizes = plan.subjects().into_iter().filter_map(|subject| match subject {
                Subject::Proof(size) if size.kind == kind => Some(size),
                _ => None,
            });
            let curve = |name: &&str| {
                let at = |size: ProofSize| {
                    let sample: Sample = proved(results, size.into(), name).map(|one| number(&one.row)).collect();
                    (sample.count() > 0).then(|| point(place(size), &sample))
                };
                let mut points: Vec<Point> = sizes.clone().filter_map(at).collect();
                points.sort_by(|a, b| a.x.total_cmp(&b.x));
                let (label, ink) = look(name);
                Curve { label, ink, points }
            };
            let x = if kind == ProofKind::Mate { "moves to the mate" } else { "cells of the board" };
            Panel {
                title: format!("{title}: {}", kind.words()),
                x: Axis::new(x, Scale::Linear),
                y: Axis::new(what, Scale::Log),
                content: Content::Curves(names.iter().map(curve).collect()),
            }
        };
        let panels = [ProofKind::ConnectFour, ProofKind::Mate].map(|kind| {
            [
                panel(kind, "Nodes", "expansions, or nodes of the solver", &NAMES, |row| row.nodes as f64),
                panel(kind, "Memory", "nodes or entries held at once", &NAMES[..3], |row| row.stored as f64),
                panel(kind, "Time", "milliseconds", &NAMES, |row| row.seconds * 1e3),
            ]
        });
        Figure {
            title: "Proof searches beside the alpha-beta solver".into(),
            note: format!(
                "Means over those of {} positions of each size that all of them prove; bars from the least to the most",
                plan.trees
            ),
            panels: panels.into_iter().flatten().collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |subject: Subject| {
            let said = |name: &str| {
                let all = of(results, subject, name).count();
                let done = of(results, subject, name).filter(|one| one.row.counts[0] == Some(1)).count();
                let mean = |number: fn(&Row) -> f64| {
                    proved(results, subject, name).map(|one| number(&one.row)).collect::<Sample>().mean()
                };
                let (nodes, ms) = (mean(|row| row.nodes as f64), mean(|row| row.seconds * 1e3));
                let missed = if done < all { format!(", {} of {all} not proved", all - done) } else { String::new() };
                format!("{} {} nodes in {ms:.1} ms{missed}", look(name).0, rounded(nodes))
            };
            let name = if let Subject::Proof(size) = subject { size.words() } else { subject.to_string() };
            format!("{name}: {}", NAMES.map(said).join("; "))
        };
        results.subjects().into_iter().map(line).collect()
    }
}

impl From<ProofSize> for Subject {
    fn from(size: ProofSize) -> Subject {
        Subject::Proof(size)
    }
}

/// Where a size stands in a picture.
fn place(size: ProofSize) -> f64 {
    f64::from(if size.kind == ProofKind::Mate { size.depth } else { size.width * size.depth })
}

/// The rows of a name for positions that all searches have proved.
fn proved<'r>(results: &'r Results, subject: Subject, name: &'r str) -> impl Iterator<Item = &'r Counted> {
    let all_prove = move |tree: u32| {
        let mut rows = results.rows.iter().filter(|one| one.subject == subject && one.tree == tree);
        rows.all(|one| one.row.counts[0] == Some(1))
    };
    of(results, subject, name).filter(move |one| all_prove(one.tree))
}
