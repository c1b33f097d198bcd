//! A heuristic that is known only at run time.

use serde::{Deserialize, Serialize};

use super::linear_conflict::Conflicts;
use super::{Heuristic, Layout, LinearConflict, Manhattan, Slide, TilesError, WalkingDistance};
use crate::puzzle::Cost;

/// One of the heuristics without databases. A search is compiled once for all of them, and chooses at every slide.
///
/// ```
/// use provebest_puzzle::{Cost, IdaStar, Solve, Task, tiles::{AnyHeuristic, Tiles, UpTo16}};
/// let size = UpTo16::new(3, 3)?;
/// for heuristic in [AnyHeuristic::manhattan(size), AnyHeuristic::walking_distance(size)?] {
///     let tiles = Tiles::new(size, heuristic);
///     let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
///     assert_eq!(IdaStar::default().solve(&Task::new(&tiles, &start)).bound, Cost(31));
/// }
/// # Ok::<(), provebest_puzzle::tiles::TilesError>(())
/// ```
pub struct AnyHeuristic<S>(Kind<S>);

enum Kind<S> {
    Manhattan(Box<Manhattan<S>>),
    LinearConflict(Box<LinearConflict<S>>),
    WalkingDistance(Box<WalkingDistance<S>>),
}

/// The note of the heuristic, which knows how to read it: as small as the smallest of them, because A* keeps one for each state.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct AnyNote(u32);

impl<S: Layout> AnyHeuristic<S> {
    /// Manhattan distance.
    pub fn manhattan(size: S) -> Self {
        AnyHeuristic(Kind::Manhattan(Box::new(Manhattan::sized(size))))
    }

    /// Manhattan distance with linear conflicts.
    pub fn linear_conflict(size: S) -> Self {
        AnyHeuristic(Kind::LinearConflict(Box::new(LinearConflict::sized(size))))
    }

    /// Walking distance, for boards of up to 16 cells.
    pub fn walking_distance(size: S) -> Result<Self, TilesError> {
        Ok(AnyHeuristic(Kind::WalkingDistance(Box::new(WalkingDistance::sized(size)?))))
    }
}

impl<S: Layout> Heuristic<S> for AnyHeuristic<S> {
    type Note = AnyNote;

    fn note(&self, tiles: &[usize]) -> AnyNote {
        AnyNote(match &self.0 {
            Kind::Manhattan(one) => one.note(tiles),
            Kind::LinearConflict(one) => one.note(tiles).packed(),
            Kind::WalkingDistance(one) => one.packed(one.note(tiles)),
        })
    }

    #[inline(always)]
    fn slide(&self, AnyNote(note): AnyNote, slide: Slide<S>) -> AnyNote {
        AnyNote(match &self.0 {
            Kind::Manhattan(one) => one.slide(note, slide),
            Kind::LinearConflict(one) => one.slide(Conflicts::unpacked(note), slide).packed(),
            Kind::WalkingDistance(one) => one.packed(one.slide(one.unpacked(note), slide)),
        })
    }

    #[inline(always)]
    fn cost(&self, AnyNote(note): AnyNote) -> Cost {
        match &self.0 {
            Kind::Manhattan(one) => one.cost(note),
            Kind::LinearConflict(one) => one.cost(Conflicts::unpacked(note)),
            Kind::WalkingDistance(one) => one.cost(one.unpacked(note)),
        }
    }
}
