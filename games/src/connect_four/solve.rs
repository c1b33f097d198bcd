//! What helps to solve Connect Four: moves that do not lose at once, answers that are forced, moves in the order of the
//! threats they make (P. Pons, Solving Connect 4).

use provebest_game::{Children, Game, Keyed, MoveList, Provable, Score, Solvable, Status, Surveyor, Window};

use super::{Board, ConnectFour, MOST_COLUMNS, each, rest};

/// More columns of six do not fit.
const COLUMNS_OF_SIX: usize = 9;

/// What one look at a position shows.
enum Look {
    /// The side to move can make four.
    Wins,
    /// Whatever it plays, the other side makes four next.
    Loses,
    /// Neither side can win any more.
    Draws,
    /// The cells that do not lose at once.
    Open(u64),
}

/// What can be hoped for of a move.
struct Promise {
    column: u8,
    /// The cells that would complete a four after it.
    threats: u64,
    /// It makes two threats at once.
    wins: bool,
    /// The larger, the better the move looks: 12 bits.
    merit: u32,
}

/// Columns, those with the greatest merit first.
struct Order<const MOST: usize> {
    sorted: [u32; MOST],
    count: usize,
}

impl<const MOST: usize> Order<MOST> {
    const EMPTY: Self = Order { sorted: [0; MOST], count: 0 };

    /// Without a branch that depends on the merit: nobody can foresee that.
    #[inline(always)]
    fn insert(&mut self, merit: u32, column: u8) {
        let mut one = merit << 5 | u32::from(column);
        for place in &mut self.sorted[..self.count] {
            (*place, one) = ((*place).max(one), (*place).min(one));
        }
        self.sorted[self.count] = one;
        self.count += 1;
    }

    #[inline(always)]
    fn columns(&self) -> impl Iterator<Item = u8> {
        self.sorted[..self.count].iter().map(|one| (one & 31) as u8)
    }
}

/// What a survey of a position saw, in one word: the columns in their order, from 1, four bits for each; of which positions behind them a
/// look said nothing, or that they are good enough for the other side; and which of them are.
#[derive(Clone, Copy, Default)]
struct Seen(u64);

impl Seen {
    const LOOKS: usize = 4 * COLUMNS_OF_SIX;
    const GOOD: usize = 5 * COLUMNS_OF_SIX;

    #[inline(always)]
    fn noted(note: u64) -> Option<Seen> {
        (note != 0).then_some(Seen(note))
    }

    #[inline(always)]
    fn lists(&mut self, place: usize, column: u8) {
        self.0 |= u64::from(column + 1) << (4 * place);
    }

    #[inline(always)]
    fn says(&mut self, place: usize, good: bool) {
        self.0 |= (1 << Self::LOOKS | u64::from(good) << Self::GOOD) << place;
    }

    #[inline(always)]
    fn columns(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0 & ((1 << Self::LOOKS) - 1);
        std::iter::from_fn(move || {
            let next = (rest & 15).checked_sub(1)? as u8;
            rest >>= 4;
            Some(next)
        })
    }

    /// Did a look say that a position is good enough for the side to move there? `None`: there was none, or it said more.
    #[inline(always)]
    fn said(self, place: usize) -> Option<bool> {
        (self.0 >> (Self::LOOKS + place) & 1 != 0).then_some(self.0 >> (Self::GOOD + place) & 1 != 0)
    }
}

impl ConnectFour {
    /// The value of a win, by the number of stones of the winner: 1 for the last one.
    #[inline(always)]
    pub(super) fn win_with(&self, stones: u32) -> Score {
        Score((self.size.div_ceil(2) + 1) as i32 - stones as i32)
    }

    /// A win of the side to move with the `count`-th stone that it plays from now on.
    #[inline(always)]
    fn win_after(&self, board: &Board, count: u32) -> Score {
        self.win_with(board.stones() / 2 + count)
    }

    /// A loss against the `count`-th stone that the other side plays from now on.
    #[inline(always)]
    fn loss_after(&self, board: &Board, count: u32) -> Score {
        -self.win_with(board.stones().div_ceil(2) + count)
    }

    #[inline(always)]
    pub(super) fn left(&self, board: &Board) -> u32 {
        self.size - board.stones()
    }

