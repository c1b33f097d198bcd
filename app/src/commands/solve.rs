//! `provebest solve`.

use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use provebest::{AnyMachine, SearchError};
use provebest_catalog::book::{BookWritten, write_book};
use provebest_catalog::games::{GameInfo, GameKind, SALESMEN};
use provebest_catalog::tiles::TileHeuristic;
use provebest_catalog::{
    CERTIFIED, Epsilon, MOST_PLIES, Method, MethodGroup, Outcome, Problem, ProofAlgorithm, ProofQuestion,
    PuzzleAlgorithm, PuzzleSpec, Record, Request, RequestError, Setting, SolverSpec, as_proof, certify, certify_answer,
    units,
};
use provebest_search::Reason;
use provebest_search::proof::certificate::{NoCertificate, Written};

use super::{interrupts, note_machine};
use crate::ending::Ending;
use crate::options::{self, LimitOptions, ProblemOptions, game_names, method_names};
use crate::output::file::WholeFile;
use crate::output::progress::Reporter;
use crate::output::text::{self, note, unwritten};
use crate::output::{self, outcome};

/// Prove the exact value of a position, or find the shortest solution of a puzzle
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  provebest solve connect4 44455554221
  provebest solve connect4 6x5: --all-moves --resume six-by-five.proof
  provebest solve connect4 4444 --machine threads:8 --journal four.proof
  mpirun -n 16 provebest solve connect4 44 --machine mpi --journal four.proof
  provebest solve connect4 6x5: --certificate six-by-five.cert
  provebest solve connect4 6x5:33 --prove win
  provebest solve connect4 5x4:33 --algorithm df-pn --prove '>=2'
  provebest solve chess '3k4/8/3K4/8/8/8/8/7R w - - 0 1' --mate
  provebest solve chess 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' --mate 2
  provebest solve connect4 5x5:33 --book five.book
  provebest solve connect4 5x4:33 --algorithm mtd-f
  provebest solve tictactoe 5
  provebest solve tiles 4x4:14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --draw
  provebest solve tiles 3x3:8 7 6 0 4 1 2 5 3 --all-solutions
  provebest solve tiles 3x3:8 7 6 5 4 3 2 1 0 --goal last
  provebest solve tiles 3x3:8 7 6 0 4 1 2 5 3 --machine threads:2
  provebest solve salesmen cities=10,seed=1")]
pub struct Args {
    /// The game: connect4, othello, tictactoe, a tree, a graph, tiles, salesmen, or chess with --mate
    #[arg(value_parser = game_names(), hide_possible_values = true)]
    game: &'static GameInfo,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    position: Vec<String>,

    /// Search to the end of the game with this algorithm, or prove it with df-pn, pn2 or pn; otherwise the solver proves it, with
    /// all that it knows of the game
    #[arg(short, long, value_name = "NAME", value_parser = method_names(GROUPS), hide_possible_values = true)]
    algorithm: Option<Method>,

    /// Prove or disprove a claim: win, draw (or better), or a value such as '>=3'; by df-pn unless an algorithm is named
    ///
    /// The exit status is 0 if the claim is proved, 1 if it is disproved, and 3 if a limit ended the search before that.
    #[arg(long, value_name = "CLAIM", visible_alias = "at-least", allow_hyphen_values = true, value_parser = claim)]
    prove: Option<ProofQuestion>,

