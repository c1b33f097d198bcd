//! Every search for puzzles by name.

use std::fmt;
use std::str::FromStr;

use provebest_machine::{Failure, Machine, Measured, Message, Simulated, Time};
use provebest_puzzle::{
    AStar, BatchIdaStar, Cost, HashDistributedAStar, IdaStar, ParallelIdaStar, ParallelIterativeAStar, ParallelWindow,
    Puzzle, Ran, Report, Solve, SolveOn, Task, TranspositionDriven,
};

use provebest::AnyMachine;
use provebest::family::{About, AlgorithmKind};

/// A search for puzzles, by name.
///
/// ```
/// use provebest::AnyMachine;
/// use provebest_catalog::{PuzzleAlgorithm, PuzzleSettings};
/// use provebest_puzzle::{Closures, Cost, Task};
///
/// let children = |&at: &u32| [(at + 1, Cost(1)), (at * 2, Cost(1))].into_iter().filter(|&(child, _)| child <= 100);
/// let puzzle = Closures::new(children, |_| Cost(0), |&at| at == 100);
/// let task = Task::new(&puzzle, &1);
/// for algorithm in PuzzleAlgorithm::ALL {
///     let machine: AnyMachine = if algorithm.is_parallel() { "sim:3".parse()? } else { AnyMachine::Alone };
///     let solved = algorithm.solve(&task, &PuzzleSettings::default(), &machine)?;
///     assert_eq!(solved.report.bound, Cost(8), "{algorithm}");
/// }
/// assert_eq!("ida-star".parse(), Ok(PuzzleAlgorithm::IdaStar));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PuzzleAlgorithm {
    /// A*.
    AStar,
    /// IDA*.
    IdaStar,
    /// IDA* in batches.
    BatchIdaStar,
    /// PIDA*.
    ParallelIdaStar,
    /// Parallel window search.
    ParallelWindow,
    /// Parallel window search with ordered nodes.
    OrderedWindow,
    /// Hash-distributed A*.
    HashDistributedAStar,
    /// PIA*.
    ParallelIterativeAStar,
    /// Transposition-driven scheduling.
    TranspositionDriven,
}

/// Settings of searches for puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleSettings {
    /// The costs of all solutions differ by multiples of this: 1 if nothing is known, 2 for sliding tiles.
    pub step: Cost,
    /// Bytes for the table: of IDA*, 0 for none; of transposition-driven scheduling, 0 for its usual size.
    pub table: usize,
    /// Parallel searches with iterations search the last one to its end, so that the work does not depend on where a goal is.
    pub exhaustive: bool,
}

