//! What may end a search before its answer, whatever is searched and wherever.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a search was called off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Its time was up.
    Time,
    /// It had looked at as many nodes as it was allowed.
    Nodes,
    /// What it stores would have outgrown its memory.
    Memory,
    /// It was asked to stop.
    Cancel,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Time => "time",
            Reason::Nodes => "nodes",
            Reason::Memory => "memory",
            Reason::Cancel => "cancel",
        })
    }
}

/// A search asks this about every thousand nodes, unless [`Stop::ask_again_after`] says otherwise, whether to go on.
pub trait Stop {
    /// A reason to stop, or `None` to go on.
    fn stop(&self) -> Option<Reason>;

    /// After how many nodes to ask again. A clock can measure how long nodes take, and be asked more often by slow searches.
    fn ask_again_after(&self) -> u64 {
        1024
    }
}

/// Never a reason.
impl Stop for () {
    fn stop(&self) -> Option<Reason> {
        None
    }
}

/// The search has reached a limit or was asked to stop. It passes this up to the root, where the report says why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;
