//! Reads a book, and refuses one that is not whole.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, BufRead, BufReader, Read};

use provebest_game::Checksum;

use super::{Book, BookEntry, BookValue, HEAD};
use crate::games::{self, AnyGame, GameInfo, PositionText};

/// Why a book is not read.
///
/// ```
/// use provebest_catalog::book::Book;
/// use provebest_catalog::games;
/// let error = Book::read(&mut &b"provebest book 1\nothello\n"[..], games::find("connect4")).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: a book of othello; expected one of connect4");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read at all.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is wrong.
    #[error("line {line}: {why}")]
    Line {
        /// Which, counted from 1.
        line: u64,
        /// What is wrong, and what is expected.
        why: String,
    },
}

/// A line has no more bytes than this.
const LONGEST: u64 = 1 << 12;

struct Lines<'a> {
    from: BufReader<&'a mut dyn Read>,
    line: u64,
    /// Of all bytes before the line, and with it.
    sum: (Checksum, Checksum),
}

impl Lines<'_> {
    fn wrong<T>(&self, why: impl Into<String>) -> Result<T, BookError> {
        Err(BookError::Line { line: self.line, why: why.into() })
    }

    fn next(&mut self) -> Result<String, BookError> {
        let mut bytes = Vec::new();
        self.line += 1;
        (&mut self.from).take(LONGEST).read_until(b'\n', &mut bytes)?;
        self.sum.0 = self.sum.1;
        self.sum.1.add(&bytes);
        if bytes.pop() != Some(b'\n') {
            return self.wrong("the book ends too early, or a line does not end; expected a line `end`");
        }
        String::from_utf8(bytes).or_else(|_| self.wrong("not a text"))
    }
}

impl Book {
    /// Reads a book, of this game if one is named: every position, move and value is looked at, and the whole has to be complete.
    pub fn read(from: &mut dyn Read, game: Option<&'static GameInfo>) -> Result<Book, BookError> {
        let mut lines = Lines { from: BufReader::with_capacity(1 << 16, from), line: 0, sum: Default::default() };
        if lines.next()? != HEAD {
            return lines.wrong(format!("not a book; expected `{HEAD}`"));
        }
        let name = lines.next()?;
        let found = games::find(&name).filter(|found| found.is_played() && game.is_none_or(|game| game == *found));
        let Some(game) = found else {
            let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
            let want = game.map_or("one of a game that is played".into(), |game| format!("one of {}", game.name));
            return lines.wrong(format!("a book of {name}; expected {want}"));
        };
        let (mut entries, mut count) = (HashMap::new(), 0);
        loop {
            let line = lines.next()?;
            if let Some(end) = line.strip_prefix("end ") {
                if end != format!("{count} {:016x}", lines.sum.0.value()) {
                    return lines.wrong("the count or the checksum is wrong: the book was changed or is not whole");
                }
                break;
            }
            let read = entry(&line, game).and_then(|(position, new)| insert(&mut entries, position, new));
            if let Err(why) = read {
                return lines.wrong(why);
            }
            count += 1;
        }
        let mut more = [0];
        match lines.from.read(&mut more)? {
            0 => Ok(Book { game, entries }),
            _ => {
                lines.line += 1;
                lines.wrong("something follows the end; expected nothing")
            }
        }
    }
}

/// A line about a position. The error says what is wrong with it.
fn entry(line: &str, game: &'static GameInfo) -> Result<(String, BookEntry), String> {
    let mut words = line.splitn(4, ' ');
    let mut next = || words.next().ok_or("too short; expected a bound, a value, a move and a position");
    let (bound, value, word, position) = (next()?, next()?, next()?, next()?);
    let value: BookValue = value.parse().map_err(|want| format!("no value; expected {want}"))?;
    let placed = AnyGame::read(game, PositionText { text: position, seed: None });
    let placed = placed.ok_or("a game without positions")?.map_err(|error| format!("the position: {error}"))?;
    let state = placed.root();
    if placed.book_position(&state) != position {
        return Err("the position is written in another way; expected the way of a book".into());
    }
    let entry = match bound {
        ">=" => {
            placed.read_word(&state, word).map_err(|error| format!("the move: {error}"))?;
            BookEntry { least: Some(value), word: Some(word.into()), most: None }
        }
        "<=" if word == "-" => BookEntry { most: Some(value), ..BookEntry::default() },
        "<=" => return Err("a move beside an upper bound; expected -".into()),
        _ => return Err("no bound; expected >= or <=".into()),
    };
    Ok((position.into(), entry))
}

/// Adds what is new; the stronger bound counts.
fn insert(entries: &mut HashMap<String, BookEntry>, position: String, new: BookEntry) -> Result<(), String> {
    let known = match entries.entry(position) {
        Entry::Vacant(place) => {
            place.insert(new);
            return Ok(());
        }
        Entry::Occupied(place) => place.into_mut(),
    };
    let stronger = |new: BookValue, old: BookValue| match (new, old) {
        (BookValue::Value(new), BookValue::Value(old)) => new > old,
        (BookValue::Mate(Some(new)), BookValue::Mate(old)) => old.is_none_or(|old| new < old),
        (BookValue::Mate(_), BookValue::Value(_)) => true,
        _ => false,
    };
    if let Some(least) = new.least
        && known.least.is_none_or(|old| stronger(least, old))
    {
        (known.least, known.word) = (new.least, new.word);
    }
    if let Some(most) = new.most
        && known.most.is_none_or(|old| match (most, old) {
            (BookValue::Value(new), BookValue::Value(old)) => new < old,
            (new, old) => stronger(new, old),
        })
    {
        known.most = new.most;
    }
    let (Some(least), Some(most)) = (known.least, known.most) else { return Ok(()) };
    // A mate is given by the side to move where it is a least value, and suffered where it is a greatest one.
    let contradict = match (least, most) {
        (BookValue::Value(least), BookValue::Value(most)) => least > most,
        (BookValue::Mate(_), BookValue::Value(most)) => most <= 0,
        (BookValue::Value(least), BookValue::Mate(_)) => least >= 0,
        (BookValue::Mate(_), BookValue::Mate(_)) => true,
    };
    match contradict {
        true => {
            Err(format!("worth at least {least} and at most {most}; expected bounds that do not contradict each other"))
        }
        false => Ok(()),
    }
}
