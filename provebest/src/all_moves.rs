//! Every move of a position with its exact value, not only the best one.

use provebest_game::{Depth, Evaluate, MoveList, Score};
use provebest_search::{Kind, Limits, Observer, Reason, Search, Task, TooDeep};

/// Every root move, in the order in which the game lists them.
///
/// ```
/// use provebest::{best_move, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let all = best_move(&tree, &tree.root()).all_moves()?;
/// assert_eq!((all.moves.len(), all.stopped), (3, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AllMoves<M> {
    /// The moves. A search that was stopped leaves out those that it had not finished.
    pub moves: Vec<MoveValue<M>>,
    /// How deep they were searched.
    pub depth: Depth,
    /// Which limit ended the search, if one did: then some moves are missing, or were searched less deeply than asked for.
    pub stopped: Option<Reason>,
}

/// A root move and its worth.
///
/// ```
/// use provebest::{Kind, Score, best_move, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let all = best_move(&tree, &tree.root()).all_moves()?;
/// let second = &all.moves[1];
/// assert_eq!((second.played, second.value, second.kind), (1, Score(2), Kind::Exact));
/// assert_eq!(second.path, [1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoveValue<M> {
    /// The move.
    pub played: M,
    /// Its number among its siblings, counted from 0.
    pub number: u32,
    /// Its value for the side that plays it.
    pub value: Score,
    /// What that value is: exact, or heuristic if estimates at the horizon made it.
    pub kind: Kind,
    /// Best play from the root on, with this move first, as child numbers counted from 0.
    pub path: Vec<u32>,
    /// Does it end in a leaf?
    pub line_complete: bool,
}

impl<M> AllMoves<M> {
    /// All moves that share the best value.
    ///
    /// ```
    /// use provebest::{best_move, games::tree::Tree};
    /// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
    /// let all = best_move(&tree, &tree.root()).all_moves()?;
    /// let values: Vec<i32> = all.moves.iter().map(|m| m.value.0).collect();
    /// assert_eq!(values, [4, 2, 4]);
    /// let ties: Vec<u32> = all.best().map(|m| m.played).collect();
    /// assert_eq!(ties, [0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(&self) -> impl Iterator<Item = &MoveValue<M>> {
        let most = self.moves.iter().map(|m| m.value).max();
        self.moves.iter().filter(move |m| Some(m.value) == most)
    }
}

/// Searches every child of the root on its own, with an open window.
///
/// `nodes` reads from the observer how many nodes have been entered so far: a limit on nodes counts for all moves
/// together. The observer hears of each child as if it were a root. [`BestMove::all_moves`](crate::BestMove::all_moves) is
/// the same without an observer.
///
/// ```
/// use provebest::family::{AlgorithmSpec, all_moves};
/// use provebest::search::{Counters, Task};
/// use provebest::{Algorithm, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let (root, mut counters) = (tree.root(), Counters::default());
/// let task = Task::new(&tree, &root, tree.height());
/// let all = all_moves(&AlgorithmSpec::from(Algorithm::Minimax), &task, &mut counters, Counters::nodes)?;
/// assert_eq!((all.moves.len(), counters.leaf_visits), (3, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_moves<G: Evaluate, S: Search, W: Observer>(
    search: &S,
    task: &Task<'_, G>,
    observer: &mut W,
    nodes: impl Fn(&W) -> u64,
) -> Result<AllMoves<G::Move>, TooDeep> {
    let mut all = AllMoves { moves: Vec::new(), depth: task.depth, stopped: None };
    let (before, mut list) = (nodes(observer), MoveList::new());
    let (Depth(1..), Ok(children)) = (task.depth, task.game.open(task.root, &mut list)) else {
        return Ok(all);
    };
    for number in 0..children.count() {
        let (played, child) = task.game.child(task.root, children, &list, number);
        let left = task.limits.nodes.map(|limit| limit.saturating_sub(nodes(observer) - before));
        let limits = Limits { nodes: left, ..task.limits };
        let below = Task::new(task.game, &child, task.depth.less()).within(limits);
        let report = search.search(&below, observer)?;
        if report.stopped.is_some() {
            all.stopped = report.stopped;
            break;
        }
        let Some(value) = report.value else { continue };
        let path = std::iter::once(number).chain(report.path).collect();
        let (kind, line_complete) = (report.kind, report.line_complete);
        all.moves.push(MoveValue { played, number, value: -value, kind, path, line_complete });
    }
    Ok(all)
}
