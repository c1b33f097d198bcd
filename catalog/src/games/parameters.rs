//! Positions written as `name=value,name=value`.

use std::ops::RangeInclusive;

use provebest_game::TextError;

/// The parameters of a synthetic tree, with the place of each value.
pub struct GameParameters<'t> {
    text: &'t str,
    values: Vec<(&'t str, &'t str, usize)>,
}

impl<'t> GameParameters<'t> {
    /// The parameter that takes all the rest of the text, commas too.
    const LAST: &'static str = "order";

    /// Splits `text` into parameters with these names.
    pub fn read(text: &'t str, names: &[&str]) -> Result<Self, TextError> {
        let list = names.join(", ");
        let mut values: Vec<(&str, &str, usize)> = Vec::new();
        let mut at = 0;
        while at < text.len() || at == 0 {
            at += text[at..].len() - text[at..].trim_start().len();
            let rest = &text[at..];
            let piece = &rest[..rest.find(',').unwrap_or(rest.len())];
            let (name, value) = match piece.split_once('=') {
                Some(pair) => pair,
                None if piece.is_empty() => {
                    let want = format!("a parameter such as w=5 (there are {list})");
                    return Err(TextError::new(text, at, "no parameter", want));
                }
                None => {
                    let why = format!("'{}' without a value", short(piece));
                    return Err(TextError::new(text, at + piece.len(), why, "= and a value"));
                }
            };
            if !names.contains(&name) {
                let why = format!("no parameter is called '{}'", short(name));
                return Err(TextError::new(text, at, why, format!("one of {list}")));
            }
            if values.iter().any(|(other, ..)| *other == name) {
                return Err(TextError::new(text, at, format!("a second {name}="), format!("one {name}=")));
            }
            let place = at + name.len() + 1;
            let last = name == Self::LAST;
            let value = if last { &text[place..] } else { value };
            values.push((name, value, place));
            at = place + value.len();
            if !last && at < text.len() {
                at += 1;
                if at == text.len() {
                    return Err(TextError::new(text, at, "nothing after the comma", "a further parameter"));
                }
            }
        }
        Ok(GameParameters { text, values })
    }

    /// The text of a parameter, and its place.
    pub fn get(&self, name: &str) -> Option<(&'t str, usize)> {
        self.values.iter().find(|(other, ..)| *other == name).map(|&(_, value, place)| (value, place))
    }

    /// A whole number within a range, or a default; without a default the parameter has to be there.
    pub fn number(&self, name: &str, range: RangeInclusive<u64>, default: Option<u64>) -> Result<u64, TextError> {
        let want = || match (*range.start(), *range.end()) {
            (0, u64::MAX) => "a whole number".to_string(),
            (from, to) => format!("a whole number from {from} to {to}"),
        };
        let Some((value, place)) = self.get(name) else {
            let missing =
                || TextError::new(self.text, self.text.len(), format!("no {name}="), format!("{name}= and {}", want()));
            return default.ok_or_else(missing);
        };
        let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        match value.parse() {
            Ok(number) if digits && range.contains(&number) => Ok(number),
            _ => Err(self.wrong(place, format!("{name}={}", short(value)), want())),
        }
    }

    /// `yes` or `no`.
    pub fn choice(&self, name: &str, default: bool) -> Result<bool, TextError> {
        match self.get(name) {
            None => Ok(default),
            Some(("yes", _)) => Ok(true),
            Some(("no", _)) => Ok(false),
            Some((value, place)) => Err(self.wrong(place, format!("{name}={}", short(value)), "yes or no")),
        }
    }

    /// An error at a place of the whole text.
    pub fn wrong(&self, place: usize, why: impl Into<String>, want: impl Into<String>) -> TextError {
        TextError::new(self.text, place, why, want)
    }
}

/// Enough of a text to recognise it.
fn short(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let start: String = text.chars().take(20).map(clean).collect();
    if start.len() < text.len() { start + "..." } else { start }
}