    /// Chess: prove a mate, in at most this number of moves or in any, by df-pn unless an algorithm is named
    ///
    /// Repetitions are draws, and fifty moves without a capture draw nothing, as in problems. A mate that is proved is followed by
    /// the search for the shortest one, as far as it takes no longer than the proof. The exit status is as with --prove.
    #[arg(long, value_name = "MOVES", num_args = 0..=1, conflicts_with = "prove", allow_negative_numbers = true,
          value_parser = options::one_or_more)]
    mate: Option<Option<NonZeroU32>>,

    /// By what part a child may become worse than the second best before df-pn leaves it; 1/4 by default
    #[arg(long, value_name = "PART")]
    epsilon: Option<Epsilon>,

    /// Prove the value of every move, not only that of the best
    #[arg(long)]
    all_moves: bool,

    /// Keep what is proved in this file, and go on from there if it exists
    ///
    /// A game is solved in tasks of a second or more, and every task that ends is kept. So a run that was stopped, killed or cut
    /// off loses the tasks at work and nothing else; the same command goes on, on any machine, with any number of processors.
    #[arg(long, value_name = "FILE", visible_alias = "journal")]
    resume: Option<PathBuf>,

    /// Write the proof to this file, as a solution tree that `provebest verify` checks with nothing but the rules of the game
    ///
    /// It is written by a second pass, which takes about as long as the proof; for connect4, othello, tictactoe, trees, graphs, and mates.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Write an opening book of what is proved, which `play`, `uci` and `theatre` read with their --book
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// How many plies the book goes down from the position; 8 by default
    #[arg(long, value_name = "PLIES", requires = "book")]
    book_plies: Option<u32>,

    /// Solve in tasks of so many nodes, with --machine or --journal; with --journal or over MPI by default as many as take a second, and later a
    /// hundredth of the time so far. Threads without --grain and --journal share a table instead
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    grain: Option<u64>,

    /// How long a process of an MPI job may be silent before it is taken for lost and the job ends; 10s by default
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    patience: Option<Duration>,

    /// Bytes that the table may grow to, such as 1GB; 128MB by default, for df-pn 32MB with entries of 16 bytes. For tiles: bytes of the table of IDA*, none by default, or of
    /// transposition-driven scheduling
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    hash: Option<u64>,

    /// Seed of a synthetic tree whose position has no `seed=`; 1 by default
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// How far tiles are from the goal at least: manhattan, linear-conflict, walking-distance, pdb-663, pdb-78 or pdb-6666
    ///
    /// By default the best that needs no large file: pdb-663 for 4x4, walking-distance for other boards of up to 16 cells,
    /// linear-conflict for larger ones; manhattan if an algorithm is named, as in the papers. The pattern databases
    /// pdb-663 (12 MB), pdb-78 (577 MB, a minute or two) and pdb-6666 for 5x5 (510 MB, the same) are built on first use and
    /// kept in the cache folder: PROVEBEST_CACHE, or provebest in XDG_CACHE_HOME or ~/.cache. --memory-limit does not count
    /// them.
    #[arg(long, value_name = "NAME")]
    heuristic: Option<TileHeuristic>,

    /// The goal of tiles, if it is not 0 1 2 ...: the tiles row by row, 0 in a corner; `last` for 1 2 3 ... 0
    #[arg(long, value_name = "TILES")]
    goal: Option<String>,

    /// Draw the boards of the solution of tiles, one after the other
    #[arg(long)]
    draw: bool,

    /// Find every shortest solution of tiles: the last iteration of IDA* is searched to its end
    #[arg(long)]
    all_solutions: bool,

    /// One JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitOptions,
}

const GROUPS: &[MethodGroup] = &[MethodGroup::Family, MethodGroup::Proof, MethodGroup::Solver, MethodGroup::Puzzle];

const BOOK_PLIES: u32 = 8;

