//! Is this player stronger than that one? They play each other from many openings, with sides reversed.
//!
//! ```
//! use provebest::contest::Contest;
//! use provebest::games::connect_four::ConnectFour;
//! use provebest::player::{Level, Player, ThinkLimits};
//!
//! let rules = ConnectFour::default();
//! let level = |level| Player::new(&rules, 1 << 16).map(|player| player.level(Level::new(level).unwrap()));
//! let contest = Contest { pairs: 10, limits: ThinkLimits::nodes(500), ..Contest::new(&rules, rules.start()) };
//! let tally = contest.run([&mut level(8)?, &mut level(2)?], |_| {})?;
//! assert!(tally.games() == 20 && tally.wins > 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod statistics;

pub use statistics::{Sprt, SprtVerdict, Tally, elo, expected};

use provebest_game::{Evaluate, Game, Keyed, MaybeRepeat, MoveList, Score, Skills, SplitMix64, Status, mix};

use crate::player::{GameHistory, Player, ThinkLimits, Unplayable};

/// Games between two players: from every opening two, each player once on either side.
pub struct Contest<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// Where openings begin.
    pub start: G::State,
    /// How many openings.
    pub pairs: u32,
    /// How many random plies an opening has.
    pub opening: u32,
    /// What a player may use for a move.
    pub limits: ThinkLimits,
    /// A game that takes more plies is a draw.
    pub longest: usize,
    /// The same seed makes the same openings.
    pub seed: u64,
}

impl<'a, G> Contest<'a, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    /// Fifty openings of four random plies, a thousand nodes for a move.
    pub fn new(game: &'a G, start: G::State) -> Self {
        Contest { game, start, pairs: 50, opening: 4, limits: ThinkLimits::nodes(1000), longest: 400, seed: 1 }
    }

    /// Plays all games. Results are those of the first player; `listener` hears them after every game.
    pub fn run(&self, players: [&mut Player<'a, G>; 2], mut listener: impl FnMut(&Tally)) -> Result<Tally, Unplayable> {
        let mut tally = Tally::default();
        for pair in 0..self.pairs {
            let (start, mut points) = (self.opening_of(pair), 0);
            for first in 0..2 {
                players[0].forget();
                players[1].forget();
                let half_points = match self.winner([&*players[first], &*players[1 - first]], &start)? {
                    None => 1,
                    Some(side) if side == first => 2,
                    Some(_) => 0,
                };
                points += half_points;
                tally.add(half_points);
                if first == 1 {
                    tally.pairs[points] += 1;
                }
                listener(&tally);
            }
        }
        Ok(tally)
    }

    /// A position after random moves in which the game is not over, if a hundred attempts find one.
    fn opening_of(&self, pair: u32) -> G::State {
        let mut chance = SplitMix64::new(mix(self.seed).wrapping_add(pair.into()));
        let mut attempt = || {
            let (mut state, mut list) = (self.start.clone(), MoveList::new());
            for _ in 0..self.opening {
                list.clear();
                if self.game.moves(&state, &mut list) != Status::Open {
                    return None;
                }
                let number = chance.below(list.len() as u64) as usize;
                self.game.play(&mut state, list.as_slice()[number]);
            }
            (self.game.status(&state, &mut list) == Status::Open).then_some(state)
        };
        (0..100).find_map(|_| attempt()).unwrap_or_else(|| self.start.clone())
    }

    /// The side that wins a game from here: 0 moves first.
    fn winner(&self, sides: [&Player<'a, G>; 2], start: &G::State) -> Result<Option<usize>, Unplayable> {
        let mut history = GameHistory::new(self.game, start.clone());
        loop {
            let side = history.plies() % 2;
            if let Status::Over(value) = history.status() {
                return Ok((value != Score::ZERO).then_some(if value > Score::ZERO { side } else { 1 - side }));
            }
            if history.plies() >= self.longest || G::Repeat::HAS && history.repetitions() >= 2 {
                return Ok(None);
            }
            match sides[side].think(&history, self.limits)?.best {
                Some(best) => history.play(best),
                None => return Ok(None),
            }
        }
    }
}
