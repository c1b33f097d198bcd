//! Somebody who says stop after a while.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use provebest_search::{Reason, Stop};

/// Says stop at the question with this number and at all that follow.
pub struct Patience {
    left: u64,
    reason: Reason,
    every: u64,
    asked: AtomicU64,
}

impl Patience {
    pub fn new(left: u64) -> Patience {
        Patience { left, reason: Reason::Cancel, every: 1024, asked: AtomicU64::new(0) }
    }

    pub fn because(self, reason: Reason) -> Patience {
        Patience { reason, ..self }
    }

    /// To be asked every so many nodes.
    pub fn every(self, nodes: u64) -> Patience {
        Patience { every: nodes, ..self }
    }

    /// How many questions there were.
    pub fn asked(&self) -> u64 {
        self.asked.load(Relaxed)
    }
}

impl Stop for Patience {
    fn stop(&self) -> Option<Reason> {
        (self.asked.fetch_add(1, Relaxed) >= self.left).then_some(self.reason)
    }

    fn ask_again_after(&self) -> u64 {
        self.every
    }
}
