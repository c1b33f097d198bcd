//! Sliding tiles: the 8-puzzle, the 15-puzzle, the 24-puzzle and their kin. A board is a number with a few bits for every
//! cell. A heuristic keeps a note with it, which changes slide by slide.

mod any_heuristic;
mod board;
mod linear_conflict;
mod manhattan;
mod no_duplicates;
mod pattern;
mod pruning;
mod walking_distance;

use std::fmt;
use std::ops::ControlFlow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use any_heuristic::AnyHeuristic;
pub use board::{
    Direction, ForSize, Layout, Shape, Size, TilesError, UpTo16, UpTo25, Word, Written, check, is_size, with_size,
};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use no_duplicates::NoDuplicates;
pub use pattern::{DatabaseError, Databases, Opened, Origin, Partition, Patterns, Progress};
pub use pruning::{MovePruning, NotBack};
pub use walking_distance::WalkingDistance;

use crate::puzzle::{Cost, Puzzle, Reversible};

/// A tile that slides into the empty cell.
#[derive(Clone, Copy, Debug)]
pub struct Slide<S: Layout> {
    /// The tile.
    pub tile: usize,
    /// Where it was.
    pub from: usize,
    /// Where it is now: where the empty cell was.
    pub to: usize,
    /// Where the empty cell goes.
    pub direction: Direction,
    /// Where it was and where the empty cell goes as one number: four times the cell, and the direction's.
    pub way: usize,
    /// The board after the slide.
    pub after: S::Word,
}

/// A lower bound of the slides to the goal.
pub trait Heuristic<S: Layout>: Sync {
    /// What it keeps with a board.
    type Note: Copy + Send + Sync + Serialize + DeserializeOwned + fmt::Debug;

    /// The note of a board: the tiles row by row.
    fn note(&self, tiles: &[usize]) -> Self::Note;

    /// The note after a slide.
    fn slide(&self, note: Self::Note, slide: Slide<S>) -> Self::Note;

    /// The note after a slide, and what is left at least. What is above `most` may be less than [`cost`](Heuristic::cost) says, but
    /// not `most` or less; the note is of no use then. Override it where that is cheaper.
    #[inline(always)]
    fn slide_within(&self, note: Self::Note, slide: Slide<S>, _most: Cost) -> (Self::Note, Cost) {
        let note = self.slide(note, slide);
        (note, self.cost(note))
    }

    /// Tells the memory that a slide will be looked up soon.
    #[inline(always)]
    fn fetch(&self, _note: Self::Note, _slide: Slide<S>) {}

    /// What is left at least.
    fn cost(&self, note: Self::Note) -> Cost;
}

/// A board, with what a heuristic keeps, and the spot of the empty cell.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "N: Serialize, P: Serialize", deserialize = "N: DeserializeOwned, P: DeserializeOwned"))]
pub struct Position<S: Layout, N, P = u8> {
    cells: S::Word,
    note: N,
    spot: P,
}

impl<S: Layout, N, P> Position<S, N, P> {
    /// The tile in a cell, 0 for none.
    pub fn tile(&self, cell: usize) -> usize {
        S::tile(self.cells, cell)
    }

    /// The slide into the empty cell, which goes this way.
    #[inline(always)]
    fn slide(&self, to: usize, way: usize) -> Slide<S> {
        let (from, direction) = (way >> 2, Direction::of(way as u8));
        let tile = S::tile(self.cells, from);
        Slide { tile, from, to, direction, way, after: S::slide(self.cells, tile, from, to) }
    }
}

/// The tiles row by row, as they are read.
impl<S: Shape, N, P> fmt::Display for Position<S, N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tile(0))?;
        (1..S::CELLS).try_for_each(|cell| write!(f, " {}", self.tile(cell)))
    }
}

/// Sliding tiles with a heuristic. The goal is 0 1 2 ..., row by row; the empty cell moves up, left, right or down, and
/// not back at once.
///
/// ```
/// use provebest_puzzle::{Cost, IdaStar, Solve, Task, tiles::{LinearConflict, Size, Tiles}};
/// let tiles = Tiles::new(Size::<4, 4>, LinearConflict::new());
/// let start = tiles.parse("2 1 6 3 4 5 10 7 8 0 13 11 12 9 14 15")?;
/// let report = IdaStar::default().solve(&Task::new(&tiles, &start));
/// let moves: String = report.solution.expect("it can be solved").moves.iter().map(|step| step.to_string()).collect();
/// assert_eq!((report.bound, moves.len()), (Cost(23), 23));
/// # Ok::<(), provebest_puzzle::tiles::TilesError>(())
/// ```
pub struct Tiles<S: Layout, H: Heuristic<S>, M: MovePruning = NotBack> {
    size: S,
    heuristic: H,
    moves: M,
    goal: S::Word,
}

impl<S: Layout, H: Heuristic<S>> Tiles<S, H> {
    /// Boards of this size with this heuristic. A heuristic for a size that is known only at run time must be for this size.
    ///
    /// ```
    /// use provebest_puzzle::{AStar, Cost, Solve, Task, tiles::{Manhattan, Tiles, UpTo16}};
    /// let size = UpTo16::new(3, 3)?;
    /// let tiles = Tiles::new(size, Manhattan::sized(size));
    /// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
    /// assert_eq!(AStar.solve(&Task::new(&tiles, &start)).bound, Cost(31));
    /// # Ok::<(), provebest_puzzle::tiles::TilesError>(())
    /// ```
    pub fn new(size: S, heuristic: H) -> Self {
        Tiles::following(size, heuristic, NotBack::new(size))
    }
}

