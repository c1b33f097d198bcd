//! Games whose positions are searched.

use std::fmt;

/// A game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameKind {
    /// Chess: the 24 positions of Bratko and Kopec (1982).
    Chess,
    /// Connect Four: positions of random games.
    ConnectFour,
    /// Othello: positions of random games.
    Othello,
}

impl GameKind {
    /// All games.
    pub const ALL: [GameKind; 3] = [GameKind::Chess, GameKind::ConnectFour, GameKind::Othello];

    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Chess => "chess",
            GameKind::ConnectFour => "connect4",
            GameKind::Othello => "othello",
        }
    }

    /// The name in pictures.
    pub fn words(self) -> &'static str {
        match self {
            GameKind::Chess => "chess",
            GameKind::ConnectFour => "Connect Four",
            GameKind::Othello => "Othello",
        }
    }

    /// About the mean number of moves in the nodes that direct alpha-beta opens.
    pub fn width(self) -> u32 {
        match self {
            GameKind::Chess => 34,
            GameKind::ConnectFour => 7,
            GameKind::Othello => 12,
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
