//! Every algorithm by name.

use std::fmt;
use std::str::FromStr;

use crate::AnyMachine;
use crate::family::{MachineError, SettingsError};
use provebest_game::{Depth, Evaluate, MoveList, Score, Shape};
use provebest_search::{
    AlphaBeta, AlphaBetaHard, Aspiration, DualStar, InformedNegaScout, IterSss, Minimax, MtDual, MtSss, MtdF,
    NegaScout, Observer, PartiallyInformedNegaScout, Pvs, Report, Scout, Search, SssStar, Store, Task, TooDeep,
};

/// A search, by name. As a [`Search`] it runs with default [`Settings`]. Parallel ones run on a machine
/// ([`AlgorithmSpec::search_on`]); as a [`Search`], on one processor without a machine, each is the
/// [sequential](Algorithm::sequential) search that it makes parallel.
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
    /// Lazy SMP.
    LazySmp,
    /// ABDADA.
    Abdada,
}

/// What kind of search an algorithm is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AlgorithmKind {
    /// On one processor, depth first, with nothing stored but the path.
    DepthFirst,
    /// On one processor, depth first, with information kept for later visits.
    Informed,
    /// On one processor, the most promising node first.
    BestFirst,
    /// On many processors that hand subtrees to each other.
    ParallelDepthFirst,
    /// On many processors that share a transposition table.
    ParallelTable,
    /// On many processors, the most promising nodes first.
    ParallelBestFirst,
    /// On many processors, by messages between the nodes of the tree.
    ParallelMessages,
}

impl AlgorithmKind {
    /// The kind in words.
    pub const fn name(self) -> &'static str {
        match self {
            AlgorithmKind::DepthFirst => "sequential, depth-first",
            AlgorithmKind::Informed => "sequential, with memory",
            AlgorithmKind::BestFirst => "sequential, best-first",
            AlgorithmKind::ParallelDepthFirst => "parallel, depth-first",
            AlgorithmKind::ParallelTable => "parallel, depth-first with a shared table",
            AlgorithmKind::ParallelBestFirst => "parallel, best-first",
            AlgorithmKind::ParallelMessages => "parallel, by messages between nodes",
        }
    }
}

/// What there is to say about an algorithm in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The name.
    pub name: &'static str,
    /// A shorter name, where there is one.
    pub short: Option<&'static str>,
    /// The kind of search it is.
    pub kind: AlgorithmKind,
    /// Where it was published.
    pub paper: &'static str,
    /// What it does.
    pub summary: &'static str,
}

