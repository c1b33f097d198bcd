//! Whose values are they, where random games do not tell? Whatever the rules, a side that follows the estimate does not lose nearly all
//! games against one that does the opposite.

use super::fault::{Held, Rule, holds};
use super::{Check, Part};
use crate::{Game, MoveList, Score, SplitMix64, Status};

impl<G: Game> Check<'_, G> {
    const DUELS: u32 = 24;
    /// At most this many moves of a position are looked at.
    const DUEL_WIDTH: u64 = 8;

    /// Plays duels, as long as nothing is plain.
    pub(super) fn duels(&self) -> Held {
        if self.evaluate.is_none() {
            return Ok(());
        }
        let (mut chance, begin) = (SplitMix64::new(self.seed), self.asked.get());
        let (mut won, mut lost) = (0_u32, 0_u32);
        for number in 0..Self::DUELS {
            if won > lost + 4 || self.asked.get() - begin >= self.left_for(Part::Duels) {
                break;
            }
            match self.duel(number % 2, &mut chance) {
                Some(Score(value)) if value > 0 => won += 1,
                Some(Score(value)) if value < 0 => lost += 1,
                _ => {}
            }
        }
        // Four times what chance alone would do.
        let (surplus, games) = (f64::from(lost) - f64::from(won), f64::from(won + lost));
        holds(Rule::Sides, surplus < 4.0 * games.sqrt() || games == 0.0, || {
            format!(
                "a side that follows the estimate loses {lost} games against one that does the opposite, and wins {won}: is the estimate \
                 that of the other side, or the sign of the result wrong?"
            )
        })
    }

    /// A game in which the side that moves at plies of this parity goes where the estimate is best for it, and the other one where it is
    /// worst. Neither knows what an end is worth: a move that ends the game is as good as the best of the others, so that the result is
    /// what estimates lead to. Returns the result for the first of these sides; `None` if the game does not end.
    fn duel(&self, parity: u32, chance: &mut SplitMix64) -> Option<Score> {
        let (evaluate, mut state, mut list) = (self.evaluate?, self.root.clone(), MoveList::new());
        for ply in 0..=self.plies.0 {
            let follows = ply % 2 == parity;
            list.clear();
            self.ask(1);
            if let Status::Over(value) = self.game.moves(&state, &mut list) {
                return Some(if follows { value } else { -value });
            }
            let (count, first) = (list.len() as u64, chance.below(list.len() as u64));
            // Moves from all over the list.
            let places = (0..count.min(Self::DUEL_WIDTH)).map(|step| first + step * count.div_ceil(Self::DUEL_WIDTH));
            let tried = places.map(|place| {
                let child = self.after(&state, list.as_slice()[(place % count) as usize]);
                self.ask(2);
                let value = match self.game.moves(&child, &mut MoveList::new()) {
                    Status::Over(_) => None,
                    Status::Open if follows => Some(-i64::from(evaluate(self.game, &child).0)),
                    Status::Open => Some(i64::from(evaluate(self.game, &child).0)),
                };
                (value, child)
            });
            let mut tried: Vec<(Option<i64>, G::State)> = tried.collect();
            let best = tried.iter().filter_map(|(value, _)| *value).max();
            tried.retain(|(value, _)| value.is_none() || *value == best);
            state = tried.swap_remove(chance.below(tried.len() as u64) as usize).1;
        }
        None
    }
}
