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

use provebest_machine::hints::fetch;

use super::{Direction, Heuristic, Layout, Slide, Word};
use crate::puzzle::Cost;
use place::{NOWHERE, Places, passed_by, put, set};

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
    /// The board, and the board in the mirror.
    views: [View; 2],
    /// Is the mirror used?
    reflects: bool,
    /// By way: the cells that the tile passes, in the view where it changes its row. The cell that it leaves stands for none.
    passed: Box<[[u8; 4]; 128]>,
    size: S,
}

/// How the databases see the board.
#[derive(Clone)]
struct View {
    /// By tile.
    lanes: [Lane; 32],
    /// By cell: its bit in a set.
    bits: [u32; 32],
    /// What is added to the number of the order: by whether the place of a tile grows, that tile, and a tile that it passes.
    passing: Box<[[[i16; 32]; 32]; 2]>,
}

/// Where a tile belongs.
#[derive(Clone, Copy)]
struct Lane {
    /// Its pattern.
    pattern: u8,
    /// The bits of a cell that count: none if the tile is in no pattern, so that its slides change nothing.
    mask: u32,
}

/// The database of one pattern.
#[derive(Clone, Copy)]
struct Table<'d> {
    places: &'d Places,
    costs: &'d [u8],
}

/// Where the tiles of every pattern are, and what that costs; on the board and in the mirror. Numbers of all patterns are in one
/// word, so that a slide changes it without going through memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Placed<W: Word> {
    /// The sets of the cells of their tiles, each a quarter of a word.
    sets: [W; 2],
    /// The numbers of their orders, 16 bits each.
    orders: [u64; 2],
    /// The costs, 8 bits each.
    costs: [u32; 2],
}

impl Table<'_> {
    #[inline(always)]
    fn number(&self, set: u32, order: u16) -> usize {
        self.places.first(set) + usize::from(order)
    }
}

impl<W: Word> Placed<W> {
    const NOTHING: Placed<W> = Placed { sets: [W::ZERO; 2], orders: [0; 2], costs: [0; 2] };

    /// The set, and the number of the order, of the tiles of a pattern.
    #[inline(always)]
    fn of(&self, side: usize, pattern: usize) -> (u32, u16) {
        (self.sets[side].quarter(pattern), (self.orders[side] >> (16 * pattern)) as u16)
    }

    #[inline(always)]
    fn set_cost(&mut self, side: usize, pattern: usize, cost: u8) {
        let costs = &mut self.costs[side];
        *costs = *costs & !(0xff << (8 * pattern)) | u32::from(cost) << (8 * pattern);
    }

    /// No board is as much as 256 away.
    #[inline(always)]
    fn sum(&self, side: usize) -> u32 {
        self.costs[side].wrapping_mul(0x0101_0101) >> 24
    }
}

impl View {
    /// Of a board that is turned in this way.
    fn new(partition: &Partition, turn: impl Fn(usize) -> usize) -> View {
        let cells = partition.width() * partition.height();
        let lane = |tile: usize| {
            let tile = turn(tile) as u8;
            let pattern = partition.patterns().iter().position(|tiles| tiles.contains(&tile))?;
            Some((pattern, partition.patterns()[pattern].iter().position(|&one| one == tile)?))
        };
        let mut view = View {
            lanes: [Lane { pattern: 0, mask: 0 }; 32],
            bits: std::array::from_fn(|cell| if cell < cells { 1 << turn(cell) } else { 0 }),
            passing: Box::new([[[0; 32]; 32]; 2]),
        };
        for tile in 1..cells {
            let Some((pattern, own)) = lane(tile) else { continue };
            view.lanes[tile] = Lane { pattern: pattern as u8, mask: u32::MAX };
            for passed in (1..cells).filter(|&other| other != tile) {
                let Some((_, other)) = lane(passed).filter(|&(other, _)| other == pattern) else { continue };
                let more = passed_by(own, other);
                (view.passing[1][tile][passed], view.passing[0][tile][passed]) = (more, -more);
            }
        }
        view
    }

    /// One that no slide changes.
    fn none() -> View {
        View { lanes: [Lane { pattern: 0, mask: 0 }; 32], bits: [0; 32], passing: Box::new([[[0; 32]; 32]; 2]) }
    }
}

/// Where a cell of a square board, and a tile, is in the mirror.
fn turned(size: impl Layout, at: usize) -> usize {
    at % size.width() * size.width() + at / size.width()
}

