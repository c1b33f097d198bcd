//! Leaves by the room of the transposition table.

use provebest::{Algorithm, CancelToken};

use super::real_games::{Key, LARGE, drivers, look, note, plan, point, share};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Panel, Point, Scale};
use crate::positions::{Setup, run_all};
use crate::results::Results;
use crate::row::Row;
use crate::subject::{GameKind, Subject};

pub(super) struct TableSize;

/// Numbers of entries: from 2^4 on, each four times the one before.
const ROOMS: [u64; 9] = [1 << 4, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, LARGE];

/// All others are compared with this: the first setup with the largest table.
const BASE: Key = ("aspiration-pvs", Some(LARGE));

impl Experiment for TableSize {
    fn about(&self) -> About {
        About { name: "table-size", keys: &["entries"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF];
        let depth = |quickly: u32, usually: u32| if quick { quickly..=quickly } else { usually..=usually };
        let games =
            [(GameKind::Chess, depth(4, 6)), (GameKind::ConnectFour, depth(8, 11)), (GameKind::Othello, depth(6, 8))];
        plan(&algorithms, if quick { 3 } else { 24 }, games)
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let setups: Vec<Setup> = ROOMS.iter().flat_map(|&room| drivers(plan, room)).collect();
        run_all(plan.seed, subject, number, &setups, token)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |subject: Subject| {
            let curve = |setup: Setup| {
                let at = |room: u64| {
                    let share = share(results, subject, (setup.name, Some(room)), BASE, |row| row.leaf_visits)?;
                    Some(point(room as f64, share))
                };
                let points: Vec<Point> = ROOMS.into_iter().filter_map(at).collect();
                let (label, ink) = look((setup.name, None));
                Curve { label, ink, points }
            };
            Panel {
                title: format!("{}, {} plies", subject.kind().words(), subject.depth()),
                x: Axis::at("entries of the table", Scale::Log, ROOMS.map(|room| room as f64)),
                y: Axis::new("leaf visits, % of PVS with aspiration and 2^20 entries", Scale::Log),
                content: Content::Curves(drivers(plan, LARGE).into_iter().map(curve).collect()),
            }
        };
        Figure {
            title: "What room for a transposition table is worth".into(),
            note: note(plan, "PVS with aspiration and the largest table"),
            panels: plan.subjects().into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mut lines: Vec<(Subject, &'static str)> = Vec::new();
        for one in &results.rows {
            let names = ["aspiration-pvs", "pvs", "alpha-beta", "mtd-f"];
            if let Some(name) = names.into_iter().find(|name| *name == one.row.algorithm)
                && !lines.contains(&(one.subject, name))
            {
                lines.push((one.subject, name));
            }
        }
        let line = |(subject, name): (Subject, &'static str)| {
            let said = |room: u64| {
                let share = share(results, subject, (name, Some(room)), BASE, |row| row.leaf_visits)?;
                Some(format!("{room}: {:.0}", share.value))
            };
            let said: Vec<String> = ROOMS.into_iter().filter_map(said).collect();
            format!("{subject}, {}, leaves in % by entries: {}", look((name, None)).0, said.join(", "))
        };
        lines.into_iter().map(line).collect()
    }
}
