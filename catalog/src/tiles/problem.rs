//! Boards to be solved, by any search with any heuristic.

use std::fmt;

use provebest_puzzle::tiles::{
    Databases, Direction, Heuristic, LinearConflict, Manhattan, Patterns, Shape, Size, Tiles, WalkingDistance,
};
use provebest_puzzle::{Cost, Limits, News, Task};

use super::mixed::Mixed;
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
    /// No solution is shorter: what was proved before.
    pub at_least: Cost,
    /// Who hears how it goes.
    pub listener: Option<&'a (dyn Fn(&News) + Sync)>,
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
    /// The databases are missing, or others.
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
                write!(f, "{heuristic} is not for boards of {width}x{height}: {} would be right", fitting.join(" or "))
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
        match (width, height, self.heuristic) {
            (4, 4, TileHeuristic::SixSixThree | TileHeuristic::SevenEight) => {
                self.solve_with(Size::<4, 4>, self.patterns()?)
            }
            (5, 5, TileHeuristic::FourSixes) => self.solve_with(Size::<5, 5>, self.patterns()?),
            (4, 4, TileHeuristic::Manhattan) => self.solve_with(Size::<4, 4>, Manhattan::new()),
            (4, 4, TileHeuristic::LinearConflict) => self.solve_with(Size::<4, 4>, LinearConflict::new()),
            (4, 4, _) => self.solve_with(Size::<4, 4>, self.walking()?),
            (3, 3, _) => self.solve_mixed(Size::<3, 3>),
            (3, 4, _) => self.solve_mixed(Size::<3, 4>),
            (3, 5, _) => self.solve_mixed(Size::<3, 5>),
            (4, 3, _) => self.solve_mixed(Size::<4, 3>),
            (4, 5, _) => self.solve_mixed(Size::<4, 5>),
            (5, 3, _) => self.solve_mixed(Size::<5, 3>),
            (5, 4, _) => self.solve_mixed(Size::<5, 4>),
            _ => self.solve_mixed(Size::<5, 5>),
        }
    }

    /// Do heuristic and machine suit? Databases are not looked at.
    pub fn check(&self) -> Result<(), TileProblemError> {
        let (width, height) = (self.board.width(), self.board.height());
        if !self.heuristic.fits(width, height) {
            return Err(TileProblemError::Size { heuristic: self.heuristic, width, height });
        }
        self.algorithm.check(self.machine).map_err(TileProblemError::Machine)
    }

    fn solve_mixed<S: Shape>(&self, size: S) -> Result<PuzzleSolved<Direction>, TileProblemError> {
        let mixed = match self.heuristic {
            TileHeuristic::LinearConflict => Mixed::LinearConflict(Box::new(LinearConflict::new())),
            TileHeuristic::WalkingDistance => Mixed::WalkingDistance(self.walking()?),
            _ => Mixed::Manhattan(Box::new(Manhattan::new())),
        };
        self.solve_with(size, mixed)
    }

    fn patterns<S: Shape + Default>(&self) -> Result<Patterns<'_, S>, TileProblemError> {
        let databases = self.databases.filter(|one| Some(one.partition()) == self.heuristic.partition().as_ref());
        let missing = || TileProblemError::Databases(format!("{} needs its databases", self.heuristic));
        let patterns = Patterns::new(S::default(), databases.ok_or_else(missing)?);
        patterns.map_err(|error| TileProblemError::Databases(error.to_string()))
    }

    fn walking<S: Shape>(&self) -> Result<WalkingDistance<S>, TileProblemError> {
        let large = |_| TileProblemError::Size { heuristic: self.heuristic, width: S::WIDTH, height: S::HEIGHT };
        WalkingDistance::new().map_err(large)
    }

    fn solve_with<S: Shape, H: Heuristic<S>>(
        &self,
        size: S,
        estimate: H,
    ) -> Result<PuzzleSolved<Direction>, TileProblemError> {
        let TileProblem { board, heuristic, algorithm, table, exhaustive, machine, limits, at_least, listener, .. } =
            *self;
        let tiles = Tiles::new(size, estimate);
        let wrong = |_| TileProblemError::Size { heuristic, width: S::WIDTH, height: S::HEIGHT };
        let start = tiles.position(board.tiles()).map_err(wrong)?;
        let task = Task { limits, at_least, listener, ..Task::new(&tiles, &start) };
        // Every slide changes the colour of the empty cell: all solutions are odd, or all are even.
        let settings = PuzzleSettings { step: Cost(2), table, exhaustive };
        algorithm.solve(&task, &settings, machine).map_err(TileProblemError::Machine)
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

    #[test]
    fn what_does_not_fit_is_refused() {
        let board: Board = "5x5:1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24".parse().unwrap();
        let said = |problem: TileProblem<'_>| problem.solve().unwrap_err().to_string();
        let walking = said(TileProblem { heuristic: TileHeuristic::WalkingDistance, ..TileProblem::new(&board) });
        assert!(walking.ends_with("5x5: manhattan or linear-conflict or pdb-6666 would be right"), "{walking}");
        let lock_step = AnyMachine::LockStep(4);
        let algorithm = PuzzleAlgorithm::ParallelWindow;
        let there = said(TileProblem { algorithm, machine: &lock_step, ..TileProblem::new(&board) });
        assert!(there.contains("sim:4 or threads:4"), "{there}");
        let board: Board = "4x4:1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15".parse().unwrap();
        let without = said(TileProblem { heuristic: TileHeuristic::SixSixThree, ..TileProblem::new(&board) });
        assert!(without.contains("needs its databases"), "{without}");
    }
}
