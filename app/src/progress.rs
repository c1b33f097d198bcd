//! What is told on standard error while a search runs: a spinner on a terminal, otherwise a line now and then.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::people;

pub struct Progress {
    bar: Option<ProgressBar>,
    what: String,
    start: Instant,
    next: Duration,
}

impl Progress {
    /// How often to look.
    pub const TICK: Duration = Duration::from_millis(100);
    const LINE: Duration = Duration::from_secs(10);

    pub fn new(what: String) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("a valid template");
            ProgressBar::new_spinner().with_style(style).with_message(what.clone())
        });
        Progress { bar, what, start: Instant::now(), next: Self::LINE }
    }

    pub fn tick(&mut self) {
        if let Some(bar) = &self.bar {
            return bar.tick();
        }
        if self.start.elapsed() >= self.next {
            people::note(format_args!("{}: {} s so far", self.what, self.start.elapsed().as_secs()));
            self.next *= 2;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
