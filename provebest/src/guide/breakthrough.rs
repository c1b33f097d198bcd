use provebest::{Game, MoveList, Ply, Score, Status, skills};

/// Breakthrough on 5 x 5 fields.
#[derive(Clone, Copy)]
pub struct Breakthrough;

skills!(Breakthrough); // none yet

/// Field 0 is in the lower left corner, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub own: u32,
    pub other: u32,
    pub plies: u8,
}

const START: Board = Board { own: 0x3ff, other: 0x3ff << 15, plies: 0 };
const ALL: u32 = (1 << 25) - 1;

impl Game for Breakthrough {
    type State = Board;
    /// From, and to.
    type Move = (u8, u8);

    fn moves(&self, board: &Board, out: &mut MoveList<(u8, u8)>) -> Status {
        // The other side has just arrived, or no pawn is left.
        if board.other & 0x1f != 0 || board.own == 0 {
            return Status::Over(Score::loss_in(Ply(board.plies.into())));
        }
        for from in (0..25_u32).filter(|from| board.own >> from & 1 == 1) {
            for (step, straight) in [(4, false), (5, true), (6, false)] {
                let (to, column) = (from + step, from % 5);
                let stays = to < 25 && (to % 5).abs_diff(column) <= 1;
                let taken = if straight { board.own | board.other } else { board.own };
                if stays && taken >> to & 1 == 0 {
                    out.push((from as u8, to as u8));
                }
            }
        }
        // A side that cannot move has lost.
        if out.is_empty() { Status::Over(Score::loss_in(Ply(board.plies.into()))) } else { Status::Open }
    }

    fn play(&self, board: &mut Board, (from, to): (u8, u8)) {
        let turned = |fields: u32| (fields & ALL).reverse_bits() >> 7;
        let own = board.own & !(1 << from) | 1 << to;
        *board = Board { own: turned(board.other & !(1 << to)), other: turned(own), plies: board.plies + 1 };
    }
}
