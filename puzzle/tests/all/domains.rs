//! The other puzzles, boards of other sizes, what is said about wrong input, and databases in files.

use std::collections::{HashMap, VecDeque};
use std::fs;

use crate::common::{Luck, assert_done, slid, walk, walk_on};
use provebest_puzzle::pancakes::{Pancakes, PancakesError};
use provebest_puzzle::salesman::{Salesman, SalesmanError};
use provebest_puzzle::tiles::{
    AnyHeuristic, DatabaseError, Databases, Layout, LinearConflict, Manhattan, Origin, Partition, Patterns, Size,
    Tiles, TilesError, UpTo16, UpTo25, Written,
};
use provebest_puzzle::{
    AStar, Bidirectional, BreadthFirst, Cost, DepthFirstBranchAndBound, IdaStar, Limits, Puzzle, Reason,
    RecursiveBestFirst, Solve, Task,
};

/// Boards whose size is known at run time; `run_time_boards.rs` has the typed ones beside them.
#[test]
fn boards_of_all_sizes() {
    fn walks<R: Layout>(size: R, width: usize, cells: usize) {
        let board_of = |heuristic| Tiles::new(size, heuristic);
        let manhattan = board_of(AnyHeuristic::manhattan(size));
        let mut others = vec![board_of(AnyHeuristic::linear_conflict(size))];
        others.extend(AnyHeuristic::walking_distance(size).ok().map(board_of));
        let mut luck = Luck(cells as u64);
        for steps in 0..25 {
            let board = walk_on(width, cells, &mut luck, steps);
            let start = manhattan.position(&board).unwrap();
            let task = Task::new(&manhattan, &start);
            let length = BreadthFirst.solve(&task).bound.0;
            assert!(length <= steps as u32);
            assert_done(&board, width, &IdaStar::default().solve(&task), length);
            assert_done(&board, width, &AStar.solve(&task), length);
            assert_done(&board, width, &Bidirectional.solve(&task), length);
            for tiles in &others {
                let start = tiles.position(&board).unwrap();
                assert_done(&board, width, &IdaStar::default().solve(&Task::new(tiles, &start)), length);
            }
        }
    }
    for (width, height) in (2..=5).flat_map(|width| (2..=5).map(move |height| (width, height))) {
        match UpTo16::new(width, height) {
            Ok(size) => walks(size, width, width * height),
            Err(_) => walks(UpTo25::new(width, height).unwrap(), width, width * height),
        }
    }
    assert_eq!(UpTo25::new(1, 5).err(), Some(TilesError::Size { width: 1, height: 5 }));
}

#[test]
fn wrong_boards_are_explained() {
    let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    let say = |text: &str| tiles.parse(text).unwrap_err().to_string();
    assert!(say("1 2 3").contains("needs 9 numbers"));
    assert!(say("0 1 2 3 4 5 6 7 8 0").contains("needs 9 numbers, 0 for the empty cell, and not 10"));
    assert!(say("0 1 2 3 x 5 6 7 8").contains("`x`, number 5"));
    assert!(say("0 1 2 3 9 5 6 7 8").contains("from 0 to 8"));
    assert!(say("0 1 2 3 -4 5 6 7 8").contains("`-4`, number 5"));
    assert!(say("0 1 2 3 5 5 6 7 8").contains("tile 5 is there twice, as number 5 and number 6 of the tiles; tile 4"));
    assert_eq!(tiles.parse("0 2 1 3 4 5 6 7 8").err(), Some(TilesError::Parity));
    assert_eq!(tiles.parse("1,0,2,3,4,5,6,7,8").unwrap().to_string(), "1 0 2 3 4 5 6 7 8");
    for text in ["", "3x3", "3x:1", "x3:1", "3by3:0 1", "-3x3:0"] {
        assert!(matches!(text.parse::<Written>(), Err(TilesError::Form { .. })), "{text}");
    }
    assert_eq!(Pancakes::new(16).err(), Some(PancakesError::Count { count: 16 }));
    let five = Pancakes::new(5).unwrap();
    assert_eq!(five.stack(&[1, 2]).err(), Some(PancakesError::Length { found: 2, count: 5 }));
    assert_eq!(five.stack(&[1, 2, 3, 3, 5]).err(), Some(PancakesError::Size { size: 3, place: 4, count: 5 }));
    assert_eq!(Salesman::new(&[&[0]]).err(), Some(SalesmanError::Cities { cities: 1 }));
    assert_eq!(Salesman::new(&[&[0, 1], &[1]]).err(), Some(SalesmanError::Row { city: 1, found: 1, cities: 2 }));
    assert_eq!(Salesman::new(&[&[0, 1], &[2, 0]]).err(), Some(SalesmanError::OneWay { from: 1, to: 0 }));
}

