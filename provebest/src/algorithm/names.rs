//! Searches from their names, and the names that look like a wrong one.

use std::fmt;
use std::str::FromStr;

use super::Algorithm;

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no algorithm has.
///
/// ```
/// use provebest::Algorithm;
/// let error = "negascuot".parse::<Algorithm>().unwrap_err();
/// assert_eq!(error.near, ["negascout"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAlgorithm {
    /// The name.
    pub name: String,
    /// Similar names, or all names if none is similar.
    pub near: Vec<&'static str>,
    likely: bool,
}

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (near, start) = (self.near.join(", "), if self.likely { "did you mean" } else { "there are" });
        write!(f, "no algorithm is called '{}': {start} {near}{}", self.name, if self.likely { "?" } else { "" })
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    /// By name or short name. Only letters and digits count, in upper or lower case.
    ///
    /// ```
    /// use provebest::Algorithm;
    /// assert_eq!("NegaScout".parse(), Ok(Algorithm::NegaScout));
    /// assert_eq!("MTD(f)".parse(), Ok(Algorithm::MtdF));
    /// let error = "negasout".parse::<Algorithm>().unwrap_err();
    /// assert!(error.to_string().ends_with("did you mean negascout?"));
    /// ```
    fn from_str(text: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let bare = |name: &str| {
            let letters = name.chars().filter(char::is_ascii_alphanumeric);
            letters.map(|letter| letter.to_ascii_lowercase()).collect::<String>()
        };
        let wanted = bare(text);
        let names = |algorithm: &Algorithm| std::iter::once(algorithm.name()).chain(algorithm.about().short);
        let all = Algorithm::ALL.iter();
        if let Some(found) = all.clone().find(|algorithm| names(algorithm).any(|name| bare(name) == wanted)) {
            return Ok(*found);
        }
        let alike = |name: &str| {
            let name = bare(name);
            let part = wanted.len() >= 3 && (name.contains(&wanted) || wanted.contains(&name));
            part || distance(&name, &wanted) <= wanted.len().max(3) / 3
        };
        let near: Vec<&str> = all.clone().filter(|a| names(a).any(alike)).map(|a| a.name()).collect();
        let likely = !near.is_empty();
        let near = if likely { near } else { all.map(|a| a.name()).collect() };
        Err(UnknownAlgorithm { name: text.chars().take(60).collect(), near, likely })
    }
}

/// How many letters to change, add or drop until one word is the other (Levenshtein distance).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(100).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in other.iter().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}
