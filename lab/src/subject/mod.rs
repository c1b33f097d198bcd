//! What an experiment searches: trees of a class, positions of a game, or puzzles.

mod game;
mod proof;
mod puzzle;
mod tree;

use std::fmt;
use std::str::FromStr;

use anyhow::{bail, ensure};

pub use game::GameKind;
pub use proof::{ProofKind, ProofSize};
pub use puzzle::{PuzzleKind, PuzzleSize};
pub use tree::{TreeClass, TreeKind};

/// What is searched, without its size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SubjectKind {
    /// Trees.
    Tree(TreeKind),
    /// Positions of a game.
    Position(GameKind),
    /// Puzzles.
    Puzzle(PuzzleKind),
    /// Positions of which something is to be proved.
    Proof(ProofKind),
}

/// What is searched, with its size. A run searches many of each: they differ by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// Trees of a kind, width and depth.
    Tree(TreeClass),
    /// Positions of a game, searched to a depth.
    Position {
        /// The game.
        game: GameKind,
        /// The depth of the search.
        depth: u32,
    },
    /// Puzzles of a kind and size.
    Puzzle(PuzzleSize),
    /// Positions of which something is to be proved.
    Proof(ProofSize),
}

/// The name in the column `order` of the tables.
impl fmt::Display for SubjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubjectKind::Tree(kind) => kind.fmt(f),
            SubjectKind::Position(game) => game.fmt(f),
            SubjectKind::Puzzle(puzzle) => puzzle.fmt(f),
            SubjectKind::Proof(proof) => proof.fmt(f),
        }
    }
}

impl FromStr for SubjectKind {
    type Err = String;

    fn from_str(text: &str) -> Result<SubjectKind, String> {
        if let Some(game) = GameKind::ALL.into_iter().find(|game| game.name() == text) {
            return Ok(SubjectKind::Position(game));
        }
        if let Some(puzzle) = PuzzleKind::ALL.into_iter().find(|puzzle| puzzle.name() == text) {
            return Ok(SubjectKind::Puzzle(puzzle));
        }
        if let Some(proof) = ProofKind::ALL.into_iter().find(|proof| proof.name() == text) {
            return Ok(SubjectKind::Proof(proof));
        }
        text.parse().map(SubjectKind::Tree)
    }
}

impl From<TreeKind> for SubjectKind {
    fn from(kind: TreeKind) -> SubjectKind {
        SubjectKind::Tree(kind)
    }
}

impl SubjectKind {
    /// A phrase for pictures and tables.
    pub fn words(self) -> String {
        match self {
            SubjectKind::Tree(kind) => kind.words(),
            SubjectKind::Position(game) => game.words().into(),
            SubjectKind::Puzzle(puzzle) => puzzle.words().into(),
            SubjectKind::Proof(proof) => proof.words().into(),
        }
    }

    /// The subject of this kind with these two columns of the tables. A game has one width only, and a number of cities
    /// stands in both columns; the error says what is expected.
    pub fn sized(self, width: u32, depth: u32) -> anyhow::Result<Subject> {
        Ok(match self {
            SubjectKind::Tree(kind) => TreeClass { kind, width, depth }.into(),
            SubjectKind::Position(game) => {
                let moves = game.width();
                ensure!(width == moves, "{game}: width {width} is not its mean number of moves; expected {moves}");
                Subject::Position { game, depth }
            }
            SubjectKind::Puzzle(PuzzleKind::Tiles) => Subject::Puzzle(PuzzleSize::Tiles { width, height: depth }),
            SubjectKind::Puzzle(PuzzleKind::Salesman) => {
                ensure!(depth == width, "{width} cities and depth {depth}: they differ; expected depth {width}");
                Subject::Puzzle(PuzzleSize::Salesman { cities: width })
            }
            SubjectKind::Proof(kind) => Subject::Proof(ProofSize { kind, width, depth }),
        })
    }
}

impl From<TreeClass> for Subject {
    fn from(class: TreeClass) -> Subject {
        Subject::Tree(class)
    }
}

impl PartialEq<TreeClass> for Subject {
    fn eq(&self, class: &TreeClass) -> bool {
        *self == Subject::Tree(*class)
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} w={} d={}", self.kind(), self.width(), self.depth())
    }
}

