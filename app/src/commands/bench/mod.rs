//! `provebest bench`: fixed work, what it counts, which must not change unnoticed, and how fast it goes.

mod puzzles;

use std::io::Write;

use clap::ValueEnum;
use provebest_catalog::signature::{Counts, count, signature, trees};
use serde_json::json;

use crate::ending::Ending;
use crate::output::json::SCHEMA;
use crate::output::progress::Progress;
use crate::output::text::{BAD, BOLD, DIM, GOOD, note, table, thousands};
use provebest_lab::race::speed::{Kind, Speed, generator, race};
use provebest_lab::race::threads::{Gain, gain};

/// Do fixed work: check what every search counts, and measure how fast it goes
///
/// The counts must be those of the file BENCH that this program was built with; if they are not, the exit status is 1.
/// Speeds are ratios, each measured in one run: the contenders take turns on the same trees.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Something else than game trees
    #[arg(value_enum)]
    part: Option<Part>,
    /// Only the counts, in the form of the file BENCH
    #[arg(long, conflicts_with_all = ["part", "rounds"])]
    counts: bool,
    /// Less work, to see that it runs: for puzzles a few easy boards, and small databases
    #[arg(long, requires = "part")]
    quick: bool,
    /// How many rounds each race takes; the median counts
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,
    /// One JSON object per line
    #[arg(long, conflicts_with = "counts")]
    json: bool,
}

/// What can be asked for apart.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Builds the pattern databases 7-8 (a minute and 1.6 GB), solves Korf's hundred boards of the 15-puzzle with them, and
    /// races IDA* through the trait against a loop by hand, and parallel IDA* on two threads against one
    Puzzles,
}

/// The counts that the project's own `BENCH` holds.
fn expected() -> &'static str {
    include_str!("../../../../BENCH")
}

/// The bars that the project sets itself.
const SHARE: f64 = 0.8;
const INFORMED: f64 = 1.25;
const DUAL: f64 = 1.5;
const SSS: f64 = 2.0;
const GENERATOR: f64 = 100e6;
const TWO_THREADS: f64 = 1.7;
const ONE_THREAD: f64 = 1.05;

pub fn run(args: Args) -> anyhow::Result<Ending> {
    if let Some(Part::Puzzles) = args.part {
        return puzzles::run(args.quick, args.rounds.into(), args.json);
    }
    let mut out = anstream::stdout().lock();
    let all = count()?;
    let lines: Vec<String> = all.iter().map(Counts::line).collect();
    let signature = signature(&all);
    if args.counts {
        for line in &lines {
            writeln!(out, "{line}")?;
        }
        return Ok(Ending::Done);
    }
    let same = lines.iter().map(String::as_str).eq(expected().lines());
    if !args.json {
        tell_counts(&mut out, signature, &lines, same)?;
        out.flush()?;
    }
    let mut progress = Progress::new("bench".into());
    let rounds = usize::from(args.rounds);
    let mut speeds = Vec::new();
    for kind in Kind::ALL {
        progress.tick();
        speeds.push(race(kind, rounds)?);
    }
    let generator = generator(rounds)?;
    progress.tick();
    let gain = gain(rounds)?;
    drop(progress);
    if args.json {
        for counts in &all {
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
            writeln!(out, "{line}")?;
        }
        let line = json!({ "schema": SCHEMA, "bench": "signature", "signature": signature, "as_expected": same });
        writeln!(out, "{line}")?;
        for speed in &speeds {
            writeln!(out, "{}", json_line(speed))?;
        }
        writeln!(out, "{}", json!({ "schema": SCHEMA, "bench": "generator", "minimax_leaves_per_second": generator }))?;
        let Gain { two_over_one, one_over_sequential, leaf } = gain;
        let line = json!({ "schema": SCHEMA, "bench": "threads", "algorithm": "young-brothers",
            "two_over_one": two_over_one, "one_over_sequential": one_over_sequential, "leaf_microseconds": leaf });
        writeln!(out, "{line}")?;
        return Ok(if same { Ending::Done } else { Ending::No });
    }
    tell_speeds(&mut out, &speeds, generator, rounds)?;
    tell_gain(&mut out, &gain)?;
    Ok(if same { Ending::Done } else { Ending::No })
}

fn json_line(speed: &Speed) -> serde_json::Value {
    let Kind { width, depth, first } = speed.kind;
    json!({ "schema": SCHEMA, "bench": "speed", "width": width, "depth": depth,
        "order": first.map_or("random".into(), |percent| percent.to_string()),
        "handmade_alpha_beta_per_second": speed.handmade_alpha_beta,
        "handmade_negascout_per_second": speed.handmade_negascout,
        "alpha_beta_share": speed.alpha_beta_share, "negascout_share": speed.negascout_share,
        "negascout_visit_nanoseconds": speed.negascout_visit,
        "informed_negascout": speed.informed, "dual_star": speed.dual, "sss_star": speed.sss })
}

fn tell_counts(out: &mut impl Write, signature: u64, lines: &[String], same: bool) -> anyhow::Result<()> {
    let (signature, problems, lines_count) = (thousands(signature), trees(), lines.len());
    writeln!(
        out,
        "{BOLD}Counts{BOLD:#} of {lines_count} searches on {problems} trees and a few games: signature {signature}"
    )?;
    if same {
        writeln!(out, "{GOOD}as expected{GOOD:#}: every count is that of the file BENCH")?;
    } else {
        writeln!(out, "{BAD}not as expected{BAD:#}: these lines differ from the file BENCH")?;
        let mut expected = expected().lines();
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

fn tell_speeds(out: &mut impl Write, speeds: &[Speed], generator: f64, rounds: usize) -> anyhow::Result<()> {
    let at_least = |value: f64, bar: f64| format!("{value:.2}{}", if value >= bar { "" } else { " !" });
    let at_most = |value: f64, bar: f64| format!("{value:.2}{}", if value <= bar { "" } else { " !" });
    let rate = |per_second: f64| format!("{:.0}", per_second / 1e6);

    writeln!(
        out,
        "\n{BOLD}Through the trait, counters on, as a share of a hand-written loop{BOLD:#} (at least {SHARE:.1})"
    )?;
    let mut shares = table(&["tree", "alpha-beta", "by hand, M/s", "negascout", "by hand, M/s"]);
    for speed in speeds {
        shares.add_row([
            speed.kind.name(),
            at_least(speed.alpha_beta_share, SHARE),
            rate(speed.handmade_alpha_beta),
            at_least(speed.negascout_share, SHARE),
            rate(speed.handmade_negascout),
        ]);
    }
    writeln!(out, "{shares}")?;

    writeln!(out, "\n{BOLD}Time of a leaf visit, times NegaScout's{BOLD:#} (at most {INFORMED}, {DUAL}, {SSS})")?;
    let mut visits = table(&["tree", "informed", "dual-star", "sss-star", "negascout, ns"]);
    for speed in speeds {
        visits.add_row([
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

fn tell_gain(out: &mut impl Write, gain: &Gain) -> anyhow::Result<()> {
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
