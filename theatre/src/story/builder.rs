//! Builds a story from the events of a search.

use std::sync::Arc;

use provebest_catalog::Problem;
use provebest_catalog::games::{AnyGame, AnyState};
use provebest_game::{Game, MoveList, Score, Window};
use provebest_search::measure::Event;

use super::visited::{
    Bounds, CutOff, Expansion, Node, NodeId, Remembered, Side, Story, StoryStyle, Update, Visit, VisitId,
};

/// Follows a search by its events and writes its story.
pub struct StoryBuilder {
    problem: Arc<Problem>,
    states: Vec<AnyState>,
    list: MoveList<u32>,
    story: Story,
    /// The processor on which the event happened that is heard.
    rank: u32,
}

/// The game of a problem that is no puzzle.
fn game_of(problem: &Problem) -> &AnyGame {
    problem.game().expect("a search of a game is told")
}

impl StoryBuilder {
    /// The story of a search of this problem, which is a game.
    pub fn new(problem: Arc<Problem>, style: StoryStyle) -> Self {
        let (nodes, visits) = (Vec::new(), Vec::new());
        let story = Story { nodes, visits, style, by_proof: false, leaf_visits: 0, time: 0, expansions: 0 };
        let root = game_of(&problem).root();
        let mut listener = StoryBuilder { problem, states: Vec::new(), list: MoveList::new(), story, rank: 0 };
        listener.add(None, 0, None, root);
        listener
    }

    /// The same for a search on several processors.
    pub fn on_processors(mut self) -> Self {
        self.story.by_proof = true;
        self
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
            self.list_children(above);
            let (game, state) = (game_of(&self.problem), &self.states[above.0 as usize]);
            let children = game.open(state, &mut self.list).expect("a node with visited children is open");
            let (m, child) = game.child(state, children, &self.list, number);
            self.list.close(children);
            let word = Some(game.word(state, m, number)).filter(|word| *word != (number + 1).to_string());
            let child = self.add(Some(above), number, word, child);
            self.story[above].children[number as usize] = Some(child);
            child
        })
    }

    fn visit(&mut self, node: NodeId, window: Option<Window>) -> VisitId {
        let known = self.story[node].told;
        if let (StoryStyle::Merits | StoryStyle::Grown, Some(&visit)) =
            (self.story.style, self.story[node].visits.last())
        {
            self.story[visit].window = window;
            return visit;
        }
        let parent = self.story[node].parent.and_then(|parent| self.last_visit_of(parent));
        let visit = VisitId(self.story.visits.len() as u32);
        self.story.visits.push(Visit {
            node,
            parent,
            rank: self.rank,
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
            expansions: Vec::new(),
        });
        self.story[node].visits.push(visit);
        if let Some(parent) = parent {
            self.story[parent].children.push(visit);
        }
        visit
    }

    fn last_visit(&mut self, path: &[u32]) -> Option<VisitId> {
        let node = self.node(path);
        self.last_visit_of(node)
    }

    /// The last visit of a node by the processor that is heard; that of another one, if it did not come there itself.
    fn last_visit_of(&self, node: NodeId) -> Option<VisitId> {
        let visits = &self.story[node].visits;
        let own = visits.iter().rev().find(|visit| self.story[**visit].rank == self.rank);
        own.or(visits.last()).copied()
    }

    /// Takes note of an event.
    pub fn hear(&mut self, event: Event) {
        self.hear_from(0, event);
    }

    /// Takes note of an event on one of several processors. What they say is told in the order of a common clock. If it is a cut,
    /// returns the visit that it ends.
    pub fn hear_from(&mut self, rank: u32, event: Event) -> Option<VisitId> {
        self.rank = rank;
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
                    return Some(visit);
                }
            }
            Event::Expand(path, why) => {
                let node = self.node(&path);
                let visit = self.visit(node, None);
                self.story.expansions += 1;
                let order = self.story.expansions;
                self.story[visit].expansions.push(Expansion { order, why });
            }
            Event::Estimate(path, value) => self.estimate(&path, score_for_max(path.len(), value)),
            Event::Recall(path, lower, upper) if self.story.style == StoryStyle::Grown => {
                let Window { alpha, beta } = seen_by_max(path.len(), Window { alpha: lower, beta: upper });
                let node = self.open(&path);
                self.visit(node, None);
                self.story[node].bounds = Bounds { lower: alpha, upper: beta };
            }
            Event::Exit(path, value) if self.story.style == StoryStyle::Grown => {
                if let Some(visit) = self.last_visit(&path) {
                    self.story[visit].result = Some(score_for_max(path.len(), value));
                }
            }
            Event::Research(..) | Event::Recall(..) | Event::Stored(_) => {}
            Event::Exit(path, value) => {
                if let Some(visit) = self.last_visit(&path) {
                    self.exit(visit, score_for_max(path.len(), value));
                }
            }
        }
        None
    }

    fn enter(&mut self, path: &[u32], window: Window) {
        let node = self.open(path);
        self.visit(node, Some(window));
    }

    /// An inner node, with room for its children.
    fn open(&mut self, path: &[u32]) -> NodeId {
        let node = self.node(path);
        self.list_children(node);
        node
    }

    /// What is known of a node that may be expanded later.
    fn estimate(&mut self, path: &[u32], value: Score) {
        let node = self.open(path);
        let visit = self.visit(node, None);
        self.story[visit].result = Some(value);
    }

    /// Makes room for the children of a node.
    fn list_children(&mut self, node: NodeId) {
        if !self.story[node].children.is_empty() {
            return;
        }
        if let Ok(children) = game_of(&self.problem).open(&self.states[node.0 as usize], &mut self.list) {
            self.list.close(children);
            self.story[node].children = vec![None; children.count() as usize];
            self.story[node].unbounded = children.count();
        }
    }

    fn leaf(&mut self, path: &[u32], value: Score) {
        if self.story.style == StoryStyle::Grown {
            let node = self.open(path);
            if !self.story[node].is_leaf() {
                self.story.leaf_visits += 1;
                return self.estimate(path, value);
            }
        }
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

    /// The story so far.
    pub fn story(&self) -> &Story {
        &self.story
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
