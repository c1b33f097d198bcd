//! The hybrid of SSS* and alpha-beta, and SSS* and DUAL* side by side: minimax, and what holds at the ends.

use provebest_game::{Ply, Score};
use provebest_games::tree::Tree;
use provebest_search::measure::Event;
use provebest_search::{AlphaBeta, Counters, DualStar, HybridSss, Search, SideBySide, SssStar, Task};

use crate::trees::{Node, Path, Shape, events};

fn trees() -> impl Iterator<Item = (u64, Node, Tree)> {
    (0..3000).map(|seed| {
        let node = Node::random(seed, Shape::varied(seed));
        let tree = node.tree();
        (seed, node, tree)
    })
}

fn leaves<S: Search>(tree: &Tree, search: S) -> Vec<Path> {
    let (_, events) = events(tree, |task, watch| search.search(task, watch).map(|report| report.value));
    events.into_iter().filter_map(|event| if let Event::Leaf(path, _) = event { Some(path) } else { None }).collect()
}

#[test]
fn the_hybrid_at_every_seam() {
    let mut more = 0;
    for (seed, node, tree) in trees() {
        let height = tree.height().0;
        for seam in 0..=height + 1 {
            let mut counters = Counters::default();
            let root = tree.root();
            let task = Task::new(&tree, &root, tree.height());
            let report = HybridSss { seam: Ply(seam) }.search(&task, &mut counters).expect("shallow");
            assert_eq!(report.value, Some(Score(node.minimax(true))), "seed {seed}, seam {seam}");
            assert!(report.line_complete && node.is_best_play(&report.path), "seed {seed}, seam {seam}");
            assert_eq!(report.best, node.best().first().copied(), "the leftmost");
            let entries = u64::from(tree.width().max(1)).pow(seam.min(height).div_ceil(2));
            assert!(counters.stored <= entries, "seed {seed}, seam {seam}: {} of {entries}", counters.stored);
            more += u32::from(counters.leaf_visits > leaves(&tree, AlphaBeta).len() as u64);
        }
        assert_eq!(leaves(&tree, HybridSss { seam: Ply(0) }), leaves(&tree, AlphaBeta), "seed {seed}");
        assert_eq!(leaves(&tree, HybridSss { seam: Ply(height) }), leaves(&tree, SssStar), "seed {seed}");
    }
    assert!(more > 0, "between the ends it may exceed alpha-beta");
}

#[test]
fn at_the_leaves_it_counts_as_sss_star() {
    for (seed, _, tree) in trees() {
        let count = |search: &dyn Fn(&Task<'_, Tree>, &mut Counters)| {
            let mut counters = Counters::default();
            search(&Task::new(&tree, &tree.root(), tree.height()), &mut counters);
            (counters.leaf_visits, counters.inner, counters.stored)
        };
        let hybrid = HybridSss { seam: Ply(tree.height().0) };
        let one = count(&|task, counters| drop(hybrid.search(task, counters)));
        let other = count(&|task, counters| drop(SssStar.search(task, counters)));
        assert_eq!(one, other, "seed {seed}");
    }
}

#[test]
fn side_by_side_is_never_later() {
    let mut earlier = 0;
    for (seed, node, tree) in trees() {
        let root = tree.root();
        let task = Task::new(&tree, &root, tree.height());
        let report = SideBySide.search(&task, &mut ()).expect("shallow");
        assert_eq!(report.value, Some(Score(node.minimax(true))), "seed {seed}");
        assert!(report.line_complete && node.is_best_play(&report.path), "seed {seed}");
        let rounds = leaves(&tree, SideBySide).len().div_ceil(2);
        let alone = leaves(&tree, SssStar).len().min(leaves(&tree, DualStar).len());
        assert!(rounds <= alone, "seed {seed}: {rounds} rounds, {alone} alone");
        earlier += u32::from(rounds < alone);
    }
    assert!(earlier > 300, "{earlier} earlier");
}
