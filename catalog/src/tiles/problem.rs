//! Boards to be solved, by any search with any heuristic.

use std::fmt;

use provebest_puzzle::tiles::{
    AnyHeuristic, Databases, Direction, Heuristic, Layout, LinearConflict, Manhattan, Patterns, Shape, Size, Tiles,
    TilesError, UpTo16, UpTo25, WalkingDistance,
};
use provebest_puzzle::{Cost, IdaStar, Limits, PuzzleProgress, Solve, Task};

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
    /// Bytes for the table of IDA*, 0 for none.
    pub table: usize,
    /// Parallel IDA* searches its last iteration to the end.
    pub exhaustive: bool,
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
        let ida_star = self.algorithm == PuzzleAlgorithm::IdaStar;
        // What is timed is compiled for its size and heuristic: pattern databases, and IDA* on the 15-puzzle.
        match (self.heuristic, width, height) {
            (TileHeuristic::SixSixThree | TileHeuristic::SevenEight, ..) => {
                self.solve_with(Size::<4, 4>, self.patterns()?)
            }
            (TileHeuristic::FourSixes, ..) => self.solve_with(Size::<5, 5>, self.patterns()?),
            (TileHeuristic::Manhattan, 4, 4) if ida_star => self.solve_by_ida_star(Manhattan::new()),
            (TileHeuristic::LinearConflict, 4, 4) if ida_star => self.solve_by_ida_star(LinearConflict::new()),
            (TileHeuristic::WalkingDistance, 4, 4) if ida_star => {
                self.solve_by_ida_star(WalkingDistance::new().map_err(|_| self.wrong_size())?)
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

    fn patterns<S: Shape>(&self) -> Result<Patterns<'_, S>, TileProblemError> {
        let databases = self.databases.filter(|one| Some(one.partition()) == self.heuristic.partition().as_ref());
        let missing = || TileProblemError::Databases(format!("{} needs its databases", self.heuristic));
        let patterns = Patterns::new(S::default(), databases.ok_or_else(missing)?);
        patterns.map_err(|error| TileProblemError::Databases(error.to_string()))
    }

    fn solve_by_ida_star<H: Heuristic<Size<4, 4>>>(
        &self,
        heuristic: H,
    ) -> Result<PuzzleSolved<Direction>, TileProblemError> {
        let search = IdaStar { table: self.table };
        self.with_task(Size::<4, 4>, heuristic, |task| Ok(PuzzleSolved::alone(search.solve(task))))
    }

    fn solve_with<S: Layout, H: Heuristic<S>>(
        &self,
        size: S,
        heuristic: H,
    ) -> Result<PuzzleSolved<Direction>, TileProblemError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_with_every_heuristic_finds_the_shortest_solution() {
        let board: Board = "3x4:6 2 4 8 7 10 3 9 11 1 0 5".parse().unwrap();
        let mut lengths = Vec::new();
        for algorithm in PuzzleAlgorithm::ALL {
            for heuristic in TileHeuristic::ALL.into_iter().filter(|heuristic| heuristic.fits(3, 4)) {
                let machine = if algorithm.is_parallel() { AnyMachine::simulated(3) } else { AnyMachine::Alone };
                let problem = TileProblem { heuristic, algorithm, machine: &machine, ..TileProblem::new(&board) };
                let report = problem.solve().unwrap().report;
                assert!(report.is_optimal(), "{algorithm} {heuristic}");
                let moves = report.solution.unwrap().moves;
                let end = moves.iter().try_fold(board.clone(), |board, &step| board.after(step));
                assert!(end.is_some_and(|end| end.is_solved()), "{algorithm} {heuristic}");
                lengths.push(moves.len());
            }
        }
        assert!(lengths.len() == 15 && lengths.iter().all(|&length| length == lengths[0]), "{lengths:?}");
    }

    /// A table and the owners of hash-distributed A* depend on keys and their hashes: these are the counts of boards whose size is
    /// a type.
    #[test]
    fn counts_are_those_of_a_search_compiled_for_its_board() {
        for (board, heuristic, counts) in [
            (
                "3x5:7 9 3 6 0 2 10 1 4 11 5 8 12 13 14",
                TileHeuristic::WalkingDistance,
                [(458, 213), (582, 281), (548, 266), (604, 281), (1293, 605), (4396, 2083)],
            ),
            (
                "4x4:10 8 0 3 4 9 1 7 12 6 2 11 13 5 14 15",
                TileHeuristic::LinearConflict,
                [(1178, 563), (468, 222), (457, 217), (488, 222), (890, 407), (5246, 2462)],
            ),
            (
                "4x4:10 8 0 3 4 9 1 7 12 6 2 11 13 5 14 15",
                TileHeuristic::Manhattan,
                [(2099, 988), (893, 424), (858, 408), (913, 424), (1616, 758), (4745, 2226)],
            ),
            (
                "5x4:1 3 0 13 4 5 12 2 9 14 10 6 7 8 19 15 11 16 18 17",
                TileHeuristic::Manhattan,
                [
                    (33_094, 14_760),
                    (62_196, 27_596),
                    (61_607, 27_331),
                    (53_206, 23_619),
                    (212_715, 94_480),
                    (35_013, 15_639),
                ],
            ),
        ] {
            let board: Board = board.parse().unwrap();
            let (alone, seven) = (AnyMachine::Alone, AnyMachine::simulated(7));
            let searches = [
                (PuzzleAlgorithm::AStar, 0, &alone),
                (PuzzleAlgorithm::IdaStar, 0, &alone),
                (PuzzleAlgorithm::IdaStar, 3000, &alone),
                (PuzzleAlgorithm::ParallelIdaStar, 0, &seven),
                (PuzzleAlgorithm::ParallelWindow, 0, &seven),
                (PuzzleAlgorithm::HashDistributedAStar, 0, &seven),
            ];
            let counted = searches.map(|(algorithm, table, machine)| {
                let problem = TileProblem { heuristic, algorithm, table, machine, ..TileProblem::new(&board) };
                let report = problem.solve().unwrap().report;
                (report.generated, report.expanded)
            });
            assert_eq!(counted, counts, "{board} {heuristic}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let board: Board = "5x5:1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24".parse().unwrap();
        let said = |problem: TileProblem<'_>| problem.solve().unwrap_err().to_string();
        let walking = said(TileProblem { heuristic: TileHeuristic::WalkingDistance, ..TileProblem::new(&board) });
        assert!(walking.ends_with("5x5; expected manhattan or linear-conflict or pdb-6666"), "{walking}");
        let lock_step = AnyMachine::LockStep(4);
        let algorithm = PuzzleAlgorithm::ParallelWindow;
        let there = said(TileProblem { algorithm, machine: &lock_step, ..TileProblem::new(&board) });
        assert!(there.contains("sim:4 or threads:4"), "{there}");
        let board: Board = "4x4:1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15".parse().unwrap();
        let without = said(TileProblem { heuristic: TileHeuristic::SixSixThree, ..TileProblem::new(&board) });
        assert!(without.contains("needs its databases"), "{without}");
    }
}
