//! `provebest games`.

use std::io::Write;

use provebest_catalog::games;
use serde::Serialize;

use crate::ending::Ending;
use crate::output::json::SCHEMA;
use crate::output::text::{BOLD, DIM};

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
    for game in games::all() {
        if args.json {
            let line = GameLine {
                schema: SCHEMA,
                name: game.name,
                summary: game.summary,
                position: game.position,
                example: game.example,
                command: game.command(),
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
            continue;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", game.name)?;
        writeln!(out, "    {}", game.summary)?;
        writeln!(out, "    position: {}", game.position)?;
        writeln!(out, "    {DIM}provebest {} {} '{}'{DIM:#}", game.command(), game.name, game.example)?;
    }
    Ok(Ending::Done)
}
