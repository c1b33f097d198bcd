//! The nodes of a graph search: each state once, found by its key.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::limits::{Budget, Stopped};
use crate::puzzle::{Cost, Puzzle};
use crate::report::Path;

/// The number of a node in its store.
pub(crate) type Id = u32;

/// A state, and the cheapest path to it so far.
pub(crate) struct Node<S, F> {
    pub(crate) state: S,
    /// What the path costs.
    pub(crate) cost: Cost,
    /// Where the path comes from; `None` for the root.
    pub(crate) parent: Option<F>,
    /// Which child of its parent it is.
    pub(crate) number: u32,
    /// Has it been expanded at this cost?
    pub(crate) closed: bool,
}

/// The result of adding a path to a store.
pub(crate) enum Inserted {
    /// It is the cheapest so far to the state, which is this node.
    Better(Id),
    /// A path at least as cheap is known.
    Known,
}

/// Nodes and an index of them by key: open addressing, at most half full.
pub(crate) struct Store<P: Puzzle, F = Id> {
    pub(crate) nodes: Vec<Node<P::State, F>>,
    slots: Vec<Option<std::num::NonZeroU32>>,
}

/// A well-mixed hash. Its upper half is free for other uses.
pub(crate) fn hash<P: Puzzle>(puzzle: &P, state: &P::State) -> u64 {
    FxBuildHasher.hash_one(puzzle.key(state))
}

impl<P: Puzzle, F> Store<P, F> {
    pub(crate) fn new() -> Self {
        Store { nodes: Vec::new(), slots: Vec::new() }
    }

    /// The node of a state, if there is one; otherwise the slot where it belongs.
    fn find(&self, puzzle: &P, state: &P::State) -> Result<Id, usize> {
        let mask = self.slots.len() - 1;
        let key = puzzle.key(state);
        let mut at = FxBuildHasher.hash_one(&key) as usize & mask;
        while let Some(id) = self.slots[at] {
            let id = id.get() - 1;
            if puzzle.key(&self.nodes[id as usize].state) == key {
                return Ok(id);
            }
            at = (at + 1) & mask;
        }
        Err(at)
    }

    /// The node of a state, if there is one.
    pub(crate) fn get(&self, puzzle: &P, state: &P::State) -> Option<Id> {
        if self.slots.is_empty() { None } else { self.find(puzzle, state).ok() }
    }

    /// Adds a path to a state: it is kept if it is cheaper than the known one.
    pub(crate) fn insert(
        &mut self,
        budget: &mut Budget<'_>,
        puzzle: &P,
        node: Node<P::State, F>,
    ) -> Result<Inserted, Stopped> {
        if self.slots.len() <= self.nodes.len() * 2 {
            self.grow(budget, puzzle)?;
        }
        match self.find(puzzle, &node.state) {
            Ok(id) if self.nodes[id as usize].cost <= node.cost => Ok(Inserted::Known),
            Ok(id) => {
                self.nodes[id as usize] = node;
                Ok(Inserted::Better(id))
            }
            Err(slot) => {
                let id = self.nodes.len() as Id;
                budget.push(&mut self.nodes, node)?;
                self.slots[slot] = std::num::NonZeroU32::new(id + 1);
                Ok(Inserted::Better(id))
            }
        }
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>, puzzle: &P) -> Result<(), Stopped> {
        let len = (self.slots.len() * 2).max(64);
        budget.reserve(&mut self.slots, len)?;
        self.slots.clear();
        self.slots.resize(len, None);
        for (id, node) in self.nodes.iter().enumerate() {
            let mut at = hash(puzzle, &node.state) as usize & (len - 1);
            while self.slots[at].is_some() {
                at = (at + 1) & (len - 1);
            }
            self.slots[at] = std::num::NonZeroU32::new(id as u32 + 1);
        }
        Ok(())
    }
}

impl<P: Puzzle> Store<P> {
    /// The path to a node.
    pub(crate) fn path(&self, mut id: Id) -> Path {
        let mut path = Path::new();
        while let Node { parent: Some(parent), number, .. } = self.nodes[id as usize] {
            path.push(number);
            id = parent;
        }
        path.reverse();
        path
    }
}
