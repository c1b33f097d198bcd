//! Small trees with estimates and intervals, and what is true of them.

use std::collections::BTreeSet;

use provebest_game::SplitMix64;
use provebest_games::tree::{Builder, Estimate, Tree};
use provebest_search::Task;
use provebest_search::measure::{Event, Trace, Why};

/// A node with everything below it; all numbers are MAX's.
#[derive(Clone, Debug)]
pub struct Node {
    pub children: Vec<Node>,
    /// The value of a leaf, or the estimate of another node.
    pub value: i32,
    pub low: i32,
    pub high: i32,
}

/// The way to a node, as child numbers.
pub type Path = Vec<u32>;

/// What a random tree looks like.
#[derive(Clone, Copy)]
pub struct Shape {
    pub width: u64,
    pub depth: u32,
    pub values: u64,
    /// How far a bound lies from the value at most.
    pub slack: u64,
}

impl Shape {
    /// That varies with the seed.
    pub fn varied(seed: u64) -> Shape {
        let mut chance = SplitMix64::new(seed ^ 0x7365_6c65_6374);
        Shape {
            width: 1 + chance.below(4),
            depth: chance.below(6) as u32,
            values: [1, 3, 6, 10, 100][chance.below(5) as usize],
            slack: [0, 1, 3, 8, 50][chance.below(5) as usize],
        }
    }

    /// With a few nodes, for brute force.
    pub fn tiny(seed: u64) -> Shape {
        Shape { width: 2 + seed % 2, depth: 1 + (seed / 2 % 3) as u32, values: 5, slack: 3 }
    }
}

impl Node {
    /// A random tree whose intervals hold.
    pub fn random(seed: u64, shape: Shape) -> Node {
        Node::below(&mut SplitMix64::new(seed), shape, 0)
    }

    fn below(chance: &mut SplitMix64, shape: Shape, ply: u32) -> Node {
        let value = chance.below(shape.values) as i32;
        let mut node = Node { children: Vec::new(), value, low: value, high: value };
        if ply < shape.depth && !chance.happens(10) {
            node.children = (0..1 + chance.below(shape.width)).map(|_| Node::below(chance, shape, ply + 1)).collect();
            let worth = node.minimax(ply.is_multiple_of(2));
            node.low = worth - chance.below(shape.slack + 1) as i32;
            node.high = worth + chance.below(shape.slack + 1) as i32;
        }
        node
    }

    /// A uniform tree whose values drift by at most 10 points from parent to child.
    pub fn drifting(chance: &mut SplitMix64, value: i32, width: u32, depth: u32) -> Node {
        let reach = 10 * depth as i32;
        let mut node = Node { children: Vec::new(), value, low: value - reach, high: value + reach };
        if depth > 0 {
            let mut child = || value + chance.below(21) as i32 - 10;
            let values: Vec<i32> = (0..width).map(|_| child()).collect();
            node.children = values.into_iter().map(|value| Node::drifting(chance, value, width, depth - 1)).collect();
        }
        node
    }

    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    pub fn minimax(&self, max: bool) -> i32 {
        let values = self.children.iter().map(|child| child.minimax(!max));
        if max { values.max() } else { values.min() }.unwrap_or(self.value)
    }

    /// The root moves that are worth as much as the root.
    pub fn best(&self) -> Vec<u32> {
        let value = self.minimax(true);
        (0..).zip(&self.children).filter(|(_, child)| child.minimax(false) == value).map(|(number, _)| number).collect()
    }

    /// Does the path go from best child to best child, and end in a leaf?
    pub fn is_best_play(&self, path: &[u32]) -> bool {
        let value = self.minimax(true);
        let (mut node, mut max) = (self, true);
        for &number in path {
            let Some(child) = node.children.get(number as usize) else { return false };
            (node, max) = (child, !max);
            if node.minimax(max) != value {
                return false;
            }
        }
        node.is_leaf()
    }

    pub fn tree(&self) -> Tree {
        fn add(node: &Node, builder: &mut Builder) {
            if node.is_leaf() {
                return builder.leaf(node.value);
            }
            builder.open();
            node.children.iter().for_each(|child| add(child, builder));
            builder.close_with(Estimate { value: node.value, low: node.low, high: node.high });
        }
        let mut builder = Builder::new();
        add(self, &mut builder);
        builder.finish()
    }

    /// The ways to all inner nodes, parents first.
    pub fn inner(&self) -> Vec<Path> {
        fn collect(node: &Node, path: &Path, all: &mut Vec<Path>) {
            if !node.is_leaf() {
                all.push(path.clone());
                for (child, number) in node.children.iter().zip(0..) {
                    collect(child, &[&path[..], &[number]].concat(), all);
                }
            }
        }
        let mut all = Vec::new();
        collect(self, &Vec::new(), &mut all);
        all
    }
}

/// Hears every event.
pub type Events<'e> = Trace<Box<dyn FnMut(Event) + 'e>>;

/// Runs a search on the whole tree, and tells what happened.
pub fn events<R>(tree: &Tree, search: impl FnOnce(&Task<'_, Tree>, &mut Events<'_>) -> R) -> (R, Vec<Event>) {
    let mut all = Vec::new();
    let root = tree.root();
    let result = search(&Task::new(tree, &root, tree.height()), &mut Trace::new(Box::new(|event| all.push(event))));
    (result, all)
}

/// The same, of all events only what was expanded, in order, and why.
pub fn watched<R>(tree: &Tree, search: impl FnOnce(&Task<'_, Tree>, &mut Events<'_>) -> R) -> (R, Vec<(Path, Why)>) {
    let (result, all) = events(tree, search);
    let expanded = all.into_iter().filter_map(|event| match event {
        Event::Expand(path, why) => Some((path, why)),
        _ => None,
    });
    (result, expanded.collect())
}

/// The nodes that were expanded.
pub fn set(expanded: &[(Path, Why)]) -> BTreeSet<Path> {
    expanded.iter().map(|(path, _)| path.clone()).collect()
}
