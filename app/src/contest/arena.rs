//! Games that can be contested.

use std::collections::TryReserveError;

use provebest::games::chess::{Chess, Color};
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::{Board, Othello};
use provebest::player::Player;
use provebest::search::engine::{Has, Lacks, Plain, Skilled, Skills};
use provebest::{Evaluate, Game, Keyed, Text};

/// What a match needs to know of a game beyond its rules.
pub trait Arena: Evaluate + Keyed + Text + Game<State: Send + Sync, Move: Send + Sync> + Sync + Sized {
    /// What its players can.
    type Skills: Skills<Self>;

    fn start(&self) -> Self::State;

    /// A player with a table of so many bytes.
    fn player(&self, bytes: usize) -> Result<Player<'_, Self, Self::Skills>, TryReserveError>;

    /// Why the game is over here.
    fn why(&self, state: &Self::State) -> &'static str;

    /// Is it White's turn? Who moves first is White where nothing else is the rule.
    fn is_white(&self, _: &Self::State) -> bool {
        true
    }
}

impl Arena for Chess {
    type Skills = Skilled<Has, Has, Has, Has>;

    fn start(&self) -> Self::State {
        Chess::start(self)
    }

    fn player(&self, bytes: usize) -> Result<Player<'_, Self, Self::Skills>, TryReserveError> {
        Ok(Player::new(self, bytes)?.noisy().passing().ordered().repeating())
    }

    fn why(&self, position: &Self::State) -> &'static str {
        let board = position.board();
        let stuck = !board.generate_moves(|_| true);
        match (stuck, board.checkers().is_empty()) {
            (true, false) => "checkmate",
            (true, true) => "stalemate",
            (false, _) if board.halfmove_clock() >= 100 => "fifty moves",
            (false, _) => "insufficient material",
        }
    }

    fn is_white(&self, position: &Self::State) -> bool {
        position.board().side_to_move() == Color::White
    }
}

impl Arena for ConnectFour {
    type Skills = Plain;

    fn start(&self) -> Self::State {
        ConnectFour::start(self)
    }

    fn player(&self, bytes: usize) -> Result<Player<'_, Self, Self::Skills>, TryReserveError> {
        Player::new(self, bytes)
    }

    fn why(&self, _: &Self::State) -> &'static str {
        "end of the game"
    }
}

impl Arena for Othello {
    type Skills = Skilled<Lacks, Lacks, Has, Lacks>;

    fn start(&self) -> Board {
        Board::default()
    }

    fn player(&self, bytes: usize) -> Result<Player<'_, Self, Self::Skills>, TryReserveError> {
        Ok(Player::new(self, bytes)?.ordered())
    }

    fn why(&self, board: &Board) -> &'static str {
        match board.discs.empty() {
            0 => "full board",
            _ => "no move for either side",
        }
    }
}
