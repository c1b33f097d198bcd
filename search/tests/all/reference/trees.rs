//! Random trees, and the smallest one that fails.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use provebest_games::tree::Tree;

use super::Plain;

/// Holds a check of some kinds against the random trees of these seeds. For every kind the first tree that fails is made
/// as small as it can be, and all of them are told. Half of the seeds are enough for every day; with `PROVEBEST_SOAK` it takes all.
pub fn for_seeds<K: Copy + Debug>(
    seeds: Range<u64>,
    kinds: impl Fn(&Plain) -> Vec<K>,
    check: impl Fn(&Plain, u64, K) -> Result<(), String>,
) {
    let mut faults = BTreeMap::new();
    let all = std::env::var_os("PROVEBEST_SOAK").is_some();
    let count = (seeds.end - seeds.start).div_ceil(if all { 1 } else { 2 });
    for seed in seeds.take(count as usize) {
        let game = Tree::varied(seed);
        let tree = Plain::of(&game, &game.root(), game.height());
        for kind in kinds(&tree) {
            let name = format!("{kind:?}").split('(').next().map(str::to_owned);
            if faults.contains_key(&name) {
                continue;
            }
            let attempt = |tree: &Plain| attempt(|| check(tree, seed, kind));
            if let Err(fault) = attempt(&tree) {
                let (small, fault) = shrink(tree.clone(), fault, attempt);
                faults.insert(name, format!("\nseed {seed}, {kind:?}, shrunk to {small}\n{fault}\n"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.into_values().collect::<String>());
}

thread_local! {
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// A panic is a fault like others, and does not print by itself.
fn attempt(check: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                loud(panic)
            }
        }));
    });
    EXPECTED.set(true);
    let result = catch_unwind(AssertUnwindSafe(check));
    EXPECTED.set(false);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?");
        Err(format!("a panic: {text}"))
    })
}

fn shrink(mut tree: Plain, mut fault: String, check: impl Fn(&Plain) -> Result<(), String>) -> (Plain, String) {
    let mut tries = 3000;
    'smaller: loop {
        for candidate in smaller(&tree) {
            tries -= 1;
            if tries == 0 {
                return (tree, fault);
            }
            if let Err(again) = check(&candidate) {
                (tree, fault) = (candidate, again);
                continue 'smaller;
            }
        }
        return (tree, fault);
    }
}

/// Trees that are a little smaller: a subtree alone, a child less, a leaf for a subtree, a smaller value.
fn smaller(tree: &Plain) -> Vec<Plain> {
    let mut all: Vec<Plain> = tree.children.clone();
    let mut paths = vec![Vec::new()];
    while let Some(path) = paths.pop() {
        let node = tree.at(&path);
        let mut with = |change: &dyn Fn(&mut Plain)| {
            let mut copy = tree.clone();
            change(path.iter().fold(&mut copy, |node, &child| &mut node.children[child as usize - 1]));
            all.push(copy);
        };
        for number in 0..node.children.len() {
            if node.children.len() > 1 {
                with(&|node| drop(node.children.remove(number)));
            }
        }
        if node.is_leaf() {
            for value in [0, node.value / 2, node.value - node.value.signum()] {
                if value.abs() < node.value.abs() {
                    with(&|node| node.value = value);
                }
            }
        } else {
            let value = node.minimax();
            with(&|node| (node.children, node.value) = (Vec::new(), value));
        }
        paths.extend((1..=node.children.len() as u32).map(|child| path.iter().copied().chain([child]).collect()));
    }
    all.iter_mut().for_each(|tree| name(tree, Vec::new()));
    all.sort_by_key(Plain::count);
    all
}

/// Gives every node its path.
fn name(node: &mut Plain, path: Vec<u32>) {
    for (child, number) in node.children.iter_mut().zip(1..) {
        name(child, path.iter().copied().chain([number]).collect());
    }
    node.path = path;
}
