//! What a position is worth, in centipawns.
//!
//! Every weight is a pair: one for a full board, one for an endgame; between them the value follows the material that is
//! left. Material and squares are summed up while moves are played, everything else is worked out here:
//!
//! - pawns: passed (by rank, kings, and whether the way is free), isolated, doubled, backward, side by side or protected;
//! - pieces: squares they reach that no pawn guards, outposts, the pair of bishops, pawns in a bishop's way, rooks on
//!   files without pawns and on the seventh rank;
//! - threats: pieces attacked by lesser ones, or attacked and not protected;
//! - kings: pawns before them, enemy pawns that storm, and the square of all that attacks the squares around;
//! - endings: opposite bishops and lone pieces win less than they count, and a bare king is driven to the edge.

use cozy_chess::{
    Board, Color, File, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

use super::kept::{self, Pawns};
use super::{BitBoard, Position, piece_at, victim};

/// Two weights in one number, so that both are added at once: the lower half for a full board, the upper half for an
/// endgame.
const fn pair(full: i32, ending: i32) -> i32 {
    (ending << 16) + full
}

const fn full(pair: i32) -> i32 {
    pair as i16 as i32
}

const fn ending(pair: i32) -> i32 {
    (pair + 0x8000) >> 16
}

/// How much a piece counts towards a full board, which is 24.
const PHASE: [u32; Piece::NUM] = [0, 1, 1, 2, 4, 0];
const FULL_BOARD: i32 = 24;

const PAWN: usize = Piece::Pawn as usize;
const KNIGHT: usize = Piece::Knight as usize;
const BISHOP: usize = Piece::Bishop as usize;
const ROOK: usize = Piece::Rook as usize;
const QUEEN: usize = Piece::Queen as usize;
const KING: usize = Piece::King as usize;

/// All weights but those of squares and mobility. Arrays by rank are seen from the own side.
struct Weights {
    bishop_pair: i32,
    doubled: i32,
    isolated: i32,
    backward: i32,
    /// An isolated or backward pawn that no enemy pawn stands before.
    exposed: i32,
    connected: [i32; 8],
    passed: [i32; 8],
    /// Times the weight of the rank: each step of the enemy's king to the square before the pawn, and of the own one.
    passed_enemy_king: i32,
    passed_own_king: i32,
    /// Times the weight of the rank: the whole way is free, or only the next square.
    passed_free: i32,
    passed_next: i32,
    passed_guarded: i32,
    outpost: i32,
    bishop_outpost: i32,
    bishop_blocked: i32,
    rook_open: i32,
    rook_half_open: i32,
    rook_seventh: i32,
    behind_pawn: i32,
    threat_by_pawn: i32,
    threat_by_minor: i32,
    threat_by_rook: i32,
    hanging: i32,
    /// By the rank of the nearest own pawn on a file next to the king; the first is for none.
    shelter: [i32; 8],
    /// By the rank of the nearest enemy pawn.
    storm: [i32; 8],
    tempo: i32,
}

const WEIGHTS: Weights = Weights {
    bishop_pair: pair(28, 52),
    doubled: pair(-6, -18),
    isolated: pair(-9, -12),
    backward: pair(-7, -9),
    exposed: pair(-9, -6),
    connected: [0, pair(4, 0), pair(8, 4), pair(11, 8), pair(20, 18), pair(38, 36), pair(60, 60), 0],
    passed: [0, pair(0, 8), pair(2, 12), pair(6, 26), pair(22, 48), pair(50, 88), pair(95, 140), 0],
    passed_enemy_king: pair(0, 5),
    passed_own_king: pair(0, -3),
    passed_free: pair(4, 12),
    passed_next: pair(2, 6),
    passed_guarded: pair(3, 5),
    outpost: pair(24, 16),
    bishop_outpost: pair(12, 6),
    bishop_blocked: pair(-2, -4),
    rook_open: pair(24, 10),
    rook_half_open: pair(11, 7),
    rook_seventh: pair(6, 22),
    behind_pawn: pair(6, 2),
    threat_by_pawn: pair(48, 36),
    threat_by_minor: pair(30, 28),
    threat_by_rook: pair(32, 20),
    hanging: pair(16, 20),
    shelter: [
        pair(-26, 0),
        pair(6, 0),
        pair(0, 0),
        pair(-12, 0),
        pair(-18, 0),
        pair(-22, 0),
        pair(-24, 0),
        pair(-26, 0),
    ],
    storm: [0, pair(0, 0), pair(-22, 0), pair(-16, 0), pair(-6, 0), 0, 0, 0],
    tempo: pair(14, 8),
};

/// Danger to a king: each piece that attacks the squares around it, each attack on one of them, each one attacked and
/// guarded by nothing but the king, and each way to give check safely.
const ATTACKER: [i32; Piece::NUM] = [0, 9, 7, 9, 10, 0];
const ATTACK: i32 = 3;
const WEAK: i32 = 6;
const CHECK: [i32; Piece::NUM] = [0, 14, 8, 16, 14, 0];
const NO_QUEEN: i32 = -28;
const DANGER: i32 = 30;

/// Times which the king and freedom terms of a passed pawn count, by its rank.
const NEARNESS: [i32; 8] = [0, 0, 0, 1, 2, 4, 6, 0];

/// The root of `n`, in hundredths.
const fn root(n: usize) -> i32 {
    let (square, mut root) = (n as i32 * 10_000, 0);
    while (root + 1) * (root + 1) <= square {
        root += 1;
    }
    root
}

/// The value of reaching a number of squares: each further one counts less than the one before.
const MOBILITY: [[i32; 28]; Piece::NUM] = {
    // For each piece the slopes, and the number of squares that is worth nothing.
    let slopes = [(0, 0, 0), (24, 22, 4), (22, 24, 6), (12, 26, 6), (8, 18, 12), (0, 0, 0)];
    let mut table = [[0; 28]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let (full, ending, usual) = slopes[piece];
        let mut n = 0;
        while n < 28 {
            let more = root(n) - root(usual);
            table[piece][n] = pair(full * more / 100, ending * more / 100);
            n += 1;
        }
        piece += 1;
    }
    table
};

const MATERIAL: [i32; Piece::NUM] =
    [pair(82, 104), pair(330, 312), pair(344, 328), pair(465, 540), pair(1000, 1000), 0];

/// Material and square together, for White.
static SQUARES: [[i32; 64]; Piece::NUM] = {
    let mut table = [[0; 64]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = MATERIAL[piece] + on_square(piece, square as i32 % 8, square as i32 / 8);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// What it is worth to stand there: simple functions of the distance from the centre and from home.
const fn on_square(piece: usize, file: i32, rank: i32) -> i32 {
    let wing = if file < 4 { file } else { 7 - file }; // 0 on the edge to 3 in the centre
    let level = if rank < 4 { rank } else { 7 - rank };
    let centre = wing + level;
    let edge = (wing == 0) as i32 + (level == 0) as i32;
    match piece {
        PAWN => {
            let advance = [0, 0, 2, 6, 12, 20, 30, 0][rank as usize];
            let inner = [-6, -3, 2, 6][wing as usize];
            let middle = if wing == 3 { [0, -14, 4, 18, 22, 18, 10, 0][rank as usize] } else { 0 };
            let bishops = if wing == 2 { [0, -2, 2, 9, 9, 6, 4, 0][rank as usize] } else { 0 };
            pair(advance / 2 + inner + middle + bishops, advance + 4 - 2 * wing)
        }
        KNIGHT => {
            let home = if rank == 0 { -8 } else { 0 };
            let far = [0, 0, 4, 10, 16, 14, 2, -8][rank as usize];
            pair(8 * centre - 30 - 4 * edge + home + far, 7 * centre - 26 - 5 * edge + far / 2)
        }
        BISHOP => {
            let home = if rank == 0 { -8 } else { 0 };
            pair(4 * centre - 10 + home, 4 * centre - 12)
        }
        ROOK => pair(4 * wing - 6 - if rank == 1 || rank == 2 { 4 } else { 0 }, if rank >= 5 { 6 } else { -2 }),
        QUEEN => pair(2 * centre - 4 - if rank > 4 { 2 } else { 0 }, 6 * centre - 18),
        _ => {
            let out = [0, -18, -42, -60, -75, -85, -95, -100][rank as usize];
            let side = [14, 20, -2, -14][wing as usize];
            pair(out + side, 11 * centre - 36 - 4 * edge - if rank == 0 { 6 } else { 0 })
        }
    }
}

#[inline]
fn on(piece: Piece, color: Color, square: Square) -> i32 {
    match color {
        Color::White => SQUARES[piece as usize][square as usize],
        Color::Black => -SQUARES[piece as usize][square as usize ^ 56],
    }
}

/// Material and squares of a board, White's minus Black's.
pub(super) fn sum(board: &Board) -> i32 {
    let mut sum = 0;
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                sum += on(piece, color, square);
            }
        }
    }
    sum
}