impl Algorithm {
    /// All of them, simplest first, sequential before parallel.
    pub const ALL: &'static [Algorithm] = &[
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::AlphaBetaHard,
        Algorithm::Aspiration,
        Algorithm::Scout,
        Algorithm::Pvs,
        Algorithm::NegaScout,
        Algorithm::PartiallyInformedNegaScout,
        Algorithm::InformedNegaScout,
        Algorithm::SssStar,
        Algorithm::DualStar,
        Algorithm::IterSss,
        Algorithm::MtSss,
        Algorithm::MtDual,
        Algorithm::MtdF,
        Algorithm::ParSss,
        Algorithm::ParIterSss,
        Algorithm::KeyNode,
        Algorithm::MandatoryWorkFirst,
        Algorithm::TreeSplitting,
        Algorithm::PvSplitting,
        Algorithm::DynamicPvSplitting,
        Algorithm::YoungBrothers,
        Algorithm::BoundAndBranch,
        Algorithm::EvaluateRefute,
        Algorithm::ParallelAspiration,
        Algorithm::Jamboree,
        Algorithm::LazySmp,
        Algorithm::Abdada,
    ];

    /// Those for one processor.
    pub const SEQUENTIAL: &'static [Algorithm] = Self::ALL.split_at(Algorithm::MtdF as usize + 1).0;

    /// Those for many processors.
    pub const PARALLEL: &'static [Algorithm] = Self::ALL.split_at(Algorithm::MtdF as usize + 1).1;

    /// Name, kind, paper and a line about it.
    pub const fn about(self) -> About {
        use AlgorithmKind::*;
        let (name, short, kind, paper, summary) = match self {
            Algorithm::Minimax => (
                "minimax",
                None,
                DepthFirst,
                "Shannon 1950",
                "looks at every leaf: the oracle that all others are tested against",
            ),
            Algorithm::AlphaBeta => (
                "alpha-beta",
                Some("ab"),
                DepthFirst,
                "Knuth and Moore 1975; Fishburn 1981",
                "leaves a node as soon as the opponent has something better elsewhere (fail-soft)",
            ),
            Algorithm::AlphaBetaHard => (
                "alpha-beta-hard",
                None,
                DepthFirst,
                "Knuth and Moore 1975",
                "alpha-beta with results clamped to the window (fail-hard)",
            ),
            Algorithm::Aspiration => (
                "aspiration",
                None,
                DepthFirst,
                "Baudet 1978",
                "alpha-beta in a narrow window around a guess, once more if the guess was wrong",
            ),
            Algorithm::Scout => {
                ("scout", None, DepthFirst, "Pearl 1980", "tests each child for better before it evaluates it")
            }
            Algorithm::Pvs => (
                "pvs",
                None,
                DepthFirst,
                "Marsland and Campbell 1982",
                "open window along the best line, null windows everywhere else",
            ),
            Algorithm::NegaScout => (
                "negascout",
                Some("ns"),
                DepthFirst,
                "Reinefeld 1983; Marsland, Reinefeld and Schaeffer 1987",
                "as pvs, without re-searches on the last two plies",
            ),
            Algorithm::PartiallyInformedNegaScout => (
                "partially-informed-negascout",
                Some("pns"),
                Informed,
                "Marsland, Reinefeld and Schaeffer 1987",
                "negascout whose re-searches begin with what the first visit learned",
            ),
            Algorithm::InformedNegaScout => (
                "informed-negascout",
                Some("ins"),
                Informed,
                "Marsland, Reinefeld and Schaeffer 1987",
                "negascout that keeps what it learned of every node for its re-searches",
            ),
            Algorithm::SssStar => (
                "sss-star",
                Some("sss"),
                BestFirst,
                "Stockman 1979",
                "the most promising solution tree first; never a leaf that alpha-beta skips, each at most once",
            ),
            Algorithm::DualStar => (
                "dual-star",
                Some("dual"),
                BestFirst,
                "Marsland, Reinefeld and Schaeffer 1987",
                "SSS* with the roles of the players exchanged: strong on odd depths",
            ),
            Algorithm::IterSss => (
                "iter-sss-star",
                Some("itersss"),
                BestFirst,
                "Bhattacharya and Bagchi 1986",
                "SSS* in bounded memory: nodes that find no room wait",
            ),
            Algorithm::MtSss => (
                "mt-sss",
                None,
                Informed,
                "Plaat, Schaeffer, Pijls and de Bruin 1996",
                "the leaves of SSS*, by null-window tests with memory from above",
            ),
            Algorithm::MtDual => (
                "mt-dual",
                None,
                Informed,
                "Plaat, Schaeffer, Pijls and de Bruin 1996",
                "the leaves of DUAL*, by null-window tests with memory from below",
            ),
            Algorithm::MtdF => (
                "mtd-f",
                Some("mtdf"),
                Informed,
                "Plaat, Schaeffer, Pijls and de Bruin 1996",
                "null-window tests with memory from a first guess on",
            ),
            Algorithm::ParSss => (
                "par-sss-star",
                Some("parsss"),
                ParallelBestFirst,
                "Bhattacharya and Bagchi 1993",
                "SSS* by many processes, each with the part of OPEN below a node of MIN",
            ),
            Algorithm::ParIterSss => (
                "par-iter-sss-star",
                Some("paritersss"),
                ParallelBestFirst,
                "Bhattacharya and Bagchi 1993",
                "ITERSSS* by many processes, each in bounded memory",
            ),
            Algorithm::KeyNode => (
                "key-node",
                Some("knm"),
                ParallelMessages,
                "Lindstrom 1983",
                "nodes report provisional values upwards, and only those the minimal tree needs are searched on",
            ),
            Algorithm::MandatoryWorkFirst => (
                "mandatory-work-first",
                Some("mwf"),
                ParallelDepthFirst,
                "Akl, Barnard and Doran 1980, 1982",
                "first what would suffice if all first children were best, at once; then only where that was wrong",
            ),
            Algorithm::TreeSplitting => (
                "tree-splitting",
                None,
                ParallelDepthFirst,
                "Finkel and Fishburn 1982",
                "a tree of processors over that of the game: masters give children to their slaves",
            ),
            Algorithm::PvSplitting => (
                "pv-splitting",
                None,
                ParallelDepthFirst,
                "Marsland and Campbell 1982",
                "down the first children, and on the way back the siblings are shared among all",
            ),
            Algorithm::DynamicPvSplitting => (
                "dynamic-pv-splitting",
                None,
                ParallelDepthFirst,
                "Schaeffer 1989; Hyatt, Suter and Nelson 1989",
                "as pv-splitting, but who has nothing left to do helps a busy one",
            ),
            Algorithm::YoungBrothers => (
                "young-brothers",
                Some("ybw"),
                ParallelDepthFirst,
                "Feldmann, Monien, Mysliwietz and Vornberger 1990",
                "when the eldest child is done, idle processors take its siblings, nearest the root first",
            ),
            Algorithm::BoundAndBranch => (
                "bound-and-branch",
                None,
                ParallelDepthFirst,
                "Ferguson and Korf 1988",
                "processors are handed down: all to the first child while there is no bound, then spread over all",
            ),
            Algorithm::EvaluateRefute => (
                "er",
                None,
                ParallelDepthFirst,
                "Steinberg and Solomon 1990",
                "ranks children by their own first children, evaluates the best to the end and refutes the others at once",
            ),
            Algorithm::ParallelAspiration => (
                "parallel-aspiration",
                None,
                ParallelDepthFirst,
                "Baudet 1978",
                "every processor searches the whole tree, each with a window of its own",
            ),
            Algorithm::Jamboree => (
                "jamboree",
                None,
                ParallelDepthFirst,
                "Kuszmaul 1994",
                "the eldest child, then a test of all siblings at once; those that pass one after the other",
            ),
            Algorithm::LazySmp => (
                "lazy-smp",
                None,
                ParallelTable,
                "none: chess programs since about 2013",
                "every processor searches the whole tree a little differently, and they share a table",
            ),
            Algorithm::Abdada => (
                "abdada",
                None,
                ParallelTable,
                "Weill 1996",
                "every processor searches the root, and leaves children that somebody is searching for later",
            ),
        };
        About { name, short, kind, paper, summary }
    }

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        self.about().name
    }

    /// Is it for many processors?
    pub const fn is_parallel(self) -> bool {
        self as usize > Algorithm::MtdF as usize
    }

    /// The sequential search that a parallel one makes parallel; a sequential one is its own.
    ///
    /// ```
    /// use provebest::Algorithm;
    /// assert_eq!(Algorithm::YoungBrothers.sequential(), Algorithm::Pvs);
    /// assert_eq!(Algorithm::Pvs.sequential(), Algorithm::Pvs);
    /// ```
    pub const fn sequential(self) -> Algorithm {
        match self {
            Algorithm::ParSss => Algorithm::SssStar,
            Algorithm::ParIterSss => Algorithm::IterSss,
            Algorithm::PvSplitting | Algorithm::DynamicPvSplitting => Algorithm::Pvs,
            Algorithm::YoungBrothers => Algorithm::Pvs,
            Algorithm::Jamboree => Algorithm::Scout,
            Algorithm::KeyNode | Algorithm::MandatoryWorkFirst | Algorithm::EvaluateRefute => Algorithm::AlphaBeta,
            Algorithm::TreeSplitting | Algorithm::BoundAndBranch => Algorithm::AlphaBeta,
            Algorithm::ParallelAspiration => Algorithm::Aspiration,
            Algorithm::LazySmp | Algorithm::Abdada => Algorithm::AlphaBeta,
            sequential => sequential,
        }
    }

    /// Does it run on this machine? Sequential searches run alone, parallel ones on simulated processors and on threads,
    /// and those that their papers define in steps also in lock step.
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
            AnyMachine::Simulated(_) | AnyMachine::Threads(_) => self.is_parallel(),
            AnyMachine::LockStep(_) => {
                matches!(self, Algorithm::ParSss | Algorithm::ParIterSss | Algorithm::KeyNode)
            }
        }
    }

    /// Why a parallel search does not run on a machine, and on which it would.
    pub fn would_run_on(self, machine: &AnyMachine) -> MachineError {
        let (text, processors) = (machine.to_string(), machine.processors());
        MachineError::OtherMachine { algorithm: self, machine: text, processors }
    }

    /// Does it need a game with keys ([`Keyed`](provebest_game::Keyed)), for its table?
    pub const fn needs_keys(self) -> bool {
        matches!(self, Algorithm::LazySmp | Algorithm::Abdada)
    }

    /// Does it start from a guess of the value?
    pub const fn takes_first_guess(self) -> bool {
        matches!(self, Algorithm::Aspiration | Algorithm::MtdF | Algorithm::ParallelAspiration)
    }

    /// Does it search a window of a chosen width?
    pub const fn takes_margin(self) -> bool {
        matches!(self, Algorithm::Aspiration | Algorithm::ParallelAspiration)
    }

    /// Is it told how many nodes it may hold?
    pub const fn takes_memory(self) -> bool {
        matches!(self, Algorithm::IterSss | Algorithm::ParIterSss)
    }

    /// Can it keep what it saves in a table of a given size?
    pub const fn takes_hash(self) -> bool {
        matches!(self, Algorithm::InformedNegaScout | Algorithm::LazySmp | Algorithm::Abdada)
    }

    /// Is it told what is too small to be shared?
    pub const fn takes_grain(self) -> bool {
        matches!(self.about().kind, AlgorithmKind::ParallelDepthFirst)
    }

    /// Its variants, the usual one first; none for most.
    pub const fn variants(self) -> &'static [Variant] {
        use Variant::*;
        match self {
            Algorithm::KeyNode => &[Buffered, Printed, Stamped, Deepening, Partitioned],
            Algorithm::ParSss | Algorithm::ParIterSss => &[Shared, Messages],
            Algorithm::PvSplitting => &[Plain, Recursive],
            _ => &[],
        }
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

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no algorithm has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAlgorithm {
    /// The name.
    pub name: String,
    /// Names that look like it, or all names if none does.
    pub near: Vec<&'static str>,
    likely: bool,
}

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (near, start) = (self.near.join(", "), if self.likely { "did you mean" } else { "there are" });
        write!(f, "no algorithm is called '{}': {start} {near}{}", self.name, if self.likely { "?" } else { "" })
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    /// By name or short name; case, and what stands between the letters, do not matter.
    ///
    /// ```
    /// use provebest::Algorithm;
    /// assert_eq!("NegaScout".parse(), Ok(Algorithm::NegaScout));
    /// assert_eq!("MTD(f)".parse(), Ok(Algorithm::MtdF));
    /// let error = "negasout".parse::<Algorithm>().unwrap_err();
    /// assert!(error.to_string().ends_with("did you mean negascout?"));
    /// ```
    fn from_str(text: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let bare = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let wanted = bare(text);
        let names = |algorithm: &Algorithm| std::iter::once(algorithm.name()).chain(algorithm.about().short);
        let all = Algorithm::ALL.iter();
        if let Some(found) = all.clone().find(|algorithm| names(algorithm).any(|name| bare(name) == wanted)) {
            return Ok(*found);
        }
        let alike = |name: &str| {
            let name = bare(name);
            let part = wanted.len() >= 3 && (name.contains(&wanted) || wanted.contains(&name));
            part || distance(&name, &wanted) <= wanted.len().max(3) / 3
        };
        let near: Vec<&str> = all.clone().filter(|a| names(a).any(alike)).map(|a| a.name()).collect();
        let likely = !near.is_empty();
        let near = if likely { near } else { all.map(|a| a.name()).collect() };
        Err(UnknownAlgorithm { name: text.chars().take(60).collect(), near, likely })
    }
}

