//! Which nodes were visited, with which windows, and with which results.

use std::ops::{Index, IndexMut};

use provebest_game::{Score, Window};
use provebest_search::Cut;
use provebest_search::measure::{Why, dewey};

/// The two players; MAX moves at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// MAX, who moves at the root.
    Max,
    /// MIN.
    Min,
}

impl Side {
    /// The side to move at this ply.
    pub fn at(ply: usize) -> Side {
        if ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }

    /// `MAX` or `MIN`.
    pub fn name(self) -> &'static str {
        match self {
            Side::Max => "MAX",
            Side::Min => "MIN",
        }
    }

    /// Is `a` at least as good as `b` for this side?
    pub fn likes(self, a: Score, b: Score) -> bool {
        match self {
            Side::Max => a >= b,
            Side::Min => a <= b,
        }
    }

    /// The better of two for this side.
    pub fn better(self, a: Score, b: Score) -> Score {
        if self.likes(a, b) { a } else { b }
    }

    /// What this side has before it knows anything.
    pub fn nothing(self) -> Score {
        match self {
            Side::Max => Score::WORST,
            Side::Min => Score::INFINITY,
        }
    }
}

/// What is proved of a value: `lower` is what MAX has for certain, `upper` what MIN has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// At least this.
    pub lower: Score,
    /// At most this.
    pub upper: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds { lower: Score::WORST, upper: Score::INFINITY };

    /// The value itself.
    pub fn exactly(value: Score) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// What a side has for certain.
    pub fn of(self, side: Side) -> Score {
        match side {
            Side::Max => self.lower,
            Side::Min => self.upper,
        }
    }

    fn set(&mut self, side: Side, value: Score) {
        match side {
            Side::Max => self.lower = value,
            Side::Min => self.upper = value,
        }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// What directs a search, and so how its tree is best shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoryStyle {
    /// By windows, depth first: every visit is shown.
    Windows,
    /// By merits, best first: every node is shown once.
    Merits,
    /// By what is known of all nodes, here and there: every node is shown once, with the reasons for which it was expanded.
    Grown,
}

/// A node, by its place in [`Story::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(pub(super) u32);

/// A visit, by its place in [`Story::visits`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VisitId(pub(super) u32);

/// The count of events so far.
pub type Time = u32;

/// A node that was visited.
pub struct Node {
    /// The node above.
    pub parent: Option<NodeId>,
    /// Its number among its siblings, from 0.
    pub number: u32,
    /// How far from the root.
    pub ply: usize,
    /// The move that leads here, where it is not written as the number.
    pub word: Option<String>,
    /// Its children, those that were visited; a leaf has none.
    pub children: Vec<Option<NodeId>>,
    /// What the leaves visited so far prove.
    pub bounds: Bounds,
    /// What the results of the visits so far say, which may be less: a search does not see all that its leaves prove.
    pub told: Bounds,
    /// How many children leave the other side everything to hope for.
    pub(super) unbounded: u32,
    /// Its visits, in order.
    pub visits: Vec<VisitId>,
    /// Why the search did not come back for the children that it never visited, where no cut says so.
    pub left: Option<CutReason>,
    /// Is it a part of best play?
    pub on_best_line: bool,
}

impl Node {
    /// The side to move.
    pub fn side(&self) -> Side {
        Side::at(self.ply)
    }

    /// Has it no children?
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// The numbers of the children that were never visited.
    pub fn unvisited(&self) -> Vec<u32> {
        (0..).zip(&self.children).filter(|(_, child)| child.is_none()).map(|(number, _)| number).collect()
    }
}

/// One visit of a node.
pub struct Visit {
    /// The node.
    pub node: NodeId,
    /// The visit of the parent during which this one happened.
    pub parent: Option<VisitId>,
    /// The processor that made it.
    pub rank: u32,
    /// The window or merit it came with; a leaf needs none.
    pub window: Option<Window>,
    /// What earlier visits of the node had found.
    pub known: Bounds,
    /// When it began.
    pub began: Time,
    /// The values that the node got, each better for its side than the one before.
    pub updates: Vec<Update>,
    /// The visits of children during this one.
    pub children: Vec<VisitId>,
    /// Its cuts, in order.
    pub cuts: Vec<CutOff>,
    /// What the search made of the node.
    pub result: Option<Score>,
    /// What was proved of the node in the end.
    pub proved: Bounds,
    /// Children that were not visited again, because what earlier visits had found was enough.
    pub remembered: Vec<Remembered>,
    /// Of leaf visits, how many there were up to this one.
    pub order: Option<u32>,
    /// Why the node was expanded; one move at a time, if the search lists moves so.
    pub expansions: Vec<Expansion>,
}

