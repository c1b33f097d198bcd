//! What a thread remembers of boards that it has judged. An estimate is a function of the board, and a search comes to the same board
//! again and again: in the next iteration, with another window, by other moves. Far more boards have the same pawns.
//!
//! Nothing that is kept changes a value: pawns are compared as they are, boards by their keys.

use std::cell::Cell;

/// Pawns, and what follows from them and from where the kings stand and may castle.
#[derive(Clone, Copy, Default)]
pub(super) struct Pawns {
    pub(super) white: u64,
    pub(super) black: u64,
    /// Both kings and their rights.
    pub(super) kings: u32,
    /// Their structure, White's minus Black's.
    pub(super) value: i32,
    /// Passed pawns of both sides.
    pub(super) passed: u64,
    /// The pawns before the king, for White and for Black.
    pub(super) shelter: [i32; 2],
}

thread_local! {
    static KEPT: Kept = Kept::new();
}

struct Kept {
    /// A key and the value that goes with it.
    values: Box<[Cell<(u64, i32)>]>,
    pawns: Box<[Cell<Pawns>]>,
}

impl Kept {
    const VALUES: usize = 1 << 15;
    const PAWNS: usize = 1 << 12;

    fn new() -> Kept {
        // A key that does not belong to its place: nothing is kept there yet.
        let values = (0..Kept::VALUES as u64).map(|place| Cell::new((!place, 0))).collect();
        // Nobody has pawns on all squares.
        let none = Pawns { white: !0, ..Pawns::default() };
        let pawns = std::iter::repeat_with(|| Cell::new(none)).take(Kept::PAWNS).collect();
        Kept { values, pawns }
    }
}

/// The value that goes with the key of a board.
#[inline(always)]
pub(super) fn value(key: u64, work_out: impl FnOnce() -> i32) -> i32 {
    KEPT.with(|kept| {
        let place = &kept.values[key as usize % Kept::VALUES];
        let (whose, value) = place.get();
        if whose == key {
            return value;
        }
        let value = work_out();
        place.set((key, value));
        value
    })
}

/// What follows from these pawns and kings.
#[inline(always)]
pub(super) fn pawns(white: u64, black: u64, kings: u32, work_out: impl FnOnce() -> Pawns) -> Pawns {
    KEPT.with(|kept| {
        let mixed = (white ^ black.rotate_left(32) ^ u64::from(kings) << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &kept.pawns[(mixed >> 48) as usize % Kept::PAWNS];
        let known = place.get();
        if (known.white, known.black, known.kings) == (white, black, kings) {
            return known;
        }
        let found = Pawns { white, black, kings, ..work_out() };
        place.set(found);
        found
    })
}
