//! What comes of a move if both sides go on to take on its square, the leanest captor first.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::{piece_at, victim};

/// The worth of pieces in exchanges, in centipawns. Knight for bishop is an even trade.
pub(super) const WORTH: [i32; Piece::NUM] = [100, 320, 320, 500, 950, 0];

/// Does a legal move win at least `threshold` centipawns, once all captures on its square that pay have been made?
///
/// Pieces behind others join in. Pins are ignored, and so are promotions by later captures. A king takes only what is
/// no longer protected.
///
/// ```
/// use provebest_games::chess::{Board, see};
/// let board: Board = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1".parse().unwrap();
/// assert!(see(&board, "e1e5".parse().unwrap(), 100));
/// assert!(!see(&board, "e1e5".parse().unwrap(), 101));
/// ```
pub fn see(board: &Board, m: Move, threshold: i32) -> bool {
    let us = board.side_to_move();
    if board.colors(us).has(m.to) {
        return threshold <= 0; // castling
    }
    let taken = victim(board, m);
    let moved = m.promotion.unwrap_or_else(|| piece_at(board, m.from));
    let promoted = if m.promotion.is_some() { WORTH[moved as usize] - WORTH[Piece::Pawn as usize] } else { 0 };

    // What the side that moved last has above its threshold, if its piece is lost and nothing else happens.
    let mut ahead = taken.map_or(0, |piece| WORTH[piece as usize]) + promoted - threshold;
    if ahead < 0 {
        return false;
    }
    ahead -= WORTH[moved as usize];
    if ahead >= 0 {
        return true; // always so for a king: its move is legal, so it cannot be captured
    }

    let mut occupied = (board.occupied() ^ m.from.bitboard()) | m.to.bitboard();
    if taken.is_some() && !board.occupied().has(m.to) {
        occupied ^= Square::new(m.to.file(), m.from.rank()).bitboard(); // taken in passing
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut takers = attackers(board, m.to, occupied);
    let mut side = !us;
    loop {
        takers &= occupied;
        let own = takers & board.colors(side);
        let Some(piece) = Piece::ALL.into_iter().find(|&piece| !(own & board.pieces(piece)).is_empty()) else { break };
        if piece == Piece::King && !(takers & board.colors(!side)).is_empty() {
            break;
        }
        side = !side;
        ahead = -ahead - 1 - WORTH[piece as usize];
        if ahead >= 0 {
            break;
        }
        if let Some(from) = (own & board.pieces(piece)).next_square() {
            occupied ^= from.bitboard();
        }
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            takers |= get_bishop_moves(m.to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            takers |= get_rook_moves(m.to, occupied) & straight;
        }
    }
    side != us
}

/// The pieces of both sides that attack a square.
fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let of = |piece| board.pieces(piece);
    let pawns = |color: Color| get_pawn_attacks(square, !color) & board.colors(color);
    (pawns(Color::White) | pawns(Color::Black)) & of(Piece::Pawn)
        | get_knight_moves(square) & of(Piece::Knight)
        | get_bishop_moves(square, occupied) & (of(Piece::Bishop) | of(Piece::Queen))
        | get_rook_moves(square, occupied) & (of(Piece::Rook) | of(Piece::Queen))
        | get_king_moves(square) & of(Piece::King)
}
