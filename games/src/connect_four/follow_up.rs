//! A side that replies to every move: what it holds by that, and what it wins (L. V. Allis, A Knowledge-Based Approach of
//! Connect-Four, 1988: claimeven, baseinverse, and the control of zugzwang).
//!
//! The empty cells of a column are paired, one above the other, from the top. When the mover plays the lower cell of a pair, the
//! replier takes the upper one. Where a column has an odd number, the lowest cell stands alone, and can be played now: a single is
//! answered by another single. So the mover gets the lower cells and one of every two singles, in whatever order it plays. If that
//! makes no four, the replier does not lose.
//!
//! An empty cell with which the replier makes four is a threat. If it is the upper one of a pair, the mover loses when it plays the
//! lower one. So it gets nothing above, and has to play there when all else is full: the replier wins, and no later than then. If a
//! threat is the lower cell of a pair, its column can be turned: its pairs are counted from the threat downwards. That adds a single or
//! removes one, and so decides who has to play below a threat: on a board with even columns the first player wants one in an odd row,
//! the second one in an even row.

use provebest_game::Score;

use super::{Board, ConnectFour, each, rest};

/// How the empty cells are paired.
#[derive(Clone, Copy)]
struct Pairs {
    /// The lower cells, which the mover gets.
    lower: u64,
    /// The cells that stand alone.
    single: u64,
    /// The threats at which the game ends.
    threats: u64,
    /// Those and the cells above them, where nobody plays.
    beyond: u64,
}

impl ConnectFour {
    /// Is a position worth at least `wanted` to the side with the stones `replier`, because it replies to all moves? Then a lower bound of
    /// what it is worth to that side. If it is to move (`begins`), it plays a single first. The side to move cannot make four at once.
    #[inline(always)]
    pub(super) fn by_replies<const SIX: bool>(
        &self,
        board: &Board,
        replier: u64,
        begins: bool,
        wanted: Score,
    ) -> Option<Score> {
        let (empty, landing) = (self.cells & !board.all, self.landing(board));
        let threats = self.threats_in::<SIX>(replier, board.all) & !landing;
        let upper = empty & !self.lower & !landing;
        // Of several threats in a column the lowest (x & -x), in upper and in lower cells of pairs.
        let lowest = |threats: u64| threats & self.above(threats);
        let (high, low) = (lowest(threats & upper), lowest(threats & self.lower));
        let pairs = Pairs {
            lower: empty & self.lower & !self.above(high),
            single: landing & !self.lower,
            threats: high,
            beyond: self.above(high) & self.cells,
        };
        let holds = |pairs| self.holds::<SIX>(board, replier, begins, wanted, pairs);
        let turned = |pairs, threat| self.turned::<SIX>(threat, board, pairs);
        // The replier needs an even number of singles, or an odd one if it begins. Each column that is turned adds or removes one.
        if self.left(board).is_multiple_of(2) == begins {
            return each(low).find_map(|threat| holds(turned(pairs, threat)));
        }
        holds(pairs).or_else(|| {
            let two = |one| each(low & (one - 1)).find_map(move |other| holds(turned(turned(pairs, one), other)));
            each(rest(low)).find_map(two)
        })
    }

    /// All cells from these up, if there is one in a column, and the bit on top of columns without. That is -x in each column.
    #[inline(always)]
    fn above(&self, cells: u64) -> u64 {
        (self.bottom << self.height) - cells
    }

    /// The same pairs, but for the column of a threat, where they are counted from there.
    #[inline(always)]
    fn turned<const SIX: bool>(&self, threat: u64, board: &Board, pairs: Pairs) -> Pairs {
        let column = self.column(self.column_of::<SIX>(threat).into());
        let beyond = self.above(threat) & column;
        let (below, others) = (column & !beyond & !board.all, !column);
        Pairs {
            lower: pairs.lower & others | below & !self.lower,
            single: pairs.single & others | self.landing(board) & column & self.lower,
            threats: pairs.threats & others | threat,
            beyond: pairs.beyond & others | beyond,
        }
    }

    /// What the replier is sure of with these pairs, if it is enough.
    #[inline(always)]
    fn holds<const SIX: bool>(
        &self,
        board: &Board,
        replier: u64,
        begins: bool,
        wanted: Score,
        Pairs { lower, single, threats, beyond }: Pairs,
    ) -> Option<Score> {
        let empty = self.cells & !board.all;
        let by_fours = threats == 0 && wanted > Score::ZERO;
        let sure = if threats != 0 {
            // All other cells are filled by turns. Then the mover plays below a threat.
            let filled = (empty & !beyond & !(threats >> 1)).count_ones();
            self.win_with(replier.count_ones() + filled.div_ceil(2) + 1)
        } else {
            Score(by_fours.into())
        };
        if sure < wanted {
            return None;
        }
        // Without a threat it wins if its own cells make four.
        let upper = empty & !lower & !single;
        let wins = |stones: u64| !by_fours || self.four_in::<SIX>(stones | upper);
        let mover = (replier ^ board.all) | lower;
        let held = if begins {
            each(single).any(|cell| wins(replier | cell) && self.is_held::<SIX>(mover, single ^ cell))
        } else {
            wins(replier) && self.is_held::<SIX>(mover, single)
        };
        held.then_some(sure)
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
}