/// By how much a move changes the [`sum`].
#[inline]
pub(super) fn change(board: &Board, m: Move) -> i32 {
    let us = board.side_to_move();
    let piece = piece_at(board, m.from);
    if board.colors(us).has(m.to) {
        let (king, rook) = if m.from < m.to { (File::G, File::F) } else { (File::C, File::D) };
        let home = m.from.rank();
        return on(Piece::King, us, Square::new(king, home)) - on(Piece::King, us, m.from)
            + on(Piece::Rook, us, Square::new(rook, home))
            - on(Piece::Rook, us, m.to);
    }
    let moved = on(m.promotion.unwrap_or(piece), us, m.to) - on(piece, us, m.from);
    moved
        - victim(board, m).map_or(0, |taken| {
            let square = if board.occupied().has(m.to) { m.to } else { Square::new(m.to.file(), m.from.rank()) };
            on(taken, !us, square)
        })
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// One step forward.
#[inline(always)]
fn up(color: Color, squares: u64) -> u64 {
    if color == Color::White { squares << 8 } else { squares >> 8 }
}

/// These squares and all before them.
#[inline(always)]
fn forward(color: Color, mut squares: u64) -> u64 {
    if color == Color::White {
        squares |= squares << 8;
        squares |= squares << 16;
        squares | squares << 32
    } else {
        squares |= squares >> 8;
        squares |= squares >> 16;
        squares | squares >> 32
    }
}

/// The neighbours to the left and right.
#[inline(always)]
fn beside(squares: u64) -> u64 {
    (squares & !FILE_H) << 1 | (squares & !FILE_A) >> 1
}

#[inline(always)]
fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

#[inline(always)]
fn ones(squares: u64) -> impl Iterator<Item = Square> {
    BitBoard(squares).into_iter()
}

fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}

