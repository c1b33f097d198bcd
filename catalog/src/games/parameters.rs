//! Positions written as `name=value,name=value`.

use std::ops::RangeInclusive;

use provebest_game::TextError;
use provebest_games::synthetic::Order;

use crate::units::{decimal, decimal_text};

const ORDER: &str = "random, perfect, a percentage such as 60, or weights such as 70,5,5,5,...";

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

    /// `order=`: which of the children of a tree of this width is how likely to be the best.
    pub fn order(&self, width: u32) -> Result<Order, TextError> {
        let Some((text, place)) = self.get("order") else { return Ok(Order::random(width)) };
        match text {
            "random" => return Ok(Order::random(width)),
            "perfect" => return Ok(Order::perfect(width)),
            _ => {}
        }
        let mut weights = Vec::new();
        let (mut at, mut shared) = (place, false);
        for word in text.split(',') {
            if shared {
                return Err(self.wrong(at, "a weight behind the dots", "nothing behind them"));
            }
            match word {
                ".." | "..." | "…" => shared = true,
                _ => weights.push(weight(word).ok_or_else(|| self.wrong(at, "no weight", ORDER))?),
            }
            at += word.len() + 1;
        }
        let (children, count, sum) = (width as usize, weights.len(), weights.iter().sum::<f64>());
        if let ([first], false) = (&weights[..], shared) {
            return Order::first(width, *first).map_err(|error| self.wrong(place, error.to_string(), ORDER));
        }
        if count > children || (count < children && !shared) {
            let want = if count > children {
                format!("{children} of them")
            } else {
                format!("{children} of them, or ... at the end")
            };
            let weights = if count == 1 { "weight" } else { "weights" };
            let noun = if children == 1 { "child" } else { "children" };
            return Err(self.wrong(place, format!("{count} {weights} for {children} {noun}"), want));
        }
        let (rest, left) = (100.0 - sum, children - count);
        if rest < -1e-6 || (left == 0 && rest > 1e-6) {
            return Err(self.wrong(
                place,
                format!("weights that sum to {}", decimal_text((sum * 1000.0).round() as u128, 3)),
                "a sum of 100",
            ));
        }
        // Thirds and sixths never sum to 100 exactly: what is missing then goes to no child.
        weights.resize(children, if left > 0 { rest.max(0.0) / left as f64 } else { 0.0 });
        Order::weights(&weights).map_err(|error| self.wrong(place, error.to_string(), ORDER))
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

/// A number or a fraction, from 0 to 100.
fn weight(word: &str) -> Option<f64> {
    let number = match word.split_once('/') {
        Some((over, under)) => decimal(over)? / decimal(under)?,
        None => decimal(word)?,
    };
    (0.0..=100.0).contains(&number).then_some(number)
}
