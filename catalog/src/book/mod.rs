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

pub use read::BookError;
pub use write::{BookWritten, write_book};

pub use crate::book_value::BookValue;
use crate::games::{Entry, GameInfo};

const HEAD: &str = "provebest book 1";

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

    /// The word of the move that it has for a position, and what is known of that position, in words: for
    /// [`Seats`](crate::Seats).
    pub fn move_for(&self, position: &str) -> Option<(String, String)> {
        let entry = self.entry(position)?;
        Some((entry.word.clone()?, entry.to_string()))
    }

    /// The move that it has for a position, and what is known of that position.
    pub fn find<G: Entry>(&self, game: &G, state: &G::State) -> Option<(G::Move, &BookEntry)> {
        let entry = self.entry(&game.book_position(state)).filter(|_| G::INFO == *self.game)?;
        Some((game.read_word(state, entry.word.as_deref()?).ok()?, entry))
    }
}
