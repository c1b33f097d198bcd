//! `provebest nboard`.

use crate::ending::Ending;
use provebest_catalog::units;

/// Play Othello with any board that speaks NBoard's protocol
///
/// NBoard asks for a command under Engine, Select Opponent: give it one of the lines below.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest nboard
  provebest nboard --hash 256MB")]
pub struct Args {
    /// Bytes of the table; 64MB by default, less if less is free
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    hash: Option<u64>,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    crate::protocols::nboard::run(args.hash)?;
    Ok(Ending::Done)
}
