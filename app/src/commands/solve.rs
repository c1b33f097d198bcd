//! `provebest solve`.

use std::cmp::Ordering;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::builder::TypedValueParser;
use provebest::game::line_in_words;
use provebest::games::connect_four::{Board, ConnectFour};
use provebest::games::othello::Othello;
use provebest::games::tic_tac_toe::TicTacToe;
use provebest::search::solve::{ProvedMove, Solution};
use provebest::terminal::Writes;
use provebest::tiles::TileHeuristic;
use provebest::{
    Algorithm, CancelToken, Game, Kept, Kind, Line, MoveList, Plain, ProofFile, PuzzleAlgorithm, Reason, Score,
    Solvable, Status, Text,
};
use serde::Serialize;

use super::search::why;
use crate::Ending;
use crate::cli::{LimitOptions, OutputOptions, Tuning, algorithms_and, units};
use crate::line::{self, SCHEMA, kind_name, plain_seconds, winner};
use crate::memory;
use crate::people::{self, BOLD, DIM};
use crate::problem::{GameName, MOST_PLIES, Problem, Rules};
use crate::progress::Teller;
use crate::run::{MoveOutcome, Outcome, Runner, interrupts, settings, stack_for};
use crate::worker;

/// Prove the exact value of a position, or find the shortest solution of a puzzle
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest solve connect4 44455554221
  provebest solve connect4 6x5: --all-moves --resume six-by-five.proof
  provebest solve connect4 5x4:33 --algorithm mtd-f
  provebest solve tictactoe 5
  provebest solve tiles 4x4:14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --draw
  provebest solve tiles 3x3:8 7 6 0 4 1 2 5 3 --algorithm parallel-ida-star --machine threads:2")]
pub struct Args {
    /// The game: connect4, othello, tictactoe, a tree, or tiles
    pub(super) game: GameName,

    /// The position; see `provebest games`
    #[arg(allow_negative_numbers = true)]
    pub(super) position: Vec<String>,

    /// Search to the end of the game with this algorithm, one that runs alone; otherwise the solver proves it, with all that
    /// it knows of the game
    #[arg(short, long, value_name = "NAME", value_parser = solver_or_algorithm(), hide_possible_values = true)]
    pub(super) algorithm: Option<By>,

    /// Prove the value of every move, not only that of the best
    #[arg(long)]
    pub(super) all_moves: bool,

    /// Keep what is proved in this file, and go on from there if it exists
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,

    /// Bytes that the table may grow to, such as 1GB; 128MB by default. For tiles: bytes of the table of IDA*, none by default
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub(super) hash: Option<u64>,

    /// Seed of a synthetic tree whose position has no `seed=`; 1 by default
    #[arg(long, value_name = "SEED")]
    pub(super) seed: Option<u64>,

    /// How far tiles are from the goal at least: manhattan, linear-conflict, walking-distance, pdb-663, pdb-78 or pdb-6666
    ///
    /// By default the best that needs no large file: pdb-663 for 4x4, walking-distance for other boards of up to 16 cells,
    /// linear-conflict for larger ones; manhattan if an algorithm is named, as in the papers. The pattern databases
    /// pdb-663 (12 MB), pdb-78 (577 MB, a minute or two) and pdb-6666 for 5x5 (510 MB, the same) are built on first use and
    /// kept in the cache folder: PROVEBEST_CACHE, or provebest in XDG_CACHE_HOME or ~/.cache. --memory-limit does not count
    /// them.
    #[arg(long, value_name = "NAME")]
    pub(super) heuristic: Option<TileHeuristic>,

    /// Draw the boards of the solution of tiles, one after the other
    #[arg(long)]
    pub(super) draw: bool,

