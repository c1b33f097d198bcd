//! The builder for those who write a game and want its best move.

use std::time::Duration;

use provebest_game::{Depth, Evaluate, Game, Keyed};
use provebest_machine::Failure;
use provebest_search::{Counters, Kind, Limits, NoReport, Report, Search, Task, TooDeep};

use crate::clock::within_limits;
use crate::{Algorithm, AlgorithmSpec, AllMoves, AnyMachine, CancelToken, Searched, Settings, all_moves};

/// Asks for the best move of a position. Say how deep and within which limits, then [`search`](BestMove::search).
///
/// ```
/// use std::time::Duration;
/// use provebest::{Algorithm, Kind, Score, best_move, games::tree::Tree};
///
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let report = best_move(&tree, &tree.root())
///     .algorithm(Algorithm::NegaScout)
///     .depth(2)
///     .time(Duration::from_secs(5))
///     .search()?;
/// assert_eq!((report.value, report.kind, report.best), (Some(Score(3)), Kind::Exact, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_move<'a, G: Evaluate>(game: &'a G, state: &'a G::State) -> BestMove<'a, G> {
    BestMove {
        game,
        state,
        algorithm: Algorithm::NegaScout,
        settings: Settings::default(),
        depth: None,
        time: None,
        nodes: None,
        bytes: None,
        plies: Limits::PLIES,
        cancel: None,
    }
}

/// A question for the best move: see [`best_move`].
#[derive(Clone)]
#[must_use = "a question is answered by `search` or `all_moves`"]
pub struct BestMove<'a, G: Evaluate> {
    game: &'a G,
    state: &'a G::State,
    algorithm: Algorithm,
    settings: Settings,
    depth: Option<Depth>,
    time: Option<Duration>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    plies: Depth,
    cancel: Option<CancelToken>,
}

/// A question that cannot be answered as it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SearchError {
    /// Deeper than the limit on plies.
    TooDeep(TooDeep),
    /// The settings of the algorithm are out of their range; the text says which and what would be right.
    Settings(String),
    /// The algorithm does not run on that machine; the text says what would be right.
    Machine(String),
    /// The machine failed: a deadlock, a processor that was lost, threads that are not to be had.
    Failed(Failure),
}

