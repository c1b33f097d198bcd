//! `provebest algorithms`.

use std::io::Write;

use provebest::Algorithm;
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
    kind: &'static str,
    paper: &'static str,
    summary: &'static str,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let mut out = anstream::stdout().lock();
    for algorithm in Algorithm::ALL {
        let about = algorithm.about();
        if args.json {
            let line = AlgorithmLine {
                schema: SCHEMA,
                name: about.name,
                short: about.short,
                kind: about.kind.name(),
                paper: about.paper,
                summary: about.summary,
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
            continue;
        }
        let short = about.short.map(|short| format!(" ({short})")).unwrap_or_default();
        writeln!(out, "{BOLD}{}{BOLD:#}{short}", about.name)?;
        writeln!(out, "    {}", about.summary)?;
        writeln!(out, "    {DIM}{} · {}{DIM:#}", about.kind.name(), about.paper)?;
    }
    Ok(Ending::Done)
}