pub(super) fn claim(text: &str) -> Result<ProofQuestion, String> {
    text.parse().map_err(|want: String| format!("expected {want}"))
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let mut method = method(&args)?;
    let settings = [
        args.heuristic.map(Setting::Heuristic),
        args.hash.map(Setting::Hash),
        args.grain.map(Setting::Grain),
        args.patience.map(Setting::Patience),
        args.question().map(Setting::AtLeast),
        args.epsilon.map(Setting::Epsilon),
    ];
    options::set(std::slice::from_mut(&mut method), settings.into_iter().flatten().collect())?;
    let puzzle = args.game.kind == GameKind::Puzzle;
    let goal = args.goal.iter().flat_map(|goal| ["to", goal]);
    let position = match puzzle {
        true => vec![args.position.iter().map(String::as_str).chain(goal).collect::<Vec<_>>().join(" ")],
        false => args.position.clone(),
    };
    if let [first, second, ..] = &position[..] {
        anyhow::bail!("'{second}' after the position '{first}'; expected one position, in quotes if it has spaces");
    }
    let position = position.first().map(String::as_str).filter(|text| !puzzle || !text.is_empty());
    // To the end of the game.
    let depth = args.game.is_played().then_some(MOST_PLIES.0);
    let problem = ProblemOptions { depth, seed: args.seed }.problem(args.game, position)?;
    if let (Method::Puzzle(spec), Some(board), None) = (&mut method, problem.board(), args.heuristic) {
        // As in the papers, if an algorithm is named; otherwise the best that needs no large file.
        let usual = || TileHeuristic::usual(board.width(), board.height());
        spec.heuristic = args.algorithm.is_none().then(usual);
    }
    let request = Request {
        machine: args.limits.machine.clone(),
        limits: args.limits.limits(),
        record: Record {
            all_moves: args.all_moves,
            proof_file: args.resume.clone(),
            boards: args.draw,
            all_solutions: args.all_solutions,
            table: args.certificate.is_some(),
            ..Record::default()
        },
        ..Request::of(problem, method)
    };
    request.check().map_err(options::misused)?;
    let name = args.game.name;
    ensure!(
        args.certificate.is_none() || CERTIFIED.contains(&name) || name == "chess",
        "--certificate: {name} has none, because the checker does not know its rules; expected {}, or chess with --mate",
        CERTIFIED.join(", ")
    );
    ensure!(
        args.book.is_none() || args.game.is_played(),
        "--book: {name} has no openings; expected a game that is played"
    );
    let files = Files {
        certificate: args.certificate.as_deref().map(|path| named("the certificate", path)).transpose()?,
        book: args.book.as_deref().map(|path| named("the book", path)).transpose()?,
        book_plies: args.book_plies.unwrap_or(BOOK_PLIES),
        hash: args.hash,
    };
    note_machine(&[method], args.limits.machine.as_ref());
    solve(&request, args.json, files)
}

impl Args {
    /// What is asked.
    fn question(&self) -> Option<ProofQuestion> {
        self.prove.or(self.mate.map(ProofQuestion::Mate))
    }
}

/// The files to write beside the answer.
struct Files<'a> {
    certificate: Option<(&'a Path, WholeFile)>,
    book: Option<(&'a Path, WholeFile)>,
    book_plies: u32,
    hash: Option<u64>,
}

/// A file that can be written.
fn named<'a>(what: &str, path: &'a Path) -> anyhow::Result<(&'a Path, WholeFile)> {
    let file = WholeFile::at(path).with_context(|| format!("{what} {}", path.display()))?;
    Ok((path, file))
}

/// The method that was asked for, or the usual one for the game; refuses what has no use there.
fn method(args: &Args) -> anyhow::Result<Method> {
    let puzzle = args.game.kind == GameKind::Puzzle;
    ensure!(puzzle || args.heuristic.is_none(), "--heuristic: only tiles have one; expected no --heuristic");
    let tiles = puzzle && args.game.name != SALESMEN.name;
    ensure!(tiles || args.goal.is_none(), "--goal: only tiles have one; expected no --goal");
    ensure!(puzzle || !args.draw, "--draw: only tiles are drawn; expected no --draw");
    ensure!(puzzle || !args.all_solutions, "--all-solutions: only tiles have them; expected no --all-solutions");
    ensure!(!puzzle || !args.all_moves, "--all-moves: a puzzle has no other side to move; expected no --all-moves");
    let proof = args.question().is_some() || matches!(args.algorithm, Some(Method::Proof(_)));
    let why = match args.game.name {
        "chess" => "`provebest search chess` finds and proves mates; expected a game that ends, or --mate".into(),
        name => format!("its games need not end; expected a game that ends, or `provebest search {name}`"),
    };
    ensure!(args.game.solvable || puzzle || proof, "{} cannot be solved: {why}", args.game.name);
    let alone = matches!(args.limits.machine, None | Some(AnyMachine::Alone));
    match args.algorithm {
        None if puzzle => {
            // With a machine, the parallel search is meant.
            let usual = if args.game.name == SALESMEN.name { PuzzleAlgorithm::AStar } else { PuzzleAlgorithm::IdaStar };
            let algorithm = if alone { usual } else { PuzzleAlgorithm::ParallelIdaStar };
            Ok(Method::Puzzle(PuzzleSpec { algorithm, heuristic: None, hash: None }))
        }
        Some(Method::Solver(_)) if puzzle => method(&Args { algorithm: None, ..args.clone() }),
        None if proof || args.game.kind == GameKind::Graph => Ok(Method::Proof(ProofAlgorithm::DfPn.into())),
        None => Ok(Method::Solver(SolverSpec::default())),
        Some(method @ Method::Family(spec)) if !puzzle => {
            ensure!(
                !spec.algorithm.is_parallel(),
                "--algorithm {}: solving runs alone; expected {}",
                spec.algorithm,
                spec.algorithm.sequential()
            );
            ensure!(
                args.resume.is_none(),
                "--resume: {} proves nothing of moves before it is done; expected no --algorithm",
                spec.algorithm
            );
            ensure!(
                args.limits.machine.is_none(),
                "--machine: solving runs alone; expected no --machine, or `provebest search` with one"
            );
            Ok(method)
        }
        Some(method) => Ok(method),
    }
}

