//! `provebest algorithms`.

use provebest_catalog::methods;

use crate::ending::Ending;
use crate::output::lists;

/// List the algorithms: name, short name, kind, paper
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest algorithms
  provebest algorithms --json | grep parallel")]
pub struct Args {
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let list = methods();
    if args.json {
        lists::print_algorithms(list)?
    } else {
        lists::show_algorithms(list)?
    }
    Ok(Ending::Done)
}
