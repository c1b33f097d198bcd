//! Which moves to try first, and which to try at the horizon.

use cozy_chess::{
    BitBoard, Board, Piece, get_bishop_moves, get_bishop_rays, get_knight_moves, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};
use provebest_game::{Evaluate, MoveList, Noisy, Order, Score};

use super::exchange::WORTH;
use super::{Chess, Generated, Move, Position, evaluate, piece_at, see, victim};

impl Evaluate for Chess {
    /// In centipawns; the terms are listed at the head of `evaluate.rs`.
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        Score(evaluate::evaluate(position))
    }
}

/// Captures and promotions to a queen; in check, all moves. Which of them lose something by exchange is said by [`Order::priority`], when
/// their turn has come.
impl Noisy for Chess {
    fn noisy(&self, position: &Position, out: &mut MoveList<Move>) {
        let board = &position.board;
        if self.is_forced(position) {
            let found = Generated::of(board);
            found.captures(board, |m, _| out.push(m));
            found.quiet(board, |m, _| out.push(m));
            return;
        }
        Generated::noisy(board).captures(board, |m, _| out.push(m));
    }

    #[inline]
    fn is_forced(&self, position: &Position) -> bool {
        !position.board.checkers().is_empty()
    }

    #[inline]
    fn forces(&self, position: &Position, m: Move) -> bool {
        gives_check(&position.board, m)
    }

    /// The piece that is taken, and what a pawn gains by promotion, in centipawns. Squares are not counted: leave a margin
    /// of a pawn or two.
    #[inline]
    fn gain(&self, position: &Position, m: Move) -> i32 {
        let promoted = m.promotion.map_or(0, |piece| WORTH[piece as usize] - WORTH[Piece::Pawn as usize]);
        promoted + victim(&position.board, m).map_or(0, |piece| WORTH[piece as usize])
    }

    const THREATENS: bool = true;

    /// Quiet moves that give check and lose nothing by exchange.
    fn threats(&self, position: &Position, out: &mut MoveList<Move>) {
        let board = &position.board;
        let checks = Checks::of(board);
        Generated::of(board).quiet(board, |m, piece| {
            if m.promotion.is_none() && checks.has(board, m, piece) && see(board, m, 0) {
                out.push(m);
            }
        });
    }
}

/// From where the other king is attacked.
struct Checks {
    /// By each piece.
    direct: [BitBoard; Piece::NUM],
    /// The lines through the king: a piece that leaves one may open it.
    lines: BitBoard,
}

