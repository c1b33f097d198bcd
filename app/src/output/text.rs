//! Words, numbers and tables for people to read, and messages on standard error.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use provebest::machine::Measured;
pub use provebest::terminal::thousands;
use provebest::{Ply, Score};
use provebest_catalog::is_control;

use super::console::{self, aside, plain};
use crate::ending::Ending;

/// What stands out.
pub const BOLD: Style = Style::new().bold();
/// What stands back.
pub const DIM: Style = Style::new().dimmed();
/// Good news.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Bad news.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// Writes a note to standard error, unless it is unwanted. If that fails, nothing is lost.
pub fn note(text: fmt::Arguments<'_>) {
    if !console::is_quiet() {
        let text = in_words(&text.to_string(), console::error_width());
        let _ = aside(|| writeln!(anstream::stderr(), "{}", plain(&harmless(&text))));
    }
}

/// Sentences for standard output: a terminal gets them in lines that end with a word.
pub fn sentences(text: &str) -> String {
    in_words(text, console::width())
}

/// The lines of a text that are too long for a terminal, broken between words. What is indented stays: it points at a place.
fn in_words(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.into() };
    let lines = text.split('\n').flat_map(|line| match line.chars().count() > width && !line.starts_with(' ') {
        true => wrapped(line, width),
        false => vec![line.into()],
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text in lines of at most this many letters, but for longer words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// Writes an error to standard error, with its causes.
pub fn error(error: &anyhow::Error) {
    let error = format!("error: {error:#}");
    let error = in_words(&error, console::error_width());
    let error = plain(&harmless(&error)).into_owned();
    let _ = aside(|| writeln!(anstream::stderr(), "{BAD}error:{BAD:#}{}", error.trim_start_matches("error:")));
}

/// Writes to standard error that a file could not be written. The command goes on: its answer is still of use.
pub fn unwritten(what: &str, why: &dyn fmt::Display) -> Ending {
    let what = harmless(what);
    let _ = aside(|| writeln!(anstream::stderr(), "{BAD}error:{BAD:#} {what} could not be written: {why}"));
    Ending::Unwritten
}

/// Text of others as a terminal may see it: what could move its cursor, change its colours or turn the text around is written out,
/// `<U+001B>` for an escape.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let harms = |c: char| is_control(c) && c != '\n';
    if !text.contains(harms) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if harms(c) { format!("<U+{:04X}>", u32::from(c)) } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// A number with commas, or as a power of ten if it is astronomic.
pub fn large(number: u128) -> String {
    match i128::try_from(number) {
        Ok(small) if small < 1_000_000_000_000_000 => thousands(small),
        _ if number == u128::MAX => "more than 10^38".into(),
        _ => format!("about 10^{:.0}", (number as f64).log10()),
    }
}

/// One or several.
pub fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(count), if count == 1 { one } else { many })
}

/// A time with a unit that suits it.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.000_999_5 => format!("{:.0} µs", s * 1e6),
        s if s < 0.999_5 => format!("{:.1} ms", s * 1e3),
        s if s < 60.0 => format!("{s:.2} s"),
        s => format!("{:.0} min {:.0} s", (s / 60.0).floor(), s % 60.0),
    }
}

/// A rough time: one number and a unit.
pub fn rough(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 90.0 => format!("{:.0} s", s.ceil()),
        s if s < 90.0 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{} days", thousands((s / 86400.0) as u64)),
    }
}

/// The share of time in which processors waited.
pub fn idle(measured: &Measured) -> Option<String> {
    let all = measured.processors as f64 * measured.time as f64;
    (all > 0.0).then(|| format!("{:.0} %", 100.0 * measured.idle() as f64 / all))
}

/// A value: a number, or how a decided game ends, and in how many plies if that is known.
pub fn value(value: Score, plies: Option<u32>) -> String {
    decided(value, plies, "in")
}

/// The same where the game may end sooner.
pub fn value_in_time(value: Score, plies: u32) -> String {
    decided(value, Some(plies), "in at most")
}

/// The values between two: numbers, or that the game may be won or lost.
pub fn range(low: Score, high: Score) -> String {
    match [low, high].map(|end| value(end, None)) {
        [low, high] if low == high => low,
        [low, high] => format!("{low} to {high}"),
    }
}

fn decided(value: Score, plies: Option<u32>, when: &str) -> String {
    if value.end().is_none() {
        // No game is worth more than a win at once.
        return match value.0.unsigned_abs() > Score::win_in(Ply(0)).0.unsigned_abs() {
            true if value > Score::ZERO => "+inf".into(),
            true => "-inf".into(),
            false => thousands(value.0),
        };
    }
    let how = if value > Score::ZERO { "win" } else { "loss" };
    match plies {
        Some(0) if value < Score::ZERO => "lost".into(),
        Some(plies) => format!("{how} {when} {}", plural(plies.into(), "ply", "plies")),
        None => format!("a {how}"),
    }
}

/// The value of an engine: in pawns, or in moves to mate.
pub fn pawns(value: Score, unit: i32, plies: Option<u32>) -> String {
    match (value.end(), if value < Score::ZERO { '-' } else { '+' }) {
        (Some(_), sign) => format!("{sign}M{}", plies.map_or("?".into(), |plies| plies.div_ceil(2).to_string())),
        (None, _) => format!("{:+.2}", f64::from(value.0) / f64::from(unit)),
    }
}

/// The beginning of a text, as much as fits into a table.
pub fn short(text: &str) -> String {
    const MOST: usize = 90;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

/// A line of play, shortened on a terminal if it is long.
pub fn line(words: &[String]) -> String {
    const MOST: usize = 24;
    match words.len() {
        more if more > MOST && console::is_terminal() => {
            format!("{} ... ({more} plies)", words[..MOST].join(" "))
        }
        _ => words.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_is_harmless() {
        assert_eq!(harmless("Zug um Zug, für alle\n"), "Zug um Zug, für alle\n");
        let harmful = "a\u{1b}[2Jb\u{9b}\u{7}\r\u{202e}\0";
        assert_eq!(harmless(harmful), "a<U+001B>[2Jb<U+009B><U+0007><U+000D><U+202E><U+0000>");
    }

    #[test]
    fn a_distance_is_told_only_if_it_is_known() {
        let (win, loss) = (Score::win_in(Ply(9)), -Score::win_in(Ply(9)));
        assert_eq!((value(win, Some(1)), value(win, None)), ("win in 1 ply".into(), "a win".into()));
        assert_eq!((value(loss, Some(0)), value(loss, None)), ("lost".into(), "a loss".into()));
        assert_eq!(
            (value(Score(-1234), None), value(Score::win_in(Ply(0)) + 5, None)),
            ("-1,234".into(), "+inf".into())
        );
        assert_eq!([range(loss, Score(1234)), range(Score::win_in(Ply(11)), win)], ["a loss to 1,234", "a win"]);
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(large(10_u128.pow(20)), "about 10^20");
        assert_eq!(time(Duration::from_micros(12)), "12 µs");
        assert_eq!(time(Duration::from_millis(1500)), "1.50 s");
        assert_eq!(time(Duration::from_secs(125)), "2 min 5 s");
        let guesses = [12, 125, 7000, 200_000].map(|seconds| rough(Duration::from_secs(seconds)));
        assert_eq!(guesses, ["12 s", "2 min", "2 h", "2 days"]);
    }
}
