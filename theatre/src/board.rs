//! The board of a node.

use provebest_catalog::Problem;
use provebest_catalog::games::{AnyGame, AnyState, Diagram};
use provebest_game::{Game, MoveList};
use serde::Serialize;

use crate::AnswerError;

/// A position as a page shows it.
#[derive(Serialize)]
pub(crate) struct Board {
    /// A text from which the position can be read again.
    position: String,
    /// The side to move, and the other one.
    to_move: &'static str,
    other: &'static str,
    /// The board as text; empty for trees.
    drawing: String,
    moves: Vec<String>,
    /// The board as fields; `null` for trees.
    cells: Option<Diagram>,
    /// Is it the end of the game?
    over: bool,
}

impl Board {
    /// The board of a state, with the move that led there.
    pub(crate) fn new(game: &AnyGame, state: &AnyState, last: Option<u32>) -> Board {
        let mut list = MoveList::new();
        let children = game.open(state, &mut list);
        let word = |number: u32, children| {
            let (m, _) = game.child(state, children, &list, number);
            game.word(state, m, number)
        };
        let moves = children.map_or(Vec::new(), |children| (0..children.count()).map(|n| word(n, children)).collect());
        let [to_move, other] = game.sides(state);
        let cells = game.diagram(state, last);
        let drawing = cells.as_ref().map_or(String::new(), drawing);
        Board { position: game.position(state), to_move, other, drawing, moves, cells, over: children.is_err() }
    }
}

impl Board {
    /// The moves, in the order of the game.
    #[cfg(feature = "play")]
    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }
}

/// One character a field, a line for each row.
fn drawing(diagram: &Diagram) -> String {
    let row = |row: &Vec<provebest_catalog::games::Field>| {
        row.iter().map(|field| field.piece.unwrap_or('.').to_string()).collect::<Vec<_>>().join(" ")
    };
    diagram.rows.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// The board at the end of a path.
pub(crate) fn answer(problem: &Problem, path: &[u32]) -> Result<Vec<u8>, AnswerError> {
    let refused = |why: String| AnswerError::Refused(why);
    let no_game = || refused(format!("{} is a puzzle; expected a game", problem.name()));
    let game = problem.game().ok_or_else(no_game)?;
    let (mut state, mut last, mut list) = (game.root(), None, MoveList::new());
    for (ply, &number) in path.iter().enumerate() {
        let children = game.open(&state, &mut list).ok().filter(|children| number < children.count());
        let no_child = || refused(format!("path: there is no child {number} at ply {ply}; expected numbers from 0"));
        let children = children.ok_or_else(no_child)?;
        let (m, child) = game.child(&state, children, &list, number);
        list.close(children);
        (state, last) = (child, Some(m));
    }
    Ok(serde_json::to_vec(&Board::new(game, &state, last))?)
}
