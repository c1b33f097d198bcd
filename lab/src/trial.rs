//! One search of one tree, and what is counted meanwhile.

use anyhow::{bail, ensure};
use cpu_time::ThreadTime;
use provebest::family::{AlgorithmSpec, Settings};
use provebest::game::Window;
use provebest::search::{Counters, Limits, Report};
use provebest::{Algorithm, AnyMachine, CancelToken, Kind};
use provebest_catalog::counted::{Counted, Keep};

use crate::plan::Plan;
use crate::row::{Row, Took};
use crate::trees::TreeInstance;

/// Something to try on a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The values of the experiment's own key columns; nothing where a column does not apply.
    pub keys: Vec<Option<i64>>,
    /// The search.
    pub search: AlgorithmSpec,
    /// A window, for alpha-beta.
    pub window: Option<Window>,
    /// Where it runs; sequential searches always run alone.
    pub machine: AnyMachine,
    /// The speed-up is relative to this trial on the same tree: its place in the list, before this one.
    pub over: Option<usize>,
    /// Are distinct leaves told apart? That takes a second search.
    pub distinct: bool,
}

impl Trial {
    /// An algorithm with the settings of the plan.
    pub fn plain(plan: &Plan, algorithm: Algorithm) -> Trial {
        Trial::of(Vec::new(), algorithm.with(plan.settings()), AnyMachine::Alone)
    }

    /// An algorithm with settings and a key.
    pub fn spec(key: Option<i64>, algorithm: Algorithm, settings: Settings) -> Trial {
        Trial::of(vec![key], algorithm.with(settings), AnyMachine::Alone)
    }

    /// A search somewhere, with its keys.
    pub fn of(keys: Vec<Option<i64>>, search: AlgorithmSpec, machine: AnyMachine) -> Trial {
        Trial { keys, search, window: None, machine, over: None, distinct: true }
    }

    /// The same, with a speed-up over an earlier trial of the list.
    pub fn over(self, place: usize) -> Trial {
        Trial { over: Some(place), ..self }
    }

    /// The same, with visits of leaves only.
    pub fn visits_only(self) -> Trial {
        Trial { distinct: false, ..self }
    }

    /// Searches, and counts.
    fn run(&self, tree: &TreeInstance, limits: Limits<'_>) -> anyhow::Result<Counted> {
        Ok(match self.search.algorithm.is_parallel() {
            true => tree.search_on(&self.search, &self.machine, limits, Keep::Counts)?,
            false => tree.count(&self.search, self.window, limits)?,
        })
    }

    /// Searches again, alone or in lock step, and tells leaves apart.
    fn leaves(&self, tree: &TreeInstance, limits: Limits<'_>) -> anyhow::Result<(Report<u32>, Option<u64>)> {
        let keep = Keep::Leaves(TRACKED);
        let counted = match self.search.algorithm.is_parallel() {
            true => tree.search_on(&self.search, &self.machine, limits, keep)?,
            false => tree.keep(&self.search, self.window, limits, keep)?,
        };
        Ok((counted.report, counted.leaves))
    }
}

/// Above this number of visits, distinct leaves are not counted; nor are those of processors that do not keep step.
const TRACKED: u64 = 10_000_000;

/// Tries all of these on a tree; nothing if they were called off. Exact values have to agree.
pub fn run_all(tree: &TreeInstance, trials: &[Trial], token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
    run_all_counting(tree, trials, token, &|_| Vec::new())
}

/// The same, with further counts.
pub fn run_all_counting(
    tree: &TreeInstance,
    trials: &[Trial],
    token: &CancelToken,
    counts: &dyn Fn(&Counters) -> Vec<Option<u64>>,
) -> anyhow::Result<Option<Vec<Row>>> {
    Ok(run_and_see(tree, trials, token, counts)?.map(|(rows, _)| rows))
}

/// The name of a column: the number of the first child whose value is that of the tree, from 1.
pub const BEST_CHILD: &str = "best_child";

/// The same, with the best child of the root as a further count of every row.
pub fn run_all_with_best(
    tree: &TreeInstance,
    trials: &[Trial],
    token: &CancelToken,
) -> anyhow::Result<Option<Vec<Row>>> {
    let Some((mut rows, best)) = run_and_see(tree, trials, token, &|_| Vec::new())? else { return Ok(None) };
    rows.iter_mut().for_each(|row| row.counts = vec![best]);
    Ok(Some(rows))
}

/// Tries all, and sees which child is the best.
fn run_and_see(
    tree: &TreeInstance,
    trials: &[Trial],
    token: &CancelToken,
    counts: &dyn Fn(&Counters) -> Vec<Option<u64>>,
) -> anyhow::Result<Option<(Vec<Row>, Option<u64>)>> {
    let mut rows: Vec<Row> = Vec::with_capacity(trials.len());
    let (mut agreed, mut best) = (None, None);
    for trial in trials {
        let limits = Limits { stop: Some(token), ..Limits::default() };
        let algorithm = trial.search.algorithm;
        let start = ThreadTime::now();
        let Counted { report, counters, measured, .. } = trial.run(tree, limits)?;
        let took = measured.map(Took::from);
        let seconds = start.elapsed().as_secs_f64();
        let leaf_visits = counters.leaf_visits;
        if report.stopped.is_some() || token.is_cancelled() {
            return Ok(None);
        }
        if report.kind == Kind::Exact {
            if algorithm == Algorithm::AlphaBeta && trial.window.is_none() {
                best = report.path.first().map(|&child| u64::from(child) + 1);
            }
            let (other, value) = *agreed.get_or_insert((algorithm, report.value));
            if value != report.value {
                bail!("{}: {other} finds {value:?}, {algorithm} finds {:?}", tree.class, report.value);
            }
        } else {
            ensure!(trial.window.is_some(), "{}: {algorithm} ended without an exact value", tree.class);
        }
        let leaves = if once(algorithm) {
            Some(leaf_visits)
        } else if !trial.distinct
            || leaf_visits > TRACKED
            || matches!(trial.machine, AnyMachine::Simulated(_) | AnyMachine::Threads(_))
        {
            // What two processors visit may be the same.
            None
        } else {
            let (again, leaves) = trial.leaves(tree, limits)?;
            if again.stopped.is_some() {
                return Ok(None);
            }
            leaves
        };
        let base = trial.over.and_then(|place| rows.get(place));
        let base = base.map(|base: &Row| base.took.map_or(base.leaf_visits, |took| took.time));
        rows.push(Row {
            keys: trial.keys.clone(),
            algorithm: algorithm.name().into(),
            leaves,
            leaf_visits,
            nodes: counters.nodes(),
            stored: counters.stored,
            seconds,
            took,
            base,
            counts: counts(&counters),
        });
    }
    Ok(Some((rows, best)))
}

/// Does it visit no leaf twice, by its nature?
fn once(algorithm: Algorithm) -> bool {
    use Algorithm::*;
    matches!(algorithm, Minimax | AlphaBeta | AlphaBetaHard | AlphaBetaShallow | SssStar | DualStar | EvenOdd | KeyNode)
}
