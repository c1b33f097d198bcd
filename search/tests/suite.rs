//! The trees of `suites/trees.txt`: leaf orders worked out elsewhere, for the searches and for the reference texts.

mod reference;

use std::collections::HashSet;

use provebest_games::tree::Tree;
use provebest_search::{Leaves, Search, Task};
use reference::family::dewey;
use reference::{Family, Plain};

const SUITE: &str = include_str!("../../suites/trees.txt");

fn named(name: &str) -> Family {
    use Family::*;
    match name {
        "minimax" => Minimax,
        "alpha-beta" => AlphaBeta,
        "alpha-beta-hard" => AlphaBetaHard,
        "pvs" => Pvs,
        "scout" => Scout,
        "negascout" => NegaScout,
        "partially-informed-negascout" => Pns,
        "informed-negascout" => Ins,
        "sss-star" => SssStar,
        "dual-star" => DualStar,
        "mt-sss" => MtSss,
        "mt-dual" => MtDual,
        "mtd-f" => MtdF(0),
        _ => panic!("no search of the suite is called {name}"),
    }
}

fn first_visits(order: &[String]) -> Vec<String> {
    let mut seen = HashSet::new();
    order.iter().filter(|leaf| seen.insert(leaf.as_str())).cloned().collect()
}

/// Holds a leaf order against a line of the suite.
fn check(who: &str, order: &[String], line: &str) {
    let mut words = line.split(' ');
    let visits = words.next().expect("visits");
    let leaves: usize = words.next().and_then(|word| word.parse().ok()).expect("leaves");
    let first = first_visits(order);
    assert!(visits.split('|').any(|visits| visits == order.len().to_string()), "{who}: {} visits", order.len());
    assert_eq!(first.len(), leaves, "{who}: different leaves");
    let all = match words.next() {
        Some("order") => order,
        Some("first") => &first,
        _ => return,
    };
    let wanted: Vec<&str> = words.collect();
    assert_eq!(&all[..wanted.len()], wanted, "{who}");
}

#[test]
fn known_leaf_orders() {
    let mut tree: Option<(&str, Tree, Plain)> = None;
    let mut checked = 0;
    for line in SUITE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (head, rest) = line.split_once(' ').expect("a word and more");
        if head == "tree" {
            let [name, value, text] = rest.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let game: Tree = text.parse().expect("a tree");
            let plain = Plain::of(&game, &game.root(), game.height());
            assert_eq!(plain.minimax().to_string(), value, "{name}");
            assert_eq!(plain.to_string(), text, "{name}");
            tree = Some((name, game, plain));
            continue;
        }
        let (name, game, plain) = tree.as_ref().expect("a tree comes first");
        let search = named(head);
        let mut leaves = Leaves::count().in_order();
        search.search(&Task::new(game, &game.root(), game.height()), &mut leaves).expect("not too deep");
        check(&format!("{search:?} on {name}"), leaves.order(), rest);
        let run = search.reference(plain, game.height());
        let order: Vec<String> = run.leaves.iter().map(|leaf| dewey(leaf)).collect();
        check(&format!("the reference of {search:?} on {name}"), &order, rest);
        checked += 1;
    }
    assert_eq!(checked, 12 * 13);
}
