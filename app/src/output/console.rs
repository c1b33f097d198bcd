//! How this terminal wants to be written to: letters, width, silence; and the one line of progress that others step aside for.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anstream::ColorChoice;
use indicatif::ProgressBar;
use terminal_size::{Height, Width};

static ASCII: AtomicBool = AtomicBool::new(false);
static QUIET: AtomicBool = AtomicBool::new(false);
static LIVE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Settles it, once, from the options of the command line.
pub fn set(color: &str, quiet: bool, ascii: bool) {
    let color = match color {
        "always" => ColorChoice::Always,
        "never" => ColorChoice::Never,
        _ => ColorChoice::Auto,
    };
    color.write_global();
    QUIET.store(quiet, Relaxed);
    ASCII.store(ascii || !locale_has_unicode(|name| std::env::var(name).ok()), Relaxed);
}

/// Ends with what there is to say about the options: an error, or the help that was asked for.
pub fn misused(error: &clap::Error) -> ! {
    if !is_ascii() {
        error.exit();
    }
    let told = in_ascii(&error.render().to_string()).into_owned();
    let _ = if error.use_stderr() { write!(io::stderr(), "{told}") } else { write!(io::stdout(), "{told}") };
    std::process::exit(error.exit_code())
}

/// Are notes and progress unwanted?
pub fn is_quiet() -> bool {
    QUIET.load(Relaxed)
}

/// Are only the letters of ASCII wanted?
pub fn is_ascii() -> bool {
    ASCII.load(Relaxed)
}

/// Is progress shown as one line that rewrites itself?
pub fn is_live() -> bool {
    io::stderr().is_terminal() && !is_quiet()
}

/// Does standard output show colours?
pub fn has_color() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Is standard output a terminal?
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// How many columns standard output has; `None` if it is no terminal and COLUMNS does not say.
pub fn width() -> Option<usize> {
    columns(terminal_size::terminal_size_of(io::stdout()), std::env::var("COLUMNS").ok())
}

/// The same for standard error.
pub fn error_width() -> Option<usize> {
    columns(terminal_size::terminal_size_of(io::stderr()), std::env::var("COLUMNS").ok())
}

/// What the terminal says; where there is none, or it does not know, what the variable says.
fn columns(terminal: Option<(Width, Height)>, variable: Option<String>) -> Option<usize> {
    let terminal = terminal.map(|(columns, _)| usize::from(columns.0)).filter(|&columns| columns > 0);
    terminal.or_else(|| variable?.parse().ok().filter(|&columns| columns > 0))
}

/// A locale that is named and has no UTF-8 has no Unicode. Where none is named, nothing is known.
fn locale_has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).map(|locale| locale.to_ascii_lowercase());
    locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

/// Our signs, and how they are written in ASCII.
const SIGNS: &[(char, &str)] = &[
    ('─', "-"),
    ('│', "|"),
    ('├', "|"),
    ('└', "`"),
    ('┌', "."),
    ('┐', "."),
    ('┘', "'"),
    ('╳', "x"),
    ('←', "<-"),
    ('→', "->"),
    ('≤', "<="),
    ('≥', ">="),
    ('≈', "~"),
    ('·', "-"),
    ('×', "x"),
    ('±', "+-"),
    ('½', ".5"),
    ('µ', "u"),
    ('−', "-"),
    ('–', "-"),
    ('…', "..."),
    ('∞', "inf"),
    ('ö', "o"),
    ('é', "e"),
];

/// Our text as this terminal may show it. What is not ours, such as the name of a file, stays as it is.
pub fn plain(text: &str) -> Cow<'_, str> {
    if is_ascii() { in_ascii(text) } else { Cow::Borrowed(text) }
}

fn in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match SIGNS.iter().find(|(sign, _)| *sign == letter) {
            Some((_, words)) => plain.push_str(words),
            None => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// A stream that gets only the letters it can show.
pub struct Plain<W>(pub W);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if is_ascii() => self.0.write_all(in_ascii(text).as_bytes())?,
            _ => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The line of progress; at most one is shown.
pub(super) fn live() -> MutexGuard<'static, Option<ProgressBar>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes something while the line of progress steps aside.
pub fn aside<T>(write: impl FnOnce() -> T) -> T {
    match &*live() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_is_asked_before_its_variable() {
        let variable = |text: &str| Some(text.to_string());
        assert_eq!(columns(Some((Width(100), Height(5))), variable("80")), Some(100));
        assert_eq!(columns(Some((Width(0), Height(0))), variable("80")), Some(80));
        assert_eq!((columns(None, variable("80")), columns(None, None)), (Some(80), None));
        assert_eq!((columns(None, variable("0")), columns(None, variable("wide"))), (None, None));
    }

    #[test]
    fn the_locale_decides_about_letters() {
        let locale = |named: &'static [(&str, &str)]| {
            locale_has_unicode(|name| {
                named.iter().find(|(other, _)| *other == name).map(|(_, value)| value.to_string())
            })
        };
        assert!(locale(&[]) && locale(&[("LANG", "de_DE.UTF-8")]) && locale(&[("LC_ALL", "C.utf8"), ("LANG", "C")]));
        assert!(!locale(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]) && !locale(&[("LANG", "POSIX"), ("LC_ALL", "")]));
        assert_eq!(in_ascii("└─ x ≤ 3 · für"), "`- x <= 3 - für");
    }
}
