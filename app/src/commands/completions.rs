//! `provebest completions`.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Ending;
use crate::cli::Cli;

/// Print a completion script for a shell
///
/// For bash: provebest completions bash > ~/.local/share/bash-completion/completions/provebest
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "provebest", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Ending::Done)
}