/// What is known of one side.
struct Side {
    color: Color,
    all: u64,
    pawns: u64,
    pieces: [u64; Piece::NUM],
    king: Square,
    /// The squares around the king, and the three beyond them towards the enemy.
    ring: u64,
    /// Squares attacked, by piece, and by all but the king.
    attacks: [u64; Piece::NUM],
    attacked: u64,
    /// Danger it means for the other king.
    danger: i32,
}

impl Side {
    #[inline(always)]
    fn new(board: &Board, color: Color) -> Side {
        let all = board.colors(color).0;
        // A loop: without link-time optimisation `map` of an array stays a call for each piece.
        let mut pieces = [0; Piece::NUM];
        for piece in Piece::ALL {
            pieces[piece as usize] = board.pieces(piece).0 & all;
        }
        let pawns = pieces[PAWN];
        let king = board.king(color);
        let near = get_king_moves(king).0;
        let mut attacks = [0; Piece::NUM];
        attacks[PAWN] = beside(up(color, pawns));
        attacks[KING] = near;
        let ring = near | king.bitboard().0 | up(color, near);
        Side { color, all, pawns, pieces, king, ring, attacks, attacked: attacks[PAWN], danger: 0 }
    }

    /// Pieces other than pawns and the king, in pawns.
    fn pieces_worth(&self) -> i32 {
        3 * count(self.pieces[KNIGHT] | self.pieces[BISHOP])
            + 5 * count(self.pieces[ROOK])
            + 9 * count(self.pieces[QUEEN])
    }
}

