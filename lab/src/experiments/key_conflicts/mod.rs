//! Different positions with the same key.

use cpu_time::ThreadTime;
use provebest::game::{Keyed, SplitMix64, mix};
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::{Board, Othello};
use provebest::{CancelToken, MoveList, Status};

use super::pictures::note;
use super::{About, Experiment};
use crate::plan::Plan;
use crate::plot::{Axis, Content, Curve, Figure, Ink, Panel, Point, Scale};
use crate::results::Results;
use crate::row::Row;
use crate::subject::{GameKind, Subject};

pub(super) struct KeyConflicts;

/// The lengths of keys, in bits.
const LENGTHS: [u32; 8] = [20, 24, 28, 32, 36, 40, 44, 48];

/// Slots of the table.
const SLOTS: usize = 1 << 16;

impl Experiment for KeyConflicts {
    fn about(&self) -> About {
        About { name: "key-conflicts", keys: &["bits"], readme: include_str!("README.md") }
    }

    fn plan(&self, quick: bool) -> Plan {
        let games = [GameKind::ConnectFour, GameKind::Othello].map(|game| Subject::Position { game, depth: 1 });
        Plan::of_own(games, if quick { 2 } else { 60 })
    }

    fn counts(&self) -> &'static [&'static str] {
        &["probes", "errors"]
    }

    fn rows(
        &self,
        plan: &Plan,
        subject: Subject,
        number: u32,
        token: &CancelToken,
    ) -> anyhow::Result<Option<Vec<Row>>> {
        let start = ThreadTime::now();
        let chance = &mut SplitMix64::new(mix(mix(plan.seed).wrapping_add(number.into())));
        let Subject::Position { game, .. } = subject else { anyhow::bail!("{subject}: not a position of a game") };
        let probes: usize = if plan.trees < 20 { 20_000 } else { 1_000_000 };
        let keys = match game {
            GameKind::Othello => keys(&Othello, Board::default(), probes, chance),
            _ => {
                let rules = ConnectFour::default();
                keys(&rules, rules.start(), probes, chance)
            }
        };
        if token.is_cancelled() {
            return Ok(None);
        }
        let mut rows = Vec::new();
        let (probes, errors) = conflicts(&keys);
        for (bits, errors) in LENGTHS.into_iter().zip(errors) {
            rows.push(Row {
                keys: vec![Some(bits.into())],
                algorithm: "table".into(),
                leaves: None,
                leaf_visits: 0,
                nodes: keys.len() as u64,
                stored: SLOTS as u64,
                seconds: start.elapsed().as_secs_f64(),
                took: None,
                base: None,
                counts: vec![Some(probes), Some(errors)],
            });
        }
        Ok(Some(rows))
    }

    fn figure(&self, plan: &Plan, results: &Results) -> Figure {
        let all = results.summaries();
        let panel = |subject: Subject| {
            let own = all.iter().filter(|one| one.subject == subject && one.counts[1].mean() > 0.0);
            let rate = |one: &crate::results::Summary| 1e6 * one.counts[1].mean() / one.counts[0].mean().max(1.0);
            let points = own.map(|one| Point::sharp(one.key().unwrap_or(0) as f64, rate(one))).collect();
            Panel {
                title: subject.kind().words(),
                x: Axis::at("bits of the key", Scale::Linear, LENGTHS.map(f64::from)),
                y: Axis::new("wrong answers in a million probes", Scale::Log),
                content: Content::Curves(vec![Curve { label: "measured".into(), ink: Ink::numbered(1), points }]),
            }
        };
        let panels = results.subjects().into_iter().map(panel).collect();
        Figure {
            title: "Two positions, one key".into(),
            note: note(plan, "; what never happened has no point"),
            panels,
        }
    }
}

/// The keys of the positions of random games, one after the other.
fn keys<G: Keyed>(game: &G, root: G::State, count: usize, chance: &mut SplitMix64) -> Vec<u64> {
    let (mut list, mut keys) = (MoveList::new(), Vec::with_capacity(count));
    let mut state = root.clone();
    while keys.len() < count {
        list.clear();
        if game.moves(&state, &mut list) == Status::Open {
            let m = list.as_slice()[chance.below(list.len() as u64) as usize];
            game.play(&mut state, m);
            keys.push(game.key(&state));
        } else {
            state = root.clone();
        }
    }
    keys
}

/// Probes of a table that always replaces, and for each length of keys how many of them another position answers. All 64 bits tell
/// positions apart.
fn conflicts(keys: &[u64]) -> (u64, [u64; LENGTHS.len()]) {
    let mut table: Vec<Option<u64>> = vec![None; SLOTS];
    let (mut probes, mut errors) = (0, [0; LENGTHS.len()]);
    for &key in keys {
        let Some(other) = table[key as usize % SLOTS].replace(key) else { continue };
        probes += 1;
        if other != key {
            let same = (other ^ key).trailing_zeros();
            errors.iter_mut().zip(LENGTHS).for_each(|(errors, bits)| *errors += u64::from(bits <= same));
        }
    }
    (probes, errors)
}