    #[inline(always)]
    fn look<const SIX: bool>(&self, board: &Board) -> Look {
        if self.threats_in::<SIX>(board.own, board.all) & self.landing(board) != 0 {
            return Look::Wins;
        }
        self.look_at_dangers(board, self.threats_in::<SIX>(board.other(), board.all))
    }

    /// The same for a side that cannot make four at once, with the cells that would complete a four of the other side.
    #[inline(always)]
    fn look_at_dangers(&self, board: &Board, dangers: u64) -> Look {
        let landing = self.landing(board);
        let forced = dangers & landing;
        let answers = if forced == 0 { landing } else { forced };
        let safe = answers & !(dangers >> 1);
        if rest(forced) != 0 || safe == 0 && landing != 0 {
            Look::Loses
        } else if self.left(board) <= 2 {
            Look::Draws
        } else {
            Look::Open(safe)
        }
    }

    #[inline(always)]
    fn answer<const SIX: bool>(&self, board: &Board, window: Window) -> Option<Score> {
        self.say::<SIX>(board, self.look::<SIX>(board), window)
    }

    /// What a look at a position says to a question.
    #[inline(always)]
    fn say<const SIX: bool>(&self, board: &Board, look: Look, window: Window) -> Option<Score> {
        match look {
            Look::Wins => Some(self.win_after(board, 1)),
            Look::Loses => Some(self.loss_after(board, 1)),
            Look::Draws => Some(Score::ZERO),
            Look::Open(_) => {
                let (least, most) = (self.loss_after(board, 2), self.win_after(board, 2));
                if least >= window.beta {
                    Some(least)
                } else if most <= window.alpha {
                    Some(most)
                } else {
                    self.without_four::<SIX>(board, window)
                }
            }
        }
    }

    /// An answer by sides that cannot make four any more, because of what is left or of what the other one replies.
    #[inline(always)]
    fn without_four<const SIX: bool>(&self, board: &Board, window: Window) -> Option<Score> {
        let (own, other, empty) = (board.own, board.other(), self.cells & !board.all);
        let cannot_win = window.alpha >= Score::ZERO && !self.four_in::<SIX>(own | empty);
        let cannot_lose = window.beta <= Score::ZERO && !self.four_in::<SIX>(other | empty);
        if cannot_win || cannot_lose {
            return Some(Score::ZERO);
        }
        if let Some(least) = self.by_replies::<SIX>(board, other, false, -window.alpha) {
            return Some(-least);
        }
        self.by_replies::<SIX>(board, own, true, window.beta)
    }

    #[inline(always)]
    fn sorted<const SIX: bool, const MOST: usize>(&self, board: &Board, out: &mut MoveList<u8>) -> Status {
        let Look::Open(safe) = self.look::<SIX>(board) else { return self.moves(board, out) };
        if rest(safe) == 0 {
            out.push(self.column_of::<SIX>(safe));
            return Status::Open;
        }
        let before = self.threats_in::<SIX>(board.own, board.all);
        let mut order = Order::<MOST>::EMPTY;
        for cell in each(safe) {
            let promise = self.promise::<SIX>(board, cell, before);
            if promise.wins {
                return Status::Over(self.win_after(board, 2));
            }
            order.insert(promise.merit, promise.column);
        }
        for column in order.columns() {
            out.push(column);
        }
        Status::Open
    }

    #[inline(always)]
    pub(super) fn column_of<const SIX: bool>(&self, cell: u64) -> u8 {
        let tall = if SIX { 7 } else { self.height + 1 };
        (cell.trailing_zeros() / tall) as u8
    }

    /// What can be hoped for of a move that does not lose at once; `before`: the threats before it.
    #[inline(always)]
    fn promise<const SIX: bool>(&self, board: &Board, cell: u64, before: u64) -> Promise {
        let (all, column) = (board.all | cell, self.column_of::<SIX>(cell));
        let threats = self.threats_in::<SIX>(board.own | cell, all);
        let next = threats & (all + self.bottom);
        // Two threats at once, beside each other or one on the other, cannot be parried.
        let wins = rest(next) != 0 || next & (threats >> 1) != 0;
        // Many threats are good, also to force an answer; one that is given away by playing below it is lost. Then what is nearer to
        // the centre.
        let merit = 4 + 4 * threats.count_ones() + 2 * u32::from(next != 0) - 4 * u32::from((cell << 1) & before != 0);
        Promise { column, threats, wins, merit: merit << 5 | (31 - self.place(column.into())) }
    }

