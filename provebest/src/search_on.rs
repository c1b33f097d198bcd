//! Searches on machines.

use provebest_game::{Evaluate, Keyed};
use provebest_machine::{Machine, Measured, SharedMemory, Timeline};
use provebest_search::{
    Abdada, BoardSearch, BoundAndBranch, DynamicPvSplitting, EvaluateRefute, Jamboree, JobOrder, KeyNode,
    KeyNodeVariant, LazySmp, Limits, LockStep, MandatoryWorkFirst, NoReport, Observer, ParIterSss, ParMtSss, ParSss,
    ParallelAspiration, ParallelDual, ParallelSearch, PvSplitting, Ran, Report, ScatteredSearch, Search, SharedSearch,
    TableSearch, TableSize, Task, TooDeep, TreeSplitting, Uidpabs, WithTable, YoungBrothers,
};

use crate::algorithm::{AlgorithmSpec, MachineError, Settings, Variant};
use crate::{Algorithm, AnyMachine, SearchError};

/// What came of a search on a machine.
///
/// ```
/// use provebest::family::AlgorithmSpec;
/// use provebest::search::Task;
/// use provebest::{Algorithm, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let (root, machine) = (tree.root(), "sim:2".parse()?);
/// let task = Task::new(&tree, &root, tree.height());
/// let searched = AlgorithmSpec::from(Algorithm::Jamboree).search_on(&task, &machine, || ())?;
/// assert_eq!((searched.observers.len(), searched.measured.unwrap().processors), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Searched<M, W> {
    /// The answer.
    pub report: Report<M>,
    /// The observers of the processors. Alone and in lock step there is one for everything.
    pub observers: Vec<W>,
    /// What it took; `None` for a sequential search, which runs alone.
    pub measured: Option<Measured>,
    /// What each processor did and when, if the machine keeps a timeline.
    pub timeline: Option<Timeline>,
}

impl<M, W> From<Ran<M, W>> for Searched<M, W> {
    fn from(ran: Ran<M, W>) -> Self {
        let Ran { report, observers, measured, timeline } = ran;
        Searched { report, observers, measured: Some(measured), timeline }
    }
}