impl<S: Layout, H: Heuristic<S>> Tiles<S, H, NoDuplicates> {
    /// The same with pruning of duplicate moves, by strings of up to `longest` moves: 14 is a good number for IDA*.
    ///
    /// ```
    /// use provebest_puzzle::{Cost, IdaStar, Solve, Task, tiles::{Manhattan, Size, Tiles}};
    /// let tiles = Tiles::without_duplicates(Size::<4, 4>, Manhattan::new(), 10);
    /// let start = tiles.parse("2 1 6 3 4 5 10 7 8 0 13 11 12 9 14 15")?;
    /// assert_eq!(IdaStar::default().solve(&Task::new(&tiles, &start)).bound, Cost(23));
    /// # Ok::<(), provebest_puzzle::tiles::TilesError>(())
    /// ```
    pub fn without_duplicates(size: S, heuristic: H, longest: usize) -> Self {
        Tiles::following(size, heuristic, NoDuplicates::new(size, longest))
    }
}

impl<S: Layout, H: Heuristic<S>, M: MovePruning> Tiles<S, H, M> {
    fn following(size: S, heuristic: H, moves: M) -> Self {
        Tiles { size, heuristic, moves, goal: pack::<S>(&(0..size.cells()).collect::<Vec<_>>()) }
    }

    /// Which moves are followed.
    pub fn moves(&self) -> &M {
        &self.moves
    }

    /// The heuristic.
    pub fn heuristic(&self) -> &H {
        &self.heuristic
    }

    /// A board with these tiles, row by row, 0 for the empty cell.
    pub fn position(&self, tiles: &[usize]) -> Result<Position<S, H::Note, M::Spot>, TilesError> {
        check(self.size.width(), self.size.height(), tiles)?;
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        Ok(Position { cells: pack::<S>(tiles), spot: self.moves.start(blank), note: self.heuristic.note(tiles) })
    }

    /// Reads a board: the tiles row by row, 0 for the empty cell.
    pub fn parse(&self, text: &str) -> Result<Position<S, H::Note, M::Spot>, TilesError> {
        self.position(&board::numbers(text, self.size.cells())?)
    }

    /// The solved board.
    pub fn goal(&self) -> Position<S, H::Note, M::Spot> {
        let tiles: Vec<usize> = (0..self.size.cells()).collect();
        Position { cells: self.goal, spot: self.moves.start(0), note: self.heuristic.note(&tiles) }
    }
}

fn pack<S: Layout>(tiles: &[usize]) -> S::Word {
    tiles.iter().enumerate().fold(S::Word::default(), |word, (cell, &tile)| S::put(word, tile, cell))
}

impl<S: Layout, H: Heuristic<S>, M: MovePruning> Puzzle for Tiles<S, H, M> {
    type State = Position<S, H::Note, M::Spot>;
    type Move = Direction;
    type Key = (S::Word, M::Key);

    const LOOPS: bool = false;
    const BACKWARDS: bool = true;

    #[inline(always)]
    fn children<B>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Direction, Cost, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let to = M::way(state.spot) >> 2;
        for spot in self.moves.next(state.spot) {
            let slide = state.slide(to, M::way(spot));
            let note = self.heuristic.slide(state.note, slide);
            visit(slide.direction, Cost(1), Position { cells: slide.after, note, spot })?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn estimated_children(
        &self,
        state: &Self::State,
        _: Cost,
        most: Cost,
        mut visit: impl FnMut(Cost, Cost, Self::State),
    ) {
        let to = M::way(state.spot) >> 2;
        for spot in self.moves.next_backwards(state.spot) {
            let slide = state.slide(to, M::way(spot));
            let (note, cost) = self.heuristic.slide_within(state.note, slide, Cost(most.0.saturating_sub(1)));
            visit(Cost(1), cost, Position { cells: slide.after, note, spot });
        }
    }

    #[inline(always)]
    fn fetch(&self, state: &Self::State) {
        let to = M::way(state.spot) >> 2;
        for spot in self.moves.next_backwards(state.spot) {
            self.heuristic.fetch(state.note, state.slide(to, M::way(spot)));
        }
    }

    #[inline(always)]
    fn is_goal(&self, state: &Self::State) -> bool {
        state.cells == self.goal
    }

    #[inline(always)]
    fn estimate(&self, state: &Self::State) -> Cost {
        self.heuristic.cost(state.note)
    }

    #[inline(always)]
    fn key(&self, state: &Self::State) -> Self::Key {
        (state.cells, M::key(state.spot))
    }
}

impl<S: Layout, H: Heuristic<S>> Reversible for Tiles<S, H> {
    fn goals(&self) -> Vec<Self::State> {
        vec![self.goal()]
    }

    fn parents<B>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Cost, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.children(state, |_, cost, parent| visit(cost, parent))
    }
}