impl Subject {
    /// What is searched, with its size, as pictures are titled.
    pub fn words(&self) -> String {
        match *self {
            Subject::Tree(TreeClass { kind, width, depth }) => format!("w = {width}, d = {depth}, {}", kind.words()),
            Subject::Position { game, depth: 1 } => format!("{}, 1 ply", game.words()),
            Subject::Position { game, depth } => format!("{}, {depth} plies", game.words()),
            Subject::Puzzle(size) => size.words(),
            Subject::Proof(size) => size.words(),
        }
    }

    /// What is searched, without its size.
    pub fn kind(&self) -> SubjectKind {
        match *self {
            Subject::Tree(class) => SubjectKind::Tree(class.kind),
            Subject::Position { game, .. } => SubjectKind::Position(game),
            Subject::Puzzle(size) => SubjectKind::Puzzle(size.kind()),
            Subject::Proof(size) => SubjectKind::Proof(size.kind),
        }
    }

    /// The column `width` of the tables: children of a node, the mean number of moves in a game, columns of a board, cities.
    pub fn width(&self) -> u32 {
        match *self {
            Subject::Tree(class) => class.width,
            Subject::Position { game, .. } => game.width(),
            Subject::Puzzle(PuzzleSize::Tiles { width, .. }) => width,
            Subject::Proof(size) => size.width,
            Subject::Puzzle(PuzzleSize::Salesman { cities }) => cities,
        }
    }

    /// The column `depth` of the tables: plies, rows of a board, cities.
    pub fn depth(&self) -> u32 {
        match *self {
            Subject::Tree(class) => class.depth,
            Subject::Position { depth, .. } => depth,
            Subject::Puzzle(PuzzleSize::Tiles { height, .. }) => height,
            Subject::Proof(size) => size.depth,
            Subject::Puzzle(PuzzleSize::Salesman { cities }) => cities,
        }
    }

    /// Leaves of the minimal tree; puzzles, proofs and trees without a depth have none.
    pub fn minimal(&self) -> Option<u64> {
        match *self {
            Subject::Tree(TreeClass { kind: TreeKind::Artificial, .. }) => None,
            Subject::Tree(class) => Some(class.minimal()),
            Subject::Position { game, depth } => Some(tree::minimal(game.width(), depth)),
            Subject::Puzzle(_) | Subject::Proof(_) => None,
        }
    }

    /// A rough amount of work, to compare with others of the same run.
    pub fn work(&self) -> u64 {
        self.minimal().unwrap_or(u64::from(self.width()) * u64::from(self.depth()))
    }

    /// The class of trees, if these are trees.
    pub fn tree(&self) -> anyhow::Result<TreeClass> {
        match *self {
            Subject::Tree(class) => Ok(class),
            other => bail!("{other}: not a tree"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_tables_are_read_back() {
        let trees = [
            "random",
            "60",
            "70-5-5-5-5",
            "perfect",
            "worst",
            "iid",
            "correlated",
            "preordered",
            "example",
            "artificial",
        ];
        let others = ["chess", "connect4", "othello", "tiles", "salesman", "connect4-board", "tictactoe-board", "mate"];
        for name in trees.into_iter().chain(others) {
            let kind: SubjectKind = name.parse().unwrap();
            assert_eq!(kind.to_string(), name);
            assert_eq!(matches!(kind, SubjectKind::Tree(_)), trees.contains(&name));
        }
        assert!("checkers".parse::<SubjectKind>().is_err() && "101".parse::<SubjectKind>().is_err());
    }

    #[test]
    fn columns_and_subjects_are_the_same() {
        for (name, width, depth) in [("60", 5, 6), ("othello", 12, 4), ("tiles", 3, 4), ("salesman", 7, 7)] {
            let kind: SubjectKind = name.parse().unwrap();
            let subject = kind.sized(width, depth).unwrap();
            assert_eq!((subject.kind(), subject.width(), subject.depth()), (kind, width, depth));
            assert_eq!(subject.to_string(), format!("{name} w={width} d={depth}"));
            assert_eq!(subject.minimal().is_some(), !matches!(subject, Subject::Puzzle(_)));
        }
        assert!(SubjectKind::Position(GameKind::Chess).sized(5, 4).is_err());
        assert!(SubjectKind::Puzzle(PuzzleKind::Salesman).sized(5, 4).is_err());
    }
}
