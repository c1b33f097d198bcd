//! What a search is given and what it returns.

use provebest_game::{Depth, Evaluate, Game, Line, Ply, Score};

use crate::limits::{Limits, Reason, TooDeep};
use crate::measure::Observer;

/// What to search: a game, a position, how deep, and within which limits.
pub struct Task<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position to find the best move for.
    pub root: &'a G::State,
    /// How many plies to look ahead. Where the game ends earlier, it ends.
    pub depth: Depth,
    /// What may end the search early.
    pub limits: Limits<'a>,
}

impl<'a, G: Game> Task<'a, G> {
    /// A task without limits.
    pub fn new(game: &'a G, root: &'a G::State, depth: Depth) -> Self {
        Task { game, root, depth, limits: Limits::default() }
    }

    /// The same task within limits.
    pub fn within(self, limits: Limits<'a>) -> Self {
        Task { limits, ..self }
    }

    pub(crate) fn check(&self) -> Result<(), TooDeep> {
        let (depth, limit) = (self.depth, self.limits.plies_for(size_of::<G::State>()));
        if depth > limit { Err(TooDeep { depth, limit }) } else { Ok(()) }
    }
}

/// A sequential search: an algorithm with its parameters.
pub trait Search {
    /// Searches, and tells `observer` what happens on the way.
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep>;
}

/// What the value of a report is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Kind {
    /// The minimax value: every line was followed to the end of the game, or what was estimated does not matter.
    Exact,
    /// The minimax value is at least this: that of the game, or, if estimates were looked at, that to the depth that was
    /// asked for.
    Lower,
    /// The minimax value is at most this, of the same.
    Upper,
    /// The minimax value of the tree up to the horizon, with estimates there.
    Heuristic,
    /// There is no value: the search was stopped before it had proved anything.
    Unknown,
}

/// The deepest iteration that a search has finished.
///
/// ```
/// use provebest_games::tree::Tree;
/// use provebest_game::{Depth, Score};
/// use provebest_machine::Simulated;
/// use provebest_search::{Limits, ParallelSearch, Reached, Task, Uidpabs};
/// // With nine nodes two processors finish the first ply: each child of the root is worth minus what its own value says.
/// let tree: Tree = r#"[[[3,4],[5,6]],[[1,2],[7,8]]]"#.parse()?;
/// let root = tree.root();
/// let limits = Limits { nodes: Some(9), ..Limits::default() };
/// let task = Task::new(&tree, &root, tree.height()).within(limits);
/// let report = Uidpabs::default().search_on(&task, &Simulated::new(2), vec![(); 2])?.report;
/// assert!(report.value.is_none() && report.reached.is_some_and(|reached| reached.depth < tree.height()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reached {
    /// How deep it went.
    pub depth: Depth,
    /// The value to that depth, for the side to move at the root.
    pub value: Score,
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report<M> {
    /// The value for the side to move at the root; `None` if the search was stopped before it had proved any bound.
    pub value: Option<Score>,
    /// What that value is.
    pub kind: Kind,
    /// The best move: for sequential searches the leftmost of the best ones (ITERSSS*: any of them). Of a search that
    /// was stopped, the best move among those it had finished.
    pub best: Option<M>,
    /// Best play for both sides at every step: it ends in a leaf worth `value`. If time runs out, or the search is
    /// cancelled, when the value is known but not yet the whole line, the line ends where it is known. Of a bound, the line
    /// behind it, as far as there is one.
    pub line: Line<M>,
    /// The same line as child numbers, counted from 0.
    pub path: Vec<u32>,
    /// Does the line end in a leaf?
    pub line_complete: bool,
    /// Were estimates among what was looked at? Then a bound is one of the value to the depth that was asked for.
    pub estimated: bool,
    /// How many leaves were visited once more, when the value was known, to tell two continuations apart that looked
    /// alike to the search. No counter has them.
    pub line_visits: u64,
    /// Why the search ended without an answer, if it did.
    pub stopped: Option<Reason>,
    /// Of a search that deepens, was stopped, and has no value to the depth that was asked for: what it knows to a smaller depth.
    /// The line and the best move are then those of that depth.
    pub reached: Option<Reached>,
    /// Had the search to hold more nodes than it was allowed, because the tree left it no other way?
    pub over_memory: bool,
}

impl<M> Report<M> {
    /// The same without the moves: the path says as much, in one type for all games.
    ///
    /// ```
    /// use provebest_games::tree::Tree;
    /// use provebest_search::{NegaScout, Search, Task};
    /// let tree: Tree = "[[3,12],[2,4]]".parse()?;
    /// let report = NegaScout.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
    /// let path = report.path.clone();
    /// assert_eq!(report.without_moves().path, path);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without_moves(self) -> Report<()> {
        let Report { value, kind, path, line_complete, estimated, line_visits, stopped, reached, over_memory, .. } =
            self;
        let (best, line) = (None, Line::default());
        Report { value, kind, best, line, path, line_complete, estimated, line_visits, stopped, reached, over_memory }
    }

    /// Plies from the root to the forced end, when the game is decided; `root` is the ply that the game's own count of
    /// plies ([`Score::win_in`]) has at the root.
    pub fn plies_to_end(&self, root: Ply) -> Option<Ply> {
        self.value.and_then(Score::end).map(|end| Ply(end.0.saturating_sub(root.0)))
    }
}