    /// Lists the moves as `sorted` does, and looks at the positions behind them. After a move that does not lose at once the other side
    /// cannot make four, and what the mover threatens is all that counts: the order and the look ask for it but once. For up to nine columns.
    #[inline(never)]
    fn survey_in<const SIX: bool>(
        &self,
        board: &Board,
        list: &mut MoveList<u8>,
        window: Window,
        note: &mut u64,
        surveyor: &mut impl Surveyor<Board>,
    ) -> Result<Children, Score> {
        let before = self.threats_in::<SIX>(board.own, board.all);
        let dangers = self.threats_in::<SIX>(board.other(), board.all);
        let safe = match self.look_at_dangers(board, dangers) {
            Look::Open(safe) if before & self.landing(board) == 0 => safe,
            _ => return self.survey_in_turn(board, list, window, surveyor),
        };
        let after = |cell: u64| Board { own: board.other(), all: board.all | cell };
        let (mut order, mut met) = (Order::<COLUMNS_OF_SIX>::EMPTY, [Default::default(); COLUMNS_OF_SIX]);
        for cell in each(safe) {
            let expected = surveyor.expects(self.key(&after(cell)));
            let promise = self.promise::<SIX>(board, cell, before);
            // Where there is but one move, the look says it.
            if promise.wins && rest(safe) != 0 {
                return Err(self.win_after(board, 2));
            }
            order.insert(promise.merit, promise.column);
            met[usize::from(promise.column)] = (expected, cell, promise.threats);
        }
        let children = list.open(|list| {
            order.columns().for_each(|column| list.push(column));
            Status::Open
        })?;
        let mut seen = Seen::default();
        for (place, column) in order.columns().enumerate() {
            let (expected, cell, threats) = met[usize::from(column)];
            let child = after(cell);
            let look = || {
                let said = self.say::<SIX>(&child, self.look_at_dangers(&child, threats), window);
                if said.is_none_or(|value| value >= window.beta) {
                    seen.says(place, said.is_some());
                }
                said
            };
            if !surveyor.meets(expected, &child, look) {
                return Ok(children);
            }
            seen.lists(place, column);
        }
        // Mirror images with one key have different columns.
        if !self.folded {
            *note = seen.0;
        }
        Ok(children)
    }

    /// The same once more: the order of the moves is known, and what the looks said.
    #[inline(never)]
    fn survey_again(
        &self,
        board: &Board,
        list: &mut MoveList<u8>,
        window: Window,
        seen: Seen,
        surveyor: &mut impl Surveyor<Board>,
    ) -> Result<Children, Score> {
        let landing = self.landing(board);
        let after = |column: u8| Board { own: board.other(), all: board.all | landing & self.column(column.into()) };
        let mut met = [Default::default(); COLUMNS_OF_SIX];
        let children = list.open(|list| {
            for (met, column) in met.iter_mut().zip(seen.columns()) {
                *met = (surveyor.expects(self.key(&after(column))), column);
                list.push(column);
            }
            Status::Open
        })?;
        for (place, &(expected, column)) in met[..children.count() as usize].iter().enumerate() {
            let child = after(column);
            let look = || match seen.said(place) {
                Some(true) => Some(window.beta),
                Some(false) => None,
                None => self.look_late(&child, window),
            };
            if !surveyor.meets(expected, &child, look) {
                break;
            }
        }
        Ok(children)
    }

    /// A look at a child that needed none the first time, because it was known.
    #[cold]
    #[inline(never)]
    fn look_late(&self, board: &Board, window: Window) -> Option<Score> {
        self.at_once(board, window)
    }

    /// A solved value by the usual measure: half of the cells, rounded down, and 1, less the stones of the winner. That
    /// is the value itself unless the number of cells is odd. Then it is one nearer to 0, and a win with the very last
    /// stone has the value of a draw: no measure to solve by.
    ///
    /// ```
    /// use provebest_game::Score;
    /// use provebest_games::connect_four::ConnectFour;
    /// assert_eq!(ConnectFour::default().usual(Score(-3)), Score(-3));
    /// assert_eq!(ConnectFour::new(5, 5).unwrap().usual(Score(-3)), Score(-2));
    /// ```
    pub fn usual(&self, value: Score) -> Score {
        Score(value.0 - value.0.signum() * (self.size % 2) as i32)
    }

