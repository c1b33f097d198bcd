//! Searches of one game that are only counted, for experiments that run thousands of them: on the calling thread, without
//! limits of their own, with exactly these settings. [`run`](crate::run) is for everything else.

use provebest::family::{AlgorithmSpec, Searched};
use provebest::{AnyMachine, SearchError};
use provebest_game::{Depth, Window};
use provebest_games::synthetic::Artificial;
use provebest_machine::Measured;
use provebest_search::measure::Event;
use provebest_search::{
    AlphaBeta, BStar, Counters, Leaves, Limits, ParIterSss, PbStar, Report, Selection, Strategy, Task, TooDeep,
    Windowed,
};

use crate::games::AnyGame;
use crate::recorder::{Recorded, Recorder};

/// What is kept beside the counts.
pub enum Keep<'a> {
    /// Nothing.
    Counts,
    /// Which leaves were visited, up to a number of visits.
    Leaves(u64),
    /// Every event; only alone and in lock step, where there is one observer for all.
    Events(&'a mut (dyn FnMut(Event) + Send)),
}

/// What came of a search.
pub struct Counted {
    /// The answer.
    pub report: Report<u32>,
    /// The counts of all processors together.
    pub counters: Counters,
    /// Distinct leaves, if they were kept and there were not too many.
    pub leaves: Option<u64>,
    /// What it took on its machine; `None` alone.
    pub measured: Option<Measured>,
}

/// Searches alone: alpha-beta with a window, if there is one, otherwise the algorithm.
///
/// ```
/// use provebest::Algorithm;
/// use provebest_catalog::counted::{Keep, count};
/// use provebest_catalog::{Problem, games};
///
/// let problem = Problem::read(games::find("tree").unwrap(), Some("[[3,12,8],[2,4,6],[14,5,2]]"), None, None)?;
/// let counted = count(problem.game().unwrap(), problem.depth(), &Algorithm::SssStar.into(), None, Default::default(), Keep::Leaves(100))?;
/// assert_eq!((counted.counters.leaf_visits, counted.leaves), (7, Some(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    game: &AnyGame,
    depth: Depth,
    spec: &AlgorithmSpec,
    window: Option<Window>,
    limits: Limits<'_>,
    keep: Keep<'_>,
) -> Result<Counted, TooDeep> {
    let root = game.root();
    let task = Task::new(game, &root, depth).within(limits);
    let mut recorder = recorder(keep);
    let report = match window {
        Some(window) => AlphaBeta.search_window(&task, window, &mut recorder)?,
        None => spec.search_keyed(&task, &mut recorder)?,
    };
    Ok(counted(report, vec![recorder], None))
}

/// The same with counts only, for searches that are timed: those of uniform trees are compiled for these trees.
///
/// ```
/// use provebest::Algorithm;
/// use provebest_catalog::counted::count_fast;
/// use provebest_catalog::{Problem, games};
///
/// let problem = Problem::read(games::find("uniform").unwrap(), Some("w=3,d=4,seed=1"), None, None)?;
/// let counted = count_fast(problem.game().unwrap(), problem.depth(), &Algorithm::Minimax.into(), None, Default::default())?;
/// assert_eq!(counted.counters.leaf_visits, 81);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_fast(
    game: &AnyGame,
    depth: Depth,
    spec: &AlgorithmSpec,
    window: Option<Window>,
    limits: Limits<'_>,
) -> Result<Counted, TooDeep> {
    let AnyGame::Uniform(placed) = game else { return count(game, depth, spec, window, limits, Keep::Counts) };
    let task = Task::new(&placed.rules, &placed.root, depth).within(limits);
    let mut counters = Counters::default();
    let report = match window {
        Some(window) => AlphaBeta.search_window(&task, window, &mut counters)?,
        None => spec.search_keyed(&task, &mut counters)?,
    };
    Ok(Counted { report, counters, leaves: None, measured: None })
}

