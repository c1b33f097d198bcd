//! What an engine searches, and what it answers.

use provebest_game::{Depth, Game, Line, Score};
use serde::{Deserialize, Serialize};

use super::Exchange;
use crate::limits::{Limits, Reason};
use crate::report::Kind;

/// What to search.
pub struct EngineTask<'a, G: Game> {
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
    /// Where engines on other hosts search the same position: how many processors they have that come before the first one of
    /// this engine, so that not all search the same.
    pub first: usize,
    /// What they are told.
    pub exchange: Option<&'a Exchange>,
}

impl<'a, G: Game> EngineTask<'a, G> {
    /// The best move of a position without a past.
    pub fn new(game: &'a G, root: &'a G::State, depth: Depth) -> Self {
        EngineTask {
            game,
            root,
            before: &[],
            depth,
            moves: 1,
            only: &[],
            limits: Limits::default(),
            first: 0,
            exchange: None,
        }
    }

    /// The last ply that the engine looks at, whatever the depth: its plies take more of the stack than those of other searches, so
    /// the default limit on plies is lower. A limit that somebody has set is kept.
    ///
    /// ```
    /// use provebest_game::Depth;
    /// use provebest_games::connect_four::ConnectFour;
    /// use provebest_search::Limits;
    /// use provebest_search::engine::EngineTask;
    ///
    /// let rules = ConnectFour::default();
    /// let start = rules.start();
    /// let task = EngineTask::new(&rules, &start, Depth(1000));
    /// assert_eq!(task.most_plies(), Depth(375));
    /// assert_eq!(EngineTask { limits: Limits { plies: Depth(800), ..task.limits }, ..task }.most_plies(), Depth(800));
    /// ```
    pub fn most_plies(&self) -> Depth {
        let most = self.limits.plies_for(size_of::<G::State>());
        if self.limits.plies == Limits::PLIES { Depth((most.0 * 3 / 4).max(1)) } else { most }
    }
}

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RootMove<M> {
    /// The move.
    pub played: M,
    /// Its number in the list of the game.
    pub number: u32,
    /// Its value, for the side to move at the root, if it was searched for it.
    pub value: Option<Score>,
    /// What that value is: exact, heuristic, or a bound.
    pub kind: Kind,
    /// The iteration that found it. Where one was called off, some moves have their values of the iteration before.
    pub depth: Depth,
    /// The line that begins with it.
    pub line: Line<M>,
}

/// What an engine has found out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Answer<M> {
    /// The value of the root for the side to move, if there is one.
    pub value: Option<Score>,
    /// What that value is: [`Kind::Exact`] is proved, [`Kind::Heuristic`] is not.
    pub kind: Kind,
    /// The best move, if the game is not over: that of the last iteration, or the first one if nothing is known yet.
    pub best: Option<M>,
    /// The line of best play.
    pub line: Line<M>,
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

impl<M> Answer<M> {
    /// The answer of several engines or threads that have searched one position: the one that says most, with the counts of all.
    /// `None` if there are no answers.
    pub fn of_all(answers: Vec<Answer<M>>) -> Option<Answer<M>> {
        let (mut tally, mut processors) = (Tally::default(), 0);
        for answer in &answers {
            tally.add(answer.tally);
            processors += answer.processors;
        }
        // One that was called off because another was done does not know why.
        let why = answers.iter().filter_map(|answer| answer.stopped).find(|&why| why != Reason::Cancel);
        let done = answers.iter().any(|answer| answer.stopped.is_none());
        let absurd = answers.iter().find_map(|answer| answer.absurd);
        // A search that came to its end says more than one that was called off, a proof more than an estimate, and a faster win most.
        let rank = |answer: &Answer<M>| {
            let proof = answer.kind == Kind::Exact;
            let win = answer.value.filter(|value| proof && value.end().is_some() && *value > Score::ZERO);
            (answer.stopped.is_none(), proof, win, answer.depth)
        };
        let mut best =
            answers.into_iter().reduce(|best, other| if rank(&other) > rank(&best) { other } else { best })?;
        (best.tally, best.processors, best.absurd) = (tally, processors, absurd);
        best.stopped = if done { None } else { why.or(best.stopped) };
        Some(best)
    }
}

impl<M: Copy> Answer<M> {
    /// Puts a move first: what is known of it is the answer then.
    ///
    /// ```
    /// use provebest_game::Depth;
    /// use provebest_games::connect_four::ConnectFour;
    /// use provebest_search::engine::{Engine, EngineTask, Enhancements};
    ///
    /// let (rules, board) = ConnectFour::parse("112233")?;
    /// let engine = Engine::new(1 << 16, Enhancements::default())?;
    /// let mut answer = engine.search(&EngineTask { moves: 7, ..EngineTask::new(&rules, &board, Depth(3)) }, &mut |_| None);
    /// let worst = answer.moves.len() - 1;
    /// answer.prefer(worst);
    /// assert_eq!((answer.best, answer.value), (Some(answer.moves[0].played), answer.moves[0].value));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prefer(&mut self, place: usize) {
        if place < self.moves.len() {
            self.moves[..=place].rotate_right(1);
            (self.value, self.kind) = (self.moves[0].value, self.moves[0].kind);
            self.follow_first();
        }
    }

    /// The best move and its line are those of the first move.
    pub(super) fn follow_first(&mut self) {
        self.best = self.moves.first().map(|first| first.played);
        self.line = self.moves.first().map_or_else(Line::default, |first| first.line.clone());
    }
}
