//! The number of a placement of tiles: that of the set of their cells, and that of their order in it.
//!
//! Places are packed, a byte for each tile; unused bytes have a place behind all real ones. Because order and set are apart, a
//! slide changes the one in a way that does not depend on the other; and the set alone says where the empty cell can go.
//!
//! Sets are numbered in the order of their bits read as numbers. Each cell adds a binomial coefficient that depends on how many
//! cells of the set are below it. So what the lower cells add depends on them alone. So does what the upper cells add, because
//! the cells that are not above are below.

/// Placements of up to 8 tiles on up to 25 cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Places {
    pub(super) count: usize,
    /// All sets of cells.
    pub(super) sets: Vec<u32>,
    /// By its lower and by its upper cells: what they add to the number of the first placement on a set.
    lower: Box<[u32; 1 << HALF]>,
    upper: Box<[u32; 1 << HALF]>,
    /// How many cells are lower.
    half: u32,
    /// How many orders a set has.
    pub(super) orders: usize,
    /// What the bytes that are not used count in every order.
    unused: u32,
}

/// How many cells are in a half at most.
const HALF: u32 = 13;

impl Places {
    pub(super) fn new(cells: usize, count: usize) -> Places {
        let orders = (1..=count).product();
        let sets: Vec<u32> = (0..1u32 << cells).filter(|set| set.count_ones() as usize == count).collect();
        let (mut lower, mut upper) = (Box::new([0; 1 << HALF]), Box::new([0; 1 << HALF]));
        let half = cells.div_ceil(2) as u32;
        for (number, &set) in sets.iter().enumerate() {
            let (low, high) = halves(set, half);
            // The first set with these upper cells has the lowest cells below them.
            let lowest = (1 << (count - high.count_ones() as usize)) - 1;
            if low == lowest {
                upper[high] = (number * orders) as u32;
            }
            lower[low] = (number * orders) as u32 - upper[high];
        }
        let unused = order(ordered(count, 0));
        Places { count, sets, lower, upper, half, orders, unused }
    }

    /// How many placements there are.
    pub(super) fn len(&self) -> usize {
        self.sets.len() * self.orders
    }

    /// The number of the first placement on a set.
    #[inline(always)]
    pub(super) fn first(&self, set: u32) -> usize {
        let (low, high) = halves(set, self.half);
        (self.lower[low] + self.upper[high]) as usize
    }

    /// The number of a placement.
    pub(super) fn number(&self, places: u64) -> usize {
        self.first(set(places)) + self.order(places)
    }

    /// The number of an order, of places that may be anything.
    pub(super) fn order(&self, places: u64) -> usize {
        (order(places) - self.unused) as usize
    }
}

/// The lower and the upper cells of a set.
#[inline(always)]
fn halves(set: u32, half: u32) -> (usize, usize) {
    const MOST: usize = (1 << HALF) - 1;
    ((set & ((1 << half) - 1)) as usize & MOST, (set >> half) as usize & MOST)
}

/// The cells of a placement. Bytes that are not used add a cell behind all real ones.
pub(super) fn set(places: u64) -> u32 {
    (0..8).fold(0, |set, lane| set | 1 << (places >> (8 * lane) & 31))
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// No place at all, in every byte.
pub(super) const NOWHERE: u64 = 0x1f1f_1f1f_1f1f_1f1f;

/// Places with a tile put in a byte that was not used.
pub(super) fn put(places: u64, lane: usize, place: u64) -> u64 {
    places ^ (place ^ 31) << (8 * lane)
}

/// The number of an order, and what bytes that are not used add to it: for each byte, how many of those before it have a
/// place before its own.
fn order(places: u64) -> u32 {
    let mut digits = 0;
    for lane in 0..7 {
        let next = (places >> (8 * lane) & 31) * ONES + ONES;
        // The high bit of a lane stays where its place is behind this one.
        let behind = ((places | HIGHS) - next) & HIGHS;
        digits += (behind >> 7) & (ONES << 8 << (8 * lane));
    }
    (1..8).map(|lane| (digits >> (8 * lane) & 15) as u32 * FACTORIALS[lane]).sum()
}

const FACTORIALS: [u32; 8] = [1, 1, 2, 6, 24, 120, 720, 5040];

/// What is added to the number of an order, when the tile in one byte comes behind that in another. If it comes before it again, the
/// same is taken away.
pub(super) fn passed_by(lane: usize, other: usize) -> i16 {
    if other < lane { FACTORIALS[lane] as i16 } else { -(FACTORIALS[other] as i16) }
}

/// The order with this number, on the cells 0, 1, ...
pub(super) fn ordered(count: usize, mut number: usize) -> u64 {
    let digits: Vec<usize> = (1..=count).map(|base| (number % base, number /= base).0).collect();
    // From the last tile on, each takes the free place that has as many free places before it.
    let mut free: Vec<u64> = (0..count as u64).collect();
    digits.iter().enumerate().rev().fold(NOWHERE, |places, (lane, &digit)| put(places, lane, free.remove(digit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_its_own_number() {
        for count in 1..=4 {
            let places = Places::new(16, count);
            let mut seen = vec![false; places.len()];
            for &set in &places.sets {
                let cells: Vec<u64> = (0..25).filter(|cell| set >> cell & 1 == 1).collect();
                for number in 0..places.orders {
                    let ranks = ordered(count, number);
                    assert_eq!(places.order(ranks), number);
                    let rank = |lane| (ranks >> (8 * lane) & 31) as usize;
                    let placed = (0..count).fold(NOWHERE, |placed, lane| put(placed, lane, cells[rank(lane)]));
                    assert_eq!(places.number(placed), places.first(set) + number);
                    assert!(!std::mem::replace(&mut seen[places.number(placed)], true));
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
        assert_eq!((Places::new(16, 7).len(), Places::new(16, 8).len()), (57_657_600, 518_918_400));
    }
}
