//! Opening books of proved values: one text format, written from the same claims as certificates, and checked when it is read.
//!
//! ```text
//! provebest book 1                     the format
//! connect4                             the game
//! >= 0 3 5x5:-----/.../--X--           worth at least 0 to the side to move, by move 3
//! <= 0 - 5x5:-----/.../--XO-           worth at most 0 to the side to move, whatever it does
//! >= mate:5 d1d8 6k1/5ppp/... w - - 0 1     chess: it mates within 5 plies; `mate` in any number
//! <= mate:4 - 6k1/...                  it is mated within 4
//! end 3 5f1c09ab34de7812               how many lines, and FNV-1a of every byte before this line
//! ```
//!
//! Values are on the usual scale of the game. A position may stand in two lines, one of each kind.

mod read;
mod write;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

pub use read::BookError;
pub use write::{BookWritten, write_book};

use crate::games::{Entry, GameInfo};

const HEAD: &str = "provebest book 1";
/// The start of FNV-1a.
const SUM: u64 = 0xcbf2_9ce4_8422_2325;

fn add(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

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

/// What a book says of a position, for the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookEntry {
    /// It is worth at least this ...
    pub least: Option<BookValue>,
    /// ... by this move.
    pub word: Option<String>,
    /// It is worth at most this.
    pub most: Option<BookValue>,
}

impl fmt::Display for BookEntry {
    /// What is proved, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |plies: u32| format!("{plies} {}", if plies == 1 { "ply" } else { "plies" });
        match (self.least, self.most) {
            (Some(BookValue::Mate(None)), _) => f.write_str("a proved mate"),
            (Some(BookValue::Mate(Some(most))), _) => write!(f, "a proved mate within {}", plies(most)),
            (_, Some(BookValue::Mate(None))) => f.write_str("it is mated"),
            (_, Some(BookValue::Mate(Some(most)))) => write!(f, "it is mated within {}", plies(most)),
            (Some(least), Some(most)) if least == most => write!(f, "worth {least}, proved"),
            (Some(least), Some(most)) => write!(f, "worth at least {least} and at most {most}, proved"),
            (Some(least), None) => write!(f, "worth at least {least}, proved"),
            (None, Some(most)) => write!(f, "worth at most {most}, proved"),
            (None, None) => f.write_str("nothing is proved"),
        }
    }
}

/// A book in memory.
///
/// ```
/// use provebest_catalog::book::{Book, write_book};
/// use provebest_catalog::{Request, games, run};
/// let request = Request::new("tictactoe", "5", "solve")?;
/// let outcome = run(&request, &mut (), &())?;
/// let mut file = Vec::new();
/// write_book(&request, &outcome, 4, None, &(), &mut file)?;
/// let book = Book::read(&mut &file[..], games::find("tictactoe"))?;
/// let game = request.problem.game().unwrap();
/// let entry = book.entry(&game.book_position(&game.root())).unwrap();
/// assert_eq!(entry.to_string(), "worth 0, proved");
/// assert!(entry.word.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    game: &'static GameInfo,
    entries: HashMap<String, BookEntry>,
}

impl Book {
    /// The game that it is about.
    pub fn game(&self) -> &'static GameInfo {
        self.game
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Has it none?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What it says of a position that is written as in [`Entry::book_position`].
    pub fn entry(&self, position: &str) -> Option<&BookEntry> {
        self.entries.get(position)
    }

    /// The move that it has for a position, and what is known of that position.
    pub fn find<G: Entry>(&self, game: &G, state: &G::State) -> Option<(G::Move, &BookEntry)> {
        let entry = self.entry(&game.book_position(state)).filter(|_| G::INFO == *self.game)?;
        Some((game.read_word(state, entry.word.as_deref()?).ok()?, entry))
    }
}
