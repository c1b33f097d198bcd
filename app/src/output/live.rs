//! The line of progress: on a terminal one line that rewrites itself, with a bar where the end is known; otherwise a plain line now
//! and then. All commands that take long show this one.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use ::console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use super::{console, text};

/// What ends sooner shows nothing.
const SOON: Duration = Duration::from_millis(250);
/// How often the spinner turns.
const TURN: Duration = Duration::from_millis(120);
/// How often plain lines come where there is something to tell.
const LINE: Duration = Duration::from_secs(5);
/// When the first plain line comes that only tells that something goes on; then after twice the time.
const STILL: Duration = Duration::from_secs(10);
/// The length of the bar.
const PARTS: u64 = 1000;

/// Shows how far something is, until it is dropped. There is one at a time.
pub struct Live {
    bar: Option<ProgressBar>,
    name: String,
    start: Instant,
    next: Duration,
    still: Duration,
    forecast: Forecast,
    has_bar: bool,
}

impl Live {
    pub fn new(name: impl Into<String>) -> Live {
        let name = name.into();
        let bar = console::is_live().then(|| {
            let bar = ProgressBar::with_draw_target(Some(PARTS), ProgressDrawTarget::hidden());
            bar.set_style(style(false));
            bar.set_prefix(name.clone());
            *console::live() = Some(bar.clone());
            show_later(bar.clone());
            bar
        });
        Live {
            bar,
            name,
            start: Instant::now(),
            next: LINE,
            still: STILL,
            forecast: Forecast::default(),
            has_bar: false,
        }
    }

    /// From now on this is what goes on.
    pub fn rename(&mut self, name: impl Into<String>) {
        let name = name.into();
        if name == self.name {
            return;
        }
        self.name = name;
        (self.forecast, self.has_bar) = (Forecast::default(), false);
        (self.next, self.still) = (self.start.elapsed() + LINE, self.start.elapsed() + STILL);
        if let Some(bar) = &self.bar {
            bar.set_style(style(false));
            bar.set_prefix(self.name.clone());
            bar.set_message("");
        }
    }

    /// How long it has taken so far.
    pub fn time(&self) -> Duration {
        self.start.elapsed()
    }

    /// It goes on, and there is nothing more to tell.
    pub fn tick(&mut self) {
        if self.bar.is_none() && self.time() >= self.still && !console::is_quiet() {
            self.still = self.time() + self.still;
            text::note(format_args!("{}: {} s so far", self.name, self.time().as_secs()));
        }
    }

    /// It goes on: this share of it is done, if that is known, and these are the words for it.
    pub fn show(&mut self, done: Option<f64>, words: impl FnOnce() -> String) {
        let time = self.time();
        if let Some(done) = done {
            self.forecast.see(done, time);
        }
        let left = |forecast: &Forecast| done.map(|_| forecast.words(time));
        if let Some(bar) = &self.bar {
            if let (Some(_), false) = (done, self.has_bar) {
                self.has_bar = true;
                bar.set_style(style(true));
            }
            bar.set_position((done.unwrap_or(0.0) * PARTS as f64) as u64);
            let words = [left(&self.forecast).flatten(), Some(words())].into_iter().flatten();
            let words: Vec<String> = words.filter(|words| !words.is_empty()).collect();
            let bar_and_share = if self.has_bar { 16 + 1 + 5 + 1 } else { 0 };
            // The spinner, the name and the time stand before the words; `^C` may stand behind them.
            let before = 2 + self.name.chars().count() + 1 + bar_and_share + 4 + 1;
            let room = console::error_width().map_or(usize::MAX, |width| width.saturating_sub(before + 3));
            return bar.set_message(console::plain(&shortened(&words.join(" · "), room)).into_owned());
        }
        if time >= self.next && !console::is_quiet() {
            // The later it is, the fewer lines.
            self.next = time + LINE.max(time / 16);
            let share = done.map(|done| format!("{:.0} %", 100.0 * done));
            let left = left(&self.forecast).map(|left| left.unwrap_or_else(|| "time left unknown".into()));
            let parts = [Some(words()).filter(|words| !words.is_empty()), share, left].into_iter().flatten();
            let parts: Vec<String> = parts.collect();
            text::note(format_args!("{}, {}: {}", self.name, text::time(time), parts.join("; ")));
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            *console::live() = None;
            bar.disable_steady_tick();
            bar.finish_and_clear();
        }
    }
}

/// What takes longer is shown.
fn show_later(bar: ProgressBar) {
    let later = move || {
        std::thread::sleep(SOON);
        // The lock keeps it until it is shown.
        let live = console::live();
        if live.is_some() && !bar.is_finished() {
            let target = ProgressDrawTarget::term_like_with_hz(Box::new(Narrow(Term::buffered_stderr())), 20);
            bar.set_draw_target(target);
            bar.enable_steady_tick(TURN);
        }
    };
    // Without a thread nothing is shown, and nothing is lost.
    let _ = std::thread::Builder::new().name("progress".into()).spawn(later);
}

