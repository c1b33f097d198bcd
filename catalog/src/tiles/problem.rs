//! Boards to be solved, by any search with any heuristic.

use std::fmt;

use provebest_puzzle::tiles::{
    AnyHeuristic, Databases, Direction, Heuristic, Layout, LinearConflict, Manhattan, Patterns, Size, Tiles,
    TilesError, UpTo16, UpTo25, WalkingDistance,
};
use provebest_puzzle::{AllSolutions, BatchIdaStar, Cost, IdaStar, Limits, PuzzleProgress, Solve, Task};

use super::{Board, TileHeuristic};
use crate::puzzle_algorithm::{CannotRun, PuzzleAlgorithm, PuzzleSettings, PuzzleSolved};
use provebest::AnyMachine;

/// A board to be solved, and how.
#[derive(Clone, Copy)]
pub struct TileProblem<'a> {
    /// The board.
    pub board: &'a Board,
    /// The heuristic.
    pub heuristic: TileHeuristic,
    /// Its databases, if it needs any.
    pub databases: Option<&'a Databases>,
    /// The search.
    pub algorithm: PuzzleAlgorithm,
    /// Bytes for the table of IDA*, 0 for none, or for that of transposition-driven scheduling, 0 for its usual size.
    pub table: usize,
    /// Parallel searches with iterations search the last one to its end.
    pub exhaustive: bool,
    /// Find every shortest solution (IDA* without a table).
    pub all_solutions: bool,
    /// Where it runs.
    pub machine: &'a AnyMachine,
    /// What may end it early.
    pub limits: Limits<'a>,
    /// No solution is shorter, by an earlier proof.
    pub at_least: Cost,
    /// What is called with the progress.
    pub listener: Option<&'a (dyn Fn(&PuzzleProgress) + Sync)>,
}

/// A problem that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TileProblemError {
    /// The heuristic is not for boards of this size.
    Size {
        /// The heuristic.
        heuristic: TileHeuristic,
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
    },
    /// The databases are missing, or are those of another heuristic.
    Databases(String),
    /// The search does not run there.
    Machine(CannotRun),
}