fn solve(request: &Request, json: bool, files: Files<'_>) -> anyhow::Result<Ending> {
    let token = interrupts();
    let mut reporter = Reporter::new(request, None);
    let journal = request.record.proof_file.as_ref().map(|file| file.display());
    if let Some(file) = journal.as_ref().filter(|_| request.machine().is_cluster()) {
        // If a process is killed, there is nobody left to say it.
        note(format_args!(
            "what is proved is kept in {file}; if the job is lost, this goes on from there: {}",
            again()
        ));
        if waits_for_lost_hosts() {
            note(format_args!(
                "if a host is cut off, mpirun waits for it for minutes, but not with {NOTICE_LOST_HOSTS}"
            ));
        }
    }
    note_endless(request);
    let found = provebest_catalog::run(request, &mut reporter, &token);
    reporter.finish(None);
    let lost = matches!(found, Err(RequestError::Search(SearchError::Failed(_))));
    let stopped = lost || found.as_ref().is_ok_and(is_stopped);
    match &request.record.proof_file {
        Some(file) if stopped => note(format_args!("{}", kept(request, file))),
        // Of salesmen nothing can be kept.
        None if request.problem.name() == "salesmen" => {}
        None if stopped && matches!(request.method, Method::Solver(_) | Method::Puzzle(_)) => {
            note(format_args!("nothing of this is kept; --resume FILE keeps what is proved, and goes on from there"));
        }
        _ => {}
    }
    let mut found = found.map_err(|error| options::failed(&request.method, error))?;
    let problem: &Problem = &request.problem;
    if let Method::Family(_) = request.method {
        let why = if token.is_cancelled() { Reason::Cancel } else { Reason::Time };
        found = as_proof(problem, found, why);
    }
    if json {
        outcome::print(&found)?
    } else {
        outcome::show(problem, &request.method, &found)?
    }
    let ending = Ending::of(&found);
    let Files { certificate, book, book_plies, hash } = files;
    if certificate.is_none() && book.is_none() {
        return Ok(ending);
    }
    if !is_proved(&found) {
        let what = if found.game_answer().is_some_and(|answer| answer.question.is_some()) { "answer" } else { "value" };
        let file = if certificate.is_some() { "certificate" } else { "book" };
        note(format_args!("the {what} is not proved, so there is no {file}"));
        return Ok(ending);
    }
    if let Some((path, file)) = certificate {
        let mut size = Written::default();
        let (written, stopped) = filled(file, |out| {
            size = match request.method {
                Method::Proof(spec) if spec.question_about(problem).is_some() => {
                    certify_answer(request, &found, &token, out)?
                }
                _ => certify(request, &found, hash, &token, out)?,
            };
            Ok(())
        });
        match &written {
            Ok(()) => output::certificate::written(path, &size),
            Err(why) => return Ok(ending.max(unwritten("the certificate", why)).max(stopped)),
        }
    }
    if let Some((path, file)) = book {
        let mut size = BookWritten::default();
        let (written, stopped) = filled(file, |out| {
            size = write_book(request, &found, book_plies, hash, &token, out)?;
            Ok(())
        });
        match &written {
            Ok(()) => output::certificate::book_written(path, &size),
            Err(why) => return Ok(ending.max(unwritten("the book", why)).max(stopped)),
        }
    }
    Ok(ending)
}

