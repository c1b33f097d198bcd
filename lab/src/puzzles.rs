//! Puzzles in experiments: Korf's boards, random boards and salesmen, and what searches count on them.
//!
//! In the tables, `nodes` are those that were generated and `leaf_visits` those of them that were not expanded. There is no
//! minimal tree of a puzzle, so these columns are empty.

use std::sync::OnceLock;

use anyhow::{Context, bail, ensure};
use cpu_time::ThreadTime;
use provebest::game::{SplitMix64, mix};
use provebest::{AnyMachine, CancelToken};
use provebest_catalog::cache;
use provebest_puzzle::salesman::Salesman;
use provebest_puzzle::tiles::{Databases, Direction, Progress as Building};
use provebest_puzzle::{AStar, DepthFirstBranchAndBound, IdaStar, Limits, Reason, Report, Solve, Stop, Task};
// Everything in the lab that needs tiles or searches of puzzles by name takes them from here.
pub(crate) use provebest_catalog::tiles::{Board, TileHeuristic, TileProblem};
pub(crate) use provebest_catalog::{PuzzleAlgorithm, PuzzleSolved};

use crate::progress::Progress;
use crate::row::{Row, Took};
use crate::subject::{PuzzleSize, Subject};

#[allow(dead_code)]
#[path = "../../suites/puzzles/korf.rs"]
mod suite;

/// One of Korf's boards of the 15-puzzle (1985), with the length of its shortest solution and what IDA* with Manhattan
/// distance generates on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Korf {
    /// The board.
    pub board: Board,
    /// Moves of a shortest solution.
    pub length: u64,
    /// Nodes, the root included.
    pub nodes: u64,
}

/// Korf's hundred boards, the easiest first.
pub fn korf() -> &'static [Korf] {
    static ALL: OnceLock<Vec<Korf>> = OnceLock::new();
    ALL.get_or_init(|| {
        let of_suite = |suite::Korf { tiles, length, nodes, .. }| {
            let board = Board::new(4, 4, &tiles).expect("a suite that is tested");
            Korf { board, length: length.into(), nodes }
        };
        let mut all: Vec<Korf> = suite::korf().into_iter().map(of_suite).collect();
        all.sort_by_key(|one| one.nodes);
        all
    })
}

/// The easiest of Korf's boards, in words.
pub fn korfs_boards(number: u32) -> String {
    match number {
        100.. => "Korf's hundred boards".into(),
        1 => "the easiest of Korf's hundred boards".into(),
        _ => format!("the {number} easiest of Korf's hundred boards"),
    }
}

/// A board of a size: Korf's of 4x4, otherwise those after a thousand random moves from the goal.
pub fn board(seed: u64, subject: Subject, number: u32) -> anyhow::Result<Board> {
    let Subject::Puzzle(PuzzleSize::Tiles { width, height }) = subject else {
        bail!("{subject}: not a board of tiles")
    };
    if (width, height) == (4, 4) {
        return Ok(korf().get(number as usize).context("no such board")?.board.clone());
    }
    let goal: Vec<usize> = (0..(width * height) as usize).collect();
    let mut board = Board::new(width as usize, height as usize, &goal)?;
    let chance = &mut SplitMix64::new(mix(mix(seed).wrapping_add(number.into())));
    for _ in 0..1000 {
        let step = Direction::ALL[chance.below(4) as usize];
        board = board.after(step).unwrap_or(board);
    }
    Ok(board)
}

/// Can puzzles of this size be solved, and are there as many?
pub(crate) fn check(size: PuzzleSize, number: u32) -> anyhow::Result<()> {
    match size {
        PuzzleSize::Tiles { width, height } => {
            let sizes = 3..=5;
            ensure!(
                sizes.contains(&width) && sizes.contains(&height),
                "a board of {width}x{height}: no such board; expected a width and a depth from 3 to 5"
            );
            let all = korf().len();
            ensure!(
                (width, height) != (4, 4) || number as usize <= all,
                "{number} boards of 4x4: there are {all}; expected at most {all}"
            );
        }
        PuzzleSize::Salesman { cities } => {
            ensure!((4..=16).contains(&cities), "{cities} cities: too few or too many; expected a width from 4 to 16");
        }
    }
    Ok(())
}

/// Builds the databases of these heuristics, unless they exist, and reports progress. If it is called off, the rest is
/// left unbuilt.
pub fn build_databases(guesses: &[TileHeuristic], token: &CancelToken, progress: &dyn Progress) -> anyhow::Result<()> {
    for &heuristic in guesses {
        let Some(partition) = heuristic.partition() else { continue };
        let what = format!("building the databases {partition}");
        let built = databases(heuristic, &mut |building| {
            progress.preparing(&what, building.done, building.all);
            token.stop()
        });
        if token.is_cancelled() {
            break;
        }
        built?;
    }
    Ok(())
}

/// The databases of a heuristic, from the cache folder, or built once and kept there, unless `progress` has a reason to stop.
fn databases(
    heuristic: TileHeuristic,
    progress: &mut dyn FnMut(Building) -> Option<Reason>,
) -> anyhow::Result<Option<&'static Databases>> {
    static ALL: [OnceLock<Result<Databases, String>>; TileHeuristic::ALL.len()] =
        [const { OnceLock::new() }; TileHeuristic::ALL.len()];
    if heuristic.partition().is_none() {
        return Ok(None);
    }
    let opened =
        ALL[heuristic as usize].get_or_init(|| match heuristic.databases(cache::folder().as_deref(), progress) {
            Ok(opened) => opened.map(|opened| opened.databases).ok_or_else(|| "no databases".into()),
            Err(error) => Err(error.to_string()),
        });
    opened.as_ref().map(Some).map_err(|error| anyhow::anyhow!("{heuristic}: {error}"))
}

