//! `provebest bench puzzles`.

use provebest_lab::race::puzzles::{Amount, Built, boards, build, gain, share, solve};

use crate::ending::Ending;
use crate::output::live::Live;
use crate::output::puzzle_bench::{self as output, BuiltDatabases};

pub(super) fn run(quick: bool, rounds: usize, json: bool) -> anyhow::Result<Ending> {
    let Amount { partition, solved, raced, threaded } = if quick { Amount::quick() } else { Amount::full() };
    let mut bar = Live::new(format!("building the databases {partition}"));
    let Built { databases, seconds, peak } = build(&partition, &mut |progress| {
        bar.show(Some(progress.done as f64 / progress.all.max(1) as f64), String::new);
        None
    })?;
    drop(bar);
    let built = BuiltDatabases { name: partition.to_string(), bytes: partition.bytes(), seconds, peak };
    if json {
        output::print_databases(&built)?
    } else {
        output::show_databases(&built)?
    }

    let mut spinner = Live::new("bench");
    let found = solve(&databases, boards(solved), rounds)?;
    drop(databases);
    spinner.tick();
    if json {
        output::print_boards(&built.name, &found)?
    } else {
        output::show_boards(&found)?
    }

    let share = share(boards(raced), rounds)?;
    spinner.tick();
    let gain = gain(boards(threaded), rounds)?;
    drop(spinner);
    if json {
        output::print_speeds(&share, &gain)?
    } else {
        output::show_speeds(&share, &gain, rounds)?
    }
    Ok(Ending::Done)
}
