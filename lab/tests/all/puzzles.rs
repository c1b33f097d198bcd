//! Experiments on puzzles in their quick size: what must come out whatever the numbers are.

use std::collections::BTreeMap;

use provebest::Algorithm;
use provebest_lab::experiments::find;
use provebest_lab::plan::Wishes;
use provebest_lab::puzzles::{BRANCH_AND_BOUND, korf};
use provebest_lab::results::{Counted, Results, Summary};

/// Nodes by puzzle and search.
fn nodes(results: &Results) -> BTreeMap<(String, u32), BTreeMap<&str, u64>> {
    let mut map: BTreeMap<_, BTreeMap<&str, u64>> = BTreeMap::new();
    for Counted { subject, tree, row } in &results.rows {
        map.entry((subject.to_string(), *tree)).or_default().insert(&row.algorithm, row.nodes);
    }
    map
}

pub fn better_heuristics_need_fewer_nodes(_: &str, results: &Results) {
    for ((_, board), nodes) in nodes(results) {
        assert_eq!(nodes["ida-star+manhattan"], korf()[board as usize].nodes);
        assert!(nodes["ida-star+linear-conflict"] < nodes["ida-star+manhattan"]);
        assert!(nodes["ida-star+walking-distance"] < nodes["ida-star+manhattan"]);
    }
}

pub fn its_table_is_that_of_korf(data: &str) {
    let header = "order,width,depth,tree,algorithm,leaves,leaf_visits,minimal,nodes,stored,length";
    assert_eq!(data.lines().next(), Some(header));
    let first = data.lines().nth(1).unwrap();
    assert!(first.starts_with("tiles,4,4,0,ida-star+manhattan,,") && first.contains(",,540860,0,"), "{first}");
}

pub fn iterations_grow_by_about_five(_: &str, results: &Results) {
    let of = |board: u32| -> Vec<u64> {
        let own = results.rows.iter().filter(|one| one.tree == board && one.row.algorithm == "ida-star+manhattan");
        own.map(|one| one.row.nodes).collect()
    };
    for board in 0..4 {
        let nodes = of(board);
        let [.., before, last] = nodes[..] else { panic!("{nodes:?}") };
        assert!((3..8).contains(&(last / before)), "{nodes:?}");
    }
}

pub fn a_star_pays_with_memory(_: &str, results: &Results) {
    for ((kind, _), nodes) in nodes(results) {
        assert!(nodes["a-star"] < nodes["ida-star"], "{kind}: {nodes:?}");
    }
    for one in &results.rows {
        let large = one.row.counts[1].unwrap() > 10_000;
        assert_eq!(large, one.row.algorithm == "a-star", "{:?}", one.row);
    }
}

pub fn branch_and_bound_beats_ida_star_on_salesmen(_: &str, results: &Results) {
    for (place, nodes) in nodes(results) {
        assert!(nodes["ida-star"] > nodes[BRANCH_AND_BOUND], "{place:?}: {nodes:?}");
        assert!(nodes["ida-star"] > nodes["a-star"], "{place:?}: {nodes:?}");
    }
    for one in results.rows.iter().filter(|one| one.row.algorithm == "ida-star") {
        assert!(one.row.counts[1].unwrap() > 3, "many iterations: {:?}", one.row);
    }
}

pub fn processors_are_at_work(_: &str, results: &Results) {
    let all = results.summaries();
    let of = |name: &str, count: i64| all.iter().find(|one| one.algorithm == name && one.key() == Some(count)).unwrap();
    let at = |count: i64| of("first-solution", count);
    assert_eq!((at(1).speedup.mean(), at(1).counts[1].mean()), (1.0, 1000.0), "every node is work");
    assert!(at(16).counts[1].mean() > 900.0 && at(16).speedup.mean() > 8.0, "{:?}", at(16));
    let whole = |count: i64| of("whole-iteration", count);
    assert_eq!(whole(1).nodes.mean(), whole(16).nodes.mean(), "the same work");
    assert!(whole(4).speedup.mean() > 3.6, "{:?}", whole(4));
    let driven = |count: i64| of("transposition-driven", count);
    assert!(driven(1).nodes.mean() < whole(1).nodes.mean(), "{:?}", driven(1));
    assert!(driven(16).speedup.mean() > 8.0, "{:?}", driven(16));
}

pub fn a_first_solution_comes_before_the_proof(_: &str, results: &Results) {
    let all = results.summaries();
    let of = |name: &str, count: i64| -> &Summary {
        all.iter().find(|one| one.key() == Some(count) && one.algorithm == name).unwrap()
    };
    for count in [1, 4, 16] {
        let times = ["first-solution", "best-solution", "proof"].map(|name| of(name, count).time().mean());
        assert!(times[0] <= times[1] && times[1] <= times[2], "{times:?}");
        assert_eq!(of("proof", count).counts[0].mean(), 0.0);
    }
    assert!(of("first-solution", 16).time().mean() < of("proof", 16).time().mean());
}

#[test]
fn wrong_sizes_are_refused() {
    let refused = |name: &str, wishes: Wishes| {
        let experiment = find(name).unwrap();
        let plan = experiment.plan(true).with(&wishes);
        plan.check().and_then(|()| experiment.check(&plan)).unwrap_err().to_string()
    };
    let algorithms = Some(vec![Algorithm::AlphaBeta]);
    assert!(refused("korf-100", Wishes { algorithms, ..Wishes::default() }).contains("expected none"));
    let many = Wishes { trees: Some(101), ..Wishes::default() };
    assert!(refused("korf-100", many).contains("at most 100"));
    let small = Wishes { widths: Some(vec![2]), depths: Some(vec![3]), ..Wishes::default() };
    assert!(refused("a-star-memory", small).contains("from 3 to 5"));
    let other = Wishes { widths: Some(vec![3]), depths: Some(vec![3]), ..Wishes::default() };
    assert!(refused("korf-100", other).contains("a width of 4"));
}
