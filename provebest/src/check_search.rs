//! The check of a search: does it find what plain minimax finds, and is what it reports true when it is stopped?

use std::fmt;

use provebest_game::{Bound, Depth, Evaluate, Game, MoveList, Score, Window};
use provebest_games::tree::{Node, Tree};
use provebest_search::{Counters, Kind, Limits, Reason, Report, Search, Task, TooDeep, Windowed};

/// How many trees are searched.
const TREES: u64 = 3000;
/// A tree of at most this many nodes is searched with every limit on nodes; a larger one with a few.
const SMALL: u64 = 60;

/// What was searched without a fault.
///
/// ```
/// use provebest::family::check_search;
/// use provebest::search::AlphaBeta;
/// let made = check_search(&AlphaBeta)?;
/// assert!(made.trees >= 1_000 && made.searches > made.trees);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SearchesMade {
    /// Trees.
    pub trees: u64,
    /// Searches of them: several depths, limits and windows for each tree.
    pub searches: u64,
}

/// The smallest tree on which a search breaks its promises, and how.
///
/// ```
/// use provebest::family::{BrokenPromise, check_search};
/// use provebest::game::Evaluate;
/// use provebest::search::{AlphaBeta, Observer, Report, Search, Task, TooDeep};
///
/// /// It forgets the best move.
/// struct Forgetful;
/// impl Search for Forgetful {
///     fn search<G: Evaluate, W: Observer>(&self, task: &Task<'_, G>, w: &mut W) -> Result<Report<G::Move>, TooDeep> {
///         let mut report = AlphaBeta.search(task, w)?;
///         report.best = None;
///         Ok(report)
///     }
/// }
/// let fault = check_search(&Forgetful).unwrap_err();
/// assert!(fault.to_string().starts_with("tree "), "{fault}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchFault {
    /// The tree as text: `text.parse::<Tree>()` reads it.
    pub tree: String,
    /// How deep it was searched.
    pub depth: Depth,
    /// The window; [`Window::FULL`] for a plain search.
    pub window: Window,
    /// The limit on nodes, if there was one.
    pub nodes: Option<u64>,
    /// Which promise is broken.
    pub broken: BrokenPromise,
}

/// What is wrong with a report.
///
/// ```
/// use provebest::family::{BrokenPromise, check_search};
/// use provebest::game::Evaluate;
/// use provebest::search::{AlphaBeta, Observer, Report, Search, Task, TooDeep};
///
/// /// It forgets the best move.
/// struct Forgetful;
/// impl Search for Forgetful {
///     fn search<G: Evaluate, W: Observer>(&self, task: &Task<'_, G>, w: &mut W) -> Result<Report<G::Move>, TooDeep> {
///         let mut report = AlphaBeta.search(task, w)?;
///         report.best = None;
///         Ok(report)
///     }
/// }
/// let fault = check_search(&Forgetful).unwrap_err();
/// assert!(matches!(fault.broken, BrokenPromise::Moves(_)), "{fault}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BrokenPromise {
    /// The search refuses a depth that is within its limit on plies.
    Refused(TooDeep),
    /// Not the minimax value.
    Value {
        /// What the report says.
        found: Option<Score>,
        /// What minimax says.
        expected: Score,
    },
    /// A bound that does not hold.
    Bound {
        /// What the report says.
        found: Score,
        /// And what kind of bound that should be.
        kind: Kind,
        /// What minimax says.
        value: Score,
    },
    /// The kind does not fit: a value of a search that was stopped is a bound; that of one that was not lies in its window
    /// and is exact, or outside and a bound.
    Kind(Kind),
    /// `line`, `path` and `best` do not say the same, or are no moves of the tree.
    Moves(Vec<u32>),
    /// The line is not best play at every step, or does not end in a leaf. Of a lower bound: its first move does not
    /// reach the bound.
    Line(Vec<u32>),
    /// More nodes than the limit allows, and more than one row of leaves above it.
    Nodes(u64),
    /// `stopped` is wrong: a search with no limit in its way has no reason to stop, and one without nodes cannot end.
    Stopped(Option<Reason>),
}

impl fmt::Display for BrokenPromise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dotted = |path: &[u32]| {
            let numbers: Vec<String> = path.iter().map(|number| (u64::from(*number) + 1).to_string()).collect();
            if numbers.is_empty() { "(empty)".into() } else { numbers.join(".") }
        };
        match self {
            BrokenPromise::Refused(why) => write!(f, "the search refuses: {why}"),
            BrokenPromise::Value { found: Some(found), expected } => {
                write!(f, "the value is {found}; expected {expected}")
            }
            BrokenPromise::Value { found: None, expected } => write!(f, "there is no value; expected {expected}"),
            BrokenPromise::Bound { found, kind, value } => {
                write!(f, "{found} is reported as {kind:?}; the minimax value is {value}")
            }
            BrokenPromise::Kind(kind) => write!(f, "the kind of the value is {kind:?}, which it cannot be"),
            BrokenPromise::Moves(path) => {
                write!(f, "line, path and best move do not fit together; path {}", dotted(path))
            }
            BrokenPromise::Line(path) => write!(f, "the line {} is not best play down to a leaf", dotted(path)),
            BrokenPromise::Nodes(nodes) => write!(f, "the search entered {nodes} nodes"),
            BrokenPromise::Stopped(Some(reason)) => {
                write!(f, "the search was stopped by {reason:?}; expected an answer")
            }
            BrokenPromise::Stopped(None) => f.write_str("the search was not stopped; expected Nodes as the reason"),
        }
    }
}