impl AlgorithmSpec {
    /// Searches on a machine. Every processor has an observer of its own, made by `observer`.
    ///
    /// A sequential search runs alone, whatever the machine. Lazy SMP, ABDADA and young brothers wait with a table need a game
    /// with keys: use [`search_keyed_on`](AlgorithmSpec::search_keyed_on). A panic in the game ends the search on all
    /// processors, and this call panics too.
    ///
    /// ```
    /// use provebest::family::AlgorithmSpec;
    /// use provebest::search::{Counters, Task};
    /// use provebest::{Algorithm, Score, games::tree::Tree};
    ///
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let (root, machine) = (tree.root(), "sim:3,latency=1".parse()?);
    /// let task = Task::new(&tree, &root, tree.height());
    /// let searched = AlgorithmSpec::from(Algorithm::YoungBrothers).search_on(&task, &machine, Counters::default)?;
    /// assert_eq!(searched.report.value, Some(Score(3)));
    /// let visits: u64 = searched.observers.iter().map(|counters| counters.leaf_visits).sum();
    /// assert_eq!(searched.measured.map(|measured| measured.work), Some(visits));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_on<G, W>(
        &self,
        task: &Task<'_, G>,
        machine: &AnyMachine,
        observer: impl FnMut() -> W,
    ) -> Result<Searched<G::Move, W>, SearchError>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
    {
        if self.algorithm.needs_keys() {
            return Err(MachineError::NeedsKeys(self.algorithm).into());
        }
        if self.needs_keys() {
            return Err(MachineError::TableNeedsKeys(self.algorithm).into());
        }
        match self.algorithm.is_parallel() {
            true => self.without_table(task, machine, self.observers(machine, observer)?),
            false => alone(observer, |observer| self.search(task, observer)),
        }
    }

    /// As [`search_on`](AlgorithmSpec::search_on), for all searches, those with a table of positions too.
    ///
    /// ```
    /// use provebest::family::AlgorithmSpec;
    /// use provebest::search::Task;
    /// use provebest::{Algorithm, AnyMachine, Score, games::tree::Tree};
    ///
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let root = tree.root();
    /// let task = Task::new(&tree, &root, tree.height());
    /// let searched = AlgorithmSpec::from(Algorithm::Abdada).search_keyed_on(&task, &AnyMachine::threads(2), || ())?;
    /// assert_eq!(searched.report.value, Some(Score(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_keyed_on<G, W>(
        &self,
        task: &Task<'_, G>,
        machine: &AnyMachine,
        observer: impl FnMut() -> W,
    ) -> Result<Searched<G::Move, W>, SearchError>
    where
        G: Evaluate + Keyed + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
    {
        match self.algorithm.is_parallel() {
            true => self.search_parallel_on(task, machine, observer),
            false => alone(observer, |observer| self.search_keyed(task, observer)),
        }
    }

    /// As [`search_keyed_on`](AlgorithmSpec::search_keyed_on), for parallel searches only: a sequential one is an error. A
    /// caller that runs sequential searches in another way does not compile them twice.
    pub fn search_parallel_on<G, W>(
        &self,
        task: &Task<'_, G>,
        machine: &AnyMachine,
        observer: impl FnMut() -> W,
    ) -> Result<Searched<G::Move, W>, SearchError>
    where
        G: Evaluate + Keyed + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
    {
        let observers = self.observers(machine, observer)?;
        match machine {
            _ if !self.needs_keys() => self.without_table(task, machine, observers),
            _ if let Some(size) = self.scattered() => self.with_scattered_table(size, task, machine, observers),
            AnyMachine::Simulated(machine) => Ok(self.with_table(task, machine, observers)?),
            #[cfg(not(target_family = "wasm"))]
            AnyMachine::Threads(machine) => Ok(self.with_table(task, machine, observers)?),
            _ => unreachable!("a machine without shared memory"),
        }
    }

    /// On processors in lock step, with one observer for all: as [`AnyMachine::LockStep`], for the searches that are defined
    /// in steps. A caller that needs an observer only here does not compile all searches with it.
    ///
    /// ```
    /// use provebest::family::AlgorithmSpec;
    /// use provebest::search::{Counters, Task};
    /// use provebest::{Algorithm, Score, games::tree::Tree};
    ///
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let root = tree.root();
    /// let task = Task::new(&tree, &root, tree.height());
    /// let searched = AlgorithmSpec::from(Algorithm::ParSss).search_in_step(&task, 3, Counters::default())?;
    /// assert_eq!(searched.report.value, Some(Score(3)));
    /// assert!(AlgorithmSpec::from(Algorithm::YoungBrothers).search_in_step(&task, 3, ()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_in_step<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        processors: usize,
        observer: W,
    ) -> Result<Searched<G::Move, W>, SearchError> {
        let mut observer = Some(observer);
        let machine = AnyMachine::LockStep(processors);
        let observers = self.observers(&machine, || observer.take().expect("one is enough"))?;
        Ok(self.in_step(task, processors, observers)?)
    }

    fn without_table<G, W>(
        &self,
        task: &Task<'_, G>,
        machine: &AnyMachine,
        observers: Vec<W>,
    ) -> Result<Searched<G::Move, W>, SearchError>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
    {
        Ok(match machine {
            AnyMachine::Simulated(machine) => self.on(task, machine, observers)?,
            #[cfg(not(target_family = "wasm"))]
            AnyMachine::Threads(machine) => self.on(task, machine, observers)?,
            AnyMachine::LockStep(processors) => self.in_step(task, *processors, observers)?,
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(machine) => self.by_mail(task, machine, observers)?,
            _ => unreachable!("{} on {machine}", self.algorithm),
        })
    }

    fn with_scattered_table<G, W>(
        &self,
        size: TableSize,
        task: &Task<'_, G>,
        machine: &AnyMachine,
        observers: Vec<W>,
    ) -> Result<Searched<G::Move, W>, SearchError>
    where
        G: Evaluate + Keyed + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
    {
        let Settings { grain, deepening, .. } = self.settings;
        match self.algorithm {
            #[cfg(not(target_family = "wasm"))]
            Algorithm::DynamicPvSplitting => {
                let search = WithTable { search: DynamicPvSplitting { grain }, size, deepening };
                self.scattered_on(search, task, machine, observers)
            }
            #[cfg(not(target_family = "wasm"))]
            Algorithm::Jamboree => {
                let search = WithTable { search: Jamboree { grain }, size, deepening };
                self.scattered_on(search, task, machine, observers)
            }
            _ => {
                let search = WithTable { search: YoungBrothers { grain }, size, deepening };
                self.scattered_on(search, task, machine, observers)
            }
        }
    }

    fn scattered_on<G, W>(
        &self,
        search: impl ScatteredSearch,
        task: &Task<'_, G>,
        machine: &AnyMachine,
        observers: Vec<W>,
    ) -> Result<Searched<G::Move, W>, SearchError>
    where
        G: Evaluate + Keyed + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
    {
        let ran = match machine {
            AnyMachine::Simulated(machine) => search.search_on_scattered(task, machine, observers),
            #[cfg(not(target_family = "wasm"))]
            AnyMachine::Threads(machine) => search.search_on_scattered(task, machine, observers),
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(machine) => search.search_on_scattered(task, machine, observers),
            _ => unreachable!("{} on {machine}", self.algorithm),
        };
        Ok(ran.map(Searched::from)?)
    }

    /// The observers that this machine needs; an error if the search does not run on it.
    fn observers<W>(&self, machine: &AnyMachine, observer: impl FnMut() -> W) -> Result<Vec<W>, SearchError> {
        if !self.algorithm.is_parallel() {
            return Err(MachineError::Sequential(self.algorithm).into());
        }
        if !self.algorithm.runs_on(machine) {
            return Err(self.algorithm.would_run_on(machine).into());
        }
        let listeners = if matches!(machine, AnyMachine::LockStep(_)) { 1 } else { machine.processors() };
        Ok(std::iter::repeat_with(observer).take(listeners).collect())
    }

    fn in_step<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        processors: usize,
        mut observers: Vec<W>,
    ) -> Result<Searched<G::Move, W>, TooDeep> {
        let observer = &mut observers[0];
        let (report, measured) = match self.algorithm {
            Algorithm::ParSss => self.par_sss().search_in_step(task, processors, observer),
            Algorithm::ParIterSss => self.par_iter_sss().search_in_step(task, processors, observer),
            Algorithm::KeyNode => self.key_node().search_in_step(task, processors, observer),
            other => unreachable!("{other} in lock step"),
        }?;
        Ok(Searched { report, observers, measured: Some(measured), timeline: None })
    }

    fn on<G, W, K>(&self, task: &Task<'_, G>, machine: &K, observers: Vec<W>) -> Result<Searched<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: SharedMemory,
    {
        let ran = match self.algorithm {
            _ if self.settings.variant == Some(Variant::Messages) => return self.by_mail(task, machine, observers),
            Algorithm::ParSss => self.par_sss().search_on_shared(task, machine, observers),
            Algorithm::ParIterSss => self.par_iter_sss().search_on_shared(task, machine, observers),
            _ => return self.by_mail(task, machine, observers),
        };
        ran.map(Searched::from)
    }

    fn by_mail<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Searched<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: Machine,
    {
        let Settings { grain, variant, margin, .. } = self.settings;
        let ran = match self.algorithm {
            Algorithm::ParSss => self.par_sss().search_on(task, machine, observers),
            Algorithm::ParIterSss => self.par_iter_sss().search_on(task, machine, observers),
            Algorithm::ParallelDual => ParallelDual.search_on(task, machine, observers),
            Algorithm::KeyNode => self.key_node().search_on(task, machine, observers),
            Algorithm::MandatoryWorkFirst => MandatoryWorkFirst { grain }.search_on(task, machine, observers),
            Algorithm::TreeSplitting => TreeSplitting { grain }.search_on(task, machine, observers),
            Algorithm::PvSplitting => {
                let recursive = variant == Some(Variant::Recursive);
                PvSplitting { grain, recursive }.search_on(task, machine, observers)
            }
            Algorithm::DynamicPvSplitting => DynamicPvSplitting { grain }.search_on(task, machine, observers),
            Algorithm::YoungBrothers => YoungBrothers { grain }.search_on(task, machine, observers),
            Algorithm::BoundAndBranch => BoundAndBranch { grain }.search_on(task, machine, observers),
            Algorithm::EvaluateRefute => EvaluateRefute { grain }.search_on(task, machine, observers),
            Algorithm::ParallelAspiration => {
                let margin = margin.unwrap_or(Settings::MARGIN).max(1);
                let search = ParallelAspiration { grain, first_guess: self.first_guess(task), margin };
                search.search_on(task, machine, observers)
            }
            Algorithm::Jamboree => Jamboree { grain }.search_on(task, machine, observers),
            Algorithm::Uidpabs => {
                let margin = margin.unwrap_or(Settings::MARGIN).max(1);
                Uidpabs { margin }.search_on(task, machine, observers)
            }
            Algorithm::BoardSearch => {
                let order = if variant == Some(Variant::Eldest) { JobOrder::Eldest } else { JobOrder::Need };
                let scattered = variant == Some(Variant::Scattered);
                let tests = (variant == Some(Variant::Tested)).then_some(true);
                BoardSearch { grain, order, scattered, tests }.search_on(task, machine, observers)
            }
            other => unreachable!("{other} by mail"),
        };
        ran.map(Searched::from)
    }

    fn with_table<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Searched<G::Move, W>, NoReport>
    where
        G: Evaluate + Keyed + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: SharedMemory,
    {
        let Settings { hash, deepening, .. } = self.settings;
        let bytes = hash.unwrap_or(LazySmp::default().bytes);
        // A table of a requested size is never made smaller: with a limit of no bytes the search reports that there is no room.
        let fits = |most: u64| hash.is_none_or(|hash| hash as u64 <= most);
        let limits = Limits { bytes: task.limits.bytes.map(|most| if fits(most) { most } else { 0 }), ..task.limits };
        let task = &Task { limits, ..*task };
        let ran = match self.algorithm {
            Algorithm::LazySmp => LazySmp { bytes, deepening }.search_on_table(task, machine, observers),
            Algorithm::Abdada => Abdada { bytes, deepening }.search_on_table(task, machine, observers),
            Algorithm::ParMtSss => ParMtSss { bytes }.search_on_table(task, machine, observers),
            other => unreachable!("{other} with a shared table"),
        };
        ran.map(Searched::from)
    }

    fn par_sss(&self) -> ParSss {
        ParSss { spawn_height: self.settings.spawn_height }
    }

    fn par_iter_sss(&self) -> ParIterSss {
        ParIterSss { memory: self.settings.memory, spawn_height: self.settings.spawn_height }
    }

    fn key_node(&self) -> KeyNode {
        let variant = match self.settings.variant {
            Some(Variant::Printed) => KeyNodeVariant::Printed,
            Some(Variant::Stamped) => KeyNodeVariant::Stamped,
            Some(Variant::Deepening) => KeyNodeVariant::Deepening,
            Some(Variant::Suppressing) => KeyNodeVariant::Suppressing,
            Some(Variant::Partitioned) => KeyNodeVariant::Partitioned,
            Some(Variant::Roaming) => KeyNodeVariant::Roaming,
            _ => KeyNodeVariant::Buffered,
        };
        KeyNode { variant }
    }
}

/// On one processor, which has one observer and no machine to measure it.
fn alone<M, W>(
    mut observer: impl FnMut() -> W,
    search: impl FnOnce(&mut W) -> Result<Report<M>, TooDeep>,
) -> Result<Searched<M, W>, SearchError> {
    let mut observer = observer();
    let report = search(&mut observer)?;
    Ok(Searched { report, observers: vec![observer], measured: None, timeline: None })
}