impl<'d, S: Layout> Patterns<'d, S> {
    /// With these databases, and with reflection where the board is square.
    pub fn new(size: S, databases: &'d Databases) -> Result<Self, DatabaseError> {
        let partition = databases.partition();
        let (width, height) = (size.width(), size.height());
        if (partition.width(), partition.height()) != (width, height) {
            return Err(DatabaseError::OtherSize { width, height, partition: partition.clone() });
        }
        let turned = |cell: usize| turned(size, cell);
        let reflects = width == height;
        let mut passed = Box::new([[0; 4]; 128]);
        for (from, way) in (0..size.cells()).flat_map(|cell| Direction::ALL.map(|way| (cell, way))) {
            let list = &mut passed[from << 2 | way as usize];
            *list = [from as u8; 4];
            let upright = matches!(way, Direction::Up | Direction::Down);
            let turn = |cell: usize| if upright { cell } else { turned(cell) };
            if let Some(to) = way.back().from(from, width, height).filter(|_| upright || reflects) {
                let (low, high) = (turn(from).min(turn(to)), turn(from).max(turn(to)));
                list.iter_mut().zip(low + 1..high).for_each(|(place, cell)| *place = turn(cell) as u8);
            }
        }
        let table = |number: usize| {
            let number = number % partition.patterns().len();
            Table { places: &databases.places[number], costs: &databases.costs[number] }
        };
        let mirror = if reflects { View::new(partition, turned) } else { View::none() };
        Ok(Patterns {
            databases,
            tables: std::array::from_fn(table),
            views: [View::new(partition, |at| at), mirror],
            reflects,
            passed,
            size,
        })
    }

    /// The same without the mirror.
    pub fn without_reflection(self) -> Self {
        let [board, _] = self.views;
        Patterns { views: [board, View::none()], reflects: false, ..self }
    }

    /// Where the tiles are after a slide, and the patterns that the tile belongs to. Costs are those before.
    ///
    /// A tile that stays in its row passes no other tile: the order is as before. One that goes to the next row passes those between,
    /// and each of them adds a number that depends on both tiles alone. On one of both sides the row stays.
    #[inline(always)]
    fn moved(&self, mut note: Placed<S::Word>, slide: &Slide<S>) -> (Placed<S::Word>, [usize; 2]) {
        let Slide { tile, from, to, way, after, .. } = *slide;
        // Up and down are the numbers 0 and 3.
        let turned = (way ^ way >> 1) & 1;
        let grows = usize::from(way & 2 == 0);
        let passing = &self.views[turned].passing[grows][tile & 31];
        let mut more = 0;
        for &cell in &self.passed[way & 127] {
            more += i64::from(passing[S::tile(after, usize::from(cell)) & 31]);
        }
        let mut patterns = [0; 2];
        for (side, own) in patterns.iter_mut().enumerate() {
            let view = &self.views[side];
            let Lane { pattern, mask } = view.lanes[tile & 31];
            let pattern = usize::from(pattern) & (PATTERNS - 1);
            let bits = (view.bits[from & 31] ^ view.bits[to & 31]) & mask;
            note.sets[side] = note.sets[side].flip_quarter(bits, pattern);
            let more = if side == turned { more } else { 0 };
            note.orders[side] = note.orders[side].wrapping_add_signed(more << (16 * pattern));
            *own = pattern;
        }
        (note, patterns)
    }

    #[inline(always)]
    fn look_up(&self, note: &mut Placed<S::Word>, side: usize, pattern: usize) {
        let table = &self.tables[pattern];
        let (set, order) = note.of(side, pattern);
        note.set_cost(side, pattern, table.costs[table.number(set, order)]);
    }

    fn note_side(&self, note: &mut Placed<S::Word>, side: usize, tiles: &[usize], turn: impl Fn(usize) -> usize) {
        for (pattern, members) in self.databases.partition().patterns().iter().enumerate() {
            let placed = tiles.iter().enumerate().fold(NOWHERE, |placed, (cell, &tile)| {
                let lane = members.iter().position(|&member| usize::from(member) == turn(tile));
                lane.map_or(placed, |lane| put(placed, lane, turn(cell) as u64))
            });
            let set = set(placed) & ((1 << tiles.len()) - 1);
            note.sets[side] = note.sets[side].flip_quarter(set, pattern);
            note.orders[side] |= (self.databases.places[pattern].order(placed) as u64) << (16 * pattern);
            self.look_up(note, side, pattern);
        }
    }
}

