//! `provebest verify`.

use std::fs::File;
use std::path::PathBuf;

use anyhow::Context;

use crate::ending::Ending;
use crate::output::certificate;

/// Check a certificate of `solve --certificate` with the rules of the game alone
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest solve connect4 6x5: --certificate six-by-five.cert
  provebest verify six-by-five.cert

A certificate that is refused proves nothing, and the exit status is 1.")]
pub struct Args {
    /// The certificate
    file: PathBuf,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let name = || format!("the certificate {}", args.file.display());
    let mut file = File::open(&args.file).with_context(name)?;
    anyhow::ensure!(!args.file.is_dir(), "{}: a folder; expected a file of `solve --certificate`", name());
    let checked = provebest_verify::verify(&mut file);
    if args.json {
        certificate::print(&checked)?
    } else {
        certificate::show(&checked)?
    }
    Ok(if checked.is_ok() { Ending::Done } else { Ending::No })
}
