//! A slice of a dive: how far it goes before the processor checks its mail, the clock and the limits.

use provebest_machine::Grain;

use super::inbox::Mailbox;
use crate::dive::Guide;
use crate::limits::{Limits, NodeQuota, Reason, Stop};
use crate::puzzle::{Cost, Puzzle};

/// On real machines, after how many nodes to check for mail.
const BREATH: u64 = 4096;

/// How long slices are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pace {
    /// The nodes of a slice; then time passes.
    nodes: u64,
    /// Does time pass by itself, so that only mail interrupts?
    real: bool,
}

impl Pace {
    /// For a machine with this grain; where time is simulated, slices of at least this number of nodes.
    pub(super) fn new(grain: Grain, slice: u64) -> Pace {
        match grain {
            Grain::Leaves(leaves) => Pace { nodes: leaves.max(slice).max(1), real: false },
            Grain::Time(_) => Pace { nodes: u64::MAX, real: true },
        }
    }
}

/// Guides a dive through a slice.
pub(super) struct Slice<'a> {
    mailbox: &'a dyn Mailbox,
    limits: Limits<'a>,
    quota: &'a NodeQuota,
    pace: Pace,
    /// Nodes that were paid for.
    paid: u64,
    end: u64,
    /// Does another processor wait for a part of the nodes? Then the slice is short.
    pub(super) awaited: bool,
    /// The lowest estimate of a state that was entered, if that is watched.
    pub(super) nearest: Option<Cost>,
    /// Has mail come?
    interrupted: bool,
    /// Why the search has to end.
    pub(super) reason: Option<Reason>,
}

impl<'a> Slice<'a> {
    pub(super) fn new(mailbox: &'a dyn Mailbox, limits: Limits<'a>, quota: &'a NodeQuota, pace: Pace) -> Self {
        Slice {
            mailbox,
            limits,
            quota,
            pace,
            paid: 0,
            end: 0,
            awaited: false,
            nearest: None,
            interrupted: false,
            reason: None,
        }
    }

    /// A new slice after this number of nodes: when to ask first.
    pub(super) fn begin(&mut self, generated: u64) -> u64 {
        self.interrupted = false;
        let nodes = if self.awaited { self.pace.nodes.min(BREATH) } else { self.pace.nodes };
        // Others may have used up the quota. Time passes nevertheless, so that mail about it can arrive.
        self.end = generated.saturating_add(nodes.min(self.quota.left().max(1)));
        self.until(generated)
    }

    /// Has the slice ended?
    pub(super) fn ended(&self, generated: u64) -> bool {
        generated >= self.end || self.interrupted || self.reason.is_some()
    }

    fn until(&self, generated: u64) -> u64 {
        let breath = self.limits.stop.map_or(BREATH, |stop| stop.ask_again_after().clamp(1, BREATH));
        generated.saturating_add(breath).min(self.end)
    }

    /// Pays for the nodes up to here, and asks whether to go on.
    pub(super) fn pay(&mut self, generated: u64) {
        let solvent = self.quota.pay(generated - std::mem::replace(&mut self.paid, generated));
        let reason = self.limits.stop.and_then(Stop::stop).or((!solvent).then_some(Reason::Nodes));
        self.reason = self.reason.or(reason);
    }
}

impl<P: Puzzle> Guide<P> for Slice<'_> {
    fn go_on(&mut self, generated: u64) -> Option<u64> {
        self.pay(generated);
        self.interrupted |= self.pace.real && self.mailbox.has_mail();
        (!self.ended(generated)).then(|| self.until(generated))
    }

    #[inline(always)]
    fn knows(&mut self, puzzle: &P, state: &P::State, _: u32) -> bool {
        if let Some(nearest) = &mut self.nearest {
            *nearest = puzzle.estimate(state).min(*nearest);
        }
        false
    }
}
