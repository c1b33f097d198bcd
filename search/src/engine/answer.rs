//! What an engine is asked, and what it answers.

use provebest_game::{Depth, Game, Line, Score};

use crate::limits::{Limits, Reason};
use crate::report::Kind;

/// What to search.
pub struct Question<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub root: &'a G::State,
    /// The keys of the positions that the game has gone through, the oldest first, without that of the root.
    pub before: &'a [u64],
    /// How deep to go at most.
    pub depth: Depth,
    /// How many root moves to find the exact values of: the best ones.
    pub moves: usize,
    /// Only these root moves, by number, if any are named.
    pub only: &'a [u32],
    /// What may end the search early. Time and nodes do so from the second iteration on: the first one, to a ply (to two, if the
    /// depth is even and steps are of two plies), is always finished, so that the best move is not just any. A
    /// [`Reason::Cancel`] ends the search at once, and so do all reasons where the engine goes to its depth without deepening.
    pub limits: Limits<'a>,
}

impl<'a, G: Game> Question<'a, G> {
    /// The best move of a position without a past.
    pub fn new(game: &'a G, root: &'a G::State, depth: Depth) -> Self {
        Question { game, root, before: &[], depth, moves: 1, only: &[], limits: Limits::default() }
    }
}

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Nodes entered, with re-searches, leaves and quiescence.
    pub nodes: u64,
    /// Positions whose value was taken at the horizon, or because the game was over there.
    pub leaves: u64,
    /// Nodes of the quiescence search below the horizon.
    pub quiescence: u64,
    /// Nodes that the table answered.
    pub answered: u64,
    /// The deepest ply that was looked at.
    pub deepest: u32,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.quiescence += other.quiescence;
        self.answered += other.answered;
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// A move of the root, and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Its number in the list of the game.
    pub number: u32,
    /// Its value, for the side to move at the root, if it was searched for it.
    pub value: Option<Score>,
    /// What that value is: exact, heuristic, or a bound.
    pub kind: Kind,
    /// The line that begins with it.
    pub line: Line<M>,
}

/// What an engine has found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The value of the root for the side to move, if there is one.
    pub value: Option<Score>,
    /// What that value is: [`Kind::Exact`] is proved, [`Kind::Heuristic`] is not.
    pub kind: Kind,
    /// The depth of the last iteration that was finished.
    pub depth: Depth,
    /// The moves of the root, the best one first. As many as were asked for have their values.
    pub moves: Vec<RootMove<M>>,
    /// Counts.
    pub tally: Tally,
    /// How many processors have searched.
    pub processors: usize,
    /// Why the search ended before its depth, if it did.
    pub stopped: Option<Reason>,
    /// An estimate that was beyond ±[`Score::LIMIT`]: what was found then means nothing.
    pub absurd: Option<Score>,
}

impl<M: Copy> Answer<M> {
    /// The best move, if the game is not over.
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|first| first.m)
    }

    /// The line of best play.
    pub fn line(&self) -> &[M] {
        self.moves.first().map_or(&[], |first| &first.line.0)
    }
}
