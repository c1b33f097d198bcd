//! Manhattan distance: rows and columns that every tile is away from its cell.

use super::{Direction, Heuristic, Layout, Shape, Slide};
use crate::puzzle::Cost;

/// The sum of the distances of all tiles from their cells, in rows and columns: one look into a small table for each
/// slide.
///
/// Admissible: a slide brings one tile one cell nearer at most.
///
/// ```
/// use provebest_puzzle::{Cost, Puzzle, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// assert_eq!(tiles.estimate(&tiles.parse("8 7 6 0 4 1 2 5 3")?), Cost(21));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Manhattan<S> {
    /// By cell, direction of the empty cell and tile: what a slide adds.
    steps: [i8; 4096],
    size: S,
}

impl<S: Shape> Manhattan<S> {
    /// For boards of this size.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Manhattan::sized(S::default())
    }
}

impl<S: Layout> Manhattan<S> {
    /// For boards of this size.
    pub fn sized(size: S) -> Self {
        let mut steps = [0; 4096];
        for (tile, cell, direction) in (1..size.cells())
            .flat_map(|tile| (0..size.cells()).map(move |cell| (tile, cell)))
            .flat_map(|(tile, cell)| Direction::ALL.map(|direction| (tile, cell, direction)))
        {
            // The empty cell comes from where the tile goes.
            if let Some(to) = direction.back().from(cell, size.width(), size.height()) {
                let step = distance(size, tile, to) as i8 - distance(size, tile, cell) as i8;
                steps[index(tile, cell << 2 | direction as usize)] = step;
            }
        }
        Manhattan { steps, size }
    }
}

#[inline(always)]
fn index(tile: usize, way: usize) -> usize {
    (way << 5 | tile) & 4095
}

/// How far a tile is from its cell.
fn distance(size: impl Layout, tile: usize, cell: usize) -> u32 {
    let row = (tile / size.width()).abs_diff(cell / size.width());
    let column = (tile % size.width()).abs_diff(cell % size.width());
    (row + column) as u32
}

/// The sum of all distances.
pub(super) fn total(size: impl Layout, tiles: &[usize]) -> u32 {
    let tiles = tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
    tiles.map(|(cell, &tile)| distance(size, tile, cell)).sum()
}

impl<S: Layout> Heuristic<S> for Manhattan<S> {
    type Note = u32;

    fn note(&self, tiles: &[usize]) -> u32 {
        total(self.size, tiles)
    }

    #[inline(always)]
    fn slide(&self, note: u32, slide: Slide<S>) -> u32 {
        note.wrapping_add_signed(i32::from(self.steps[index(slide.tile, slide.way)]))
    }

    #[inline(always)]
    fn cost(&self, note: u32) -> Cost {
        Cost(note)
    }
}
