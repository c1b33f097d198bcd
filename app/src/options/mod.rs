//! Options that several commands share, and how words become parts of a request.

pub mod boards;
mod book;
mod names;
mod table;
mod tree;

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use provebest::AnyMachine;
use provebest::family::Variant;
use provebest_catalog::games::{GameInfo, GameKind};
use provebest_catalog::{
    Doubt, DriverName, Limits, Method, Problem, Record, Request, RequestError, Setting, Threshold, units,
};
use provebest_game::{Depth, Score};
use provebest_games::graph::Graph;
use provebest_search::{Strategy, TableSize};

use crate::output::text::note;
use crate::output::trace::TraceFile;
pub use book::book;
pub use names::{game_names, method_names, methods_and, nearest, played_games};
pub use table::player_with_table;

/// Which tree exactly.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Problem")]
pub struct ProblemOptions {
    /// Plies to look ahead
    ///
    /// By default trees are searched to their leaves, tic-tac-toe to its end, Connect Four 8, Othello 6 and chess 4 plies deep;
    /// the engine goes deeper until its time is up. `tree`, `iid` and `uniform` have no honest value at inner nodes, so less than their height is refused.
    #[arg(short, long, value_name = "PLIES")]
    pub depth: Option<u32>,

    /// Seed of a synthetic tree whose position has no `seed=`; 1 by default
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
}

/// Parameters of algorithms.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Parameters of algorithms")]
pub struct MethodOptions {
    /// The value to expect first (mtd-f, aspiration, conspiracy-window)
    ///
    /// By default the static value of the root where the game has one, otherwise 0.
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true,
          value_parser = clap::value_parser!(i32).range(-(Score::LIMIT as i64)..=Score::LIMIT as i64))]
    pub first_guess: Option<i32>,

    /// How far off the first guess may be (aspiration, conspiracy-window)
    ///
    /// By default 50; on trees a twentieth of the largest value.
    #[arg(long, value_name = "MARGIN", value_parser = clap::value_parser!(i32).range(1..=Score::LIMIT as i64))]
    pub window: Option<i32>,

    /// What the value must exceed to be found (dual-star); by default it is found in any case
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-(Score::LIMIT as i64)..=Score::LIMIT as i64))]
    pub bound: Option<i32>,

    /// Nodes that ITERSSS*, and each process of PARITERSSS*, may hold; by default as few as a uniform tree needs
    #[arg(long, value_name = "NODES", value_parser = units::count)]
    pub memory: Option<u64>,

    /// Bytes of a table, such as 256MB (informed-negascout, lazy-smp, abdada, par-mt-sss, engine)
    ///
    /// By default informed-negascout keeps everything in a tree, lazy-smp, abdada and par-mt-sss have 16 MiB, and the engine has 64 MiB, less
    /// for a --time of less than half a second. A table beyond --memory-limit ends the search.
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub hash: Option<u64>,

    /// A table scattered over the processors, 16MB in all or each:1MB for each (young-brothers, dynamic-pv-splitting, jamboree); none by default
    ///
    /// An entry belongs to the processor that its key names; the others ask for it by mail. With a size in all, more processors
    /// have no more memory than one: the difference to a size for each is what memory is worth.
    #[arg(long, value_name = "SIZE", value_parser = units::table_size)]
    pub table: Option<TableSize>,

    /// Leaves of a subtree that is too small to be shared (parallel depth-first searches)
    ///
    /// An estimate, from width and height. By default 0 on simulated processors, so that every leaf may be shared; on
    /// threads what takes about 200 µs is too small.
    #[arg(long, value_name = "LEAVES", value_parser = units::count)]
    pub grain: Option<u64>,

    /// Plies that must remain below a node that gets a process (par-sss-star, par-iter-sss-star); by default 0
    #[arg(long, value_name = "PLIES")]
    pub spawn_height: Option<u32>,

    /// A variant of a search
    ///
    /// key-node: buffered, printed, stamped, deepening and suppressing (need honest estimates), partitioned,
    /// roaming (in lock step). par-sss-star and
    /// par-iter-sss-star: shared, messages. pv-splitting: plain, recursive. board: need, eldest, tested, scattered. informed-negascout: mended, printed,
    /// by-position. partially-informed-negascout: first-level, path. sss-star and dual-star: blocks, list (OPEN as in the papers). The
    /// first one is the usual one.
    #[arg(long, value_name = "NAME", value_parser = names::variants(), hide_possible_values = true)]
    pub variant: Option<Variant>,

    /// When to disprove the rest (b-star): prove-best, disprove-rest, alternate, 2D, 3D, AD, 2R, 3R or AR, the usual one
    #[arg(long, value_name = "NAME", value_parser = names::strategy)]
    pub strategy: Option<Strategy>,

    /// How likely a better move may remain, such as 0.05 (pb-star); by default 0
    #[arg(long, value_name = "CHANCE")]
    pub doubt: Option<Doubt>,

    /// How many conspirators are enough not to be believed (conspiracy-numbers); by default inf, a proof
    #[arg(long, value_name = "COUNT")]
    pub threshold: Option<Threshold>,

    /// Estimates are rounded to multiples of this (conspiracy-numbers)
    #[arg(long, value_name = "STEP")]
    pub value_grain: Option<NonZeroU32>,

    /// Which node goes on (evolving): depth-first, preorder, best (estimate), the usual one, random or random:SEED
    #[arg(long, value_name = "NAME")]
    pub driver: Option<DriverName>,

    /// How many plies below the root alpha-beta begins (hybrid-sss); by default half the depth
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = seam)]
    pub seam: Option<u32>,
}

