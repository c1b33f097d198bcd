//! The trees of `suites/trees`: leaf orders worked out elsewhere, for the searches and for the reference texts.

use std::collections::HashSet;
use std::path::PathBuf;

use provebest_games::tree::Tree;
use provebest_search::measure::Event;
use provebest_search::{Cut, Search, Task};
use serde_json::Value;

use crate::reference::family::dewey;
use crate::reference::{Family, Plain};
use crate::sample::Sample;
use crate::watch::{in_order, trace};

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

/// Holds a leaf order against the known one, of which the beginning is told.
fn check(who: &str, order: &[String], want: &Value) {
    let first = first_visits(order);
    let visits = Value::from(order.len());
    let choice = want["leaf_visits"].as_array().map_or(want["leaf_visits"] == visits, |any| any.contains(&visits));
    assert!(choice, "{who}: {visits} visits, not {}", want["leaf_visits"]);
    assert_eq!(want["leaves"], first.len(), "{who}: different leaves");
    for (all, wanted) in [(order, &want["leaf_order"]), (&first, &want["first_visits"])] {
        let wanted: Vec<&str> = wanted.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(&all[..wanted.len()], wanted, "{who}");
    }
}

#[test]
fn known_leaf_orders() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../suites/trees");
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a file of the suite");
    let expected: Value = serde_json::from_slice(&read("expected.json")).expect("JSON");
    let mut checked = 0;
    for (name, want) in expected.as_object().expect("trees by name") {
        let tree = Tree::parse_bytes(&read(&format!("{name}.json"))).expect("a tree");
        let text = tree.to_string();
        let game = Sample::from(tree);
        let plain = Plain::of(&game, &game.root(), game.height());
        assert_eq!(want["value"], plain.minimax(), "{name}");
        assert_eq!(plain.to_string(), text, "{name}");
        for (algorithm, want) in want["algorithms"].as_object().expect("algorithms by name") {
            let search = named(algorithm);
            let mut watched = in_order();
            search.search(&Task::new(&game, &game.root(), game.height()), &mut watched).expect("not too deep");
            check(&format!("{search:?} on {name}"), watched.1.order(), want);
            let run = search.reference(&plain, game.height());
            let order: Vec<String> = run.leaves.iter().map(|leaf| dewey(leaf)).collect();
            check(&format!("the reference of {search:?} on {name}"), &order, want);
            checked += 1;
        }
    }
    assert!(checked >= 150, "{checked} orders");
}

/// Figure 2 of Marsland, Reinefeld and Schaeffer 1987. B is asked whether it is better than the first child of the root, with the
/// answers C 10, D 35 and E 20. In the re-search D comes first, F is ignored, and what D is worth, 25, proves it best.
#[test]
fn three_types_of_cut_offs() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../suites/trees/three_cut_offs.json");
    let game = Sample::from(Tree::parse_bytes(&std::fs::read(file).expect("a file of the suite")).expect("a tree"));
    let (b, d) = (vec![1], vec![1, 1]);
    for search in [Family::Ins, Family::InsPrinted, Family::PnsPath] {
        let mut events = Vec::new();
        let report = search
            .search(&Task::new(&game, &game.root(), game.height()), &mut trace(|event| events.push(event)))
            .expect("not too deep");
        assert_eq!((report.value.map(|value| value.0), &report.path[..]), (Some(-25), &[1, 1, 2, 0][..]), "{search:?}");
        let again = events.iter().position(|event| matches!(event, Event::Research(path, ..) if path.is_empty()));
        let (asked, research) = events.split_at(again.expect("B is searched again"));
        assert!(
            asked.contains(&Event::Cut(d.clone(), 1, Cut::Beta)),
            "{search:?}: the second child of D cuts F's siblings"
        );
        assert!(research.contains(&Event::Cut(d.clone(), 1, Cut::IgnoreLeft)), "{search:?}: F is ignored");
        assert!(research.contains(&Event::Cut(b.clone(), 1, Cut::ProveBest)), "{search:?}: D is proved best");
        let visits = research.iter().filter_map(|event| match event {
            Event::Leaf(path, _) => Some(dewey(&path.iter().map(|child| child + 1).collect::<Vec<_>>())),
            _ => None,
        });
        let visits: HashSet<String> = visits.collect();
        assert!(visits.iter().all(|leaf| leaf.starts_with("2.2.2.") || leaf.starts_with("2.2.3.")), "{visits:?}");
    }
}