    /// One JSON object
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Who proves it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum By {
    Solver,
    Search(Algorithm),
    Puzzle(PuzzleAlgorithm),
}

/// Parses the name of an algorithm, for games or for puzzles, or `solve`.
fn solver_or_algorithm() -> impl TypedValueParser<Value = By> {
    let puzzles = PuzzleAlgorithm::ALL.map(|algorithm| algorithm.about());
    let short = puzzles.into_iter().filter_map(|about| Some((about.short?, about.summary)));
    let names = puzzles.into_iter().map(|about| (about.name, about.summary)).chain(short);
    algorithms_and([("solve", "the solver")].into_iter().chain(names)).map(|name| match name {
        Ok(algorithm) => By::Search(algorithm),
        Err(word) => word.parse().map_or(By::Solver, By::Puzzle),
    })
}

/// What was proved of a move. Bounds are those that are told.
struct Told {
    word: String,
    least: Score,
    most: Score,
    outcome: Option<Ordering>,
}

/// Who wins, if these bounds tell, which are those that were proved.
fn outcome(least: Score, most: Score) -> Option<Ordering> {
    match (least.cmp(&Score::ZERO), most.cmp(&Score::ZERO)) {
        (Ordering::Greater, _) => Some(Ordering::Greater),
        (_, Ordering::Less) => Some(Ordering::Less),
        (Ordering::Equal, Ordering::Equal) => Some(Ordering::Equal),
        _ => None,
    }
}

/// What was proved, in words.
struct Proved {
    algorithm: &'static str,
    /// Who wins. A value does not always tell: on a board with an odd number of cells a win with the last stone counts nothing.
    outcome: Option<Ordering>,
    value: Option<Score>,
    least: Score,
    most: Score,
    kind: Kind,
    best: Option<String>,
    best_moves: Vec<String>,
    moves: Vec<Told>,
    line: Vec<String>,
    moves_to_end: Option<u32>,
    nodes: u64,
    skipped: u32,
    seconds: std::time::Duration,
    stopped: Option<Reason>,
    /// Could all be kept?
    files: Ending,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    if args.game == GameName::Tiles {
        return super::tiles::run(args);
    }
    anyhow::ensure!(args.heuristic.is_none(), "--heuristic: only tiles have one; no --heuristic would be right");
    anyhow::ensure!(!args.draw, "--draw: only tiles are drawn; no --draw would be right");
    if let Some(By::Puzzle(algorithm)) = args.algorithm {
        anyhow::bail!("--algorithm {algorithm}: a search for puzzles, such as tiles; no --algorithm would be right");
    }
    anyhow::ensure!(
        args.position.len() < 2,
        "'{}' after the position '{}': one position would be right, in quotes if it has spaces",
        args.position[1],
        args.position[0]
    );
    anyhow::ensure!(
        args.game != GameName::Chess,
        "chess cannot be solved: `provebest search chess` finds and proves mates; connect4, othello, tictactoe or a tree would be right"
    );
    anyhow::ensure!(
        args.limits.machine.is_none(),
        "--machine: solving runs alone; no --machine, or `provebest search` with one, would be right"
    );
    // To the end of the game.
    let depth = args.game.is_played().then_some(MOST_PLIES);
    let problem = Problem::read(args.game, args.position.first().map(String::as_str), args.seed, depth)?;
    if let Some(By::Search(algorithm)) = args.algorithm {
        let proved = by_search(&problem, &args, algorithm)?;
        return tell(&problem, &proved, args.json);
    }
    let token = interrupts();
    let name = problem.game.about().name;
    let work = || match &problem.rules {
        Rules::ConnectFour(rules, board) => {
            let usual = |value: Score| rules.usual(value);
            prove_text(name, rules, rules, board, &args, &token, &usual)
        }
        Rules::Othello(board) => prove_text(name, &Othello, &Othello, board, &args, &token, &same),
        Rules::TicTacToe(board) => prove_text(name, &TicTacToe, &Plain(&TicTacToe), board, &args, &token, &same),
        tree => {
            anyhow::ensure!(args.resume.is_none(), "--resume: a tree is read whole, so there is nothing to go on with");
            let root = tree.root();
            let number = |state: &_, m| crate::problem::word_of(tree, state, m);
            prove(&Plain(tree), &root, &args, &token, (Kept::default(), &mut |_| Ending::Done), (&number, &same))
        }
    };
    let stack = stack_for(problem.depth.max(problem.shape.height).min(MOST_PLIES));
    let proved = worker::on_stack("solve", stack, work, || {}).context("solve")??;
    tell(&problem, &proved, args.json)
}

fn tell(problem: &Problem, proved: &Proved, json: bool) -> anyhow::Result<Ending> {
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(out, "{}", line::json(&SolutionLine::new(problem, proved))?)?;
    } else {
        show(&mut out, problem, proved)?;
    }
    let ending = match proved.stopped {
        None => Ending::Done,
        Some(Reason::Cancel) => Ending::Interrupted,
        Some(_) => Ending::Stopped,
    };
    Ok(ending.max(proved.files))
}

