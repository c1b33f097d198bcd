//! What is counted in one search: a row of the tables.

use provebest::machine::Measured;
use serde::{Deserialize, Serialize};

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
    /// The time of the trial to which the speed-up is relative; for a sequential search, its leaf visits.
    pub base: Option<u64>,
    /// What else the experiment counts.
    #[serde(default)]
    pub counts: Vec<Option<u64>>,
}

impl Row {
    /// How many times sooner the answer was known than in the other trial.
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
