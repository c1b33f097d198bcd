//! Every search of the family by name.

mod dispatch;
mod error;
mod names;
mod settings;
mod table;

use crate::AnyMachine;

pub use error::{MachineError, SettingsError};
pub use names::UnknownAlgorithm;
pub use settings::{AlgorithmSpec, Settings, Variant};
pub use table::{About, AlgorithmKind};
use table::{Row, Setting, TABLE};

/// A search, by name. As a [`Search`](provebest_search::Search) it runs with default [`Settings`], alone: a parallel search then is
/// the [sequential](Algorithm::sequential) search that it makes parallel. On a machine it runs by [`AlgorithmSpec::search_on`].
///
/// ```
/// use provebest::search::{Counters, Search, Task};
/// use provebest::{Algorithm, games::tree::Tree};
///
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let algorithm: Algorithm = "ab".parse()?;
/// assert_eq!(algorithm.name(), "alpha-beta");
/// let mut counters = Counters::default();
/// algorithm.search(&Task::new(&tree, &tree.root(), tree.height()), &mut counters)?;
/// assert_eq!(counters.leaf_visits, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Algorithm {
    /// Every leaf, once.
    Minimax,
    /// Alpha-beta, fail-soft.
    AlphaBeta,
    /// Alpha-beta, fail-hard.
    AlphaBetaHard,
    /// Alpha-beta without deep cut-offs.
    AlphaBetaShallow,
    /// Alpha-beta around a first guess.
    Aspiration,
    /// Scout.
    Scout,
    /// Principal variation search.
    Pvs,
    /// NegaScout.
    NegaScout,
    /// Partially informed NegaScout.
    PartiallyInformedNegaScout,
    /// Informed NegaScout.
    InformedNegaScout,
    /// SSS*.
    SssStar,
    /// DUAL*.
    DualStar,
    /// SSS* or DUAL*, by the parity of the depth.
    EvenOdd,
    /// ITERSSS*.
    IterSss,
    /// MT-SSS*.
    MtSss,
    /// MT-DUAL*.
    MtDual,
    /// MTD(f).
    MtdF,
    /// PARSSS*.
    ParSss,
    /// PARITERSSS*.
    ParIterSss,
    /// Parallel DUAL*.
    ParallelDual,
    /// The key node method.
    KeyNode,
    /// Mandatory work first.
    MandatoryWorkFirst,
    /// Tree splitting.
    TreeSplitting,
    /// Principal variation splitting.
    PvSplitting,
    /// Dynamic principal variation splitting.
    DynamicPvSplitting,
    /// Young brothers wait.
    YoungBrothers,
    /// Bound and branch.
    BoundAndBranch,
    /// ER, evaluate and refute.
    EvaluateRefute,
    /// Parallel aspiration.
    ParallelAspiration,
    /// Jamboree.
    Jamboree,
    /// UIDPABS, own root moves for every processor.
    Uidpabs,
    /// Board search.
    BoardSearch,
    /// Lazy SMP.
    LazySmp,
    /// ABDADA.
    Abdada,
    /// Parallel MT-SSS*.
    ParMtSss,
}