/// Proves a position by a search to the end of the game.
fn by_search(problem: &Problem, args: &Args, algorithm: Algorithm) -> anyhow::Result<Proved> {
    anyhow::ensure!(
        !algorithm.is_parallel(),
        "--algorithm {algorithm}: solving runs alone; {} would be right",
        algorithm.sequential()
    );
    anyhow::ensure!(
        args.resume.is_none(),
        "--resume: {algorithm} proves nothing of moves before it is done; no --algorithm would be right"
    );
    let output = OutputOptions { all_moves: args.all_moves, ..OutputOptions::default() };
    let tuning = Tuning { hash: args.hash, ..Tuning::default() };
    let settings = settings(problem, &tuning, &[algorithm])?;
    let mut runner = Runner::new(problem, &args.limits, &output)?;
    let found = runner.run(algorithm.with(settings))?;
    let Outcome { value, mut kind, line, line_complete, mut stopped, counters, seconds, moves, .. } = found;
    let usual = |value: Option<Score>, line: &[String]| match &problem.rules {
        Rules::ConnectFour(rules, board) => stones_left(rules, board, line, value?),
        _ => value,
    };
    let bounds = |value: Option<Score>, kind: Kind| match (kind, value) {
        (Kind::Exact, Some(value)) => (value, value),
        (Kind::Lower, Some(value)) => (value, Score::INFINITY),
        (Kind::Upper, Some(value)) => (Score::WORST, value),
        _ => (Score::WORST, Score::INFINITY),
    };
    let decided = |value: Option<Score>, kind: Kind| {
        let (least, most) = bounds(value, kind);
        outcome(least, most)
    };
    let (found, outcome, value) = (value.filter(|_| kind == Kind::Exact), decided(value, kind), usual(value, &line));
    let (least, most) = bounds(value, kind);
    let of_move = |one: &MoveOutcome| {
        let value = usual(Some(one.value), &one.line).filter(|_| one.kind == Kind::Exact);
        Told {
            word: one.line[0].clone(),
            least: value.unwrap_or(Score::WORST),
            most: value.unwrap_or(Score::INFINITY),
            outcome: decided(Some(one.value), one.kind),
        }
    };
    let all = moves.iter().flat_map(|all| &all.moves);
    let ties = all.filter(|one| found.is_some() && one.kind == Kind::Exact && Some(one.value) == found);
    let ties: Vec<String> = ties.map(|one| one.line[0].clone()).collect();
    let moves: Vec<_> = moves.iter().flat_map(|all| &all.moves).map(of_move).collect();
    let proved = (least == most).then_some(least);
    if kind == Kind::Exact && proved.is_none() {
        // Called off when it was about to tell the line, from which the value is told.
        let why = if runner.token.is_cancelled() { Reason::Cancel } else { Reason::Time };
        (kind, stopped) = (Kind::Unknown, stopped.or(Some(why)));
    }
    let best = line.first().cloned();
    Ok(Proved {
        algorithm: algorithm.name(),
        outcome,
        value: proved,
        least,
        most,
        kind,
        best_moves: if ties.is_empty() { best.iter().filter(|_| proved.is_some()).cloned().collect() } else { ties },
        best,
        moves,
        moves_to_end: proved.filter(|_| line_complete).map(|_| line.len() as u32),
        line,
        nodes: counters.nodes(),
        skipped: 0,
        seconds,
        stopped,
        files: runner.finish(),
    })
}

/// A value of Connect Four on the scale on which it is solved, from the line that ends with it; bounds that have no such line
/// say nothing.
fn stones_left(rules: &ConnectFour, board: &Board, line: &[String], value: Score) -> Option<Score> {
    let mut end = *board;
    for word in line {
        let m = rules.parse_move(&end, word).ok()?;
        rules.play(&mut end, m);
    }
    match rules.status(&end, &mut MoveList::new()) {
        Status::Over(last) => {
            let sign = if line.len().is_multiple_of(2) { 1 } else { -1 };
            let worth = rules.usual(rules.worth(&end, last));
            (sign * last.0 == value.0).then_some(Score(sign * worth.0))
        }
        Status::Open => None,
    }
}

/// Proves a position of a game with text, `solvable` being the same game; what is proved of moves may be kept in a file.
fn prove_text<G, H>(
    name: &str,
    game: &G,
    solvable: &H,
    root: &G::State,
    args: &Args,
    token: &CancelToken,
    usual: &dyn Fn(Score) -> Score,
) -> anyhow::Result<Proved>
where
    G: Text,
    H: Solvable + Game<State = G::State, Move = G::Move>,
{
    let word = |state: &G::State, m: G::Move| game.print_move(state, m);
    let Some(path) = &args.resume else {
        return prove(solvable, root, args, token, (Kept::default(), &mut |_| Ending::Done), (&word, usual));
    };
    let at = |path: &Path| format!("the proof file '{}'", path.display());
    let (mut file, kept) = ProofFile::open(path, name, game, root).with_context(|| at(path))?;
    let Kept { moves: known, line } = &kept;
    let done = known.iter().filter(|one| one.value().is_some()).count();
    if !known.is_empty() {
        people::note(format_args!(
            "{}: {} proved before, {} of them to the end{}",
            path.display(),
            people::plural(known.len() as u64, "move", "moves"),
            done,
            if line.0.is_empty() { "" } else { ", and best play" }
        ));
    }
    let mut keep = |finding: Finding<'_, G::Move>| {
        let kept = match finding {
            Finding::Move(one) => file.append(game, root, one),
            Finding::Line(line) => file.append_line(game, root, line),
        };
        kept.map_or_else(|why| people::unwritten(&at(path), &why), |()| Ending::Done)
    };
    prove(solvable, root, args, token, (kept, &mut keep), (&word, usual))
}

