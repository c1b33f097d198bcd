//! A clock that can be read from outside a program.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

use crate::processor::{Rank, Time};

/// Shows the virtual time of the simulated machine that has it, and which processor is on stage, to an observer that is no part of the program and sees no
/// processor. Virtual time stands still while a program runs, so what is read there is exact. Copies show the same time.
///
/// ```
/// use provebest_machine::{Clock, Machine, Processor, Program, Simulated, Work};
///
/// struct Watched(Clock);
/// impl Program<()> for Watched {
///     type Answer = u64;
///     async fn run(&self, me: &dyn Processor<()>) -> u64 {
///         me.work(Work { leaves: 7, nodes: 0 }).await;
///         assert_eq!(self.0.rank(), me.rank());
///         self.0.now()
///     }
/// }
/// let clock = Clock::default();
/// let run = Simulated::new(2).clock(clock.clone()).run(&Watched(clock))?;
/// assert_eq!(run.answers, [7, 7]);
/// # Ok::<(), provebest_machine::Failure>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Clock(Arc<Shown>);

#[derive(Debug, Default)]
struct Shown {
    time: AtomicU64,
    rank: AtomicU32,
}

impl Clock {
    /// The time.
    pub fn now(&self) -> Time {
        self.0.time.load(Relaxed)
    }

    /// The processor whose program runs.
    pub fn rank(&self) -> Rank {
        Rank(self.0.rank.load(Relaxed))
    }

    pub(crate) fn set(&self, time: Time, rank: Rank) {
        self.0.time.store(time, Relaxed);
        self.0.rank.store(rank.0, Relaxed);
    }
}

/// Two clocks are the same if one shows what the other shows.
impl PartialEq for Clock {
    fn eq(&self, other: &Clock) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Clock {}
