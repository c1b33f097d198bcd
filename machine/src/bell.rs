//! A bell for threads that wait for each other in shared memory. Only the engine's threads use it: programs on a machine wait
//! for mail.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// Wakes threads that wait for a change in shared memory. Who waits says how often it had rung before the last look at that memory, so
/// a ring between the look and the wait is not lost. One that is lost all the same costs a moment and nothing else: no thread waits
/// longer. For the engine's threads only.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
/// use provebest_machine::Bell;
/// let (bell, done) = (Bell::default(), AtomicBool::new(false));
/// std::thread::scope(|scope| {
///     scope.spawn(|| {
///         done.store(true, Relaxed);
///         bell.ring();
///     });
///     loop {
///         let rings = bell.rings();
///         if done.load(Relaxed) {
///             break;
///         }
///         bell.wait_a_moment(rings);
///     }
/// });
/// ```
#[derive(Debug, Default)]
pub struct Bell {
    rings: AtomicUsize,
    gate: Mutex<()>,
    rung: Condvar,
}

impl Bell {
    const MOMENT: Duration = Duration::from_micros(200);
    /// How often to look before sleeping: to be woken takes longer than most waits.
    const PATIENCE: u32 = 1000;

    /// Something has changed.
    pub fn ring(&self) {
        self.rings.fetch_add(1, Release);
        self.rung.notify_all();
    }

    /// How often it has rung.
    pub fn rings(&self) -> usize {
        self.rings.load(Acquire)
    }

    /// Waits, but not for long, until it has rung more often than `before`. Has it?
    pub fn wait_a_moment(&self, before: usize) -> bool {
        let has_rung = || self.rings.load(Relaxed) != before;
        for _ in 0..Self::PATIENCE {
            if has_rung() {
                return true;
            }
            std::hint::spin_loop();
        }
        let gate = self.gate.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        drop(self.rung.wait_timeout(gate, Self::MOMENT));
        has_rung()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_before_the_wait_is_heard() {
        let bell = Bell::default();
        let rings = bell.rings();
        assert!(!bell.wait_a_moment(rings), "nobody has rung");
        bell.ring();
        assert!(bell.wait_a_moment(rings));
        assert!(!bell.wait_a_moment(bell.rings()), "it was heard");
    }
}
