//! Exact play at the end: the last empty fields by hand, a few more by parity, more by the fewest answers.
//!
//! Everything here asks one question, with a null window: is the value more than `alpha`? Answers are fail-soft: a result
//! of at most `alpha` is an upper bound of the value, a larger one a lower bound. Nothing is stored; a search with a table
//! stands above and calls this where few fields are left.

use super::discs::{AROUND, CORNERS, Discs, last_flips};
use super::{CLASSES, each};

/// Less than any value.
const NONE: i32 = -65;

/// A solver of positions with few empty fields, which counts the nodes that it enters.
///
/// ```
/// use provebest_game::Text;
/// use provebest_games::othello::{Othello, endgame::Endgame};
/// let board = Othello.parse("--OXXXX--OXXOOOOO-XXXXXOXXXXXXXO-XXXXXXO-OXXXXOO-XXX-OOOX-XOOOOO X").unwrap();
/// let mut endgame = Endgame::default();
/// assert_eq!(endgame.ask(board.discs, -9), -8, "it is more than -9");
/// assert_eq!(endgame.ask(board.discs, -8), -8, "and no more than -8");
/// assert!(endgame.nodes > 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Endgame {
    /// Nodes entered so far, those with a single empty field too.
    pub nodes: u64,
}

impl Endgame {
    /// Up to this number of empty fields, moves are sorted by parity only, and not by their answers.
    const UNSORTED: u32 = 6;
    /// Up to this number, a short list holds the moves.
    const FEW: usize = 8;

    /// Is the value of the position more than `alpha`?
    pub fn ask(&mut self, discs: Discs, alpha: i32) -> i32 {
        match discs.empties() {
            0 => {
                self.nodes += 1;
                discs.difference()
            }
            1 => self.one(discs.own, discs.empty().trailing_zeros() as u8),
            2 => self.two(discs, fields(discs), alpha, false),
            3 => self.three(discs, fields(discs), alpha, false),
            4 => self.four(discs, alpha, false),
            empties if empties <= Self::UNSORTED => self.by_parity(discs, empties, alpha, false),
            empties if empties <= Self::FEW as u32 => self.by_answers::<{ Self::FEW }>(discs, empties, alpha, false),
            empties => self.by_answers::<64>(discs, empties, alpha, false),
        }
    }

    /// One empty field.
    #[inline(always)]
    fn one(&mut self, own: u64, field: u8) -> i32 {
        self.nodes += 1;
        let discs = own.count_ones() as i32;
        let flips = last_flips(own, field) as i32;
        if flips > 0 {
            return 2 * (discs + flips) - 62;
        }
        let answers = last_flips(!own & !(1 << field), field) as i32;
        if answers > 0 {
            return 2 * (discs - answers) - 64;
        }
        // Neither side can move: the field goes to the winner.
        2 * discs - if discs > 31 { 62 } else { 64 }
    }

