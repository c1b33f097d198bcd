//! The builder for the best move of a position.

mod by_engine;
mod by_family;

use std::fmt;
use std::time::Duration;

use provebest_game::{Depth, Evaluate, Keyed, Line, MaybeKeyed, Score, Skills};
use provebest_search::{Counters, Kind, Limits, Reason, Search};

use self::by_engine::{OnThreads, Wanted, on_threads};
use crate::algorithm::MachineError;
use crate::clock::{HAS_CLOCK, within_limits};
use crate::error::SearchError;
use crate::family::{Settings, all_moves};
use crate::{Algorithm, AllMoves, AnyMachine, CancelToken};

/// Asks for the best move of a position. Say how deep and within which limits, then [`search`](BestMove::search).
///
/// The answer comes from the engine, with a table, where the game has keys ([`skills!`](crate::skills!) declares them, and
/// [`Hashed`](crate::Hashed) makes them from the hash of a state); otherwise from NegaScout. [`Choice::method`] says which.
/// [`BestMove::algorithm`] takes any search of the family instead.
///
/// ```
/// use std::time::Duration;
/// use provebest::{Kind, Score, SearchMethod, best_move, games::tree::Tree};
///
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let choice = best_move(&tree, &tree.root()).depth(2).time(Duration::from_secs(5)).search()?;
/// assert_eq!((choice.value, choice.kind, choice.best), (Some(Score(3)), Kind::Exact, Some(0)));
/// assert_eq!(choice.method, SearchMethod::Engine);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_move<'a, G: Evaluate + Skills>(game: &'a G, state: &'a G::State) -> BestMove<'a, G> {
    BestMove {
        game,
        state,
        algorithm: None,
        settings: Settings::default(),
        depth: None,
        time: None,
        nodes: None,
        bytes: None,
        plies: Limits::PLIES,
        cancel: None,
        threads: None,
    }
}

/// A request for the best move: see [`best_move`].
///
/// ```
/// use provebest::{best_move, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let root = tree.root();
/// let request = best_move(&tree, &root).nodes(1_000).depth(2);
/// assert_eq!(request.search()?.best, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "`search` or `all_moves` runs it"]
pub struct BestMove<'a, G: Evaluate> {
    game: &'a G,
    state: &'a G::State,
    /// A search of the family, if one was chosen.
    algorithm: Option<Algorithm>,
    settings: Settings,
    depth: Option<Depth>,
    time: Option<Duration>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    plies: Depth,
    cancel: Option<CancelToken>,
    threads: Option<(usize, OnThreads<G>)>,
}

/// How a best move was found.
///
/// ```
/// use provebest::{Algorithm, SearchMethod, best_move, games::connect_four::ConnectFour};
/// let (game, board) = (ConnectFour::default(), Default::default());
/// assert_eq!(best_move(&game, &board).depth(3).search()?.method, SearchMethod::Engine);
/// let choice = best_move(&game, &board).algorithm(Algorithm::Pvs).depth(3).search()?;
/// assert_eq!(choice.method.to_string(), "pvs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SearchMethod {
    /// By the engine ([`search::engine`](crate::search::engine)): deepening alpha-beta with a table.
    Engine,
    /// By a search of the family.
    Family(Algorithm),
}

/// By its name.
#[cfg(feature = "serde")]
impl serde::Serialize for SearchMethod {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for SearchMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchMethod::Engine => f.pad("engine"),
            SearchMethod::Family(algorithm) => algorithm.fmt(f),
        }
    }
}

/// The best move of a position, and what is known of it.
///
/// ```
/// use provebest::{Kind, Score, best_move, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let choice = best_move(&tree, &tree.root()).search()?;
/// assert_eq!((choice.value, choice.kind, choice.best), (Some(Score(4)), Kind::Exact, Some(0)));
/// assert_eq!(choice.line.0, [0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Choice<M> {
    /// The value for the side to move; `None` if the search was stopped before it knew any.
    pub value: Option<Score>,
    /// What that value is.
    pub kind: Kind,
    /// The best move; `None` if the game is over, or nothing is known.
    pub best: Option<M>,
    /// Best play for both sides, as far as it is known. It begins with the best move.
    pub line: Line<M>,
    /// How deep the last search was that came to its end. One that was stopped may have looked further.
    pub depth: Depth,
    /// How many nodes were entered.
    pub nodes: u64,
    /// Which limit ended the search, if one did.
    pub stopped: Option<Reason>,
    /// How it was found.
    pub method: SearchMethod,
}

