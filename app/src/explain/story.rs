//! Who was visited, with which window, and what came of it.

use std::ops::{Index, IndexMut};

use provebest::Score;
use provebest::game::Window;
use provebest::search::Cut;
use provebest::search::measure::Event;
use provebest_catalog::games::{AnyGame, AnyState};
use provebest_game::Game;
use provebest_search::measure::dewey;

use super::reasons::Reason;

/// The two players; MAX moves at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Max,
    Min,
}

impl Side {
    pub fn at(ply: usize) -> Side {
        if ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    pub fn other(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }

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
    pub lower: Score,
    pub upper: Score,
}

impl Bounds {
    pub const UNKNOWN: Bounds = Bounds { lower: Score::WORST, upper: Score::INFINITY };

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

    pub fn value(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// How a search directs itself, and so how its tree is best told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// By windows, depth first: every visit is told on its own.
    Windows,
    /// By merits, best first: every node is told once.
    Merits,
}

/// A node, by its place in [`Story::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// A visit, by its place in [`Story::visits`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VisitId(u32);

/// The count of events so far.
pub type Time = u32;

/// A node that was visited.
pub struct Node {
    pub parent: Option<NodeId>,
    /// Its number among its siblings, from 0.
    pub number: u32,
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
    unbounded: u32,
    pub visits: Vec<VisitId>,
    /// Why nobody came back for the children that were never visited, where no cut says so.
    pub left: Option<Reason>,
    pub on_best_line: bool,
}

impl Node {
    pub fn side(&self) -> Side {
        Side::at(self.ply)
    }

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
    pub node: NodeId,
    /// The visit of the parent during which this one happened.
    pub parent: Option<VisitId>,
    /// The window or merit it came with; a leaf needs none.
    pub window: Option<Window>,
    /// What earlier visits of the node had told.
    pub known: Bounds,
    pub began: Time,
    /// The values that the node got, each better for its side than the one before.
    pub updates: Vec<Update>,
    pub children: Vec<VisitId>,
    pub cuts: Vec<CutOff>,
    /// What the search made of the node.
    pub result: Option<Score>,
    /// What was proved of the node in the end.
    pub proved: Bounds,
    /// Children that were not visited again, because what earlier visits of them had told was enough.
    pub remembered: Vec<Remembered>,
    /// Of leaf visits, how many there were up to this one.
    pub order: Option<u32>,
}

/// Siblings side by side, and what was known of them.
pub struct Remembered {
    pub first: u32,
    pub last: u32,
    /// Of the first few.
    pub known: Vec<Bounds>,
}

impl Remembered {
    const FEW: usize = 6;
}

pub struct Update {
    pub time: Time,
    pub child: u32,
    pub value: Score,
}

/// The end of a visit before all children were seen, at this child.
pub struct CutOff {
    pub child: u32,
    pub why: Cut,
    pub reason: Reason,
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
    pub nodes: Vec<Node>,
    pub visits: Vec<Visit>,
    pub style: Style,
    pub leaf_visits: u32,
    pub time: Time,
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
    pub const ROOT: NodeId = NodeId(0);

