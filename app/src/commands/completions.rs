//! `provebest completions`.

use clap_complete::Shell;

use crate::ending::Ending;
use crate::output;

/// Print a completion script for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest completions bash > ~/.provebest.bash    # source it in ~/.bashrc
  provebest completions zsh > ~/.zfunc/_provebest
  provebest completions fish > ~/.config/fish/completions/provebest.fish")]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints it for the whole command.
pub fn run(args: Args, mut whole: clap::Command) -> anyhow::Result<Ending> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut whole, "provebest", &mut script);
    output::bytes(&script)?;
    Ok(Ending::Done)
}