/// Refuses --depth where nothing but a proof is asked for: that goes to the end of the game.
pub fn check_depth(methods: &[Method], problem: &ProblemOptions) -> anyhow::Result<()> {
    let (proofs, first) = (methods.iter().all(|method| matches!(method, Method::Proof(_))), methods.first());
    match first.filter(|_| proofs && problem.depth.is_some()) {
        Some(method) => Err(anyhow!("--depth: {} proves to the end of the game; expected no --depth", method.name())),
        None => Ok(()),
    }
}

/// Parses a number that is not 0.
pub fn one_or_more(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| format!("expected a whole number from 1 to {}", u32::MAX))
}

fn seam(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "expected a number of plies such as 3, 0 or more".into())
}

/// What may end a search early.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions {
    /// Stop each search after this time, such as 2s or 500ms
    ///
    /// The engine always finishes its first ply, however little time or however few nodes there are.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::time)]
    pub time: Option<Duration>,

    /// Stop each search after this many nodes
    ///
    /// A proof looks at it every few thousand nodes.
    #[arg(long, allow_hyphen_values = true, value_name = "COUNT", value_parser = units::count)]
    pub nodes: Option<u64>,

    /// Stop a search that would store more bytes than this, such as 2GB; by default what is free, in a container what it leaves
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::size)]
    pub memory_limit: Option<u64>,

    /// Where parallel algorithms run: sim:N, threads:N
    ///
    /// `sim:8` are 8 simulated processors, the same run every time, at costs in leaf-times that can be set:
    /// `sim:8,leaf=1,node=0,send=0,receive=0,latency=20`; `latency=5..40` is by chance from `seed=`, and counts for each
    /// hop with `topology=ring` (grid, cube, tree). `sim:8,model=lockstep` is the clock of the papers (par-sss-star,
    /// par-iter-sss-star, key-node). `threads:8` are real ones. By default sim:4; lazy-smp and abdada run on a thread
    /// for each core. Sequential algorithms always run `alone`.
    #[arg(long, value_name = "MACHINE")]
    pub machine: Option<AnyMachine>,
}

/// What to print, and how.
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

    /// Write everything that happens to a file, as JSON lines to replay, or as a tape to FILE.tape
    ///
    /// A line with "event":"start" names game, position, algorithm and depth; then come enter, leaf, update, cut,
    /// research, recall (a stored bound answers for a node) and exit, each with its time in leaf-times and its node as a Dewey path
    /// ("2.1", the root is ""), values and windows in the view of the side to move there, null for an infinite bound; "event":"end" has
    /// the result. A file whose name ends in .tape is what the theatre shows: theatre/README.md.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// All options of `search` that are not its problem and its algorithm.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    #[command(flatten)]
    pub problem: ProblemOptions,
    #[command(flatten)]
    pub method: MethodOptions,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl ProblemOptions {
    /// Reads the problem of a game; puzzles are for `solve`.
    pub fn game(&self, game: &'static GameInfo, position: Option<&str>) -> anyhow::Result<Arc<Problem>> {
        anyhow::ensure!(
            !matches!(game.kind, GameKind::Puzzle | GameKind::Graph),
            "{} is {}; expected `provebest {} {0} '{}'`",
            game.name,
            if game.kind == GameKind::Puzzle { "a puzzle for one" } else { "for proof searches" },
            game.command(),
            game.example
        );
        self.problem(game, position)
    }

    /// Reads the problem that these options and the two words before them name.
    pub fn problem(&self, game: &'static GameInfo, position: Option<&str>) -> anyhow::Result<Arc<Problem>> {
        let depth = self.depth.map(Depth);
        let read = match position {
            Some(position) if game.kind == GameKind::Tree && self.seed.is_none() => match tree::read(position)? {
                Some(tree) => Problem::of_tree(tree, position, depth),
                None => Problem::read(game, Some(position), None, depth),
            },
            Some(position) if game.kind == GameKind::Graph => {
                match tree::read_as("graph", position, Graph::parse_bytes)? {
                    Some(graph) => Problem::of_graph(graph, position),
                    None => Problem::read(game, Some(position), self.seed, None),
                }
            }
            // A board behind a space: see `boards`.
            Some(position) if game.is_played() => {
                Problem::read(game, Some(position.strip_prefix(' ').unwrap_or(position)), self.seed, depth)
            }
            position => Problem::read(game, position, self.seed, depth),
        };
        read.map(Arc::new).map_err(|error| misused(error.into()))
    }
}

