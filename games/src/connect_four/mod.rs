//! Connect Four on bitboards, 7x6 or any other size that fits into 64 bits.
//!
//! Every column takes one bit more than it is high. The empty bit on top keeps rows of four from running over into the
//! next column, and lets one addition find the cell where a stone comes to rest in each of them (J. Tromp; P. Pons,
//! Solving Connect 4).

mod evaluate;
mod follow_up;
mod interval;
mod solve;
mod text;

use provebest_game::{Children, Depth, Game, Keyed, MoveList, Ply, Score, Shape, Status, Symmetry, mix};

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
    folded: bool,
    /// The columns in the order in which they are listed, each with the place of its lowest cell; then those of mirror images.
    listed: [[(u8, u8); MOST_COLUMNS]; 2],
    /// The lowest cell of every column.
    bottom: u64,
    /// The cells of the first column.
    first_column: u64,
    /// Every cell.
    cells: u64,
    /// The distances between neighbours on a line of each kind.
    steps: [u32; 4],
    /// How many cells there are.
    size: u32,
    /// The lower cells of all pairs, counted from the top of each column.
    lower: u64,
}

/// More do not fit, with one cell and the bit above it.
const MOST_COLUMNS: usize = 32;

/// A position: the stones of the side to move, and all stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    own: u64,
    all: u64,
}

impl Board {
    /// How many stones have been played.
    #[inline]
    pub fn stones(self) -> u32 {
        self.all.count_ones()
    }

    #[inline(always)]
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
    /// A board with this many columns of this height, or `None` if there is nothing on it or it does not fit:
    /// `width * (height + 1)` is at most 64.
    pub fn new(width: u32, height: u32) -> Option<ConnectFour> {
        let bits = width.checked_mul(height.checked_add(1)?)?;
        if width == 0 || height == 0 || bits > 64 {
            return None;
        }
        let bottom = (0..width).fold(0, |bits, column| bits | 1 << (column * (height + 1)));
        // Where no four fit along a line, the upright one is looked at twice instead.
        let steps = [1, height, height + 1, height + 2].map(|step| if 3 * step < 64 { step } else { 1 });
        let first_column = (1 << height) - 1;
        let cells = bottom * first_column;
        let lower = (0..height).rev().skip(1).step_by(2).fold(0, |lower, row| lower | bottom << row);
        let rules = ConnectFour {
            width,
            height,
            centre_first: false,
            folded: false,
            listed: [[(0, 0); MOST_COLUMNS]; 2],
            bottom,
            first_column,
            cells,
            steps,
            size: width * height,
            lower,
        };
        Some(rules.listing(|_, place| place))
    }

    fn listing(mut self, column_at: impl Fn(&Self, u32) -> u32) -> Self {
        for place in 0..self.width {
            let column = column_at(&self, place);
            let image = self.width - 1 - column;
            let both = [column, image].map(|column| (column as u8, (column * (self.height + 1)) as u8));
            for (list, one) in self.listed.iter_mut().zip(both) {
                list[place as usize] = one;
            }
        }
        self
    }

    /// Lists the columns from the centre outwards: better for most searches. Otherwise they come from left to right.
    pub fn centre_first(self) -> Self {
        ConnectFour { centre_first: true, ..self }.listing(ConnectFour::outwards)
    }

