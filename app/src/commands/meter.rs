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
            let bar = ProgressBar::new(1).with_message(what.clone());
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Meter { bar, what, start: Instant::now(), next: Self::LINE }
    }

    pub(super) fn tell(&mut self, Progress { done, all }: Progress) {
        if let Some(bar) = &self.bar {
            bar.set_length(all);
            return bar.set_position(done);
        }
        if self.start.elapsed() >= self.next {
            people::note(format_args!("{}: {:.0} %", self.what, 100.0 * done as f64 / all.max(1) as f64));
            self.next += Self::LINE;
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
