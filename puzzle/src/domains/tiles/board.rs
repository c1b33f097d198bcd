//! Boards of tiles: sizes, how the cells are packed into a word, and how one is read from text.

use std::fmt::{self, Debug};
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A number with a tile for every cell.
pub trait Word: Copy + Eq + Hash + Debug + Default + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// The tile in a cell.
    fn tile<const BITS: u32>(self, cell: usize) -> usize;
    /// With a tile in an empty cell.
    fn put<const BITS: u32>(self, tile: usize, cell: usize) -> Self;
    /// With a tile from a cell in an empty one.
    fn slide<const BITS: u32>(self, tile: usize, from: usize, to: usize) -> Self;

    /// The number 0.
    const ZERO: Self;
    /// A quarter of its bits: as many as a board has cells, or more.
    fn quarter(self, number: usize) -> u32;
    /// With these bits of a quarter changed.
    fn flip_quarter(self, bits: u32, number: usize) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const ZERO: Self = 0;

            #[inline(always)]
            fn quarter(self, number: usize) -> u32 {
                const BITS: u32 = <$word>::BITS / 4;
                (self >> (number as u32 * BITS)) as u32 & (u32::MAX >> (32 - BITS))
            }

            #[inline(always)]
            fn flip_quarter(self, bits: u32, number: usize) -> Self {
                self ^ <$word>::from(bits) << (number as u32 * (<$word>::BITS / 4))
            }

            #[inline(always)]
            fn tile<const BITS: u32>(self, cell: usize) -> usize {
                (self >> (cell as u32 * BITS)) as usize & ((1 << BITS) - 1)
            }

            #[inline(always)]
            fn put<const BITS: u32>(self, tile: usize, cell: usize) -> Self {
                self | (tile as $word) << (cell as u32 * BITS)
            }

            #[inline(always)]
            fn slide<const BITS: u32>(self, tile: usize, from: usize, to: usize) -> Self {
                let tile = tile as $word;
                self ^ (tile << (from as u32 * BITS)) ^ (tile << (to as u32 * BITS))
            }
        }
    };
}

word!(u64);
word!(u128);

/// The size of a board, and how its cells are packed. [`Size`] is known when a program is compiled; [`UpTo16`] and [`UpTo25`] are
/// known when it runs, so that a search is compiled once for all of their boards.
pub trait Layout: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// What a board is packed into.
    type Word: Word;

    /// Cells in a row.
    fn width(self) -> usize;
    /// Cells in a column.
    fn height(self) -> usize;
    /// Cells.
    fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// The tile in a cell of a packed board.
    fn tile(word: Self::Word, cell: usize) -> usize;
    /// A packed board with a tile in an empty cell.
    fn put(word: Self::Word, tile: usize, cell: usize) -> Self::Word;
    /// A packed board with a tile from a cell in an empty one.
    fn slide(word: Self::Word, tile: usize, from: usize, to: usize) -> Self::Word;
}

/// A size that is known when a program is compiled.
pub trait Shape: Layout + Default {
    /// Cells in a row.
    const WIDTH: usize;
    /// Cells in a column.
    const HEIGHT: usize;
    /// Cells.
    const CELLS: usize = Self::WIDTH * Self::HEIGHT;
}

/// A board of `W` columns and `H` rows, each two to five.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size<const WIDTH: usize, const HEIGHT: usize>;

/// What a [`Layout`] says about its word.
macro_rules! packed {
    ($word:ty, $bits:literal) => {
        type Word = $word;

        #[inline(always)]
        fn tile(word: $word, cell: usize) -> usize {
            word.tile::<$bits>(cell)
        }

        #[inline(always)]
        fn put(word: $word, tile: usize, cell: usize) -> $word {
            word.put::<$bits>(tile, cell)
        }

        #[inline(always)]
        fn slide(word: $word, tile: usize, from: usize, to: usize) -> $word {
            word.slide::<$bits>(tile, from, to)
        }
    };
}

macro_rules! sizes {
    ($($width:literal $height:literal $word:ty, $bits:literal;)*) => {
        $(impl Layout for Size<$width, $height> {
            packed!($word, $bits);

            #[inline(always)]
            fn width(self) -> usize {
                $width
            }

            #[inline(always)]
            fn height(self) -> usize {
                $height
            }
        }

        impl Shape for Size<$width, $height> {
            const WIDTH: usize = $width;
            const HEIGHT: usize = $height;
        })*

        /// Does something with a board of a size that is known only now.
        pub fn with_size<F: ForSize>(width: usize, height: usize, then: F) -> Result<F::Output, TilesError> {
            match (width, height) {
                $(($width, $height) => Ok(then.run(Size::<$width, $height>)),)*
                _ => Err(TilesError::Size { width, height }),
            }
        }
    };
}

