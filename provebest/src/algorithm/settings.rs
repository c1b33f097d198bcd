//! The parameters of searches.

use std::fmt;

use provebest_game::{Depth, Evaluate, Keyed, MoveList, Score, Shape};
use provebest_search::{InsByPosition, IterSss, Observer, Report, Search, TableSize, Task, TooDeep};

use super::Algorithm;
use super::SettingsError;

/// Parameters of algorithms. An algorithm reads those that it has; `None` leaves the choice to it.
///
/// ```
/// use provebest::family::Settings;
/// use provebest::{Algorithm, Score, best_move, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let settings = Settings { first_guess: Some(Score(4)), ..Settings::default() };
/// let choice = best_move(&tree, &tree.root()).algorithm(Algorithm::MtdF).settings(settings).search()?;
/// assert_eq!(choice.value, Some(Score(4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The value to expect (aspiration, MTD(f)); by default what the game says about the root.
    pub first_guess: Option<Score>,
    /// How far off the guess may be (aspiration, UIDPABS); by default [`Settings::MARGIN`].
    pub margin: Option<i32>,
    /// What the value must exceed to be found (DUAL*); by default it is found in any case.
    pub bound: Option<Score>,
    /// How many nodes a process may hold (ITERSSS*); by default [`IterSss::least`].
    pub memory: Option<u64>,
    /// Bytes of the table for saved information. By default Informed NegaScout keeps everything, and lazy SMP, ABDADA and
    /// parallel MT-SSS* take 16 MiB, or less if the limit on bytes is lower. If a table of this size is beyond that limit, the search ends at once.
    pub hash: Option<usize>,
    /// The size of a table that is scattered over the processors (young brothers wait); by default there is none. If it is beyond the
    /// limit on bytes, the search ends at once.
    pub table: Option<TableSize>,
    /// Subtrees with at most this number of leaves, by estimate, are not shared out (searches in which processors hand
    /// subtrees to each other); by default the machine decides.
    pub grain: Option<u64>,
    /// Which variant of the search, one of [`Algorithm::variants`]; by default the first.
    pub variant: Option<Variant>,
    /// Search to smaller depths first (lazy SMP, ABDADA, young brothers wait with a table)? That pays where estimates are good.
    pub deepening: bool,
    /// Nodes below this height get no process of their own (PARSSS*, PARITERSSS*).
    pub spawn_height: Depth,
}

