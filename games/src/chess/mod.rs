//! Chess, on the boards and the move generator of cozy-chess.
//!
//! The rules are those of FIDE, except for what a single position cannot know: a third repetition is found by the caller that
//! keeps the history, with the help of [`Repeat`].
//!
//! ```
//! use provebest_game::{Depth, Game, MoveList, Ply, Score, Status, Text, perft};
//! use provebest_games::chess::Chess;
//!
//! let rules = Chess::default();
//! assert_eq!(perft(&rules, &rules.start(), Depth(3)), 8902);
//!
//! let mut position = rules.start();
//! for text in ["f3", "e7e5", "g2g4", "Qh4"] {
//!     let m = rules.parse_move(&position, text).unwrap();
//!     rules.play(&mut position, m);
//! }
//! assert_eq!(rules.status(&position, &mut MoveList::new()), Status::Over(Score::loss_in(Ply(4))));
//! ```

mod epd;
mod evaluate;
mod exchange;
mod kept;
mod mates;
mod order;
mod text;

pub use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};
use cozy_chess::{BoardBuilder, PieceMoves, get_king_moves, get_pawn_attacks};
use provebest_game::{Distribution, Game, Interval, Keyed, MoveList, Pass, Ply, Repeat, Score, Status, ValueRange};

pub use epd::Epd;
pub use exchange::see;
pub use mates::{MateProblem, Mates};

/// The rules of chess, from any position, those of Chess960 included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess {
    /// Castling is written as king takes rook (`e1h1`), as programs do for Chess960. It is read in both ways.
    pub chess960: bool,
}

/// A position: the board with its clocks, and what play keeps up for the evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    /// Material and the squares it stands on, White's minus Black's, as [`evaluate`] packs them.
    sum: i32,
    /// Plies since the last move that nothing undoes, a pass being such a move.
    since: u8,
}

impl Position {
    /// The position on a board.
    pub fn new(board: Board) -> Position {
        Position { sum: evaluate::sum(&board), since: board.halfmove_clock(), board }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Position {
        Position::new(board)
    }
}

impl Chess {
    /// Where a game begins.
    pub fn start(&self) -> Position {
        Position::new(Board::default())
    }

    /// The position of a game in which fifty moves without a capture or a pawn's move have passed, and no player claims the draw: it
    /// goes on, and the count begins anew. Others are as they are.
    ///
    /// ```
    /// use provebest_game::{MoveList, Status, Game, Text};
    /// use provebest_games::chess::Chess;
    /// let rules = Chess::default();
    /// let drawn = rules.parse("8/8/1k6/8/8/4R3/8/4K3 w - - 100 80")?;
    /// assert!(matches!(rules.moves(&drawn, &mut MoveList::new()), Status::Over(_)));
    /// assert_eq!(rules.moves(&rules.unclaimed(&drawn), &mut MoveList::new()), Status::Open);
    /// # Ok::<(), provebest_game::TextError>(())
    /// ```
    pub fn unclaimed(&self, position: &Position) -> Position {
        if position.board.halfmove_clock() < 100 {
            return position.clone();
        }
        let mut builder = BoardBuilder::from_board(&position.board);
        builder.halfmove_clock = 0;
        builder.build().map_or_else(|_| position.clone(), Position::new)
    }

    /// Draws that do not depend on which side can move, and those of the fiftieth move.
    #[inline]
    fn end(&self, position: &Position) -> Option<Score> {
        let board = &position.board;
        let stuck = || !can_push(board) && !board.generate_moves(|_| true);
        if is_dead(board) {
            Some(Score::ZERO)
        } else if !board.checkers().is_empty() {
            match stuck() {
                true => Some(Score::loss_in(self.now(position))),
                false => (board.halfmove_clock() >= 100).then_some(Score::ZERO),
            }
        } else {
            (board.halfmove_clock() >= 100 || stuck()).then_some(Score::ZERO)
        }
    }
}

/// Has the side to move, which is not in check, a pawn that is free to go a step? Most positions are not stalemate at this first sight.
#[inline]
fn can_push(board: &Board) -> bool {
    let (side, free) = (board.side_to_move(), !board.occupied().0);
    let pawns = (board.colored_pieces(side, Piece::Pawn) & !board.pinned()).0;
    board.checkers().is_empty() && (if side == Color::White { pawns << 8 } else { pawns >> 8 }) & free != 0
}

/// Can neither side mate, whatever the other one does? Bare kings, a single minor piece, or bishops on one colour.
fn is_dead(board: &Board) -> bool {
    if !(board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen)).is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    (knights | bishops).len() <= 1
        || knights.is_empty()
            && (bishops.is_disjoint(BitBoard::LIGHT_SQUARES) || bishops.is_disjoint(BitBoard::DARK_SQUARES))
}

