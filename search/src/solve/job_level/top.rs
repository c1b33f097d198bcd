//! The top of the tree, whose leaves are given away as tasks.
//!
//! A position that several paths lead to at the same ply is one node, as in the table of a solver. Every node has proved bounds of
//! its value, for its side to move; those of an inner node follow from its children. For the question that is asked at the root
//! each node also has its proof numbers.

use std::collections::{HashMap, HashSet};

use provebest_game::{NodeCount, Score};
use provebest_machine::Rank;

use super::rules::{Children, Place, Rules};
use crate::lines::Path;
use crate::solve::in_order;

/// A node, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Proved bounds of a value, and whether the position was too much for a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    pub(super) least: Score,
    pub(super) most: Score,
    pub(super) divided: bool,
}

impl Fact {
    pub(super) const NOTHING: Fact = Fact { least: Score::WORST, most: Score::INFINITY, divided: false };

    /// Both facts hold.
    fn and(self, other: Fact) -> Fact {
        Fact {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
            divided: self.divided || other.divided,
        }
    }
}

/// More than any sum of proof numbers: it cannot be proved.
const NEVER: u32 = u32::MAX;

/// What a rank has worked on takes another one more, by this factor: it begins with another table. Tried on positions of Connect Four;
/// 1 and 16 do worse.
const FOREIGN: u64 = 4;

struct Node {
    ply: u32,
    /// The first path that led here: a child of which node, with which number in the game's list of moves.
    origin: (NodeId, u32),
    parents: Vec<NodeId>,
    least: Score,
    most: Score,
    /// The best first; none for a leaf.
    children: Vec<NodeId>,
    /// The processor whose table knows most of it.
    home: Option<Rank>,
    /// The task that works on it.
    task: Option<u64>,
    /// How much it takes to prove that its value is at least what is asked, and to prove that it is not.
    proof: u32,
    disproof: u32,
    /// Is there a leaf at it or below that matters for the question, and that no task works on?
    free: bool,
}

/// The top of a tree.
pub(super) struct Top<'a> {
    rules: &'a dyn Rules,
    nodes: Vec<Node>,
    /// Nodes by ply and key.
    places: HashMap<(u32, u64), NodeId>,
    /// What is known of positions that may be no nodes yet.
    facts: HashMap<(u32, u64), Fact>,
    /// Nodes that are known to be too much for a task, and have no children yet.
    wanted: Vec<NodeId>,
    /// The children of the root in the order of the game.
    moves: Vec<NodeId>,
    /// The question: is the value of the root at least this?
    gamma: Score,
    /// The nodes for which it is asked.
    targets: Vec<NodeId>,
    /// The nodes that the game entered to sort moves. They are not those of this tree.
    pub(super) looked: NodeCount,
}

impl<'a> Top<'a> {
    /// The root and its children. `facts` are about paths from the root. The game enters no more than `most` nodes to sort moves.
    pub(super) fn new(rules: &'a dyn Rules, facts: Vec<(Path, Fact)>, most: Option<u64>) -> Self {
        let mut top = Top {
            rules,
            nodes: Vec::new(),
            places: HashMap::new(),
            facts: HashMap::new(),
            wanted: Vec::new(),
            moves: Vec::new(),
            gamma: Score::ZERO,
            targets: Vec::new(),
            looked: NodeCount { entered: 0, limit: most.unwrap_or(u64::MAX) },
        };
        for (path, fact) in facts {
            if let Some(Place { key, .. }) = rules.place(&path) {
                top.note((path.len() as u32, key), fact);
            }
        }
        let root = rules.place(&[]).expect("the path to the root can be played");
        let node = top.enter(&root, 0, (NodeId::ROOT, 0));
        top.divide(node);
        top
    }

    /// Something is known of a position that is no node yet.
    fn note(&mut self, place: (u32, u64), fact: Fact) {
        let known = self.facts.entry(place).or_insert(Fact::NOTHING);
        *known = known.and(fact);
    }

    pub(super) fn bounds(&self, node: NodeId) -> (Score, Score) {
        let node = &self.nodes[node.index()];
        (node.least, node.most)
    }

    /// The children of the root in the order of the game.
    pub(super) fn moves(&self) -> &[NodeId] {
        &self.moves
    }

    /// The numbers of moves that lead to a node.
    pub(super) fn path(&self, node: NodeId) -> Path {
        let (mut path, mut node) = (Path::new(), node);
        while node != NodeId::ROOT {
            let (parent, number) = self.nodes[node.index()].origin;
            path.push(number);
            node = parent;
        }
        path.reverse();
        path
    }

    /// What is proved of a position with this key, this number of plies below the root.
    pub(super) fn known(&self, ply: u32, key: u64) -> (Score, Score) {
        let place = (ply, key);
        let fact = self.facts.get(&place).map_or((Score::WORST, Score::INFINITY), |fact| (fact.least, fact.most));
        self.places.get(&place).map_or(fact, |&node| self.bounds(node))
    }

