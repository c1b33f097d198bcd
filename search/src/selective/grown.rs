//! The tree that a best-first search has grown so far: all its nodes in one store, each with what the search knows of it.

use provebest_game::{Bound, Depth, Evaluate, MoveList, Ply, Score, Window};

use crate::best_play::Found;
use crate::limits::{Budget, Stopped};
use crate::measure::{Observer, Why};
use crate::report::{Kind, Report, Task};

/// The place of a node in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub(crate) const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node: its children stand side by side.
struct Node<S, K> {
    state: S,
    ply: Ply,
    parent: NodeId,
    first: NodeId,
    /// 0 until it is expanded.
    count: u32,
    /// Has the game ended here, or is it the horizon?
    is_leaf: bool,
    known: K,
}

/// A node that is met for the first time, in the view of the side to move at the root.
pub(crate) struct Met<'n, G: Evaluate> {
    pub(crate) game: &'n G,
    pub(crate) state: &'n G::State,
    pub(crate) ply: Ply,
    /// The value of a leaf: final, or estimated at the horizon.
    pub(crate) leaf: Option<Score>,
}

/// What a search grows: the game, the observer, the budget and the nodes. Nothing here recurses, so a tree may be as deep as it
/// likes.
pub(crate) struct Grown<'a, G: Evaluate, W, K> {
    pub(crate) observer: &'a mut W,
    pub(crate) budget: Budget<'a>,
    game: &'a G,
    list: MoveList<G::Move>,
    horizon: Depth,
    nodes: Vec<Node<G::State, K>>,
    /// Was the value of a leaf an estimate?
    estimated: bool,
}

/// A score of the side to move at `ply` in the view of the side to move at the root, and back.
pub(crate) fn for_root(ply: Ply, score: Score) -> Score {
    if is_max(ply) { score } else { -score }
}

/// Is the side that moves at the root to move at this ply?
pub(crate) fn is_max(ply: Ply) -> bool {
    ply.0.is_multiple_of(2)
}

impl<'a, G: Evaluate, W: Observer, K> Grown<'a, G, W, K> {
    /// Nothing yet: not even the root.
    pub(crate) fn new(task: &Task<'a, G>, observer: &'a mut W) -> Self {
        Grown {
            observer,
            budget: Budget::new(&task.limits),
            game: task.game,
            list: MoveList::new(),
            horizon: task.depth,
            nodes: Vec::new(),
            estimated: false,
        }
    }

