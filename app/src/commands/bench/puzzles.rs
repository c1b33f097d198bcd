//! `provebest bench puzzles`.

use std::io::Write;

use serde_json::json;

use crate::ending::Ending;
use crate::output::json::SCHEMA;
use crate::output::progress::{Bar, Progress};
use crate::output::text::{self, BOLD, DIM, thousands};
use provebest_lab::race::puzzles::{Amount, Built, Gain, Share, Solved, boards, build, gain, share, solve};

/// The bars that the project sets itself, and what it aims at.
const BUILDING: f64 = 900.0;
const BUILDING_BYTES: f64 = 4e9;
const SECONDS: f64 = 5.0;
const SECONDS_AIM: f64 = 1.0;
const BYTES: f64 = 700e6;
const SHARE: f64 = 0.8;
const TWO_THREADS: f64 = 1.8;

pub(super) fn run(quick: bool, rounds: usize, as_json: bool) -> anyhow::Result<Ending> {
    let mut out = anstream::stdout().lock();
    let Amount { partition, solved, raced, threaded } = if quick { Amount::quick() } else { Amount::full() };
    let mut meter = Bar::new(format!("building the databases {partition}"));
    let Built { databases, seconds, peak } = build(&partition, &mut |progress| {
        meter.set(progress.done, progress.all);
        None
    })?;
    drop(meter);
    let bytes = partition.bytes();
    if as_json {
        let line = json!({ "schema": SCHEMA, "bench": "databases", "databases": partition.to_string(), "bytes": bytes,
            "seconds": seconds, "peak_bytes": peak });
        writeln!(out, "{line}")?;
    } else {
        let miss = mark(seconds > BUILDING || peak.is_some_and(|peak| peak as f64 > BUILDING_BYTES));
        writeln!(
            out,
            "{BOLD}Databases {partition}{BOLD:#}: {}, built in {seconds:.1} s with {} at most{miss} (aims: {BUILDING} s, {})",
            megabytes(Some(bytes)),
            megabytes(peak),
            megabytes(Some(BUILDING_BYTES as u64))
        )?;
    }
    out.flush()?;

    let mut progress = Progress::new("bench".into());
    let Solved { boards: count, generated, seconds, peak } = solve(&databases, boards(solved), rounds)?;
    drop(databases);
    progress.tick();
    if as_json {
        let line = json!({ "schema": SCHEMA, "bench": "korf", "databases": partition.to_string(), "boards": count,
            "generated": generated, "seconds": seconds, "peak_bytes": peak });
        writeln!(out, "{line}")?;
    } else {
        let miss = mark(seconds > SECONDS || peak.is_some_and(|peak| peak as f64 > BYTES));
        writeln!(
            out,
            "{BOLD}Korf's boards{BOLD:#}: {count} in {seconds:.2} s, {} nodes, with {} at most{miss} \
             (at most {SECONDS} s and {}, aim {SECONDS_AIM} s)",
            thousands(generated),
            megabytes(peak),
            megabytes(Some(BYTES as u64))
        )?;
    }
    out.flush()?;

    let Share { share, by_trait, by_hand } = share(boards(raced), rounds)?;
    progress.tick();
    let Gain { two_over_one, one_over_sequential } = gain(boards(threaded), rounds)?;
    drop(progress);
    if as_json {
        let line = json!({ "schema": SCHEMA, "bench": "trait", "algorithm": "ida-star", "share": share,
            "nodes_per_second": by_trait, "handmade_nodes_per_second": by_hand });
        writeln!(out, "{line}")?;
        let line = json!({ "schema": SCHEMA, "bench": "threads", "algorithm": "parallel-ida-star",
            "two_over_one": two_over_one, "one_over_sequential": one_over_sequential });
        writeln!(out, "{line}")?;
        return Ok(Ending::Done);
    }
    writeln!(
        out,
        "{BOLD}IDA* with Manhattan distance{BOLD:#}: through the trait {:.0} million nodes a second, by hand {:.0}; \
         a share of {share:.2}{} (at least {SHARE})",
        by_trait / 1e6,
        by_hand / 1e6,
        mark(share < SHARE)
    )?;
    writeln!(
        out,
        "{BOLD}Threads{BOLD:#}: parallel IDA* on two threads generates {two_over_one:.2}{} times the nodes of one in the same time \
         (at least {TWO_THREADS}); on one a node takes {one_over_sequential:.3} times the time of IDA*",
        mark(two_over_one < TWO_THREADS)
    )?;
    writeln!(
        out,
        "{DIM}Medians of {}; databases and threads by the clock, so something else that runs on this machine makes them \
         worse; ! marks a bar that was missed.{DIM:#}",
        text::plural(rounds as u64, "round", "rounds")
    )?;
    Ok(Ending::Done)
}

fn mark(missed: bool) -> &'static str {
    if missed { " !" } else { "" }
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("an unknown amount of memory".into(), |bytes| format!("{} MB", thousands(bytes / 1_000_000)))
}
