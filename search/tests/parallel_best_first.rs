//! PARSSS* and PARITERSSS* on every machine, against minimax, SSS* and their paper.

mod reference;

use provebest_game::{Depth, Score, SplitMix64};
use provebest_machine::{Costs, Latency, Simulated};
use provebest_games::tree::Tree;
use provebest_search::*;
use reference::trees::for_seeds;
use reference::{Family, Plain};

/// The example of the paper, with some value for each of the leaves that do not matter.
fn example(others: [i32; 5]) -> Tree {
    let [a, b, c, d, e] = others;
    let tree = format!("[[[[4,4],[4,{a}]],[[4,4],[{b},{c}]]],[[[6,5],[6,5]],[[5,4],[3,{d}]]]]");
    let _ = e;
    tree.parse().expect("a tree")
}

#[test]
fn the_papers_example() {
    for others in [[0; 5], [9; 5], [-9; 5], [4; 5], [5, 3, 4, 6, 1]] {
        let tree = example(others);
        let root = tree.root();
        let task = Task::new(&tree, &root, tree.height());
        let mut leaves = Leaves::count().in_order();
        let (report, measured) = ParSss::default().search_in_step(&task, 2, &mut leaves).expect("not too deep");
        assert_eq!((report.value, measured.time, measured.work), (Some(Score(4)), 7, 12));
        let order: Vec<String> = leaves.order().iter().map(|leaf| leaf.replace('.', "")).collect();
        let first: Vec<&String> = order.iter().filter(|leaf| leaf.starts_with('1')).collect();
        let second: Vec<&String> = order.iter().filter(|leaf| leaf.starts_with('2')).collect();
        assert_eq!(first, ["1111", "1121", "1112", "1211", "1212"]);
        assert_eq!(second, ["2111", "2121", "2112", "2122", "2211", "2212", "2221"]);
        let (_, alone) = ParSss::default().search_in_step(&task, 1, &mut ()).expect("not too deep");
        assert_eq!((alone.time, alone.work), (12, 12));
    }
}

fn check(tree: &Plain, report: &Report<u32>) -> Result<(), String> {
    let moves: Vec<u32> = (0..tree.sons.len() as u32).collect();
    reference::family::check_answer(Family::IterSss(0), tree, &[], &moves, report)
}

#[test]
fn lock_step() {
    for_seeds(
        0..2000,
        |_| vec![1, 2, 3, 5, 8, 64],
        |tree, seed, processors| {
            let game = tree.to_tree();
            let root = game.root();
            let task = Task::new(&game, &root, game.height());
            let spawn_height = Depth([0, 0, 1, 2, 4][seed as usize % 5]);
            let mut counters = Counters::default();
            let (report, measured) =
                ParSss { spawn_height }.search_in_step(&task, processors, &mut counters).map_err(|e| e.to_string())?;
            check(tree, &report)?;
            demand!(counters.leaf_visits == measured.work, "work");
            demand!(measured.work <= measured.time * processors as u64, "{measured:?}");
            let least = u64::from(tree.height().div_ceil(2)) * tree.width().saturating_sub(1) + 1;
            for memory in [None, Some(0), Some(1), Some(2), Some(least), Some(least + 3), Some(1 << 40)] {
                let (report, _) =
                    ParIterSss { spawn_height, memory }.search_in_step(&task, processors, &mut ()).map_err(|e| e.to_string())?;
                check(tree, &report).map_err(|e| format!("{memory:?}: {e}"))?;
            }
            Ok(())
        },
    );
}

#[test]
fn shared_memory() {
    for_seeds(
        10_000..11_000,
        |_| vec![1, 2, 3, 5, 8, 64],
        |tree, seed, processors| {
            let game = tree.to_tree();
            let root = game.root();
            let task = Task::new(&game, &root, game.height());
            let spawn_height = Depth([0, 0, 1, 2, 4][seed as usize % 5]);
            let machine = network(seed, processors);
            let watches = vec![Counters::default(); processors];
            let ran = ParSss { spawn_height }.search_on_shared(&task, &machine, watches.clone()).map_err(|e| e.to_string())?;
            check(tree, &ran.report)?;
            for memory in [None, Some(0), Some(2)] {
                let search = ParIterSss { spawn_height, memory };
                let ran = search.search_on_shared(&task, &machine, watches.clone()).map_err(|e| e.to_string())?;
                check(tree, &ran.report)?;
            }
            Ok(())
        },
    );
}

/// Simulated processors with costs and a network that vary with the seed.
fn network(seed: u64, processors: usize) -> Simulated {
    let mut chance = SplitMix64::new(seed);
    let mut below = |count| chance.below(count);
    let costs = Costs { leaf: 1 + below(3), node: below(2), send: below(3), receive: below(2) };
    let costs = if seed.is_multiple_of(3) { Costs::default() } else { costs };
    let longest = [0, 1, 5, 40][below(4) as usize];
    Simulated::new(processors).costs(costs).latency(Latency::Random(0, longest)).seed(seed)
}
