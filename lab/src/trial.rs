//! One search of one tree, and what is counted meanwhile.

use anyhow::{bail, ensure};
use cpu_time::ThreadTime;
use provebest::{Algorithm, CancelToken, Counters, Kind, Leaves, Limits, Settings, Tuned, Window};
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
}

impl Trial {
    /// An algorithm with the settings of the plan.
    pub fn plain(plan: &Plan, algorithm: Algorithm) -> Trial {
        Trial { keys: Vec::new(), search: algorithm.with(plan.settings()), window: None }
    }

    /// An algorithm with settings and a key.
    pub fn tuned(key: Option<i64>, algorithm: Algorithm, settings: Settings) -> Trial {
        Trial { keys: vec![key], search: algorithm.with(settings), window: None }
    }
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
}

/// Above so many visits, distinct leaves are not counted.
const TRACKED: u64 = 10_000_000;

/// Tries all of these on a tree; nothing if they were called off. Exact values have to agree.
pub fn run_all(tree: &Planted, trials: &[Trial], token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
    let mut rows = Vec::with_capacity(trials.len());
    let mut agreed = None;
    for trial in trials {
        let limits = Limits { stop: Some(token), ..Limits::default() };
        let algorithm = trial.search.algorithm;
        let mut counters = Counters::default();
        let start = ThreadTime::now();
        let report = tree.search(&trial.search, trial.window, limits, &mut counters)?;
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
        let leaves = if once(algorithm) {
            Some(counters.leaf_visits)
        } else {
            let mut leaves = Leaves::count_up_to(TRACKED);
            if tree.search(&trial.search, trial.window, limits, &mut leaves)?.stopped.is_some() {
                return Ok(None);
            }
            leaves.distinct()
        };
        rows.push(Row {
            keys: trial.keys.clone(),
            algorithm: algorithm.name().into(),
            leaves,
            leaf_visits: counters.leaf_visits,
            nodes: counters.nodes(),
            stored: counters.stored,
            seconds,
        });
    }
    Ok(Some(rows))
}

/// Does it visit no leaf twice, by its nature?
fn once(algorithm: Algorithm) -> bool {
    use Algorithm::*;
    matches!(algorithm, Minimax | AlphaBeta | AlphaBetaHard | SssStar | DualStar)
}