/// Searches on a machine, by a parallel algorithm.
///
/// ```
/// use provebest::Algorithm;
/// use provebest_catalog::counted::{Keep, count_on};
/// use provebest_catalog::{Problem, games};
///
/// let problem = Problem::read(games::find("tree").unwrap(), Some("[[3,12,8],[2,4,6],[14,5,2]]"), None, None)?;
/// let (game, spec, machine) = (problem.game().unwrap(), Algorithm::YoungBrothers.into(), "sim:3".parse()?);
/// let counted = count_on(game, problem.depth(), &spec, &machine, Default::default(), Keep::Leaves(100))?;
/// assert_eq!(counted.measured.unwrap().work, counted.counters.leaf_visits);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_on(
    game: &AnyGame,
    depth: Depth,
    spec: &AlgorithmSpec,
    machine: &AnyMachine,
    limits: Limits<'_>,
    keep: Keep<'_>,
) -> Result<Counted, SearchError> {
    let root = game.root();
    let task = Task::new(game, &root, depth).within(limits);
    let leaves = if let Keep::Leaves(most) = keep { Some(most) } else { None };
    let mut first = Some(recorder(keep));
    let others = || recorder(leaves.map_or(Keep::Counts, Keep::Leaves));
    let Searched { report, observers, measured, .. } =
        spec.search_parallel_on(&task, machine, || first.take().unwrap_or_else(others))?;
    Ok(counted(report, observers, measured))
}

/// PARITERSSS* in time slices, by the clock of its paper: [`ParIterSss::search_in_slices`].
///
/// ```
/// use provebest_catalog::counted::count_in_slices;
/// use provebest_catalog::{Problem, games};
/// use provebest_search::ParIterSss;
///
/// let problem = Problem::read(games::find("tree").unwrap(), Some("[[3,12,8],[2,4,6],[14,5,2]]"), None, None)?;
/// let (game, search) = (problem.game().unwrap(), ParIterSss { memory: Some(100), ..ParIterSss::default() });
/// let (report, measured) = count_in_slices(game, problem.depth(), &search, (2, 10, 1), Default::default())?;
/// assert_eq!((report.value.map(|score| score.0), measured.processors), (Some(3), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_in_slices(
    game: &AnyGame,
    depth: Depth,
    search: &ParIterSss,
    (processes, slice, seed): (usize, u64, u64),
    limits: Limits<'_>,
) -> Result<(Report<u32>, Measured), TooDeep> {
    let root = game.root();
    search.search_in_slices(&Task::new(game, &root, depth).within(limits), processes, slice, seed)
}

/// B\* with a strategy, or PB\*, on an artificial tree.
///
/// ```
/// use provebest_catalog::counted::count_b_star;
/// use provebest_games::synthetic::Artificial;
/// use provebest_search::{Limits, Strategy};
///
/// let tree = Artificial::new(3, 1, 100, 3, false)?;
/// for strategy in [None, Some(Strategy::ALL[0].1)] {
///     let limits = Limits { nodes: Some(1000), ..Limits::default() };
///     let (selection, counters) = count_b_star(&tree, strategy, limits);
///     assert!(selection.separated || counters.nodes() >= 1000);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_b_star(tree: &Artificial, strategy: Option<Strategy>, limits: Limits<'_>) -> (Selection<u32>, Counters) {
    let root = tree.root();
    let task = Task::new(tree, &root, Depth(u32::MAX)).within(limits);
    let mut counters = Counters::default();
    let selection = match strategy {
        Some(strategy) => BStar { strategy }.search(&task, &mut counters),
        None => PbStar::default().search(&task, &mut counters),
    };
    (selection, counters)
}

fn recorder(keep: Keep<'_>) -> Recorder<'_> {
    match keep {
        Keep::Counts => Recorder::off(),
        Keep::Leaves(most) => Recorder::new(Leaves::count_up_to(most), None),
        Keep::Events(tell) => Recorder::new(Leaves::count_up_to(0), Some(Box::new(tell))),
    }
}

fn counted(report: Report<u32>, recorders: Vec<Recorder<'_>>, measured: Option<Measured>) -> Counted {
    let Recorded { counters, leaves, .. } = Recorder::close(recorders);
    Counted { report, counters, leaves, measured }
}
