//! A slice of a dive: how far one goes before it looks at its mail, the clock and the limits.

use provebest_machine::{Grain, Post};

use crate::dive::Guide;
use crate::limits::{Limits, Purse, Reason, Stop};
use crate::puzzle::Puzzle;

/// On real machines mail is looked for every so many nodes.
const BREATH: u64 = 4096;

/// How long slices are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pace {
    /// So many nodes, and then time passes.
    nodes: u64,
    /// Does time pass by itself, so that only mail interrupts?
    real: bool,
}

impl Pace {
    /// For a machine with this grain; where time is simulated, slices of at least so many nodes.
    pub(super) fn new(grain: Grain, slice: u64) -> Pace {
        match grain {
            Grain::Leaves(leaves) => Pace { nodes: leaves.max(slice).max(1), real: false },
            Grain::Time(_) => Pace { nodes: u64::MAX, real: true },
        }
    }
}

/// Guides a dive through a slice.
pub(super) struct Slice<'a, M> {
    post: &'a Post<'a, M>,
    limits: Limits<'a>,
    purse: &'a Purse,
    pace: Pace,
    /// Nodes that were paid for.
    paid: u64,
    end: u64,
    /// Does somebody wait for what the dive leaves? Then the slice is short.
    pub(super) awaited: bool,
    /// Mail that interrupted the dive.
    pub(super) mail: Option<M>,
    /// Why all has to end.
    pub(super) reason: Option<Reason>,
}

impl<'a, M> Slice<'a, M> {
    pub(super) fn new(post: &'a Post<'a, M>, limits: Limits<'a>, purse: &'a Purse, pace: Pace) -> Self {
        Slice { post, limits, purse, pace, paid: 0, end: 0, awaited: false, mail: None, reason: None }
    }

    /// A new slice after so many nodes: when to ask first.
    pub(super) fn begin(&mut self, generated: u64) -> u64 {
        self.end = generated.saturating_add(if self.awaited { self.pace.nodes.min(BREATH) } else { self.pace.nodes });
        self.until(generated)
    }

    /// Has the slice ended?
    pub(super) fn ended(&self, generated: u64) -> bool {
        generated >= self.end || self.mail.is_some() || self.reason.is_some()
    }

    fn until(&self, generated: u64) -> u64 {
        let breath = self.limits.stop.map_or(BREATH, |stop| stop.ask_again_after().clamp(1, BREATH));
        generated.saturating_add(breath).min(self.end)
    }

    /// Pays for the nodes up to here, and asks whether to go on.
    pub(super) fn pay(&mut self, generated: u64) {
        let solvent = self.purse.pay(generated - std::mem::replace(&mut self.paid, generated));
        let reason = self.limits.stop.and_then(Stop::stop).or((!solvent).then_some(Reason::Nodes));
        self.reason = self.reason.or(reason);
    }
}

impl<P: Puzzle, M> Guide<P> for Slice<'_, M> {
    fn go_on(&mut self, generated: u64) -> Option<u64> {
        self.pay(generated);
        if self.pace.real && self.mail.is_none() {
            self.mail = self.post.poll();
        }
        (!self.ended(generated)).then(|| self.until(generated))
    }
}