impl Algorithm {
    /// All of them, simplest first, sequential before parallel.
    pub const ALL: &'static [Algorithm] = &{
        let mut all = [Algorithm::Minimax; TABLE.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = TABLE[at].algorithm;
            at += 1;
        }
        all
    };

    /// Those for one processor.
    pub const SEQUENTIAL: &'static [Algorithm] = Self::ALL.split_at(Algorithm::MtdF as usize + 1).0;

    /// Those for many processors.
    pub const PARALLEL: &'static [Algorithm] = Self::ALL.split_at(Algorithm::MtdF as usize + 1).1;

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Name, kind, paper and a line about it.
    ///
    /// ```
    /// use provebest::Algorithm;
    /// let about = Algorithm::YoungBrothers.about();
    /// assert_eq!((about.name, about.short), ("young-brothers", Some("ybw")));
    /// assert!(about.paper.ends_with("1990"));
    /// ```
    pub const fn about(self) -> About {
        let &Row { name, title, short, kind, paper, summary, .. } = self.row();
        About { name, title, short, kind, paper, summary }
    }

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Is it for many processors?
    pub const fn is_parallel(self) -> bool {
        self.row().sequential.is_some()
    }

    /// The sequential search that a parallel one makes parallel; a sequential one is its own.
    ///
    /// ```
    /// use provebest::Algorithm;
    /// assert_eq!(Algorithm::YoungBrothers.sequential(), Algorithm::Pvs);
    /// assert_eq!(Algorithm::Pvs.sequential(), Algorithm::Pvs);
    /// ```
    pub const fn sequential(self) -> Algorithm {
        match self.row().sequential {
            Some(sequential) => sequential,
            None => self,
        }
    }

    /// Does it run on this machine? Sequential searches run alone, parallel ones on simulated processors and on threads.
    /// Searches that a paper defines in steps also run in lock step.
    ///
    /// ```
    /// use provebest::{Algorithm, AnyMachine};
    /// let machine: AnyMachine = "sim:4,model=lockstep".parse()?;
    /// assert!(Algorithm::KeyNode.runs_on(&machine) && !Algorithm::YoungBrothers.runs_on(&machine));
    /// # Ok::<(), provebest::game::TextError>(())
    /// ```
    pub const fn runs_on(self, machine: &AnyMachine) -> bool {
        match machine {
            AnyMachine::Alone => !self.is_parallel(),
            AnyMachine::Simulated(_) => self.is_parallel(),
            AnyMachine::Threads(_) => self.is_parallel() && !cfg!(target_family = "wasm"),
            AnyMachine::LockStep(_) => self.row().lock_step,
            #[cfg(feature = "mpi")]
            AnyMachine::Mpi(mpi) => self.is_parallel() && !self.needs_keys() && mpi.threads_each() == 1,
        }
    }

    /// Why a parallel search does not run on a machine, and on which it does.
    pub fn would_run_on(self, machine: &AnyMachine) -> MachineError {
        let (text, processors) = (machine.to_string(), machine.processors());
        MachineError::OtherMachine { algorithm: self, machine: text, processors }
    }

    /// Does it need a game with keys ([`Keyed`](provebest_game::Keyed)), for its table?
    pub const fn needs_keys(self) -> bool {
        self.row().needs_keys
    }

    /// Does it start from a guess of the value ([`Settings::first_guess`])?
    pub const fn takes_first_guess(self) -> bool {
        self.row().takes(Setting::FirstGuess)
    }

    /// Does it search a window of a chosen width ([`Settings::margin`])?
    pub const fn takes_margin(self) -> bool {
        self.row().takes(Setting::Margin)
    }

    /// Can it begin with a bound ([`Settings::bound`])?
    pub const fn takes_bound(self) -> bool {
        self.row().takes(Setting::Bound)
    }

    /// Can the height be chosen below which nodes get no process ([`Settings::spawn_height`])?
    pub const fn takes_spawn_height(self) -> bool {
        self.row().takes(Setting::SpawnHeight)
    }

    /// Can the number of nodes that it holds be limited ([`Settings::memory`])?
    pub const fn takes_memory(self) -> bool {
        self.row().takes(Setting::Memory)
    }

    /// Can it keep what it saves in a table of a given size ([`Settings::hash`])?
    pub const fn takes_hash(self) -> bool {
        self.row().takes(Setting::Hash)
    }

    /// Can the size of what it shares out be chosen ([`Settings::grain`])?
    pub const fn takes_grain(self) -> bool {
        self.row().takes(Setting::Grain)
    }

    /// Can it have a table that is scattered over the processors ([`Settings::table`])?
    ///
    /// ```
    /// use provebest::Algorithm;
    /// assert!(Algorithm::YoungBrothers.takes_table() && !Algorithm::Abdada.takes_table());
    /// ```
    pub const fn takes_table(self) -> bool {
        self.row().takes(Setting::Table)
    }

    /// Its variants, the usual one first; none for most.
    pub const fn variants(self) -> &'static [Variant] {
        self.row().variants
    }

    /// The algorithm with parameters.
    ///
    /// ```
    /// use provebest::family::Settings;
    /// use provebest::search::{Search, Task};
    /// use provebest::{Algorithm, Score, games::tree::Tree};
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let spec = Algorithm::MtdF.with(Settings { first_guess: Some(Score(4)), ..Settings::default() });
    /// let report = spec.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ())?;
    /// assert_eq!(report.value, Some(Score(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn with(self, settings: Settings) -> AlgorithmSpec {
        AlgorithmSpec { algorithm: self, settings }
    }
}
