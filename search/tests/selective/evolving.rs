//! Evolving tree search: minimax for every driver and every way of deepening; driven depth first, alpha-beta. Restarts.

use std::collections::{BTreeMap, BTreeSet};

use provebest_game::{Depth, Score};
use provebest_games::synthetic::Correlated;
use provebest_games::tree::Tree;
use provebest_search::measure::Event;
use provebest_search::{AlphaBeta, Counters, Driver, Evolving, Kind, Leaves, Minimax, Search, Task};

use crate::trees::{Node, Path, Shape, events};

const DRIVERS: [Driver; 5] =
    [Driver::DepthFirst, Driver::Preorder, Driver::BestEstimate, Driver::Random(1), Driver::Random(77)];

#[test]
fn any_driver_any_deepening() {
    for seed in 0..2000 {
        let node = Node::random(seed, Shape::varied(seed));
        let tree = node.tree();
        let value = Some(Score(node.minimax(true)));
        for driver in DRIVERS {
            for first_horizon in [None, Some(Depth(0)), Some(Depth(2))] {
                let mut counters = Counters::default();
                let root = tree.root();
                let task = Task::new(&tree, &root, tree.height());
                let report = Evolving { driver, first_horizon }.search(&task, &mut counters);
                assert_eq!(
                    (report.value, report.kind),
                    (value, Kind::Exact),
                    "seed {seed}, {driver:?}, {first_horizon:?}"
                );
                assert!(report.line_complete && node.is_best_play(&report.path), "seed {seed}, {driver:?}");
                assert!(counters.stored <= tree.node_count());
                assert!(first_horizon.is_some() || counters.leaf_visits <= tree.leaf_count());
            }
        }
    }
}

/// Numbers of another implementation: leaves on correlated trees with f = 3 and q = 5.
#[test]
fn leaves_by_driver() {
    for (ordered, expected) in [(false, [101.0, 63.0, 60.0]), (true, [50.0, 42.0, 40.0])] {
        let mut sums = [0; 3];
        for seed in 0..600 {
            let tree = Correlated::new(3, Depth(5), seed, ordered).expect("a tree");
            let root = tree.root();
            let task = Task::new(&tree, &root, Depth(5));
            for (sum, driver) in sums.iter_mut().zip([Driver::DepthFirst, Driver::Preorder, Driver::Random(seed)]) {
                let mut counters = Counters::default();
                Evolving::new(driver).search(&task, &mut counters);
                *sum += counters.leaf_visits;
            }
        }
        for (sum, expected) in sums.into_iter().zip(expected) {
            let mean = sum as f64 / 600.0;
            assert!((mean / expected - 1.0).abs() < 0.06, "ordered: {ordered}, {mean} for {expected}: {sums:?}");
        }
    }
}

fn leaves(events: Vec<Event>) -> Vec<Path> {
    events.into_iter().filter_map(|event| if let Event::Leaf(path, _) = event { Some(path) } else { None }).collect()
}

#[test]
fn depth_first_it_is_alpha_beta() {
    for seed in 0..3000 {
        let tree = if seed % 2 == 0 { Node::random(seed, Shape::varied(seed)).tree() } else { Tree::varied(seed) };
        let (_, evolving) = events(&tree, |task, watch| Evolving::new(Driver::DepthFirst).search(task, watch));
        let (_, alpha_beta) = events(&tree, |task, watch| AlphaBeta.search(task, watch).map(|report| report.value));
        assert_eq!(leaves(evolving), leaves(alpha_beta), "seed {seed}");
    }
}

