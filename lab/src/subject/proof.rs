//! Positions of which something is to be proved, and their sizes.

use std::fmt;

/// What is to be proved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProofKind {
    /// The value of a position of Connect Four.
    ConnectFour,
    /// The value of a position of tic-tac-toe.
    TicTacToe,
    /// A mate in chess.
    Mate,
}

impl ProofKind {
    /// All of them.
    pub const ALL: [ProofKind; 3] = [ProofKind::ConnectFour, ProofKind::TicTacToe, ProofKind::Mate];

    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            ProofKind::ConnectFour => "connect4-board",
            ProofKind::TicTacToe => "tictactoe-board",
            ProofKind::Mate => "mate",
        }
    }

    /// The name in pictures.
    pub fn words(self) -> &'static str {
        match self {
            ProofKind::ConnectFour => "Connect Four",
            ProofKind::TicTacToe => "tic-tac-toe",
            ProofKind::Mate => "mates",
        }
    }
}

impl fmt::Display for ProofKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is to be proved, and how large it is: columns and rows of a board, for a mate columns and moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProofSize {
    /// What.
    pub kind: ProofKind,
    /// Columns of the board.
    pub width: u32,
    /// Rows of the board, or moves to the mate.
    pub depth: u32,
}

impl ProofSize {
    /// The size in words, for tables.
    pub fn words(self) -> String {
        match self.kind {
            ProofKind::Mate => format!("mate in {}", self.depth),
            kind => format!("{} {}x{}", kind.words(), self.width, self.depth),
        }
    }
}
