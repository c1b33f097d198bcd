//! Ends all searches of a command at once.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use provebest::player::{ThinkLimits, Timer};

/// Holds the timers of all searches that go on.
#[derive(Default)]
pub struct StopSwitch(Mutex<State>);

#[derive(Default)]
struct State {
    called: bool,
    timers: Vec<Weak<Timer>>,
}

/// A game was given up because its result is not needed any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CalledOff;

impl StopSwitch {
    /// A timer that ends with the others.
    pub fn timer(&self, limits: ThinkLimits) -> Arc<Timer> {
        let timer = Arc::new(Timer::new(limits));
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.called {
            timer.end();
        }
        state.timers.retain(|other| other.strong_count() > 0);
        state.timers.push(Arc::downgrade(&timer));
        timer
    }

    /// Ends all searches, those to come included.
    pub fn stop_all(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.called = true;
        state.timers.iter().filter_map(Weak::upgrade).for_each(|timer| timer.end());
    }

    pub fn check(&self) -> Result<(), CalledOff> {
        if self.0.lock().unwrap_or_else(PoisonError::into_inner).called { Err(CalledOff) } else { Ok(()) }
    }
}