/// To a horizon above the ends, with estimates there; and drivers that see all siblings first need fewer leaves.
#[test]
fn with_a_horizon() {
    let mut sums = [0; 3];
    for seed in 0..60 {
        let tree = Correlated::new(3, Depth(7), seed, false).expect("a tree");
        let root = tree.root();
        let task = Task::new(&tree, &root, Depth(5));
        let report = Minimax.search(&task, &mut ()).expect("shallow");
        for driver in DRIVERS {
            for first_horizon in [None, Some(Depth(1))] {
                let found = Evolving { driver, first_horizon }.search(&task, &mut ());
                assert_eq!((found.value, found.kind), (report.value, Kind::Heuristic));
            }
        }
        let count = |driver| {
            let mut leaves = Leaves::count();
            Evolving::new(driver).search(&task, &mut leaves);
            leaves.distinct().unwrap_or(0)
        };
        for (sum, driver) in sums.iter_mut().zip(DRIVERS) {
            *sum += count(driver);
        }
    }
    assert!(sums[1] * 4 < sums[0] * 3 && sums[2] * 4 < sums[0] * 3, "{sums:?}");
}

/// A tree of which every node has listed its first few moves.
struct Listed<'n> {
    root: &'n Node,
    moves: BTreeMap<Path, u32>,
}

impl Listed<'_> {
    fn at(&self, path: &[u32]) -> &Node {
        path.iter().fold(self.root, |node, &number| &node.children[number as usize])
    }

    fn children(&self, path: &[u32]) -> Vec<Path> {
        (0..*self.moves.get(path).unwrap_or(&0)).map(|number| [path, &[number]].concat()).collect()
    }

    fn value(&self, path: &[u32]) -> i32 {
        let values = self.children(path).into_iter().map(|child| self.value(&child)).collect::<Vec<_>>().into_iter();
        if path.len().is_multiple_of(2) { values.max() } else { values.min() }.unwrap_or(self.at(path).value)
    }

    /// The nodes that may list a move. What is wanted: the value, or that it is at least (+1) or at most (-1) that.
    fn needs(&self, path: &[u32], role: i32, all: &mut BTreeSet<Path>) {
        if self.at(path).is_leaf() {
            return;
        }
        let (mover, children) = (if path.len().is_multiple_of(2) { 1 } else { -1 }, self.children(path));
        let best = children.iter().find(|child| self.value(child) == self.value(path));
        if children.is_empty() || role != mover && children.len() < self.at(path).children.len() {
            all.insert(path.to_vec());
        }
        for child in &children {
            match role {
                0 if Some(child) == best => self.needs(child, 0, all),
                0 => self.needs(child, -mover, all),
                role if role != mover || Some(child) == best => self.needs(child, role, all),
                _ => {}
            }
        }
    }
}

#[test]
fn a_node_that_left_and_comes_back_is_a_restart() {
    let mut restarts = BTreeMap::new();
    for seed in 0..1500 {
        let node = Node::random(seed, Shape::varied(seed));
        let tree = node.tree();
        for driver in DRIVERS {
            let (_, events) = events(&tree, |task, watch| Evolving::new(driver).search(task, watch));
            let mut listed = Listed { root: &node, moves: BTreeMap::new() };
            // Begun nodes that may not go on now, or might not at some time since they listed a move.
            let mut left: BTreeSet<Path> = BTreeSet::new();
            let mut told = None;
            for event in events {
                match event {
                    Event::Research(parent, Some(number), _) => told = Some([&parent[..], &[number]].concat()),
                    Event::Expand(path, _) => {
                        let mut needed = BTreeSet::new();
                        listed.needs(&[], 0, &mut needed);
                        assert!(needed.contains(&path), "seed {seed}, {driver:?}");
                        left.extend(listed.moves.keys().filter(|path| !needed.contains(*path)).cloned());
                        assert_eq!(told.take(), left.take(&path), "seed {seed}, {driver:?}");
                        *listed.moves.entry(path).or_default() += 1;
                    }
                    _ => {}
                }
            }
            let mut needed = BTreeSet::new();
            listed.needs(&[], 0, &mut needed);
            assert!(needed.is_empty() && listed.value(&[]) == node.minimax(true), "seed {seed}, {driver:?}");
            let mut counters = Counters::default();
            let root = tree.root();
            Evolving::new(driver).search(&Task::new(&tree, &root, tree.height()), &mut counters);
            *restarts.entry(format!("{driver:?}")).or_insert(0) += counters.researches;
        }
    }
    assert!(restarts["DepthFirst"] > 100 && restarts["DepthFirst"] < restarts["Preorder"], "{restarts:?}");
}
