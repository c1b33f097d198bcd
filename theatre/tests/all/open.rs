//! OPEN of SSS* and DUAL* follows from the events: it has as many entries as the events of kind 6 say, whenever they say it.

use std::collections::HashSet;

use serde_json::json;

use crate::reader::{Reel, trees};

/// Follows OPEN. One side (`chooser`, by the parity of its plies) has all children of a node in OPEN at once, the other side is led
/// from child to child.
fn check(reel: &Reel, run: usize, chooser: usize) -> usize {
    let children = reel.children();
    let mut open: HashSet<usize> = HashSet::from([0]);
    let chooses = |node: usize| reel.ply(node) % 2 == chooser;
    let is_below = |node: usize, above: usize| {
        std::iter::successors(Some(node), |&node| reel.parent(node)).any(|node| node == above)
    };
    let mut told = 0;
    for row in reel.events(run) {
        match row.kind {
            0 | 1 => {
                match reel.parent(row.node) {
                    Some(above) if !chooses(above) => open.retain(|&node| !is_below(node, above)),
                    _ => {
                        open.remove(&row.node);
                    }
                }
                open.retain(|&node| node == row.node || !is_below(row.node, node));
                match row.kind == 0 && chooses(row.node) {
                    true => open.extend(children[row.node].iter().flatten()),
                    false => {
                        open.insert(row.node);
                    }
                }
            }
            3 if row.a == 3 => {
                open.retain(|&node| !is_below(node, row.node));
                open.insert(row.node);
            }
            6 => {
                assert_eq!(open.len() as i64, row.a, "{} after {told}", reel.runs()[run]["method"]);
                told += 1;
            }
            _ => {}
        }
    }
    told
}

#[test]
fn open_has_the_size_that_is_told() {
    let mut told = 0;
    for tree in trees(150) {
        let runs = json!([{"method": "sss-star"}, {"method": "dual-star"}]);
        let reel = Reel::ask(&json!({"ask": "tape", "game": "tree", "position": tree, "runs": runs}));
        told += check(&reel, 0, 0) + check(&reel, 1, 1);
    }
    assert!(told > 1000, "{told} sizes were told");
}
