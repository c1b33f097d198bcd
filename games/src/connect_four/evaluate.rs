//! The estimate: one point for each row of four that the side to move can still fill, eight for each empty cell that would
//! complete one; the same for the other side, subtracted.

use std::ops::ControlFlow;

use provebest_game::{Evaluate, MoveList, Ply, Score};

use super::{Board, ConnectFour, fours_along};

impl ConnectFour {
    /// Rows of four that can still be filled where these cells are free or one's own.
    #[inline(always)]
    pub(super) fn fours_in<const SIX: bool>(&self, cells: u64) -> u32 {
        let along = |step| fours_along(step, cells).count_ones();
        let [a, b, c, d] = self.steps_in::<SIX>();
        along(a) + along(b) + along(c) + along(d)
    }

    #[inline]
    fn judge<const SIX: bool>(&self, board: &Board) -> Score {
        let side = |own: u64, other: u64| {
            self.fours_in::<SIX>(self.cells & !other) + 8 * self.threats_in::<SIX>(own, board.all).count_ones()
        };
        Score(side(board.own, board.other()) as i32 - side(board.other(), board.own) as i32)
    }

    /// What the other side's stones leave to the side to move is the same after each of its moves.
    fn row<const SIX: bool>(&self, board: &Board, mut visit: impl FnMut(u8, Score, bool) -> ControlFlow<()>) {
        let Board { own, all } = *board;
        let (fours, wins) = (self.fours_in::<SIX>(self.cells & !board.other()), self.threats_in::<SIX>(own, all));
        let (their_wins, landing) = (self.threats_in::<SIX>(board.other(), all), self.landing(board));
        for &(column, lowest) in self.listed(board) {
            let cell = landing & self.first_column << lowest;
            if cell == 0 {
                continue;
            }
            let (own, all) = (own | cell, all | cell);
            let (worth, estimated) = if wins & cell != 0 {
                (Score::loss_in(Ply(all.count_ones())), false)
            } else if all == self.cells {
                (Score::ZERO, false)
            } else {
                let ours = fours + 8 * self.threats_in::<SIX>(own, all).count_ones();
                let theirs = self.fours_in::<SIX>(self.cells & !own) + 8 * (their_wins & !cell).count_ones();
                (Score(theirs as i32 - ours as i32), true)
            };
            if visit(column, worth, estimated).is_break() {
                break;
            }
        }
    }
}

impl Evaluate for ConnectFour {
    #[inline]
    fn evaluate(&self, board: &Board) -> Score {
        if self.height == 6 { self.judge::<true>(board) } else { self.judge::<false>(board) }
    }

    fn leaves(
        &self,
        board: &Board,
        _: &mut MoveList<u8>,
        visit: impl FnMut(u8, Score, bool) -> ControlFlow<()>,
    ) -> Option<Score> {
        let over = self.end(board);
        if over.is_none() {
            if self.height == 6 { self.row::<true>(board, visit) } else { self.row::<false>(board, visit) }
        }
        over
    }

    #[inline]
    fn wins_at_once(&self, board: &Board) -> Option<(u8, Score)> {
        let Board { own, all } = *board;
        let threats =
            if self.height == 6 { self.threats_in::<true>(own, all) } else { self.threats_in::<false>(own, all) };
        let wins = threats & self.landing(board);
        (wins != 0)
            .then(|| ((wins.trailing_zeros() / (self.height + 1)) as u8, Score::loss_in(Ply(board.stones() + 1))))
    }

    /// A stone takes lines and cells from the other side, and none from its own; but the last one ends the game.
    #[inline]
    fn least_gain(&self, board: &Board) -> Option<i32> {
        (board.stones() + 1 < self.size).then_some(0)
    }

    /// Two cells that would complete a row.
    fn unit(&self) -> i32 {
        16
    }
}
