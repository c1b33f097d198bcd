//! Every search on thousands of random trees, against minimax and against the papers' own texts: value, kind, best
//! move, line, leaves in order, counters.

use provebest_game::Depth;
use provebest_games::synthetic::{Correlated, Independent, Order, Weighted};
use provebest_search::{IterSss, Search, Task, measure};

use crate::demand;
use crate::reference::family::{check_answer, examine, examine_all};
use crate::reference::trees::for_seeds;
use crate::reference::{Family, Plain};
use crate::sample::Sample;
use crate::watch::{counting, trace};

/// Many ties, irregular shapes, chains, single leaves, values from {0} to a thousand million.
#[test]
fn random_trees() {
    for_seeds(0..3000, Family::all, |tree, seed, search| {
        let game = tree.to_tree();
        // Now and then deeper than the tree is: what counts is where the leaves are.
        let depth = Depth(game.height().0 + [0, 0, 0, 1, 3][seed as usize % 5]);
        examine(&game, &game.root(), depth, tree, search)
    });
}

/// Informed NegaScout with a table that forgets: other leaves, the same answer.
#[test]
fn forgetful_tables() {
    let kinds = |_: &Plain| [0, 1, 40, 200, 1000, 100_000].map(Family::InsTable).to_vec();
    for_seeds(3000..5000, kinds, |tree, _, search| {
        let game = tree.to_tree();
        let mut leaves = Vec::new();
        let mut trace = trace(|event| {
            if let measure::Event::Leaf(path, _) = event {
                leaves.push(path.iter().map(|child| child + 1).collect());
            }
        });
        let report = search.search(&Task::new(&game, &game.root(), game.height()), &mut trace);
        let report = report.map_err(|error| error.to_string())?;
        drop(trace);
        let moves: Vec<u32> = (0..tree.children.len() as u32).collect();
        check_answer(search, tree, &leaves, &moves, &report)
    });
}

/// Without a number, ITERSSS* takes the least that always suffices.
#[test]
fn least_memory() {
    for_seeds(
        5000..5500,
        |_| vec![()],
        |tree, _, ()| {
            let game = tree.to_tree();
            let least = u64::from(tree.height().div_ceil(2)) * tree.width().saturating_sub(1) + 1;
            let run = |memory| {
                let mut watched = counting();
                let report = IterSss { memory }.search(&Task::new(&game, &game.root(), game.height()), &mut watched);
                (report, watched.0)
            };
            demand!(run(None) == run(Some(least)), "not the same as with {least}");
            Ok(())
        },
    );
}

#[test]
fn generated_trees() {
    let shapes = [(1, 1), (1, 6), (2, 1), (2, 7), (3, 5), (4, 4), (5, 3), (6, 4), (9, 3), (20, 2)];
    for (width, height) in shapes {
        let height = Depth(height);
        for seed in 0..6 {
            let told = |fault: String| panic!("w={width}, d={}, seed={seed}: {fault}", height.0);
            for range in [1, 30, 1_000_000_000] {
                let tree = Sample::from(Independent::new(width, height, seed, range).expect("a tree"));
                examine_all(&tree, &tree.root(), height).unwrap_or_else(told);
                for order in [Order::random(width), Order::perfect(width), Order::first(width, 60.0).expect("60 %")] {
                    let tree = Sample::from(Weighted::new(width, height, seed, range, order).expect("a tree"));
                    assert_eq!(i64::from(tree.planted().0), Plain::of(&tree, &tree.root(), height).minimax());
                    examine_all(&tree, &tree.root(), height).unwrap_or_else(told);
                }
            }
            for preordered in [false, true] {
                let tree = Sample::from(Correlated::new(width, height, seed, preordered).expect("a tree"));
                examine_all(&tree, &tree.root(), height).unwrap_or_else(told);
            }
        }
    }
}