/// What is worth keeping of a proof.
enum Finding<'a, M> {
    Move(&'a ProvedMove<M>),
    /// Best play to the end.
    Line(&'a Line<M>),
}

/// What is done with it.
type Keep<'a, M> = &'a mut dyn FnMut(Finding<'_, M>) -> Ending;

/// Values are told on the scale on which they are proved.
fn same(value: Score) -> Score {
    value
}

/// Proves a position, beginning with what was `kept`; moves are written by `word`, values on the `usual` scale.
fn prove<G: Solvable>(
    game: &G,
    root: &G::State,
    args: &Args,
    token: &CancelToken,
    (kept, keep): (Kept<G::Move>, Keep<'_, G::Move>),
    (word, usual): (Writes<'_, G, G::Move>, &dyn Fn(Score) -> Score),
) -> anyhow::Result<Proved> {
    let start = Instant::now();
    let mut teller = Teller::new(None);
    let mut files = Ending::Done;
    let bytes = memory::limit(args.limits.memory_limit);
    let mut solve = provebest::solve(game, root).cancel(token).plies(MOST_PLIES).memory(bytes);
    solve = solve.known(kept.moves).known_line(kept.line.0.iter().copied());
    if let Some(bytes) = args.hash {
        solve = solve.hash(bytes);
    }
    if let Some(time) = args.limits.time {
        solve = solve.time(time);
    }
    if let Some(nodes) = args.limits.nodes {
        solve = solve.nodes(nodes);
    }
    if args.all_moves {
        solve = solve.all_moves();
    }
    let solve = solve.progress(|proof| teller.tell(proof)).witness(|one| {
        if files == Ending::Done {
            files = keep(Finding::Move(one));
        }
    });
    let solution = solve.run()?;
    let ends = solution.moves_to_end.is_some_and(|plies| plies > 0);
    if ends && solution.line != kept.line && files == Ending::Done {
        files = keep(Finding::Line(&solution.line));
    }
    let seconds = start.elapsed();
    let Solution { least, most, best, ref moves, ref line, moves_to_end, nodes, skipped, stopped } = solution;
    let told = |bound: Score| if finite(bound).is_some() { usual(bound) } else { bound };
    let of_move = |one: &ProvedMove<G::Move>| Told {
        word: word(root, one.played),
        least: told(one.least),
        most: told(one.most),
        outcome: outcome(one.least, one.most),
    };
    Ok(Proved {
        algorithm: "solve",
        outcome: outcome(least, most),
        value: solution.value().map(told),
        least: told(least),
        most: told(most),
        kind: solution.kind(),
        best: best.map(|m| word(root, m)),
        best_moves: solution.best_moves().map(|one| word(root, one.played)).collect(),
        moves: moves.iter().map(of_move).collect(),
        line: line_in_words(game, root, &line.0, word),
        moves_to_end,
        nodes,
        skipped,
        seconds,
        stopped,
        files,
    })
}

fn bounds(least: Score, most: Score) -> String {
    match (least, most) {
        (least, most) if least == most && least.end().is_some() => {
            let end = least.end().map_or(0, |end| end.0);
            format!("{} at ply {end}", if least > Score::ZERO { "won" } else { "lost" })
        }
        (least, most) if least == most => people::thousands(least.0),
        (Score::WORST, Score::INFINITY) => "unknown".into(),
        (_, most)
            if most < Score::ZERO
                && let Some(end) = most.end() =>
        {
            format!("lost by ply {}", end.0)
        }
        (least, _)
            if least > Score::ZERO
                && let Some(end) = least.end() =>
        {
            format!("won by ply {}", end.0)
        }
        (Score::WORST, most) => format!("at most {}", people::thousands(most.0)),
        (least, Score::INFINITY) => format!("at least {}", people::thousands(least.0)),
        (least, most) => format!("from {} to {}", people::thousands(least.0), people::thousands(most.0)),
    }
}

fn show(out: &mut impl Write, problem: &Problem, proved: &Proved) -> anyhow::Result<()> {
    writeln!(
        out,
        "{BOLD}{} {}{BOLD:#} {DIM}· {}{DIM:#}",
        problem.game.about().name,
        problem.label(),
        proved.algorithm
    )?;
    if let Some(reason) = proved.stopped {
        writeln!(out, "stopped    {BOLD}{}{BOLD:#}: what follows is what was proved by then", why(reason))?;
    }
    let verdict = match proved.value {
        Some(value) if value.end().is_some() => people::value(value, proved.moves_to_end.map(|plies| plies as usize)),
        _ => bounds(proved.least, proved.most),
    };
    let words = match proved.outcome.filter(|_| problem.game.is_played()) {
        Some(Ordering::Greater) => ": the side to move wins",
        Some(Ordering::Equal) => ": a draw",
        Some(Ordering::Less) => ": the side to move loses",
        None => "",
    };
    writeln!(out, "value      {BOLD}{verdict}{BOLD:#}{words}")?;
    let none = if proved.stopped.is_some() { "none yet" } else { "none: the game is over" };
    let best = if proved.best_moves.len() > 1 {
        proved.best_moves.join(" ")
    } else {
        proved.best.clone().unwrap_or_else(|| none.into())
    };
    writeln!(out, "best move  {BOLD}{best}{BOLD:#}")?;
    if !proved.line.is_empty() {
        writeln!(out, "line       {}", people::line(&proved.line))?;
    }
    if let Some(plies) = proved.moves_to_end {
        writeln!(out, "end        in {}", people::plural(plies.into(), "ply", "plies"))?;
    }
    if proved.skipped > 0 {
        writeln!(out, "skipped    {} proved before", people::plural(proved.skipped.into(), "move", "moves"))?;
    }
    let nodes = people::plural(proved.nodes, "node", "nodes");
    writeln!(out, "visited    {nodes}, {}", people::time(proved.seconds))?;
    if proved.moves.len() > 1 && proved.moves.iter().any(|one| one.least > Score::WORST) {
        let mut table = people::table(&["move", "value"]);
        for one in &proved.moves {
            table.add_row([one.word.clone(), bounds(one.least, one.most)]);
        }
        writeln!(out, "\n{table}")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct SolutionLine<'a> {
    schema: u32,
    game: &'static str,
    algorithm: &'static str,
    machine: &'static str,
    value: Option<i32>,
    kind: &'static str,
    best: Option<&'a str>,
    line: &'a [String],
    nodes: u64,
    seconds: Box<serde_json::value::RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_to_end: Option<u32>,
    /// Of a game that people play, if it is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    least: Option<i32>,
    most: Option<i32>,
    best_moves: &'a [String],
    #[serde(skip_serializing_if = "is_zero")]
    skipped: u32,
    position: &'a str,
    moves: Vec<MoveLine<'a>>,
}

#[derive(Serialize)]
struct MoveLine<'a> {
    #[serde(rename = "move")]
    word: &'a str,
    value: Option<i32>,
    least: Option<i32>,
    most: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A bound, unless there is none.
fn finite(score: Score) -> Option<i32> {
    (score != Score::WORST && score != Score::INFINITY).then_some(score.0)
}

impl<'a> SolutionLine<'a> {
    fn new(problem: &'a Problem, proved: &'a Proved) -> Self {
        let winner = |outcome: Option<Ordering>| outcome.filter(|_| problem.game.is_played()).map(winner);
        let row = |one: &'a Told| MoveLine {
            word: &one.word,
            value: (one.least == one.most).then_some(one.least.0),
            least: finite(one.least),
            most: finite(one.most),
            winner: winner(one.outcome),
        };
        let value = proved.value.map(|value| value.0);
        SolutionLine {
            schema: SCHEMA,
            game: problem.game.about().name,
            algorithm: proved.algorithm,
            machine: "alone",
            value: value.or(if proved.kind == Kind::Upper { finite(proved.most) } else { finite(proved.least) }),
            kind: kind_name(proved.kind),
            best: proved.best.as_deref(),
            line: &proved.line,
            nodes: proved.nodes,
            seconds: plain_seconds(proved.seconds.as_secs_f64()),
            moves_to_end: proved.moves_to_end,
            winner: winner(proved.outcome),
            stopped: proved.stopped.map(|reason| reason.to_string()),
            least: finite(proved.least),
            most: finite(proved.most),
            best_moves: &proved.best_moves,
            skipped: proved.skipped,
            position: &problem.position,
            moves: proved.moves.iter().map(row).collect(),
        }
    }
}
