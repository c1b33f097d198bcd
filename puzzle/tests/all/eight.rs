//! The 8-puzzle, all of it with `PROVEBEST_SOAK`: every search against breadth first, every solution played.

use std::collections::{HashMap, HashSet};

use crate::common::{Luck, all_boards_of_eight, assert_done, every};
use provebest_puzzle::tiles::{
    Databases, Heuristic, LinearConflict, Manhattan, Partition, Patterns, Size, Tiles, WalkingDistance,
};
use provebest_puzzle::{
    AStar, BatchIdaStar, Bidirectional, BreadthFirst, Cost, DepthFirstBranchAndBound, IdaStar, Limits, Puzzle,
    RecursiveBestFirst, Report, Solve, Task,
};

type Eight = Size<3, 3>;

#[test]
fn ida_star_on_tens_of_thousands_of_boards() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let all = all_boards_of_eight();
    assert_eq!((all.len(), all.last().unwrap().1), (181_440, 31));
    for (board, length) in all.into_iter().step_by(every(5)) {
        let report = IdaStar::default().solve(&Task::new(&tiles, &tiles.position(&board).unwrap()));
        assert_done(&board, 3, &report, length);
        assert_eq!(report.generated, 1 + report.iterations.iter().map(|one| one.generated).sum::<u64>());
    }
}

#[test]
fn every_search_on_a_thousand_boards() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let all = all_boards_of_eight();
    let mut luck = Luck(1);
    let mut some: Vec<_> = (0..2000 / every(2)).map(|_| all[luck.below(all.len())].clone()).collect();
    some.extend_from_slice(&all[..50]);
    some.extend_from_slice(&all[all.len() - 2..]);
    for (board, length) in some {
        let start = tiles.position(&board).unwrap();
        let task = Task::new(&tiles, &start);
        let check = |report: &Report<_>| assert_done(&board, 3, report, length);
        check(&AStar.solve(&task));
        check(&Bidirectional.solve(&task));
        check(&RecursiveBestFirst.solve(&task));
        let table = IdaStar { table: 1 << 16 }.solve(&task);
        check(&table);
        assert!(table.generated <= IdaStar::default().solve(&task).generated);
        check(&BatchIdaStar { batch: 1 + luck.below(40) }.solve(&task));
        if luck.below(10) == 0 {
            check(&BreadthFirst.solve(&task));
            check(&DepthFirstBranchAndBound { at_most: Cost(length + 2) }.solve(&task));
            let none = DepthFirstBranchAndBound { at_most: Cost(length.saturating_sub(1)) }.solve(&task);
            assert!(length == 0 || none.solution.is_none() && none.stopped.is_none());
            assert!(none.bound == Cost(length) && !none.is_unsolvable(), "one more than was looked for");
        }
    }
}

/// Estimates never exceed the length, are kept up to date by slides, and are exact in the goal.
fn assert_admissible<H: Heuristic<Eight>>(heuristic: H, all: &[(Vec<usize>, u32)]) -> u64 {
    let tiles = Tiles::new(Size::<3, 3>, heuristic);
    let mut sum = 0;
    for (board, length) in all {
        let position = tiles.position(board).unwrap();
        let Cost(estimate) = tiles.estimate(&position);
        assert!(estimate <= *length && (length - estimate) % 2 == 0, "{board:?}: {estimate} of {length}");
        let _ = tiles.children(&position, |_, _, child| {
            let text = child.to_string();
            assert_eq!(tiles.estimate(&child), tiles.estimate(&tiles.parse(&text).unwrap()), "{text}");
            std::ops::ControlFlow::<()>::Continue(())
        });
        sum += u64::from(estimate);
    }
    sum
}

#[test]
fn heuristics_never_overestimate() {
    let all = all_boards_of_eight();
    let manhattan = assert_admissible(Manhattan::new(), &all);
    let conflict = assert_admissible(LinearConflict::new(), &all);
    let walking = assert_admissible(WalkingDistance::new().unwrap(), &all);
    let partition = Partition::new(3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]).unwrap();
    let databases = Databases::build(&partition, &mut |_| None).unwrap();
    let patterns = Patterns::new(Size, &databases).unwrap();
    let plain = assert_admissible(patterns.clone().without_reflection(), &all);
    let mirrored = assert_admissible(patterns, &all);
    assert!(manhattan < conflict && manhattan < walking && plain < mirrored && manhattan < plain);
}

/// A pattern of all tiles knows the length but for what the empty cell costs: nothing.
#[test]
fn a_pattern_of_all_tiles_is_exact() {
    let partition = Partition::new(3, 3, &[&[1, 2, 3, 4, 5, 6, 7, 8]]).unwrap();
    let databases = Databases::build(&partition, &mut |_| None).unwrap();
    let tiles = Tiles::new(Size::<3, 3>, Patterns::new(Size, &databases).unwrap());
    for (board, length) in all_boards_of_eight() {
        assert_eq!(tiles.estimate(&tiles.position(&board).unwrap()), Cost(length));
    }
}

/// As many as there are ways down from board to board, each one move nearer to the goal.
#[test]
fn all_shortest_solutions() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let all = all_boards_of_eight();
    let mut ways: HashMap<Vec<usize>, (u32, usize)> = HashMap::new();
    for (board, length) in &all {
        let empty = board.iter().position(|&tile| tile == 0).unwrap();
        let beside = |cell: usize| (cell / 3).abs_diff(empty / 3) + (cell % 3).abs_diff(empty % 3) == 1;
        let nearer = (0..9).filter(|&cell| beside(cell)).filter_map(|cell| {
            let mut next = board.clone();
            next.swap(cell, empty);
            ways.get(&next).filter(|(far, _)| far + 1 == *length).map(|(_, count)| count)
        });
        let count = if *length == 0 { 1 } else { nearer.sum() };
        ways.insert(board.clone(), (*length, count));
    }
    let mut luck = Luck(3);
    for _ in 0..400 {
        let (board, length) = &all[luck.below(all.len())];
        let start = tiles.position(board).unwrap();
        let found = IdaStar::all_solutions(&Task::new(&tiles, &start));
        assert_done(board, 3, &found.report, *length);
        assert_eq!(found.solutions.len(), ways[board].1, "{board:?}");
        assert!(found.solutions.iter().all(|moves| moves.len() == *length as usize));
        assert_eq!(found.solutions.iter().collect::<HashSet<_>>().len(), found.solutions.len(), "no two alike");
    }
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let start = tiles.position(&all[all.len() - 1].0).unwrap();
    let stopped = IdaStar::all_solutions(&Task { limits, ..Task::new(&tiles, &start) });
    assert!(stopped.report.stopped.is_some() && stopped.solutions.is_empty());
}
