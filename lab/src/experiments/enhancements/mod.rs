//! Leaves relative to direct alpha-beta, one enhancement after the other.

use provebest::search::engine::{Driver, Enhancements};
use provebest::{Algorithm, CancelToken};

use super::real_games::{Key, LARGE, SMALL, depths, games, look, note, over_depths, plan, share, wants};
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Figure, Panel, Scale};
use crate::positions::{MINIMAL, Setup, run_all};
use crate::results::Results;
use crate::row::Row;
use crate::subject::{GameKind, Subject};

pub(super) struct EnhancementsInGames;

const BASE: Key = ("alpha-beta", None);

/// The curves of the survey, then the floor, then the small table.
const SHOWN: [Key; 12] = [
    ("aspiration", None),
    ("pvs", None),
    ("pvs+trans", Some(LARGE)),
    ("pvs+ref", None),
    ("pvs+hist", None),
    ("pvs+trans+hist", Some(LARGE)),
    ("pvs+ref+hist", None),
    ("pvs+trans+ref+hist", Some(LARGE)),
    (MINIMAL, None),
    ("pvs+trans", Some(SMALL)),
    ("pvs+trans+ref+hist", Some(SMALL)),
    FROM_TO,
];

/// History by the squares that a move leaves and reaches, as the survey has it. Only in chess do moves leave a square.
const FROM_TO: Key = ("pvs+from-to", None);

/// What the engine of a setup does.
fn setup((name, entries): Key) -> Setup {
    let has = |word: &str| name.split('+').any(|one| one == word);
    let on = Enhancements {
        driver: if name == "aspiration" { Driver::Aspiration } else { Driver::Open },
        deepening: (name, entries) != BASE,
        pvs: has("pvs"),
        table: has("trans"),
        refutation: has("ref"),
        history: has("hist") || has("from-to"),
        from_to: has("from-to"),
        ..Enhancements::NONE
    };
    Setup { name, on, entries }
}

impl Experiment for EnhancementsInGames {
    fn about(&self) -> About {
        About { name: "enhancements", keys: &["entries"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let algorithms = [Algorithm::AlphaBeta, Algorithm::Aspiration, Algorithm::Pvs];
        let games = [GameKind::Chess, GameKind::ConnectFour, GameKind::Othello];
        let ends = if quick { [3, 5, 4] } else { [6, 11, 8] };
        plan(&algorithms, if quick { 4 } else { 24 }, [0, 1, 2].map(|game| (games[game], 2..=ends[game])))
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let wanted = |key: &&Key| match key.0 {
            MINIMAL => false,
            _ if *key == &FROM_TO && !matches!(subject, Subject::Position { game: GameKind::Chess, .. }) => false,
            "aspiration" => wants(plan, Algorithm::Aspiration),
            _ => wants(plan, Algorithm::Pvs),
        };
        let setups: Vec<Setup> = [BASE].iter().chain(SHOWN.iter().filter(wanted)).copied().map(setup).collect();
        run_all(plan.seed, subject, number, &setups, token)
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let panel = |game: GameKind| {
            let of = |key: Key| over_depths(plan, results, game, key, BASE, |row| row.leaf_visits);
            // A small table that does as well as the large one would only cover its curve.
            let curve = |&key: &Key| {
                let large = if key.1 == Some(SMALL) { of((key.0, Some(LARGE))) } else { None };
                of(key).filter(|curve| large.is_none_or(|large| large.points != curve.points))
            };
            Panel {
                title: game.words().into(),
                x: Axis::at("depth, plies", Scale::Linear, depths(plan, game).into_iter().map(f64::from)),
                y: Axis::new("leaf visits, % of direct alpha-beta", Scale::Log),
                content: Content::Curves(SHOWN.iter().filter_map(curve).collect()),
            }
        };
        Figure {
            title: "What the enhancements of alpha-beta save".into(),
            note: note(plan, "direct alpha-beta") + "; 8K: a small table, where it makes a difference",
            panels: games(plan).into_iter().map(panel).collect(),
        }
    }

    fn findings(&self, results: &Results) -> Vec<String> {
        let line = |subject: Subject| {
            let said = |&key: &Key| {
                let share = share(results, subject, key, BASE, |row| row.leaf_visits)?;
                Some(format!("{} {:.1}", look(key).0, share.value))
            };
            format!(
                "{subject}, leaves in % of direct alpha-beta: {}",
                SHOWN.iter().filter_map(said).collect::<Vec<_>>().join(", ")
            )
        };
        results.subjects().into_iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_on() {
        assert_eq!(setup(BASE).on, Enhancements::NONE);
        assert_eq!(setup(("aspiration", None)).on.names(), ["deepening"]);
        let all = setup(("pvs+trans+ref+hist", Some(SMALL))).on;
        assert_eq!(all.names(), ["deepening", "pvs", "table", "refutation", "history"]);
        assert_eq!(setup(FROM_TO).on.names(), ["deepening", "pvs", "history", "from-to"]);
        for key in SHOWN.into_iter().filter(|key| key.0 != MINIMAL) {
            assert_eq!(setup(key).on.table, key.1.is_some(), "{}", key.0);
        }
    }
}
