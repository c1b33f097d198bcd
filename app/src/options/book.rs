//! Books of proved values.

use std::fs::File;
use std::path::Path;

use anyhow::Context;
use provebest_catalog::book::Book;
use provebest_catalog::games::GameInfo;

/// Reads a book, of this game if one is named.
pub fn book(path: &Path, game: Option<&'static GameInfo>) -> anyhow::Result<Book> {
    let name = || format!("--book {}", path.display());
    Book::read(&mut File::open(path).with_context(name)?, game).with_context(name)
}