#[inline(always)]
fn rank_of(color: Color, square: Square) -> usize {
    if color == Color::White { square as usize / 8 } else { 7 - square as usize / 8 }
}

/// Mobility, outposts, files; notes what is attacked.
#[inline(always)]
fn pieces(w: &Weights, us: &mut Side, them: &Side) -> i32 {
    let color = us.color;
    let occupied = us.all | them.all;
    let free = !(us.pawns | us.pieces[KING] | them.attacks[PAWN]);
    let mut value = 0;

    let holes = !forward(them.color, them.attacks[PAWN]);
    let middle = if color == Color::White { 0x0000_ffff_ff00_0000 } else { 0x0000_00ff_ffff_0000 };
    let outposts = holes & middle & us.attacks[PAWN];
    value += w.outpost * count(us.pieces[KNIGHT] & outposts);
    value += w.bishop_outpost * count(us.pieces[BISHOP] & outposts);
    let sheltered = if color == Color::White { (us.pawns | them.pawns) >> 8 } else { (us.pawns | them.pawns) << 8 };
    value += w.behind_pawn * count((us.pieces[KNIGHT] | us.pieces[BISHOP]) & sheltered);

    let mut reach = |us: &mut Side, piece: usize, squares: u64| {
        us.attacks[piece] |= squares;
        us.attacked |= squares;
        let near = squares & them.ring;
        if near != 0 {
            us.danger += ATTACKER[piece] + ATTACK * count(near);
        }
        value += MOBILITY[piece][count(squares & free) as usize];
    };
    for square in ones(us.pieces[KNIGHT]) {
        reach(us, KNIGHT, get_knight_moves(square).0);
    }
    let through = BitBoard(occupied & !us.pieces[QUEEN]);
    for square in ones(us.pieces[BISHOP]) {
        reach(us, BISHOP, get_bishop_moves(square, through).0);
    }
    let through = BitBoard(occupied & !us.pieces[QUEEN] & !us.pieces[ROOK]);
    for square in ones(us.pieces[ROOK]) {
        reach(us, ROOK, get_rook_moves(square, through).0);
    }
    let occupied = BitBoard(occupied);
    for square in ones(us.pieces[QUEEN]) {
        reach(us, QUEEN, get_rook_moves(square, occupied).0 | get_bishop_moves(square, occupied).0);
    }

    let light = BitBoard::LIGHT_SQUARES.0;
    for colour in [light, !light] {
        let bishops = count(us.pieces[BISHOP] & colour);
        if bishops > 0 {
            value += w.bishop_blocked * bishops * count(us.pawns & colour);
        }
    }
    if us.pieces[BISHOP] & light != 0 && us.pieces[BISHOP] & !light != 0 {
        value += w.bishop_pair;
    }

    if us.pieces[ROOK] != 0 {
        let all_files = |pawns: u64| forward(Color::White, pawns) | forward(Color::Black, pawns);
        let half_open = us.pieces[ROOK] & !all_files(us.pawns);
        let open = half_open & !all_files(them.pawns);
        value += w.rook_open * count(open) + w.rook_half_open * count(half_open & !open);
        let (seventh, last) = if color == Color::White { (0xff << 48, 0xff << 56) } else { (0xff << 8, 0xff) };
        if (them.pieces[KING] & last) | (them.pawns & seventh) != 0 {
            value += w.rook_seventh * count(us.pieces[ROOK] & seventh);
        }
    }
    value
}