/// The piece on a square that is not empty.
#[inline(always)]
fn piece_at(board: &Board, square: Square) -> Piece {
    board.piece_on(square).unwrap_or(Piece::Pawn)
}

/// What a move takes, if anything.
#[inline(always)]
fn victim(board: &Board, m: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(m.to) {
        Some(piece_at(board, m.to))
    } else {
        (m.from.file() != m.to.file() && board.pieces(Piece::Pawn).has(m.from)).then_some(Piece::Pawn)
    }
}

/// The square behind a pawn that has just made its double step.
#[inline]
fn passed_over(board: &Board) -> BitBoard {
    let square = |file| Square::new(file, Rank::Sixth.relative_to(board.side_to_move())).bitboard();
    board.en_passant().map_or(BitBoard::EMPTY, square)
}

/// Can a pawn really be taken in passing?
#[inline]
fn takes_in_passing(board: &Board) -> bool {
    let (side, Some(to)) = (board.side_to_move(), passed_over(board).next_square()) else { return false };
    let mut takers = (get_pawn_attacks(to, !side) & board.colored_pieces(side, Piece::Pawn)).into_iter();
    takers.any(|from| board.is_legal(Move { from, to, promotion: None }))
}

/// Has the side to move a pawn one step from promotion?
#[inline]
fn about_to_promote(board: &Board) -> bool {
    let side = board.side_to_move();
    !board.colored_pieces(side, Piece::Pawn).is_disjoint(Rank::Seventh.relative_to(side).bitboard())
}

/// The legal moves, piece by piece.
struct Generated {
    all: [PieceMoves; 20],
    count: usize,
    /// Which of them take something or promote, a bit for each.
    loud: u32,
    /// All squares that these reach.
    reached: BitBoard,
}

impl Generated {
    /// All moves, or captures and promotions alone.
    #[inline(always)]
    fn new<const ALL: bool>(board: &Board) -> Generated {
        let side = board.side_to_move();
        let theirs = board.colors(!side);
        let by_pawns = theirs | passed_over(board) | Rank::Eighth.relative_to(side).bitboard();
        let king = board.king(side);
        let idle = !ALL && (get_king_moves(king) & theirs).is_empty();
        let pieces = if idle { !king.bitboard() } else { BitBoard::FULL };
        let none = PieceMoves { piece: Piece::Pawn, from: Square::A1, to: BitBoard::EMPTY };
        let mut found = Generated { all: [none; 20], count: 0, loud: 0, reached: BitBoard::EMPTY };
        board.generate_moves_for(pieces, |moves| {
            let loud = moves.to & if moves.piece == Piece::Pawn { by_pawns } else { theirs };
            if ALL || !loud.is_empty() {
                found.all[found.count] = moves;
                found.loud |= u32::from(!loud.is_empty()) << found.count;
                found.reached |= loud;
                found.count += 1;
            }
            false
        });
        found
    }

    #[inline(always)]
    fn of(board: &Board) -> Generated {
        Generated::new::<true>(board)
    }

    /// Captures and promotions to a queen alone.
    #[inline(always)]
    fn noisy(board: &Board) -> Generated {
        Generated::new::<false>(board)
    }

    /// The loud ones among those that go to some squares.
    #[inline]
    fn loud(&self, targets: BitBoard, promotions: &[Piece], out: &mut impl FnMut(Move, Piece)) {
        if (targets & self.reached).is_empty() {
            return;
        }
        let (ends, mut left) = (Rank::First.bitboard() | Rank::Eighth.bitboard(), self.loud);
        while left != 0 {
            let PieceMoves { piece, from, to } = self.all[left.trailing_zeros() as usize % 20];
            left &= left - 1;
            for to in to & targets {
                if piece == Piece::Pawn && ends.has(to) {
                    for &promotion in promotions {
                        out(Move { from, to, promotion: Some(promotion) }, piece);
                    }
                } else {
                    out(Move { from, to, promotion: None }, piece);
                }
            }
        }
    }

