//! The game of the guide, with large values.

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/breakthrough.rs"));

use provebest::{Hashed, Judged};

type Judge = fn(&Breakthrough, &Board) -> Score;

/// A pawn is worth a million, and a step forward a hundred thousand.
pub fn breakthrough() -> (Hashed<Judged<Breakthrough, Judge>>, Board) {
    let judge: Judge = |_, board| {
        let worth = |pawns: u32, row: fn(u32) -> u32| -> i32 {
            let fields = (0..25_u32).filter(|field| pawns >> field & 1 == 1);
            fields.map(|field| 1_000_000 + 100_000 * row(field / 5) as i32).sum()
        };
        Score(worth(board.own, |row| row) - worth(board.other, |row| 4 - row))
    };
    (Hashed(Judged::new(Breakthrough, judge)), START)
}
