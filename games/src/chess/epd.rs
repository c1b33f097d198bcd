//! Test positions: a position and operations such as `bm Nf3; id "name";`.

use provebest_game::{Text, TextError};

use super::{Chess, Move, Position, text};

/// A line of an EPD suite.
///
/// ```
/// use provebest_games::chess::{Chess, Epd};
/// let rules = Chess::default();
/// let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; acd 7;";
/// let epd = Epd::parse(&rules, line).unwrap();
/// assert_eq!(epd.best, ["d6d1".parse().unwrap()]);
/// assert_eq!(epd.id.as_deref(), Some("BK.01"));
/// assert_eq!(epd.operand("acd"), Some("7"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// The moves that solve it (`bm`).
    pub best: Vec<Move>,
    /// The moves to avoid (`am`).
    pub avoid: Vec<Move>,
    /// The name (`id`).
    pub id: Option<String>,
    /// All other operations, each with its operands.
    pub others: Vec<(String, Vec<String>)>,
}

impl Epd {
    /// Reads a line. Counters of a FEN may stand before the operations.
    pub fn parse(rules: &Chess, line: &str) -> Result<Epd, TextError> {
        let (board, end) = text::board(line)?;
        let position = Position::new(board);
        let mut epd = Epd { position, best: Vec::new(), avoid: Vec::new(), id: None, others: Vec::new() };
        for operation in operations(line, end)? {
            let Some(((_, code), operands)) = operation.split_first() else { continue };
            let moves = || -> Result<Vec<Move>, TextError> {
                let read = |(at, word): &(usize, String)| {
                    let m = rules.parse_move(&epd.position, word);
                    m.map_err(|error| TextError::new(line, *at, error.why, error.want))
                };
                operands.iter().map(read).collect()
            };
            match code.as_str() {
                "bm" => epd.best = moves()?,
                "am" => epd.avoid = moves()?,
                "id" => epd.id = operands.first().map(|(_, word)| word.clone()),
                _ => epd.others.push((code.clone(), operands.iter().map(|(_, word)| word.clone()).collect())),
            }
        }
        Ok(epd)
    }

    /// Reads a whole suite: a position per line, empty lines and those that begin with `#` skipped. An error comes with
    /// the number of its line, counted from 1.
    pub fn parse_all(rules: &Chess, text: &str) -> Result<Vec<Epd>, (usize, TextError)> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        lines.map(|(number, line)| Epd::parse(rules, line).map_err(|error| (number + 1, error))).collect()
    }

    /// The first operand of another operation.
    pub fn operand(&self, code: &str) -> Option<&str> {
        let (_, operands) = self.others.iter().find(|(other, _)| other == code)?;
        operands.first().map(String::as_str)
    }
}

/// The words of each operation and their places. A word in quotation marks may have spaces and semicolons.
fn operations(line: &str, from: usize) -> Result<Vec<Vec<(usize, String)>>, TextError> {
    let mut all = vec![Vec::new()];
    let mut rest = line[from..].char_indices().map(|(at, c)| (from + at, c)).peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            ';' => all.push(Vec::new()),
            '"' => {
                let mut word = String::new();
                loop {
                    match rest.next() {
                        Some((_, '"')) => break,
                        Some((_, c)) => word.push(c),
                        None => return Err(TextError::new(line, at, "an open quotation mark", "one more")),
                    }
                }
                all.last_mut().expect("never empty").push((at, word));
            }
            c if c.is_whitespace() => {}
            c => {
                let mut word = String::from(c);
                while let Some((_, c)) = rest.next_if(|(_, c)| !c.is_whitespace() && *c != ';') {
                    word.push(c);
                }
                all.last_mut().expect("never empty").push((at, word));
            }
        }
    }
    Ok(all)
}
