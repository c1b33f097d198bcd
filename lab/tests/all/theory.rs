//! The formulas against searches: over all orders of a few leaves exactly, over thousands of trees within chance.

use provebest::games::synthetic::Independent;
use provebest::games::tree::Tree;
use provebest::search::{Counters, Search, Task};
use provebest::{Algorithm, Depth, Evaluate};
use provebest_lab::statistics::Sample;
use provebest_lab::theory::{alpha_beta_leaves, dual_star_leaves, sss_star_leaves};

type Formula = fn(u32, u32) -> f64;

const FORMULAS: [(Algorithm, Formula); 3] = [
    (Algorithm::AlphaBeta, alpha_beta_leaves),
    (Algorithm::SssStar, sss_star_leaves),
    (Algorithm::DualStar, dual_star_leaves),
];

fn visits<G: Evaluate>(algorithm: Algorithm, game: &G, root: &G::State, depth: u32) -> f64 {
    let mut counters = Counters::default();
    algorithm.search(&Task::new(game, root, Depth(depth)), &mut counters).expect("not too deep");
    counters.leaf_visits as f64
}

/// The text of a uniform tree with these leaves.
fn text(leaves: &[u8], width: usize) -> String {
    if let [leaf] = leaves {
        return leaf.to_string();
    }
    let children: Vec<String> = leaves.chunks(leaves.len() / width).map(|part| text(part, width)).collect();
    format!("[{}]", children.join(","))
}

/// Calls `visit` with every order of the leaves (Heap 1963).
fn every_order(leaves: &mut [u8], count: usize, visit: &mut impl FnMut(&[u8])) {
    if count <= 1 {
        return visit(leaves);
    }
    for k in 0..count {
        every_order(leaves, count - 1, visit);
        leaves.swap(if count.is_multiple_of(2) { k } else { 0 }, count - 1);
    }
}

/// Only the order of different leaves matters, and all orders are equally likely: the mean over all of them is exact.
#[test]
fn all_orders_of_a_few_leaves() {
    for (width, depth) in [(2, 2), (2, 3), (4, 1)] {
        let count = usize::pow(width, depth);
        let mut samples = [Sample::default(); 3];
        every_order(&mut (1..=count as u8).collect::<Vec<_>>(), count, &mut |leaves| {
            let tree: Tree = text(leaves, width).parse().expect("a tree");
            for (sample, (algorithm, _)) in samples.iter_mut().zip(FORMULAS) {
                sample.add(visits(algorithm, &tree, &tree.root(), depth));
            }
        });
        for (sample, (algorithm, formula)) in samples.iter().zip(FORMULAS) {
            let (mean, expected) = (sample.mean(), formula(width as u32, depth));
            assert!(
                (mean - expected).abs() < 1e-9,
                "{}, w={width}, d={depth}: {mean}, not {expected}",
                algorithm.name()
            );
        }
    }
}

#[test]
fn means_over_many_trees() {
    let shapes = [(2, 7), (2, 8), (3, 3), (3, 4), (3, 6), (4, 5), (5, 3), (5, 4), (5, 5), (8, 4), (10, 3), (20, 3)];
    for (algorithm, formula) in FORMULAS {
        for (width, depth) in shapes {
            let trees = (0..1500).map(|seed| {
                let tree = Independent::new(width, Depth(depth), seed, 1_000_000_000).expect("a tree");
                visits(algorithm, &tree, &tree.root(), depth)
            });
            let (sample, expected): (Sample, f64) = (trees.collect(), formula(width, depth));
            let z = (sample.mean() - expected) / sample.standard_error();
            let name = algorithm.name();
            assert!(z.abs() < 3.3, "{name}, w={width}, d={depth}: {:.2}, not {expected:.2} (z {z:.2})", sample.mean());
        }
    }
}
