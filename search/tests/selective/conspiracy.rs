//! Conspiracy numbers against their definition, and the search by its contract.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use provebest_game::{Score, SplitMix64, Window};
use provebest_search::measure::Event;
use provebest_search::{Conspiracy, ConspiracyNumbers, ConspiracyWindow, Counters, Kind, Limits, Task};

use crate::trees::{Node, Path, Shape, events, set, watched};

const BOTTOM: i32 = -1;

/// A grown part of a tree: which nodes are expanded.
struct Part<'n> {
    root: &'n Node,
    expanded: BTreeSet<Path>,
}

impl Part<'_> {
    fn at(&self, path: &[u32]) -> &Node {
        path.iter().fold(self.root, |node, &number| &node.children[number as usize])
    }

    fn children(&self, path: &[u32]) -> Option<Vec<Path>> {
        let count = self.at(path).children.len() as u32;
        self.expanded.contains(path).then(|| (0..count).map(|number| [path, &[number]].concat()).collect())
    }

    /// The frontier nodes that may change.
    fn open(&self, path: &[u32]) -> Vec<Path> {
        match self.children(path) {
            Some(children) => children.iter().flat_map(|child| self.open(child)).collect(),
            None if self.at(path).is_leaf() => Vec::new(),
            None => vec![path.to_vec()],
        }
    }

    fn value(&self, path: &[u32], changed: &[(Path, i32)]) -> i32 {
        let Some(children) = self.children(path) else {
            let change = changed.iter().find(|(at, _)| at == path);
            return change.map_or(self.at(path).value, |(_, value)| *value);
        };
        let values = children.iter().map(|child| self.value(child, changed));
        if path.len().is_multiple_of(2) { values.max() } else { values.min() }.unwrap()
    }

    /// By the definition: the least number of open nodes that have to change for the root to be worth `value`.
    fn by_definition(&self, value: i32, top: i32) -> Option<u32> {
        let open = self.open(&[]);
        let range = (top - BOTTOM + 2) as u64; // one choice more: not changed
        let choices = range.pow(open.len() as u32);
        let change = |mut choice: u64| {
            let mut changed = Vec::new();
            for path in &open {
                if !choice.is_multiple_of(range) {
                    changed.push((path.clone(), BOTTOM - 1 + (choice % range) as i32));
                }
                choice /= range;
            }
            changed
        };
        let reach = (0..choices).map(change).filter(|changed| self.value(&[], changed) == value);
        reach.map(|changed| changed.len() as u32).min()
    }

    /// By the recursion: to be worth at least (rise) or at most `value`.
    fn number(&self, path: &[u32], value: i32, rise: bool) -> Option<u32> {
        let Some(children) = self.children(path) else {
            let (node, worth) = (self.at(path), self.value(path, &[]));
            let holds = if rise { worth >= value } else { worth <= value };
            return if holds { Some(0) } else { (!node.is_leaf()).then_some(1) };
        };
        let numbers = children.iter().map(|child| self.number(child, value, rise));
        if path.len().is_multiple_of(2) == rise { numbers.flatten().min() } else { numbers.sum() }
    }
}

fn search(threshold: u32, top: i32) -> ConspiracyNumbers {
    let range = Some((Score(BOTTOM), Score(top)));
    ConspiracyNumbers { threshold: NonZeroU32::new(threshold), range, ..ConspiracyNumbers::default() }
}

/// Stopped after some nodes, with what was expanded until then.
fn stopped(node: &Node, search: ConspiracyNumbers, nodes: u64) -> (Conspiracy<u32>, BTreeSet<Path>) {
    let tree = node.tree();
    let (found, expanded) = watched(&tree, |task, watch| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        search.search(&Task::new(task.game, task.root, task.depth).within(limits), watch)
    });
    (found, set(&expanded))
}

#[test]
fn the_numbers_are_those_of_the_definition() {
    let mut compared = 0;
    for seed in 0..400 {
        let node = Node::random(seed, Shape::tiny(seed));
        let top = 5;
        for nodes in [1, 2, 5, 8, 12, 20] {
            let (found, expanded) = stopped(&node, search(0, top), nodes);
            let part = Part { root: &node, expanded };
            let worth = part.value(&[], &[]);
            assert_eq!(found.estimate, Some(Score(worth)), "seed {seed}");
            let mut last = [0, 0];
            for value in BOTTOM..=top {
                let number = found.number(Score(value));
                let recursion = part.number(&[], value, value > worth);
                assert_eq!(number, recursion, "seed {seed}, {nodes} nodes, value {value}");
                assert_eq!(number == Some(0), value == worth);
                if part.open(&[]).len() <= 4 {
                    assert_eq!(number, part.by_definition(value, top), "seed {seed}, {nodes} nodes, value {value}");
                    compared += 1;
                }
            }
            for distance in 1..=top - BOTTOM {
                // Monotone on both sides.
                for (side, value) in [(0, worth + distance), (1, worth - distance)] {
                    let number = found.number(Score(value)).unwrap_or(u32::MAX);
                    if (BOTTOM..=top).contains(&value) {
                        assert!(number >= last[side], "seed {seed}");
                        last[side] = number;
                    }
                }
            }
        }
    }
    assert!(compared > 3000, "{compared} compared");
}

