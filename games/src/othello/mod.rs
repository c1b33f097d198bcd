//! Othello on bitboards: the rules, an evaluation, problems as text, and exact play at the end.

pub mod discs;
pub mod endgame;
pub mod evaluate;
mod interval;
mod obf;
#[cfg(not(target_family = "wasm"))]
pub mod patterns;
pub mod solve;
mod text;

pub use discs::Discs;
pub use obf::Problem;
use provebest_game::{Depth, Game, Keyed, MoveList, Order, Score, Shape, Side, Status, Symmetry};

/// The rules: a disc is put where it closes in discs of the other colour on a line, and turns them over. A side that cannot do
/// that passes, and when neither can, the game is over. Black, `X`, begins.
///
/// The final value is the difference of the discs for the side to move; empty fields go to the winner. Sides alternate
/// at every ply, so a pass is a move, and the only one where it is allowed.
///
/// ```
/// use provebest_game::{Depth, Text, perft};
/// use provebest_games::othello::{Board, Othello};
///
/// assert_eq!(perft(&Othello, &Board::default(), Depth(5)), 1396);
///
/// let board = Othello.parse("f5d6").unwrap();
/// assert_eq!(Othello.print(&board), "---------------------------OX------OXX-----O-------------------- X");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Othello;

/// A position: the discs, and the colour of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The discs as the side to move sees them.
    pub discs: Discs,
    /// The side to move: [`Side::First`] is black.
    pub turn: Side,
}

impl Default for Board {
    /// The start: four discs in the centre, black to move.
    fn default() -> Self {
        Board { discs: Discs { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 }, turn: Side::First }
    }
}

/// The fields in the order in which moves are listed: corners first, and last those next to corners.
const CLASSES: [u64; 4] =
    [discs::CORNERS, !(discs::CORNERS | discs::C_FIELDS | discs::X_FIELDS), discs::C_FIELDS, discs::X_FIELDS];

/// The fields of a set, one after the other.
#[inline(always)]
pub(crate) fn each(mut fields: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let field = fields.trailing_zeros() as u8;
        (fields != 0).then(|| {
            fields &= fields - 1;
            field
        })
    })
}

impl Game for Othello {
    type State = Board;
    /// The field, a1 is 0, b1 is 1, a2 is 8; or none: a pass.
    type Move = Option<u8>;

    #[inline]
    fn moves(&self, board: &Board, out: &mut MoveList<Option<u8>>) -> Status {
        let moves = board.discs.moves();
        if moves == 0 {
            if board.discs.pass().moves() == 0 {
                return Status::Over(Score(board.discs.difference()));
            }
            out.push(None);
            return Status::Open;
        }
        for class in CLASSES {
            out.extend(each(moves & class).map(Some));
        }
        Status::Open
    }

    #[inline]
    fn play(&self, board: &mut Board, field: Option<u8>) {
        let discs = match field {
            Some(field) => board.discs.after(field, board.discs.flips(field)),
            None => board.discs.pass(),
        };
        *board = Board { discs, turn: board.turn.other() };
    }

    #[inline]
    fn status(&self, board: &Board, _: &mut MoveList<Option<u8>>) -> Status {
        match board.discs.moves() | board.discs.pass().moves() {
            0 => Status::Over(Score(board.discs.difference())),
            _ => Status::Open,
        }
    }

    /// Between two passes a disc is put.
    fn shape(&self, board: &Board) -> Option<Shape> {
        let empties = board.discs.empties();
        Some(Shape { width: empties.max(1), height: Depth(2 * empties) })
    }
}

provebest_game::skills!(Othello: Keyed, Order);

impl Keyed for Othello {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.discs.key()
    }
}

impl Symmetry for Othello {
    fn symmetric_key(&self, board: &Board) -> u64 {
        board.discs.images().into_iter().min().unwrap_or(board.discs).key()
    }
}

/// A corner comes first, and a field that gives one away last. The order of the others is from experience: to count
/// their answers saves some nodes more, but no time.
impl Order for Othello {
    /// The fields and a pass, for both colours.
    const HISTORY_SIZE: usize = 2 * 65;

    #[inline]
    fn history_index(&self, board: &Board, field: Option<u8>) -> usize {
        65 * board.turn as usize + field.map_or(64, usize::from)
    }

    #[inline]
    fn priority(&self, board: &Board, field: Option<u8>) -> i32 {
        let Some(field) = field else { return 0 };
        let bare = discs::spread(board.discs.empty() & discs::CORNERS);
        (discs::CORNERS >> field & 1) as i32 - ((discs::X_FIELDS & bare) >> field & 1) as i32
    }
}

#[cfg(test)]
mod tests;