impl Checks {
    fn of(board: &Board) -> Checks {
        let (them, occupied) = (!board.side_to_move(), board.occupied());
        let king = board.king(them);
        let mut direct = [BitBoard::EMPTY; Piece::NUM];
        let (aslant, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        direct[Piece::Pawn as usize] = get_pawn_attacks(king, them);
        direct[Piece::Knight as usize] = get_knight_moves(king);
        direct[Piece::Bishop as usize] = aslant;
        direct[Piece::Rook as usize] = straight;
        direct[Piece::Queen as usize] = aslant | straight;
        Checks { direct, lines: get_bishop_rays(king) | get_rook_rays(king) }
    }

    /// Does a quiet move give check?
    fn has(&self, board: &Board, m: Move, piece: Piece) -> bool {
        let castles = board.colors(board.side_to_move()).has(m.to);
        let after = || {
            let mut after = board.clone();
            after.play_unchecked(m);
            !after.checkers().is_empty()
        };
        self.direct[piece as usize].has(m.to) || (castles || self.lines.has(m.from)) && after()
    }
}

/// Does a move give check?
fn gives_check(board: &Board, m: Move) -> bool {
    let (us, piece) = (board.side_to_move(), piece_at(board, m.from));
    let (king, occupied) = (board.king(!us), board.occupied());
    let castles = board.colors(us).has(m.to);
    let in_passing = piece == Piece::Pawn && m.from.file() != m.to.file() && !occupied.has(m.to);
    if castles || in_passing || m.promotion.is_some() {
        let mut after = board.clone();
        after.play_unchecked(m);
        return !after.checkers().is_empty();
    }
    let (aslant, straight) = (get_bishop_rays(king), get_rook_rays(king));
    let attacked = match piece {
        Piece::Pawn => get_pawn_attacks(king, !us),
        Piece::Knight => get_knight_moves(king),
        Piece::Bishop | Piece::Queen if aslant.has(m.to) => get_bishop_moves(king, occupied),
        Piece::Rook | Piece::Queen if straight.has(m.to) => get_rook_moves(king, occupied),
        _ => BitBoard::EMPTY,
    };
    if attacked.has(m.to) {
        return true;
    }
    // The piece may have stood in the way of another one.
    let after = (occupied ^ m.from.bitboard()) | m.to.bitboard();
    let others = |piece| (board.pieces(piece) | board.pieces(Piece::Queen)) & board.colors(us) & !m.from.bitboard();
    aslant.has(m.from) && !(get_bishop_moves(king, after) & others(Piece::Bishop)).is_empty()
        || straight.has(m.from) && !(get_rook_moves(king, after) & others(Piece::Rook)).is_empty()
}

/// Does a capture or promotion lose nothing?
#[inline]
fn keeps(position: &Position, m: Move, piece: Piece) -> bool {
    let board = &position.board;
    let fair =
        m.promotion.is_none() && victim(board, m).is_some_and(|taken| WORTH[taken as usize] >= WORTH[piece as usize]);
    fair || see(board, m, 0)
}

/// A place in the history is a piece of a colour and the square it goes to.
impl Order for Chess {
    const HISTORY_SIZE: usize = 2 * Piece::NUM * 64;

    #[inline]
    fn history_index(&self, position: &Position, m: Move) -> usize {
        // The number of the piece, bit by bit: for all moves of a position, the sets are put together but once.
        let (board, square) = (&position.board, m.from as u32);
        let either = |a: Piece, b: Piece| (board.pieces(a) | board.pieces(b)).0;
        let ones = either(Piece::Knight, Piece::Rook) | board.pieces(Piece::King).0;
        let (twos, fours) = (either(Piece::Bishop, Piece::Rook), either(Piece::Queen, Piece::King));
        let piece = (ones >> square & 1 | (twos >> square & 1) << 1 | (fours >> square & 1) << 2) as usize;
        (board.side_to_move() as usize * Piece::NUM + piece) * 64 + m.to as usize
    }

    const ROUTES: usize = 64 * 64;

    #[inline]
    fn route(&self, _: &Position, m: Move) -> usize {
        m.from as usize * 64 + m.to as usize
    }

    #[inline(always)]
    fn is_quiet(&self, position: &Position, m: Move) -> bool {
        let board = &position.board;
        let aslant = || m.from.file() != m.to.file() && board.pieces(Piece::Pawn).has(m.from);
        let in_passing = board.en_passant().is_some() && aslant();
        !(in_passing || m.promotion.is_some() || board.colors(!board.side_to_move()).has(m.to))
    }

    /// Above 0: captures and promotions to a queen that lose nothing by exchange, by the piece that is taken, and then by the piece that takes.
    /// Below 0: those that lose something, and other promotions. All other moves are quiet.
    #[inline]
    fn priority(&self, position: &Position, m: Move) -> i32 {
        if self.is_quiet(position, m) { 0 } else { loudness(position, m) }
    }
}

/// What speaks for a capture or a promotion.
fn loudness(position: &Position, m: Move) -> i32 {
    let piece = piece_at(&position.board, m.from);
    let first_sight = 8 * Chess::default().gain(position, m) + Piece::NUM as i32 - piece as i32;
    match m.promotion {
        Some(less) if less != Piece::Queen => first_sight - 200_000,
        _ if keeps(position, m, piece) => first_sight,
        _ => first_sight - 100_000,
    }
}