    /// What has to be asked of a node: is its value at least this?
    pub(super) fn asked(&self, node: NodeId) -> Score {
        if self.nodes[node.index()].ply.is_multiple_of(2) { self.gamma } else { Score(1 - self.gamma.0) }
    }

    /// Is the question answered for a node?
    pub(super) fn is_decided(&self, node: NodeId) -> bool {
        let ((least, most), gamma) = (self.bounds(node), self.asked(node));
        least >= gamma || most < gamma
    }

    /// Asks another question: is the root worth at least `gamma`? It is asked for these nodes, the first one first.
    pub(super) fn ask(&mut self, gamma: Score, targets: Vec<NodeId>) {
        (self.gamma, self.targets) = (gamma, targets);
        let plies = self.nodes.iter().map(|node| node.ply as usize).collect();
        for node in in_order(plies).into_iter().rev() {
            self.refresh(NodeId(node as u32));
        }
    }

    /// The leaf that matters most of those that no task works on: always the child whose refutation takes least (A. Nagai's form
    /// of the most-proving node).
    pub(super) fn select(&self, rank: Rank) -> Option<NodeId> {
        let free = |node: &NodeId| self.nodes[node.index()].free;
        let mut node = *self.targets.iter().find(|node| free(node))?;
        while !self.nodes[node.index()].children.is_empty() {
            let children = self.nodes[node.index()].children.iter().enumerate();
            let best =
                children.filter(|(_, child)| free(child)).min_by_key(|&(place, child)| self.cost(rank, place, *child));
            node = *best?.1;
        }
        Some(node)
    }

    /// What it takes a rank to refute a child at this place. The best come first, so a later one has to be easier.
    fn cost(&self, rank: Rank, place: usize, child: NodeId) -> u64 {
        let one = &self.nodes[child.index()];
        let foreign = if one.home.is_some_and(|home| home != rank) { FOREIGN } else { 1 };
        u64::from(one.disproof) * (1 + place as u64) * foreign
    }

    /// Does the question still need an answer of this node?
    pub(super) fn matters(&self, node: NodeId) -> bool {
        let (mut above, mut seen) = (vec![node], HashSet::new());
        while let Some(node) = above.pop() {
            if seen.insert(node) && !self.is_decided(node) {
                if self.targets.contains(&node) {
                    return true;
                }
                above.extend_from_slice(&self.nodes[node.index()].parents);
            }
        }
        false
    }

    /// Is the question still open?
    pub(super) fn is_asked(&self) -> bool {
        self.targets.iter().any(|&node| !self.is_decided(node))
    }

    /// How many root moves have a value that does not follow from the rules.
    pub(super) fn proved_moves(&self) -> u32 {
        let is_proved = |&&child: &&NodeId| {
            let (least, most) = self.bounds(child);
            let Fact { least: low, most: high, .. } = self.by_rules(child);
            least == most && low < high
        };
        self.moves.iter().filter(is_proved).count() as u32
    }

    /// The number of leaves that matter and that no task works on, as far as `most`.
    pub(super) fn free_leaves(&self, most: usize) -> usize {
        let (mut below, mut seen) = (self.targets.clone(), HashSet::new());
        let mut leaves = 0;
        while let Some(node) = below.pop().filter(|_| leaves < most) {
            let one = &self.nodes[node.index()];
            if one.free && seen.insert(node) {
                leaves += usize::from(one.children.is_empty());
                below.extend_from_slice(&one.children);
            }
        }
        leaves
    }

    /// How much of the question seems to be answered, from 0 to 1, as if all children of a node took as long as each other.
    pub(super) fn share(&self) -> f64 {
        let of = |&node: &NodeId| self.share_of(node, 1.0);
        self.targets.iter().map(of).sum::<f64>() / self.targets.len().max(1) as f64
    }

    /// Below a thousandth of the whole it is not worth a look.
    fn share_of(&self, node: NodeId, part: f64) -> f64 {
        let children = &self.nodes[node.index()].children;
        if self.is_decided(node) {
            return 1.0;
        }
        if children.is_empty() || part < 1e-3 {
            return 0.0;
        }
        let part = part / children.len() as f64;
        children.iter().map(|&child| self.share_of(child, part)).sum::<f64>() / children.len() as f64
    }

    /// A task works on a leaf from now on, or no longer.
    pub(super) fn set_task(&mut self, leaf: NodeId, task: Option<u64>) {
        self.nodes[leaf.index()].task = task;
        self.update(leaf);
    }

    pub(super) fn task(&self, leaf: NodeId) -> Option<u64> {
        self.nodes[leaf.index()].task
    }

    /// Something was proved of a node.
    pub(super) fn prove(&mut self, node: NodeId, fact: Fact) {
        let one = &mut self.nodes[node.index()];
        (one.least, one.most) = (one.least.max(fact.least), one.most.min(fact.most));
        self.update(node);
    }