/// A search of a board to be tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Try {
    /// The search.
    pub algorithm: PuzzleAlgorithm,
    /// The heuristic.
    pub heuristic: TileHeuristic,
    /// Where it runs.
    pub machine: AnyMachine,
    /// Is the last iteration searched to its end?
    pub exhaustive: bool,
}

impl Try {
    /// A search with Manhattan distance, alone.
    pub fn plain(algorithm: PuzzleAlgorithm) -> Try {
        Try { algorithm, heuristic: TileHeuristic::Manhattan, machine: AnyMachine::Alone, exhaustive: false }
    }

    /// Searches a board within a number of bytes; nothing if it was called off.
    pub fn on(&self, board: &Board, bytes: Option<u64>, token: &CancelToken) -> anyhow::Result<Option<Tried>> {
        let databases = match databases(self.heuristic, &mut |_| token.stop()) {
            Err(_) if token.is_cancelled() => return Ok(None),
            databases => databases?,
        };
        let start = ThreadTime::now();
        let question = TileProblem {
            heuristic: self.heuristic,
            databases,
            algorithm: self.algorithm,
            machine: &self.machine,
            exhaustive: self.exhaustive,
            limits: Limits { bytes, stop: Some(token), ..Limits::default() },
            ..TileProblem::new(board)
        };
        let solved = question.solve()?;
        let seconds = start.elapsed().as_secs_f64();
        Ok((!token.is_cancelled()).then_some(Tried { solved, seconds }))
    }
}

/// What came of it.
pub struct Tried {
    /// The answer.
    pub solved: PuzzleSolved<Direction>,
    seconds: f64,
}

impl Tried {
    /// Moves of the shortest solution.
    pub fn length(&self) -> Option<u64> {
        self.solved.report.is_optimal().then_some(self.solved.report.bound.0.into())
    }

    /// A row of the tables.
    pub fn row(&self, keys: Vec<Option<i64>>, algorithm: impl Into<String>, counts: Vec<Option<u64>>) -> Row {
        let report = &self.solved.report;
        row(
            keys,
            algorithm,
            (report.generated, report.expanded),
            self.seconds,
            self.solved.measured.map(Took::from),
            counts,
        )
    }
}

/// A row of the tables with these numbers of nodes generated and expanded.
pub fn row(
    keys: Vec<Option<i64>>,
    algorithm: impl Into<String>,
    (generated, expanded): (u64, u64),
    seconds: f64,
    took: Option<Took>,
    counts: Vec<Option<u64>>,
) -> Row {
    Row {
        keys,
        algorithm: algorithm.into(),
        leaves: None,
        leaf_visits: generated.saturating_sub(expanded),
        nodes: generated,
        stored: 0,
        seconds,
        took,
        base: None,
        counts,
    }
}

/// A*, IDA* and depth-first branch and bound on a salesman; nothing if they were called off. Their costs have to agree. The
/// counts are the cost, and the iterations and nodes of the last one.
pub fn salesman_rows(
    seed: u64,
    subject: Subject,
    number: u32,
    token: &CancelToken,
) -> anyhow::Result<Option<Vec<Row>>> {
    let Subject::Puzzle(PuzzleSize::Salesman { cities }) = subject else { bail!("{subject}: not a salesman") };
    let salesman = Salesman::random(cities as usize, mix(mix(seed).wrapping_add(number.into())));
    let start = salesman.start();
    let task = Task::new(&salesman, &start).within(Limits { stop: Some(token), ..Limits::default() });
    let searches: [(&str, &dyn Fn() -> Report<u8>); 3] = [
        ("a-star", &|| AStar.solve(&task)),
        ("ida-star", &|| IdaStar::default().solve(&task)),
        (BRANCH_AND_BOUND, &|| DepthFirstBranchAndBound::default().solve(&task)),
    ];
    let (mut rows, mut agreed) = (Vec::new(), None);
    for (name, search) in searches {
        let clock = ThreadTime::now();
        let report = search();
        let seconds = clock.elapsed().as_secs_f64();
        if token.is_cancelled() {
            return Ok(None);
        }
        ensure!(report.is_optimal(), "{subject}: {name} ended without a shortest trip");
        let cost = *agreed.get_or_insert(report.bound);
        ensure!(cost == report.bound, "{subject}: {name} finds {:?}, not {cost:?}", report.bound);
        let last = report.iterations.last().map(|last| last.generated);
        let iterations = last.map(|_| report.iterations.len() as u64);
        let counts = vec![Some(cost.0.into()), iterations, last];
        rows.push(row(Vec::new(), name, (report.generated, report.expanded), seconds, None, counts));
    }
    Ok(Some(rows))
}

/// The name of A* in the tables where it ran out of memory.
pub const OUT_OF_MEMORY: &str = "a-star-out-of-memory";

/// The name of depth-first branch and bound in the tables.
pub const BRANCH_AND_BOUND: &str = "depth-first-branch-and-bound";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_those_of_their_number() {
        assert_eq!((korf().len(), korf()[0].nodes), (100, 540_860));
        let size = PuzzleSize::Tiles { width: 3, height: 4 };
        let boards: Vec<Board> = (0..3).map(|number| board(1, Subject::Puzzle(size), number).unwrap()).collect();
        assert!(boards[0] != boards[1] && boards[1] != boards[2]);
        assert_eq!(board(1, Subject::Puzzle(size), 0).unwrap(), boards[0]);
        assert!(check(PuzzleSize::Tiles { width: 4, height: 4 }, 101).is_err());
        assert!(check(PuzzleSize::Tiles { width: 2, height: 4 }, 1).is_err());
    }
}
