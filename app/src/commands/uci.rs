//! `provebest uci`.

use std::path::PathBuf;

use provebest_catalog::games;

use crate::ending::Ending;
use crate::options;

/// Play chess with any program that speaks UCI
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: provebest uci, then `position startpos moves e2e4`, `go movetime 1000`, `quit`.")]
pub struct Args {
    /// A book of proved mates, from `provebest solve chess FEN --mate --book`: its moves are played at once
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let book = args.book.as_deref().map(|path| options::book(path, games::find("chess"))).transpose()?;
    crate::protocols::uci::run(book.as_ref())?;
    Ok(Ending::Done)
}
