//! `manifest.json`: all that is needed to run it again, and when it ran.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::Run;

#[derive(Serialize)]
pub(super) struct Manifest {
    schema: u32,
    experiment: &'static str,
    question: String,
    source: String,
    command: Vec<String>,
    version: &'static str,
    /// The commit and the compiler of this program, and the processor it ran on, as far as they are known.
    commit: Option<&'static str>,
    compiler: Option<&'static str>,
    cpu: Option<String>,
    seed: u64,
    orders: Vec<String>,
    widths: Vec<u32>,
    depths: Vec<u32>,
    kinds: Vec<String>,
    trees: u32,
    algorithms: Vec<&'static str>,
    values: i32,
    cores: usize,
    threads: usize,
    /// Do the tables have times of a clock? All others are the same on any number of threads.
    timed: bool,
    finished: String,
    /// Wall time of this run.
    seconds: f64,
    /// Trees that an earlier, interrupted run had done.
    trees_kept: usize,
}

impl Manifest {
    pub(super) fn new(run: &Run<'_>, threads: usize, kept: usize, time: Duration) -> Manifest {
        let (about, plan) = (run.experiment.about(), &run.plan);
        Manifest {
            schema: 1,
            experiment: about.name,
            question: about.question(),
            source: about.source(),
            command: run.command.clone(),
            version: env!("CARGO_PKG_VERSION"),
            commit: known(env!("PROVEBEST_COMMIT")),
            compiler: known(env!("PROVEBEST_COMPILER")),
            cpu: cpu(),
            seed: plan.seed,
            orders: plan.kinds.iter().map(|kind| kind.to_string()).collect(),
            widths: plan.widths.clone(),
            depths: plan.depths.clone(),
            kinds: plan.only.iter().map(|subject| subject.to_string()).collect(),
            trees: plan.trees,
            algorithms: plan.algorithms.iter().map(|algorithm| algorithm.name()).collect(),
            values: plan.values,
            cores: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            threads,
            timed: run.experiment.timed(),
            finished: moment(SystemTime::now()),
            seconds: time.as_secs_f64(),
            trees_kept: kept,
        }
    }
}

fn known(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The name of the processor, where the system tells it in a file.
fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// A moment in the form of ISO 8601, such as 2026-01-31T12:00:00Z.
fn moment(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Howard Hinnant's days-to-date, for days since 1970.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_dates() {
        let at = |seconds| moment(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