/// A terminal with room for `^C` behind its lines. Lines are filled up to its width: at the true one, what a terminal echoes would begin a
/// line, and the old one would be left behind.
#[derive(Debug)]
struct Narrow(Term);

impl TermLike for Narrow {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(3)
    }
    fn height(&self) -> u16 {
        self.0.size().0
    }
    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }
    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }
    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }
    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }
    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }
    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }
    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }
    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

fn style(has_end: bool) -> ProgressStyle {
    let template = match has_end {
        true => "{spinner} {prefix} {bar:16} {percent:>2} % {elapsed} {msg}",
        false => "{spinner} {prefix} {elapsed} {msg}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner());
    match console::is_ascii() {
        true => style.progress_chars("=>.").tick_chars("|/-\\ "),
        false => style.progress_chars("━╸─"),
    }
}

/// As many words as have room.
fn shortened(words: &str, room: usize) -> String {
    let (letters, enough) = (words.chars().count(), room.saturating_sub(4));
    if letters <= room {
        return words.into();
    }
    let cut: String = words.chars().take(enough + 1).collect();
    match cut.rsplit_once(' ') {
        Some((whole, _)) => format!("{} ...", whole.trim_end_matches([' ', '·'])),
        None => String::new(),
    }
}

/// Forecasts how long something takes, and tells it only if the forecasts of late agree.
#[derive(Default)]
struct Forecast {
    /// What was done at the first look: earlier runs did that, in a time that is not known.
    first: Option<(f64, Duration)>,
    /// When, and how long the whole would take.
    forecasts: VecDeque<(Duration, f64)>,
}

impl Forecast {
    /// So many forecasts have to agree ...
    const ENOUGH: usize = 4;
    const MOST: usize = 8;
    /// ... within this factor.
    const APART: f64 = 4.0;

    fn see(&mut self, done: f64, time: Duration) {
        let &mut (before, since) = self.first.get_or_insert((done, time));
        let share = (done - before) / (1.0 - before).max(1e-9);
        let (share, time) = if before < 0.005 { (done, time) } else { (share, time.saturating_sub(since)) };
        let pause = (time / 16).max(Duration::from_millis(500));
        if share < 0.005 || self.forecasts.back().is_some_and(|(last, _)| time < *last + pause) {
            return;
        }
        self.forecasts.push_back((time, time.as_secs_f64() / share));
        if self.forecasts.len() > Self::MOST {
            self.forecasts.pop_front();
        }
    }

    /// The time that is left, as a range; nothing as long as the forecasts disagree.
    fn left(&self, time: Duration) -> Option<(Duration, Duration)> {
        let totals = || self.forecasts.iter().map(|(_, total)| *total);
        let (least, most) = (totals().fold(f64::INFINITY, f64::min), totals().fold(0.0, f64::max));
        let (before, since) = self.first?;
        let time = if before < 0.005 { time } else { time.saturating_sub(since) }.as_secs_f64();
        let steady = self.forecasts.len() >= Self::ENOUGH && most < Self::APART * least;
        let left = |total: f64| Duration::from_secs_f64((total - time).max(0.0));
        steady.then(|| (left(least), left(most)))
    }

    fn words(&self, time: Duration) -> Option<String> {
        let (least, most) = self.left(time)?;
        let (low, high) = (text::rough(least), text::rough(most));
        let (Some((number, unit)), Some((_, other))) = (low.split_once(' '), high.split_once(' ')) else { return None };
        Some(match () {
            () if low == high => format!("about {low} left"),
            () if unit == other => format!("{number} to {high} left"),
            () => format!("{low} to {high} left"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecast(shares: impl IntoIterator<Item = f64>) -> Option<String> {
        let (mut forecast, mut time) = (Forecast::default(), Duration::ZERO);
        for share in shares {
            forecast.see(share, time);
            time += Duration::from_secs(10);
        }
        forecast.words(time)
    }

    #[test]
    fn words_fit_their_room() {
        assert_eq!(shortened("value 3 · e2e4 e7e5", 19), "value 3 · e2e4 e7e5");
        assert_eq!(shortened("value 3 · e2e4 e7e5", 18), "value 3 · e2e4 ...");
        assert_eq!(shortened("value 3 · e2e4 e7e5", 14), "value 3 ...");
        assert_eq!(shortened("value 3 · e2e4 e7e5", 5), "");
    }

    #[test]
    fn only_steady_guesses_are_told() {
        assert_eq!(forecast([0.0, 0.1, 0.2, 0.3, 0.4]), Some("about 50 s left".into()));
        assert_eq!(forecast([0.0, 0.1, 0.2]), None, "too few");
        assert_eq!(forecast([0.0, 0.01, 0.1, 0.11, 0.5]), None, "they disagree");
        assert_eq!(forecast([0.0, 0.01, 0.015, 0.02, 0.025, 0.05]), Some("16 to 26 min left".into()));
    }

    /// Half of it was there before.
    #[test]
    fn what_is_kept_took_no_time() {
        assert_eq!(forecast([0.5, 0.55, 0.6, 0.65, 0.7]), Some("about 50 s left".into()));
    }
}
