//! A game in the terminal.

use std::io::{self, Write};

use provebest::terminal::{Asks, editor, lines};
use provebest_catalog::Parting;

/// Where the game is shown.
pub fn terminal() -> impl Write {
    super::stdout()
}

/// Asks people: with an editor on a terminal, otherwise line by line.
pub fn asker() -> Box<Asks<'static>> {
    match editor() {
        Some(editor) => Box::new(editor),
        None => Box::new(|prompt, output| lines(&mut io::stdin().lock())(prompt, output)),
    }
}

/// Takes leave, where the game did not end by itself.
pub fn show_end(parting: Parting) -> io::Result<()> {
    match parting {
        Parting::Left => writeln!(terminal(), "Goodbye."),
        Parting::Repeated | Parting::Draw | Parting::Won(_) => Ok(()),
    }
}
