//! One search of one tree, and what is counted meanwhile.

use anyhow::{bail, ensure};
use cpu_time::ThreadTime;
use provebest::family::{AlgorithmSpec, Searched, Settings};
use provebest::game::Window;
use provebest::machine::Measured;
use provebest::search::{Counters, Leaves, Limits, Report};
use provebest::{Algorithm, AnyMachine, CancelToken, Kind};
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::trees::Planted;

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
    /// The trial on the same tree, by its place in the list and before this one, over which a speed-up is told.
    pub over: Option<usize>,
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
        Trial { keys, search, window: None, machine, over: None }
    }

    /// The same, with a speed-up over an earlier trial of the list.
    pub fn over(self, place: usize) -> Trial {
        Trial { over: Some(place), ..self }
    }

    /// Searches, and counts.
    fn run(&self, tree: &Planted, limits: Limits<'_>) -> anyhow::Result<Came> {
        if self.search.algorithm.is_parallel() {
            let Searched { report, observers, measured, .. } = tree.search_on(&self.search, &self.machine, limits)?;
            return Ok(Came { report, counters: observers, took: measured.map(Took::from) });
        }
        let mut counters = Counters::default();
        let report = tree.search(&self.search, self.window, limits, &mut counters)?;
        Ok(Came { report, counters: vec![counters], took: None })
    }

    /// Searches again, alone or in lock step, and tells leaves apart.
    fn leaves(&self, tree: &Planted, limits: Limits<'_>) -> anyhow::Result<(Report<u32>, Leaves)> {
        let mut leaves = Leaves::count_up_to(TRACKED);
        let report = match self.machine {
            AnyMachine::LockStep(processors) if self.search.algorithm.is_parallel() => {
                let mut searched = tree.search_in_step(&self.search, processors, limits, leaves)?;
                leaves = searched.observers.swap_remove(0);
                searched.report
            }
            _ => tree.search(&self.search, self.window, limits, &mut leaves)?,
        };
        Ok((report, leaves))
    }
}

/// What came of a trial.
struct Came {
    report: Report<u32>,
    counters: Vec<Counters>,
    took: Option<Took>,
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
    /// What it took on a machine of many processors.
    pub took: Option<Took>,
    /// The time of the trial over which the speed-up is told; alone, a leaf takes one.
    pub base: Option<u64>,
    /// What else the experiment counts.
    #[serde(default)]
    pub counts: Vec<Option<u64>>,
}

impl Row {
    /// How many times sooner the answer was known.
    pub fn speedup(&self) -> Option<f64> {
        Some(self.base? as f64 / self.took?.time.max(1) as f64)
    }
}

/// What a search took on a machine of many processors, by its clock: in leaf-times, or in steps where all keep step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Took {
    /// How many processors there were.
    pub processors: u64,
    /// When the value was known.
    pub time: u64,
    /// All that was paid for, mail included.
    pub work: u64,
    /// The time in which processors waited.
    pub idle: u64,
    /// What was paid for mail.
    pub mail: u64,
    /// How many messages were sent.
    pub messages: u64,
    /// The longest chain of work in which each piece depends on the one before, where it makes sense.
    pub critical_path: Option<u64>,
}

impl Took {
    /// The names of its columns.
    pub const COLUMNS: [&str; 6] = ["time", "work", "idle", "mail", "messages", "critical_path"];

    /// The numbers in its columns.
    pub fn numbers(&self) -> [Option<u64>; 6] {
        let Took { time, work, idle, mail, messages, critical_path, .. } = *self;
        [Some(time), Some(work), Some(idle), Some(mail), Some(messages), critical_path]
    }
}

impl From<Measured> for Took {
    fn from(measured: Measured) -> Took {
        let Measured { processors, time, work, mail, messages, critical_path } = measured;
        Took { processors: processors as u64, time, work, idle: measured.idle(), mail, messages, critical_path }
    }
}

/// Above so many visits, distinct leaves are not counted; nor are those of processors that do not keep step.
const TRACKED: u64 = 10_000_000;

/// Tries all of these on a tree; nothing if they were called off. Exact values have to agree.
pub fn run_all(tree: &Planted, trials: &[Trial], token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
    let mut rows: Vec<Row> = Vec::with_capacity(trials.len());
    let mut agreed = None;
    for trial in trials {
        let limits = Limits { stop: Some(token), ..Limits::default() };
        let algorithm = trial.search.algorithm;
        let start = ThreadTime::now();
        let Came { report, counters, took } = trial.run(tree, limits)?;
        let seconds = start.elapsed().as_secs_f64();
        let sum = |number: fn(&Counters) -> u64| counters.iter().map(number).sum::<u64>();
        let leaf_visits = sum(|one| one.leaf_visits);
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
        let leaves = if once(algorithm) {
            Some(leaf_visits)
        } else if leaf_visits > TRACKED || matches!(trial.machine, AnyMachine::Simulated(_) | AnyMachine::Threads(_)) {
            // What two processors visit may be the same.
            None
        } else {
            let (again, leaves) = trial.leaves(tree, limits)?;
            if again.stopped.is_some() {
                return Ok(None);
            }
            leaves.distinct()
        };
        let base = trial.over.and_then(|place| rows.get(place));
        let base = base.map(|base: &Row| base.took.map_or(base.leaf_visits, |took| took.time));
        rows.push(Row {
            keys: trial.keys.clone(),
            algorithm: algorithm.name().into(),
            leaves,
            leaf_visits,
            nodes: sum(Counters::nodes),
            stored: sum(|one| one.stored),
            seconds,
            took,
            base,
            counts: Vec::new(),
        });
    }
    Ok(Some(rows))
}

/// Does it visit no leaf twice, by its nature?
fn once(algorithm: Algorithm) -> bool {
    use Algorithm::*;
    matches!(algorithm, Minimax | AlphaBeta | AlphaBetaHard | SssStar | DualStar | KeyNode)
}
