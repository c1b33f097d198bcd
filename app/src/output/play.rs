//! A game in the terminal.

use std::io::{self, IsTerminal, Write};

use provebest_catalog::Parting;

/// Where the game is shown.
pub fn terminal() -> impl Write {
    super::stdout()
}

/// Writes how the game ended.
pub fn show_end(parting: Parting) -> io::Result<()> {
    let words = match parting {
        Parting::Left if io::stdin().is_terminal() => "Good bye.".to_string(),
        Parting::Left => "The game was left.".into(),
        Parting::Repeated => "A draw: the same position for the third time.".into(),
        Parting::Draw => "A draw.".into(),
        Parting::Won(side) => format!("{side} has won."),
    };
    writeln!(terminal(), "{words}")
}
