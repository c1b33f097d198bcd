//! Travelling salesmen by text: the puzzle of [`provebest_puzzle::salesman`].

use std::fmt;
use std::str::FromStr;

use provebest_game::TextError;
use provebest_puzzle::salesman::{Salesman, SalesmanError};

use crate::games::synthetic::GameParameters;

/// Cities by text: by chance, `cities=12,seed=1`, or by a table of ways, `0 1 9; 1 0 3; 9 3 0`.
///
/// ```
/// use provebest_catalog::salesmen::Cities;
/// let cities: Cities = "0 1 9 2; 1 0 3 9; 9 3 0 4; 2 9 4 0".parse()?;
/// assert_eq!(cities.to_string(), "0 1 9 2; 1 0 3 9; 9 3 0 4; 2 9 4 0");
/// let error = "0 1; 2 0".parse::<Cities>().unwrap_err().to_string();
/// assert!(error.starts_with("the way from city 1 to city 0 is not as long as the way back at character 6"));
/// # Ok::<(), provebest_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cities {
    text: String,
    /// The puzzle.
    pub ways: Salesman,
}

const MOST: u64 = 32;
const USUAL_SEED: u64 = 1;

impl fmt::Display for Cities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Cities {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Cities, TextError> {
        let table = !text.contains('=') && text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if table { by_table(text) } else { by_chance(text) }
    }
}

fn by_chance(text: &str) -> Result<Cities, TextError> {
    let read = GameParameters::read(text, &["cities", "seed"])?;
    let cities = read.number("cities", 2..=MOST, None)?;
    let seed = read.number("seed", 0..=u64::MAX, Some(USUAL_SEED))?;
    Ok(Cities { text: format!("cities={cities},seed={seed}"), ways: Salesman::random(cities as usize, seed) })
}

fn by_table(text: &str) -> Result<Cities, TextError> {
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let (mut table, mut places) = (Vec::new(), Vec::new());
    for row in text.split(';') {
        let words = || row.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let number = |word: &str| {
            let wrong = |_| TextError::new(text, place(word), "no way", "a whole number, the cost of a way");
            word.parse::<u32>().map_err(wrong)
        };
        table.push(words().map(number).collect::<Result<Vec<u32>, TextError>>()?);
        places.push(words().map(place).collect::<Vec<usize>>());
    }
    let rows: Vec<&[u32]> = table.iter().map(Vec::as_slice).collect();
    let wrong = |error: SalesmanError| {
        let at = match error {
            SalesmanError::Row { city, .. } => places[city].first().copied().unwrap_or(text.len()),
            SalesmanError::OneWay { from, to } => places[from][to],
            _ => 0,
        };
        TextError::new(text, at, error.to_string(), "a row for every city, as in 0 1 9; 1 0 3; 9 3 0")
    };
    let ways = Salesman::new(&rows).map_err(wrong)?;
    let line = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    Ok(Cities { text: table.iter().map(line).collect::<Vec<_>>().join("; "), ways })
}
