//! `provebest suite`.

mod othello;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use provebest::games::chess::{Chess, Epd, Move, Position};
use provebest::player::{GameHistory, ThinkLimits, Timer, plies_to_end};
use provebest::search::engine::Answer;
use provebest::{AnyMachine, Depth, Evaluate, Text};
use provebest_catalog::games::Played;

use super::interrupts;
use crate::ending::Ending;
use crate::r#match::stop_switch::StopSwitch;
use crate::options::player_with_table;
use crate::output::console;
use crate::output::live::Live;
use crate::output::suite::{ChessRow, Moment, MoveName, SuiteTotals};
use crate::output::text::{self, note};
use provebest_catalog::units;
use provebest_catalog::worker::{self, Lost};
use provebest_system::memory;

/// Solve test positions, and show how many, how fast and how deep
///
/// Chess: every position with a solution is searched: `bm` names the moves that solve it, `am` those that do not, and
/// `c0 "Nf3=10, Bd3=4"` gives points to several. A position counts as found at the iteration from which on the engine
/// kept to a solution.
///
/// Othello: every position with scores of moves is solved to the end of the game. It counts as solved when the value
/// is proved and is the best score in the file.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  provebest suite suites/chess/bratko_kopec.epd --time 2s
  provebest suite suites/othello/easy.obf

Exit status: 1 if a value of Othello is proved that is not the one in the file.")]
pub struct Args {
    /// Positions of chess (.epd) or Othello (.obf), one in each line
    pub file: PathBuf,

    /// Time for each position, such as 2s; 10s by default, 60s for Othello
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub time: Option<Duration>,

    /// Depth for each position, in chess
    #[arg(short, long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=500))]
    pub depth: Option<u32>,

    /// Nodes for each position
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    pub nodes: Option<u64>,

    /// Where to search: alone or threads:N
    #[arg(long, value_name = "MACHINE", default_value = "alone")]
    pub machine: AnyMachine,

    /// Bytes of the table; 64MB by default, less if less is free
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub hash: Option<u64>,

    /// One JSON object per line: one for each position, and one for the suite
    #[arg(long)]
    pub json: bool,
}

/// A position and what its moves are worth.
struct TestPosition {
    name: String,
    position: Position,
    /// Moves with points. Where only moves to avoid are named, all others.
    worth: Vec<(Move, u32)>,
    /// Moves to avoid.
    avoid: Vec<Move>,
}

/// What was found.
struct SuiteSolution {
    best: Option<Move>,
    points: u32,
    /// When the last change to a move with points was, if it was kept.
    found: Option<Moment>,
    end: Moment,
    score: Option<String>,
}

