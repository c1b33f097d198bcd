//! Manhattan distance: rows and columns that every tile is away from its cell.

use super::{Direction, Heuristic, Shape, Slide};
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
    size: std::marker::PhantomData<fn() -> S>,
}

impl<S: Shape> Manhattan<S> {
    /// For boards of this size.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let mut steps = [0; 4096];
        for (tile, cell, direction) in (1..S::CELLS)
            .flat_map(|tile| (0..S::CELLS).map(move |cell| (tile, cell)))
            .flat_map(|(tile, cell)| Direction::ALL.map(|direction| (tile, cell, direction)))
        {
            // The empty cell comes from where the tile goes.
            if let Some(to) = direction.back().from(cell, S::WIDTH, S::HEIGHT) {
                let step = distance::<S>(tile, to) as i8 - distance::<S>(tile, cell) as i8;
                steps[index(tile, cell << 2 | direction as usize)] = step;
            }
        }
        Manhattan { steps, size: std::marker::PhantomData }
    }
}

#[inline(always)]
fn index(tile: usize, way: usize) -> usize {
    (way << 5 | tile) & 4095
}

/// How far a tile is from its cell.
pub(super) fn distance<S: Shape>(tile: usize, cell: usize) -> u32 {
    let row = (tile / S::WIDTH).abs_diff(cell / S::WIDTH);
    let column = (tile % S::WIDTH).abs_diff(cell % S::WIDTH);
    (row + column) as u32
}

/// The sum of all distances.
pub(super) fn total<S: Shape>(tiles: &[usize]) -> u32 {
    let tiles = tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
    tiles.map(|(cell, &tile)| distance::<S>(tile, cell)).sum()
}

impl<S: Shape> Heuristic<S> for Manhattan<S> {
    type Note = u32;

    fn note(&self, tiles: &[usize]) -> u32 {
        total::<S>(tiles)
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