/// Pawns by themselves.
fn structure(w: &Weights, us: &Side, them: &Side) -> i32 {
    let (color, pawns) = (us.color, us.pawns);
    let mut value = w.doubled * count(pawns & forward(color, up(color, pawns)));
    let guarded = us.attacks[PAWN];
    let files = forward(Color::White, pawns) | forward(Color::Black, pawns);
    let isolated = pawns & !beside(files);
    let stops = up(color, pawns) & them.attacks[PAWN] & !forward(color, guarded);
    let backward = up(them.color, stops) & !isolated;
    let faced = forward(them.color, up(them.color, them.pawns));
    value += w.isolated * count(isolated) + w.backward * count(backward);
    value += w.exposed * count((isolated | backward) & !faced);
    for square in ones(pawns & (guarded | beside(pawns))) {
        value += w.connected[rank_of(color, square)];
    }
    value
}

/// Pawns that no enemy pawn can stop, the foremost of each file.
fn all_passed(us: &Side, them: &Side) -> u64 {
    let back = them.color;
    let stopped = forward(back, up(back, them.pawns)) | forward(back, them.attacks[PAWN]);
    let before_own = forward(back, up(back, us.pawns));
    us.pawns & !stopped & !before_own
}

/// What passed pawns are worth.
#[inline(always)]
fn passed(w: &Weights, us: &Side, them: &Side, passed: u64, to_move: Color) -> i32 {
    let color = us.color;
    let back = them.color;
    let bare = them.pieces_worth() == 0;
    let mut value = 0;
    for square in ones(us.pawns & passed) {
        let rank = rank_of(color, square);
        value += w.passed[rank];
        let near = NEARNESS[rank];
        let next = up(color, square.bitboard().0);
        let way = forward(color, next);
        if near > 0 {
            let stop = BitBoard(next).next_square().unwrap_or(square);
            let kings = w.passed_enemy_king * distance(them.king, stop) + w.passed_own_king * distance(us.king, stop);
            value += near * kings;
            let theirs = them.attacked | them.attacks[KING];
            if way & (them.all | theirs) == 0 {
                value += near * w.passed_free;
            } else if next & (them.all | theirs) == 0 {
                value += near * w.passed_next;
            }
            if next & (us.attacked | us.attacks[KING]) != 0 && next & them.all == 0 {
                value += near * w.passed_guarded;
            }
        }
        if bare && way & (us.all | them.all) == 0 {
            // In a race only the king can catch it: is it within the square?
            let goal = Square::new(square.file(), Rank::Eighth.relative_to(color));
            let steps = 7 - rank.max(2) as i32;
            if distance(them.king, goal) > steps + i32::from(to_move == back) {
                value += pair(0, 380 + 40 * rank as i32);
            }
        }
    }
    value
}

#[inline(always)]
fn threats(w: &Weights, us: &Side, them: &Side) -> i32 {
    let great = them.pieces[ROOK] | them.pieces[QUEEN];
    let guarded = them.attacked | them.attacks[KING];
    w.threat_by_pawn * count(us.attacks[PAWN] & (them.pieces[KNIGHT] | them.pieces[BISHOP] | great))
        + w.threat_by_minor * count((us.attacks[KNIGHT] | us.attacks[BISHOP]) & great)
        + w.threat_by_rook * count(us.attacks[ROOK] & them.pieces[QUEEN])
        + w.hanging * count((us.attacked | us.attacks[KING]) & them.all & !guarded & !them.pieces[KING])
}

/// The pawns before a king that stands, or will stand, on this square.
fn shelter(w: &Weights, us: &Side, them: &Side, king: Square) -> i32 {
    let color = us.color;
    let centre = (king as u32 % 8).clamp(1, 6);
    let home = if color == Color::White { !0 << (king as u32 / 8 * 8) } else { !0 >> (56 - king as u32 / 8 * 8) };
    let nearest = |pawns: u64| match color {
        _ if pawns == 0 => 0,
        Color::White => pawns.trailing_zeros() as usize / 8,
        Color::Black => pawns.leading_zeros() as usize / 8,
    };
    let mut value = 0;
    for file in centre - 1..=centre + 1 {
        let ahead = home & (FILE_A << file);
        let (own, enemy) = (nearest(us.pawns & ahead), nearest(them.pawns & ahead));
        value += w.shelter[own];
        value += if own > 0 && enemy == own + 1 { w.storm[enemy] / 4 } else { w.storm[enemy] };
    }
    value
}