impl Default for PuzzleSettings {
    fn default() -> Self {
        PuzzleSettings { step: Cost(1), table: 0, exhaustive: false }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct PuzzleSolved<M> {
    /// The answer.
    pub report: Report<M>,
    /// When a first and every better solution was found, and what it costs, by a parallel search.
    pub solutions: Vec<(Time, Cost)>,
    /// What it took; `None` for a sequential search, which runs alone.
    pub measured: Option<Measured>,
    /// Every cheapest solution, if all were wanted.
    pub all: Option<Vec<Vec<M>>>,
}

impl<M> PuzzleSolved<M> {
    /// By a sequential search.
    pub(crate) fn alone(report: Report<M>) -> Self {
        PuzzleSolved { report, solutions: Vec::new(), measured: None, all: None }
    }
}

impl<M> From<Ran<M>> for PuzzleSolved<M> {
    fn from(ran: Ran<M>) -> Self {
        PuzzleSolved { report: ran.report, solutions: ran.solutions, measured: Some(ran.measured), all: None }
    }
}

/// A search did not run on a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CannotRun {
    /// It is not for this machine.
    Machine {
        /// The search.
        algorithm: PuzzleAlgorithm,
        /// The machine.
        machine: AnyMachine,
    },
    /// The machine failed.
    Failed(Failure),
}

impl fmt::Display for CannotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotRun::Machine { algorithm, machine } => {
                let count = machine.processors();
                write!(f, "{algorithm} does not run on {machine}; expected sim:{count} or threads:{count}")
            }
            CannotRun::Failed(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for CannotRun {}

impl PuzzleAlgorithm {
    /// All of them, sequential before parallel.
    pub const ALL: [PuzzleAlgorithm; 9] = [
        PuzzleAlgorithm::AStar,
        PuzzleAlgorithm::IdaStar,
        PuzzleAlgorithm::BatchIdaStar,
        PuzzleAlgorithm::ParallelIdaStar,
        PuzzleAlgorithm::ParallelWindow,
        PuzzleAlgorithm::OrderedWindow,
        PuzzleAlgorithm::HashDistributedAStar,
        PuzzleAlgorithm::ParallelIterativeAStar,
        PuzzleAlgorithm::TranspositionDriven,
    ];

    /// Name, kind, paper and a line about it.
    pub const fn about(self) -> About {
        use AlgorithmKind::*;
        let (name, title, short, kind, paper, summary) = match self {
            PuzzleAlgorithm::AStar => (
                "a-star",
                "A*",
                None,
                BestFirst,
                "Hart, Nilsson and Raphael 1968",
                "the node whose path may be the cheapest first; keeps all it has seen",
            ),
            PuzzleAlgorithm::IdaStar => (
                "ida-star",
                "IDA*",
                None,
                DepthFirst,
                "Korf 1985",
                "depth first below a bound, again and again with the next one; keeps a path",
            ),
            PuzzleAlgorithm::BatchIdaStar => (
                "batch-ida-star",
                "IDA* in batches",
                None,
                DepthFirst,
                "Korf 1985; Zhou and Hansen 2005",
                "IDA* that expands nodes of the same depth together, so that memory is waited for once",
            ),
            PuzzleAlgorithm::ParallelIdaStar => (
                "parallel-ida-star",
                "parallel IDA*",
                Some("pida"),
                ParallelDepthFirst,
                "Rao, Kumar and Ramesh 1987",
                "each iteration by all processors: an idle one gets a part of the nodes of another",
            ),
            PuzzleAlgorithm::ParallelWindow => (
                "parallel-window",
                "parallel window search",
                None,
                ParallelDepthFirst,
                "Powley and Korf 1989",
                "different iterations at the same time: a first solution soon, and the proof when it comes",
            ),
            PuzzleAlgorithm::OrderedWindow => (
                "ordered-window",
                "ordered parallel window search",
                None,
                ParallelDepthFirst,
                "Powley and Korf 1989",
                "the same, and nodes near the root that came near to a goal in the iteration before come first",
            ),
            PuzzleAlgorithm::HashDistributedAStar => (
                "hash-distributed-a-star",
                "hash-distributed A*",
                Some("hda"),
                ParallelBestFirst,
                "Kishimoto, Fukunaga and Botea 2009",
                "A* where every state has an owner, found by its hash",
            ),
            PuzzleAlgorithm::ParallelIterativeAStar => (
                "parallel-iterative-a-star",
                "parallel iterative A*",
                Some("pia"),
                ParallelBestFirst,
                "Huang and Davis 1989",
                "A* by thresholds: all processors expand what is open up to the lowest f, then up to the next",
            ),
            PuzzleAlgorithm::TranspositionDriven => (
                "transposition-driven",
                "transposition-driven scheduling",
                Some("tds"),
                ParallelDepthFirst,
                "Romein, Plaat, Bal and Schaeffer 1999",
                "IDA* with a divided table: a node is sent to the owner of its state, which knows whether it was searched",
            ),
        };
        About { name, title, short, kind, paper, summary }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.about().name
    }

    /// Does it run on many processors?
    pub const fn is_parallel(self) -> bool {
        !matches!(self, PuzzleAlgorithm::AStar | PuzzleAlgorithm::IdaStar | PuzzleAlgorithm::BatchIdaStar)
    }

    /// Can it solve puzzles whose states are not sent? Then it keeps them, or knows them by their paths.
    pub const fn knows_paths(self) -> bool {
        use PuzzleAlgorithm::*;
        matches!(self, AStar | IdaStar | BatchIdaStar | ParallelIdaStar | ParallelWindow | OrderedWindow)
    }

    /// Has it a table of a size that can be chosen?
    pub const fn takes_hash(self) -> bool {
        matches!(self, PuzzleAlgorithm::IdaStar | PuzzleAlgorithm::TranspositionDriven)
    }

    /// Checks that it runs on this machine. Sequential searches run alone on any machine, parallel ones on all but lock step.
    ///
    /// ```
    /// use provebest_catalog::PuzzleAlgorithm;
    /// let error = PuzzleAlgorithm::ParallelWindow.check(&"sim:4,model=lockstep".parse()?).unwrap_err();
    /// assert!(error.to_string().ends_with("; expected sim:4 or threads:4"));
    /// # Ok::<(), provebest_game::TextError>(())
    /// ```
    pub fn check(self, machine: &AnyMachine) -> Result<(), CannotRun> {
        match machine {
            AnyMachine::LockStep(_) if self.is_parallel() => {
                Err(CannotRun::Machine { algorithm: self, machine: machine.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Solves a puzzle on a machine. Alone, a parallel search has one simulated processor.
    pub fn solve<P>(
        self,
        task: &Task<'_, P>,
        settings: &PuzzleSettings,
        machine: &AnyMachine,
    ) -> Result<PuzzleSolved<P::Move>, CannotRun>
    where
        P: Puzzle + Sync,
        P::State: Message + Sync,
    {
        match (self, machine) {
            (PuzzleAlgorithm::AStar, _) => Ok(PuzzleSolved::alone(AStar.solve(task))),
            (PuzzleAlgorithm::IdaStar, _) => Ok(PuzzleSolved::alone(IdaStar { table: settings.table }.solve(task))),
            (PuzzleAlgorithm::BatchIdaStar, _) => Ok(PuzzleSolved::alone(BatchIdaStar::default().solve(task))),
            (_, AnyMachine::Alone) => self.solve_on(task, settings, &Simulated::new(1)).map_err(CannotRun::Failed),
            (_, AnyMachine::Simulated(machine)) => self.solve_on(task, settings, machine).map_err(CannotRun::Failed),
            #[cfg(not(target_family = "wasm"))]
            (_, AnyMachine::Threads(machine)) => self.solve_on(task, settings, machine).map_err(CannotRun::Failed),
            #[cfg(feature = "mpi")]
            (_, AnyMachine::Mpi(machine)) => self.solve_on(task, settings, machine).map_err(CannotRun::Failed),
            _ => Err(CannotRun::Machine { algorithm: self, machine: machine.clone() }),
        }
    }

    /// The same by a search that [knows paths](PuzzleAlgorithm::knows_paths): less is compiled for a puzzle. Others are taken for parallel
    /// IDA*.
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    pub(crate) fn solve_by_paths<P>(
        self,
        task: &Task<'_, P>,
        settings: &PuzzleSettings,
        machine: &AnyMachine,
    ) -> Result<PuzzleSolved<P::Move>, CannotRun>
    where
        P: Puzzle + Sync,
        P::State: Send + Sync,
    {
        match (self, machine) {
            (PuzzleAlgorithm::AStar, _) => Ok(PuzzleSolved::alone(AStar.solve(task))),
            (PuzzleAlgorithm::IdaStar, _) => Ok(PuzzleSolved::alone(IdaStar { table: settings.table }.solve(task))),
            (PuzzleAlgorithm::BatchIdaStar, _) => Ok(PuzzleSolved::alone(BatchIdaStar::default().solve(task))),
            (_, AnyMachine::Alone) => self.by_paths_on(task, settings, &Simulated::new(1)).map_err(CannotRun::Failed),
            (_, AnyMachine::Simulated(machine)) => self.by_paths_on(task, settings, machine).map_err(CannotRun::Failed),
            #[cfg(not(target_family = "wasm"))]
            (_, AnyMachine::Threads(machine)) => self.by_paths_on(task, settings, machine).map_err(CannotRun::Failed),
            #[cfg(feature = "mpi")]
            (_, AnyMachine::Mpi(machine)) => self.by_paths_on(task, settings, machine).map_err(CannotRun::Failed),
            _ => Err(CannotRun::Machine { algorithm: self, machine: machine.clone() }),
        }
    }

    fn by_paths_on<P, K>(
        self,
        task: &Task<'_, P>,
        settings: &PuzzleSettings,
        machine: &K,
    ) -> Result<PuzzleSolved<P::Move>, Failure>
    where
        P: Puzzle + Sync,
        P::State: Send + Sync,
        K: Machine,
    {
        let ran = match self {
            PuzzleAlgorithm::ParallelWindow | PuzzleAlgorithm::OrderedWindow => {
                let frontier = if self == PuzzleAlgorithm::OrderedWindow { ParallelWindow::FRONTIER } else { 0 };
                ParallelWindow { step: settings.step, frontier, ..ParallelWindow::default() }.solve_on(task, machine)
            }
            _ => {
                let exhaustive = settings.exhaustive;
                ParallelIdaStar { exhaustive, ..ParallelIdaStar::default() }.solve_on(task, machine)
            }
        };
        ran.map(PuzzleSolved::from)
    }

    fn solve_on<P, K>(
        self,
        task: &Task<'_, P>,
        settings: &PuzzleSettings,
        machine: &K,
    ) -> Result<PuzzleSolved<P::Move>, Failure>
    where
        P: Puzzle + Sync,
        P::State: Message + Sync,
        K: Machine,
    {
        let ran = match self {
            PuzzleAlgorithm::HashDistributedAStar => HashDistributedAStar::default().solve_on(task, machine),
            PuzzleAlgorithm::ParallelIterativeAStar => ParallelIterativeAStar::default().solve_on(task, machine),
            PuzzleAlgorithm::TranspositionDriven => {
                let usual = TranspositionDriven { exhaustive: settings.exhaustive, ..TranspositionDriven::default() };
                let table = if settings.table == 0 { usual.table } else { settings.table as u64 };
                TranspositionDriven { table, ..usual }.solve_on(task, machine)
            }
            _ => return self.by_paths_on(task, settings, machine),
        };
        ran.map(PuzzleSolved::from)
    }
}

impl fmt::Display for PuzzleAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No search for puzzles has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPuzzleAlgorithm(String);

impl fmt::Display for UnknownPuzzleAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PuzzleAlgorithm::ALL.map(PuzzleAlgorithm::name);
        write!(f, "no search for puzzles is called '{}'; expected one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownPuzzleAlgorithm {}

impl FromStr for PuzzleAlgorithm {
    type Err = UnknownPuzzleAlgorithm;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is = |one: &PuzzleAlgorithm| one.name() == text || one.about().short == Some(text);
        PuzzleAlgorithm::ALL.into_iter().find(is).ok_or_else(|| UnknownPuzzleAlgorithm(text.into()))
    }
}
