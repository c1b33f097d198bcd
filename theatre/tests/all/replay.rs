//! Replaying a tape: the leaves that were seen prove the value in the end, and they are as many as the counters say.

use std::collections::HashSet;

use serde_json::json;

use crate::reader::{Reel, all_methods, trees};

pub const INFINITY: i64 = 2_000_000_000;

/// What the leaves seen so far prove of every node, computed anew: as simple as can be.
pub fn proved(reel: &Reel, seen: &HashSet<usize>) -> Vec<(i64, i64)> {
    let (children, values) = (reel.children(), reel.column("nodes.value"));
    let mut bounds = vec![(-INFINITY, INFINITY); children.len()];
    for node in (0..children.len()).rev() {
        if children[node].is_empty() {
            if seen.contains(&node) {
                bounds[node] = (values[node], values[node]);
            }
            continue;
        }
        let below = children[node].iter().map(|child| child.map_or((-INFINITY, INFINITY), |child| bounds[child]));
        let better = if reel.ply(node).is_multiple_of(2) { i64::max } else { i64::min };
        bounds[node] = below.reduce(|a, b| (better(a.0, b.0), better(a.1, b.1))).unwrap();
    }
    bounds
}

fn check(reel: &Reel, run: usize) {
    let head = &reel.runs()[run];
    let (method, values) = (&head["method"], reel.column("nodes.value"));
    let leaves: Vec<_> = reel.events(run).into_iter().filter(|row| row.kind == 1).collect();
    let distinct: HashSet<usize> = leaves.iter().map(|row| row.node).collect();
    let of_the_tree = |node: &usize| reel.column("nodes.children")[*node] == 0;
    for row in leaves.iter().filter(|row| of_the_tree(&row.node)) {
        assert_eq!(row.a, values[row.node], "{method}: the value of leaf {}", reel.name(row.node));
    }
    // What is true is known where all nodes are listed.
    let whole = reel.head["whole"] == true;
    let all: HashSet<usize> = (0..values.len()).filter(of_the_tree).collect();
    let truth = if whole { proved(reel, &all) } else { Vec::new() };
    for row in reel.events(run) {
        if let (7, Some(&(value, _))) = (row.kind, truth.get(row.node)) {
            assert!(row.a <= value && value <= row.b, "{method}: {row:?}, but the value is {value}");
        }
        let children = reel.column("nodes.children")[row.node];
        match row.kind {
            0 => assert!(row.a < row.b && children > 0, "{method}: {row:?}"),
            2 | 3 => assert!((0..children).contains(&row.child), "{method}: {row:?}"),
            4 => assert!((-1..children).contains(&row.child) && row.a < row.b, "{method}: {row:?}"),
            7 => assert!(row.a <= row.b && (row.a > -INFINITY || row.b < INFINITY), "{method}: {row:?}"),
            _ => assert_eq!(row.child, -1, "{method}: {row:?}"),
        }
    }
    assert_eq!(head["counters"]["leaf_visits"], leaves.len(), "{method}");
    assert_eq!(head["counters"]["leaves"], distinct.len(), "{method}");
    assert_eq!(head["cap"], serde_json::Value::Null);
    let value = head["value"].as_i64().unwrap();
    assert_eq!(proved(reel, &distinct)[0], (value, value), "{method}");
    let end = head["line"].as_array().unwrap().iter().fold(0, |node, number| {
        reel.children()[node][number.as_u64().unwrap() as usize].expect("the line was visited")
    });
    assert_eq!(values[end], value, "{method}: the line leads to its value");
}

#[test]
fn the_leaves_prove_the_value_and_are_counted() {
    for (seed, tree) in trees(60).enumerate() {
        let machine = format!("sim:{},latency=0..{},seed={seed}", 1 + seed % 7, seed % 5);
        let mut runs = all_methods(&machine, false);
        runs.extend(all_methods(&machine, true));
        let reel = Reel::ask(&json!({"ask": "tape", "game": "tree", "position": tree, "runs": runs}));
        assert!(reel.head["whole"].as_bool().unwrap() && reel.runs().len() == runs.len());
        (0..runs.len()).for_each(|run| check(&reel, run));
    }
}

#[test]
fn games_are_replayed_too() {
    for (game, position, depth) in
        [("tictactoe", "5", 4), ("connect4", "4455", 5), ("othello", "", 4), ("chess", "", 3)]
    {
        let runs = json!([{"method": "alpha-beta"}, {"method": "mtd-f"}, {"method": "sss-star"}]);
        let request = json!({"ask": "tape", "game": game, "position": position, "depth": depth, "runs": runs});
        let reel = Reel::ask(&request);
        (0..3).for_each(|run| check(&reel, run));
        let moves = reel.text("nodes.moves");
        assert_eq!(moves.len() as u64, reel.head["nodes"].as_u64().unwrap());
        assert!(moves[0].is_empty() && moves[1..].iter().all(|word| !word.is_empty()));
    }
}

#[test]
fn a_large_tree_lists_what_was_visited_and_a_long_recording_ends() {
    let request = |method: &str| json!({"ask": "tape", "game": "uniform", "position": "w=10,d=6,seed=1", "runs": [{"method": method}]});
    let reel = Reel::ask(&request("alpha-beta"));
    assert_eq!(reel.head["whole"], false);
    check(&reel, 0);
    let visited: HashSet<usize> = reel.events(0).iter().map(|row| row.node).collect();
    assert_eq!(visited.len() as u64, reel.head["nodes"].as_u64().unwrap());
    let reel = Reel::ask(&request("minimax"));
    assert_eq!(reel.runs()[0]["cap"], "the recording ended after 400000 events");
    assert_eq!((&reel.runs()[0]["events"], &reel.runs()[0]["stopped"]), (&json!(400_000), &json!(null)));
}