#[test]
fn pancakes_by_every_search() {
    let count = 7;
    let pancakes = Pancakes::new(count).unwrap();
    let sorted: Vec<u8> = (1..=count as u8).collect();
    let mut turns = HashMap::from([(sorted.clone(), 0)]);
    let mut todo = VecDeque::from([sorted]);
    while let Some(stack) = todo.pop_front() {
        for turn in 2..=count {
            let mut next = stack.clone();
            next[..turn].reverse();
            if !turns.contains_key(&next) {
                turns.insert(next.clone(), turns[&stack] + 1);
                todo.push_back(next);
            }
        }
    }
    assert_eq!((turns.len(), turns.values().max()), (5040, Some(&8)));
    for (sizes, &least) in &turns {
        let start = pancakes.stack(sizes).unwrap();
        assert!(pancakes.estimate(&start) <= Cost(least));
        let task = Task::new(&pancakes, &start);
        let report = IdaStar::default().solve(&task);
        assert!(report.is_optimal() && report.bound == Cost(least), "{sizes:?}");
        let mut stack = sizes.clone();
        report.solution.unwrap().moves.iter().for_each(|turn| stack[..usize::from(turn.0)].reverse());
        assert!(stack.is_sorted());
        assert_eq!(AStar.solve(&task).bound, Cost(least));
        assert_eq!(Bidirectional.solve(&task).bound, Cost(least));
        assert_eq!(RecursiveBestFirst.solve(&task).bound, Cost(least));
    }
}

/// The shortest trip by trying all.
fn shortest(salesman: &Salesman, trip: &provebest_puzzle::salesman::Trip) -> Cost {
    if salesman.is_goal(trip) {
        return Cost::ZERO;
    }
    let mut best = Cost::NEVER;
    let _ = salesman.children(trip, |_, way, next| {
        best = best.min(way.plus(shortest(salesman, &next)));
        std::ops::ControlFlow::<()>::Continue(())
    });
    assert!(salesman.estimate(trip) <= best);
    best
}

#[test]
fn salesmen_by_every_search() {
    for seed in 0..30 {
        let salesman = Salesman::random(2 + seed as usize % 6, seed);
        let start = salesman.start();
        let task = Task::new(&salesman, &start);
        let best = shortest(&salesman, &start);
        for report in [
            AStar.solve(&task),
            BreadthFirst.solve(&task),
            IdaStar::default().solve(&task),
            IdaStar { table: 1 << 14 }.solve(&task),
            RecursiveBestFirst.solve(&task),
            DepthFirstBranchAndBound::default().solve(&task),
        ] {
            assert!(report.is_optimal() && report.bound == best);
            let trip = report.solution.unwrap().moves;
            assert_eq!(trip.last(), Some(&0));
            assert_eq!(trip.len(), 2 + seed as usize % 6);
        }
    }
}

/// What the survey says of IDA*: it does badly here, and branch and bound does not.
#[test]
fn ida_star_does_badly_as_a_salesman() {
    let salesman = Salesman::random(11, 4);
    let start = salesman.start();
    let task = Task::new(&salesman, &start);
    let bound = DepthFirstBranchAndBound::default().solve(&task);
    let ida = IdaStar::default().solve(&task);
    assert_eq!(bound.bound, ida.bound);
    assert!(ida.iterations.len() > 50 && ida.generated > 10 * bound.generated, "{} {}", ida.generated, bound.generated);
}

#[test]
fn branch_and_bound_that_is_stopped_has_a_solution() {
    let salesman = Salesman::random(20, 1);
    let start = salesman.start();
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let report = DepthFirstBranchAndBound::default().solve(&Task::new(&salesman, &start).within(limits));
    assert_eq!(report.stopped, Some(Reason::Nodes));
    assert!(!report.is_optimal() && report.solution.unwrap().cost >= report.bound);
}

#[test]
fn wrong_partitions_are_refused() {
    assert_eq!(Partition::new(6, 5, &[&[1]]), Err(DatabaseError::Cells { width: 6, height: 5 }));
    let bytes = 3 * (18..=25).product::<u64>();
    assert_eq!(Partition::new(5, 5, &[&[1, 2, 3, 4, 5, 6, 7, 8]]), Err(DatabaseError::Memory { bytes }));
    assert_eq!(Partition::new(3, 3, &[&[1, 9]]), Err(DatabaseError::Tile { tile: 9, most: 8 }));
    assert_eq!(Partition::new(3, 3, &[&[0, 1]]), Err(DatabaseError::Tile { tile: 0, most: 8 }));
    assert_eq!(Partition::new(3, 3, &[&[1, 2], &[2, 3]]), Err(DatabaseError::Tile { tile: 2, most: 8 }));
    assert!(matches!(Partition::new(4, 4, &[&[1, 2, 3, 4, 5, 6, 7, 8, 9]]), Err(DatabaseError::Patterns { .. })));
    assert!(matches!(Partition::new(4, 4, &[]), Err(DatabaseError::Patterns { .. })));
    let databases = Databases::build(&Partition::new(3, 3, &[&[1, 2]]).unwrap(), &mut |_| None).unwrap();
    assert!(matches!(Patterns::new(Size::<4, 4>, &databases), Err(DatabaseError::OtherSize { .. })));
}

