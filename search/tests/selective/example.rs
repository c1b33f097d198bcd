//! A small tree, worked out by hand.

use std::num::NonZeroU32;

use provebest_game::Score;
use provebest_games::tree::Tree;
use provebest_search::measure::{Event, Why, dewey};
use provebest_search::{
    AlphaBeta, BStar, ConspiracyNumbers, Driver, DualStar, Evolving, Limits, Rest, Search, SideBySide, SssStar,
    Strategy, Task,
};

use crate::trees::{Path, events, watched};

const TEXT: &str = r#"{"value":5,"low":0,"high":10,"sons":[
    {"value":6,"low":4,"high":8,"sons":[5,7]},
    {"value":3,"low":1,"high":6,"sons":[{"value":3,"low":1,"high":5,"sons":[2,4]},6]},
    {"value":4,"low":2,"high":5,"sons":[3,9]}]}"#;

fn tree() -> Tree {
    TEXT.parse().expect("a tree")
}

fn order(expanded: &[(Path, Why)]) -> Vec<String> {
    expanded.iter().map(|(path, _)| dewey(path)).collect()
}

#[test]
fn b_star() {
    let run = |strategy| watched(&tree(), |task, watch| BStar { strategy }.search(task, watch));
    let (found, expanded) = run(Strategy::ProveBest);
    assert_eq!((order(&expanded), found.report.path), (vec!["".into(), "1".to_string(), "2".into()], vec![0]));
    assert_eq!(expanded[1].1, Why::ProveBest { number: 0, least: Score(6) });
    assert_eq!(found.moves.iter().map(|m| (m.low.0, m.high.0)).collect::<Vec<_>>(), [(5, 5), (1, 5), (2, 5)]);
    let (found, expanded) = run(Strategy::DisproveRest);
    assert_eq!(order(&expanded), ["", "2", "3", "2.1"]);
    assert_eq!(expanded[1].1, Why::DisproveRest { number: 1, most: Score(4) });
    assert_eq!(found.moves.iter().map(|m| (m.low.0, m.high.0)).collect::<Vec<_>>(), [(4, 8), (4, 4), (3, 3)]);
    assert_eq!(order(&run(Strategy::DepthAndWidth(Rest::Two)).1)[..2], ["", "2"]);
}

#[test]
fn conspiracy_numbers() {
    let tree = tree();
    let range = Some((Score(1), Score(10)));
    let none = ConspiracyNumbers { range, ..ConspiracyNumbers::default() };
    let numbers = |nodes| {
        let root = tree.root();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = none.search(&Task::new(&tree, &root, tree.height()).within(limits), &mut ());
        (1..=10).map(|value| found.number(Score(value))).collect::<Vec<_>>()
    };
    // The root is one evaluation, its expansion three and an inner node.
    let (one, two, three) = (Some(1), Some(2), Some(3));
    assert_eq!(numbers(5), [three, three, two, one, one, Some(0), one, one, one, one]);

    let two_conspirators = ConspiracyNumbers { threshold: NonZeroU32::new(2), ..none };
    let (found, expanded) = watched(&tree, |task, watch| two_conspirators.search(task, watch));
    assert_eq!(
        (order(&expanded), found.report.value),
        (vec!["".into(), "1".to_string(), "2".into(), "3".into(), "2.1".into()], Some(Score(5)))
    );
    assert_eq!(expanded[4].1.to_string(), "to raise the root to 6, one conspirator is missing");
    // Before the last expansion.
    let before = numbers(14);
    assert_eq!(before[4..7], [Some(0), one, None]);
    assert_eq!(before[..4], [None; 4]);
}

#[test]
fn leaves() {
    let tree = tree();
    let leaves = |events: Vec<Event>| {
        let leaf = |event| if let Event::Leaf(path, _) = event { Some(dewey(&path)) } else { None };
        events.into_iter().filter_map(leaf).collect::<Vec<_>>()
    };
    let evolving = leaves(events(&tree, |task, watch| Evolving::new(Driver::DepthFirst).search(task, watch)).1);
    assert_eq!(evolving, ["1.1", "1.2", "2.1.1", "2.1.2", "3.1"]);
    let count = |found: Vec<Event>| leaves(found).len();
    assert_eq!(leaves(events(&tree, |task, watch| AlphaBeta.search(task, watch).map(|_| ())).1), evolving);
    assert_eq!(count(events(&tree, |task, watch| SssStar.search(task, watch).map(|_| ())).1), 5);
    assert_eq!(count(events(&tree, |task, watch| DualStar.search(task, watch).map(|_| ())).1), 5);
    assert_eq!(count(events(&tree, |task, watch| SideBySide.search(task, watch).map(|_| ())).1).div_ceil(2), 4);
}
