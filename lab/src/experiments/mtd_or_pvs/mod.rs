//! Four ways to ask the root, with everything else alike.

use provebest::{Algorithm, CancelToken};

use super::real_games::{Key, LARGE, depths, drivers, look, note, over_depths, plan, share};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::positions::{Setup, run_all};
use crate::results::Results;
use crate::trees::{Cell, Trees};
use crate::trial::Row;

pub(super) struct MtdOrPvs;

const BASE: Key = ("aspiration-pvs", Some(LARGE));
const OTHERS: [Key; 3] = [("pvs", Some(LARGE)), ("alpha-beta", Some(LARGE)), ("mtd-f", Some(LARGE))];

impl Experiment for MtdOrPvs {
    fn about(&self) -> About {
        About { name: "mtd-or-pvs", keys: &["entries"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF];
        let games = [Trees::Chess, Trees::ConnectFour, Trees::Othello];
        let ends = if quick { [3, 6, 4] } else { [7, 13, 9] };
        plan(&algorithms, if quick { 4 } else { 24 }, [0, 1, 2].map(|game| (games[game], 2..=ends[game])))
    }

    fn rows(&self, plan: &Plan, cell: Cell, number: u32, token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
        let setups: Vec<Setup> = drivers(plan, LARGE);
        run_all(plan.seed, cell, number, &setups, token)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |trees: Trees, what: &str, count: fn(&Row) -> u64| {
            let curve = |key: Key| over_depths(plan, results, trees, key, BASE, count);
            Panel {
                title: trees.words(),
                x: Axis::at("depth, plies", Scale::Linear, depths(plan, trees)),
                y: Axis::new(format!("{what}, % of PVS with aspiration"), Scale::Log),
                content: Content::Curves([BASE].into_iter().chain(OTHERS).filter_map(curve).collect()),
            }
        };
        let both = |&trees: &Trees| {
            [panel(trees, "leaf visits", |row| row.leaf_visits), panel(trees, "nodes", |row| row.nodes)]
        };
        Figure {
            title: "MTD(f) or PVS".into(),
            note: note(plan, "PVS with aspiration"),
            panels: plan.orders.iter().flat_map(both).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let mut cells: Vec<Cell> = results.rows.iter().map(|one| one.cell).collect();
        cells.dedup();
        let line = |cell: Cell| {
            let said = |key: Key| {
                let leaves = share(results, cell, key, BASE, |row| row.leaf_visits)?;
                let nodes = share(results, cell, key, BASE, |row| row.nodes)?;
                Some(format!("{} {:.1} ({:.1})", look(key).0, leaves.value, nodes.value))
            };
            let said: Vec<String> = OTHERS.into_iter().filter_map(said).collect();
            format!("{cell}, leaves (nodes) in % of PVS with aspiration: {}", said.join(", "))
        };
        cells.into_iter().map(line).collect()
    }
}
