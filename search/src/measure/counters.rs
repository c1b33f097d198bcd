//! Numbers by which searches are compared.

use std::ops::AddAssign;

use provebest_game::{Ply, Window};
use provebest_machine::build::{read, write};
use serde::{Deserialize, Serialize};

use super::{Cut, Observer};
use crate::table::TableCounts;

/// Cut-offs by the number of the child that caused them; the last entry holds all further children.
pub type Cuts = [u64; 16];

/// The counters that every search is measured with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counters {
    /// How often the value of a leaf was computed.
    pub leaf_visits: u64,
    /// Entries into inner nodes.
    pub inner: u64,
    /// Children searched a second time.
    pub researches: u64,
    /// Cut-offs because beta was reached.
    pub beta: Cuts,
    /// Cut-offs that skip children to the left of an earlier refutation.
    pub ignore_left: Cuts,
    /// Cut-offs because no remaining child can be better.
    pub prove_best: Cuts,
    /// Nodes solved at their merit.
    pub solved: Cuts,
    /// The most descriptors stored at once.
    pub stored: u64,
    /// The use of a scattered table.
    pub table: TableCounts,
}

impl Counters {
    /// Entries into nodes, leaves and re-searches included.
    pub fn nodes(&self) -> u64 {
        self.inner + self.leaf_visits
    }
}

/// Adds what another processor counted.
impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.leaf_visits += other.leaf_visits;
        self.inner += other.inner;
        self.researches += other.researches;
        self.stored += other.stored;
        self.table += other.table;
        let pairs = [
            (&mut self.beta, other.beta),
            (&mut self.ignore_left, other.ignore_left),
            (&mut self.prove_best, other.prove_best),
            (&mut self.solved, other.solved),
        ];
        for (cuts, more) in pairs {
            cuts.iter_mut().zip(more).for_each(|(cuts, more)| *cuts += more);
        }
    }
}

impl Observer for Counters {
    fn total(&mut self, inner: u64, leaves: u64) {
        self.inner += inner;
        self.leaf_visits += leaves;
    }
    #[inline(always)]
    fn cut(&mut self, _: Ply, number: u32, why: Cut) {
        let number = (number as usize).min(self.beta.len() - 1);
        match why {
            Cut::Beta => self.beta[number] += 1,
            Cut::IgnoreLeft => self.ignore_left[number] += 1,
            Cut::ProveBest => self.prove_best[number] += 1,
            Cut::Solved => self.solved[number] += 1,
        }
    }
    #[inline(always)]
    fn research(&mut self, _: Ply, _: Option<u32>, _: Window) {
        self.researches += 1;
    }
    #[inline(always)]
    fn stored(&mut self, now: u64) {
        self.stored = self.stored.max(now);
    }
    fn table(&mut self, counts: TableCounts) {
        self.table += counts;
    }
    fn seen(&self) -> Vec<u8> {
        write(self)
    }
    fn add_seen(&mut self, seen: &[u8]) {
        if let Some(counters) = read(seen) {
            *self += counters;
        }
    }
}
