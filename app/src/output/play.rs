//! A game in the terminal.

use std::io::{self, IsTerminal, Write};

use provebest_catalog::Parting;

/// Where the game is shown.
pub fn terminal() -> impl Write {
    super::stdout()
}

/// Takes leave, where the game did not end by itself.
pub fn show_end(parting: Parting) -> io::Result<()> {
    match parting {
        Parting::Left if io::stdin().is_terminal() => writeln!(terminal(), "Goodbye."),
        Parting::Left => writeln!(terminal(), "The game was left."),
        Parting::Repeated | Parting::Draw | Parting::Won(_) => Ok(()),
    }
}
