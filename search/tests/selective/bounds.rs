//! B* and PB*: the move is best, it is separated, the intervals hold, and nothing does it with fewer expansions than the least.

use std::collections::BTreeSet;

use provebest_game::{Depth, Score};
use provebest_games::synthetic::{Artificial, Correlated, Independent};
use provebest_games::tree::Tree;
use provebest_search::{BStar, Counters, Kind, Limits, Minimax, PbStar, Search, Selection, Strategy, Task};

use crate::trees::{Node, Path, Shape, set, watched};

/// What holds at separation.
fn check(node: &Node, found: &Selection<u32>) {
    let value = node.minimax(true);
    assert!(found.separated && found.contradiction.is_none() && found.report.stopped.is_none());
    match found.report.best {
        Some(best) => assert!(node.best().contains(&best)),
        None => assert!(node.is_leaf()),
    }
    assert_eq!(found.moves.len(), node.children.len());
    for (child, found) in node.children.iter().zip(&found.moves) {
        let value = Score(child.minimax(false));
        assert!(found.low <= value && value <= found.high);
    }
    if let Some(best) = found.report.best {
        let low = found.moves[best as usize].low;
        assert!(found.moves.iter().enumerate().all(|(i, other)| i == best as usize || other.high <= low));
    }
    match (found.report.value, found.report.kind) {
        (Some(Score(low)), Kind::Lower) => assert!(low <= value),
        (Some(exact), Kind::Exact) => assert_eq!(exact, Score(value)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_best_move_is_separated() {
    for seed in 0..3000 {
        let node = Node::random(seed, Shape::varied(seed));
        let tree = node.tree();
        for (_, strategy) in Strategy::ALL {
            let mut counters = Counters::default();
            let found = BStar { strategy }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut counters);
            check(&node, &found);
            assert!(counters.leaf_visits <= tree.node_count() && counters.stored == counters.leaf_visits);
        }
        check(&node, &PbStar::default().search(&Task::new(&tree, &tree.root(), tree.height()), &mut ()));
    }
}

/// B* that begins at the root after every expansion, without memory but for the set of expanded nodes.
struct Reference<'n> {
    node: &'n Node,
    expanded: BTreeSet<Path>,
}

impl Reference<'_> {
    fn at(&self, path: &[u32]) -> &Node {
        path.iter().fold(self.node, |node, &number| &node.children[number as usize])
    }

    fn children(&self, path: &[u32]) -> Vec<Path> {
        (0..self.at(path).children.len() as u32).map(|number| [path, &[number]].concat()).collect()
    }

    fn bounds(&self, path: &[u32]) -> (i32, i32) {
        let node = self.at(path);
        if !self.expanded.contains(path) {
            return (node.low, node.high);
        }
        let all: Vec<(i32, i32)> = self.children(path).iter().map(|child| self.bounds(child)).collect();
        let (lows, highs) = (all.iter().map(|b| b.0), all.iter().map(|b| b.1));
        let (low, high) =
            if path.len().is_multiple_of(2) { (lows.max(), highs.max()) } else { (lows.min(), highs.min()) };
        (node.low.max(low.unwrap()), node.high.min(high.unwrap()))
    }

    fn ranked(&self, path: &[u32]) -> Vec<Path> {
        let mut children = self.children(path);
        children.sort_by_key(|child| {
            let (low, high) = self.bounds(child);
            if path.len().is_multiple_of(2) { (-high, -low) } else { (low, high) }
        });
        children
    }

    fn is_separated(&self) -> bool {
        let moves = self.ranked(&[]);
        self.node.is_leaf() || moves.len() < 2 && self.expanded.contains(&vec![]) || {
            self.expanded.contains(&vec![]) && self.bounds(&moves[0]).0 >= self.bounds(&moves[1]).1
        }
    }

    fn run(mut self, disprove: bool) -> Vec<Path> {
        let mut order = Vec::new();
        while !self.is_separated() {
            let mut at = Path::new();
            if self.expanded.contains(&at) {
                let moves = self.ranked(&[]);
                let low = self.bounds(&moves[0]).0;
                let allowed = moves.iter().all(|other| self.bounds(other).0 <= low);
                at = moves[usize::from(disprove && allowed)].clone();
            }
            while self.expanded.contains(&at) {
                at = self.ranked(&at).remove(0);
            }
            self.expanded.insert(at.clone());
            order.push(at);
        }
        order
    }
}

