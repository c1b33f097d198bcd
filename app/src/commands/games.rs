//! `provebest games`.

use provebest_catalog::games;

use crate::ending::Ending;
use crate::output::lists;

/// List the games and how their positions are written
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest games
  provebest games --json")]
pub struct Args {
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    if args.json {
        lists::print_games(games::all())?
    } else {
        lists::show_games(games::all())?
    }
    Ok(Ending::Done)
}