/// The pawns before a king, there or where it may castle to.
fn best_shelter(w: &Weights, board: &Board, us: &Side, them: &Side) -> i32 {
    let mut value = shelter(w, us, them, us.king);
    let rights = board.castle_rights(us.color);
    let home = Rank::First.relative_to(us.color);
    if rights.short.is_some() {
        value = value.max(shelter(w, us, them, Square::new(File::G, home)) - 6);
    }
    if rights.long.is_some() {
        value = value.max(shelter(w, us, them, Square::new(File::C, home)) - 6);
    }
    value
}

/// What follows from pawns, kings and rights to castle alone.
#[inline(always)]
fn pawns(w: &Weights, board: &Board, white: &Side, black: &Side) -> Pawns {
    let rights = |color| {
        let rights = board.castle_rights(color);
        u32::from(rights.short.is_some()) | u32::from(rights.long.is_some()) << 1
    };
    let kings = white.king as u32 | (black.king as u32) << 6 | rights(Color::White) << 12 | rights(Color::Black) << 14;
    kept::pawns(white.pawns, black.pawns, kings, || Pawns {
        value: structure(w, white, black) - structure(w, black, white),
        passed: all_passed(white, black) | all_passed(black, white),
        shelter: [best_shelter(w, board, white, black), best_shelter(w, board, black, white)],
        ..Pawns::default()
    })
}

/// The safety of a king behind its pawns, for the side it belongs to.
#[inline(always)]
fn king(shelter: i32, us: &Side, them: &Side) -> i32 {
    let mut value = shelter;
    if them.danger == 0 {
        return value;
    }

    let weak = us.ring & them.attacked & !us.attacked;
    let safe = !(us.attacked | us.attacks[KING] | them.all);
    let occupied = BitBoard(us.all | them.all);
    let straight = get_rook_moves(us.king, occupied).0 & safe;
    let diagonal = get_bishop_moves(us.king, occupied).0 & safe;
    let check = |piece: usize, from: u64| if them.attacks[piece] & from != 0 { CHECK[piece] } else { 0 };
    let mut danger = them.danger + WEAK * count(weak);
    danger += check(KNIGHT, get_knight_moves(us.king).0 & safe) + check(BISHOP, diagonal);
    danger += check(ROOK, straight) + check(QUEEN, straight | diagonal);
    danger += if them.pieces[QUEEN] == 0 { NO_QUEEN } else { 0 };
    danger -= full(value) / 6;
    if danger > 0 {
        value -= pair((danger * danger / DANGER).min(600), danger / 5);
    }
    value
}

/// In 64ths, how much of an advantage in an endgame counts.
fn part(us: &Side, them: &Side) -> i32 {
    let (ours, theirs) = (us.pieces_worth(), them.pieces_worth());
    let pawns = count(us.pawns);
    if pawns == 0 {
        let two_knights = ours == 6 && count(us.pieces[KNIGHT]) == 2;
        return match ours - theirs {
            _ if two_knights => 2,
            _ if ours < 5 => 0,
            ..=3 => 10,
            _ => 64,
        };
    }
    let light = BitBoard::LIGHT_SQUARES.0;
    let alone = |side: &Side| count(side.pieces[BISHOP]) == 1;
    if alone(us) && alone(them) && (us.pieces[BISHOP] & light == 0) != (them.pieces[BISHOP] & light == 0) {
        return if ours == 3 && theirs == 3 { (20 + 4 * pawns).min(40) } else { 52 };
    }
    if ours == 3 * count(us.pieces[BISHOP]) && theirs == 0 {
        // Pawns on the edge, and bishops that do not reach the corner where the enemy's king waits.
        for file in [FILE_A, FILE_H] {
            let goal = forward(us.color, us.pawns) & (0xff << 56 | 0xff) & file;
            let corner = BitBoard(goal & if us.color == Color::White { 0xff << 56 } else { 0xff }).next_square();
            if let (0, Some(corner)) = (us.pawns & !file, corner) {
                let reached = us.pieces[BISHOP] & if corner.bitboard().0 & light != 0 { light } else { !light };
                if reached == 0 && distance(them.king, corner) <= 1 {
                    return 0;
                }
            }
        }
    }
    if ours <= theirs && theirs > 0 { (46 + 6 * pawns).min(64) } else { 64 }
}