/// How many letters must be changed, added or dropped to make one word the other (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(100).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in other.iter().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

/// Parameters of algorithms. An algorithm reads those it has a use for; `None` leaves the choice to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The value to expect (aspiration, MTD(f)); by default what the game says about the root.
    pub first_guess: Option<Score>,
    /// How far off the guess may be (aspiration); by default [`Settings::MARGIN`].
    pub margin: Option<i32>,
    /// How many nodes a process may hold (ITERSSS*); by default [`IterSss::least`].
    pub memory: Option<u64>,
    /// Keep saved information in a table of so many bytes: by default Informed NegaScout keeps all of it, lazy SMP and
    /// ABDADA take 16 MiB, or less if the limit on bytes says so. A table that is asked for and beyond that limit ends the
    /// search.
    pub hash: Option<usize>,
    /// Subtrees of at most so many leaves, by estimate, are not shared out (searches in which processors hand each other
    /// subtrees); by default the machine knows what is worth it.
    pub grain: Option<u64>,
    /// Which variant of the search, one of [`Algorithm::variants`]; by default the first.
    pub variant: Option<Variant>,
    /// Search to smaller depths first (lazy SMP, ABDADA)? That pays where estimates are honest.
    pub deepening: bool,
    /// Processes are not spawned on nodes of a lesser height (PARSSS*, PARITERSSS*).
    pub spawn_height: Depth,
}

