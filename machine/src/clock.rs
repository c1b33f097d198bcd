//! A clock that can be read from outside a program.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::processor::Time;

/// Shows the virtual time of the simulated machine that has it, to an observer that is no part of the program and sees no
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
///         self.0.now()
///     }
/// }
/// let clock = Clock::default();
/// let run = Simulated::new(2).clock(clock.clone()).run(&Watched(clock))?;
/// assert_eq!(run.answers, [7, 7]);
/// # Ok::<(), provebest_machine::Failure>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Clock(Arc<AtomicU64>);

impl Clock {
    /// The time.
    pub fn now(&self) -> Time {
        self.0.load(Relaxed)
    }

    pub(crate) fn set(&self, time: Time) {
        self.0.store(time, Relaxed);
    }
}

/// Two clocks are the same if one shows what the other shows.
impl PartialEq for Clock {
    fn eq(&self, other: &Clock) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Clock {}
