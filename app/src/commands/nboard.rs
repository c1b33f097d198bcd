//! `provebest nboard`.

use crate::ending::Ending;
use provebest_catalog::units;

/// Play Othello with any board that speaks NBoard's protocol
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Bytes of the table; 64MB by default, less if less is free
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    hash: Option<u64>,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    crate::protocols::nboard::run(args.hash)?;
    Ok(Ending::Done)
}