impl std::fmt::Display for SearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SearchError::TooDeep(error) => error.fmt(f),
            SearchError::Failed(failure) => failure.fmt(f),
            SearchError::Settings(why) | SearchError::Machine(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<TooDeep> for SearchError {
    fn from(error: TooDeep) -> Self {
        SearchError::TooDeep(error)
    }
}

impl From<NoReport> for SearchError {
    fn from(error: NoReport) -> Self {
        match error {
            NoReport::TooDeep(error) => SearchError::TooDeep(error),
            NoReport::Failed(failure) => SearchError::Failed(failure),
            other => SearchError::Machine(other.to_string()),
        }
    }
}

impl<'a, G: Evaluate> BestMove<'a, G> {
    /// Looks so many plies ahead.
    ///
    /// Without it, a search under a limit of time or nodes, or with a cancel token, deepens ply by ply until the limit
    /// ends it, and answers with the deepest search it finished. A search without any limit goes to the end of the
    /// game.
    pub fn depth(self, plies: u32) -> Self {
        BestMove { depth: Some(Depth(plies)), ..self }
    }

    /// Ends the search after so much time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use provebest::{Depth, best_move, games::synthetic::Independent};
    /// let tree = Independent::new(30, Depth(40), 1, 1000)?;
    /// let report = best_move(&tree, &tree.root()).time(Duration::from_millis(20)).search()?;
    /// assert!(report.best.is_some(), "the best move of the deepest search that was finished in time");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn time(self, time: Duration) -> Self {
        BestMove { time: Some(time), ..self }
    }

    /// Ends the search after so many nodes.
    pub fn nodes(self, nodes: u64) -> Self {
        BestMove { nodes: Some(nodes), ..self }
    }

    /// Ends the search when what it stores would take more than so many bytes.
    pub fn memory(self, bytes: u64) -> Self {
        BestMove { bytes: Some(bytes), ..self }
    }

    /// Lets another thread call the search off.
    pub fn cancel(self, token: &CancelToken) -> Self {
        BestMove { cancel: Some(token.clone()), ..self }
    }

    /// Searches with this algorithm. The default is NegaScout.
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        BestMove { algorithm, ..self }
    }

    /// Sets the parameters of the algorithm, such as a first guess.
    pub fn settings(self, settings: Settings) -> Self {
        BestMove { settings, ..self }
    }

    /// Allows deeper searches than the default, on a thread with a stack that suits ([`Limits::plies`]).
    pub fn plies(self, most: Depth) -> Self {
        BestMove { plies: most, ..self }
    }

    /// The best move, its value, and the line of best play.
    ///
    /// If a limit ended it, the report's `stopped` says which one, and the rest is what was known by then.
    pub fn search(&self) -> Result<Report<G::Move>, SearchError> {
        self.search_by(|spec, task| {
            let mut counters = Counters::default();
            let report = spec.search(task, &mut counters)?;
            Ok((report, counters.nodes()))
        })
    }

    /// The same on a machine: by a parallel search, on all its processors. Processors share the game, so it has to be
    /// `Sync`. Searches with a shared table need keys, too, and [`search_keyed_on`](BestMove::search_keyed_on).
    ///
    /// ```
    /// use provebest::{Algorithm, AnyMachine, Score, best_move, games::tree::Tree};
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let root = tree.root();
    /// let question = best_move(&tree, &root).algorithm(Algorithm::YoungBrothers);
    /// assert_eq!(question.search_on(&AnyMachine::threads(2))?.value, Some(Score(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_on(&self, machine: &AnyMachine) -> Result<Report<G::Move>, SearchError>
    where
        G: Sync,
        G::State: Send + Sync,
    {
        self.search_by(|spec, task| Ok(counted(spec.search_on(task, machine, Counters::default)?)))
    }

    /// The same on a machine, by any search: lazy SMP and ABDADA too.
    pub fn search_keyed_on(&self, machine: &AnyMachine) -> Result<Report<G::Move>, SearchError>
    where
        G: Keyed + Sync,
        G::State: Send + Sync,
    {
        self.search_by(|spec, task| Ok(counted(spec.search_keyed_on(task, machine, Counters::default)?)))
    }

    fn search_by(&self, by: impl By<G>) -> Result<Report<G::Move>, SearchError> {
        self.within_limits(|limits| match self.depth {
            Some(depth) => self.search_to(depth, limits, &by).map(|(report, _)| report),
            None if self.time.is_some() || self.nodes.is_some() || self.cancel.is_some() => self.deepen(limits, &by),
            None => self.search_to(self.height(), limits, &by).map(|(report, _)| report),
        })
    }

    /// Every root move with its exact value, each searched on its own, and so all ties for the best. Without a depth,
    /// to the end of the game. See [`AllMoves::best`] for an example.
    pub fn all_moves(&self) -> Result<AllMoves<G::Move>, SearchError> {
        self.within_limits(|limits| {
            let task = self.task(self.depth.unwrap_or_else(|| self.height()), limits);
            // What holds for the root holds for its children: the tuning is theirs to work out.
            self.spec(&task)?;
            let spec = self.algorithm.with(self.settings);
            Ok(all_moves(&spec, &task, &mut Counters::default(), Counters::nodes)?)
        })
    }

    fn within_limits<T>(&self, run: impl FnOnce(Limits<'_>) -> T) -> T {
        within_limits(self.time, self.cancel.as_ref(), |stop| {
            run(Limits { plies: self.plies, nodes: self.nodes, bytes: self.bytes, stop })
        })
    }

    fn height(&self) -> Depth {
        let most = Limits { plies: self.plies, ..Limits::default() }.plies_for(size_of::<G::State>());
        self.game.shape(self.state).map_or(most, |shape| shape.height)
    }

    fn task<'b>(&self, depth: Depth, limits: Limits<'b>) -> Task<'b, G>
    where
        'a: 'b,
    {
        Task::new(self.game, self.state, depth).within(limits)
    }

    fn spec(&self, task: &Task<'_, G>) -> Result<AlgorithmSpec, SearchError> {
        let spec = self.algorithm.with(self.settings);
        spec.check(task).map_err(SearchError::Settings)?;
        Ok(spec)
    }

    fn search_to(
        &self,
        depth: Depth,
        limits: Limits<'_>,
        by: &impl By<G>,
    ) -> Result<(Report<G::Move>, u64), SearchError> {
        let task = self.task(depth, limits);
        by(self.spec(&task)?, &task)
    }

    /// Deeper and deeper, until a limit ends it or nothing is left to find out.
    fn deepen(&self, mut limits: Limits<'_>, by: &impl By<G>) -> Result<Report<G::Move>, SearchError> {
        let height = self.height().min(limits.plies_for(size_of::<G::State>()));
        let mut finished: Option<Report<G::Move>> = None;
        for depth in 1..=height.0.max(1) {
            let (report, nodes) = self.search_to(Depth(depth).min(height), limits, by)?;
            if report.stopped.is_some() {
                let mut best = finished.unwrap_or_else(|| report.clone());
                best.stopped = report.stopped;
                return Ok(best);
            }
            let settled = report.kind == Kind::Exact;
            finished = Some(report);
            if settled {
                break;
            }
            limits.nodes = limits.nodes.map(|left| left.saturating_sub(nodes));
        }
        Ok(finished.expect("at least one depth was searched"))
    }
}

/// A way to search a task: the report, and how many nodes it took.
trait By<G: Game>: Fn(AlgorithmSpec, &Task<'_, G>) -> Result<(Report<G::Move>, u64), SearchError> {}

impl<G: Game, F: Fn(AlgorithmSpec, &Task<'_, G>) -> Result<(Report<G::Move>, u64), SearchError>> By<G> for F {}

fn counted<M>(searched: Searched<M, Counters>) -> (Report<M>, u64) {
    (searched.report, searched.observers.iter().map(Counters::nodes).sum())
}