    /// Takes mirror images for one position: they share a key, and list their moves in mirrored order. So what a table
    /// knows of one holds for the other, the number of its best move too.
    pub fn folded(self) -> Self {
        ConnectFour { folded: true, ..self }
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

    #[inline]
    fn is_free(&self, board: &Board, column: u32) -> bool {
        self.landing(board) & self.column(column) != 0
    }

    #[inline]
    fn column(&self, column: u32) -> u64 {
        self.first_column << (column * (self.height + 1))
    }

    /// The columns that are not full, in the order asked for.
    #[inline]
    fn free(&self, board: Board) -> impl Iterator<Item = u8> {
        let landing = self.landing(&board);
        let column = self.first_column;
        let free = move |&&(_, lowest): &&(u8, u8)| landing & column << lowest != 0;
        self.listed(&board).iter().filter(free).map(|&(column, _)| column)
    }

    /// All columns and their lowest cells, in the order asked for.
    #[inline]
    fn listed(&self, board: &Board) -> &[(u8, u8)] {
        let packed = ConnectFour::packed(board.own, board.all);
        let image = self.folded && self.mirror(packed) < packed;
        &self.listed[usize::from(image)][..self.width as usize]
    }

    /// Empty cells that would complete a row of four. Columns of six (`SIX`) are so frequent that they get code of their own.
    #[inline(always)]
    fn threats_in<const SIX: bool>(&self, stones: u64, all: u64) -> u64 {
        let [_, steps @ ..] = self.steps_in::<SIX>();
        threats_by(steps, stones) & self.cells & !all
    }

    #[inline(always)]
    fn four_in<const SIX: bool>(&self, stones: u64) -> bool {
        four_by(self.steps_in::<SIX>(), stones)
    }

    #[inline(always)]
    fn steps_in<const SIX: bool>(&self) -> [u32; 4] {
        if SIX { [1, 6, 7, 8] } else { self.steps }
    }

    /// The same with its columns from right to left.
    #[inline]
    fn mirror(&self, bits: u64) -> u64 {
        let tall = self.height + 1;
        let column = !0 >> (64 - tall);
        let (mut image, mut left, mut right) = (0, 0, (self.width - 1) * tall);
        while left < right {
            image |= (bits >> left & column) << right | (bits >> right & column) << left;
            (left, right) = (left + tall, right - tall);
        }
        if left == right { image | bits & column << left } else { image }
    }

    /// One number per position. In a column filled with `n` stones the sum lies between `2^n - 1` and `2^(n+1) - 2`, so
    /// it says how many there are and which, and never overflows.
    #[inline(always)]
    fn packed(own: u64, all: u64) -> u64 {
        own + all
    }
}

/// The bits without the lowest one.
#[inline(always)]
fn rest(bits: u64) -> u64 {
    bits & bits.wrapping_sub(1)
}

/// Each of the bits, the lowest first.
#[inline(always)]
fn each(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Is there a row of four along one of these steps?
#[inline(always)]
fn four_by([a, b, c, d]: [u32; 4], stones: u64) -> bool {
    let along = |step| fours_along(step, stones);
    along(a) | along(b) | along(c) | along(d) != 0
}

/// The lowest cells of rows of four.
#[inline(always)]
fn fours_along(step: u32, cells: u64) -> u64 {
    let pairs = cells & (cells >> step);
    pairs & (pairs >> (2 * step))
}

/// Cells that would complete a row of four, taken ones too: an upright row, or one along the given steps.
#[inline(always)]
fn threats_by([a, b, c]: [u32; 3], stones: u64) -> u64 {
    let along = |step: u32| {
        let (up, down) = (stones << step, stones >> step);
        // Two neighbours on one side, and a third beyond them or across.
        let (two_up, two_down) = (up & up << step, down & down >> step);
        two_up & (up << (2 * step) | down) | two_down & (down >> (2 * step) | up)
    };
    stones << 1 & stones << 2 & stones << 3 | along(a) | along(b) | along(c)
}

impl Game for ConnectFour {
    type State = Board;
    /// The column, counted from 0; written from 1.
    type Move = u8;

    #[inline]
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
    fn open(&self, board: &Board, _: &mut MoveList<u8>) -> Result<Children, Score> {
        match self.end(board) {
            Some(value) => Err(value),
            None => Ok(Children::numbered(self.landing(board).count_ones())),
        }
    }

    #[inline]
    fn child(&self, board: &Board, _: Children, _: &MoveList<u8>, number: u32) -> (u8, Board) {
        if self.centre_first || self.folded {
            let column = self.free(*board).nth(number as usize).expect("the number of a child");
            let mut child = *board;
            self.play(&mut child, column);
            return (column, child);
        }
        let younger = (0..number).fold(self.landing(board), |cells, _| cells & (cells - 1));
        let cell = younger & younger.wrapping_neg();
        let column = cell.trailing_zeros() / (self.height + 1);
        (column as u8, Board { own: board.other(), all: board.all | cell })
    }
}

provebest_game::skills!(ConnectFour: Keyed);

impl Keyed for ConnectFour {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        if self.folded { self.symmetric_key(board) } else { mix(ConnectFour::packed(board.own, board.all)) }
    }
}

impl Symmetry for ConnectFour {
    #[inline]
    fn symmetric_key(&self, board: &Board) -> u64 {
        let packed = ConnectFour::packed(board.own, board.all);
        mix(packed.min(self.mirror(packed)))
    }
}

#[cfg(test)]
mod tests;
