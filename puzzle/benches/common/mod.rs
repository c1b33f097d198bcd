//! What the benches share: Korf's boards, a clock.

use std::time::Instant;

use cpu_time::ProcessTime;

#[allow(dead_code)]
#[path = "../../../suites/puzzles/korf.rs"]
mod suite;

pub use suite::Korf;

/// Korf's boards, the easiest first.
pub fn easiest_first() -> Vec<Korf> {
    let mut all = suite::korf();
    all.sort_by_key(|one| one.nodes);
    all
}

pub fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

/// Seconds of all processors.
pub fn processor_seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = ProcessTime::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

pub fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}
