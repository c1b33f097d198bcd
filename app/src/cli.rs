//! The command line: its commands, and which function runs each.

use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::{
    algorithms, bench, compare, completions, explain, games, lab, man, r#match, nboard, play, search, solve, suite, uci,
};
use crate::ending::Ending;
use crate::options::boards;
use crate::os::interrupt;
use crate::output::text;

/// Finds, proves and explains the best move.
#[derive(Parser, Debug)]
#[command(name = "provebest", version, max_term_width = 110)]
#[command(
    after_help = "Start with `provebest compare`: a small tree, all algorithms, and how much each of them looked at."
)]
#[command(after_long_help = "\
Start with `provebest compare`: a small tree, all algorithms, and how much each of them looked at.

Exit status: 0 done; 1 ran, but the answer is no (exact values disagree, counts differ, a \
search failed); 2 wrong use or invalid input; 3 stopped before an answer, by a limit or because the system has no memory or no \
threads left; 4 a file could not be written; 130 interrupted, by Ctrl-C or by a signal to end. Of several that \
apply, 130 comes first, then 1, 3, 4.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Search(search::Args),
    Solve(solve::Args),
    Compare(compare::Args),
    Explain(explain::Args),
    Algorithms(algorithms::Args),
    Games(games::Args),
    Lab(lab::Args),
    Bench(bench::Args),
    Play(play::Args),
    Match(r#match::Args),
    Suite(suite::Args),
    Uci(uci::Args),
    Nboard(nboard::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Cli {
    /// What the command was called with; wrong use ends it.
    pub fn read() -> Cli {
        let args = boards::as_words(std::env::args_os());
        Cli::try_parse_from(&args).unwrap_or_else(|error| {
            // The error may quote an argument.
            let harmless = args.iter().map(|arg| text::harmless(&arg.to_string_lossy()).into_owned());
            Cli::try_parse_from(harmless).err().unwrap_or(error).exit()
        })
    }
}

impl Command {
    pub fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Search(args) => search::run(args),
            Command::Solve(args) => solve::run(args),
            Command::Compare(args) => compare::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Algorithms(args) => algorithms::run(args),
            Command::Games(args) => games::run(args),
            Command::Lab(args) => lab::run(args),
            Command::Bench(args) => ending_on_signals(|| bench::run(args)),
            Command::Play(args) => play::run(args),
            Command::Match(args) => r#match::run(args),
            Command::Suite(args) => suite::run(args),
            Command::Uci(args) => ending_on_signals(|| uci::run(args)),
            Command::Nboard(args) => ending_on_signals(|| nboard::run(args)),
            Command::Completions(args) => completions::run(args, Cli::command()),
            Command::Man(args) => man::run(args, Cli::command()),
        }
    }
}

/// Runs a command that shows nothing before its end: only the exit status says that a signal ended it.
fn ending_on_signals(run: impl FnOnce() -> anyhow::Result<Ending>) -> anyhow::Result<Ending> {
    interrupt::end_at_once();
    run()
}
