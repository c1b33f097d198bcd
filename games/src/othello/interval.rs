//! What can come of a position at all: discs that nobody can turn over any more are counted.

use provebest_game::{Distribution, Interval, Score, ValueRange};

use super::{Board, Othello};

/// At best all that the other side does not have for certain.
impl Interval for Othello {
    fn interval(&self, board: &Board) -> (Score, Score) {
        let certain = |discs: super::Discs| discs.stable_others().count_ones() as i32;
        (Score(2 * certain(board.discs.pass()) - 64), Score(64 - 2 * certain(board.discs)))
    }
}

impl Distribution for Othello {}

/// All fields.
impl ValueRange for Othello {
    fn value_range(&self, _: &Board) -> (Score, Score) {
        (Score(-64), Score(64))
    }
}