/// A variant of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Variant {
    /// The key node method as its figures print it.
    Printed,
    /// Key node: nodes that are not key keep their news to themselves.
    Buffered,
    /// Key node: messages carry time stamps.
    Stamped,
    /// Key node: one level more whenever the root's value holds. It needs honest estimates.
    Deepening,
    /// Key node: in lock step too every processor has nodes of its own.
    Partitioned,
    /// PARSSS*, PARITERSSS*: processes see each other's h in shared memory.
    Shared,
    /// PARSSS*, PARITERSSS*: processes write to each other.
    Messages,
    /// PV splitting: a sibling is searched by one processor.
    Plain,
    /// PV splitting: a sibling is split along its own first children.
    Recursive,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 9] = [
        Variant::Printed,
        Variant::Buffered,
        Variant::Stamped,
        Variant::Deepening,
        Variant::Partitioned,
        Variant::Shared,
        Variant::Messages,
        Variant::Plain,
        Variant::Recursive,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Printed => "printed",
            Variant::Buffered => "buffered",
            Variant::Stamped => "stamped",
            Variant::Deepening => "deepening",
            Variant::Partitioned => "partitioned",
            Variant::Shared => "shared",
            Variant::Messages => "messages",
            Variant::Plain => "plain",
            Variant::Recursive => "recursive",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Settings {
    /// How far off a guess may be, unless told otherwise.
    pub const MARGIN: i32 = 50;
}

/// An algorithm with its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlgorithmSpec {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its parameters.
    pub settings: Settings,
}

