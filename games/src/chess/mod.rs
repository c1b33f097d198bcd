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
        let stuck = || !board.generate_moves(|_| true);
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

/// What a move takes, if anything.
#[inline]
fn victim(board: &Board, m: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(m.to) {
        board.piece_on(m.to)
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
}

impl Generated {
    #[inline]
    fn new(board: &Board, pieces: BitBoard, targets: BitBoard) -> Generated {
        let none = PieceMoves { piece: Piece::Pawn, from: Square::A1, to: BitBoard::EMPTY };
        let mut found = Generated { all: [none; 20], count: 0 };
        board.generate_moves_for(pieces, |moves| {
            let to = moves.to & targets;
            if !to.is_empty() {
                found.all[found.count] = PieceMoves { to, ..moves };
                found.count += 1;
            }
            false
        });
        found
    }

    fn of(board: &Board) -> Generated {
        Generated::new(board, BitBoard::FULL, BitBoard::FULL)
    }

    /// Captures and promotions to a queen alone.
    fn noisy(board: &Board) -> Generated {
        let side = board.side_to_move();
        let theirs = board.colors(!side);
        let (king, last) = (board.king(side), Rank::Eighth.relative_to(side).bitboard());
        let idle = if (get_king_moves(king) & theirs).is_empty() { king.bitboard() } else { BitBoard::EMPTY };
        let mut found = Generated::new(board, !idle, theirs | passed_over(board) | last);
        for moves in &mut found.all[..found.count] {
            if moves.piece != Piece::Pawn {
                moves.to &= theirs;
            }
        }
        found
    }

    #[inline]
    fn each(&self, targets: BitBoard, promotions: &[Option<Piece>], out: &mut impl FnMut(Move, Piece)) {
        for moves in &self.all[..self.count] {
            let to = moves.to & targets;
            if to.is_empty() {
                continue;
            }
            for to in to {
                let last = moves.piece == Piece::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
                for &promotion in promotions {
                    if promotion.is_some() == last {
                        out(Move { from: moves.from, to, promotion }, moves.piece);
                    }
                }
            }
        }
    }

    /// Captures, the fattest victims first and of their captors the leanest, and promotions to a queen.
    #[inline]
    fn captures(&self, board: &Board, mut out: impl FnMut(Move, Piece)) {
        let theirs = board.colors(!board.side_to_move());
        let victim = |piece| theirs & board.pieces(piece);
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let either = [None, Some(Piece::Queen)];
        self.each(victim(Piece::Queen), &either, &mut out);
        if about_to_promote(board) {
            self.each(ends & !board.occupied(), &[Some(Piece::Queen)], &mut out);
        }
        self.each(victim(Piece::Rook), &either, &mut out);
        self.each(victim(Piece::Bishop) | victim(Piece::Knight), &either, &mut out);
        self.each(victim(Piece::Pawn), &either, &mut out);
        let passed_over = passed_over(board);
        if !passed_over.is_empty() {
            self.each(passed_over, &[None], &mut |m, piece| {
                if piece == Piece::Pawn {
                    out(m, piece);
                }
            });
        }
    }

    /// All other moves, minor promotions last.
    #[inline]
    fn quiet(&self, board: &Board, mut out: impl FnMut(Move, Piece)) {
        let theirs = board.colors(!board.side_to_move());
        let passed_over = passed_over(board);
        self.each(!theirs, &[None], &mut |m, piece| {
            if piece != Piece::Pawn || !passed_over.has(m.to) {
                out(m, piece);
            }
        });
        if about_to_promote(board) {
            let minor = [Some(Piece::Knight), Some(Piece::Rook), Some(Piece::Bishop)];
            self.each(Rank::First.bitboard() | Rank::Eighth.bitboard(), &minor, &mut out);
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
