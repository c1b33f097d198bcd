//! How far an experiment is.

use std::sync::{Mutex, PoisonError};

use provebest_lab::progress::Progress;

use super::live::Live;

/// The line of progress, for the threads of an experiment.
pub struct Meter {
    name: &'static str,
    live: Mutex<Live>,
}

impl Meter {
    pub fn new(name: &'static str) -> Meter {
        Meter { name, live: Mutex::new(Live::new(name)) }
    }

    fn show(&self, what: String, work: u64, all: u64) {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.rename(what);
        live.show(Some(work as f64 / all.max(1) as f64), String::new);
    }
}

impl Progress for Meter {
    fn preparing(&self, what: &str, work: u64, all: u64) {
        self.show(format!("{}: {what}", self.name), work, all);
    }

    fn done(&self, work: u64, all: u64) {
        self.show(self.name.into(), work, all);
    }
}
