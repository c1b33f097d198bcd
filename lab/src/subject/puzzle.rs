//! Puzzles, and their sizes.

use std::fmt;

/// A kind of puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleKind {
    /// Sliding tiles.
    Tiles,
    /// Travelling salesmen.
    Salesman,
}

impl PuzzleKind {
    /// All kinds of puzzles.
    pub const ALL: [PuzzleKind; 2] = [PuzzleKind::Tiles, PuzzleKind::Salesman];

    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            PuzzleKind::Tiles => "tiles",
            PuzzleKind::Salesman => "salesman",
        }
    }

    /// The name in pictures.
    pub fn words(self) -> &'static str {
        match self {
            PuzzleKind::Tiles => "sliding tiles",
            PuzzleKind::Salesman => "travelling salesmen",
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A kind of puzzle with its size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleSize {
    /// Boards of sliding tiles.
    Tiles {
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
    },
    /// Tours of a travelling salesman.
    Salesman {
        /// How many cities.
        cities: u32,
    },
}

impl PuzzleSize {
    /// The kind of puzzle.
    pub fn kind(self) -> PuzzleKind {
        match self {
            PuzzleSize::Tiles { .. } => PuzzleKind::Tiles,
            PuzzleSize::Salesman { .. } => PuzzleKind::Salesman,
        }
    }

    /// The size in words, for tables.
    pub fn words(self) -> String {
        match self {
            PuzzleSize::Tiles { width, height } => format!("tiles {width}x{height}"),
            PuzzleSize::Salesman { cities } => format!("{cities} cities"),
        }
    }
}