impl fmt::Display for TileProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TileProblemError::Size { heuristic, width, height } => {
                let fitting: Vec<_> =
                    TileHeuristic::ALL.iter().filter(|one| one.fits(*width, *height)).map(|one| one.name()).collect();
                write!(f, "{heuristic} is not for boards of {width}x{height}; expected {}", fitting.join(" or "))
            }
            TileProblemError::Databases(why) => f.write_str(why),
            TileProblemError::Machine(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for TileProblemError {}

impl<'a> TileProblem<'a> {
    /// A board, to be solved by IDA* with Manhattan distance, without limits.
    pub fn new(board: &'a Board) -> TileProblem<'a> {
        TileProblem {
            board,
            heuristic: TileHeuristic::Manhattan,
            databases: None,
            algorithm: PuzzleAlgorithm::IdaStar,
            table: 0,
            exhaustive: false,
            all_solutions: false,
            machine: &AnyMachine::Alone,
            limits: Limits::default(),
            at_least: Cost::ZERO,
            listener: None,
        }
    }

    /// Solves it.
    ///
    /// ```
    /// use provebest_catalog::tiles::{Board, TileHeuristic, TileProblem};
    /// use provebest_puzzle::Cost;
    /// let board: Board = "3x3:8 7 6 0 4 1 2 5 3".parse()?;
    /// let problem = TileProblem { heuristic: TileHeuristic::WalkingDistance, ..TileProblem::new(&board) };
    /// assert_eq!(problem.solve()?.report.bound, Cost(31));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self) -> Result<PuzzleSolved<Direction>, TileProblemError> {
        self.check()?;
        let (width, height) = (self.board.width(), self.board.height());
        let ida_star = self.algorithm == PuzzleAlgorithm::IdaStar && !self.all_solutions;
        let in_batches = self.algorithm == PuzzleAlgorithm::BatchIdaStar;
        // What is timed is compiled for its size and heuristic: IDA* with pattern databases, and on the 15-puzzle.
        match (self.heuristic, width, height) {
            (TileHeuristic::SixSixThree | TileHeuristic::SevenEight, ..) if in_batches => {
                let search = BatchIdaStar::default();
                self.with_task(Size::<4, 4>, self.patterns(Size)?, |task| Ok(PuzzleSolved::alone(search.solve(task))))
            }
            (TileHeuristic::SixSixThree | TileHeuristic::SevenEight, ..) if ida_star => {
                self.solve_by_ida_star(Size::<4, 4>, self.patterns(Size)?)
            }
            (TileHeuristic::FourSixes, ..) if ida_star => self.solve_by_ida_star(Size::<5, 5>, self.patterns(Size)?),
            (TileHeuristic::SixSixThree | TileHeuristic::SevenEight | TileHeuristic::FourSixes, ..) => {
                let size = UpTo25::new(width, height).map_err(|_| self.wrong_size())?;
                self.solve_with(size, self.patterns(size)?)
            }
            (TileHeuristic::Manhattan, 4, 4) if ida_star => self.solve_by_ida_star(Size::<4, 4>, Manhattan::new()),
            (TileHeuristic::LinearConflict, 4, 4) if ida_star => {
                self.solve_by_ida_star(Size::<4, 4>, LinearConflict::new())
            }
            (TileHeuristic::WalkingDistance, 4, 4) if ida_star => {
                self.solve_by_ida_star(Size::<4, 4>, WalkingDistance::new().map_err(|_| self.wrong_size())?)
            }
            _ if width * height <= 16 => self.solve_any(UpTo16::new(width, height)),
            _ => self.solve_any(UpTo25::new(width, height)),
        }
    }

    /// Checks that heuristic and machine suit. Databases are not checked.
    pub fn check(&self) -> Result<(), TileProblemError> {
        if !self.heuristic.fits(self.board.width(), self.board.height()) {
            return Err(self.wrong_size());
        }
        self.algorithm.check(self.machine).map_err(TileProblemError::Machine)
    }

    fn wrong_size(&self) -> TileProblemError {
        let (width, height) = (self.board.width(), self.board.height());
        TileProblemError::Size { heuristic: self.heuristic, width, height }
    }

    fn solve_any<S: Layout>(&self, size: Result<S, TilesError>) -> Result<PuzzleSolved<Direction>, TileProblemError> {
        let size = size.map_err(|_| self.wrong_size())?;
        let heuristic = match self.heuristic {
            TileHeuristic::LinearConflict => AnyHeuristic::linear_conflict(size),
            TileHeuristic::WalkingDistance => AnyHeuristic::walking_distance(size).map_err(|_| self.wrong_size())?,
            _ => AnyHeuristic::manhattan(size),
        };
        self.solve_with(size, heuristic)
    }

    fn patterns<S: Layout>(&self, size: S) -> Result<Patterns<'_, S>, TileProblemError> {
        let databases = self.databases.filter(|one| Some(one.partition()) == self.heuristic.partition().as_ref());
        let missing = || TileProblemError::Databases(format!("{} needs its databases", self.heuristic));
        let patterns = Patterns::new(size, databases.ok_or_else(missing)?);
        patterns.map_err(|error| TileProblemError::Databases(error.to_string()))
    }

    fn solve_by_ida_star<S: Layout, H: Heuristic<S>>(
        &self,
        size: S,
        heuristic: H,
    ) -> Result<PuzzleSolved<Direction>, TileProblemError> {
        let search = IdaStar { table: self.table };
        self.with_task(size, heuristic, |task| Ok(PuzzleSolved::alone(search.solve(task))))
    }

    fn solve_with<S: Layout, H: Heuristic<S>>(
        &self,
        size: S,
        heuristic: H,
    ) -> Result<PuzzleSolved<Direction>, TileProblemError> {
        if self.all_solutions {
            return self.with_task(size, heuristic, |task| {
                let AllSolutions { report, solutions, .. } = IdaStar::all_solutions(task);
                Ok(PuzzleSolved { all: Some(solutions), ..PuzzleSolved::alone(report) })
            });
        }
        // Every slide changes the colour of the empty cell: all solutions are odd, or all are even.
        let settings = PuzzleSettings { step: Cost(2), table: self.table, exhaustive: self.exhaustive };
        self.with_task(size, heuristic, |task| self.algorithm.solve(task, &settings, self.machine))
    }

    fn with_task<S: Layout, H: Heuristic<S>>(
        &self,
        size: S,
        heuristic: H,
        solve: impl FnOnce(&Task<'_, Tiles<S, H>>) -> Result<PuzzleSolved<Direction>, CannotRun>,
    ) -> Result<PuzzleSolved<Direction>, TileProblemError> {
        let TileProblem { board, limits, at_least, listener, .. } = *self;
        let tiles = Tiles::new(size, heuristic);
        let start = tiles.position(board.tiles()).map_err(|_| self.wrong_size())?;
        let task = Task { limits, at_least, listener, ..Task::new(&tiles, &start) };
        solve(&task).map_err(TileProblemError::Machine)
    }
}