    #[inline(always)]
    fn two(&mut self, discs: Discs, [a, b]: [u8; 2], alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        for (field, rest) in [(a, b), (b, a)] {
            if let Some(child) = child(discs, field) {
                best = best.max(-self.one(child.own, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > NONE {
            best
        } else if passed {
            // The other side could not move either.
            -discs.pass().difference()
        } else {
            -self.two_passed(discs.pass(), [a, b], -1 - alpha)
        }
    }

    #[inline(never)]
    fn two_passed(&mut self, discs: Discs, fields: [u8; 2], alpha: i32) -> i32 {
        self.two(discs, fields, alpha, true)
    }

    #[inline(always)]
    fn three(&mut self, discs: Discs, [a, b, c]: [u8; 3], alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        // A field alone in its quarter comes first: the side that plays there moves last in it.
        let order = if quarter(a) == quarter(b) {
            [(c, [a, b]), (a, [b, c]), (b, [a, c])]
        } else if quarter(a) == quarter(c) {
            [(b, [a, c]), (a, [b, c]), (c, [a, b])]
        } else {
            [(a, [b, c]), (b, [a, c]), (c, [a, b])]
        };
        let mut best = NONE;
        for (field, rest) in order {
            if let Some(child) = child(discs, field) {
                best = best.max(-self.two(child, rest, -1 - alpha, false));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > NONE {
            best
        } else if passed {
            -discs.pass().difference()
        } else {
            -self.three_passed(discs.pass(), [a, b, c], -1 - alpha)
        }
    }

    #[inline(never)]
    fn three_passed(&mut self, discs: Discs, fields: [u8; 3], alpha: i32) -> i32 {
        self.three(discs, fields, alpha, true)
    }

    fn four(&mut self, discs: Discs, alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stable_bound(discs, 4, alpha) {
            return bound;
        }
        let empty = discs.empty();
        let odd = odd_fields(empty);
        // The odd ones first, as in three.
        let mut fields = [0; 4];
        for (place, field) in fields.iter_mut().zip(each(empty & odd).chain(each(empty & !odd))) {
            *place = field;
        }
        let [a, b, c, d] = fields;
        let mut best = NONE;
        for (field, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if let Some(child) = child(discs, field) {
                best = best.max(-self.three(child, rest, -1 - alpha, false));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > NONE {
            best
        } else if passed {
            -discs.pass().difference()
        } else {
            -self.four(discs.pass(), -1 - alpha, true)
        }
    }

    /// Moves into odd quarters first.
    fn by_parity(&mut self, discs: Discs, empties: u32, alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stable_bound(discs, empties, alpha) {
            return bound;
        }
        let moves = discs.moves();
        if moves == 0 {
            return if passed {
                -discs.pass().difference()
            } else {
                -self.by_parity(discs.pass(), empties, -1 - alpha, true)
            };
        }
        let odd = odd_fields(discs.empty());
        let mut best = NONE;
        for part in [moves & odd, moves & !odd] {
            if part == 0 {
                continue;
            }
            for class in CLASSES {
                for field in each(part & class) {
                    let child = discs.after(field, discs.flips(field));
                    let value = match empties {
                        5 => -self.four(child, -1 - alpha, false),
                        _ => -self.by_parity(child, empties - 1, -1 - alpha, false),
                    };
                    best = best.max(value);
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Moves that leave the fewest answers first.
    fn by_answers<const ROOM: usize>(&mut self, discs: Discs, empties: u32, alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stable_bound(discs, empties, alpha) {
            return bound;
        }
        let moves = discs.moves();
        if moves == 0 {
            return if passed {
                -discs.pass().difference()
            } else {
                -self.by_answers::<ROOM>(discs.pass(), empties, -1 - alpha, true)
            };
        }
        let odd = odd_fields(discs.empty());
        let mut children = [(0_i32, Discs::default()); ROOM];
        let mut count = 0;
        for field in each(moves) {
            let child = discs.after(field, discs.flips(field));
            if child.own == 0 {
                return 64;
            }
            children[count] = (priority(child, field, odd), child);
            count += 1;
        }
        let mut best = NONE;
        for first in 0..count {
            let next = (first + 1..count)
                .fold(first, |best, child| if children[child].0 > children[best].0 { child } else { best });
            children.swap(first, next);
            let child = children[first].1;
            let value = match empties - 1 {
                left if left <= Self::UNSORTED => -self.by_parity(child, left, -1 - alpha, false),
                left if left <= Self::FEW as u32 => -self.by_answers::<{ Self::FEW }>(child, left, -1 - alpha, false),
                left => -self.by_answers::<64>(child, left, -1 - alpha, false),
            };
            best = best.max(value);
            if best > alpha {
                return best;
            }
        }
        best
    }
}

/// What the other side has for certain leaves at most this much, if that is not more than `alpha`. Not looked for where it
/// is rarely found.
#[inline(always)]
pub(super) fn stable_bound(discs: Discs, empties: u32, alpha: i32) -> Option<i32> {
    if alpha < STABLE_FROM[empties as usize & 63] {
        return None;
    }
    let bound = 64 - 2 * discs.stable_others().count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

/// By empty fields: from which alpha on stable discs are counted. Below they are hardly ever enough.
static STABLE_FROM: [i32; 64] = {
    let mut from = [40; 64];
    let mut empties = 0;
    while empties < 30 {
        from[empties] = if empties < 8 { 2 * empties as i32 - 8 } else { empties as i32 };
        empties += 1;
    }
    from
};

/// How good a move looks that leads to `child`, where `odd` are the fields of odd quarters before it.
#[inline(always)]
pub(super) fn priority(child: Discs, field: u8, odd: u64) -> i32 {
    let answers = child.moves();
    let mut priority = -16 * (answers.count_ones() + (answers & CORNERS).count_ones()) as i32;
    priority += 8 * (odd >> field & 1) as i32;
    priority += 12 * (CORNERS >> field & 1) as i32;
    priority
}

/// The position after a move on this field, if it is one.
#[inline(always)]
fn child(discs: Discs, field: u8) -> Option<Discs> {
    if AROUND[field as usize & 63] & discs.other == 0 {
        return None;
    }
    let flips = discs.flips(field);
    (flips != 0).then(|| discs.after(field, flips))
}

fn fields<const N: usize>(discs: Discs) -> [u8; N] {
    let mut fields = each(discs.empty());
    std::array::from_fn(|_| fields.next().unwrap_or(0))
}

/// Which quarter of the board a field is in.
#[inline(always)]
fn quarter(field: u8) -> u8 {
    field & 0b10_0100
}

/// The quarters of the board with an odd number of these fields.
#[inline(always)]
pub(super) fn odd_fields(empty: u64) -> u64 {
    // Fold the halves of rows and columns onto one field each.
    let mut odd = empty ^ empty >> 1;
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    (odd & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}
