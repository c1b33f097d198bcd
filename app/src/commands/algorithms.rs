//! `provebest algorithms`.

use std::io::Write;

use provebest::{Algorithm, PuzzleAlgorithm};
use serde::Serialize;

use crate::Ending;
use crate::line::SCHEMA;
use crate::people::{BOLD, DIM};

/// List the algorithms: name, short name, kind, paper
#[derive(clap::Args, Debug)]
pub struct Args {
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct AlgorithmLine {
    schema: u32,
    name: &'static str,
    short: Option<&'static str>,
    kind: String,
    paper: &'static str,
    summary: &'static str,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let mut out = anstream::stdout().lock();
    let games = Algorithm::ALL.iter().map(|algorithm| (algorithm.about(), ""));
    let puzzles = PuzzleAlgorithm::ALL.iter().map(|algorithm| (algorithm.about(), "puzzles, "));
    for (about, what) in games.chain(puzzles) {
        let kind = format!("{what}{}", about.kind.name());
        if args.json {
            let line = AlgorithmLine {
                schema: SCHEMA,
                name: about.name,
                short: about.short,
                kind,
                paper: about.paper,
                summary: about.summary,
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
            continue;
        }
        let short = about.short.map(|short| format!(" ({short})")).unwrap_or_default();
        writeln!(out, "{BOLD}{}{BOLD:#}{short}", about.name)?;
        writeln!(out, "    {}", about.summary)?;
        writeln!(out, "    {DIM}{kind} · {}{DIM:#}", about.paper)?;
    }
    Ok(Ending::Done)
}