#[test]
fn without_a_threshold_it_is_minimax() {
    for seed in 0..3000 {
        let node = Node::random(seed, Shape::varied(seed));
        let tree = node.tree();
        let root = tree.root();
        let task = Task::new(&tree, &root, tree.height());
        let mut counters = Counters::default();
        let found = search(0, 200).search(&task, &mut counters);
        assert_eq!(
            (found.report.value, found.report.kind),
            (Some(Score(node.minimax(true))), Kind::Exact),
            "seed {seed}"
        );
        assert!(
            found.report.line_complete && node.is_best_play(&found.report.path),
            "seed {seed}: {:?}",
            found.report.path
        );
        assert!(counters.leaf_visits <= tree.node_count() && counters.stored == counters.leaf_visits);
        let plain = ConspiracyNumbers::default().search(&task, &mut ());
        assert_eq!(plain.report.value, found.report.value, "with the range of all trees");
        let grain = NonZeroU32::new(1 + seed as u32 % 7).unwrap();
        let coarse = ConspiracyNumbers { grain, ..search(0, 200) }.search(&task, &mut ());
        assert_eq!(coarse.report.value, found.report.value, "leaves are not rounded");
    }
}

#[test]
fn every_other_value_needs_the_threshold() {
    for seed in 0..2000 {
        let node = Node::random(seed, Shape::varied(seed));
        let (tree, top) = (node.tree(), 101);
        for threshold in 1..6 {
            let (found, expanded) = watched(&tree, |task, watch| search(threshold, top).search(task, watch));
            assert!(threshold > 1 || expanded.is_empty());
            let part = Part { root: &node, expanded: set(&expanded) };
            let worth = part.value(&[], &[]);
            assert_eq!(found.estimate, Some(Score(worth)));
            for (value, rise) in [(worth + 1, true), (worth - 1, false)] {
                if (BOTTOM..=top).contains(&value) {
                    let number = part.number(&[], value, rise);
                    assert!(number.is_none_or(|number| number >= threshold), "seed {seed}, T {threshold}: {number:?}");
                }
            }
        }
    }
}

#[test]
fn a_window_tells_the_side() {
    for seed in 0..2000 {
        let node = Node::random(seed, Shape::varied(seed));
        let tree = node.tree();
        let value = node.minimax(true);
        for (alpha, beta) in [(value - 2, value), (value, value + 1), (value - 1, value + 1), (1, 4), (-3, 0)] {
            let window = Window::new(Score(alpha), Score(beta));
            let (report, _) =
                watched(&tree, |task, watch| ConspiracyWindow { threshold: None, window }.search(task, watch));
            match (report.value, report.kind) {
                (Some(lower), Kind::Lower) => assert!(lower == Score(beta) && value >= beta, "seed {seed}"),
                (Some(upper), Kind::Upper) => assert!(upper == Score(alpha) && value <= alpha, "seed {seed}"),
                (Some(_), Kind::Heuristic) => assert!(alpha < value && value < beta, "seed {seed}"),
                other => panic!("{other:?}"),
            }
            for threshold in 1..4 {
                let search = ConspiracyWindow { threshold: NonZeroU32::new(threshold), window };
                let (report, expanded) = watched(&tree, |task, watch| search.search(task, watch));
                let part = Part { root: &node, expanded: set(&expanded) };
                let worth = part.value(&[], &[]);
                assert_eq!(report.value, Some(Score(worth)));
                let needs = match worth {
                    worth if worth >= beta => vec![part.number(&[], beta - 1, false)],
                    worth if worth <= alpha => vec![part.number(&[], alpha + 1, true)],
                    _ => vec![part.number(&[], beta, true), part.number(&[], alpha, false)],
                };
                assert!(needs.iter().all(|need| need.is_none_or(|need| need >= threshold)), "seed {seed}: {needs:?}");
            }
        }
    }
}

#[test]
fn an_expansion_updates_its_path_and_nothing_else() {
    for seed in 0..1000 {
        let node = Node::random(seed, Shape::varied(seed));
        let window = Window::new(Score(1), Score(4));
        let tree = node.tree();
        let runs = [
            events(&tree, |task, watch| drop(search(3, 101).search(task, watch))).1,
            events(&tree, |task, watch| drop(search(0, 101).search(task, watch))).1,
            events(&tree, |task, watch| drop(ConspiracyWindow { threshold: None, window }.search(task, watch))).1,
        ];
        for run in runs {
            let mut path: Option<Path> = None;
            for event in run {
                match event {
                    Event::Expand(at, _) => path = Some(at),
                    // From the expanded node upwards, each once.
                    Event::Exit(at, _) => {
                        assert_eq!(path, Some(at.clone()), "seed {seed}");
                        path = at.split_last().map(|(_, above)| above.to_vec());
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Numbers of another implementation: evaluations on trees with w = 3 and d = 6 whose values drift by steps
/// of 10, by threshold, and how far the value is off.
#[test]
fn evaluations_by_threshold() {
    for (threshold, expected, error) in [(2, 82.0, 2.0), (3, 157.0, 0.5), (4, 267.0, 0.1), (0, 418.0, 0.0)] {
        let (mut sum, mut off) = (0, 0);
        for seed in 0..300 {
            let node = Node::drifting(&mut SplitMix64::new(seed), 0, 3, 6);
            let (tree, range) = (node.tree(), Some((Score(-60), Score(60))));
            let root = tree.root();
            let mut counters = Counters::default();
            let threshold = NonZeroU32::new(threshold);
            let search = ConspiracyNumbers { threshold, range, ..ConspiracyNumbers::default() };
            let found = search.search(&Task::new(&tree, &root, tree.height()), &mut counters);
            sum += counters.leaf_visits;
            off += (found.estimate.expect("an estimate").0 - node.minimax(true)).unsigned_abs();
        }
        let (mean, off) = (sum as f64 / 300.0, f64::from(off) / 300.0);
        assert!((mean / expected - 1.0).abs() < 0.1, "threshold {threshold}: {mean} for {expected}, {off} off");
        assert!(off <= error, "threshold {threshold}: {mean} for {expected}, {off} off");
    }
}
