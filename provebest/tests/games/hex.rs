//! Hex on 5 x 5 fields (P. Hein 1942): the side that connects its two edges wins. Without an estimate, to be solved.

use provebest::{Game, MoveList, Ply, Score, Status, skills};

#[derive(Clone, Copy)]
pub struct Hex;

const SIZE: u32 = 5;
const FIELDS: u32 = SIZE * SIZE;

/// The stones of the side to move and of the other one; the first side goes from above to below, the second from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stones {
    own: u32,
    other: u32,
}

impl Hex {
    /// Has the side that moved last connected its edges?
    fn is_won(stones: u32, upright: bool) -> bool {
        let along = |field: u32| if upright { field / SIZE } else { field % SIZE };
        let mut open: Vec<u32> = (0..FIELDS).filter(|&field| stones >> field & 1 == 1 && along(field) == 0).collect();
        let mut seen = 0_u32;
        while let Some(field) = open.pop() {
            if seen >> field & 1 == 1 {
                continue;
            }
            seen |= 1 << field;
            if along(field) == SIZE - 1 {
                return true;
            }
            let (x, y) = ((field % SIZE) as i32, (field / SIZE) as i32);
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                let (x, y) = (x + dx, y + dy);
                let inside = (0..SIZE as i32).contains(&x) && (0..SIZE as i32).contains(&y);
                let next = (y * SIZE as i32 + x) as u32;
                if inside && stones >> next & 1 == 1 {
                    open.push(next);
                }
            }
        }
        false
    }
}

impl Game for Hex {
    type State = Stones;
    type Move = u32;

    fn moves(&self, stones: &Stones, out: &mut MoveList<u32>) -> Status {
        let plies = (stones.own | stones.other).count_ones();
        if Hex::is_won(stones.other, plies % 2 == 1) {
            return Status::Over(Score::loss_in(Ply(plies)));
        }
        let taken = stones.own | stones.other;
        let mut fields: Vec<u32> = (0..FIELDS).filter(|field| taken >> field & 1 == 0).collect();
        fields.sort_by_key(|field| (field % SIZE).abs_diff(2) + (field / SIZE).abs_diff(2));
        out.extend(fields);
        Status::Open
    }

    fn play(&self, stones: &mut Stones, field: u32) {
        *stones = Stones { own: stones.other, other: stones.own | 1 << field };
    }
}

skills!(Hex);