impl From<Algorithm> for AlgorithmSpec {
    fn from(algorithm: Algorithm) -> AlgorithmSpec {
        algorithm.with(Settings::default())
    }
}

impl AlgorithmSpec {
    /// Are the parameters in their range for this task? The error says which is not, and what is expected.
    pub fn check<G: Evaluate>(&self, task: &Task<'_, G>) -> Result<(), SettingsError> {
        let shape = task.game.shape(task.root).map(|shape| Shape { height: shape.height.min(task.depth), ..shape });
        let asked = self.settings.memory.filter(|_| self.algorithm.takes_memory());
        if let (Some(memory), Some(least)) = (asked, shape.map(IterSss::least))
            && memory < least
        {
            return Err(SettingsError::Memory { nodes: memory, least });
        }
        if let Some(margin) = self.settings.margin.filter(|&margin| margin < 1 && self.algorithm.takes_margin()) {
            return Err(SettingsError::Margin(margin));
        }
        let algorithm = self.algorithm;
        if let Some(variant) = self.settings.variant.filter(|variant| !algorithm.variants().contains(variant)) {
            return Err(SettingsError::Variant { algorithm, variant });
        }
        Ok(())
    }

    pub(crate) fn first_guess<G: Evaluate>(&self, task: &Task<'_, G>) -> Score {
        self.settings
            .first_guess
            .unwrap_or_else(|| task.game.horizon(task.root, &mut MoveList::new()).0.within_limits())
    }
}

impl Search for AlgorithmSpec {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        let Settings { margin, memory, hash, .. } = self.settings;
        match self.algorithm.sequential() {
            Algorithm::Minimax => Minimax.search(task, observer),
            Algorithm::AlphaBeta => AlphaBeta.search(task, observer),
            Algorithm::AlphaBetaHard => AlphaBetaHard.search(task, observer),
            Algorithm::Aspiration => {
                let margin = margin.unwrap_or(Settings::MARGIN).max(1);
                Aspiration { first_guess: self.first_guess(task), margin }.search(task, observer)
            }
            Algorithm::Scout => Scout.search(task, observer),
            Algorithm::Pvs => Pvs.search(task, observer),
            Algorithm::NegaScout => NegaScout.search(task, observer),
            Algorithm::PartiallyInformedNegaScout => PartiallyInformedNegaScout.search(task, observer),
            Algorithm::InformedNegaScout => {
                let store = hash.map_or(Store::Linked, |bytes| Store::Table { bytes });
                InformedNegaScout { store }.search(task, observer)
            }
            Algorithm::SssStar => SssStar.search(task, observer),
            Algorithm::DualStar => DualStar.search(task, observer),
            Algorithm::IterSss => IterSss { memory }.search(task, observer),
            Algorithm::MtSss => MtSss.search(task, observer),
            Algorithm::MtDual => MtDual.search(task, observer),
            Algorithm::MtdF => MtdF { first_guess: self.first_guess(task) }.search(task, observer),
            parallel => unreachable!("{parallel} is not sequential"),
        }
    }
}

impl Search for Algorithm {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        AlgorithmSpec::from(*self).search(task, observer)
    }
}
