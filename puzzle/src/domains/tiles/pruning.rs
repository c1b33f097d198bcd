//! Which moves of the empty cell are followed, by the moves before them.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Direction, Layout};

/// Leaves out moves that no cheapest solution needs. A spot is where the empty cell is, with what has to be known of the moves that
/// led there.
pub trait MovePruning: Sync {
    /// The spot of the empty cell.
    type Spot: Copy + Debug + Send + Sync + Serialize + DeserializeOwned;

    /// What of a spot tells apart two states with the same board, because not the same moves are followed from them.
    type Key: Eq + Hash + Copy;

    /// Spots, one after the other.
    type Spots: Iterator<Item = Self::Spot>;

    /// The spot where there was no move before.
    fn start(&self, blank: usize) -> Self::Spot;

    /// Where the empty cell is and how it got there: four times the cell, and the direction's number.
    fn way(spot: Self::Spot) -> usize;

    /// The spots after the moves that are followed: up, left, right, down.
    fn next(&self, spot: Self::Spot) -> Self::Spots;

    /// The same in the opposite order.
    fn next_backwards(&self, spot: Self::Spot) -> Self::Spots;

    /// What two states with the same board differ in.
    fn key(spot: Self::Spot) -> Self::Key;
}

/// No move is taken back at once.
pub struct NotBack {
    /// By spot; and the same backwards.
    next: [u32; 256],
    backwards: [u32; 256],
}

/// The highest bit of a spot if there was no move before. In a list of spots it is set in each of them.
const START: u8 = 128;

impl NotBack {
    /// For boards of this size.
    pub(super) fn new(size: impl Layout) -> NotBack {
        let mut next = [0; 256];
        for spot in 0..=255 {
            let cell = usize::from(spot >> 2 & 31);
            let back = (spot < START).then(|| Direction::of(spot).back());
            let steps = Direction::ALL.into_iter().filter(|&step| cell < size.cells() && Some(step) != back);
            let to = steps.filter_map(|step| Some((step, step.from(cell, size.width(), size.height())?)));
            let to = to.map(|(step, cell)| u32::from(START) | (cell as u32) << 2 | step as u32);
            next[usize::from(spot)] = to.enumerate().fold(0, |list, (at, to)| list | to << (8 * at));
        }
        NotBack { next, backwards: next.map(|list: u32| list.swap_bytes() >> list.leading_zeros().min(24)) }
    }
}

impl MovePruning for NotBack {
    /// Two bits for the direction, five for the cell, and the highest one if there was no move before.
    type Spot = u8;
    /// The state that the last move came from is searched already, so what is left out does not tell states apart.
    type Key = ();
    type Spots = Bytes;

    fn start(&self, blank: usize) -> u8 {
        START | (blank as u8) << 2
    }

    #[inline(always)]
    fn way(spot: u8) -> usize {
        usize::from(spot & !START)
    }

    #[inline(always)]
    fn next(&self, spot: u8) -> Bytes {
        Bytes(self.next[usize::from(spot)])
    }

    #[inline(always)]
    fn next_backwards(&self, spot: u8) -> Bytes {
        Bytes(self.backwards[usize::from(spot)])
    }

    #[inline(always)]
    fn key(_: u8) {}
}

/// Up to four spots, a byte for each.
pub struct Bytes(u32);

impl Iterator for Bytes {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let spot = self.0 as u8 & !START;
        let some = self.0 != 0;
        self.0 >>= 8;
        some.then_some(spot)
    }
}
