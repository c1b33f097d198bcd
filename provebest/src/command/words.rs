//! The words behind a command.

use std::str::FromStr;
use std::time::Duration;

use super::CommandError;

/// Options with their values, and the other words.
pub(super) struct Words<'w> {
    options: Vec<(&'static str, &'w str)>,
    rest: Vec<&'w str>,
}

impl<'w> Words<'w> {
    /// Reads words of which these may be options.
    pub(super) fn read(words: &'w [String], known: &[&'static str]) -> Result<Words<'w>, CommandError> {
        let (mut options, mut rest) = (Vec::new(), Vec::new());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, value) = word.split_once('=').map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
            match known.iter().find(|&&option| option == name) {
                Some(option) => {
                    let value = value.or_else(|| words.next().map(String::as_str));
                    let value = value.ok_or_else(|| CommandError::Usage(format!("{option}: expected a value")))?;
                    options.push((*option, value));
                }
                None if word.starts_with("--") => {
                    let want =
                        if known.is_empty() { "no option".into() } else { format!("one of {}", known.join(" ")) };
                    return Err(CommandError::Usage(format!(
                        "unknown option '{}'; expected {want}",
                        word.escape_debug()
                    )));
                }
                None => rest.push(word.as_str()),
            }
        }
        Ok(Words { options, rest })
    }

    /// The words that are no options.
    pub(super) fn rest(&self) -> &[&'w str] {
        &self.rest
    }

    /// What was said last about an option.
    pub(super) fn text(&self, name: &str) -> Option<&'w str> {
        self.options.iter().rev().find(|(option, _)| *option == name).map(|(_, value)| *value)
    }

    /// The same, read as `want` says.
    pub(super) fn get<T: FromStr>(&self, name: &str, want: &str) -> Result<Option<T>, CommandError> {
        self.text(name).map(|text| text.parse().map_err(|_| wrong(name, text, want))).transpose()
    }

    /// A number from `least` on.
    pub(super) fn number(&self, name: &str, least: u64) -> Result<Option<u64>, CommandError> {
        let want = format!("a number from {least} on");
        match self.get::<u64>(name, &want)? {
            Some(number) if number < least => Err(wrong(name, &number.to_string(), &want)),
            number => Ok(number),
        }
    }

    /// A time such as 500ms, 2s or 1m.
    pub(super) fn time(&self, name: &str) -> Result<Option<Duration>, CommandError> {
        let read = |text: &str| {
            let split = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
            let (number, unit) = text.split_at(split);
            let seconds = match unit {
                "ms" => 0.001,
                "s" => 1.0,
                "m" => 60.0,
                _ => return None,
            };
            Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()
        };
        let wanted = "a time such as 500ms, 2s or 1m";
        self.text(name).map(|text| read(text).ok_or_else(|| wrong(name, text, wanted))).transpose()
    }
}

/// A value that cannot be meant.
pub(super) fn wrong(name: &str, text: &str, want: &str) -> CommandError {
    CommandError::Usage(format!("{name} {}: expected {want}", text.escape_debug()))
}
