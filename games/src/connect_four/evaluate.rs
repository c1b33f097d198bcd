//! The estimate: one point for each row of four that the side to move can still fill, eight for each empty cell that would
//! complete one; the same for the other side, subtracted.

use std::ops::ControlFlow;

use provebest_game::{Evaluate, MoveList, Outlook, Ply, Score, TwoPlies};

use super::{Board, ConnectFour, MOST_COLUMNS, fours_along, rest};

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

    /// The lowest cells of all rows of four that can still be filled where these cells are free or one's own.
    #[inline(always)]
    fn lines_in<const SIX: bool>(&self, cells: u64) -> Lines {
        let [a, b, c, d] = self.steps_in::<SIX>();
        [fours_along(a, cells), fours_along(b, cells), fours_along(c, cells), fours_along(d, cells)]
    }

    /// The lowest cells of all rows of four through this one, on the board or not.
    #[inline(always)]
    fn through<const SIX: bool>(&self, cell: u64) -> Lines {
        if SIX { THROUGH[cell.trailing_zeros() as usize] } else { through(self.steps, cell.trailing_zeros()) }
    }

    /// What the other side's stones leave to the side to move is the same after each of its moves.
    fn row_of_leaves<const SIX: bool>(&self, board: &Board, mut visit: impl FnMut(u8, Score, bool) -> ControlFlow<()>) {
        let (row, stones) = (self.lines_of::<SIX>(board), board.stones());
        let estimate = row.estimate();
        for (column, cell) in self.cells_in_order(board) {
            let (worth, estimated) = if row.wins & cell != 0 {
                (Score::loss_in(Ply(stones + 1)), false)
            } else if stones + 1 == self.size {
                (Score::ZERO, false)
            } else {
                (Score(-estimate - self.gain::<SIX>(board, &row, cell)), true)
            };
            if visit(column, worth, estimated).is_break() {
                break;
            }
        }
    }

    /// What each move adds to the estimate, without that itself: it is the same for all. See [`Evaluate::row`].
    #[inline(always)]
    fn row_of_promises<const SIX: bool>(&self, board: &Board, mut visit: impl FnMut(u8, Outlook) -> ControlFlow<()>) {
        let (row, stones) = (self.lines_of::<SIX>(board), board.stones());
        let is_last = stones + 1 == self.size;
        let ends = if is_last { self.cells } else { row.wins };
        let told = ends | self.lost(self.landing(board), row.their_wins);
        for (column, cell) in self.cells_in_order(board) {
            let seen = if told & cell == 0 {
                Outlook::Open(self.gain::<SIX>(board, &row, cell))
            } else if row.wins & cell != 0 {
                Outlook::Over(Score::loss_in(Ply(stones + 1)))
            } else if is_last {
                Outlook::Over(Score::ZERO)
            } else {
                Outlook::Won(Score::win_in(Ply(stones + 2)))
            };
            if visit(column, seen).is_break() {
                break;
            }
        }
    }

    /// The columns that are not full, in the order asked for, and where a stone comes to rest.
    #[inline(always)]
    fn cells_in_order(&self, board: &Board) -> impl Iterator<Item = (u8, u64)> {
        let (landing, first) = (self.landing(board), self.first_column);
        let cells = self.listed(board).iter().map(move |&(column, lowest)| (column, landing & first << lowest));
        cells.filter(|&(_, cell)| cell != 0)
    }

    /// See [`Evaluate::two_plies`]. The move that adds most first; one after which the other side has enough as it stands is not followed, because no move makes an
    /// estimate worse. `MOST`: as many columns as there may be.
    #[inline(always)]
    fn judge_two_plies<const SIX: bool, const MOST: usize>(&self, board: &Board, beta: Score) -> Option<TwoPlies> {
        let (stones, landing) = (board.stones(), self.landing(board));
        // The board must not be full after a reply.
        if stones + 2 >= self.size {
            return None;
        }
        let row = self.lines_of::<SIX>(board);
        if row.wins & landing != 0 {
            return Some(TwoPlies { worth: Score::win_in(Ply(stones + 1)), estimated: false, count: 1 });
        }
        let base = row.estimate();
        let mut best = Score::loss_in(Ply(stones + 2)).0;
        let sound = landing & !self.lost(landing, row.their_wins);
        let mut left = sound;
        // Where a stone only breaks rows, that may not be enough.
        if base + most_broken::<SIX>() < beta.0 && sound != 0 {
            best = base + most_broken::<SIX>();
            left &= row.close;
        }
        let mut count = left.count_ones();
        let (mut waiting, mut end) = ([(0, 0_u64); MOST], 0);
        while left != 0 {
            let cell = left & left.wrapping_neg();
            let worth = base + self.gain::<SIX>(board, &row, cell);
            if worth >= beta.0 {
                waiting[end] = (worth, cell);
                end += 1;
            } else {
                best = best.max(worth);
            }
            left ^= cell;
        }
        for place in 0..end {
            for other in place + 1..end {
                if waiting[other].0 > waiting[place].0 {
                    waiting.swap(place, other);
                }
            }
            let (worth, cell) = waiting[place];
            let (most, looked) = self.most_gain::<SIX>(board, &row, cell, worth - beta.0);
            count += looked;
            best = best.max(worth - most);
            if best >= beta.0 {
                break;
            }
        }
        Some(TwoPlies { worth: Score(best), estimated: sound != 0, count })
    }

    /// What the other side's best reply to a move adds to its estimate, or the first that adds more than is allowed; and at how many it looked.
    #[inline(always)]
    fn most_gain<const SIX: bool>(&self, board: &Board, row: &Row, cell: u64, allowed: i32) -> (i32, u32) {
        let child = Board { own: board.other(), all: board.all | cell };
        let through = self.through::<SIX>(cell);
        let ours = without(row.theirs, through);
        let made = self.filled_in::<SIX>(both(through, row.pairs)) & self.cells;
        let pairs = both(ours, self.pairs_in::<SIX>(child.own));
        let their_wins = (row.wins | made) & !child.all;
        let row = Row {
            ours,
            theirs: row.ours,
            pairs,
            wins: row.their_wins & !cell,
            their_wins,
            close: their_wins | self.filled_in::<SIX>(pairs),
        };
        let (mut most, mut left) = (0, self.landing(&child));
        if allowed >= most_broken::<SIX>() {
            most = most_broken::<SIX>();
            left &= row.close;
        }
        let all = left.count_ones();
        while left != 0 && most <= allowed {
            let cell = left & left.wrapping_neg();
            most = most.max(self.gain::<SIX>(&child, &row, cell));
            left ^= cell;
        }
        (most, all - left.count_ones())
    }

    /// Where the side to move must not go: the other side would win at once with one of its cells.
    #[inline(always)]
    fn lost(&self, landing: u64, their_wins: u64) -> u64 {
        let at_once = their_wins & landing;
        let elsewhere = match at_once {
            0 => 0,
            one if rest(one) == 0 => landing ^ one,
            _ => landing,
        };
        elsewhere | landing & their_wins >> 1
    }

    /// All that the moves of a position are judged by.
    #[inline(always)]
    fn lines_of<const SIX: bool>(&self, board: &Board) -> Row {
        let (Board { own, all }, other) = (*board, board.other());
        let ours = self.lines_in::<SIX>(self.cells & !other);
        let pairs = both(ours, self.pairs_in::<SIX>(own));
        let (wins, their_wins) = (self.threats_in::<SIX>(own, all), self.threats_in::<SIX>(other, all));
        let close = self.filled_in::<SIX>(pairs) | their_wins;
        Row { ours, theirs: self.lines_in::<SIX>(self.cells & !own), pairs, wins, their_wins, close }
    }

    /// The lowest cells of rows of four with two of these stones or more; of upright ones, with the lowest two.
    #[inline(always)]
    fn pairs_in<const SIX: bool>(&self, stones: u64) -> Lines {
        let [_, a, b, c] = self.steps_in::<SIX>();
        [stones & stones >> 1, pairs_along(a, stones), pairs_along(b, stones), pairs_along(c, stones)]
    }

    /// The cells of these rows of four.
    #[inline(always)]
    fn filled_in<const SIX: bool>(&self, [a, b, c, d]: Lines) -> u64 {
        let [up, x, y, z] = self.steps_in::<SIX>();
        filled_along(up, a) | filled_along(x, b) | filled_along(y, c) | filled_along(z, d)
    }

    /// What a stone that does not win adds to the estimate: it takes rows and cells from the other side, and in rows with two stones it
    /// makes cells that would complete them.
    #[inline(always)]
    fn gain<const SIX: bool>(&self, board: &Board, row: &Row, cell: u64) -> i32 {
        let through = self.through::<SIX>(cell);
        let broken = count(both(through, row.theirs));
        if row.close & cell == 0 {
            return broken as i32;
        }
        let taken = (row.their_wins & cell).count_ones();
        let made = self.filled_in::<SIX>(both(through, row.pairs)) & self.cells & !(board.all | cell | row.wins);
        (broken + 8 * (taken + made.count_ones())) as i32
    }
}

