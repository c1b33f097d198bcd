//! Evolving tree search: minimax for every driver and every way of deepening; driven depth first, alpha-beta.

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
