//! Connect Four on bitboards, 7x6 or any other size that fits into 64 bits.
//!
//! Every column takes one bit more than it is high. The empty bit on top keeps rows of four from running over into the
//! next column, and lets one addition find the cell where a stone comes to rest in each of them (J. Tromp; P. Pons,
//! Solving Connect 4).

mod solve;
mod text;

use provebest_game::{Depth, Evaluate, Game, Keyed, MoveList, Order, Ply, Score, Shape, Sons, Status, Symmetry, mix};

/// The rules: stones drop to the bottom of a column, four in a row win, a full board is a draw.
///
/// ```
/// use provebest_game::{Depth, Game, MoveList, Ply, Score, Status, Text, perft};
/// use provebest_games::connect_four::ConnectFour;
///
/// let rules = ConnectFour::default();
/// assert_eq!(perft(&rules, &rules.start(), Depth(4)), 2401);
///
/// let (small, board) = ConnectFour::parse("5x4:1212121").unwrap();
/// assert_eq!(small.status(&board, &mut MoveList::new()), Status::Over(Score::loss_in(Ply(7))));
/// assert_eq!(small.print(&board), "5x4:X----/XO---/XO---/XO---");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFour {
    width: u32,
    height: u32,
    centre_first: bool,
    /// The lowest cell of every column.
    bottom: u64,
    /// Every cell.
    cells: u64,
    /// The distances between neighbours on a line of each kind.
    steps: [u32; 4],
    /// How many cells there are.
    size: u32,
    /// The lower cells of all pairs, counted from the top of each column.
    lower: u64,
}

/// A position: the stones of the side to move, and all stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    own: u64,
    all: u64,
}

impl Board {
    /// How many stones have been played.
    pub fn stones(self) -> u32 {
        self.all.count_ones()
    }

    fn other(self) -> u64 {
        self.own ^ self.all
    }
}

impl Default for ConnectFour {
    /// Seven columns of six.
    fn default() -> Self {
        ConnectFour::new(7, 6).expect("a size that fits")
    }
}

impl ConnectFour {
    /// A board with so many columns of such a height, or `None` if there is nothing on it or it does not fit:
    /// `width * (height + 1)` is at most 64.
    pub fn new(width: u32, height: u32) -> Option<ConnectFour> {
        let bits = width.checked_mul(height.checked_add(1)?)?;
        if width == 0 || height == 0 || bits > 64 {
            return None;
        }
        let bottom = (0..width).fold(0, |bits, column| bits | 1 << (column * (height + 1)));
        // Where no four fit along a line, the upright one is looked at twice instead.
        let steps = [1, height, height + 1, height + 2].map(|step| if 3 * step < 64 { step } else { 1 });
        let cells = bottom * ((1 << height) - 1);
        let lower = (0..height).rev().skip(1).step_by(2).fold(0, |lower, row| lower | bottom << row);
        Some(ConnectFour { width, height, centre_first: false, bottom, cells, steps, size: width * height, lower })
    }

    /// Lists the columns from the centre outwards: better for most searches. Otherwise they come from left to right.
    pub fn centre_first(self) -> Self {
        ConnectFour { centre_first: true, ..self }
    }

    /// How many columns there are.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many stones a column holds.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The empty board.
    pub fn start(&self) -> Board {
        Board::default()
    }

    /// How many stones lie in a column, counted from 0.
    pub fn stones_in(&self, board: &Board, column: u8) -> u32 {
        (board.all & self.column(column.into())).count_ones()
    }

    /// The cells where a stone can come to rest.
    #[inline]
    fn landing(&self, board: &Board) -> u64 {
        (board.all + self.bottom) & self.cells
    }

    #[inline]
    fn four(&self, stones: u64) -> bool {
        four_by(self.steps, stones)
    }

    #[inline]
    fn end(&self, board: &Board) -> Option<Score> {
        if self.four(board.other()) {
            Some(Score::loss_in(Ply(board.stones())))
        } else {
            (board.all == self.cells).then_some(Score::ZERO)
        }
    }

    /// The column at a place of the order that begins in the centre.
    fn outwards(&self, place: u32) -> u32 {
        let step = place.div_ceil(2);
        if place % 2 == 1 { self.width / 2 - step } else { self.width / 2 + step }
    }

    fn is_free(&self, board: &Board, column: u32) -> bool {
        self.landing(board) & self.column(column) != 0
    }

    fn column(&self, column: u32) -> u64 {
        ((1 << self.height) - 1) << (column * (self.height + 1))
    }

    /// The columns that are not full, in the order asked for.
    fn free(&self, board: Board) -> impl Iterator<Item = u8> {
        let columns = (0..self.width).map(|place| if self.centre_first { self.outwards(place) } else { place });
        columns.filter(move |&column| self.is_free(&board, column)).map(|column| column as u8)
    }

    /// Empty cells that would complete a row of four.
    fn threats(&self, stones: u64, all: u64) -> u64 {
        let [_, steps @ ..] = self.steps;
        threats_by(steps, stones) & self.cells & !all
    }