/// Drives a bare king to the edge, with bishop and knight into a corner of the bishop's colour, and brings the own king.
fn drive(us: &Side, them: &Side) -> i32 {
    let (file, rank) = (them.king as i32 % 8, them.king as i32 / 8);
    let near_king = 7 - distance(us.king, them.king);
    let edge = 3 - file.min(7 - file) + 3 - rank.min(7 - rank);
    let ours = us.pieces_worth();
    if ours == 6 && us.pieces[BISHOP] != 0 && us.pieces[KNIGHT] != 0 {
        let corners = match us.pieces[BISHOP] & BitBoard::LIGHT_SQUARES.0 != 0 {
            true => [Square::A8, Square::H1],
            false => [Square::A1, Square::H8],
        };
        // Steps along ranks and files: 0 in the right corner, 7 in the wrong ones and on the long diagonal between them.
        let walk = |corner: Square| (corner as i32 % 8 - file).abs() + (corner as i32 / 8 - rank).abs();
        let far = walk(corners[0]).min(walk(corners[1]));
        return 300 + 30 * (7 - far) + 8 * edge + 12 * near_king;
    }
    300 + 20 * edge + 12 * near_king
}

/// The worth of a position for the side to move.
#[inline]
pub(super) fn evaluate(position: &Position) -> i32 {
    kept::value(position.board.hash(), || judge(position))
}

/// The same, worked out.
fn judge(position: &Position) -> i32 {
    let (w, board) = (&WEIGHTS, &position.board);
    let mut white = Side::new(board, Color::White);
    let mut black = Side::new(board, Color::Black);
    let to_move = board.side_to_move();

    let mut sum = position.sum;
    sum += pieces(w, &mut white, &black);
    sum -= pieces(w, &mut black, &white);
    let by_pawns = pawns(w, board, &white, &black);
    sum += by_pawns.value;
    if by_pawns.passed != 0 {
        sum += passed(w, &white, &black, by_pawns.passed, to_move);
        sum -= passed(w, &black, &white, by_pawns.passed, to_move);
    }
    sum += threats(w, &white, &black) - threats(w, &black, &white);
    sum += king(by_pawns.shelter[0], &white, &black) - king(by_pawns.shelter[1], &black, &white);
    sum += if to_move == Color::White { w.tempo } else { -w.tempo };

    let of = |piece: usize| (white.pieces[piece] | black.pieces[piece]).count_ones();
    let phase = (KNIGHT..=QUEEN).map(|piece| PHASE[piece] * of(piece)).sum::<u32>().min(FULL_BOARD as u32) as i32;
    let mut late = ending(sum);
    if phase <= FULL_BOARD / 2 {
        let (us, them) = if late > 0 { (&white, &black) } else { (&black, &white) };
        let bare = them.pieces_worth() == 0 && them.pawns == 0;
        late = late * part(us, them) / 64;
        if bare && us.pieces_worth() >= 5 && part(us, them) > 2 {
            late += if late > 0 { drive(us, them) } else { -drive(us, them) };
        }
    }
    let value = (full(sum) * phase + late * (FULL_BOARD - phase)) / FULL_BOARD;
    if to_move == Color::White { value } else { -value }
}
