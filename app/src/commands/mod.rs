//! The command line, and its commands, one file each: arguments, and the order of things.

mod algorithms;
mod bench;
mod compare;
mod completions;
mod explain;
mod games;
mod lab;
mod man;
mod r#match;
mod nboard;
mod new;
mod play;
mod search;
mod solve;
mod suite;
mod theatre;
mod uci;
mod verify;

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::panic::catch_unwind;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use provebest::{AnyMachine, CancelToken};
use provebest_catalog::{Method, Problem, cluster, worker};

use crate::ending::Ending;
use crate::options::boards;
use crate::os::interrupt;
use crate::output::console;
use crate::output::text::{self, note};

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

    #[command(flatten)]
    look: Look,
}

/// How everything looks.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Appearance")]
struct Look {
    /// Colours: auto, which is on a terminal, always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true,
          value_parser = ["auto", "always", "never"], hide_possible_values = true)]
    color: String,

    /// No notes and no progress on standard error
    #[arg(short, long, global = true)]
    quiet: bool,

    /// No signs beyond ASCII; by default as the locale says
    #[arg(long, global = true)]
    ascii: bool,
}

impl Look {
    /// The colours of help and of errors in options.
    fn color(&self) -> clap::ColorChoice {
        match self.color.as_str() {
            "always" => clap::ColorChoice::Always,
            "never" => clap::ColorChoice::Never,
            _ => clap::ColorChoice::Auto,
        }
    }

    /// From arguments that could not be read, or not yet.
    fn guess(args: &[OsString]) -> Look {
        let words: Vec<&str> = args.iter().filter_map(|word| word.to_str()).collect();
        let color = words.iter().enumerate().find_map(|(i, word)| match word.strip_prefix("--color") {
            Some("") => words.get(i + 1).copied(),
            rest => rest?.strip_prefix('='),
        });
        Look { color: color.unwrap_or("auto").into(), quiet: false, ascii: words.contains(&"--ascii") }
    }

    fn apply(&self) {
        // Open MPI shows every process a terminal, also where a file stands at its end.
        let color = if self.color == "auto" && of_mpirun("SIZE").is_some() { "never" } else { &self.color };
        console::set(color, self.quiet, self.ascii);
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Search(search::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Compare(compare::Args),
    Explain(explain::Args),
    Theatre(theatre::Args),
    Algorithms(algorithms::Args),
    Games(games::Args),
    Lab(lab::Args),
    Bench(bench::Args),
    Play(play::Args),
    New(new::Args),
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
        let look = Look::guess(&args);
        look.apply();
        let command = || Cli::command().color(look.color());
        let read = |args: &mut dyn Iterator<Item = OsString>| {
            Cli::from_arg_matches(&command().try_get_matches_from(args)?).map_err(|error| error.format(&mut command()))
        };
        let cli = read(&mut args.iter().cloned()).unwrap_or_else(|error| {
            // The error may quote an argument.
            let mut harmless = args.iter().map(|arg| text::harmless(&arg.to_string_lossy()).into_owned().into());
            let error = read(&mut harmless).err().unwrap_or(error);
            console::misused(&error)
        });
        cli.look.apply();
        cli
    }
}

impl Command {
    pub fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Search(args) => search::run(args),
            Command::Solve(args) => solve::run(args),
            Command::Verify(args) => verify::run(args),
            Command::Compare(args) => compare::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Theatre(args) => theatre::run(args),
            Command::Algorithms(args) => algorithms::run(args),
            Command::Games(args) => games::run(args),
            Command::Lab(args) => lab::run(args),
            Command::Bench(args) => ending_on_signals(|| bench::run(args)),
            Command::Play(args) => play::run(args),
            Command::New(args) => new::run(args),
            Command::Match(args) => r#match::run(args),
            Command::Suite(args) => suite::run(args),
            Command::Uci(args) => ending_on_signals(|| uci::run(args)),
            Command::Nboard(args) => ending_on_signals(|| nboard::run(args)),
            Command::Completions(args) => completions::run(args, Cli::command()),
            Command::Man(args) => man::run(args, Cli::command()),
        }
    }
}

