//! How far an experiment is, on standard error.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use provebest_lab::progress::Progress;

use super::text::{note, time};

/// A bar with an estimate on a terminal, otherwise a line now and then.
pub struct Meter {
    name: &'static str,
    bar: Option<ProgressBar>,
    stage: Mutex<Stage>,
}

/// What is done now, since when, and when the next line is due.
struct Stage {
    what: String,
    start: Instant,
    next: Duration,
}

impl Stage {
    fn new(what: String) -> Stage {
        Stage { what, start: Instant::now(), next: Meter::LINE }
    }
}

impl Meter {
    const LINE: Duration = Duration::from_secs(10);

    pub fn new(name: &'static str) -> Meter {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{msg} {bar:30} {percent} %  {elapsed}, {eta} left");
            let bar = ProgressBar::new(1).with_message(name);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Meter { name, bar, stage: Mutex::new(Stage::new(name.into())) }
    }

    fn show(&self, what: String, work: u64, all: u64) {
        let mut stage = self.stage.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if stage.what != what {
            // The time left is estimated from the speed of this stage alone.
            *stage = Stage::new(what);
            if let Some(bar) = &self.bar {
                bar.reset();
                bar.set_message(stage.what.clone());
            }
        }
        if let Some(bar) = &self.bar {
            bar.set_length(all);
            return bar.set_position(work);
        }
        let passed = stage.start.elapsed();
        if passed >= stage.next && work > 0 {
            let left = passed.mul_f64((all - work) as f64 / work as f64);
            let percent = 100.0 * work as f64 / all as f64;
            note(format_args!("{}: {percent:.0} % after {}, about {} left", stage.what, time(passed), time(left)));
            stage.next = passed + (stage.next * 2).min(Duration::from_secs(60));
        }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
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
