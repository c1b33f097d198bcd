//! What helps to solve Connect Four: moves that do not lose at once, answers that are forced, moves in the order of the
//! threats they make (P. Pons, Solving Connect 4), and a reply to every move that holds a draw (L. V. Allis, A
//! Knowledge-Based Approach of Connect-Four, 1988: claimeven and baseinverse).

use provebest_game::{Children, Game, MoveList, Provable, Score, Solvable, Status, Window};

use super::{Board, ConnectFour};

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

/// The bits without the lowest one.
#[inline(always)]
fn rest(bits: u64) -> u64 {
    bits & bits.wrapping_sub(1)
}

impl ConnectFour {
    /// The value of a win, by the number of stones of the winner: 1 for the last one.
    #[inline(always)]
    fn win_with(&self, stones: u32) -> Score {
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
    fn left(&self, board: &Board) -> u32 {
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
        // Pairs of cells, counted from the top of each column. Where the number of empty cells is odd, the lowest one
        // stands alone, and can be played now.
        let landing = self.landing(board);
        let (lower, upper, single) = (empty & self.lower, empty & !self.lower & !landing, landing & !self.lower);
        if self.left(board).is_multiple_of(2) {
            // The other side can reply to all moves: above them, or with another single cell to a single one.
            if window.alpha >= Score(-1) && self.is_held::<SIX>(own | lower, single) {
                if window.alpha >= Score::ZERO {
                    return Some(Score::ZERO);
                }
                if self.four_in::<SIX>(other | upper) {
                    return Some(Score(-1));
                }
            }
        } else if window.beta <= Score(1) && !self.four_in::<SIX>(other | lower) {
            // The side to move can play a single cell, and then reply to all moves.
            let mut singles = single;
            while singles != 0 {
                let cell = singles & singles.wrapping_neg();
                singles = rest(singles);
                if self.is_held::<SIX>(other | lower, single ^ cell) {
                    if window.beta <= Score::ZERO {
                        return Some(Score::ZERO);
                    }
                    if self.four_in::<SIX>(own | cell | upper) {
                        return Some(Score(1));
                    }
                }
            }
        }
        None
    }

    /// Can a side with these stones and one of every two single cells not make four?
    #[inline(always)]
    fn is_held<const SIX: bool>(&self, stones: u64, single: u64) -> bool {
        if !self.four_in::<SIX>(stones | single) {
            return true;
        }
        let (one, others) = (single & single.wrapping_neg(), rest(single));
        rest(others) == 0 && !self.four_in::<SIX>(stones | one) && !self.four_in::<SIX>(stones | others)
    }

    #[inline(always)]
    fn sorted<const SIX: bool>(&self, board: &Board, out: &mut MoveList<u8>) -> Status {
        let Look::Open(mut safe) = self.look::<SIX>(board) else { return self.moves(board, out) };
        let before = self.threats_in::<SIX>(board.own, board.all);
        let tall = if SIX { 7 } else { self.height + 1 };
        if rest(safe) == 0 {
            out.push((safe.trailing_zeros() / tall) as u8);
            return Status::Open;
        }
        let mut order = [0_u16; 32];
        let mut count = 0;
        while safe != 0 {
            let cell = safe & safe.wrapping_neg();
            safe = rest(safe);
            let all = board.all | cell;
            let threats = self.threats_in::<SIX>(board.own | cell, all);
            let next = threats & (all + self.bottom);
            // Two threats at once, beside each other or one on the other, cannot be parried.
            if rest(next) != 0 || next & (threats >> 1) != 0 {
                return Status::Over(self.win_after(board, 2));
            }
            // Many threats are good, also to force an answer; one that is given away by playing below it is lost.
            let merit =
                4 + 4 * threats.count_ones() + 2 * u32::from(next != 0) - 4 * u32::from((cell << 1) & before != 0);
            let merit = (merit << 5 | (31 - self.place(cell.trailing_zeros() / tall))) as u16;
            let mut at = count;
            while at > 0 && order[at - 1] < merit {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = merit;
            count += 1;
        }
        for &merit in &order[..count] {
            out.push(self.outwards(31 - u32::from(merit & 31)) as u8);
        }
        Status::Open
    }

    /// After a move that does not lose at once the other side cannot make four, and what the mover threatens is all that counts.
    #[inline(always)]
    fn survey_in<const SIX: bool>(
        &self,
        board: &Board,
        moves: impl Iterator<Item = u8>,
        window: Window,
        mut each: impl FnMut(&Board, Option<Score>) -> bool,
    ) {
        let (landing, tall) = (self.landing(board), if SIX { 7 } else { self.height + 1 });
        for column in moves {
            let cell = landing & self.first_column << (u32::from(column) * tall);
            let (own, all) = (board.own | cell, board.all | cell);
            let child = Board { own: board.other(), all };
            let look = self.look_at_dangers(&child, self.threats_in::<SIX>(own, all));
            if !each(&child, self.say::<SIX>(&child, look, window)) {
                return;
            }
        }
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
        if self.height == 6 { self.sorted::<true>(board, out) } else { self.sorted::<false>(board, out) }
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

    #[inline(always)]
    fn looks_ahead(&self, board: &Board) -> bool {
        self.left(board) > 9
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
        moves: Children,
        list: &mut MoveList<u8>,
        window: Window,
        each: impl FnMut(&Board, Option<Score>) -> bool,
    ) {
        let moves = (0..moves.count()).map(|number| list.at(moves, number));
        if self.height == 6 {
            self.survey_in::<true>(board, moves, window, each)
        } else {
            self.survey_in::<false>(board, moves, window, each)
        }
    }

    fn ends_soon(&self, board: &Board) -> bool {
        self.left(board) <= 12
    }
}
