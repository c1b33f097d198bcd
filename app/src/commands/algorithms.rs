//! `provebest algorithms`.

use std::io::Write;

use provebest_catalog::{MethodGroup, methods};
use serde::Serialize;

use crate::ending::Ending;
use crate::output::json::SCHEMA;
use crate::output::text::{BOLD, DIM};

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
    // The engine and the solver are for the commands of these names.
    let listed = |group| matches!(group, MethodGroup::Family | MethodGroup::Puzzle);
    for about in methods().filter(|info| listed(info.group)) {
        let kind = about.kind;
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