impl fmt::Display for SearchFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tree {}, depth {}", self.tree, self.depth.0)?;
        if self.window != Window::FULL {
            write!(f, ", window {}", self.window)?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, ", limit of {nodes} nodes")?;
        }
        write!(f, ": {}", self.broken)
    }
}

impl std::error::Error for SearchFault {}

/// Holds a search against plain minimax on three thousand random trees of irregular shapes, most with many ties: value,
/// kind, best move, a line that is best play at every step, and true bounds when limits on nodes stop it.
///
/// Of several faults it reports the one on the smallest tree.
///
/// ```
/// use provebest::family::check_search;
/// use provebest::search::NegaScout;
/// let made = check_search(&NegaScout)?;
/// assert_eq!(made.trees, 3000);
/// # Ok::<(), provebest::family::SearchFault>(())
/// ```
pub fn check_search<S: Search>(search: &S) -> Result<SearchesMade, SearchFault> {
    check_trees(|tree, made| check_tree(search, tree, made))
}

/// The same for a search with a window, and beside the full window with several around the value of each tree.
///
/// ```
/// use provebest::family::check_windowed;
/// let made = check_windowed(&provebest::search::AlphaBeta)?;
/// assert!(made.searches > 10 * made.trees);
/// # Ok::<(), provebest::family::SearchFault>(())
/// ```
pub fn check_windowed<S: Windowed>(search: &S) -> Result<SearchesMade, SearchFault> {
    check_trees(|tree, made| {
        check_tree(search, tree, made)?;
        let trial = Trial::new(tree, tree.height());
        let around = [(-9, -5), (-5, 1), (-1, 0), (-1, 1), (0, 1), (0, 7), (3, 8)];
        for (alpha, beta) in around.map(|(alpha, beta)| (trial.value + alpha, trial.value + beta)) {
            let trial = Trial { window: Window::new(alpha, beta), ..trial };
            trial.run(made, |task, counters| search.search_window(task, trial.window, counters))?;
        }
        Ok(())
    })
}

fn check_trees(
    check: impl Fn(&Tree, &mut SearchesMade) -> Result<(), SearchFault>,
) -> Result<SearchesMade, SearchFault> {
    let mut made = SearchesMade::default();
    let mut worst: Option<(u64, SearchFault)> = None;
    for tree in (0..TREES).map(Tree::varied) {
        let size = tree.node_count();
        if worst.as_ref().is_some_and(|(smallest, _)| size >= *smallest) {
            continue;
        }
        made.trees += 1;
        if let Err(fault) = check(&tree, &mut made) {
            worst = Some((size, fault));
        }
    }
    worst.map_or(Ok(made), |(_, fault)| Err(fault))
}

/// One tree: to its leaves, beyond them, not quite as far, and with limits on nodes.
fn check_tree<S: Search>(search: &S, tree: &Tree, made: &mut SearchesMade) -> Result<(), SearchFault> {
    let height = tree.height();
    for depth in [height, Depth(height.0 + 2), Depth(height.0.saturating_sub(1))] {
        Trial::new(tree, depth).run(made, |task, counters| search.search(task, counters))?;
    }
    let trial = Trial::new(tree, height);
    let full = trial.run(made, |task, counters| search.search(task, counters))?;
    let step = if tree.node_count() <= SMALL { 1 } else { full / 7 + 1 };
    for nodes in (0..=full + 1).step_by(step as usize) {
        let trial = Trial { nodes: Some(nodes), full, ..trial };
        trial.run(made, |task, counters| search.search(task, counters))?;
    }
    Ok(())
}

/// One search, and what must come out.
#[derive(Clone, Copy)]
struct Trial<'a> {
    tree: &'a Tree,
    depth: Depth,
    window: Window,
    nodes: Option<u64>,
    /// The nodes that the search enters without a limit.
    full: u64,
    value: Score,
}

impl<'a> Trial<'a> {
    fn new(tree: &'a Tree, depth: Depth) -> Self {
        let value = minimax(tree, &tree.root(), depth);
        Trial { tree, depth, window: Window::FULL, nodes: None, full: 0, value }
    }