    /// The node with this path, if it was visited.
    pub fn find(&self, path: &[u32]) -> Option<NodeId> {
        let step = |id: NodeId, &number: &u32| self[id].children.get(number as usize).copied().flatten();
        path.iter().try_fold(Self::ROOT, step).filter(|_| !self.nodes.is_empty())
    }

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

    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

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
        } else if self[id].cut_off().is_none() && self.style == Style::Windows {
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
    fn settle(&mut self, leaf: NodeId, value: Score) {
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

/// Follows a search by its events and writes its story.
pub struct StoryBuilder<'g> {
    game: &'g AnyGame,
    states: Vec<AnyState>,
    list: provebest::MoveList<u32>,
    story: Story,
}

impl<'g> StoryBuilder<'g> {
    pub fn new(game: &'g AnyGame, style: Style) -> Self {
        let story = Story { nodes: Vec::new(), visits: Vec::new(), style, leaf_visits: 0, time: 0 };
        let mut listener = StoryBuilder { game, states: Vec::new(), list: provebest::MoveList::new(), story };
        listener.add(None, 0, None, game.root());
        listener
    }

    fn add(&mut self, parent: Option<NodeId>, number: u32, word: Option<String>, state: AnyState) -> NodeId {
        let id = NodeId(self.story.nodes.len() as u32);
        let ply = parent.map_or(0, |parent| self.story[parent].ply + 1);
        self.story.nodes.push(Node {
            parent,
            number,
            ply,
            word,
            children: Vec::new(),
            bounds: Bounds::UNKNOWN,
            told: Bounds::UNKNOWN,
            unbounded: 0,
            visits: Vec::new(),
            left: None,
            on_best_line: false,
        });
        self.states.push(state);
        id
    }

    /// The node with this path, made known if it was not.
    fn node(&mut self, path: &[u32]) -> NodeId {
        path.iter().fold(Story::ROOT, |above, &number| {
            if let Some(child) = self.story[above].children.get(number as usize).copied().flatten() {
                return child;
            }
            let state = self.states[above.0 as usize].clone();
            let children = self.game.open(&state, &mut self.list).expect("a node with visited children is open");
            let (m, child) = self.game.child(&state, children, &self.list, number);
            self.list.close(children);
            let word = Some(self.game.word(&state, m, number)).filter(|word| *word != (number + 1).to_string());
            let child = self.add(Some(above), number, word, child);
            self.story[above].children[number as usize] = Some(child);
            child
        })
    }

    fn visit(&mut self, node: NodeId, window: Option<Window>) -> VisitId {
        let known = self.story[node].told;
        if let (Style::Merits, Some(&visit)) = (self.story.style, self.story[node].visits.last()) {
            self.story[visit].window = window;
            return visit;
        }
        let parent = self.story[node].parent.and_then(|parent| self.story[parent].visits.last().copied());
        let visit = VisitId(self.story.visits.len() as u32);
        self.story.visits.push(Visit {
            node,
            parent,
            window,
            known,
            began: self.story.time,
            updates: Vec::new(),
            children: Vec::new(),
            cuts: Vec::new(),
            result: None,
            proved: known,
            remembered: Vec::new(),
            order: None,
        });
        self.story[node].visits.push(visit);
        if let Some(parent) = parent {
            self.story[parent].children.push(visit);
        }
        visit
    }

    fn last_visit(&mut self, path: &[u32]) -> Option<VisitId> {
        let node = self.node(path);
        self.story[node].visits.last().copied()
    }

    /// Takes note of an event.
    pub fn hear(&mut self, event: Event) {
        self.story.time += 1;
        match event {
            Event::Enter(path, window) => self.enter(&path, seen_by_max(path.len(), window)),
            Event::Leaf(path, value) => self.leaf(&path, score_for_max(path.len(), value)),
            Event::Update(path, child, value) => {
                let (time, value) = (self.story.time, score_for_max(path.len(), value));
                if let Some(visit) = self.last_visit(&path) {
                    self.story[visit].updates.push(Update { time, child, value });
                }
            }
            Event::Cut(path, child, why) => {
                if let Some(visit) = self.last_visit(&path) {
                    let reason = self.story.reason(visit, child, why);
                    self.story[visit].cuts.push(CutOff { child, why, reason });
                }
            }
            Event::Research(..) => {}
            Event::Exit(path, value) => {
                if let Some(visit) = self.last_visit(&path) {
                    self.exit(visit, score_for_max(path.len(), value));
                }
            }
        }
    }

    fn enter(&mut self, path: &[u32], window: Window) {
        let node = self.node(path);
        if self.story[node].children.is_empty() {
            let state = &self.states[node.0 as usize];
            if let Ok(children) = self.game.open(state, &mut self.list) {
                self.list.close(children);
                self.story[node].children = vec![None; children.count() as usize];
                self.story[node].unbounded = children.count();
            }
        }
        self.visit(node, Some(window));
    }

    fn leaf(&mut self, path: &[u32], value: Score) {
        let node = self.node(path);
        let visit = self.visit(node, None);
        self.story.leaf_visits += 1;
        let order = self.story.leaf_visits;
        let known = Bounds::exactly(value);
        (self.story[visit].result, self.story[visit].proved) = (Some(value), known);
        self.story[node].told = known;
        self.story[visit].order.get_or_insert(order);
        self.story.settle(node, value);
    }

    fn exit(&mut self, id: VisitId, result: Score) {
        let story = &mut self.story;
        let node = &story[story[id].node];
        let from = story[id].late_start().map_or(0, |late| late.child);
        let mut cut = story.cut_children(id).into_iter().peekable();
        let mut passed_by = story.passed_by(id);
        passed_by.retain(|&number| cut.next_if_eq(&number).is_none() && number >= from);
        let told = |number: &u32| node.children[*number as usize].map_or(Bounds::UNKNOWN, |child| story[child].told);
        let remember = |run: &[u32]| {
            let known = run.iter().take(Remembered::FEW).map(told).collect();
            Some(Remembered { first: *run.first()?, last: *run.last()?, known })
        };
        let remembered = passed_by.chunk_by(|a, b| a + 1 == *b).filter_map(remember).collect();
        let proved = node.bounds;
        let visit = &mut story[id];
        (visit.result, visit.proved, visit.remembered) = (Some(result), proved, remembered);
        let (id, window) = (visit.node, visit.window.unwrap_or(Window::FULL));
        let told = &mut story[id].told;
        if result > window.alpha {
            told.lower = told.lower.max(result);
        }
        if result < window.beta {
            told.upper = told.upper.min(result);
        }
    }

    /// The story, once the search has come to its end with this best line.
    pub fn finish(mut self, best_line: &[u32]) -> Story {
        let mut node = Story::ROOT;
        self.story[node].on_best_line = true;
        for &number in best_line {
            let Some(child) = self.story[node].children.get(number as usize).copied().flatten() else { break };
            self.story[child].on_best_line = true;
            node = child;
        }
        self.story.explain_the_rest();
        self.story
    }
}

fn score_for_max(ply: usize, score: Score) -> Score {
    if Side::at(ply) == Side::Max { score } else { -score }
}

fn seen_by_max(ply: usize, window: Window) -> Window {
    if Side::at(ply) == Side::Max { window } else { -window }
}
