//! What rank 0 and the others send each other: tasks, and what came of them. Both are data.

use provebest_machine::{Rank, Reason, Time};
use serde::{Deserialize, Serialize};

use crate::lines::Path;

/// A question about a position: is its value at least this? It needs nothing but what stands here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) id: u64,
    /// From the root on.
    pub(super) path: Path,
    pub(super) gamma: i32,
    /// How many nodes it may enter.
    pub(super) nodes: u64,
    /// What others have proved meanwhile.
    pub(super) notes: Vec<SharedNote>,
}

/// What the table of a processor knows of a position after much work, for the tables of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct SharedNote {
    pub(super) key: u64,
    pub(super) least: i32,
    pub(super) most: i32,
    pub(super) hint: u32,
    pub(super) nodes: u64,
}

/// What came of a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Outcome {
    /// The value is at least this, or at most this, whichever answers the question.
    Value(i32),
    /// There was not enough time for an answer. Of some children, by their numbers, the table knows bounds.
    TooMuch(Vec<(u32, i32, i32)>),
    /// It was called off.
    CalledOff,
    /// A limit of the whole search ended it.
    Stopped(Reason),
    /// The game goes on for too long.
    TooDeep,
}

/// A task that has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Done {
    pub(super) id: u64,
    pub(super) outcome: Outcome,
    pub(super) nodes: u64,
    pub(super) time: Time,
    pub(super) notes: Vec<SharedNote>,
}

/// Mail between rank 0 and another rank.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Mail {
    /// Rank 0: this is to be done.
    Task(Task),
    /// Rank 0: the task with this number is not needed any more. It may arrive before the task.
    CallOff(u64),
    /// Rank 0: nothing more is to be done.
    End,
    /// Another rank: it has done this, and waits for more.
    Done(Rank, Done),
    /// Another rank: it is at work, and has entered this number of nodes for its task.
    Busy(Rank, u64),
}
