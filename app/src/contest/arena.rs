//! Games that can be contested.

use provebest::games::chess::{Chess, Color};
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::{Board, Othello};
use provebest::{Evaluate, Game, Keyed, Skills, Text};

/// What a match needs to know of a game beyond its rules.
pub trait Arena: Evaluate + Keyed + Skills + Text + Game<State: Send + Sync, Move: Send + Sync> + Sync + Sized {
    fn start(&self) -> Self::State;

    /// Why the game is over here.
    fn why(&self, state: &Self::State) -> &'static str;

    /// Is it White's turn? Who moves first is White where nothing else is the rule.
    fn is_white(&self, _: &Self::State) -> bool {
        true
    }
}

impl Arena for Chess {
    fn start(&self) -> Self::State {
        Chess::start(self)
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
    fn start(&self) -> Self::State {
        ConnectFour::start(self)
    }

    fn why(&self, _: &Self::State) -> &'static str {
        "end of the game"
    }
}

impl Arena for Othello {
    fn start(&self) -> Board {
        Board::default()
    }

    fn why(&self, board: &Board) -> &'static str {
        match board.discs.empty() {
            0 => "full board",
            _ => "no move for either side",
        }
    }
}