/// A node is expanded, or lists one more move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// How many expansions there were up to this one.
    pub order: u32,
    /// Why.
    pub why: Why,
}

/// Siblings side by side, and what was known of them.
pub struct Remembered {
    /// The first of them.
    pub first: u32,
    /// The last of them.
    pub last: u32,
    /// Of the first few.
    pub known: Vec<Bounds>,
}

impl Remembered {
    /// Of how many at most.
    pub const FEW: usize = 6;
}

/// A better value than before.
pub struct Update {
    /// When.
    pub time: Time,
    /// By which child.
    pub child: u32,
    /// The value.
    pub value: Score,
}

/// Why the remaining children of a node need no visit. The numbers are proved by the leaves visited until then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CutReason {
    /// The side to move at `here`, which is the node itself or one above it, has enough: the other side holds something
    /// at least as good further above, and will not come there.
    Held { side: Side, has: Score, here: NodeId, above: Score, at: NodeId },
    /// The side to move has enough to answer the question of a null window.
    Answered { side: Side, has: Score, question: Window },
    /// The side to move has left the window in which this search looks.
    Outside { side: Side, has: Score, window: Window },
    /// The side to move has as much as any child that remains can give, which is this.
    NoBetter { side: Side, has: Score, rest: Score },
    /// The side to move has as much above as any child that remains can give, which is this.
    BetterAbove { side: Side, rest: Score, above: Score, at: NodeId },
    /// The children before this one were seen in an earlier visit, and give no more than this.
    SeenBefore { side: Side, child: u32, rest: Score },
}

impl CutReason {
    /// Does it hold for good, whatever the window of a later visit?
    pub fn is_final(&self) -> bool {
        matches!(self, CutReason::Held { .. } | CutReason::NoBetter { .. } | CutReason::BetterAbove { .. })
    }
}

/// The end of a visit before all children were seen, at this child.
pub struct CutOff {
    /// The child.
    pub child: u32,
    /// The kind of the cut.
    pub why: Cut,
    /// Its reason.
    pub reason: CutReason,
}

impl Visit {
    /// The cut that ended it, if one did.
    pub fn cut_off(&self) -> Option<&CutOff> {
        self.cuts.iter().rev().find(|cut| cut.why != Cut::IgnoreLeft)
    }

    /// The cut that made it begin with a later child.
    pub fn late_start(&self) -> Option<&CutOff> {
        self.cuts.iter().find(|cut| cut.why == Cut::IgnoreLeft)
    }
}

/// Everything that happened.
pub struct Story {
    /// Every node that was visited.
    pub nodes: Vec<Node>,
    /// Every visit.
    pub visits: Vec<Visit>,
    /// What directs the search.
    pub style: StoryStyle,
    /// Do reasons go by what the leaves prove, and not by the values of visits? On several processors such a value may be a bound of
    /// a window that has become narrower since.
    pub by_proof: bool,
    /// How many leaf visits there were.
    pub leaf_visits: u32,
    /// How many events there were.
    pub time: Time,
    /// How many expansions there were.
    pub expansions: u32,
}