#[test]
fn to_resume_below_or_at_the_root_is_the_same() {
    for seed in 0..2000 {
        let node = Node::random(seed, Shape::varied(seed));
        let tree = node.tree();
        for (strategy, disprove) in [(Strategy::ProveBest, false), (Strategy::DisproveRest, true)] {
            let (_, expanded) = watched(&tree, |task, watch| BStar { strategy }.search(task, watch));
            let order: Vec<Path> = expanded.into_iter().map(|(path, _)| path).collect();
            assert_eq!(order, Reference { node: &node, expanded: BTreeSet::new() }.run(disprove), "seed {seed}");
        }
    }
}

/// All sets of inner nodes that have with a node also its parent, the smallest first.
fn least_separating(node: &Node) -> usize {
    let inner = node.inner();
    let mut least = inner.len();
    for bits in 0_u32..1 << inner.len() {
        let chosen: BTreeSet<Path> =
            inner.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, path)| path.clone()).collect();
        let closed = chosen.iter().all(|path| path.is_empty() || chosen.contains(&path[..path.len() - 1]));
        if closed && chosen.len() < least && (Reference { node, expanded: chosen.clone() }).is_separated() {
            least = chosen.len();
        }
    }
    least
}

#[test]
fn never_fewer_than_the_smallest_separating_set() {
    let mut reached = 0;
    for seed in 0..600 {
        let node = Node::random(seed, Shape::tiny(seed));
        if node.inner().len() > 9 {
            continue;
        }
        let (tree, least) = (node.tree(), least_separating(&node));
        for (name, strategy) in Strategy::ALL {
            let (_, expanded) = watched(&tree, |task, watch| BStar { strategy }.search(task, watch));
            assert!(expanded.len() >= least && set(&expanded).len() == expanded.len(), "seed {seed}, {name}");
            reached += usize::from(expanded.len() == least);
        }
        let (_, expanded) = watched(&tree, |task, watch| PbStar::default().search(task, watch));
        assert!(expanded.len() >= least, "seed {seed}");
    }
    assert!(reached > 1000, "{reached} searches were as short as possible");
}

#[test]
fn wrong_intervals_are_a_heuristic() {
    let (mut wrong, mut noticed) = (0, 0);
    for seed in 0..2000 {
        let mut node = Node::random(seed, Shape { width: 3, depth: 4, values: 20, slack: 6 });
        spoil(&mut node, &mut provebest_game::SplitMix64::new(seed));
        let tree = node.tree();
        for (_, strategy) in Strategy::ALL {
            let found = BStar { strategy }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ());
            assert_ne!(found.separated, found.contradiction.is_some(), "one or the other");
            assert_eq!(found.contradiction.is_some(), found.report.kind == Kind::Heuristic);
            noticed += u32::from(found.contradiction.is_some());
            wrong += u32::from(found.separated && found.report.best.is_some_and(|best| !node.best().contains(&best)));
        }
        let found = PbStar::default().search(&Task::new(&tree, &tree.root(), tree.height()), &mut ());
        assert_ne!(found.separated, found.contradiction.is_some());
    }
    assert!(noticed > 1000 && wrong > 0, "{noticed} noticed, {wrong} wrong");
}

/// Shifts a tenth of the intervals.
fn spoil(node: &mut Node, chance: &mut provebest_game::SplitMix64) {
    if !node.is_leaf() && chance.happens(10) {
        let shift = chance.below(15) as i32 - 7;
        (node.low, node.high) = (node.low + shift, node.high + shift);
    }
    node.children.iter_mut().for_each(|child| spoil(child, chance));
}

