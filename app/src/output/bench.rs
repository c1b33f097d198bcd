//! What `provebest bench` counts and measures.

use std::io::{self, Write};

use provebest_catalog::signature::{Counts, trees};
use provebest_lab::race::speed::{Kind, Speed};
use provebest_lab::race::threads::Gain;
use serde_json::json;

use super::json::{self, SCHEMA};
use super::stdout;
use super::table::Table;
use super::text::{BAD, BOLD, DIM, GOOD, note, thousands};

/// The counts that the project's own `BENCH` holds.
pub const EXPECTED: &str = include_str!("../../../BENCH");

/// The bars that the project sets itself.
const SHARE: f64 = 0.8;
const INFORMED: f64 = 1.25;
const DUAL: f64 = 1.5;
const SSS: f64 = 2.0;
const GENERATOR: f64 = 100e6;
const TWO_THREADS: f64 = 1.7;
const ONE_THREAD: f64 = 1.05;

/// Writes the counts: whether they are those of the file BENCH, and the lines that differ.
pub fn show_counts(signature: u64, lines: &[String], same: bool) -> io::Result<()> {
    let mut out = stdout();
    let (signature, problems, lines_count) = (thousands(signature), trees(), lines.len());
    writeln!(
        out,
        "{BOLD}Counts{BOLD:#} of {lines_count} searches on {problems} trees and a few games: signature {signature}"
    )?;
    if same {
        writeln!(out, "{GOOD}as expected{GOOD:#}: every count is that of the file BENCH")?;
    } else {
        writeln!(out, "{BAD}not as expected{BAD:#}: these lines differ from the file BENCH")?;
        let mut expected = EXPECTED.lines();
        for line in lines {
            let before = expected.next().unwrap_or("nothing");
            if before != line {
                writeln!(out, "  is  {line}\n  was {before}")?;
            }
        }
        note(format_args!("if the change is meant: provebest bench --counts > BENCH, and name it in the commit"));
    }
    Ok(())
}

/// Writes how fast the searches are.
pub fn show_speeds(speeds: &[Speed], generator: f64, rounds: usize) -> io::Result<()> {
    let mut out = stdout();
    let at_least = |value: f64, bar: f64| format!("{value:.2}{}", if value >= bar { "" } else { " !" });
    let at_most = |value: f64, bar: f64| format!("{value:.2}{}", if value <= bar { "" } else { " !" });
    let rate = |per_second: f64| format!("{:.0}", per_second / 1e6);

    writeln!(
        out,
        "\n{BOLD}Through the trait, counters on, as a share of a hand-written loop{BOLD:#} (at least {SHARE:.1})"
    )?;
    let mut shares = Table::new(&["tree", "alpha-beta", "by hand, M/s", "negascout", "by hand, M/s"]);
    for speed in speeds {
        shares.row([
            speed.kind.name(),
            at_least(speed.alpha_beta_share, SHARE),
            rate(speed.handmade_alpha_beta),
            at_least(speed.negascout_share, SHARE),
            rate(speed.handmade_negascout),
        ]);
    }
    writeln!(out, "{shares}")?;

    writeln!(out, "\n{BOLD}Time of a leaf visit, times NegaScout's{BOLD:#} (at most {INFORMED}, {DUAL}, {SSS})")?;
    let mut visits = Table::new(&["tree", "informed", "dual-star", "sss-star", "negascout, ns"]);
    for speed in speeds {
        visits.row([
            speed.kind.name(),
            at_most(speed.informed, INFORMED),
            at_most(speed.dual, DUAL),
            at_most(speed.sss, SSS),
            format!("{:.1}", speed.negascout_visit),
        ]);
    }
    writeln!(out, "{visits}")?;
    let miss = if generator >= GENERATOR { "" } else { " !" };
    writeln!(
        out,
        "\nThe generator itself: minimax sees {} million leaves a second at a width of 20{miss}",
        rate(generator)
    )?;
    writeln!(out, "{DIM}Medians of {rounds} rounds, processor time; ! marks a bar that was missed.{DIM:#}")?;
    Ok(())
}

/// Writes what threads gain.
pub fn show_gain(gain: &Gain) -> io::Result<()> {
    let mut out = stdout();
    let Gain { two_over_one, one_over_sequential, leaf } = gain;
    let miss = |missed: bool| if missed { " !" } else { "" };
    writeln!(
        out,
        "\n{BOLD}Threads{BOLD:#}: young brothers on trees with leaves of {leaf:.0} microseconds\n\
         two threads are {two_over_one:.2}{} times as fast as one (at least {TWO_THREADS})\n\
         one thread takes {one_over_sequential:.3}{} times the time of pvs (at most {ONE_THREAD})",
        miss(*two_over_one < TWO_THREADS),
        miss(*one_over_sequential > ONE_THREAD),
    )?;
    writeln!(out, "{DIM}Wall-clock time: something else that runs on this machine makes it worse.{DIM:#}")?;
    Ok(())
}

/// The counts and their signature as lines of JSON.
pub fn print_counts(all: &[Counts], signature: u64, same: bool) -> io::Result<()> {
    for counts in all {
        let Counts { method, place, leaf_visits, nodes, stored, .. } = counts;
        let mut line = json!({ "schema": SCHEMA, "bench": "counts", "algorithm": method, "leaf_visits": leaf_visits,
            "nodes": nodes });
        match counts.leaves {
            Some(leaves) => {
                line["machine"] = place.as_str().into();
                (line["leaves"], line["stored"]) = (leaves.into(), (*stored).into());
            }
            None => (line["machine"], line["game"]) = ("alone".into(), place.as_str().into()),
        }
        if let Some((time, messages)) = counts.took {
            (line["time"], line["messages"]) = (time.into(), messages.into());
        }
        json::print(&line)?;
    }
    json::print(&json!({ "schema": SCHEMA, "bench": "signature", "signature": signature, "as_expected": same }))
}

/// The speeds as lines of JSON.
pub fn print_speeds(speeds: &[Speed], generator: f64) -> io::Result<()> {
    for speed in speeds {
        let Kind { width, depth, first } = speed.kind;
        json::print(&json!({ "schema": SCHEMA, "bench": "speed", "width": width, "depth": depth,
            "order": first.map_or("random".into(), |percent| percent.to_string()),
            "handmade_alpha_beta_per_second": speed.handmade_alpha_beta,
            "handmade_negascout_per_second": speed.handmade_negascout,
            "alpha_beta_share": speed.alpha_beta_share, "negascout_share": speed.negascout_share,
            "negascout_visit_nanoseconds": speed.negascout_visit,
            "informed_negascout": speed.informed, "dual_star": speed.dual, "sss_star": speed.sss }))?;
    }
    json::print(&json!({ "schema": SCHEMA, "bench": "generator", "minimax_leaves_per_second": generator }))
}

/// The gain of threads as a line of JSON.
pub fn print_gain(Gain { two_over_one, one_over_sequential, leaf }: Gain) -> io::Result<()> {
    json::print(&json!({ "schema": SCHEMA, "bench": "threads", "algorithm": "young-brothers",
        "two_over_one": two_over_one, "one_over_sequential": one_over_sequential, "leaf_microseconds": leaf }))
}
