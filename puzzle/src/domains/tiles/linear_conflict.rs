//! Linear conflict (Hansson, Mayer and Yung 1992): tiles that are in their row but in the wrong order have to leave it.

use serde::{Deserialize, Serialize};

use super::manhattan::{self, Manhattan};
use super::{Direction, Heuristic, Layout, Shape, Slide};
use crate::puzzle::Cost;

/// Manhattan distance and two slides for every tile that must leave its own row or column to let others pass: all tiles of that
/// line, except a longest sequence of them in the right order.
///
/// Hansson, Mayer and Yung, Criticizing solutions to relaxed models yields powerful admissible heuristics, 1992.
///
/// ```
/// use provebest_puzzle::{Cost, Puzzle, tiles::{LinearConflict, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, LinearConflict::new());
/// assert_eq!(tiles.estimate(&tiles.parse("0 1 2 5 4 3 6 8 7")?), Cost(4 + 2 + 4 + 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LinearConflict<S> {
    size: S,
    manhattan: Manhattan<S>,
    rows: Lines,
    columns: Lines,
}

/// The rows, or the columns, of a board.
struct Lines {
    /// By line and tile: where in this line it belongs, from 1 on, or 0.
    place: [[u8; 32]; 8],
    /// By the places of the tiles that are in a line: what their conflicts cost.
    costs: Vec<u8>,
    length: usize,
}

/// Manhattan distance and the cost of all conflicts.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Conflicts {
    distance: u16,
    conflicts: u16,
}

impl Conflicts {
    #[inline(always)]
    pub(super) fn packed(self) -> u32 {
        u32::from(self.distance) << 16 | u32::from(self.conflicts)
    }

    #[inline(always)]
    pub(super) fn unpacked(packed: u32) -> Conflicts {
        Conflicts { distance: (packed >> 16) as u16, conflicts: packed as u16 }
    }
}

impl Lines {
    /// `cell` gives the cell of a line and a place.
    fn new(count: usize, length: usize, cell: impl Fn(usize, usize) -> usize) -> Lines {
        let mut place = [[0; 32]; 8];
        for line in 0..count {
            for at in 0..length {
                place[line][cell(line, at)] = at as u8 + 1;
            }
            place[line][0] = 0;
        }
        let base = length + 1;
        let cost = |mut index: usize| {
            let places: Vec<usize> =
                (0..length).map(|_| (index % base, index /= base).0).filter(|&at| at > 0).collect();
            let mut ordered = vec![1; places.len()];
            for at in 1..places.len() {
                let before = (0..at).filter(|&before| places[before] < places[at]).map(|before| ordered[before]);
                ordered[at] = 1 + before.max().unwrap_or(0);
            }
            2 * (places.len() - ordered.into_iter().max().unwrap_or(0)) as u8
        };
        Lines { place, costs: (0..base.pow(length as u32)).map(cost).collect(), length }
    }

    /// The cost of the conflicts in a line.
    fn cost(&self, line: usize, tile: impl Fn(usize) -> usize) -> u16 {
        let places = (0..self.length).rev().map(|at| self.place[line][tile(at) & 31] as usize);
        u16::from(self.costs[places.fold(0, |index, place| index * (self.length + 1) + place)])
    }
}

impl<S: Shape> LinearConflict<S> {
    /// For boards of this size.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        LinearConflict::sized(S::default())
    }
}

impl<S: Layout> LinearConflict<S> {
    /// For boards of this size.
    pub fn sized(size: S) -> Self {
        let (width, height) = (size.width(), size.height());
        LinearConflict {
            size,
            manhattan: Manhattan::sized(size),
            rows: Lines::new(height, width, |row, column| row * width + column),
            columns: Lines::new(width, height, |column, row| row * width + column),
        }
    }

    fn row(&self, row: usize, tile: impl Fn(usize) -> usize) -> u16 {
        self.rows.cost(row, |column| tile(row * self.size.width() + column))
    }

    fn column(&self, column: usize, tile: impl Fn(usize) -> usize) -> u16 {
        self.columns.cost(column, |row| tile(row * self.size.width() + column))
    }
}

impl<S: Layout> Heuristic<S> for LinearConflict<S> {
    type Note = Conflicts;

    fn note(&self, tiles: &[usize]) -> Conflicts {
        let rows: u16 = (0..self.size.height()).map(|row| self.row(row, |cell| tiles[cell])).sum();
        let columns: u16 = (0..self.size.width()).map(|column| self.column(column, |cell| tiles[cell])).sum();
        Conflicts { distance: manhattan::total(self.size, tiles) as u16, conflicts: rows + columns }
    }

    /// A tile that slides along a row changes its column, the one it leaves and the one it enters; and the other way round.
    #[inline(always)]
    fn slide(&self, note: Conflicts, slide: Slide<S>) -> Conflicts {
        let Slide { tile, from, to, direction, after, .. } = slide;
        let distance = self.manhattan.slide(u32::from(note.distance), slide) as u16;
        let now = |cell| S::tile(after, cell);
        let before = |cell| match cell {
            _ if cell == from => tile,
            _ if cell == to => 0,
            _ => S::tile(after, cell),
        };
        let both = |cost: &dyn Fn(usize) -> u16, from: usize, to: usize| cost(from) + cost(to);
        let (gone, come) = match direction {
            Direction::Left | Direction::Right => {
                let (from, to) = (from % self.size.width(), to % self.size.width());
                (both(&|line| self.column(line, before), from, to), both(&|line| self.column(line, now), from, to))
            }
            Direction::Up | Direction::Down => {
                let (from, to) = (from / self.size.width(), to / self.size.width());
                (both(&|line| self.row(line, before), from, to), both(&|line| self.row(line, now), from, to))
            }
        };
        Conflicts { distance, conflicts: note.conflicts + come - gone }
    }

    #[inline(always)]
    fn cost(&self, note: Conflicts) -> Cost {
        Cost(u32::from(note.distance + note.conflicts))
    }
}
