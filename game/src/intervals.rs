//! What a position can be worth: skills for searches that grow a tree where it matters.

use crate::{Evaluate, Game, Ply, Score};

/// The least and the largest value that a position can have.
///
/// What a game says here should be true: a search for the best move believes it, and says so only where two intervals
/// contradict each other. The intervals of children need not lie inside that of their parent.
///
/// ```
/// use provebest_game::{Distribution, Evaluate, Game, Interval, MoveList, Score, Status, ValueRange};
///
/// /// Each side in turn takes a card, worth 1 to 3, and adds it to what it has; nine cards are played.
/// struct Cards;
/// # impl Game for Cards {
/// #     type State = (i32, i32);
/// #     type Move = i32;
/// #     fn moves(&self, &(ahead, left): &(i32, i32), out: &mut MoveList<i32>) -> Status {
/// #         out.extend(1..=3);
/// #         if left == 0 { Status::Over(Score(ahead)) } else { Status::Open }
/// #     }
/// #     fn play(&self, state: &mut (i32, i32), card: i32) {
/// #         *state = (-state.0 - card, state.1 - 1);
/// #     }
/// # }
/// # impl Evaluate for Cards {
/// #     fn evaluate(&self, state: &(i32, i32)) -> Score { Score(state.0) }
/// # }
/// impl Interval for Cards {
///     fn interval(&self, &(ahead, left): &(i32, i32)) -> (Score, Score) {
///         (Score(ahead - 3 * left), Score(ahead + 3 * left))
///     }
/// }
/// impl Distribution for Cards {}
/// impl ValueRange for Cards {}
///
/// assert_eq!(Cards.interval(&(2, 1)), (Score(-1), Score(5)));
/// assert_eq!(Cards.at_most(&(2, 1), Score(1)), 3.0 / 7.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no intervals for its positions",
    label = "this game does not implement `Interval`",
    note = "`interval` returns the least and the largest value that an open position can have for the side to move"
)]
pub trait Interval: Evaluate {
    /// `(low, high)` of an open position for the side to move, with `low <= value <= high`.
    fn interval(&self, state: &Self::State) -> (Score, Score);
}

/// How likely each value of a position is.
pub trait Distribution: Interval {
    /// The chance that an open position is worth at most `most` to the side to move. It never falls when `most` grows, is 0
    /// below the [`interval`](Interval::interval) and 1 from its upper end on. The default: all whole numbers of the interval
    /// are equally likely.
    fn at_most(&self, state: &Self::State, most: Score) -> f64 {
        let (low, high) = self.interval(state);
        uniform_at_most(low, high, most)
    }
}

/// The chance that a number is at most `most`, if all from `low` to `high` are equally likely.
pub(crate) fn uniform_at_most(low: Score, high: Score, most: Score) -> f64 {
    let count = |from: Score, to: Score| f64::from(to.0) - f64::from(from.0) + 1.0;
    if most < low {
        0.0
    } else if most >= high {
        1.0
    } else {
        count(low, most) / count(low, high)
    }
}

/// The least and the largest value that can come of a position at all: what an estimate may turn out to be.
pub trait ValueRange: Game {
    /// `(bottom, top)` for the side to move: no position below is worth less or more to that side, by its end or by an estimate.
    /// The default holds for every game, and is much too wide for most.
    fn value_range(&self, _state: &Self::State) -> (Score, Score) {
        (Score::loss_in(Ply(0)), Score::win_in(Ply(0)))
    }
}