    /// Captures, the fattest victims first and of their captors the leanest, and promotions to a queen.
    #[inline]
    fn captures(&self, board: &Board, mut out: impl FnMut(Move, Piece)) {
        if self.loud == 0 {
            return;
        }
        let theirs = board.colors(!board.side_to_move());
        let victim = |piece| theirs & board.pieces(piece);
        let queen = [Piece::Queen];
        self.loud(victim(Piece::Queen), &queen, &mut out);
        if about_to_promote(board) {
            let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
            self.loud(ends & !board.occupied(), &queen, &mut |m, piece| {
                if m.promotion.is_some() {
                    out(m, piece);
                }
            });
        }
        self.loud(victim(Piece::Rook), &queen, &mut out);
        self.loud(victim(Piece::Bishop) | victim(Piece::Knight), &queen, &mut out);
        self.loud(victim(Piece::Pawn), &queen, &mut out);
        let passed_over = passed_over(board);
        if !passed_over.is_empty() {
            self.loud(passed_over, &queen, &mut |m, piece| {
                if piece == Piece::Pawn {
                    out(m, piece);
                }
            });
        }
    }

    /// All other moves, minor promotions last.
    #[inline(always)]
    fn quiet(&self, board: &Board, mut out: impl FnMut(Move, Piece)) {
        let side = board.side_to_move();
        let free = !board.colors(!side);
        let by_pawns = free & !passed_over(board) & !Rank::Eighth.relative_to(side).bitboard();
        for &PieceMoves { piece, from, to } in &self.all[..self.count] {
            for to in to & if piece == Piece::Pawn { by_pawns } else { free } {
                out(Move { from, to, promotion: None }, piece);
            }
        }
        if about_to_promote(board) {
            let minor = [Piece::Knight, Piece::Rook, Piece::Bishop];
            self.loud(Rank::First.bitboard() | Rank::Eighth.bitboard(), &minor, &mut |m, piece| {
                if m.promotion.is_some_and(|promotion| promotion != Piece::Queen) {
                    out(m, piece);
                }
            });
        }
    }
}

impl Game for Chess {
    type State = Position;
    /// From, to and promotion. Castling is king takes rook inside, and written as [`Chess::chess960`] says.
    type Move = Move;

    /// Captures come first, the fattest victims and the leanest captors before others, then quiet moves piece by piece,
    /// promotions to less than a queen last.
    fn moves(&self, position: &Position, out: &mut MoveList<Move>) -> Status {
        let board = &position.board;
        if is_dead(board) {
            return Status::Over(Score::ZERO);
        }
        let found = Generated::of(board);
        if found.count == 0 {
            return Status::Over(if board.checkers().is_empty() {
                Score::ZERO
            } else {
                Score::loss_in(self.now(position))
            });
        }
        if board.halfmove_clock() >= 100 {
            return Status::Over(Score::ZERO);
        }
        found.captures(board, |m, _| out.push(m));
        found.quiet(board, |m, _| out.push(m));
        Status::Open
    }

    #[inline]
    fn play(&self, position: &mut Position, m: Move) {
        position.sum += evaluate::change(&position.board, m);
        position.board.play_unchecked(m);
        position.since = if position.board.halfmove_clock() == 0 { 0 } else { position.since.saturating_add(1) };
    }

    #[inline]
    fn status(&self, position: &Position, _: &mut MoveList<Move>) -> Status {
        self.end(position).map_or(Status::Open, Status::Over)
    }
}

/// Nothing is certain before the end.
impl Interval for Chess {
    fn interval(&self, state: &Self::State) -> (Score, Score) {
        self.value_range(state)
    }
}

impl Distribution for Chess {}

impl ValueRange for Chess {}

provebest_game::skills!(Chess: Keyed, Noisy, Pass, Order, Repeat);

/// Zobrist's key. A double step counts only where a pawn can really be taken in passing, as FIDE's rule of repetition
/// has it.
impl Keyed for Chess {
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let board = &position.board;
        if board.en_passant().is_none() || takes_in_passing(board) { board.hash() } else { board.hash_without_ep() }
    }
}

impl Repeat for Chess {
    #[inline]
    fn reversible(&self, position: &Position) -> u32 {
        position.since.into()
    }

    /// Both sides go away and come back.
    const SOONEST: u32 = 4;

    /// Plies since the beginning of the game, by the move number.
    #[inline]
    fn now(&self, position: &Position) -> Ply {
        let black = u32::from(position.board.side_to_move() == Color::Black);
        Ply(2 * (u32::from(position.board.fullmove_number()) - 1) + black)
    }
}

/// `None` in check, and for a side that has only its king and pawns, where zugzwang is common.
impl Pass for Chess {
    fn pass(&self, position: &Position) -> Option<Position> {
        let board = &position.board;
        let pieces = board.colors(board.side_to_move()) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
        let board = if pieces.is_empty() { None } else { board.null_move() };
        board.map(|board| Position { board, sum: position.sum, since: 0 })
    }
}

#[cfg(test)]
mod tests;
