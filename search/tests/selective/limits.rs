//! A limit ends each of them with what is proved so far.

use provebest_game::{Depth, Ply, Score};
use provebest_games::synthetic::Artificial;
use provebest_search::{
    BStar, ConspiracyNumbers, ConspiracyWindow, Counters, Driver, Evolving, HybridSss, Kind, Limits, PbStar, Reason,
    Report, Search, SideBySide, Task,
};

use crate::trees::{Node, Shape};

/// A value of a stopped search is a bound, and a search that was not stopped has its answer.
fn check(node: &Node, report: &Report<u32>, reason: Reason) {
    let value = Score(node.minimax(true));
    match report.kind {
        Kind::Lower => assert!(report.value.is_some_and(|lower| lower <= value)),
        Kind::Upper => assert!(report.value.is_some_and(|upper| upper >= value)),
        Kind::Exact => assert_eq!(report.value, Some(value)),
        Kind::Unknown => assert_eq!((report.value, report.stopped), (None, Some(reason))),
        Kind::Heuristic => panic!("nothing was estimated"),
    }
    assert!(report.stopped.is_none_or(|stopped| stopped == reason));
    assert!(report.best.is_none_or(|best| (best as usize) < node.children.len()));
}

#[test]
fn stopped_searches_tell_what_is_proved() {
    let mut stopped = 0;
    for seed in 0..500 {
        let node = Node::random(seed, Shape::varied(seed));
        let tree = node.tree();
        let root = tree.root();
        for limit in [0, 1, 2, 7, 30, 100, 300, 1000, 5000] {
            for (limits, reason) in [
                (Limits { nodes: Some(limit), ..Limits::default() }, Reason::Nodes),
                (Limits { bytes: Some(limit * 10), ..Limits::default() }, Reason::Memory),
            ] {
                let task = Task::new(&tree, &root, tree.height()).within(limits);
                let mut counters = Counters::default();
                let b_star = BStar::default().search(&task, &mut counters);
                assert!(limits.nodes.is_none() || counters.nodes() <= limit + 1 + u64::from(tree.width()));
                assert_eq!(b_star.separated, b_star.report.stopped.is_none());
                let pb_star = PbStar::default().search(&task, &mut ());
                let numbers =
                    ConspiracyNumbers { range: Some((Score(-1), Score(101))), ..ConspiracyNumbers::default() };
                let reports = [
                    b_star.report,
                    pb_star.report,
                    numbers.search(&task, &mut ()).report,
                    Evolving::new(Driver::Preorder).search(&task, &mut ()),
                    HybridSss { seam: Ply(3) }.search(&task, &mut ()).expect("shallow"),
                    SideBySide.search(&task, &mut ()).expect("shallow"),
                ];
                for report in &reports {
                    check(&node, report, reason);
                    stopped += u32::from(report.stopped.is_some());
                }
                let window = provebest_game::Window::new(Score(1), Score(3));
                let report = ConspiracyWindow { threshold: None, window }.search(&task, &mut ());
                assert_eq!(report.stopped.is_some(), report.kind == Kind::Unknown);
            }
        }
    }
    assert!(stopped > 5000, "{stopped}");
}

/// An endless tree ends with its memory.
#[test]
fn endless_trees_end() {
    let tree = Artificial::new(5, 3, 1_000_000_000, 9, false).expect("a tree");
    let root = tree.root();
    let limits = Limits { bytes: Some(1_000_000), ..Limits::default() };
    let task = Task::new(&tree, &root, Depth(u32::MAX)).within(limits);
    let window = provebest_game::Window::new(Score(400_000_000), Score(600_000_000));
    for report in [
        BStar::default().search(&task, &mut ()).report,
        PbStar::default().search(&task, &mut ()).report,
        ConspiracyNumbers::default().search(&task, &mut ()).report,
        ConspiracyWindow { threshold: None, window }.search(&task, &mut ()),
        Evolving::new(Driver::Random(3)).search(&task, &mut ()),
    ] {
        assert_eq!(report.stopped, Some(Reason::Memory));
    }
    // What is proved so far: an interval of every move, and so a bound of the root.
    let found = BStar::default().search(&task, &mut ());
    assert_eq!((found.report.kind, found.moves.len()), (Kind::Lower, 5));
    assert_eq!(found.moves.iter().map(|one| one.low).max(), found.report.value);
    assert!(found.report.value > Some(Score(1)), "more than the interval of the root says");
}
