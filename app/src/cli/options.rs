//! Options that several commands share.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use provebest::{Algorithm, Depth, Score};

use super::units;
use crate::problem::GameName;

/// Parses the name or short name of an algorithm.
pub fn algorithm_names() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::SEQUENTIAL.iter().map(named))
        .map(|name| name.parse().expect("only names of algorithms pass"))
}

/// Parses the name of an algorithm, or `all`, which is `None`.
pub fn algorithms_or_all() -> impl TypedValueParser<Value = Option<Algorithm>> {
    let all = PossibleValue::new("all").help("every algorithm");
    PossibleValuesParser::new(Algorithm::SEQUENTIAL.iter().map(named).chain([all])).map(|name| name.parse().ok())
}

fn named(algorithm: &Algorithm) -> PossibleValue {
    let about = algorithm.about();
    let help = match about.short {
        Some(short) => format!("[{short}] {}", about.summary),
        None => about.summary.to_string(),
    };
    PossibleValue::new(about.name).aliases(about.short).help(help)
}

/// Which tree exactly.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Problem")]
pub struct ProblemOptions {
    /// Plies to look ahead
    ///
    /// By default trees are searched to their leaves, tic-tac-toe to its end and Connect Four 8 plies deep. `tree`,
    /// `iid` and `uniform` have no honest value at inner nodes, so less than their height is refused.
    #[arg(short, long, value_name = "PLIES")]
    pub depth: Option<u32>,

    /// Seed of a synthetic tree whose position has no `seed=`; 1 by default
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
}

/// Parameters of algorithms.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Parameters of algorithms")]
pub struct Tuning {
    /// The value to expect (mtd-f, aspiration)
    ///
    /// By default the static value of the root where the game has one, otherwise 0.
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true,
          value_parser = clap::value_parser!(i32).range(-(Score::LIMIT as i64)..=Score::LIMIT as i64))]
    pub first_guess: Option<i32>,

    /// How far off the first guess may be (aspiration)
    ///
    /// By default 50; on trees a twentieth of the largest value.
    #[arg(long, value_name = "MARGIN", value_parser = clap::value_parser!(i32).range(1..=Score::LIMIT as i64))]
    pub window: Option<i32>,

    /// Nodes that ITERSSS* may hold; by default as few as a uniform tree needs
    #[arg(long, value_name = "NODES", value_parser = units::count)]
    pub memory: Option<u64>,

    /// Bytes of the table of informed-negascout, such as 256MB; by default it keeps everything in a tree
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub hash: Option<u64>,
}

/// What may end a search early.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions {
    /// Stop each search after this time, such as 2s or 500ms
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub time: Option<Duration>,

    /// Stop each search after so many nodes
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    pub nodes: Option<u64>,

    /// Stop a search that would store more bytes than this, such as 2GB
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub memory_limit: Option<u64>,

    /// Where to run: `alone`
    #[arg(long, value_name = "MACHINE", default_value = "alone", value_parser = machine)]
    pub machine: Machine,
}

/// The machine a search runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Machine {
    /// One processor.
    #[default]
    Alone,
}

impl std::fmt::Display for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("alone")
    }
}

fn machine(text: &str) -> Result<Machine, String> {
    let kind = text.split([':', ',']).next().unwrap_or_default();
    match kind {
        _ if text == "alone" => Ok(Machine::Alone),
        "sim" | "threads" | "mpi" => Err("only 'alone' is built so far; sim:N, threads:N and mpi are to come".into()),
        _ => Err("there is no such machine; 'alone' would be right".into()),
    }
}

/// What to tell, and how.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// One JSON object per line
    #[arg(long)]
    pub json: bool,

    /// Also search every root move on its own: its exact value, and all ties
    #[arg(long)]
    pub all_moves: bool,

    /// List every leaf visit in order
    #[arg(long)]
    pub trace_leaves: bool,

    /// Count distinct leaves even above 10 million visits
    #[arg(long)]
    pub count_leaves: bool,

    /// Write everything that happens to a file, as JSON lines to replay
    ///
    /// A line with "event":"start" names game, position, algorithm and depth; then come enter, leaf, update, cut,
    /// research and exit, each with its node as a Dewey path ("2.1", the root is ""), values and windows in the view of
    /// the side to move there, null for an infinite bound; "event":"end" has the result.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// All options of `search` that are not its problem and its algorithm.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    #[command(flatten)]
    pub problem: ProblemOptions,
    #[command(flatten)]
    pub tuning: Tuning,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl ProblemOptions {
    /// Reads the problem that these options and the two words before them name.
    pub fn problem(&self, game: GameName, position: Option<&str>) -> anyhow::Result<crate::problem::Problem> {
        crate::problem::Problem::read(game, position, self.seed, self.depth.map(Depth))
    }
}
