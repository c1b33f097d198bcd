//! A bell for threads that wait for each other in shared memory. Only the engine's threads use it: programs on a machine wait
//! for mail.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// Wakes threads that wait for a change in shared memory. No thread waits longer than a moment, so a ring that comes too early
/// costs a moment and nothing else. For the engine's threads only.
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
///     while !done.load(Relaxed) {
///         bell.wait_a_moment();
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
        self.rings.fetch_add(1, Relaxed);
        self.rung.notify_all();
    }

    /// Waits for the bell, but not for long.
    pub fn wait_a_moment(&self) {
        let before = self.rings.load(Relaxed);
        for _ in 0..Self::PATIENCE {
            if self.rings.load(Relaxed) != before {
                return;
            }
            std::hint::spin_loop();
        }
        let gate = self.gate.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        drop(self.rung.wait_timeout(gate, Self::MOMENT));
    }
}
