//! The nodes that wait to be expanded.

use crate::limits::{Budget, Stopped};
use crate::puzzle::Cost;
use crate::store::Id;

/// The f, the cost and the number of a node.
pub(crate) type Entry = (Cost, Cost, Id);

/// A binary heap whose memory is counted: the lowest f first, of those the highest cost, of those the latest.
pub(crate) struct Queue(Vec<Entry>);

fn first((f, cost, id): Entry, (other_f, other_cost, other_id): Entry) -> bool {
    (f, other_cost, other_id) < (other_f, cost, id)
}

impl Queue {
    pub(crate) fn new() -> Queue {
        Queue(Vec::new())
    }

    /// The lowest f.
    pub(crate) fn lowest_f(&self) -> Option<Cost> {
        self.first().map(|(f, _, _)| f)
    }

    /// The one that comes next.
    pub(crate) fn first(&self) -> Option<Entry> {
        self.0.first().copied()
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn push(&mut self, budget: &mut Budget<'_>, f: Cost, cost: Cost, id: Id) -> Result<(), Stopped> {
        let entry = (f, cost, id);
        budget.push(&mut self.0, entry)?;
        let mut at = self.0.len() - 1;
        while at > 0 && first(entry, self.0[(at - 1) / 2]) {
            self.0[at] = self.0[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        self.0[at] = entry;
        Ok(())
    }

    pub(crate) fn pop(&mut self) -> Option<Entry> {
        let last = self.0.pop()?;
        let Some(&top) = self.0.first() else { return Some(last) };
        let mut at = 0;
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < self.0.len() && first(self.0[child + 1], self.0[child]) {
                child += 1;
            }
            if child >= self.0.len() || !first(self.0[child], last) {
                break;
            }
            self.0[at] = self.0[child];
            at = child;
        }
        self.0[at] = last;
        Some(top)
    }
}