impl MethodOptions {
    /// The settings that were asked for.
    pub fn settings(&self) -> Vec<Setting> {
        let settings = [
            self.first_guess.map(Setting::FirstGuess),
            self.window.map(Setting::Window),
            self.bound.map(Setting::Bound),
            self.memory.map(Setting::Memory),
            self.hash.map(Setting::Hash),
            self.table.map(Setting::Table),
            self.grain.map(Setting::Grain),
            self.spawn_height.map(Setting::SpawnHeight),
            self.variant.map(Setting::Variant),
            self.strategy.map(Setting::Strategy),
            self.doubt.map(Setting::Doubt),
            self.threshold.map(Setting::Threshold),
            self.value_grain.map(Setting::ValueGrain),
            self.driver.map(Setting::Driver),
            self.seam.map(Setting::Seam),
        ];
        settings.into_iter().flatten().collect()
    }
}

/// Sets what was asked for in every method that has a use for it; one of them has to.
pub fn set(methods: &mut [Method], settings: Vec<Setting>) -> anyhow::Result<()> {
    for setting in settings {
        let results = methods.iter_mut().map(|method| method.set(setting.clone())).collect::<Vec<_>>();
        // A table of no chosen size: the MT family keeps all bounds.
        let keeps_all = |method: &Method| method.name().starts_with("mt");
        if let (true, Setting::Hash(_), Some(method)) =
            (results.iter().all(Result::is_err), &setting, methods.iter().find(|method| keeps_all(method)))
        {
            let name = method.name();
            note(format_args!("--hash: {name} keeps all bounds; --memory-limit limits them"));
            continue;
        }
        if results.iter().all(Result::is_err)
            && let Some(Err(error)) = results.into_iter().next()
        {
            return Err(misused(error.into()));
        }
    }
    Ok(())
}

impl LimitOptions {
    /// The limits of a request.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time, nodes: self.nodes, memory: self.memory_limit }
    }
}

impl SearchOptions {
    /// A request for a method.
    pub fn request(&self, problem: &Arc<Problem>, method: Method) -> Request {
        let OutputOptions { all_moves, trace_leaves, count_leaves, ref trace, .. } = self.output;
        // The lanes of a tape.
        let simulated = matches!(method.machine(self.limits.machine.as_ref()), AnyMachine::Simulated(_));
        let timeline = simulated && method.is_parallel() && trace.as_deref().is_some_and(TraceFile::is_tape);
        let record = Record {
            all_moves,
            leaf_order: trace_leaves,
            count_leaves,
            trace: trace.is_some(),
            timeline,
            ..Record::default()
        };
        Request {
            machine: self.limits.machine.clone(),
            limits: self.limits.limits(),
            record,
            ..Request::of(problem.clone(), method)
        }
    }
}

/// An error of a request as the command line says it: options have dashes.
pub fn misused(error: RequestError) -> anyhow::Error {
    if !error.names_an_option() {
        return error.into();
    }
    // Two names for one option: the one that was typed.
    let error = error.to_string();
    let typed = |name: &str| std::env::args().any(|word| word == name || word.starts_with(&format!("{name}=")));
    match error.strip_prefix("at-least") {
        Some(rest) if typed("--prove") => anyhow!("--prove{rest}"),
        _ => anyhow!("--{error}"),
    }
}

/// The same for a request that was run: what is not about an option begins with the name of the method.
pub fn failed(method: &Method, error: RequestError) -> anyhow::Error {
    if error.names_an_option() { misused(error) } else { anyhow::Error::from(error).context(method.name()) }
}
