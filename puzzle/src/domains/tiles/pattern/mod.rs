//! Additive pattern databases (Korf and Felner 2002): the tiles are divided among patterns. For every placement of the tiles of
//! one pattern it is known how many slides of these tiles bring them to their cells. The sum never overestimates.

mod build;
mod database;
mod file;
mod place;

use serde::{Deserialize, Serialize};

pub use build::Progress;
pub use database::{DatabaseError, Databases, Partition};
pub use file::{Opened, Origin};

use super::{Heuristic, Layout, Slide};
use crate::puzzle::Cost;
use place::{NOWHERE, Places, put};

/// The most patterns that tiles are divided among.
const PATTERNS: usize = 4;

/// Additive pattern databases, and on square boards the same for the board mirrored at its main diagonal: the larger of
/// both sums.
///
/// Korf and Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002.
///
/// ```
/// use provebest_puzzle::{Cost, IdaStar, Solve, Task, tiles::{Databases, Partition, Patterns, Size, Tiles}};
/// let partition = Partition::new(3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]])?;
/// let databases = Databases::build(&partition, &mut |_| None)?;
/// let tiles = Tiles::new(Size::<3, 3>, Patterns::new(Size, &databases)?);
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// assert_eq!(IdaStar::default().solve(&Task::new(&tiles, &start)).bound, Cost(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Patterns<'d, S> {
    databases: &'d Databases,
    tables: [Table<'d>; PATTERNS],
    /// By tile: where its place is kept.
    lanes: [Lane; 32],
    /// By cell, and by tile: where it is in the mirror, on square boards.
    mirror: Option<[u8; 32]>,
    size: std::marker::PhantomData<fn() -> S>,
}

/// Where the place of a tile is kept.
#[derive(Clone, Copy)]
struct Lane {
    pattern: u8,
    /// By how many bits it is shifted there.
    shift: u8,
    /// Its bits: none if the tile is in no pattern, so that its slides change nothing.
    mask: u8,
}

/// The database of one pattern.
#[derive(Clone, Copy)]
struct Table<'d> {
    places: &'d Places,
    costs: &'d [u8],
}

/// Where the tiles of every pattern are, and what that costs; on the board and in the mirror.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Placed {
    sides: [Side; 2],
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Side {
    places: [u64; PATTERNS],
    costs: [u8; PATTERNS],
}

impl Table<'_> {
    #[inline(always)]
    fn cost(&self, places: u64) -> u8 {
        self.costs[self.places.number(places)]
    }
}

impl Side {
    const NOTHING: Side = Side { places: [NOWHERE; PATTERNS], costs: [0; PATTERNS] };
}

impl<'d, S: Layout> Patterns<'d, S> {
    /// With these databases, and with reflection where the board is square.
    pub fn new(size: S, databases: &'d Databases) -> Result<Self, DatabaseError> {
        let partition = databases.partition();
        let (width, height) = (size.width(), size.height());
        if (partition.width(), partition.height()) != (width, height) {
            return Err(DatabaseError::OtherSize { width, height, partition: partition.clone() });
        }
        let mut lanes = [Lane { pattern: 0, shift: 0, mask: 0 }; 32];
        for (number, tiles) in partition.patterns().iter().enumerate() {
            for (lane, &tile) in tiles.iter().enumerate() {
                lanes[usize::from(tile)] = Lane { pattern: number as u8, shift: 8 * lane as u8, mask: 31 };
            }
        }
        let turned = |cell: usize| (cell % width * width + cell / width) as u8;
        let mirror = (width == height).then(|| std::array::from_fn(turned));
        let table = |number: usize| {
            let number = number % partition.patterns().len();
            Table { places: &databases.places[number], costs: &databases.costs[number] }
        };
        let tables = std::array::from_fn(table);
        Ok(Patterns { databases, tables, lanes, mirror, size: std::marker::PhantomData })
    }

    /// The same without the mirror.
    pub fn without_reflection(self) -> Self {
        Patterns { mirror: None, ..self }
    }

    #[inline(always)]
    fn slide_on(&self, side: &mut Side, tile: usize, from: usize, to: usize) {
        let Lane { pattern, shift, mask } = self.lanes[tile & 31];
        let pattern = usize::from(pattern) & (PATTERNS - 1);
        side.places[pattern] ^= ((from ^ to) as u64 & u64::from(mask)) << shift;
        side.costs[pattern] = self.tables[pattern].cost(side.places[pattern]);
    }

    fn side(&self, tiles: impl Iterator<Item = (usize, usize)>) -> Side {
        let mut side = Side::NOTHING;
        for (tile, cell) in tiles.filter(|&(tile, _)| self.lanes[tile].mask != 0) {
            let Lane { pattern, shift, .. } = self.lanes[tile];
            let places = &mut side.places[usize::from(pattern)];
            *places = put(*places, usize::from(shift) / 8, cell as u64);
        }
        for pattern in 0..self.databases.partition().patterns().len() {
            side.costs[pattern] = self.tables[pattern].cost(side.places[pattern]);
        }
        side
    }
}

impl<S: Layout> Heuristic<S> for Patterns<'_, S> {
    type Note = Placed;

    fn note(&self, tiles: &[usize]) -> Placed {
        let placed = || tiles.iter().enumerate().map(|(cell, &tile)| (tile, cell));
        let there = self.mirror.map(|mirror| {
            let turn = |at: usize| usize::from(mirror[at]);
            self.side(placed().map(|(tile, cell)| (turn(tile), turn(cell))))
        });
        Placed { sides: [self.side(placed()), there.unwrap_or(Side::NOTHING)] }
    }

    #[inline(always)]
    fn slide(&self, mut note: Placed, slide: Slide<S>) -> Placed {
        let Slide { tile, from, to, .. } = slide;
        self.slide_on(&mut note.sides[0], tile, from, to);
        if let Some(mirror) = &self.mirror {
            let turn = |at: usize| usize::from(mirror[at & 31]);
            self.slide_on(&mut note.sides[1], turn(tile), turn(from), turn(to));
        }
        note
    }

    #[inline(always)]
    fn cost(&self, note: Placed) -> Cost {
        let sum = |side: Side| side.costs.iter().map(|&cost| u32::from(cost)).sum::<u32>();
        Cost(sum(note.sides[0]).max(sum(note.sides[1])))
    }
}
