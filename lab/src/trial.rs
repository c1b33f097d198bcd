//! One search of one tree, and what is counted meanwhile.

use anyhow::{bail, ensure};
use cpu_time::ThreadTime;
use provebest::{Algorithm, AnyMachine, CancelToken, Counters, Kind, Leaves, Limits, Report, Settings, Tuned, Watch, Window};
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::trees::Planted;

/// Something to try on a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The values of the experiment's own key columns; nothing where a column does not apply.
    pub keys: Vec<Option<i64>>,
    /// The search.
    pub search: Tuned,
    /// A window, for alpha-beta.
    pub window: Option<Window>,
    /// Where it runs.
    pub machine: AnyMachine,
    /// The trial on the same tree, by its place in the list and before this one, over which a speed-up is told.
    pub over: Option<usize>,
}

impl Trial {
    /// An algorithm with the settings of the plan.
    pub fn plain(plan: &Plan, algorithm: Algorithm) -> Trial {
        Trial { keys: Vec::new(), ..Trial::tuned(None, algorithm, plan.settings()) }
    }

    /// An algorithm with settings and a key.
    pub fn tuned(key: Option<i64>, algorithm: Algorithm, settings: Settings) -> Trial {
        let search = algorithm.with(settings);
        Trial { keys: vec![key], search, window: None, machine: AnyMachine::Alone, over: None }
    }

    /// The same on a machine, with other keys.
    pub fn on(self, machine: AnyMachine, keys: Vec<Option<i64>>) -> Trial {
        Trial { keys, machine, ..self }
    }

    /// The same, with a speed-up over an earlier trial of the list.
    pub fn over(self, place: usize) -> Trial {
        Trial { over: Some(place), ..self }
    }

    fn run<W: Watch + Send>(
        &self,
        tree: &Planted,
        limits: Limits<'_>,
        mut watch: impl FnMut() -> W,
    ) -> anyhow::Result<Came<W>> {
        Ok(match &self.machine {
            AnyMachine::Alone => {
                let mut watch = watch();
                let report = tree.search(&self.search, self.window, limits, &mut watch)?;
                Came { report, watches: vec![watch], time: None }
            }
            machine => {
                let searched = tree.search_on(&self.search, machine, limits, watch)?;
                let time = searched.measured.map(|measured| measured.time);
                Came { report: searched.report, watches: searched.watches, time }
            }
        })
    }
}

/// What came of a trial.
struct Came<W> {
    report: Report<u32>,
    watches: Vec<W>,
    /// By the clock of the machine.
    time: Option<u64>,
}

/// What was counted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The values of the experiment's own key columns.
    pub keys: Vec<Option<i64>>,
    /// The name of the algorithm.
    pub algorithm: String,
    /// Distinct leaves, unless there were too many to keep track.
    pub leaves: Option<u64>,
    /// Visits of leaves.
    pub leaf_visits: u64,
    /// Entries into nodes.
    pub nodes: u64,
    /// Most descriptors stored at once.
    pub stored: u64,
    /// Processor time.
    pub seconds: f64,
    /// When the answer was known, by the clock of the machine. Alone a leaf takes one, if another trial is told by it.
    pub time: Option<u64>,
    /// The time of the trial over which the speed-up is told.
    pub base: Option<u64>,
}

impl Row {
    /// How many times sooner the answer was known.
    pub fn speedup(&self) -> Option<f64> {
        Some(self.base? as f64 / self.time?.max(1) as f64)
    }
}

/// Above so many visits, distinct leaves are not counted.
const TRACKED: u64 = 10_000_000;

/// Tries all of these on a tree; nothing if they were called off. Exact values have to agree.
pub fn run_all(tree: &Planted, trials: &[Trial], token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
    let mut rows: Vec<Row> = Vec::with_capacity(trials.len());
    let mut agreed = None;
    for (place, trial) in trials.iter().enumerate() {
        let limits = Limits { stop: Some(token), ..Limits::default() };
        let algorithm = trial.search.algorithm;
        let start = ThreadTime::now();
        let Came { report, watches, time } = trial.run(tree, limits, Counters::default)?;
        let seconds = start.elapsed().as_secs_f64();
        if report.stopped.is_some() || token.is_cancelled() {
            return Ok(None);
        }
        if report.kind == Kind::Exact {
            let (other, value) = *agreed.get_or_insert((algorithm, report.value));
            if value != report.value {
                bail!("{}: {other} finds {value:?}, {algorithm} finds {:?}", tree.cell, report.value);
            }
        } else {
            ensure!(trial.window.is_some(), "{}: {algorithm} ended without an exact value", tree.cell);
        }
        let sum = |count: fn(&Counters) -> u64| watches.iter().map(count).sum::<u64>();
        let leaf_visits = sum(|counters| counters.leaf_visits);
        let leaves = if once(algorithm) {
            Some(leaf_visits)
        } else {
            let again = trial.run(tree, limits, || Leaves::count_up_to(TRACKED))?;
            if again.report.stopped.is_some() {
                return Ok(None);
            }
            // What two processors visit may be the same.
            if let [leaves] = &again.watches[..] { leaves.distinct() } else { None }
        };
        let told_by = trials.iter().any(|other| other.over == Some(place));
        rows.push(Row {
            keys: trial.keys.clone(),
            algorithm: algorithm.name().into(),
            leaves,
            leaf_visits,
            nodes: sum(Counters::nodes),
            stored: sum(|counters| counters.stored),
            seconds,
            time: time.or(told_by.then_some(leaf_visits)),
            base: trial.over.and_then(|base| rows.get(base)?.time),
        });
    }
    Ok(Some(rows))
}

/// Does it visit no leaf twice, by its nature?
fn once(algorithm: Algorithm) -> bool {
    use Algorithm::*;
    matches!(algorithm, Minimax | AlphaBeta | AlphaBetaHard | SssStar | DualStar | KeyNode)
}