/// Wrong use, or input that cannot be read.
const INVALID: u8 = 2;

/// Reads the command line, runs one command and says how it ended.
pub fn main() -> ExitCode {
    worker::keep_panics_quiet();
    crate::os::outlive_small_files();
    let asks_for_mpi = asks_for_mpi();
    if let Some(processes) = of_mpirun("SIZE").filter(|&processes| processes > 1)
        && !asks_for_mpi
        && of_mpirun("RANK") == Some(0)
    {
        text::note(format_args!(
            "mpirun has started this {processes} times, and each does the same; with --machine mpi they work together"
        ));
    }
    let ended = catch_unwind(|| match asks_for_mpi.then(cluster::serve).flatten() {
        // Another rank than 0 has nothing to say.
        Some(served) => Ok(served.map(|()| Ending::Done)?),
        None => Cli::read().command.run(),
    });
    let status = match ended.unwrap_or_else(|left| Err(worker::panicked(&*left).into())) {
        Ok(ending) => ending.code(),
        Err(error) if is_closed_pipe(&error) => Ending::Done.code(),
        // Errors of files name their file: this one comes from writing the answer.
        Err(error) if error.chain().count() == 1 && error.is::<io::Error>() => {
            text::unwritten("standard output", &error).code()
        }
        Err(error) => {
            text::error(&error);
            Ending::of_error(&error).map_or(INVALID, Ending::code)
        }
    };
    cluster::dismiss(status);
    ExitCode::from(status)
}

/// What `mpirun` says of this process, in the names of Open MPI or MPICH: `SIZE` or `RANK`.
pub fn of_mpirun(what: &str) -> Option<u64> {
    ["OMPI_COMM_WORLD", "PMI"].iter().find_map(|maker| std::env::var(format!("{maker}_{what}")).ok()?.parse().ok())
}

/// Is the machine an MPI job? Then this process may be one of many, and only rank 0 reads the command line.
fn asks_for_mpi() -> bool {
    let started = of_mpirun("SIZE").is_some();
    std::env::args_os().any(|word| {
        let word = word.to_string_lossy();
        let machine = word.strip_prefix("--machine=").unwrap_or(&word);
        // The experiment measures the job that it is in.
        machine == "mpi" || machine.starts_with("mpi:") || started && machine == "cluster-model"
    })
}

/// The program that read our output has closed it.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe))
}

/// Runs a command that shows nothing before its end: only the exit status says that a signal ended it.
fn ending_on_signals(run: impl FnOnce() -> anyhow::Result<Ending>) -> anyhow::Result<Ending> {
    interrupt::end_at_once();
    run()
}

/// A token that Ctrl-C cancels from now on.
fn interrupts() -> CancelToken {
    let (token, listening) = interrupt::interrupts();
    if let Err(why) = listening {
        note(format_args!("no handler for Ctrl-C, so it ends the program: {why}"));
    }
    token
}

/// The same, before a search: writes a note if the depth is our choice and short of the end of the game.
fn begin(problem: &Problem) -> CancelToken {
    if problem.asked_depth().is_none() && problem.is_cut_short() {
        let plies = text::plural(problem.depth().0.into(), "ply", "plies");
        note(format_args!("searching {plies}; --depth says otherwise"));
    }
    interrupts()
}

/// Writes a note if a machine was asked for that no method uses.
fn note_machine(methods: &[Method], machine: Option<&AnyMachine>) {
    let uses = |method: &Method| {
        method.is_parallel() || matches!(method, Method::Engine(_) | Method::Solver(_) | Method::Proof(_))
    };
    if let Some(machine) = machine.filter(|&machine| *machine != AnyMachine::Alone && !methods.iter().any(uses)) {
        let who = if let [one] = methods { one.name() } else { "each of these searches" };
        note(format_args!("--machine {machine}: {who} is sequential, and runs alone"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line that is broken cannot be copied.
    #[test]
    fn examples_fit_a_terminal() {
        fn check(command: &clap::Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with("  ")) {
                assert!(line.chars().count() < 80, "{line}");
            }
            command.get_subcommands().for_each(check);
        }
        check(&Cli::command());
    }
}
