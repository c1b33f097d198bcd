//! Walking distance (Takahashi 2001): how many moves up and down bring every tile into its row, if tiles of the same row
//! are all alike and columns do not matter; and the same for columns.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{Direction, Heuristic, Layout, Shape, Slide, TilesError};
use crate::puzzle::Cost;

/// Walking distance: two looks into small tables, and one of two numbers changes with each slide. For boards of up to 16
/// cells: larger ones have too many states.
///
/// Admissible: an upright move of a tile changes rows alone, any other columns alone.
///
/// Takahashi, 15-puzzle optimal solver with walking distance, 2001.
///
/// ```
/// use provebest_puzzle::{Cost, Puzzle, tiles::{Size, Tiles, WalkingDistance}};
/// let tiles = Tiles::new(Size::<4, 4>, WalkingDistance::new()?);
/// assert_eq!(tiles.estimate(&tiles.goal()), Cost(0));
/// assert!(WalkingDistance::<Size<5, 5>>::new().is_err());
/// # Ok::<(), provebest_puzzle::tiles::TilesError>(())
/// ```
pub struct WalkingDistance<S> {
    size: S,
    rows: Walks,
    columns: Walks,
}

/// Where the rows, and where the columns, are in their tables.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Walk {
    rows: u32,
    columns: u32,
}

/// All states of the rows, or of the columns: how many tiles of which line are in which line, and where the gap is.
struct Walks {
    numbers: FxHashMap<u128, u32>,
    costs: Vec<u8>,
    /// By state, line that a tile belongs to, and whether the gap goes to a later line: the state after it.
    next: Vec<[[u32; 2]; 5]>,
}

/// Three bits for each pair of lines, and the line of the gap on top.
fn field(at: usize, of: usize) -> u32 {
    3 * (5 * at + of) as u32
}

const GAP: u32 = 75;

impl Walks {
    /// Lines of cells, with the gap in the first.
    fn new(lines: usize, length: usize) -> Walks {
        let goal =
            (0..lines).fold(0, |walk, line| walk | (length as u128 - u128::from(line == 0)) << field(line, line));
        let (mut numbers, mut all, mut costs, mut next) =
            (FxHashMap::from_iter([(goal, 0)]), vec![goal], vec![0], Vec::new());
        while let Some(&walk) = all.get(next.len()) {
            let (gap, cost) = ((walk >> GAP) as usize, costs[next.len()]);
            let mut after = [[u32::MAX; 2]; 5];
            for (later, from) in [(0, gap.wrapping_sub(1)), (1, gap + 1)] {
                for of in (0..lines).filter(|&of| from < lines && walk >> field(from, of) & 7 > 0) {
                    let moved = walk - (1 << field(from, of)) + (1 << field(gap, of));
                    let moved = moved & ((1 << GAP) - 1) | (from as u128) << GAP;
                    after[of][later] = *numbers.entry(moved).or_insert_with(|| {
                        all.push(moved);
                        costs.push(cost + 1);
                        all.len() as u32 - 1
                    });
                }
            }
            next.push(after);
        }
        Walks { numbers, costs, next }
    }

    /// The state with the tiles of these lines in those lines; a tile is given as where it is and where it belongs.
    fn number(&self, gap: usize, tiles: impl Iterator<Item = (usize, usize)>) -> u32 {
        let walk = tiles.fold((gap as u128) << GAP, |walk, (at, of)| walk + (1 << field(at, of)));
        self.numbers.get(&walk).copied().unwrap_or_default()
    }

    #[inline(always)]
    fn next(&self, walk: u32, of: usize, later: bool) -> u32 {
        self.next[walk as usize][of][usize::from(later)]
    }
}

impl<S: Shape> WalkingDistance<S> {
    /// For boards of this size, if it has at most 16 cells. Computes the tables, in some hundredths of a second.
    pub fn new() -> Result<Self, TilesError> {
        WalkingDistance::sized(S::default())
    }
}

impl<S: Layout> WalkingDistance<S> {
    /// For boards of this size, if it has at most 16 cells. Computes the tables, in some hundredths of a second.
    pub fn sized(size: S) -> Result<Self, TilesError> {
        let (width, height) = (size.width(), size.height());
        if size.cells() > 16 {
            return Err(TilesError::Large { width, height });
        }
        Ok(WalkingDistance { size, rows: Walks::new(height, width), columns: Walks::new(width, height) })
    }

    /// How many states the rows have, and the columns.
    pub fn states(&self) -> (usize, usize) {
        (self.rows.costs.len(), self.columns.costs.len())
    }

    /// A note in 32 bits: no board of up to 16 cells has more than 2^19 states of its columns and 2^10 of its rows, or the other
    /// way round.
    #[inline(always)]
    pub(super) fn packed(&self, Walk { rows, columns }: Walk) -> u32 {
        rows << self.column_bits() | columns
    }

    #[inline(always)]
    pub(super) fn unpacked(&self, packed: u32) -> Walk {
        let bits = self.column_bits();
        Walk { rows: packed >> bits, columns: packed & ((1 << bits) - 1) }
    }

    #[inline(always)]
    fn column_bits(&self) -> u32 {
        usize::BITS - self.columns.costs.len().leading_zeros()
    }
}

impl<S: Layout> Heuristic<S> for WalkingDistance<S> {
    type Note = Walk;

    fn note(&self, tiles: &[usize]) -> Walk {
        let gap = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        let tiles = || tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        Walk {
            rows: self.rows.number(
                gap / self.size.width(),
                tiles().map(|(cell, &tile)| (cell / self.size.width(), tile / self.size.width())),
            ),
            columns: self.columns.number(
                gap % self.size.width(),
                tiles().map(|(cell, &tile)| (cell % self.size.width(), tile % self.size.width())),
            ),
        }
    }

    #[inline(always)]
    fn slide(&self, Walk { rows, columns }: Walk, Slide { tile, direction, .. }: Slide<S>) -> Walk {
        match direction {
            Direction::Up => Walk { rows: self.rows.next(rows, tile / self.size.width(), false), columns },
            Direction::Down => Walk { rows: self.rows.next(rows, tile / self.size.width(), true), columns },
            Direction::Left => Walk { rows, columns: self.columns.next(columns, tile % self.size.width(), false) },
            Direction::Right => Walk { rows, columns: self.columns.next(columns, tile % self.size.width(), true) },
        }
    }

    #[inline(always)]
    fn cost(&self, note: Walk) -> Cost {
        Cost(u32::from(self.rows.costs[note.rows as usize]) + u32::from(self.columns.costs[note.columns as usize]))
    }
}
