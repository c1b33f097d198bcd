//! `provebest uci`.

use crate::ending::Ending;

/// Play chess with any program that speaks UCI
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: provebest uci, then `position startpos moves e2e4`, `go movetime 1000`, `quit`.")]
pub struct Args {}

pub fn run(Args {}: Args) -> anyhow::Result<Ending> {
    crate::protocols::uci::run()?;
    Ok(Ending::Done)
}
