//! How far a building of pattern databases is: a bar on a terminal, otherwise a line now and then.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use provebest::puzzle::tiles::Progress;

use crate::people;

pub(super) struct Meter {
    bar: Option<ProgressBar>,
    what: String,
    start: Instant,
    next: Duration,
}

impl Meter {
    const LINE: Duration = Duration::from_secs(5);

    pub(super) fn new(what: String) -> Meter {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{msg} {bar:30} {percent} %  {elapsed}");
            let bar = ProgressBar::new(1000).with_message(what.clone());
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Meter { bar, what, start: Instant::now(), next: Self::LINE }
    }

    pub(super) fn tell(&mut self, Progress { pattern, patterns, done, all }: Progress) {
        let part = done as f64 / all.max(1) as f64;
        if let Some(bar) = &self.bar {
            return bar.set_position((1000.0 * (pattern as f64 + part) / patterns as f64) as u64);
        }
        if self.start.elapsed() >= self.next {
            let percent = 100.0 * part;
            people::note(format_args!("{}: {percent:.0} % of pattern {} of {patterns}", self.what, pattern + 1));
            self.next += Self::LINE;
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
