//! What happens during a search: counters, leaf orders, traces. A search itself keeps no statistics. It tells an [`Observer`]
//! what it does, and `()` is the observer that does not listen and costs nothing.

mod counters;
mod trace;
mod why;

pub use counters::{Counters, Cuts};
pub use trace::{Event, Leaves, Trace, dewey};
pub use why::Why;

use provebest_game::{Ply, Score, Window};
use provebest_machine::build::{read, write};

use crate::table::TableCounts;

/// Why the remaining children of a node need no visit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cut {
    /// The node has reached beta: the opponent has something better above and will not come here.
    Beta,
    /// An earlier search refuted this node with a later child: those to the left of it were seen and are no better.
    IgnoreLeft,
    /// What has been found is at least as good as the upper bounds of all children that remain.
    ProveBest,
    /// The node is solved at the merit its children were given: none of them can have more (SSS* and its kin).
    Solved,
}

/// Listens to a search. Every method does nothing unless it is overridden, and then it compiles away.
///
/// Scores and windows are in the view of the side to move at the node that is spoken of.
pub trait Observer {
    /// The search turns to the child with this number of the node at `ply` on the current path.
    #[inline(always)]
    fn descend(&mut self, _ply: Ply, _number: u32) {}

    /// It enters the inner node at `ply`.
    #[inline(always)]
    fn enter(&mut self, _ply: Ply, _window: Window) {}

    /// A search that grows its tree is going to expand the frontier node at `ply`, for this reason.
    #[inline(always)]
    fn expand(&mut self, _ply: Ply, _why: Why) {}

    /// It computes the value of the leaf at `ply`.
    #[inline(always)]
    fn leaf(&mut self, _ply: Ply, _value: Score) {}

    /// It has an estimate of the inner node at `ply`, which it may expand later.
    #[inline(always)]
    fn estimate(&mut self, _ply: Ply, _value: Score) {}

    /// At the end of the search: how many inner nodes and how many leaves were entered in all. For observers that only count.
    #[inline(always)]
    fn total(&mut self, _inner: u64, _leaves: u64) {}

    /// The node at `ply` has a better value than before, by the child with this number.
    #[inline(always)]
    fn update(&mut self, _ply: Ply, _number: u32, _value: Score) {}

    /// The node at `ply` is done with, at the child with this number, before all of its children were seen.
    #[inline(always)]
    fn cut(&mut self, _ply: Ply, _number: u32, _why: Cut) {}

    /// The child with this number of the node at `ply`, or the root itself, is searched again with this window (in the
    /// view of the node at `ply`).
    #[inline(always)]
    fn research(&mut self, _ply: Ply, _number: Option<u32>, _window: Window) {}

    /// The node at `ply` is not entered: a stored bound answers for it. Its value is at least `lower` and at most `upper`. A
    /// search that keeps bounds of all its nodes tells them when they change.
    #[inline(always)]
    fn recall(&mut self, _ply: Ply, _lower: Score, _upper: Score) {}

    /// It leaves the inner node at `ply` with this value. Best-first searches leave a node many times.
    #[inline(always)]
    fn exit(&mut self, _ply: Ply, _value: Score) {}

    /// This many descriptors are stored now.
    #[inline(always)]
    fn stored(&mut self, _now: u64) {}

    /// At the end of a search with a scattered table: how often this processor used it.
    #[inline(always)]
    fn table(&mut self, _counts: TableCounts) {}

    /// What it has seen, as bytes: for an observer of the same kind in another process.
    fn seen(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Adds what an observer of the same kind has [`seen`](Observer::seen).
    fn add_seen(&mut self, _seen: &[u8]) {}
}

impl Observer for () {}

/// Two observers at once.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn descend(&mut self, ply: Ply, number: u32) {
        self.0.descend(ply, number);
        self.1.descend(ply, number);
    }
    fn enter(&mut self, ply: Ply, window: Window) {
        self.0.enter(ply, window);
        self.1.enter(ply, window);
    }
    fn expand(&mut self, ply: Ply, why: Why) {
        self.0.expand(ply, why);
        self.1.expand(ply, why);
    }
    fn leaf(&mut self, ply: Ply, value: Score) {
        self.0.leaf(ply, value);
        self.1.leaf(ply, value);
    }
    fn estimate(&mut self, ply: Ply, value: Score) {
        self.0.estimate(ply, value);
        self.1.estimate(ply, value);
    }
    fn total(&mut self, inner: u64, leaves: u64) {
        self.0.total(inner, leaves);
        self.1.total(inner, leaves);
    }
    fn update(&mut self, ply: Ply, number: u32, value: Score) {
        self.0.update(ply, number, value);
        self.1.update(ply, number, value);
    }
    fn cut(&mut self, ply: Ply, number: u32, why: Cut) {
        self.0.cut(ply, number, why);
        self.1.cut(ply, number, why);
    }
    fn research(&mut self, ply: Ply, number: Option<u32>, window: Window) {
        self.0.research(ply, number, window);
        self.1.research(ply, number, window);
    }
    fn recall(&mut self, ply: Ply, lower: Score, upper: Score) {
        self.0.recall(ply, lower, upper);
        self.1.recall(ply, lower, upper);
    }
    fn exit(&mut self, ply: Ply, value: Score) {
        self.0.exit(ply, value);
        self.1.exit(ply, value);
    }
    fn stored(&mut self, now: u64) {
        self.0.stored(now);
        self.1.stored(now);
    }
    fn table(&mut self, counts: TableCounts) {
        self.0.table(counts);
        self.1.table(counts);
    }
    fn seen(&self) -> Vec<u8> {
        write(&(self.0.seen(), self.1.seen()))
    }
    fn add_seen(&mut self, seen: &[u8]) {
        if let Some((first, second)) = read::<(Vec<u8>, Vec<u8>)>(seen) {
            self.0.add_seen(&first);
            self.1.add_seen(&second);
        }
    }
}
