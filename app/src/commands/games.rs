//! `provebest games`.

use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;

use crate::Ending;
use crate::line::SCHEMA;
use crate::people::{BOLD, DIM};
use crate::problem::GameName;

/// List the games and how their positions are written
#[derive(clap::Args, Debug)]
pub struct Args {
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameLine {
    schema: u32,
    name: &'static str,
    summary: &'static str,
    position: &'static str,
    example: &'static str,
    command: &'static str,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let mut out = anstream::stdout().lock();
    for game in GameName::value_variants() {
        let about = game.about();
        if args.json {
            let line = GameLine {
                schema: SCHEMA,
                name: about.name,
                summary: about.summary,
                position: about.position,
                example: about.example,
                command: game.command(),
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
            continue;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", about.name)?;
        writeln!(out, "    {}", about.summary)?;
        writeln!(out, "    position: {}", about.position)?;
        writeln!(out, "    {DIM}provebest {} {} '{}'{DIM:#}", game.command(), about.name, about.example)?;
    }
    Ok(Ending::Done)
}
