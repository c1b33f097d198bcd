//! Times never fall; a leaf visit at time t is the work of [t-1, t] in a span of its rank, and no two share it; the spans together are
//! the work.

use std::collections::HashSet;

use serde_json::json;

use crate::reader::{Reel, all_methods, trees};

fn check(reel: &Reel, run: usize, cost: i64) {
    let head = &reel.runs()[run];
    let method = format!("{} on {}", head["method"], head["machine"]);
    let rows = reel.events(run);
    assert!(rows.is_sorted_by_key(|row| row.time), "{method}: times fall");
    let leaves = rows.iter().filter(|row| row.kind == 1);
    let length = head["length"].as_i64().unwrap();
    if head["machine"].is_null() {
        assert!(leaves.zip(1..).all(|(row, number)| row.time == number && row.rank == 0), "{method}");
        return assert_eq!(head["counters"]["leaf_visits"], length, "{method}");
    }
    let column = |name: &str| reel.column(&format!("runs.{run}.span.{name}"));
    let spans: Vec<(i64, i64, i64)> =
        (0..column("rank").len()).map(|i| (column("rank")[i], column("start")[i], column("end")[i])).collect();
    let work: i64 = spans.iter().map(|(_, start, end)| end - start).sum();
    assert_eq!(head["machinery"]["work"], work, "{method}");
    assert_eq!(head["machinery"]["time"], length, "{method}");
    let mut taken = HashSet::new();
    assert!(rows.iter().all(|row| row.time <= length), "{method}: an event after the end");
    // What was under way when the answer was known has the time of the end, and is not in the spans.
    for leaf in leaves.filter(|leaf| leaf.time < length || head["processors"] == 1) {
        for slot in leaf.time - cost..leaf.time {
            let inside = |(rank, start, end): &(i64, i64, i64)| *rank == leaf.rank && *start <= slot && slot < *end;
            assert!(spans.iter().any(inside), "{method}: {leaf:?} lies in no span");
            assert!(taken.insert((leaf.rank, slot)), "{method}: {leaf:?} shares its time");
        }
    }
    if cost == 1 && head["processors"] == 1 {
        assert_eq!(taken.len() as i64, work, "{method}: on one processor without mail, work is leaves");
    }
}

#[test]
fn one_clock_for_all_searches() {
    for (seed, tree) in trees(60).enumerate() {
        let topology = ["complete", "ring", "grid", "cube", "tree"][seed % 5];
        let costs = [",leaf=1", ",leaf=3", ",node=1,send=2,receive=1"][seed % 3];
        let cost = if seed % 3 == 1 { 3 } else { 1 };
        let machine = format!("sim:{}{costs},latency=0..{},topology={topology},seed={seed}", 2 + seed % 7, seed % 6);
        let mut runs = all_methods(&machine, true);
        runs.extend(
            ["young-brothers,grain=3", "jamboree,grain=8", "er,grain=20", "young-brothers,table=10000"]
                .map(|method| json!({"method": method, "machine": machine})),
        );
        runs.extend(all_methods(&machine, false));
        let reel = Reel::ask(&json!({"ask": "tape", "game": "tree", "position": tree, "runs": runs}));
        (0..runs.len()).for_each(|run| check(&reel, run, cost));
    }
}

#[test]
fn one_processor_works_leaf_by_leaf() {
    for tree in trees(20) {
        let runs = all_methods("sim:1", true);
        let reel = Reel::ask(&json!({"ask": "tape", "game": "tree", "position": tree, "runs": runs}));
        (0..runs.len()).for_each(|run| check(&reel, run, 1));
    }
}

#[test]
fn a_limit_that_is_never_reached_changes_nothing() {
    for (seed, tree) in trees(10).enumerate() {
        let machine = format!("sim:{},latency=0..{},seed={seed}", 2 + seed % 5, seed % 4);
        let mut runs = all_methods(&machine, true);
        runs.extend(["young-brothers,grain=4", "jamboree,grain=9"].map(|m| json!({"method": m, "machine": machine})));
        let ask = |limits| json!({"ask": "tape", "game": "tree", "position": tree, "runs": runs, "limits": limits});
        let (free, limited) = (Reel::ask(&ask(json!({}))), Reel::ask(&ask(json!({"nodes": 1_000_000_000}))));
        for (run, asked) in runs.iter().enumerate() {
            let what = |reel: &Reel| {
                let head = &reel.runs()[run];
                (["value", "length", "counters", "machinery"].map(|field| head[field].clone()), reel.events(run))
            };
            assert_eq!(what(&free), what(&limited), "{asked}");
        }
    }
}
