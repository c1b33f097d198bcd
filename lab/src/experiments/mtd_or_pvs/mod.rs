//! Four ways to ask the root, with everything else alike.

use provebest::{Algorithm, CancelToken};

use super::real_games::{Key, LARGE, depths, drivers, games, look, note, over_depths, plan, share};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::positions::{Setup, run_all};
use crate::results::Results;
use crate::row::Row;
use crate::subject::{GameKind, Subject};

pub(super) struct MtdOrPvs;

const BASE: Key = ("aspiration-pvs", Some(LARGE));
const OTHERS: [Key; 3] = [("pvs", Some(LARGE)), ("alpha-beta", Some(LARGE)), ("mtd-f", Some(LARGE))];

impl Experiment for MtdOrPvs {
    fn about(&self) -> About {
        About { name: "mtd-or-pvs", keys: &["entries"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF];
        let games = [GameKind::Chess, GameKind::ConnectFour, GameKind::Othello];
        let ends = if quick { [3, 6, 4] } else { [7, 13, 9] };
        plan(&algorithms, if quick { 4 } else { 24 }, [0, 1, 2].map(|game| (games[game], 2..=ends[game])))
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let setups: Vec<Setup> = drivers(plan, LARGE);
        run_all(plan.seed, subject, number, &setups, token)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |game: GameKind, what: &str, count: fn(&Row) -> u64| {
            let curve = |key: Key| over_depths(plan, results, game, key, BASE, count);
            Panel {
                title: game.words().into(),
                x: Axis::at("depth, plies", Scale::Linear, depths(plan, game).into_iter().map(f64::from)),
                y: Axis::new(format!("{what}, % of PVS with aspiration"), Scale::Log),
                content: Content::Curves([BASE].into_iter().chain(OTHERS).filter_map(curve).collect()),
            }
        };
        let both =
            |game: GameKind| [panel(game, "leaf visits", |row| row.leaf_visits), panel(game, "nodes", |row| row.nodes)];
        Figure {
            title: "MTD(f) or PVS".into(),
            note: note(plan, "PVS with aspiration"),
            panels: games(plan).into_iter().flat_map(both).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |subject: Subject| {
            let said = |key: Key| {
                let leaves = share(results, subject, key, BASE, |row| row.leaf_visits)?;
                let nodes = share(results, subject, key, BASE, |row| row.nodes)?;
                Some(format!("{} {:.1} ({:.1})", look(key).0, leaves.value, nodes.value))
            };
            let said: Vec<String> = OTHERS.into_iter().filter_map(said).collect();
            format!("{subject}, leaves (nodes) in % of PVS with aspiration: {}", said.join(", "))
        };
        results.subjects().into_iter().map(line).collect()
    }
}
