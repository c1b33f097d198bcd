//! A bound that stands in a book.

use std::fmt;
use std::str::FromStr;

/// A proved bound in a book.
///
/// ```
/// use provebest_catalog::book::BookValue;
/// for text in ["-3", "mate", "mate:5"] {
///     assert_eq!(text.parse::<BookValue>().unwrap().to_string(), text);
/// }
/// assert!("mate:".parse::<BookValue>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookValue {
    /// On the usual scale of the game.
    Value(i32),
    /// A mate, within this number of plies or in any.
    Mate(Option<u32>),
}

impl fmt::Display for BookValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookValue::Value(value) => value.fmt(f),
            BookValue::Mate(None) => f.write_str("mate"),
            BookValue::Mate(Some(plies)) => write!(f, "mate:{plies}"),
        }
    }
}

impl FromStr for BookValue {
    type Err = String;

    fn from_str(text: &str) -> Result<BookValue, String> {
        let value = match (text, text.strip_prefix("mate:")) {
            ("mate", _) => Some(BookValue::Mate(None)),
            (_, Some(plies)) => plies.parse().ok().map(|plies| BookValue::Mate(Some(plies))),
            _ => text.parse().ok().map(BookValue::Value),
        };
        value.ok_or_else(|| "a value such as 3, mate or mate:5".into())
    }
}