#[test]
fn damaged_databases_are_built_anew() {
    let partition = Partition::new(3, 4, &[&[1, 2, 3, 4], &[5, 6, 7], &[8, 9, 10, 11]]).unwrap();
    let folder = std::env::temp_dir().join(format!("provebest-puzzle-{}", std::process::id()));
    let file = folder.join("some").join("4-3-4.tiles");
    let mut heard = Vec::new();
    let mut hear = |progress| {
        heard.push(progress);
        None
    };
    let whole = Databases::open(&file, &partition, &mut hear).unwrap();
    assert!(matches!(whole.origin, Origin::Built { written: Ok(()), .. }));
    assert!(heard.iter().filter(|news| news.done == news.all).count() >= 3);
    let bytes = fs::read(&file).unwrap();
    let mut luck = Luck(1);
    type Damage = fn(&mut Vec<u8>, usize);
    let damages: [Damage; 4] = [
        |bytes, at| bytes[at] ^= 1,
        |bytes, at| bytes.truncate(at),
        |bytes, _| bytes.push(0),
        |bytes, at| bytes[at] = bytes[at].wrapping_add(1),
    ];
    for damage in damages {
        let mut damaged = bytes.clone();
        damage(&mut damaged, luck.below(bytes.len()));
        fs::write(&file, &damaged).unwrap();
        let again = Databases::open(&file, &partition, &mut |_| None).unwrap();
        assert!(matches!(again.origin, Origin::Built { written: Ok(()), .. }) && again.databases == whole.databases);
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    let read = Databases::open(&file, &partition, &mut |_| panic!("nothing is built")).unwrap();
    assert!(matches!(read.origin, Origin::Read) && read.databases == whole.databases);
    // A building that was called off leaves the file as it was.
    fs::write(&file, &bytes[1..]).unwrap();
    let stopped = Databases::open(&file, &partition, &mut |_| Some(Reason::Cancel));
    assert!(matches!(stopped, Err(DatabaseError::Stopped(Reason::Cancel))));
    assert_eq!(fs::read(&file).unwrap(), &bytes[1..]);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    fs::write(&file, &bytes).unwrap();
    // A file of another partition, and a place where nothing can be written.
    let other = Partition::new(3, 4, &[&[1, 2, 3, 5], &[4, 6, 7], &[8, 9, 10, 11]]).unwrap();
    assert!(Databases::read(&file, &other).is_err());
    let nowhere = Databases::open(&file.join("below a file"), &partition, &mut |_| None).unwrap();
    assert!(matches!(nowhere.origin, Origin::Built { written: Err(_), .. }));
    fs::remove_dir_all(&folder).unwrap();

    // Not square: no reflection.
    let tiles = Tiles::new(Size::<3, 4>, Patterns::new(Size, &whole.databases).unwrap());
    let plain = Tiles::new(Size::<3, 4>, Manhattan::new());
    for steps in 0..40 {
        let board = walk(&plain, &mut luck, steps);
        let (start, other) = (tiles.position(&board).unwrap(), plain.position(&board).unwrap());
        let length = AStar.solve(&Task::new(&plain, &other)).bound;
        assert!(tiles.estimate(&start) <= length && tiles.estimate(&start) >= plain.estimate(&other));
        assert_eq!(IdaStar::default().solve(&Task::new(&tiles, &start)).bound, length);
    }
}

/// Four small patterns of the 24-puzzle: slides and whole boards give the same estimates, no estimate is too high, and none less
/// than how far the tiles of the patterns are from home.
#[test]
fn databases_of_the_24_puzzle() {
    let patterns: [&[u8]; 4] = [&[1, 2, 5, 6], &[3, 4, 8, 9], &[10, 15, 16, 20], &[18, 19, 23, 24]];
    let databases = Databases::build(&Partition::new(5, 5, &patterns).unwrap(), &mut |_| None).unwrap();
    let tiles = Tiles::new(Size::<5, 5>, Patterns::new(Size, &databases).unwrap());
    let plain = Tiles::new(Size::<5, 5>, LinearConflict::new());
    let far = |tile: usize, cell: usize| (tile / 5).abs_diff(cell / 5) + (tile % 5).abs_diff(cell % 5);
    let mut luck = Luck(24);
    for steps in 0..50 {
        let board = walk(&plain, &mut luck, steps);
        let start = tiles.position(&board).unwrap();
        let placed = board.iter().enumerate().filter(|(_, tile)| patterns.concat().contains(&(**tile as u8)));
        let least: usize = placed.map(|(cell, &tile)| far(tile, cell)).sum();
        let other = plain.position(&board).unwrap();
        let length = IdaStar::default().solve(&Task::new(&plain, &other)).bound;
        assert!((least..=length.0 as usize).contains(&(tiles.estimate(&start).0 as usize)), "{board:?}");
        assert_done(&board, 5, &IdaStar::default().solve(&Task::new(&tiles, &start)), length.0);
        let _ = tiles.children(&start, |step, _, child| {
            let slid = tiles.position(&slid(&board, 5, step).unwrap()).unwrap();
            assert_eq!(tiles.estimate(&child), tiles.estimate(&slid));
            std::ops::ControlFlow::Continue::<()>(())
        });
    }
}
