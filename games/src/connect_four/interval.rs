//! What can come of a position at all: the earliest stone that can win, for either side.

use provebest_game::{Distribution, Interval, Ply, Score, ValueRange};

use super::{Board, ConnectFour};

impl ConnectFour {
    /// The earliest of its next stones with which a side can make four: `None` if it has no row of four left. `next` says
    /// whether it may be the very next one.
    fn first_win(&self, own: u64, other: u64, next: bool) -> Option<u32> {
        let needed = 4_u32.saturating_sub(own.count_ones());
        let possible = self.fours_in::<false>(self.cells & !other) > 0;
        possible.then_some(needed.max(if next { 1 } else { 2 }))
    }
}

/// A win counts the more the earlier it comes, and it takes stones: those left are counted.
impl Interval for ConnectFour {
    fn interval(&self, board: &Board) -> (Score, Score) {
        let (own, other, stones) = (board.own, board.other(), board.stones());
        let threats = self.threats_in::<false>(own, board.all) & self.landing(board);
        let their_threats = self.threats_in::<false>(other, board.all);
        let win = Score::win_in(Ply(stones + 1));
        if threats != 0 {
            return (win, win);
        }
        let within = |ply: &u32| *ply <= self.cells.count_ones();
        let high = self.first_win(own, other, false).map(|count| stones + 2 * count - 1).filter(within);
        let low = self.first_win(other, own, their_threats != 0).map(|count| stones + 2 * count).filter(within);
        (
            low.map_or(Score::ZERO, |ply| Score::loss_in(Ply(ply))),
            high.map_or(Score::ZERO, |ply| Score::win_in(Ply(ply))),
        )
    }
}

impl Distribution for ConnectFour {}

impl ValueRange for ConnectFour {
    fn value_range(&self, board: &Board) -> (Score, Score) {
        (Score::loss_in(Ply(board.stones() + 2)), Score::win_in(Ply(board.stones() + 1)))
    }
}
