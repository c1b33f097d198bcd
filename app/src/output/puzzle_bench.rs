//! What `provebest bench puzzles` measures.

use std::io::{self, Write};

use provebest_lab::race::puzzles::{Gain, Share, Solved};
use serde_json::json;

use super::json::{self, SCHEMA};
use super::stdout;
use super::text::{self, BOLD, DIM, thousands};

/// The bars that the project sets itself, and what it aims at.
const BUILDING: f64 = 900.0;
const BUILDING_BYTES: f64 = 4e9;
const SECONDS: f64 = 5.0;
const SECONDS_AIM: f64 = 1.0;
const BYTES: f64 = 700e6;
const SHARE: f64 = 0.8;
const TWO_THREADS: f64 = 1.8;

/// Pattern databases, and what it took to build them.
pub struct BuiltDatabases {
    pub name: String,
    pub bytes: u64,
    pub seconds: f64,
    /// The most memory that was used, if the system says.
    pub peak: Option<u64>,
}

/// Writes how the databases were built.
pub fn show_databases(BuiltDatabases { name, bytes, seconds, peak }: &BuiltDatabases) -> io::Result<()> {
    let miss = mark(*seconds > BUILDING || peak.is_some_and(|peak| peak as f64 > BUILDING_BYTES));
    writeln!(
        stdout(),
        "{BOLD}Databases {name}{BOLD:#}: {}, built in {seconds:.1} s with {} at most{miss} (aims: {BUILDING} s, {})",
        megabytes(Some(*bytes)),
        megabytes(*peak),
        megabytes(Some(BUILDING_BYTES as u64))
    )
}

/// The same as a line of JSON.
pub fn print_databases(BuiltDatabases { name, bytes, seconds, peak }: &BuiltDatabases) -> io::Result<()> {
    json::print(&json!({ "schema": SCHEMA, "bench": "databases", "databases": name, "bytes": bytes,
        "seconds": seconds, "peak_bytes": peak }))
}

/// Writes how long Korf's boards took.
pub fn show_boards(Solved { boards, generated, seconds, peak }: &Solved) -> io::Result<()> {
    let miss = mark(*seconds > SECONDS || peak.is_some_and(|peak| peak as f64 > BYTES));
    writeln!(
        stdout(),
        "{BOLD}Korf's boards{BOLD:#}: {boards} in {seconds:.2} s, {} nodes, with {} at most{miss} \
         (at most {SECONDS} s and {}, aim {SECONDS_AIM} s)",
        thousands(*generated),
        megabytes(*peak),
        megabytes(Some(BYTES as u64))
    )
}

/// The same as a line of JSON.
pub fn print_boards(databases: &str, Solved { boards, generated, seconds, peak }: &Solved) -> io::Result<()> {
    json::print(&json!({ "schema": SCHEMA, "bench": "korf", "databases": databases, "boards": boards,
        "generated": generated, "seconds": seconds, "peak_bytes": peak }))
}

/// Writes what the trait costs and what threads gain.
pub fn show_speeds(share: &Share, gain: &Gain, rounds: usize) -> io::Result<()> {
    let Share { share, by_trait, by_hand } = *share;
    let Gain { two_over_one, one_over_sequential } = *gain;
    let mut out = stdout();
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
    )
}

/// The same as lines of JSON.
pub fn print_speeds(share: &Share, gain: &Gain) -> io::Result<()> {
    let Share { share, by_trait, by_hand } = share;
    let Gain { two_over_one, one_over_sequential } = gain;
    json::print(&json!({ "schema": SCHEMA, "bench": "trait", "algorithm": "ida-star", "share": share,
        "nodes_per_second": by_trait, "handmade_nodes_per_second": by_hand }))?;
    json::print(&json!({ "schema": SCHEMA, "bench": "threads", "algorithm": "parallel-ida-star",
        "two_over_one": two_over_one, "one_over_sequential": one_over_sequential }))
}

fn mark(missed: bool) -> &'static str {
    if missed { " !" } else { "" }
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("an unknown amount of memory".into(), |bytes| format!("{} MB", thousands(bytes / 1_000_000)))
}