impl Index<NodeId> for Story {
    type Output = Node;
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl IndexMut<NodeId> for Story {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

impl Index<VisitId> for Story {
    type Output = Visit;
    fn index(&self, id: VisitId) -> &Visit {
        &self.visits[id.0 as usize]
    }
}

impl IndexMut<VisitId> for Story {
    fn index_mut(&mut self, id: VisitId) -> &mut Visit {
        &mut self.visits[id.0 as usize]
    }
}

impl Story {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    /// The node with this path, if it was visited.
    pub fn find(&self, path: &[u32]) -> Option<NodeId> {
        let step = |id: NodeId, &number: &u32| self[id].children.get(number as usize).copied().flatten();
        path.iter().try_fold(Self::ROOT, step).filter(|_| !self.nodes.is_empty())
    }

    /// The child numbers that lead to a node.
    pub fn path(&self, id: NodeId) -> Vec<u32> {
        let mut path: Vec<u32> = self.ancestors(id).map(|above| self[above].number).collect();
        path.pop();
        path.reverse();
        path.extend((id != Self::ROOT).then_some(self[id].number));
        path
    }

    /// The nodes above, nearest first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self[id].parent, |above| self[*above].parent)
    }

    /// The visits around a visit, nearest first.
    pub fn visits_above(&self, id: VisitId) -> impl Iterator<Item = VisitId> {
        std::iter::successors(self[id].parent, |above| self[*above].parent)
    }

    /// All nodes, in the order in which they were first seen.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// All visits, in order.
    pub fn visits(&self) -> impl Iterator<Item = VisitId> + use<> {
        (0..self.visits.len() as u32).map(VisitId)
    }

    /// The name of a node: its path, or `root`.
    pub fn name(&self, id: NodeId) -> String {
        if id == Self::ROOT { "root".into() } else { dewey(&self.path(id)) }
    }

    /// Which visit of its node is this, counted from 0?
    pub fn repetition(&self, id: VisitId) -> usize {
        self[self[id].node].visits.iter().position(|&other| other == id).unwrap_or(0)
    }

    /// What the side to move had for certain in a visit by then: a value that does not leave its window on the bad side,
    /// where it would only say what cannot be had.
    pub fn has_at(&self, id: VisitId, time: Time) -> Option<&Update> {
        let visit = &self[id];
        let Window { alpha, beta } = visit.window?;
        let sure = |value: Score| match self[visit.node].side() {
            Side::Max => value > alpha,
            Side::Min => value < beta,
        };
        visit.updates.iter().rev().find(|update| update.time <= time && sure(update.value))
    }

    /// The numbers of the children that a visit did not come to.
    pub fn passed_by(&self, id: VisitId) -> Vec<u32> {
        let visit = &self[id];
        let mut missing = vec![true; self[visit.node].children.len()];
        for &child in &visit.children {
            missing[self[self[child].node].number as usize] = false;
        }
        (0..).zip(missing).filter(|(_, missing)| *missing).map(|(number, _)| number).collect()
    }

    /// The numbers of the children that a visit did not come to because of the cut that ended it, or because it was never
    /// resumed. Children before the one that cut were not cut off: something was known of them.
    pub fn cut_children(&self, id: VisitId) -> Vec<u32> {
        let mut children = self.passed_by(id);
        if let Some(cut) = self[id].cut_off()
            && cut.why != Cut::ProveBest
        {
            let known = |number: u32| self[self[id].node].children[number as usize].is_some();
            children.retain(|&number| number > cut.child || !known(number));
        } else if self[id].cut_off().is_none() && self.style == StoryStyle::Windows {
            children.retain(|&number| self[self[id].node].children[number as usize].is_none());
        }
        children
    }

    /// Whose merits are these: the side that chooses among all children at once?
    pub fn chooser(&self) -> Side {
        let first = self.visits.first().and_then(|visit| visit.window);
        if first.is_some_and(|window| window.alpha == Score::WORST) { Side::Min } else { Side::Max }
    }

    /// A leaf has this value: what does that prove above?
    pub(super) fn settle(&mut self, leaf: NodeId, value: Score) {
        let mut below = (leaf, self[leaf].bounds);
        self[leaf].bounds = Bounds::exactly(value);
        while let (child, before) = below
            && let Some(above) = self[child].parent
            && self[child].bounds != before
        {
            below = (above, self[above].bounds);
            self.learn(above, self[child].bounds, before);
        }
    }

    /// A child of this node is now better known than before.
    fn learn(&mut self, id: NodeId, now: Bounds, before: Bounds) {
        let side = self[id].side();
        let other = side.other();
        let sure = side.better(self[id].bounds.of(side), now.of(side));
        self[id].bounds.set(side, sure);
        let first = before.of(other) == other.nothing() && now.of(other) != other.nothing();
        self[id].unbounded -= u32::from(first);
        if self[id].unbounded == 0 && (first || before.of(other) == self[id].bounds.of(other)) {
            let children = self[id].children.iter().flatten().map(|&child| self[child].bounds.of(other));
            let most = children.reduce(|a, b| side.better(a, b)).unwrap_or(other.nothing());
            self[id].bounds.set(other, most);
        }
    }
}
