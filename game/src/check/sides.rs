//! Whose values are they? A machine does not know the rules, but estimates that are those of the other side, or of the same side at
//! every ply, contradict the positions one ply on or the results of games.

use super::fault::{Held, Rule, holds};
use super::{Check, Checked, Look};
use crate::{Game, Score};

/// What estimates say, beside a search of one ply and beside results.
#[derive(Default)]
pub(super) struct Sides {
    /// Sums over positions: how many, estimates, searches, their squares and products.
    sums: [f64; 6],
    /// How much better the best move is than an average one.
    leads: Vec<i64>,
    range: Option<(Score, Score)>,
    /// The signs of this game's estimates, by ply.
    game: Vec<i32>,
    /// Games that ended as most of their last estimates said, and games that ended otherwise.
    right: u32,
    wrong: u32,
}

impl Sides {
    /// Less agreement is a contradiction, where there are enough positions.
    const LEAST: f64 = -0.3;
    const ENOUGH: f64 = 24.0;
    /// This many positions before the end of a game should say who wins.
    const LATE: usize = 4;
    /// At most this many moves of a position.
    const WIDTH: usize = 16;

    pub(super) fn visit<M>(&mut self, look: &Look<M>) {
        let Some(estimate) = look.estimate else { return self.game.push(0) };
        self.game.push(estimate.0.signum());
        let (least, largest) = self.range.unwrap_or((estimate, estimate));
        self.range = Some((least.min(estimate), largest.max(estimate)));
    }

    /// Compares an estimate with a search of one ply.
    pub(super) fn compare<G: Game>(&mut self, check: &Check<'_, G>, state: &G::State, look: &Look<G::Move>) {
        let (Some(horizon), Some(estimate)) = (check.horizon, look.estimate) else { return };
        if look.moves.len() < 2 {
            return;
        }
        let values: Vec<i64> = (look.moves.iter().take(Self::WIDTH))
            .map(|&m| -i64::from(horizon(check.game, &check.after(state, m), &mut Default::default()).0.0))
            .filter(|&value| value.abs() <= Score::LIMIT.into())
            .collect();
        let Some(&best) = values.iter().max() else { return };
        self.leads.push(best - values.iter().sum::<i64>() / values.len() as i64);
        let (x, y) = (f64::from(estimate.0), best as f64);
        let new = [1.0, x, y, x * x, y * y, x * y];
        self.sums.iter_mut().zip(new).for_each(|(sum, new)| *sum += new);
    }

    /// The game has ended with this value for the side to move.
    pub(super) fn end(&mut self, Score(value): Score) {
        let last = self.game.len() - 1;
        let sign = |ply: usize| if (last - ply).is_multiple_of(2) { value.signum() } else { -value.signum() };
        let votes: i32 = (last.saturating_sub(Self::LATE)..last).map(|ply| self.game[ply] * sign(ply)).sum();
        self.right += u32::from(votes > 0);
        self.wrong += u32::from(votes < 0);
        self.game.clear();
    }

    /// The correlation of estimates and searches.
    fn agreement(&self) -> Option<f64> {
        let [count, x, y, xx, yy, xy] = self.sums;
        let spread = (xx - x * x / count) * (yy - y * y / count);
        (count >= Self::ENOUGH && spread > 0.0).then(|| (xy - x * y / count) / spread.sqrt())
    }

    pub(super) fn agree(&self) -> Held {
        let agreement = self.agreement();
        holds(Rule::Sides, agreement.is_none_or(|agreement| agreement >= Self::LEAST), || {
            "what a position is worth and what it is worth one ply on are mostly the opposite: is the estimate always that of the same \
             side, or does the turn never change?"
                .into()
        })?;
        let Sides { right, wrong, .. } = *self;
        // Four times what chance alone would do.
        let (surplus, games) = (f64::from(wrong) - f64::from(right), f64::from(wrong + right));
        holds(Rule::Sides, surplus <= 4.0 * games.sqrt(), || {
            format!(
                "{wrong} games ended against what their last estimates said, {right} as they said: is the estimate that of \
                 the other side, or the sign of the result wrong?"
            )
        })
    }

    pub(super) fn tell(mut self, checked: &mut Checked) {
        checked.agreement = self.agreement().map(|agreement| (100.0 * agreement).round() as i32);
        checked.estimates = self.range;
        self.leads.sort_unstable();
        checked.lead = self.leads.get(self.leads.len() / 2).map_or(0, |&lead| lead as i32);
    }
}