    /// Meets the root: one evaluation.
    pub(crate) fn plant(&mut self, root: &G::State, judge: impl Fn(&mut W, Met<'_, G>) -> K) -> Result<(), Stopped> {
        self.budget.ask()?;
        self.budget.reserve(&mut self.nodes, 1)?;
        self.meet(root.clone(), Ply(0), NodeId::ROOT, &judge);
        self.observer.stored(1);
        Ok(())
    }

    /// Lists all children of a frontier node and meets each.
    pub(crate) fn expand(
        &mut self,
        id: NodeId,
        why: Why,
        judge: impl Fn(&mut W, Met<'_, G>) -> K,
    ) -> Result<(), Stopped> {
        self.budget.ask()?;
        let Node { ply, ref state, .. } = self.nodes[id.index()];
        let state = state.clone();
        let Ok(children) = self.game.open(&state, &mut self.list) else { return Ok(()) };
        self.tell_path(id);
        self.observer.expand(ply, why);
        self.observer.enter(ply, Window::FULL);
        let (first, end) = (self.nodes.len(), self.nodes.len() + children.count() as usize);
        if end > self.nodes.capacity() {
            self.budget.reserve(&mut self.nodes, end).inspect_err(|_| self.list.close(children))?;
        }
        for number in 0..children.count() {
            self.observer.descend(ply, number);
            let child = self.game.child(&state, children, &self.list, number).1;
            self.meet(child, Ply(ply.0 + 1), id, &judge);
        }
        self.list.close(children);
        self.budget.inner += 1;
        let node = &mut self.nodes[id.index()];
        (node.first, node.count) = (NodeId(first as u32), children.count());
        self.observer.stored(end as u64);
        Ok(())
    }

    fn meet(&mut self, state: G::State, ply: Ply, parent: NodeId, judge: &impl Fn(&mut W, Met<'_, G>) -> K) {
        // A position without moves is a leaf, whatever its status says.
        let leaf = match self.game.open(&state, &mut self.list) {
            Err(value) => Some(value),
            Ok(children) => {
                self.list.close(children);
                let at_horizon = ply.0 == self.horizon.0;
                self.estimated |= at_horizon;
                at_horizon.then(|| self.game.evaluate(&state))
            }
        };
        if let Some(value) = leaf {
            self.observer.leaf(ply, value);
        }
        let leaf = leaf.map(|value| for_root(ply, value));
        self.budget.leaves += 1;
        let known = judge(self.observer, Met { game: self.game, state: &state, ply, leaf });
        self.nodes.push(Node { state, ply, parent, first: NodeId::ROOT, count: 0, is_leaf: leaf.is_some(), known });
    }

    fn tell_path(&mut self, id: NodeId) {
        for (number, ply) in self.path(id).into_iter().zip(0..) {
            self.observer.descend(Ply(ply), number);
        }
    }

    /// The numbers of the children on the way from the root.
    pub(crate) fn path(&self, mut id: NodeId) -> Vec<u32> {
        let mut path = Vec::with_capacity(self.ply(id).0 as usize);
        while id != NodeId::ROOT {
            path.push(self.number(id));
            id = self.parent(id);
        }
        path.reverse();
        path
    }

    /// Which child of its parent it is.
    pub(crate) fn number(&self, id: NodeId) -> u32 {
        id.0 - self.nodes[self.parent(id).index()].first.0
    }

    pub(crate) fn parent(&self, id: NodeId) -> NodeId {
        self.nodes[id.index()].parent
    }

    pub(crate) fn ply(&self, id: NodeId) -> Ply {
        self.nodes[id.index()].ply
    }

    pub(crate) fn state(&self, id: NodeId) -> &G::State {
        &self.nodes[id.index()].state
    }

    pub(crate) fn is_leaf(&self, id: NodeId) -> bool {
        self.nodes[id.index()].is_leaf
    }

    pub(crate) fn is_expanded(&self, id: NodeId) -> bool {
        self.nodes[id.index()].count > 0
    }

    pub(crate) fn is_planted(&self) -> bool {
        !self.nodes.is_empty()
    }

    pub(crate) fn known(&self, id: NodeId) -> &K {
        &self.nodes[id.index()].known
    }

    pub(crate) fn known_mut(&mut self, id: NodeId) -> &mut K {
        &mut self.nodes[id.index()].known
    }

    /// The children of a node, if it is expanded.
    pub(crate) fn children(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<G, W, K> {
        let Node { first, count, .. } = self.nodes[id.index()];
        (first.0..first.0 + count).map(NodeId)
    }

    /// What is known of the children of a node.
    pub(crate) fn known_children(&self, id: NodeId) -> impl Iterator<Item = &K> + Clone {
        let Node { first, count, .. } = self.nodes[id.index()];
        self.nodes[first.index()..first.index() + count as usize].iter().map(|node| &node.known)
    }

    /// The report of a search that ends now. The line goes on to a leaf only if the value is proved.
    pub(crate) fn report(
        &mut self,
        task: &Task<'_, G>,
        value: Option<(Score, Kind)>,
        path: Vec<u32>,
        line_complete: bool,
    ) -> Report<G::Move> {
        self.observer.total(self.budget.inner, self.budget.leaves);
        let bound = value.map(|(score, _)| (score, Bound::Lower));
        let stopped = self.budget.reason();
        let mut report = Found { value: bound, line: path.into(), estimated: self.estimated, stopped }.report(task);
        report.kind = match value {
            Some((score, Kind::Exact)) if self.estimated && score.end().is_none() => Kind::Heuristic,
            Some((_, kind)) => kind,
            None => Kind::Unknown,
        };
        report.line_complete = line_complete;
        report
    }
}
