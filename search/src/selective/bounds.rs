//! Intervals of values in a grown tree: what B* and PB* share.

use std::cmp::Reverse;

use provebest_game::{Game, Interval, Ply, Score};

use super::grown::{Grown, Met, NodeId, for_root, is_max};
use crate::limits::Stopped;
use crate::measure::Observer;
use crate::report::{Kind, Report, Task};

/// What is known of a node, in the view of the side to move at the root: `low <= value <= high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: Score,
    pub(crate) high: Score,
    /// The ply of the frontier node from which `high` comes.
    pub(crate) from: Ply,
}

impl Bounds {
    pub(crate) fn is_point(self) -> bool {
        self.low == self.high
    }

    /// Of a node that is met for the first time.
    pub(crate) fn of<G: Interval, W: Observer>(observer: &mut W, met: &Met<'_, G>) -> Bounds {
        let from = met.ply;
        if let Some(value) = met.leaf {
            return Bounds { low: value, high: value, from };
        }
        let (low, high) = met.game.interval(met.state);
        debug_assert!(low <= high, "an interval from {low} to {high}");
        observer.recall(met.ply, low, high);
        if is_max(met.ply) { Bounds { low, high, from } } else { Bounds { low: -high, high: -low, from } }
    }

    fn tell<W: Observer>(self, observer: &mut W, ply: Ply) {
        let (low, high) = if is_max(ply) { (self.low, self.high) } else { (self.high, self.low) };
        observer.recall(ply, for_root(ply, low), for_root(ply, high));
    }
}

/// Two intervals that cannot both hold were met at this node.
pub(crate) struct Contradiction(pub(crate) NodeId);

/// Narrows the bounds of an expanded node by those of its children: what was known before still holds. Did they change?
pub(crate) fn back_up<G, W, K>(tree: &mut Grown<'_, G, W, K>, id: NodeId) -> Result<bool, Contradiction>
where
    G: Interval,
    W: Observer,
    K: AsRef<Bounds> + AsMut<Bounds>,
{
    let ply = tree.ply(id);
    let better = |a: Score, b: Score| if is_max(ply) { a.max(b) } else { a.min(b) };
    let children = tree.known_children(id).map(|child| *child.as_ref());
    let Some(best) = children.reduce(|best, child| Bounds {
        low: better(best.low, child.low),
        from: if better(best.high, child.high) == best.high { best.from } else { child.from },
        high: better(best.high, child.high),
    }) else {
        return Ok(false);
    };
    let old = *tree.known(id).as_ref();
    let new = Bounds {
        low: old.low.max(best.low),
        high: old.high.min(best.high),
        from: if best.high <= old.high { best.from } else { old.from },
    };
    *tree.known_mut(id).as_mut() = new;
    if new.low > new.high {
        return Err(Contradiction(id));
    }
    let changed = (new.low, new.high) != (old.low, old.high);
    if changed {
        new.tell(tree.observer, ply);
    }
    Ok(changed)
}

/// The children of a node, the most promising first: for the side to move at the root those that can be worth most, of equals
/// those that have most for certain; for the other side the mirror image of it.
pub(crate) fn ranked<G, W, K>(tree: &Grown<'_, G, W, K>, id: NodeId) -> Vec<NodeId>
where
    G: Interval,
    W: Observer,
    K: AsRef<Bounds>,
{
    let mut children: Vec<NodeId> = tree.children(id).collect();
    let bounds = |child: &NodeId| *tree.known(*child).as_ref();
    if is_max(tree.ply(id)) {
        children.sort_by_key(|child| (Reverse(bounds(child).high), Reverse(bounds(child).low)));
    } else {
        children.sort_by_key(|child| (bounds(child).low, bounds(child).high));
    }
    children
}

/// The interval of a root move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub played: M,
    /// It is worth at least this to the side that plays it.
    pub low: Score,
    /// It is worth at most this.
    pub high: Score,
}

/// What a search for the best move found.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection<M> {
    /// The best move; as its value, what the root is worth at least. The kind is [`Kind::Exact`] if that is its value.
    pub report: Report<M>,
    /// The intervals of all root moves, in the order of the game.
    pub moves: Vec<RootMove<M>>,
    /// Is the best move worth at least as much as any other can be?
    pub separated: bool,
    /// Where two intervals contradicted each other, as child numbers from the root on. The search ended there, and its move is a
    /// heuristic.
    pub contradiction: Option<Vec<u32>>,
    /// The chance that the move is a best one, if the distributions are true and independent: of PB* only.
    pub confidence: Option<f64>,
}

/// How a search for the best move ended.
pub(crate) enum Ended {
    Separated,
    Doubted(f64),
    Contradicted(NodeId),
}

impl From<Contradiction> for Ended {
    fn from(Contradiction(id): Contradiction) -> Ended {
        Ended::Contradicted(id)
    }
}

/// Reports what a search found, or what it has proved when it was stopped.
pub(crate) fn select<G, W, K>(
    mut tree: Grown<'_, G, W, K>,
    task: &Task<'_, G>,
    ended: Result<Ended, Stopped>,
) -> Selection<G::Move>
where
    G: Interval,
    W: Observer,
    K: AsRef<Bounds>,
{
    let separated = matches!(ended, Ok(Ended::Separated));
    let confidence = if let Ok(Ended::Doubted(chance)) = ended { Some(chance) } else { None };
    let contradiction = if let Ok(Ended::Contradicted(id)) = ended { Some(tree.path(id)) } else { None };
    if !tree.is_planted() {
        let report = tree.report(task, None, Vec::new(), false);
        return Selection { report, moves: Vec::new(), separated, contradiction, confidence };
    }
    let Bounds { low, high, .. } = *tree.known(NodeId::ROOT).as_ref();
    // Of a search that was stopped, the move behind the bound.
    let sure = |id: &NodeId| (tree.known(*id).as_ref().low, Reverse(*id));
    let best = match ended {
        Ok(_) => ranked(&tree, NodeId::ROOT).first().copied(),
        Err(Stopped) => tree.children(NodeId::ROOT).max_by_key(sure),
    };
    let kind = match contradiction {
        Some(_) => Kind::Heuristic,
        None if low == high => Kind::Exact,
        None => Kind::Lower,
    };
    let line_complete = best.is_none_or(|best| kind == Kind::Exact && tree.is_leaf(best));
    let path = best.map(|best| tree.number(best)).into_iter().collect();
    let bounds: Vec<Bounds> = tree.known_children(NodeId::ROOT).map(|child| *child.as_ref()).collect();
    let report = tree.report(task, Some((low, kind)), path, line_complete);
    let moves = moves_of(task).into_iter().zip(bounds);
    let moves = moves.map(|(played, Bounds { low, high, .. })| RootMove { played, low, high }).collect();
    Selection { report, moves, separated, contradiction, confidence }
}

fn moves_of<G: Game>(task: &Task<'_, G>) -> Vec<G::Move> {
    let mut list = provebest_game::MoveList::new();
    let Ok(children) = task.game.open(task.root, &mut list) else { return Vec::new() };
    (0..children.count()).map(|number| task.game.child(task.root, children, &list, number).0).collect()
}

impl AsRef<Bounds> for Bounds {
    fn as_ref(&self) -> &Bounds {
        self
    }
}

impl AsMut<Bounds> for Bounds {
    fn as_mut(&mut self) -> &mut Bounds {
        self
    }
}
