//! Puzzles in experiments: Korf's boards, random boards and salesmen, and what searches count on them.
//!
//! In the tables, `nodes` are those that were generated and `leaf_visits` those of them that were not expanded. There is no
//! minimal tree of a puzzle, so these columns are empty.

use std::sync::OnceLock;

use anyhow::{Context, bail, ensure};
use cpu_time::ThreadTime;
use provebest::game::{SplitMix64, mix};
use provebest::puzzle::salesman::Salesman;
use provebest::puzzle::tiles::{Databases, Direction, Progress as Building};
use provebest::puzzle::{DepthFirstBranchAndBound, Limits, Reason, Report, Solve, Stop, Task};
use provebest::{AnyMachine, CancelToken};
use provebest_catalog::tiles::{Board, TileHeuristic, TileProblem};
use provebest_catalog::{PuzzleAlgorithm, PuzzleSettings, PuzzleSolved, cache};

use crate::plan::Plan;
use crate::run::Progress;
use crate::trees::{Cell, Trees};
use crate::trial::{Row, Took};

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

/// So many of Korf's boards, as a person would say it.
pub fn korfs_boards(number: u32) -> String {
    match number {
        100.. => "Korf's hundred boards".into(),
        1 => "the easiest of Korf's hundred boards".into(),
        _ => format!("the {number} easiest of Korf's hundred boards"),
    }
}

/// The boards of a kind: Korf's of 4x4, otherwise those after a thousand random moves from the goal.
pub fn board(seed: u64, cell: Cell, number: u32) -> anyhow::Result<Board> {
    let (width, height) = (cell.width as usize, cell.depth as usize);
    if (width, height) == (4, 4) {
        return Ok(korf().get(number as usize).context("no such board")?.board.clone());
    }
    let goal: Vec<usize> = (0..width * height).collect();
    let mut board = Board::new(width, height, &goal)?;
    let chance = &mut SplitMix64::new(mix(mix(seed).wrapping_add(number.into())));
    for _ in 0..1000 {
        let step = Direction::ALL[chance.below(4) as usize];
        board = board.after(step).unwrap_or(board);
    }
    Ok(board)
}

/// Is this a kind of puzzle, and are there so many?
pub(crate) fn check(cell: Cell, number: u32) -> anyhow::Result<()> {
    let Cell { trees, width, depth } = cell;
    match trees {
        Trees::Tiles => {
            let sizes = 3..=5;
            ensure!(
                sizes.contains(&width) && sizes.contains(&depth),
                "a board of {width}x{depth}: a width and a depth from 3 to 5 would be right"
            );
            let all = korf().len();
            ensure!(
                (width, depth) != (4, 4) || number as usize <= all,
                "{number} boards of 4x4: at most {all} would be right"
            );
        }
        Trees::Salesman => {
            ensure!((4..=16).contains(&width), "{width} cities: a width from 4 to 16 would be right");
            ensure!(depth == width, "{width} cities and a depth of {depth}: {width} would be right");
        }
        trees => bail!("{trees}: no puzzle"),
    }
    Ok(())
}

/// A plan for boards of these sizes.
pub fn boards(sizes: &[(u32, u32)], number: u32) -> Plan {
    let cell = |&(width, depth): &(u32, u32)| Cell { trees: Trees::Tiles, width, depth };
    Plan::of(&[], &[], &[], number).only(&sizes.iter().map(cell).collect::<Vec<_>>())
}

/// A plan for salesmen with so many cities.
pub fn salesmen(cities: &[u32], number: u32) -> Plan {
    let cell = |&cities: &u32| Cell { trees: Trees::Salesman, width: cities, depth: cities };
    Plan::of(&[], &[], &[], number).only(&cities.iter().map(cell).collect::<Vec<_>>())
}

/// Builds the databases of these heuristics, unless they are there, and tells how far it is. If somebody calls it off, the
/// rest is left unbuilt.
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

    /// Searches a board, within so many bytes; nothing if it was called off.
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

/// A row of the tables with so many nodes generated and expanded.
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

/// A* , IDA* and depth-first branch and bound on a salesman; nothing if they were called off. Their costs have to agree. The
/// counts are the cost, and the iterations and nodes of the last one.
pub fn salesman_rows(seed: u64, cell: Cell, number: u32, token: &CancelToken) -> anyhow::Result<Option<Vec<Row>>> {
    let salesman = Salesman::random(cell.width as usize, mix(mix(seed).wrapping_add(number.into())));
    let start = salesman.start();
    let limits = Limits { stop: Some(token), ..Limits::default() };
    let task = || Task::new(&salesman, &start).within(limits);
    let by = |algorithm: PuzzleAlgorithm| -> anyhow::Result<Report<u8>> {
        Ok(algorithm.solve(&task(), &PuzzleSettings::default(), &AnyMachine::Alone)?.report)
    };
    let mut rows = Vec::new();
    let mut agreed = None;
    for name in ["a-star", "ida-star", BRANCH_AND_BOUND] {
        let clock = ThreadTime::now();
        let report = match name.parse::<PuzzleAlgorithm>() {
            Ok(algorithm) => by(algorithm)?,
            Err(_) => DepthFirstBranchAndBound::default().solve(&task()),
        };
        let seconds = clock.elapsed().as_secs_f64();
        if token.is_cancelled() {
            return Ok(None);
        }
        ensure!(report.is_optimal(), "{cell}: {name} ended without a shortest trip");
        let cost = *agreed.get_or_insert(report.bound);
        ensure!(cost == report.bound, "{cell}: {name} finds {:?}, not {cost:?}", report.bound);
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
        let cell = Cell { trees: Trees::Tiles, width: 3, depth: 4 };
        let boards: Vec<Board> = (0..3).map(|number| board(1, cell, number).unwrap()).collect();
        assert!(boards[0] != boards[1] && boards[1] != boards[2]);
        assert_eq!(board(1, cell, 0).unwrap(), boards[0]);
        assert!(check(Cell { trees: Trees::Tiles, width: 4, depth: 4 }, 101).is_err());
        assert!(check(Cell { trees: Trees::Tiles, width: 2, depth: 4 }, 1).is_err());
    }
}
