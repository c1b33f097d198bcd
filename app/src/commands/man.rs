//! `provebest man`.

use anyhow::Context;

use crate::ending::Ending;
use crate::output;

/// Print the manual page, or that of a command
///
/// To read it: provebest man search | man -l -
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A command
    command: Option<String>,
}

/// Prints it for the whole command.
pub fn run(args: Args, mut whole: clap::Command) -> anyhow::Result<Ending> {
    whole.build();
    let page = match &args.command {
        None => whole,
        Some(name) => {
            let found = whole.find_subcommand(name);
            found.cloned().with_context(|| format!("no command is called '{name}': see provebest --help"))?
        }
    };
    let name = args.command.map_or("provebest".to_string(), |name| format!("provebest-{name}"));
    let mut text = Vec::new();
    clap_mangen::Man::new(page).title(name.to_uppercase()).render(&mut text)?;
    output::bytes(&text)?;
    Ok(Ending::Done)
}