sizes! {
    2 2 u64, 4; 2 3 u64, 4; 2 4 u64, 4; 2 5 u64, 4;
    3 2 u64, 4; 3 3 u64, 4; 3 4 u64, 4; 3 5 u64, 4;
    4 2 u64, 4; 4 3 u64, 4; 4 4 u64, 4; 4 5 u128, 5;
    5 2 u64, 4; 5 3 u64, 4; 5 4 u128, 5; 5 5 u128, 5;
}

macro_rules! run_time_sizes {
    ($($(#[$about:meta])* $name:ident, $most:literal, $word:ty, $bits:literal;)*) => {
        $($(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name {
            width: u8,
            height: u8,
        }

        impl $name {
            /// A board of this number of columns and rows.
            pub fn new(width: usize, height: usize) -> Result<Self, TilesError> {
                match is_size(width, height) && width * height <= $most {
                    true => Ok($name { width: width as u8, height: height as u8 }),
                    false => Err(TilesError::Size { width, height }),
                }
            }
        }

        impl Layout for $name {
            packed!($word, $bits);

            #[inline(always)]
            fn width(self) -> usize {
                self.width.into()
            }

            #[inline(always)]
            fn height(self) -> usize {
                self.height.into()
            }
        })*
    };
}

run_time_sizes! {
    /// A size that is known when a program runs: up to 16 cells, packed into 64 bits. [`Size`] packs such boards in the
    /// same way, so keys and their hashes, and with them the counts of every search, are the same.
    ///
    /// ```
    /// use provebest_puzzle::tiles::{Layout, UpTo16};
    /// assert_eq!(UpTo16::new(3, 4)?.cells(), 12);
    /// assert!(UpTo16::new(4, 5).is_err());
    /// # Ok::<(), provebest_puzzle::tiles::TilesError>(())
    /// ```
    UpTo16, 16, u64, 4;
    /// A size that is known when a program runs: up to 25 cells, packed into 128 bits. [`Size`] packs boards of more than
    /// 16 cells in the same way.
    ///
    /// ```
    /// use provebest_puzzle::tiles::{Layout, UpTo25};
    /// assert_eq!(UpTo25::new(4, 5)?.cells(), 20);
    /// assert!(UpTo25::new(4, 6).is_err());
    /// # Ok::<(), provebest_puzzle::tiles::TilesError>(())
    /// ```
    UpTo25, 25, u128, 5;
}

/// Are there boards of this size: two to five columns, and two to five rows?
///
/// ```
/// use provebest_puzzle::tiles::is_size;
/// assert!(is_size(2, 5) && !is_size(2, 6));
/// ```
pub fn is_size(width: usize, height: usize) -> bool {
    (2..=5).contains(&width) && (2..=5).contains(&height)
}

/// Something to be done with a board of any size.
///
/// ```
/// use provebest_puzzle::tiles::{ForSize, Shape, with_size};
/// struct Cells;
/// impl ForSize for Cells {
///     type Output = usize;
///     fn run<S: Shape>(self, _: S) -> usize {
///         S::CELLS
///     }
/// }
/// assert_eq!(with_size(3, 4, Cells)?, 12);
/// assert!(with_size(7, 4, Cells).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ForSize {
    /// The result.
    type Output;
    /// Does it.
    fn run<S: Shape>(self, size: S) -> Self::Output;
}

/// What is wrong with a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TilesError {
    /// There are no boards of this size.
    #[error("a board of {width}x{height}: width and height must be 2 to 5")]
    Size {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// The board is too large for the walking distance.
    #[error("the walking distance of a board of {width}x{height}: it must have at most 16 cells")]
    Large {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// No size and tiles, like `3x3:8 7 6 0 4 1 2 5 3`.
    #[error("`{text}` is not a board: a size and the tiles row by row are needed, like 3x3:8 7 6 0 4 1 2 5 3")]
    Form {
        /// What was read.
        text: String,
    },
    /// Not as many tiles as cells.
    #[error("a board of {cells} cells needs {cells} numbers, 0 for the empty cell, and not {found}")]
    Count {
        /// Numbers read.
        found: usize,
        /// Numbers needed.
        cells: usize,
    },
    /// Not a number.
    #[error("`{text}`, number {place} of the tiles, is not a number from 0 to {most}")]
    Number {
        /// What was read.
        text: String,
        /// Which of the tiles it is, from 1 on.
        place: usize,
        /// The largest number of a tile.
        most: usize,
    },
    /// A tile that is there twice, so that another one is missing.
    #[error(
        "tile {tile} is there twice, as number {first} and number {second} of the tiles; tile {missing} is missing"
    )]
    Twice {
        /// The tile.
        tile: usize,
        /// Where, from 1 on.
        first: usize,
        /// Where again.
        second: usize,
        /// A tile that is missing.
        missing: usize,
    },
    /// Only the other half of all boards can be solved.
    #[error(
        "this board cannot be solved: a slide changes the order of the tiles and the colour of the empty cell together, \
         and here one of them is odd and the other even; with any two tiles exchanged it can be solved"
    )]
    Parity,
}