/// What the moves of a position are judged by.
struct Row {
    /// Rows of four that a side can still fill, and those of ours in which we have two stones.
    ours: Lines,
    theirs: Lines,
    pairs: Lines,
    /// Cells that would complete a row.
    wins: u64,
    their_wins: u64,
    /// Cells where a stone takes or makes such a cell.
    close: u64,
}

impl Row {
    /// The estimate of the position, for the side to move.
    #[inline(always)]
    fn estimate(&self) -> i32 {
        let side = |lines, wins: u64| (count(lines) + 8 * wins.count_ones()) as i32;
        side(self.ours, self.wins) - side(self.theirs, self.their_wins)
    }
}

/// Rows of four along each of the steps, by their lowest cells.
type Lines = [u64; 4];

/// The rows through each cell of a board with columns of six.
static THROUGH: [Lines; 64] = {
    let mut all = [[0; 4]; 64];
    let mut cell = 0;
    while cell < 64 {
        all[cell as usize] = through([1, 6, 7, 8], cell);
        cell += 1;
    }
    all
};

/// The rows through a cell, on the board or not.
const fn through(steps: [u32; 4], cell: u32) -> Lines {
    let cell = 1_u64 << cell;
    let mut lines = [0; 4];
    let mut kind = 0;
    while kind < 4 {
        let step = steps[kind];
        let half = cell | cell >> step;
        lines[kind] = half | half >> (2 * step);
        kind += 1;
    }
    lines
}