/// Fills a file, or leaves it as it was; and how that ended, if it was stopped.
fn filled(
    file: WholeFile,
    fill: impl FnOnce(&mut (dyn io::Write + Send)) -> Result<(), NoCertificate>,
) -> (io::Result<()>, Ending) {
    let mut stopped = Ending::Done;
    let written = file.fill(|out| {
        fill(out).map_err(|why| match why {
            NoCertificate::Io(error) => error,
            NoCertificate::Stopped(Some(reason)) => {
                stopped = if reason == Reason::Cancel { Ending::Interrupted } else { Ending::Stopped };
                io::Error::other(outcome::why(reason))
            }
            why => io::Error::other(why.to_string()),
        })
    });
    (written, stopped)
}

/// What a resume would go on from.
fn kept(request: &Request, file: &Path) -> String {
    let shown = file.display();
    if matches!(request.method, Method::Puzzle(_)) {
        return format!("what is proved is kept in {shown}; this goes on from there: {}", again());
    }
    // A task that has ended is a line with one of these words; others hold bounds of moves.
    let text = std::fs::read(file).unwrap_or_default();
    let ended = |line: &&[u8]| line.starts_with(b"answered\t") || line.starts_with(b"divided\t");
    match text.split(|&byte| byte == b'\n').filter(ended).count() {
        0 => format!("no task has ended, so {shown} has nothing to go on from: the same command begins again"),
        tasks => format!(
            "{} kept in {shown}; this goes on from there: {}",
            text::plural(tasks as u64, "task is", "tasks are"),
            again()
        ),
    }
}

/// Says beforehand that a proof will not end. Nobody has waited for more than about thirty empty fields of Othello.
fn note_endless(request: &Request) {
    const MOST: usize = 32;
    let unlimited = request.limits.time.is_none() && request.limits.nodes.is_none();
    let Some(game) = request.problem.game().filter(|_| request.problem.name() == "othello" && unlimited) else {
        return;
    };
    let empty = game.position(&game.root()).chars().take(64).filter(|&field| field == '-').count();
    if empty > MOST && matches!(request.method, Method::Solver(_) | Method::Family(_)) {
        note(format_args!(
            "{empty} fields are empty: this will not end. Up to about 26 take minutes; `provebest search othello` finds a good move"
        ));
    }
}

/// Is there something to certify: a value, or the answer to a question?
fn is_proved(outcome: &Outcome) -> bool {
    outcome.game_answer().is_some_and(|answer| match answer.proved {
        Some(answered) => answered.is_some(),
        None => answer.least == answer.most && answer.least.flatten().is_some(),
    })
}

fn is_stopped(outcome: &Outcome) -> bool {
    outcome.stopped.is_some()
}

/// With these options Open MPI's `mpirun` notices within 20 s that a host is cut off.
const NOTICE_LOST_HOSTS: &str =
    "--mca oob_tcp_keepalive_time 8 --mca oob_tcp_keepalive_intvl 2 --mca oob_tcp_keepalive_probes 3";

/// Is this a job of Open MPI on several hosts, started without these options?
fn waits_for_lost_hosts() -> bool {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (all, here) = (number("OMPI_COMM_WORLD_SIZE"), number("OMPI_COMM_WORLD_LOCAL_SIZE"));
    all > here && here.is_some() && std::env::var_os("OMPI_MCA_oob_tcp_keepalive_time").is_none()
}

/// The command line of this program, to be typed again.
fn again() -> String {
    let plain =
        |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c)) && !word.is_empty();
    let quoted = |word: String| if plain(&word) { word } else { format!("'{}'", word.replace('\'', "'\\''")) };
    let words = std::env::args_os().map(|word| quoted(word.to_string_lossy().into_owned()));
    // Which options `mpirun` had is not known here.
    let launcher = super::of_mpirun("SIZE").map(|_| "mpirun ...".to_string());
    launcher.into_iter().chain(words).collect::<Vec<_>>().join(" ")
}