/// A variant of a search.
///
/// ```
/// use provebest::Algorithm;
/// use provebest::family::Variant;
/// assert_eq!(Algorithm::ParSss.variants(), [Variant::Shared, Variant::Messages]);
/// assert_eq!(Variant::Shared.to_string(), "shared");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Variant {
    /// Key node and informed NegaScout, as the figures of the papers print them.
    Printed,
    /// Key node: a node reports a new value only while it is a key node.
    Buffered,
    /// Key node: messages carry time stamps.
    Stamped,
    /// Key node: one level more whenever the root's value holds. It needs good estimates.
    Deepening,
    /// Key node: deepening, without messages to children that need none.
    Suppressing,
    /// Key node: every processor has nodes of its own, in lock step too.
    Partitioned,
    /// Key node: any processor handles any message, and fetches the node if it has to. In lock step only.
    Roaming,
    /// PARSSS*, PARITERSSS*: processes read each other's h in shared memory.
    Shared,
    /// PARSSS*, PARITERSSS*: processes send each other messages.
    Messages,
    /// PV splitting: a sibling is searched by one processor.
    Plain,
    /// PV splitting: a sibling is split along its own first children.
    Recursive,
    /// Informed NegaScout with the gaps of its figure filled.
    Mended,
    /// Informed NegaScout: what is known of a position counts however it is reached. It needs a game with keys.
    ByPosition,
    /// Partially informed NegaScout: a re-search knows the merits of its first level.
    FirstLevel,
    /// Partially informed NegaScout: a re-search also knows the path to the leaf that caused it.
    Path,
    /// SSS*, DUAL*: siblings stand side by side.
    Blocks,
    /// SSS*, DUAL*: OPEN is a sorted linked list, as in the papers.
    List,
    /// Board search: the job most likely to be needed first.
    Need,
    /// Board search: the leftmost job first, younger siblings after the eldest.
    Eldest,
    /// Board search: by need, and the root is tested from a guess on, however few processors there are and however slow mail is.
    /// By default it is from 256 processors on, if mail is prompt.
    Tested,
    /// Board search: every processor owns nodes of the board, and searches the jobs among them. The job most likely to be needed first.
    Scattered,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 21] = [
        Variant::Printed,
        Variant::Buffered,
        Variant::Stamped,
        Variant::Deepening,
        Variant::Suppressing,
        Variant::Partitioned,
        Variant::Roaming,
        Variant::Shared,
        Variant::Messages,
        Variant::Plain,
        Variant::Recursive,
        Variant::Mended,
        Variant::ByPosition,
        Variant::FirstLevel,
        Variant::Path,
        Variant::Blocks,
        Variant::List,
        Variant::Need,
        Variant::Eldest,
        Variant::Tested,
        Variant::Scattered,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Printed => "printed",
            Variant::Buffered => "buffered",
            Variant::Stamped => "stamped",
            Variant::Deepening => "deepening",
            Variant::Suppressing => "suppressing",
            Variant::Partitioned => "partitioned",
            Variant::Roaming => "roaming",
            Variant::Shared => "shared",
            Variant::Messages => "messages",
            Variant::Plain => "plain",
            Variant::Recursive => "recursive",
            Variant::Mended => "mended",
            Variant::ByPosition => "by-position",
            Variant::FirstLevel => "first-level",
            Variant::Path => "path",
            Variant::Blocks => "blocks",
            Variant::List => "list",
            Variant::Need => "need",
            Variant::Eldest => "eldest",
            Variant::Tested => "tested",
            Variant::Scattered => "scattered",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Settings {
    /// How far off a guess may be by default.
    pub const MARGIN: i32 = 50;
}

/// An algorithm with its parameters.
///
/// ```
/// use provebest::family::AlgorithmSpec;
/// use provebest::search::{Counters, Search, Task};
/// use provebest::{Algorithm, Score, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let (root, mut counters) = (tree.root(), Counters::default());
/// let task = Task::new(&tree, &root, tree.height());
/// let report = AlgorithmSpec::from(Algorithm::SssStar).search(&task, &mut counters)?;
/// assert_eq!(report.value, Some(Score(4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Checks that the parameters are in their ranges for this task. The error names the one that is not, and what is expected.
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

    /// Does it need a game with keys ([`Keyed`](provebest_game::Keyed)), for its table?
    ///
    /// ```
    /// use provebest::family::{AlgorithmSpec, Settings};
    /// use provebest::{Algorithm, search::TableSize};
    /// let table = Some(TableSize::Total(1 << 20));
    /// assert!(Algorithm::YoungBrothers.with(Settings { table, ..Settings::default() }).needs_keys());
    /// assert!(!AlgorithmSpec::from(Algorithm::YoungBrothers).needs_keys());
    /// ```
    pub const fn needs_keys(&self) -> bool {
        self.algorithm.needs_keys() || self.scattered().is_some() || self.by_position()
    }

    /// Is it informed NegaScout with its information by position?
    const fn by_position(&self) -> bool {
        matches!((self.algorithm, self.settings.variant), (Algorithm::InformedNegaScout, Some(Variant::ByPosition)))
    }

    /// Searches alone, by a sequential search, as [`Search`] does; of those that need keys too.
    ///
    /// ```
    /// use provebest::family::{Settings, Variant};
    /// use provebest::search::Task;
    /// use provebest::{Algorithm, Score, games::tree::Tree};
    ///
    /// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
    /// let root = tree.root();
    /// let settings = Settings { variant: Some(Variant::ByPosition), ..Settings::default() };
    /// let spec = Algorithm::InformedNegaScout.with(settings);
    /// let report = spec.search_keyed(&Task::new(&tree, &root, tree.height()), &mut ())?;
    /// assert_eq!(report.value, Some(Score(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_keyed<G: Evaluate + Keyed, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        if self.by_position() { InsByPosition.search(task, observer) } else { self.search(task, observer) }
    }

    /// The size of its scattered table, if it has one.
    pub(crate) const fn scattered(&self) -> Option<TableSize> {
        if self.algorithm.takes_table() { self.settings.table } else { None }
    }

    pub(crate) fn first_guess<G: Evaluate>(&self, task: &Task<'_, G>) -> Score {
        self.settings
            .first_guess
            .unwrap_or_else(|| task.game.horizon(task.root, &mut MoveList::new()).0.within_limits())
    }
}