    /// Where a column stands in the order that begins in the centre.
    #[inline(always)]
    fn place(&self, column: u32) -> u32 {
        let centre = self.width / 2;
        if column < centre { 2 * (centre - column) - 1 } else { 2 * (column - centre) }
    }
}

/// A win is worth one more than the stones that the winner has left: 18 on 7x6 with the fourth stone, 1 with the last.
/// See [`ConnectFour::usual`] for boards with an odd number of cells.
impl Solvable for ConnectFour {
    fn worth(&self, end: &Board, value: Score) -> Score {
        if value == Score::ZERO { value } else { -self.win_with(end.stones().div_ceil(2)) }
    }

    #[inline(always)]
    fn bounds(&self, board: &Board) -> (Score, Score) {
        (self.loss_after(board, 1), self.win_after(board, 1))
    }

    #[inline(always)]
    fn at_once(&self, board: &Board, window: Window) -> Option<Score> {
        if self.height == 6 { self.answer::<true>(board, window) } else { self.answer::<false>(board, window) }
    }

    #[inline(always)]
    fn candidates(&self, board: &Board, out: &mut MoveList<u8>) -> Status {
        if self.height == 6 {
            self.sorted::<true, COLUMNS_OF_SIX>(board, out)
        } else {
            self.sorted::<false, MOST_COLUMNS>(board, out)
        }
    }

    /// Mirror images share a key as long as they may meet.
    #[inline(always)]
    fn note_key(&self, board: &Board) -> u64 {
        let key = ConnectFour::packed(board.own, board.all);
        if board.stones() > self.size / 4 {
            return key;
        }
        key.min(ConnectFour::packed(self.mirror(board.own), self.mirror(board.all)))
    }

    fn twin_key(&self, board: &Board) -> Option<u64> {
        let apart = board.stones() > self.size / 4;
        apart.then(|| ConnectFour::packed(self.mirror(board.own), self.mirror(board.all)))
    }

    fn key_bits(&self) -> u32 {
        self.width * (self.height + 1)
    }

    #[inline(always)]
    fn is_noted(&self, board: &Board) -> bool {
        self.left(board) > 4
    }

    /// Are the children noted?
    #[inline(always)]
    fn looks_ahead(&self, board: &Board) -> bool {
        self.left(board) > 5
    }

    #[inline(always)]
    fn answers_ahead(&self, board: &Board) -> bool {
        self.looks_ahead(board)
    }
}

impl Provable for ConnectFour {
    /// A four that can be made now is made, and a side without room for a four does not win.
    fn settled(&self, board: &Board) -> (Score, Score) {
        let (least, most) = self.bounds(board);
        // By the rules alone, not by the patterns that the solver looks for: a checker asks here.
        let mut landing = self.landing(board);
        while landing != 0 {
            let stone = landing & landing.wrapping_neg();
            if self.four(board.own | stone) {
                return (most, most);
            }
            landing ^= stone;
        }
        let empty = self.cells & !board.all;
        let (can_win, can_lose) = (self.four(board.own | empty), self.four(board.other() | empty));
        (if can_lose { least } else { Score::ZERO }, if can_win { most } else { Score::ZERO })
    }

    #[inline(always)]
    fn survey(
        &self,
        board: &Board,
        list: &mut MoveList<u8>,
        window: Window,
        note: &mut u64,
        surveyor: &mut impl Surveyor<Board>,
    ) -> Result<Children, Score> {
        if let Some(seen) = Seen::noted(*note) {
            self.survey_again(board, list, window, seen, surveyor)
        } else if self.height == 6 {
            self.survey_in::<true>(board, list, window, note, surveyor)
        } else if self.width as usize <= COLUMNS_OF_SIX {
            self.survey_in::<false>(board, list, window, note, surveyor)
        } else {
            self.survey_in_turn(board, list, window, surveyor)
        }
    }

    #[inline]
    fn siblings_apart(&self) -> bool {
        // Mirror images that share a key may be siblings.
        !self.folded
    }

    /// On boards of 6x4, 5x5 and 6x5 a seventh of the expansions less than with 1, and less time.
    #[inline]
    fn patience(&self) -> u32 {
        4
    }

    fn ends_soon(&self, board: &Board) -> bool {
        self.left(board) <= 12
    }
}