    /// Rows of four that can still be filled where these cells are free or one's own.
    fn fours(&self, cells: u64) -> u32 {
        let pairs = |step: &u32| cells & (cells >> step);
        self.steps.iter().map(|step| (pairs(step) & (pairs(step) >> (2 * step))).count_ones()).sum()
    }

    fn mirror(&self, bits: u64) -> u64 {
        let tall = self.height + 1;
        (0..self.width).fold(0, |image, column| {
            image | ((bits & self.column(column)) >> (column * tall)) << ((self.width - 1 - column) * tall)
        })
    }

    /// One number per position. In a column filled with `n` stones the sum lies between `2^n - 1` and `2^(n+1) - 2`, so
    /// it tells how many there are and which, and never runs over.
    fn packed(own: u64, all: u64) -> u64 {
        own + all
    }
}

/// Is there a row of four along one of these steps?
#[inline(always)]
fn four_by(steps: [u32; 4], stones: u64) -> bool {
    let rows = steps.into_iter().fold(0, |rows, step| {
        let pairs = stones & (stones >> step);
        rows | pairs & (pairs >> (2 * step))
    });
    rows != 0
}

/// Cells that would complete a row of four, taken ones too: an upright row, or one along the given steps.
#[inline(always)]
fn threats_by(steps: [u32; 3], stones: u64) -> u64 {
    let upright = stones << 1 & stones << 2 & stones << 3;
    steps.into_iter().fold(upright, |found, step| {
        let (up, down) = (|n: u32| stones << (n * step), |n: u32| stones >> (n * step));
        found | up(1) & up(2) & (up(3) | down(1)) | down(1) & down(2) & (down(3) | up(1))
    })
}

impl Game for ConnectFour {
    type State = Board;
    /// The column, counted from 0; written from 1.
    type Move = u8;

    fn moves(&self, board: &Board, out: &mut MoveList<u8>) -> Status {
        if let Some(value) = self.end(board) {
            return Status::Over(value);
        }
        out.extend(self.free(*board));
        Status::Open
    }

    #[inline]
    fn play(&self, board: &mut Board, column: u8) {
        let cell = self.landing(board) & self.column(column.into());
        *board = Board { own: board.other(), all: board.all | cell };
    }

    #[inline]
    fn status(&self, board: &Board, _: &mut MoveList<u8>) -> Status {
        self.end(board).map_or(Status::Open, Status::Over)
    }

    fn shape(&self, board: &Board) -> Option<Shape> {
        let left = self.cells.count_ones() - board.stones();
        Some(Shape { width: self.width, height: Depth(left) })
    }

    #[inline]
    fn open(&self, board: &Board, _: &mut MoveList<u8>) -> Result<Sons, Score> {
        match self.end(board) {
            Some(value) => Err(value),
            None => Ok(Sons::numbered(self.landing(board).count_ones())),
        }
    }

    #[inline]
    fn son(&self, board: &Board, _: Sons, _: &MoveList<u8>, number: u32) -> (u8, Board) {
        if self.centre_first {
            let column = self.free(*board).nth(number as usize).expect("the number of a son");
            let mut son = *board;
            self.play(&mut son, column);
            return (column, son);
        }
        let younger = (0..number).fold(self.landing(board), |cells, _| cells & (cells - 1));
        let cell = younger & younger.wrapping_neg();
        let column = cell.trailing_zeros() / (self.height + 1);
        (column as u8, Board { own: board.other(), all: board.all | cell })
    }
}

/// One point for each row of four that the side to move can still fill, eight for each empty cell that would complete
/// one; the same for the other side, subtracted.
impl Evaluate for ConnectFour {
    fn evaluate(&self, board: &Board) -> Score {
        let side =
            |own: u64, other: u64| self.fours(self.cells & !other) + 8 * self.threats(own, board.all).count_ones();
        Score(side(board.own, board.other()) as i32 - side(board.other(), board.own) as i32)
    }

    /// Two cells that would complete a row.
    fn unit(&self) -> i32 {
        16
    }
}

/// By the cell where the stone comes to rest; moves that make threats first, the more the better.
impl Order for ConnectFour {
    const SLOTS: usize = 64;

    #[inline]
    fn slot(&self, board: &Board, column: u8) -> usize {
        (self.landing(board) & self.column(column.into())).trailing_zeros() as usize & 63
    }

    #[inline]
    fn promise(&self, board: &Board, column: u8) -> i32 {
        let cell = self.landing(board) & self.column(column.into());
        self.threats(board.own | cell, board.all | cell).count_ones() as i32
    }
}

impl Keyed for ConnectFour {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        mix(ConnectFour::packed(board.own, board.all))
    }
}

impl Symmetry for ConnectFour {
    fn symmetric_key(&self, board: &Board) -> u64 {
        let image = ConnectFour::packed(self.mirror(board.own), self.mirror(board.all));
        mix(image.min(ConnectFour::packed(board.own, board.all)))
    }
}

#[cfg(test)]
mod tests;