    /// A rank gave a node up: its children are nodes from now on, and this is what the rank knows of them.
    pub(super) fn divide_with(&mut self, node: NodeId, rank: Rank, facts: &[(u32, Fact)]) {
        let children = self.rules.places(&self.path(node));
        for (number, fact) in facts {
            let Some(child) = children.get(*number as usize) else { continue };
            let key = (self.nodes[node.index()].ply + 1, child.key);
            match self.places.get(&key) {
                Some(&place) => self.prove(place, *fact),
                None => self.note(key, *fact),
            }
        }
        self.divide(node);
        for child in self.nodes[node.index()].children.clone() {
            self.nodes[child.index()].home = Some(rank);
        }
        self.update(node);
    }

    /// What the rules say of a node without a search.
    pub(super) fn by_rules(&self, node: NodeId) -> Fact {
        self.rules.place(&self.path(node)).expect("paths of nodes can be played").fact
    }

    /// The node of a position, a new one if there is none.
    fn enter(&mut self, place: &Place, ply: u32, origin: (NodeId, u32)) -> NodeId {
        let Place { key, fact: own } = *place;
        if let Some(&node) = self.places.get(&(ply, key)) {
            return node;
        }
        let fact = self.facts.remove(&(ply, key)).map_or(own, |fact| own.and(fact));
        let node = NodeId(self.nodes.len() as u32);
        if fact.divided {
            self.wanted.push(node);
        }
        self.nodes.push(Node {
            ply,
            origin,
            parents: Vec::new(),
            least: fact.least,
            most: fact.most,
            children: Vec::new(),
            home: None,
            task: None,
            proof: 1,
            disproof: 1,
            free: false,
        });
        self.places.insert((ply, key), node);
        self.refresh(node);
        node
    }

    /// The children of a node become nodes, and theirs if they are known to be too much for a task.
    fn divide(&mut self, node: NodeId) {
        self.wanted.push(node);
        let mut divided = Vec::new();
        while let Some(node) = self.wanted.pop() {
            let one = &self.nodes[node.index()];
            if one.children.is_empty() && (one.least < one.most || node == NodeId::ROOT) {
                self.open(node);
                divided.push(node);
            }
        }
        // Children were opened after their parents.
        divided.into_iter().rev().for_each(|node| self.update(node));
    }

    fn open(&mut self, node: NodeId) {
        let ply = self.nodes[node.index()].ply;
        let children = self.rules.children(&self.path(node), &mut self.looked);
        let Some(Children { value, list }) = children else { return };
        let (mut ranks, mut children) = (Vec::new(), Vec::new());
        for (number, child) in list.iter().enumerate() {
            // Moves that do not matter are left out, but for those of the root, which are asked for.
            if node == NodeId::ROOT || child.rank.is_some() {
                ranks.push(child.rank.unwrap_or(usize::MAX));
                children.push(self.enter(&child.place, ply + 1, (node, number as u32)));
            }
        }
        if node == NodeId::ROOT {
            self.moves = children.clone();
        }
        for &child in &children {
            let parents = &mut self.nodes[child.index()].parents;
            if !parents.contains(&node) {
                parents.push(node);
            }
        }
        let one = &mut self.nodes[node.index()];
        one.children = in_order(ranks).into_iter().map(|place| children[place]).collect();
        // A position without moves that matter is decided by itself.
        if one.children.is_empty() {
            let value = value.unwrap_or(Score::ZERO).clamp(one.least, one.most);
            (one.least, one.most) = (value, value);
        }
    }

    /// A node has changed, and perhaps those above.
    fn update(&mut self, node: NodeId) {
        self.refresh(node);
        let mut above = self.nodes[node.index()].parents.clone();
        while let Some(node) = above.pop() {
            if self.refresh(node) {
                above.extend_from_slice(&self.nodes[node.index()].parents);
            }
        }
    }

    /// Bounds and numbers of a node, from its children if it has any. Have they changed?
    fn refresh(&mut self, node: NodeId) -> bool {
        let before = self.look(node);
        let one = &self.nodes[node.index()];
        let (mut least, mut most) = (Score::WORST, Score::WORST);
        let (mut proof, mut disproof, mut free) = (NEVER, 0_u32, false);
        for child in one.children.iter().map(|child| &self.nodes[child.index()]) {
            (least, most) = (least.max(-child.most), most.max(-child.least));
            proof = proof.min(child.disproof);
            disproof = disproof.saturating_add(child.proof);
            free |= child.free;
        }
        if one.children.is_empty() {
            // What is being done costs more than what is not begun.
            let number = if one.task.is_some() { 2 } else { 1 };
            (least, most) = (one.least, one.most);
            (proof, disproof, free) = (number, number, one.task.is_none());
        }
        let one = &mut self.nodes[node.index()];
        (one.least, one.most) = (one.least.max(least), one.most.min(most));
        let gamma = self.asked(node);
        let one = &mut self.nodes[node.index()];
        if one.least >= gamma {
            (proof, disproof, free) = (0, NEVER, false);
        } else if one.most < gamma {
            (proof, disproof, free) = (NEVER, 0, false);
        }
        (one.proof, one.disproof, one.free) = (proof, disproof, free);
        before != self.look(node)
    }

    fn look(&self, node: NodeId) -> (Score, Score, u32, u32, bool) {
        let one = &self.nodes[node.index()];
        (one.least, one.most, one.proof, one.disproof, one.free)
    }
}
