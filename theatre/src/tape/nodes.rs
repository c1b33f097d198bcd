//! The nodes of the tree. They belong to the problem: all searches of it share them.

use provebest_catalog::games::{AnyGame, AnyState};
use provebest_game::{Depth, Evaluate, Game, MoveList, Score};

use super::MOST_WHOLE;
use super::columns::Columns;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
/// Inner nodes have no value.
const UNKNOWN: i32 = i32::MIN;

pub(super) struct Nodes {
    depth: u32,
    parent: Vec<u32>,
    number: Vec<u16>,
    children: Vec<u16>,
    value: Vec<i32>,
    ply: Vec<u32>,
    /// The move that leads to a node.
    played: Vec<u32>,
    states: Vec<AnyState>,
    /// Where the children of a node stand in `ids`.
    first: Vec<u32>,
    ids: Vec<u32>,
    /// Are all nodes of the tree listed?
    pub(super) whole: bool,
    list: MoveList<u32>,
}

impl Nodes {
    /// All nodes down to a depth, in the order of a walk from left to right, if they are few; otherwise the root.
    pub(super) fn new(game: &AnyGame, depth: Depth) -> Nodes {
        let mut nodes = Nodes::root(game, depth);
        nodes.whole = nodes.list_all(game);
        if nodes.whole { nodes } else { Nodes::root(game, depth) }
    }

    fn root(game: &AnyGame, Depth(depth): Depth) -> Nodes {
        let mut nodes = Nodes {
            depth,
            parent: Vec::new(),
            number: Vec::new(),
            children: Vec::new(),
            value: Vec::new(),
            ply: Vec::new(),
            played: Vec::new(),
            states: Vec::new(),
            first: Vec::new(),
            ids: Vec::new(),
            whole: false,
            list: MoveList::new(),
        };
        nodes.add(game, NONE, 0, 0, game.root());
        nodes
    }

    pub(super) fn len(&self) -> usize {
        self.parent.len()
    }

    /// False if there are too many.
    fn list_all(&mut self, game: &AnyGame) -> bool {
        let mut waiting = vec![(0, 0)];
        while let Some((node, number)) = waiting.pop() {
            if number >= self.children[node as usize].into() {
                continue;
            }
            if self.len() >= MOST_WHOLE {
                return false;
            }
            waiting.push((node, number + 1));
            waiting.extend(self.child(game, node, number).map(|child| (child, 0)));
        }
        true
    }

    fn add(&mut self, game: &AnyGame, parent: u32, number: u32, played: u32, state: AnyState) -> u32 {
        let id = self.len() as u32;
        let ply = if parent == NONE { 0 } else { self.ply[parent as usize] + 1 };
        let (mut children, mut value) = (0, None);
        match game.open(&state, &mut self.list) {
            Ok(open) => {
                self.list.close(open);
                children = if ply < self.depth { open.count() } else { 0 };
            }
            Err(score) => value = Some(score),
        }
        if children == 0 {
            value = value.or_else(|| Some(game.horizon(&state, &mut self.list).0));
        }
        self.parent.push(parent);
        self.number.push(number as u16);
        self.children.push(children as u16);
        self.value.push(value.map_or(UNKNOWN, |value| for_max(ply as usize, value).0));
        self.ply.push(ply);
        self.played.push(played);
        self.states.push(state);
        self.first.push(self.ids.len() as u32);
        self.ids.resize(self.ids.len() + children as usize, NONE);
        id
    }

    /// A child, made known if it was not.
    fn child(&mut self, game: &AnyGame, node: u32, number: u32) -> Option<u32> {
        let at = node as usize;
        if number >= self.children[at].into() {
            return None;
        }
        let slot = (self.first[at] + number) as usize;
        if self.ids[slot] == NONE {
            let open = game.open(&self.states[at], &mut self.list).ok()?;
            let (played, child) = game.child(&self.states[at], open, &self.list, number);
            self.list.close(open);
            self.ids[slot] = self.add(game, node, number, played, child);
        }
        Some(self.ids[slot])
    }

    /// The node with this path.
    pub(super) fn find(&mut self, game: &AnyGame, path: &[u32]) -> Option<u32> {
        path.iter().try_fold(0, |node, &number| self.child(game, node, number))
    }

    pub(super) fn is_leaf(&self, node: u32) -> bool {
        self.children[node as usize] == 0
    }

    /// The child numbers that lead to a node.
    pub(super) fn path(&self, node: u32) -> Vec<u32> {
        let mut path = Vec::with_capacity(self.ply[node as usize] as usize);
        let mut at = node as usize;
        while self.parent[at] != NONE {
            path.push(self.number[at].into());
            at = self.parent[at] as usize;
        }
        path.reverse();
        path
    }

    /// Writes all nodes, with the names of moves if they have names.
    pub(super) fn write(&self, columns: &mut Columns, named: Option<&AnyGame>) {
        columns.u32("nodes.parent", &self.parent);
        columns.u16("nodes.number", &self.number);
        columns.u16("nodes.children", &self.children);
        columns.i32("nodes.value", &self.value);
        let Some(game) = named else { return };
        let mut moves = String::new();
        for node in 0..self.len() {
            if let Some(above) = self.states.get(self.parent[node] as usize) {
                moves += &game.word(above, self.played[node], self.number[node].into());
            }
            moves.push('\n');
        }
        columns.text("nodes.moves", &moves);
    }
}

/// A score of the side to move at a ply, as MAX sees it.
pub(super) fn for_max(ply: usize, score: Score) -> Score {
    if ply.is_multiple_of(2) { score } else { -score }
}