#[test]
fn generated_trees() {
    for seed in 0..40 {
        let tree = Correlated::new(3, Depth(4), seed, seed % 2 == 0).expect("a tree");
        let root = tree.root();
        let task = Task::new(&tree, &root, Depth(4));
        let value = Minimax.search(&task, &mut ()).expect("shallow").value;
        for (_, strategy) in Strategy::ALL {
            let found = BStar { strategy }.search(&task, &mut ());
            assert!(found.separated && found.report.value <= value);
            assert!(Some(found.moves[found.report.path[0] as usize].high) >= value);
        }
        assert!(PbStar::default().search(&task, &mut ()).separated);
    }
    for seed in 0..60 {
        let tree = Artificial::new(3 + seed as u32 % 3, seed, 200, 2, seed % 2 == 0).expect("a tree");
        let root = tree.root();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let found = Strategy::ALL.map(|(_, strategy)| {
            BStar { strategy }.search(&Task::new(&tree, &root, Depth(u32::MAX)).within(limits), &mut ())
        });
        for one in &found {
            assert!(one.contradiction.is_none() && one.separated == one.report.stopped.is_none());
            for other in &found {
                // What one has proved of a move, another cannot have disproved.
                assert!(one.moves.iter().zip(&other.moves).all(|(a, b)| a.low <= b.high && b.low <= a.high));
            }
        }
    }
}

/// On trees with true distributions the confidence is the frequency of right moves.
#[test]
fn doubt_is_calibrated() {
    for (doubt, trees) in [(0.1, 3000), (0.3, 3000)] {
        let (mut claimed, mut right) = (0.0, 0);
        for seed in 0..trees {
            let tree = Independent::new(3, Depth(4), seed, 20).expect("a tree");
            let root = tree.root();
            let found = PbStar { doubt }.search(&Task::new(&tree, &root, Depth(4)), &mut ());
            claimed += found.confidence.unwrap_or(1.0);
            assert!(
                found.confidence.is_none_or(|chance| chance >= 1.0 - doubt)
                    && found.separated == found.confidence.is_none()
            );
            let worth = |number: u32| {
                let mut child = root;
                provebest_game::Game::play(&tree, &mut child, number);
                Minimax.search(&Task::new(&tree, &child, Depth(3)), &mut ()).expect("shallow").value.map(|value| -value)
            };
            let best = (0..3).map(worth).max();
            right += u32::from(found.report.best.map(worth) == best);
        }
        let (claimed, right) = (claimed / trees as f64, f64::from(right) / trees as f64);
        let error = (claimed * (1.0 - claimed) / trees as f64).sqrt();
        assert!((claimed - right).abs() < 3.5 * error, "doubt {doubt}: {claimed} claimed, {right} right, ± {error}");
    }
}

/// One move, no move, and moves that tie.
#[test]
fn small_roots() {
    let run = |text: &str| {
        let tree: Tree = text.parse().expect("a tree");
        let root = tree.root();
        let task = Task::new(&tree, &root, tree.height());
        let found = BStar::default().search(&task, &mut ());
        let again = PbStar::default().search(&task, &mut ());
        assert_eq!((&found.report, found.separated), (&again.report, again.separated));
        (found.report.value, found.report.kind, found.report.path, found.separated)
    };
    assert_eq!(run("7"), (Some(Score(7)), Kind::Exact, vec![], true));
    assert_eq!(run("[7]"), (Some(Score(7)), Kind::Exact, vec![0], true));
    let one = run(r#"{"low":1,"high":9,"children":[{"low":2,"high":8,"children":[5]}]}"#);
    assert_eq!(one, (Some(Score(2)), Kind::Lower, vec![0], true));
    // The highs tie: the second move is a point, and best.
    assert_eq!(run(r#"{"low":0,"high":9,"children":[{"low":0,"high":5,"children":[5]},5]}"#).2, vec![1]);
}