/// Size and tiles, as written in `4x4:14 13 15 7 ...`: not yet known to be a board.
///
/// ```
/// use provebest_puzzle::tiles::Written;
/// let written: Written = "2x2:3 1 2 0".parse()?;
/// assert_eq!((written.width, written.height, written.tiles.as_str()), (2, 2, "3 1 2 0"));
/// assert!("2by2:3 1 2 0".parse::<Written>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The tiles row by row.
    pub tiles: String,
}

impl std::str::FromStr for Written {
    type Err = TilesError;

    fn from_str(text: &str) -> Result<Written, TilesError> {
        let parts = || {
            let (size, tiles) = text.split_once(':')?;
            let (width, height) = size.trim().split_once('x')?;
            let number = |text: &str| text.parse::<usize>().ok();
            Some(Written { width: number(width)?, height: number(height)?, tiles: tiles.trim().to_string() })
        };
        parts().ok_or_else(|| TilesError::Form { text: text.to_string() })
    }
}

/// Is there such a size, is every tile there once, and can the board be solved? Tiles are given row by row, 0 for the empty cell.
///
/// ```
/// use provebest_puzzle::tiles::{TilesError, check};
/// assert_eq!(check(3, 2, &[1, 2, 0, 3, 4, 5]), Ok(()));
/// assert_eq!(check(3, 2, &[2, 1, 0, 3, 4, 5]), Err(TilesError::Parity));
/// assert_eq!(check(3, 9, &[0]), Err(TilesError::Size { width: 3, height: 9 }));
/// ```
pub fn check(width: usize, height: usize, tiles: &[usize]) -> Result<(), TilesError> {
    if !is_size(width, height) {
        return Err(TilesError::Size { width, height });
    }
    let cells = width * height;
    if tiles.len() != cells {
        return Err(TilesError::Count { found: tiles.len(), cells });
    }
    let mut places = vec![None; cells];
    for (at, &tile) in tiles.iter().enumerate() {
        let Some(place) = places.get_mut(tile) else {
            return Err(TilesError::Number { text: tile.to_string(), place: at + 1, most: cells - 1 });
        };
        if let Some(first) = place.replace(at + 1) {
            let missing = (0..cells).find(|tile| !tiles.contains(tile)).unwrap_or_default();
            return Err(TilesError::Twice { tile, first, second: at + 1, missing });
        }
    }
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
    let inversions: usize =
        (0..cells).map(|at| tiles[at + 1..].iter().filter(|&&later| later < tiles[at]).count()).sum();
    if (inversions + blank / width + blank % width) % 2 == 1 { Err(TilesError::Parity) } else { Ok(()) }
}

/// Reads numbers with white space or commas between.
pub(super) fn numbers(text: &str, cells: usize) -> Result<Vec<usize>, TilesError> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let number = |(at, word): (usize, &str)| {
        let number = word.parse().ok().filter(|&number: &usize| number < cells);
        number.ok_or_else(|| TilesError::Number { text: word.to_string(), place: at + 1, most: cells - 1 })
    };
    words.enumerate().map(number).collect()
}

/// Where the empty cell goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// In the order in which they are tried.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

    /// The one with this number, of which only the lowest two bits count.
    #[inline(always)]
    pub(super) fn of(number: u8) -> Direction {
        match number & 3 {
            0 => Direction::Up,
            1 => Direction::Left,
            2 => Direction::Right,
            _ => Direction::Down,
        }
    }

    /// The direction that takes this one back.
    pub fn back(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }

    /// The cell that is there, if there is one.
    pub fn from(self, cell: usize, width: usize, height: usize) -> Option<usize> {
        let (row, column) = (cell / width, cell % width);
        match self {
            Direction::Up => row.checked_sub(1).map(|_| cell - width),
            Direction::Left => column.checked_sub(1).map(|_| cell - 1),
            Direction::Right => (column + 1 < width).then(|| cell + 1),
            Direction::Down => (row + 1 < height).then(|| cell + width),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Up => "U",
            Direction::Left => "L",
            Direction::Right => "R",
            Direction::Down => "D",
        })
    }
}