impl<S: Layout> Heuristic<S> for Patterns<'_, S> {
    type Note = Placed<S::Word>;

    fn note(&self, tiles: &[usize]) -> Self::Note {
        let mut note = Placed::NOTHING;
        self.note_side(&mut note, 0, tiles, |at| at);
        if self.reflects {
            self.note_side(&mut note, 1, tiles, |at| turned(self.size, at));
        }
        note
    }

    #[inline(always)]
    fn slide(&self, note: Self::Note, slide: Slide<S>) -> Self::Note {
        self.slide_within(note, slide, Cost::NEVER).0
    }

    /// The mirror is looked up only if the board itself is within the bound (Tolpin, Betzalel, Felner and Shimony 2014: lazy IDA*).
    #[inline(always)]
    fn slide_within(&self, note: Self::Note, slide: Slide<S>, most: Cost) -> (Self::Note, Cost) {
        let (mut note, patterns) = self.moved(note, &slide);
        self.look_up(&mut note, 0, patterns[0]);
        if !self.reflects || note.sum(0) > most.0 {
            return (note, Cost(note.sum(0)));
        }
        self.look_up(&mut note, 1, patterns[1]);
        (note, self.cost(note))
    }

    #[inline(always)]
    fn cost(&self, note: Self::Note) -> Cost {
        Cost(note.sum(0).max(note.sum(1)))
    }

    #[inline(always)]
    fn fetch(&self, note: Self::Note, slide: Slide<S>) {
        let (note, patterns) = self.moved(note, &slide);
        let fetch_side = |side: usize| {
            let table = &self.tables[patterns[side]];
            let (set, order) = note.of(side, patterns[side]);
            fetch(table.costs.get(table.number(set, order)..).unwrap_or_default());
        };
        fetch_side(0);
        if self.reflects {
            fetch_side(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Shape, Size, Tiles};
    use super::*;
    use crate::puzzle::Puzzle;
    use std::ops::ControlFlow;

    /// Walks by chance. After every slide the note is that of the board, read anew; and within any bound the estimates are those
    /// without it, and above it not more than those.
    fn walk<S: Shape>(size: S, patterns: &[&[u8]]) {
        let partition = Partition::new(S::WIDTH, S::HEIGHT, patterns).unwrap();
        let databases = Databases::build(&partition, &mut |_| None).unwrap();
        let mirrored = Patterns::new(size, &databases).unwrap();
        for patterns in [mirrored.clone(), mirrored.without_reflection()] {
            let tiles = Tiles::new(size, patterns);
            let (mut state, mut luck) = (tiles.goal(), 1_u64);
            for _ in 0..2000 {
                let mut children = Vec::new();
                let _ = tiles.children(&state, |_, _, child| {
                    children.push(child);
                    ControlFlow::<()>::Continue(())
                });
                for child in &children {
                    let board: Vec<usize> = (0..S::CELLS).map(|cell| child.tile(cell)).collect();
                    assert_eq!(child.note, tiles.heuristic().note(&board), "{board:?}");
                }
                for most in 1..tiles.estimate(&state).0 + 3 {
                    let mut exact = children.iter().rev().map(|child| tiles.estimate(child));
                    tiles.estimated_children(&state, Cost::ZERO, Cost(most), |_, estimate, _| {
                        let exact = exact.next().unwrap();
                        assert!(estimate <= exact && (exact.0 < most) == (estimate.0 < most), "{estimate:?} {exact:?}");
                        assert!(estimate == exact || exact.0 >= most);
                    });
                }
                luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                state = children[(luck >> 33) as usize % children.len()];
            }
        }
    }

    #[test]
    fn slides_change_the_note_as_the_board() {
        walk(Size::<3, 3>, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]);
        walk(Size::<3, 3>, &[&[8, 1, 6, 3, 5, 2, 7, 4]]);
        walk(Size::<2, 4>, &[&[7, 2], &[1, 5, 3]]);
        walk(Size::<4, 3>, &[&[11, 1, 4, 8, 2], &[3, 10], &[9, 7, 6]]);
        walk(Size::<4, 4>, &[&[15, 1, 14, 2], &[3, 12, 13], &[5, 4], &[7, 6, 8]]);
        walk(Size::<5, 5>, &[&[24, 1, 13], &[2, 12, 23], &[3, 22]]);
    }
}
