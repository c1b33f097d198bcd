//! Openings: the positions in which games begin.

use anyhow::{Context, anyhow, bail};
use provebest::game::{SplitMix64, mix};
use provebest::player::{GameHistory, Player, ThinkLimits, Timer};
use provebest::{Depth, MoveList, Status};
use provebest_catalog::games::{Played, PositionText};

/// Random plies of an opening: as many, or a quarter of a short game.
const PLIES: usize = 8;
/// How deep an opening is searched, to see whether it is balanced.
const LOOK: Depth = Depth(6);

pub enum Openings<S> {
    /// From random plies, as long as neither side has much of an advantage. The same seed makes the same ones.
    Random { seed: u64 },
    /// These, over and over.
    List(Vec<S>),
}

impl<S: Clone> Openings<S> {
    /// Reads a file with a position in each line, and shuffles them.
    pub fn read<G: Played<State = S>>(rules: &G, path: &std::path::Path, seed: u64) -> anyhow::Result<Openings<S>> {
        let shown = path.display();
        let text = std::fs::read(path).with_context(|| format!("the openings {shown}"))?;
        let text = String::from_utf8_lossy(&text);
        let mut list = Vec::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let position = PositionText { text: line, seed: None };
            let read = G::read(position).map_err(|error| anyhow!("{shown}, line {}: {error}", number + 1))?;
            let state = read.root;
            if rules.status(&state, &mut MoveList::new()) != Status::Open {
                bail!("{shown}, line {}: the game is over there; expected a position to play on from", number + 1);
            }
            list.push(state);
        }
        if list.is_empty() {
            bail!("{shown}: no opening; expected a position in each line");
        }
        let mut chance = SplitMix64::new(seed);
        for place in (1..list.len()).rev() {
            list.swap(place, chance.below(place as u64 + 1) as usize);
        }
        Ok(Openings::List(list))
    }

    /// The opening with this number.
    pub fn get<G: Played<State = S>>(&self, rules: &G, judge: &mut Player<'_, G>, number: usize) -> S {
        match self {
            Openings::List(list) => list[number % list.len()].clone(),
            Openings::Random { seed } => {
                let mut chance = SplitMix64::new(mix(*seed).wrapping_add(number as u64));
                (0..10_000).find_map(|_| balanced(rules, judge, &mut chance)).unwrap_or_else(|| G::start())
            }
        }
    }
}

/// How many plies an opening has. A game of tic-tac-toe is over before eight.
fn plies<G: Played>(rules: &G) -> usize {
    let (mut state, mut list, mut chance) = (G::start(), MoveList::new(), SplitMix64::new(0));
    let mut play = || {
        list.clear();
        let open = rules.moves(&state, &mut list) == Status::Open;
        let all = list.as_slice();
        open.then(|| rules.play(&mut state, all[chance.below(all.len() as u64) as usize]))
    };
    (0..4 * PLIES).map_while(|_| play()).count() / 4
}

/// A position after random moves, if it is about equal.
fn balanced<G: Played>(rules: &G, judge: &mut Player<'_, G>, chance: &mut SplitMix64) -> Option<G::State> {
    let mut state = G::start();
    let mut list = MoveList::new();
    for _ in 0..plies(rules) {
        list.clear();
        if rules.moves(&state, &mut list) != Status::Open {
            return None;
        }
        let all = list.as_slice();
        let m = all[chance.below(all.len() as u64) as usize];
        rules.play(&mut state, m);
    }
    judge.forget();
    let history = GameHistory::new(rules, state.clone());
    let answer = G::think(judge, &history, &Timer::new(ThinkLimits::depth(LOOK)), &[], &mut |_| {}).ok()?;
    let value = answer.value?.0;
    (value.abs() <= rules.unit() * 6 / 10).then_some(state)
}
