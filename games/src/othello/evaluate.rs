//! What an open position seems to be worth: a weighted sum of what one can count.
//!
//! The weights depend on how many fields are empty. They were fitted by least squares to the exact results of games
//! (`examples/fit_othello.rs`).

use provebest_game::{Evaluate, Score};

use super::discs::{C_FIELDS, CORNERS, Discs, X_FIELDS, spread};
use super::{Board, Othello};

/// How many things are counted.
pub const FEATURES: usize = 10;
/// The numbers of empty fields for which there are weights; between them they change evenly.
pub const KNOTS: [u32; 4] = [4, 16, 32, 52];

/// What each thing is worth, in hundredths of a disc, at each of [`KNOTS`].
pub type Weights = [[i32; FEATURES]; KNOTS.len()];

/// Fitted weights.
pub const WEIGHTS: Weights = [
    [428, -117, -47, 7, 28, -150, 102, 5, 95, 24],
    [216, -30, 427, 536, -276, -154, 115, -37, -118, -262],
    [153, 16, 734, 633, -669, -250, 196, -57, -73, -196],
    [39, 42, 164, 21, -1224, -792, 535, -110, 44, -226],
];

/// In whole discs, like the final values, and never as much as a board of one colour. [`hundredths`] is more exact.
impl Evaluate for Othello {
    fn evaluate(&self, board: &Board) -> Score {
        Score((hundredths(board.discs) + 6400 + 50).div_euclid(100) - 64)
    }

    /// Four discs.
    fn unit(&self) -> i32 {
        4
    }
}

/// A way to see at once what a position seems to be worth.
pub trait Estimate {
    /// In hundredths of a disc, for the side to move.
    fn hundredths(&self, discs: Discs) -> i32;
}

/// By what one can count: [`hundredths`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts;

impl Estimate for Counts {
    #[inline]
    fn hundredths(&self, discs: Discs) -> i32 {
        hundredths(discs)
    }
}

/// The estimate in hundredths of a disc, for the side to move.
#[inline(always)]
pub fn hundredths(discs: Discs) -> i32 {
    weigh(discs, &WEIGHTS)
}

/// The estimate by these weights.
#[inline(always)]
pub fn weigh(discs: Discs, weights: &Weights) -> i32 {
    let features = features(discs);
    let (knot, share) = place(discs.empties());
    let sum: i32 =
        (0..FEATURES).map(|i| features[i] * (weights[knot][i] * (64 - share) + weights[knot + 1][i] * share)).sum();
    (sum / 64).clamp(-6300, 6300)
}

/// The knot below this number of empty fields, and how far it is to the next, in 64ths.
#[inline]
pub fn place(empties: u32) -> (usize, i32) {
    let empties = empties.clamp(KNOTS[0], KNOTS[KNOTS.len() - 1]);
    let knot = (1..KNOTS.len() - 1).rev().find(|&knot| KNOTS[knot] <= empties).unwrap_or(0);
    let (low, high) = (KNOTS[knot], KNOTS[knot + 1]);
    (knot, (64 * (empties - low) / (high - low)) as i32)
}

/// What is counted: mobility, potential mobility, corners, corners that can be taken, X and C fields next to an empty
/// corner, stable discs, all discs, each for the side to move minus the other side; then parity, and one for the move.
#[inline(always)]
pub fn features(discs: Discs) -> [i32; FEATURES] {
    let Discs { own, other } = discs;
    let empty = discs.empty();
    let (moves, answers) = (discs.moves(), discs.pass().moves());
    let bare = spread(empty & CORNERS);
    let (stable, stable_others) = discs.stable();
    let count = |fields: u64| fields.count_ones() as i32;
    [
        count(moves) - count(answers),
        count(spread(other) & empty) - count(spread(own) & empty),
        count(own & CORNERS) - count(other & CORNERS),
        count(moves & CORNERS) - count(answers & CORNERS),
        count(own & X_FIELDS & bare) - count(other & X_FIELDS & bare),
        count(own & C_FIELDS & bare) - count(other & C_FIELDS & bare),
        count(stable) - count(stable_others),
        count(own) - count(other),
        if count(empty) % 2 == 1 { 1 } else { -1 },
        1,
    ]
}
