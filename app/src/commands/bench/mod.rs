//! `provebest bench`: fixed work, what it counts, which must not change unnoticed, and how fast it goes.

mod puzzles;

use clap::ValueEnum;
use provebest_catalog::signature::{Counts, count, signature};

use crate::ending::Ending;
use crate::output::bench;
use crate::output::live::Live;
use crate::output::say;
use provebest_lab::race::speed::{Kind, generator, race};
use provebest_lab::race::threads::{self, gain};

/// Do fixed work: check what every search counts, and measure how fast it goes
///
/// The counts must be those of the file BENCH that this program was built with; if they are not, the exit status is 1.
/// Speeds are ratios, each measured in one run: the contenders take turns on the same trees.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest bench
  provebest bench --quick
  provebest bench puzzles --rounds 3")]
pub struct Args {
    /// What to benchmark instead of game trees
    #[arg(value_enum)]
    part: Option<Part>,
    /// Only the counts, in the form of the file BENCH
    #[arg(long, conflicts_with_all = ["part", "rounds"])]
    counts: bool,
    /// Less work, to see that it runs: one round on one tree of each kind; for puzzles a few easy boards, and small databases
    #[arg(long, conflicts_with = "counts")]
    quick: bool,
    /// How many rounds each race takes; the median counts. 7 by default
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: Option<u16>,
    /// One JSON object per line
    #[arg(long, conflicts_with = "counts")]
    json: bool,
}

/// What else can be measured.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Builds the pattern databases 7-8 (a minute and 1.6 GB), solves Korf's hundred boards of the 15-puzzle with them, and
    /// races IDA* through the trait against a loop by hand, and parallel IDA* on two threads against one
    Puzzles,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let rounds = usize::from(args.rounds.unwrap_or(if args.quick && args.part.is_none() { 1 } else { 7 }));
    if let Some(Part::Puzzles) = args.part {
        return puzzles::run(args.quick, rounds, args.json);
    }
    let all = count()?;
    let lines: Vec<String> = all.iter().map(Counts::line).collect();
    if args.counts {
        lines.iter().try_for_each(|line| say(format_args!("{line}")))?;
        return Ok(Ending::Done);
    }
    let signature = signature(&all);
    let same = lines.iter().map(String::as_str).eq(bench::EXPECTED.lines());
    if !args.json {
        bench::show_counts(signature, &lines, same)?;
    }
    let mut spinner = Live::new("bench");
    let (trees, heavy) = if args.quick { (1, 1) } else { (Kind::TREES, threads::TREES) };
    let mut speeds = Vec::new();
    for kind in Kind::ALL {
        spinner.tick();
        speeds.push(race(kind, trees, rounds)?);
    }
    let generator = generator(rounds)?;
    spinner.tick();
    let gain = gain(heavy, rounds)?;
    drop(spinner);
    if args.json {
        bench::print_counts(&all, signature, same)?;
        bench::print_speeds(&speeds, generator)?;
        bench::print_gain(gain)?;
    } else {
        bench::show_speeds(&speeds, generator, rounds)?;
        bench::show_gain(&gain)?;
    }
    Ok(if same { Ending::Done } else { Ending::No })
}
