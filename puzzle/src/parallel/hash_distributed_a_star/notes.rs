//! What the processors of hash-distributed A* write to each other.

use provebest_machine::Rank;
use serde::{Deserialize, Serialize};

use crate::puzzle::Cost;
use crate::report::Path;
use crate::store::Id;

/// Where a node is stored.
pub(super) type Place = (Rank, Id);

/// A state on its way to its owner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Sent<S> {
    pub(super) state: S,
    pub(super) cost: Cost,
    pub(super) f: Cost,
    pub(super) parent: Option<Place>,
    pub(super) number: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Note<S> {
    /// States for their owner.
    States(Vec<Sent<S>>),
    /// There is a goal that costs this much, stored there.
    Goal(Cost, Place),
    /// How many letters with states have you sent and read? With iterations, the threshold up to which to search before the answer.
    Ask(Option<Cost>),
    /// The answer to that, and the cheapest goal: its letter may arrive after this one. Also the lowest f of what is open, and the nodes
    /// generated and expanded.
    Count { sent: u64, read: u64, best: Option<(Cost, Place)>, lowest: Cost, counts: (u64, u64) },
    /// Follow the path back from a node; what comes after it is there, the last first.
    Trace(Id, Path),
    /// The whole path, the last first.
    Whole(Path),
}
