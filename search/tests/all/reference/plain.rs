//! A tree as nested nodes: nothing clever.

use std::fmt;

use provebest_game::{Depth, Evaluate, MoveList, Status};
use provebest_games::tree::Builder;

use crate::sample::Sample;

/// A node with everything below it.
#[derive(Clone, Debug, Default)]
pub struct Plain {
    /// The numbers of the children on the way here, counted from 1.
    pub path: Vec<u32>,
    /// Empty at a leaf.
    pub children: Vec<Plain>,
    /// What a leaf is worth to MAX.
    pub value: i64,
    /// Is that an estimate at the horizon?
    pub estimated: bool,
}

impl Plain {
    pub fn is_max(&self) -> bool {
        self.path.len().is_multiple_of(2)
    }

    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    pub fn at(&self, path: &[u32]) -> &Plain {
        path.iter().fold(self, |node, &child| &node.children[child as usize - 1])
    }

    /// The value for MAX.
    pub fn minimax(&self) -> i64 {
        let values = self.children.iter().map(Plain::minimax);
        let best = if self.is_max() { values.max() } else { values.min() };
        best.unwrap_or(self.value)
    }

    /// The best children of the root, counted from 0, the leftmost first.
    pub fn best(&self) -> Vec<u32> {
        let value = self.minimax();
        let numbered = self.children.iter().zip(0..);
        numbered.filter(|(child, _)| child.minimax() == value).map(|(_, number)| number).collect()
    }

    /// Does this path, counted from 0, go from best child to best child and end in a leaf? The leaf.
    pub fn best_play(&self, path: &[u32]) -> Result<&Plain, String> {
        let node = self.best_play_so_far(path)?;
        if node.is_leaf() { Ok(node) } else { Err(format!("path {path:?} ends before a leaf")) }
    }

    /// The same for a path that may end anywhere.
    pub fn best_play_so_far(&self, path: &[u32]) -> Result<&Plain, String> {
        let value = self.minimax();
        let mut node = self;
        for (step, &number) in path.iter().enumerate() {
            let child = node.children.get(number as usize);
            let Some(child) = child else { return Err(format!("path {path:?} leaves the tree")) };
            let worth = child.minimax();
            if worth != value {
                return Err(format!("step {step} of the path {path:?} goes to a node worth {worth}, not {value}"));
            }
            node = child;
        }
        Ok(node)
    }

    pub fn estimated_somewhere(&self) -> bool {
        self.estimated || self.children.iter().any(Plain::estimated_somewhere)
    }

    pub fn height(&self) -> u32 {
        self.children.iter().map(|child| 1 + child.height()).max().unwrap_or(0)
    }

    pub fn width(&self) -> u64 {
        self.children.iter().map(Plain::width).max().unwrap_or(0).max(self.children.len() as u64)
    }

    pub fn count(&self) -> u64 {
        1 + self.children.iter().map(Plain::count).sum::<u64>()
    }

    /// The tree of a game up to a depth, by the two methods that every game has.
    pub fn of<G: Evaluate>(game: &G, root: &G::State, depth: Depth) -> Plain {
        Self::below(game, root, depth.0, Vec::new())
    }

    fn below<G: Evaluate>(game: &G, state: &G::State, depth: u32, path: Vec<u32>) -> Plain {
        let mut list = MoveList::new();
        let status = game.moves(state, &mut list);
        let mut node = Plain { path, ..Plain::default() };
        match status {
            Status::Over(value) => node.value = i64::from(value.0),
            Status::Open if depth == 0 => {
                (node.value, node.estimated) = (i64::from(game.evaluate(state).0), true);
            }
            Status::Open => {
                for (&m, number) in list.as_slice().iter().zip(1..) {
                    let mut child = state.clone();
                    game.play(&mut child, m);
                    let path = node.path.iter().copied().chain([number]).collect();
                    node.children.push(Self::below(game, &child, depth - 1, path));
                }
            }
        }
        if !node.is_max() {
            node.value = -node.value;
        }
        node
    }

    /// The same tree for the searches.
    pub fn to_tree(&self) -> Sample {
        fn build(node: &Plain, builder: &mut Builder) {
            if node.is_leaf() {
                return builder.leaf(node.value as i32);
            }
            builder.open();
            node.children.iter().for_each(|child| build(child, builder));
            builder.close();
        }
        let mut builder = Builder::new();
        build(self, &mut builder);
        builder.finish().into()
    }
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_leaf() {
            return write!(f, "{}", self.value);
        }
        for (number, child) in self.children.iter().enumerate() {
            write!(f, "{}{child}", if number == 0 { '[' } else { ',' })?;
        }
        f.write_str("]")
    }
}