impl<'a, G: Evaluate> BestMove<'a, G> {
    /// Looks this many plies ahead, or to the end of the game if that is nearer.
    ///
    /// Such a search leaves no move out. Where the game declares `Noisy` moves the engine follows them beyond the depth.
    ///
    /// Without a depth, a search under a limit of time or nodes, or with a cancel token, deepens ply by ply until the limit
    /// ends it. Then the engine uses all it has to look deeper, and may leave out moves that promise little. A search without
    /// any limit goes to the end of the game.
    pub fn depth(self, plies: impl Into<Depth>) -> Self {
        BestMove { depth: Some(plies.into()), ..self }
    }

    /// Ends the search after this time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use provebest::{Depth, best_move, games::synthetic::Independent};
    /// let tree = Independent::new(30, Depth(40), 1, 1000)?;
    /// let choice = best_move(&tree, &tree.root()).time(Duration::from_millis(20)).search()?;
    /// assert!(choice.best.is_some(), "the best move of the deepest search that was finished in time");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn time(self, time: Duration) -> Self {
        BestMove { time: Some(time), ..self }
    }

    /// Ends the search after this number of nodes. The engine searches one ply in any case.
    pub fn nodes(self, nodes: u64) -> Self {
        BestMove { nodes: Some(nodes), ..self }
    }

    /// Stores at most this many bytes. The engine makes its table so small; a search of the family that needs more ends.
    pub fn memory(self, bytes: u64) -> Self {
        BestMove { bytes: Some(bytes), ..self }
    }

    /// Lets another thread call the search off.
    ///
    /// ```
    /// use provebest::{CancelToken, Depth, Reason, best_move, games::synthetic::Independent};
    /// let tree = Independent::new(30, Depth(40), 1, 1000)?;
    /// let token = CancelToken::new();
    /// let other = token.clone();
    /// let thread = std::thread::spawn(move || other.cancel());
    /// let choice = best_move(&tree, &tree.root()).cancel(&token).search()?;
    /// assert_eq!(choice.stopped, Some(Reason::Cancel));
    /// # thread.join().unwrap();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cancel(self, token: &CancelToken) -> Self {
        BestMove { cancel: Some(token.clone()), ..self }
    }

    /// Searches on this many threads. They share the game and a table, so the game has to be `Sync` and to have keys. A search of
    /// the family takes a machine instead: [`search_on`](BestMove::search_on).
    ///
    /// ```
    /// use provebest::{Score, best_move, games::connect_four::ConnectFour};
    /// let (rules, board) = ConnectFour::parse("112233")?;
    /// assert_eq!(best_move(&rules, &board).depth(5).threads(2).search()?.best, Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(self, threads: usize) -> Self
    where
        G: Keyed + Skills + Sync,
        G::State: Send + Sync,
        G::Move: Send + Sync,
    {
        BestMove { threads: Some((threads.max(1), on_threads::<G>)), ..self }
    }

    /// Searches with this algorithm of the family, alone or with [`search_on`](BestMove::search_on) on a machine.
    ///
    /// ```
    /// use provebest::{Algorithm, Score, SearchMethod, best_move, games::tree::Tree};
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let choice = best_move(&tree, &tree.root()).algorithm(Algorithm::SssStar).search()?;
    /// assert_eq!((choice.value, choice.method), (Some(Score(3)), SearchMethod::Family(Algorithm::SssStar)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        BestMove { algorithm: Some(algorithm), ..self }
    }

    /// Sets the parameters of the algorithm, such as a first guess. Without an algorithm, it is NegaScout.
    pub fn settings(self, settings: Settings) -> Self {
        BestMove { settings, algorithm: self.algorithm.or(Some(Algorithm::NegaScout)), ..self }
    }

    /// Allows deeper searches than the default, on a thread with a stack that suits ([`Limits::plies`]).
    pub fn plies(self, most: impl Into<Depth>) -> Self {
        BestMove { plies: most.into(), ..self }
    }

    /// The best move, its value, and the line of best play.
    ///
    /// If a limit ended the search, `stopped` says which one, and the rest is what was known by then.
    pub fn search(&self) -> Result<Choice<G::Move>, SearchError>
    where
        G: Skills,
    {
        if let Some(answer) = self.by_engine(Wanted::Best) {
            let (answer, _) = answer?;
            let best = answer.best.filter(|_| answer.value.is_some());
            return Ok(Choice {
                value: answer.value,
                kind: answer.kind,
                best,
                line: best.map_or_else(Line::default, |_| answer.line),
                depth: answer.depth,
                nodes: answer.tally.nodes,
                stopped: answer.stopped,
                method: SearchMethod::Engine,
            });
        }
        self.by_family(|spec, task| {
            if spec.needs_keys() && !spec.algorithm.is_parallel() {
                return Err(MachineError::TableNeedsKeys(spec.algorithm).into());
            }
            let mut counters = Counters::default();
            let report = spec.search(task, &mut counters)?;
            Ok((report, counters.nodes()))
        })
    }

    /// The same on a machine: by a parallel search of the family, on all its processors. Processors share the game, so it has to
    /// be `Sync`. Searches with a shared table need keys, too, and [`search_keyed_on`](BestMove::search_keyed_on).
    ///
    /// ```
    /// use provebest::{Algorithm, AnyMachine, Score, best_move, games::tree::Tree};
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let root = tree.root();
    /// let request = best_move(&tree, &root).algorithm(Algorithm::YoungBrothers);
    /// assert_eq!(request.search_on(&AnyMachine::threads(2))?.value, Some(Score(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_on(&self, machine: &AnyMachine) -> Result<Choice<G::Move>, SearchError>
    where
        G: Sync,
        G::State: Send + Sync,
    {
        self.by_family(|spec, task| Ok(by_family::counted(spec.search_on(task, machine, Counters::default)?)))
    }

    /// The same on a machine, by any search: lazy SMP and ABDADA too.
    ///
    /// ```
    /// use provebest::{Algorithm, AnyMachine, Score, best_move, games::tree::Tree};
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let root = tree.root();
    /// let request = best_move(&tree, &root).algorithm(Algorithm::Abdada);
    /// assert_eq!(request.search_keyed_on(&AnyMachine::threads(2))?.value, Some(Score(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_keyed_on(&self, machine: &AnyMachine) -> Result<Choice<G::Move>, SearchError>
    where
        G: Keyed + Sync,
        G::State: Send + Sync,
    {
        self.by_family(|spec, task| Ok(by_family::counted(spec.search_keyed_on(task, machine, Counters::default)?)))
    }

    /// Every root move with its exact value, and so all ties for the best. See [`AllMoves::best`] for an example.
    ///
    /// The method, the depth and the limits are those of [`search`](BestMove::search). A search that is stopped before its depth leaves out the moves
    /// that it had not finished.
    pub fn all_moves(&self) -> Result<AllMoves<G::Move>, SearchError>
    where
        G: Skills,
    {
        if let Some(answer) = self.by_engine(Wanted::All) {
            let (answer, finished) = answer?;
            return Ok(self.values(answer, finished));
        }
        self.within_limits(|limits| {
            let task = self.task(self.depth.unwrap_or_else(|| self.height()), limits);
            // What holds for the root holds for its children: the tuning is theirs to work out.
            let spec = self.spec(&task)?;
            Ok(all_moves(&spec, &task, &mut Counters::default(), Counters::nodes)?)
        })
    }

    /// Deepens only as far as a limit allows?
    fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.cancel.is_some()
    }

    fn within_limits<T>(&self, run: impl FnOnce(Limits<'_>) -> Result<T, SearchError>) -> Result<T, SearchError> {
        if self.time.is_some() && !HAS_CLOCK {
            return Err(SearchError::NoClock);
        }
        within_limits(self.time, self.cancel.as_ref(), |stop| {
            run(Limits { plies: self.plies, nodes: self.nodes, bytes: self.bytes, stop })
        })
    }

    /// The most plies there may be.
    fn most(&self) -> Depth {
        Limits { plies: self.plies, ..Limits::default() }.plies_for(size_of::<G::State>())
    }

    /// How deep the game is, as far as is known.
    fn height(&self) -> Depth {
        self.game.shape(self.state).map_or(self.most(), |shape| shape.height)
    }
}

/// Does a game have keys for the engine?
fn has_keys<G: Skills>() -> bool {
    G::Keyed::HAS
}