/// The lowest cells of rows of four with two of these stones or more.
#[inline(always)]
fn pairs_along(step: u32, stones: u64) -> u64 {
    let (second, third, fourth) = (stones >> step, stones >> (2 * step), stones >> (3 * step));
    stones & second | third & fourth | (stones | second) & (third | fourth)
}

/// The cells of rows of four with these lowest cells.
#[inline(always)]
fn filled_along(step: u32, lowest: u64) -> u64 {
    let half = lowest | lowest << step;
    half | half << (2 * step)
}

/// How many rows of four a stone can break at most: four along each line, but three along one that is not flat on six rows.
const fn most_broken<const SIX: bool>() -> i32 {
    if SIX { 13 } else { 16 }
}

#[inline(always)]
fn without([a, b, c, d]: Lines, other: Lines) -> Lines {
    [a & !other[0], b & !other[1], c & !other[2], d & !other[3]]
}

#[inline(always)]
fn both([a, b, c, d]: Lines, other: Lines) -> Lines {
    [a & other[0], b & other[1], c & other[2], d & other[3]]
}

#[inline(always)]
fn count([a, b, c, d]: Lines) -> u32 {
    a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
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
            if self.height == 6 {
                self.row_of_leaves::<true>(board, visit)
            } else {
                self.row_of_leaves::<false>(board, visit)
            }
        }
        over
    }

    #[inline]
    fn row(&self, board: &Board, _: &mut MoveList<u8>, visit: impl FnMut(u8, Outlook) -> ControlFlow<()>) {
        if self.height == 6 {
            self.row_of_promises::<true>(board, visit)
        } else {
            self.row_of_promises::<false>(board, visit)
        }
    }

    #[inline]
    fn two_plies(&self, board: &Board, beta: Score) -> Option<TwoPlies> {
        if self.height == 6 {
            self.judge_two_plies::<true, 9>(board, beta)
        } else {
            self.judge_two_plies::<false, MOST_COLUMNS>(board, beta)
        }
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

    /// Two cells that would complete a row.
    fn unit(&self) -> i32 {
        16
    }
}