    /// Searches and checks the report: how many nodes were entered.
    fn run(
        &self,
        made: &mut SearchesMade,
        search: impl FnOnce(&Task<'_, Tree>, &mut Counters) -> Result<Report<u32>, TooDeep>,
    ) -> Result<u64, SearchFault> {
        made.searches += 1;
        let mut counters = Counters::default();
        let (root, limits) = (self.tree.root(), Limits { nodes: self.nodes, ..Limits::default() });
        let report = search(&Task::new(self.tree, &root, self.depth).within(limits), &mut counters);
        let checked = report.map_err(BrokenPromise::Refused).and_then(|report| self.check(&report, counters.nodes()));
        checked.map(|()| counters.nodes()).map_err(|broken| SearchFault {
            tree: self.tree.to_string(),
            depth: self.depth,
            window: self.window,
            nodes: self.nodes,
            broken,
        })
    }

    fn check(&self, report: &Report<u32>, entered: u64) -> Result<(), BrokenPromise> {
        // The moves of a tree are the numbers of its children, so line and path are the same.
        let values = self
            .values_along(&report.path)
            .filter(|_| report.line.0 == report.path && report.best == report.path.first().copied());
        let values = values.ok_or_else(|| BrokenPromise::Moves(report.path.clone()))?;
        if self.nodes.is_some_and(|nodes| entered > nodes + u64::from(self.tree.width())) {
            return Err(BrokenPromise::Nodes(entered));
        }
        let may_stop = self.nodes.is_some_and(|nodes| nodes < self.full);
        match report.stopped {
            Some(Reason::Nodes) if may_stop => return self.check_bound(report, &values),
            None if self.nodes != Some(0) => {}
            stopped => return Err(BrokenPromise::Stopped(stopped)),
        }
        let value = report.value.ok_or(BrokenPromise::Value { found: None, expected: self.value })?;
        match self.window.bound(value) {
            Bound::Exact if value != self.value => {
                Err(BrokenPromise::Value { found: Some(value), expected: self.value })
            }
            Bound::Exact if !self.is_value(report) => Err(BrokenPromise::Kind(report.kind)),
            Bound::Exact => {
                let is_best_play = values.iter().all(|of| *of == self.value);
                let ends = self.is_leaf(&report.path) && report.line_complete;
                if is_best_play && ends { Ok(()) } else { Err(BrokenPromise::Line(report.path.clone())) }
            }
            Bound::Lower if report.kind != Kind::Lower => Err(BrokenPromise::Kind(report.kind)),
            Bound::Upper if report.kind != Kind::Upper => Err(BrokenPromise::Kind(report.kind)),
            _ => self.check_bound(report, &values),
        }
    }

    /// Exact if no estimate was looked at.
    fn is_value(&self, report: &Report<u32>) -> bool {
        report.kind == Kind::Exact || report.kind == Kind::Heuristic && self.depth < self.tree.height()
    }

    /// Does the bound hold, and does the best move reach it?
    fn check_bound(&self, report: &Report<u32>, values: &[Score]) -> Result<(), BrokenPromise> {
        let holds = match (report.value, report.kind) {
            (None, Kind::Unknown) => return Ok(()),
            (Some(found), Kind::Lower) => self.value >= found,
            (Some(found), Kind::Upper) => self.value <= found,
            _ => return Err(BrokenPromise::Kind(report.kind)),
        };
        let found = report.value.unwrap_or_default();
        if !holds {
            return Err(BrokenPromise::Bound { found, kind: report.kind, value: self.value });
        }
        let reaches = report.kind != Kind::Lower || values.get(1).is_none_or(|value| *value >= found);
        if reaches { Ok(()) } else { Err(BrokenPromise::Line(report.path.clone())) }
    }

    /// The minimax value of every node on a path, in the view of the root; `None` if the path leaves the tree.
    fn values_along(&self, path: &[u32]) -> Option<Vec<Score>> {
        (0..=path.len())
            .map(|ply| {
                let node = self.at(&path[..ply])?;
                let depth = self.depth.0.checked_sub(ply as u32)?;
                let value = minimax(self.tree, &node, Depth(depth));
                Some(if ply % 2 == 0 { value } else { -value })
            })
            .collect()
    }

    fn is_leaf(&self, path: &[u32]) -> bool {
        path.len() == self.depth.0 as usize
            || self.at(path).is_some_and(|node| self.tree.open(&node, &mut MoveList::new()).is_err())
    }

    fn at(&self, path: &[u32]) -> Option<Node> {
        path.iter().try_fold(self.tree.root(), |node, &number| {
            let children = self.tree.open(&node, &mut MoveList::new()).ok()?;
            (number < children.count()).then(|| self.tree.child(&node, children, &MoveList::new(), number).1)
        })
    }
}

/// The value of a node, by looking at everything below it.
fn minimax(tree: &Tree, node: &Node, depth: Depth) -> Score {
    let mut list = MoveList::new();
    if depth == Depth(0) {
        return tree.horizon(node, &mut list).0;
    }
    match tree.open(node, &mut list) {
        Err(value) => value,
        Ok(children) => {
            let below = (0..children.count()).map(|number| tree.child(node, children, &list, number).1);
            below.map(|child| -minimax(tree, &child, depth.less())).max().unwrap_or(Score::WORST)
        }
    }
}