pub fn run(args: Args) -> anyhow::Result<Ending> {
    let threads = match args.machine {
        AnyMachine::Alone => 1,
        AnyMachine::Threads(_) => args.machine.processors(),
        _ => bail!("--machine {}: the engine cannot run there; expected alone or threads:N", args.machine),
    };
    if args.nodes == Some(0) {
        bail!("--nodes 0: nothing to search with; expected more than 0");
    }
    if args.file.extension().is_some_and(|extension| extension == "obf") {
        return othello::run(&args);
    }
    let tests = read(&args.file)?;
    let unlimited = args.time.is_none() && args.depth.is_none() && args.nodes.is_none();
    let limits = ThinkLimits {
        time: args.time.or(unlimited.then_some(Duration::from_secs(10))),
        depth: args.depth.map(Depth),
        nodes: args.nodes,
        ..ThinkLimits::default()
    };
    let rules = Chess::default();
    let player = player_with_table(args.hash, memory::USUAL_TABLE, &rules).context("--hash")?;
    let mut player = player.threads(threads);
    let token = interrupts();
    let stop = StopSwitch::default();
    let (to, solutions) = channel();
    let mut sum = SuiteTotals::default();
    std::thread::scope(|scope| {
        let (stop, tests, rules) = (&stop, &tests, &rules);
        let work = move || {
            for test in tests {
                player.forget();
                let timer = stop.timer(limits);
                let solution = solve(rules, test, &timer, |history, listener| {
                    Chess::think(&player, history, &timer, &[], listener).ok()
                });
                if stop.check().is_err() || to.send(solution).is_err() {
                    return;
                }
            }
        };
        let worker = std::thread::Builder::new().name("suite".into()).stack_size(64 << 20);
        let worker = worker.spawn_scoped(scope, work).map_err(Lost::NoThread)?;
        let mut rest = tests.iter();
        let mut live = Live::new("suite");
        let done = loop {
            if token.is_cancelled() {
                stop.stop_all();
            }
            match solutions.recv_timeout(Duration::from_millis(50)) {
                Ok(solution) => {
                    let Some(test) = rest.next() else { break Ok(()) };
                    let row = row(rules, test, solution);
                    let found = row.found.map_or(Duration::ZERO, |moment| moment.time);
                    sum.add((row.points, row.most_points), found, row.end.nodes, row.end.time);
                    let done = sum.positions as f64 / tests.len() as f64;
                    live.show(Some(done), || format!("{} of {} solved", sum.solved, sum.positions));
                    let shown = if args.json { row.print() } else { console::aside(|| row.show()) };
                    if let Err(error) = shown {
                        break Err(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => live.tick(),
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
        };
        stop.stop_all();
        worker.join().map_err(|left| worker::panicked(&*left))?;
        done.map_err(anyhow::Error::from)
    })?;
    let interrupted = token.is_cancelled();
    if args.json {
        sum.print(&args.file, interrupted)?
    } else {
        sum.show(tests.len(), interrupted)?
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// Reads a suite; what has no solution is left out.
fn read(path: &Path) -> anyhow::Result<Vec<TestPosition>> {
    let shown = path.display();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("epd") => {}
        _ => bail!("{shown}: unknown kind of file; expected a name that ends in .epd (chess) or .obf (Othello)"),
    }
    let text = std::fs::read(path).with_context(|| format!("the suite {shown}"))?;
    let text = String::from_utf8_lossy(&text);
    let rules = Chess::default();
    let all = Epd::parse_all(&rules, &text).map_err(|(line, error)| anyhow!("{shown}, line {line}: {error}"))?;
    let count = all.len();
    let mut tests = Vec::new();
    for (number, epd) in all.into_iter().enumerate() {
        let mut worth: Vec<(Move, u32)> = points(&rules, &epd);
        worth.extend(epd.best.iter().filter(|m| !epd.avoid.contains(m)).map(|&m| (m, 1)));
        if worth.is_empty() && epd.avoid.is_empty() {
            continue;
        }
        let name = epd.id.clone().unwrap_or_else(|| format!("{}", number + 1));
        tests.push(TestPosition { name, position: epd.position, worth, avoid: epd.avoid });
    }
    if tests.is_empty() {
        bail!("{shown}: no position has a solution; expected bm or am and moves");
    }
    if tests.len() < count {
        note(format_args!("without bm or am, and left out: {} of {count} positions", count - tests.len()));
    }
    Ok(tests)
}

/// `c0 "Nf3=10, Bd3=4"`: moves with points.
fn points(rules: &Chess, epd: &Epd) -> Vec<(Move, u32)> {
    let one = |piece: &str| {
        let (m, points) = piece.trim().split_once('=')?;
        // A promotion has a sign of its own.
        let (m, points) =
            points.rsplit_once('=').map_or((m.to_string(), points), |(to, points)| (format!("{m}={to}"), points));
        Some((rules.parse_move(&epd.position, m.trim()).ok()?, points.trim().parse().ok()?))
    };
    epd.operand("c0").map_or_else(Vec::new, |text| text.split(',').map_while(one).collect())
}

impl TestPosition {
    fn points(&self, m: Move) -> u32 {
        match self.worth.iter().find(|(other, _)| *other == m) {
            Some(&(_, points)) => points,
            None => u32::from(self.worth.is_empty() && !self.avoid.contains(&m)),
        }
    }

    fn most(&self) -> u32 {
        self.worth.iter().map(|&(_, points)| points).max().unwrap_or(1)
    }
}

type AnswerListener<'l> = &'l mut (dyn FnMut(&Answer<Move>) + Send);

fn solve(
    rules: &Chess,
    test: &TestPosition,
    timer: &Timer,
    think: impl FnOnce(&GameHistory<'_, Chess>, AnswerListener<'_>) -> Option<Answer<Move>>,
) -> SuiteSolution {
    let history = GameHistory::new(rules, test.position.clone());
    let mut found: Option<(Move, Moment)> = None;
    let mut see = |answer: &Answer<Move>| {
        let now = Moment { time: timer.total(), depth: answer.depth.0, nodes: answer.tally.nodes };
        found = match (answer.best, found) {
            (Some(best), Some((before, moment))) if test.points(best) == test.points(before) => Some((best, moment)),
            (Some(best), _) if test.points(best) > 0 => Some((best, now)),
            _ => None,
        };
        now
    };
    let answer = think(&history, &mut |answer| {
        see(answer);
    });
    let end = match &answer {
        Some(answer) => see(answer),
        None => Moment { time: timer.total(), depth: 0, nodes: 0 },
    };
    let best = answer.as_ref().and_then(|answer| answer.best);
    let score = answer.as_ref().and_then(|answer| {
        let value = answer.value?;
        let plies = plies_to_end(rules, &test.position, value, &answer.line.0);
        Some(text::pawns(value, rules.unit(), plies))
    });
    let points = best.map_or(0, |best| test.points(best));
    SuiteSolution { best, points, found: found.map(|(_, moment)| moment), end, score }
}

/// A position and what was found there, to be shown.
fn row(rules: &Chess, test: &TestPosition, solution: SuiteSolution) -> ChessRow {
    let position = &test.position;
    let name = |m: Move| MoveName { san: rules.san(position, m), coordinates: rules.print_move(position, m) };
    ChessRow {
        id: test.name.clone(),
        position: rules.print(position),
        best: solution.best.map(name),
        points: solution.points,
        most_points: test.most(),
        solutions: test.worth.iter().map(|&(m, _)| name(m)).collect(),
        avoid: test.avoid.iter().map(|&m| name(m)).collect(),
        score: solution.score,
        found: solution.found,
        end: solution.end,
    }
}
