//! Pruning of duplicate moves: what is left out is dominated, nothing else is left out, and all costs are those without it.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::common::{Luck, all_boards_of_eight, assert_done, every, slid, suite::korf, walk_on};
use provebest_machine::Simulated;
use provebest_puzzle::tiles::{
    Databases, Direction, Heuristic, LinearConflict, Manhattan, NoDuplicates, Partition, Patterns, Shape, Size, Tiles,
};
use provebest_puzzle::{
    AStar, BatchIdaStar, BreadthFirst, Cost, DepthFirstBranchAndBound, HashDistributedAStar, IdaStar, ParallelIdaStar,
    ParallelIterativeAStar, ParallelWindow, Puzzle, RecursiveBestFirst, Report, Solve, SolveOn, Task,
    TranspositionDriven,
};
use rustc_hash::{FxHashMap, FxHashSet};

type Pruned<S, H> = Tiles<S, H, NoDuplicates>;

/// A board with the empty cell here that can be solved.
fn with_blank(width: usize, cells: usize, blank: usize) -> Vec<usize> {
    let mut board: Vec<usize> = (0..cells).collect();
    for (step, count) in [(Direction::Right, blank % width), (Direction::Down, blank / width)] {
        (0..count).for_each(|_| board = slid(&board, width, step).unwrap());
    }
    assert_eq!(board[blank], 0);
    board
}

/// For every board that a few moves lead to, the best string of moves: the shortest, and the first of these.
fn best_strings(start: &[usize], width: usize, longest: usize) -> HashMap<Vec<usize>, Vec<usize>> {
    let mut best = HashMap::from([(start.to_vec(), Vec::new())]);
    let mut level = vec![(start.to_vec(), Vec::new())];
    for _ in 0..longest {
        let mut next = Vec::new();
        for (board, moves) in level {
            for (number, after) in Direction::ALL.into_iter().map(|step| slid(&board, width, step)).enumerate() {
                let (Some(after), moves) = (after, [&moves[..], &[number]].concat()) else { continue };
                if !best.contains_key(&after) {
                    best.insert(after.clone(), moves.clone());
                    next.push((after, moves));
                }
            }
        }
        level = next;
    }
    best
}

/// Compares every string that is followed, and every one that is left out.
fn compare_strings<S: Shape>(size: S, longest: usize) {
    let tiles = Tiles::without_duplicates(size, Manhattan::<S>::new(), longest);
    let (width, cells) = (S::WIDTH, S::CELLS);
    let starts: Vec<Vec<usize>> = (0..cells).map(|blank| with_blank(width, cells, blank)).collect();
    let best: Vec<_> = starts.iter().map(|start| best_strings(start, width, longest)).collect();
    let play = |blank: usize, moves: &[usize]| {
        moves.iter().fold(starts[blank].clone(), |board, &step| slid(&board, width, Direction::ALL[step]).unwrap())
    };
    let blank_of = |board: &[usize]| board.iter().position(|&tile| tile == 0).unwrap();
    let is_best = |blank: usize, moves: &[usize]| best[blank][&play(blank, moves)] == moves;
    let mut left_out = 0;
    for (blank, start) in starts.iter().enumerate() {
        let mut level = vec![(Vec::new(), tiles.position(start).unwrap())];
        // Two moves more than are compared: windows of this length slide along the path.
        for _ in 0..longest + 2 {
            let mut next = Vec::new();
            for (moves, state) in level {
                let mut followed = HashSet::new();
                let _ = tiles.children(&state, |step, _, child| {
                    let longer = [&moves[..], &[step as usize]].concat();
                    let window = longer.len().saturating_sub(longest);
                    let begin = blank_of(&play(blank, &longer[..window]));
                    assert!(is_best(begin, &longer[window..]), "{longer:?} from {blank} should be left out");
                    followed.insert(step as usize);
                    next.push((longer, child));
                    ControlFlow::<()>::Continue(())
                });
                let board = play(blank, &moves);
                for step in (0..4).filter(|step| !followed.contains(step)) {
                    if slid(&board, width, Direction::ALL[step]).is_some() {
                        let longer = [&moves[..], &[step]].concat();
                        let dominated = (longer.len().saturating_sub(longest)..longer.len())
                            .any(|from| !is_best(blank_of(&play(blank, &longer[..from])), &longer[from..]));
                        assert!(dominated, "{longer:?} from {blank} should be followed");
                        left_out += 1;
                    }
                }
            }
            level = next;
        }
    }
    assert!(left_out > 0);
}

#[test]
fn what_is_left_out_is_dominated_and_nothing_else() {
    for longest in [2, 6, 7] {
        compare_strings(Size::<4, 4>, longest);
    }
    compare_strings(Size::<3, 3>, 10);
    compare_strings(Size::<2, 3>, 12);
    compare_strings(Size::<2, 2>, 12);
}

/// Breadth first over boards with the states of the machine, beside boards alone: from every cell, and with `PROVEBEST_SOAK` for
/// more lengths of strings.
#[test]
fn every_board_is_reached_in_as_many_moves() {
    let plain = Tiles::new(Size::<3, 3>, Manhattan::new());
    for longest in [12, 6, 8].into_iter().step_by(every(3)) {
        let tiles = Tiles::without_duplicates(Size::<3, 3>, Manhattan::new(), longest);
        for blank in 0..9 {
            let start = with_blank(3, 9, blank);
            let depths = depths(&plain, plain.position(&start).unwrap(), |state| plain.key(state).0);
            let reached = self::depths(&tiles, tiles.position(&start).unwrap(), |state| tiles.key(state).0);
            assert_eq!(depths.len(), 181_440);
            assert!(depths == reached, "from cell {blank}");
        }
    }
}

/// How many moves every board is away, breadth first over all states.
fn depths<P: Puzzle>(puzzle: &P, start: P::State, board: impl Fn(&P::State) -> u64) -> FxHashMap<u64, u32> {
    let (mut seen, mut depths) = (FxHashSet::default(), FxHashMap::default());
    let mut level = vec![start];
    for depth in 0.. {
        level.retain(|state| seen.insert(puzzle.key(state)));
        if level.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for state in level {
            depths.entry(board(&state)).or_insert(depth);
            let _ = puzzle.children(&state, |_, _, child| {
                next.push(child);
                ControlFlow::<()>::Continue(())
            });
        }
        level = next;
    }
    depths
}

/// IDA*, and with `all` every other search, finds a solution of this length.
fn check<S: Shape, H: Heuristic<S>>(tiles: &Pruned<S, H>, board: &[usize], length: u32, all: bool) {
    let start = tiles.position(board).unwrap();
    let task = Task::new(tiles, &start);
    let done = |report: &Report<_>| assert_done(board, S::WIDTH, report, length);
    done(&IdaStar::default().solve(&task));
    done(&IdaStar { table: 1 << 14 }.solve(&task));
    done(&BatchIdaStar { batch: 5 }.solve(&task));
    if !all {
        return;
    }
    done(&AStar.solve(&task));
    done(&BreadthFirst.solve(&task));
    done(&RecursiveBestFirst.solve(&task));
    done(&DepthFirstBranchAndBound { at_most: Cost(length + 2) }.solve(&task));
    let machine = Simulated::new(3);
    done(&ParallelIdaStar::default().solve_on(&task, &machine).unwrap().report);
    done(&ParallelWindow { step: Cost(2), ..ParallelWindow::default() }.solve_on(&task, &machine).unwrap().report);
    done(&HashDistributedAStar::default().solve_on(&task, &machine).unwrap().report);
    done(&ParallelIterativeAStar::default().solve_on(&task, &machine).unwrap().report);
    done(&TranspositionDriven::default().solve_on(&task, &machine).unwrap().report);
}

#[test]
fn costs_of_eight_puzzles() {
    let all = all_boards_of_eight();
    let mut luck = Luck(5);
    let partition = Partition::new(3, 3, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]).unwrap();
    let databases = Databases::build(&partition, &mut |_| None).unwrap();
    for longest in [2, 6, 9, 14] {
        let manhattan = Tiles::without_duplicates(Size::<3, 3>, Manhattan::new(), longest);
        let conflict = Tiles::without_duplicates(Size::<3, 3>, LinearConflict::new(), longest);
        let patterns = Tiles::without_duplicates(Size::<3, 3>, Patterns::new(Size, &databases).unwrap(), longest);
        for number in 0..10_000 / every(10) {
            let (board, length) = &all[luck.below(all.len())];
            check(&manhattan, board, *length, number < 10);
            check(&conflict, board, *length, false);
            check(&patterns, board, *length, false);
        }
    }
}

#[test]
fn costs_on_other_boards() {
    fn compare<S: Shape>(size: S, steps: usize) {
        let plain = Tiles::new(size, Manhattan::<S>::new());
        let mut luck = Luck(S::CELLS as u64);
        for longest in [3, 8, 12] {
            let pruned = Tiles::without_duplicates(size, Manhattan::<S>::new(), longest);
            for number in 0..1_000 / every(10) {
                let board = walk_on(S::WIDTH, S::CELLS, &mut luck, steps);
                let length = AStar.solve(&Task::new(&plain, &plain.position(&board).unwrap())).bound.0;
                check(&pruned, &board, length, number < 3);
            }
        }
    }
    compare(Size::<2, 4>, 200);
    compare(Size::<4, 2>, 200);
    compare(Size::<3, 4>, 40);
    compare(Size::<5, 5>, 20);
}

/// Lengths are Korf's, and the nodes fewer than half.
#[test]
fn the_easier_ones_of_korf() {
    let tiles = Tiles::without_duplicates(Size::<4, 4>, Manhattan::new(), 14);
    assert_eq!(tiles.moves().states(), 53_205);
    let (mut pruned, mut plain) = (0, 0);
    for one in korf().into_iter().filter(|one| one.nodes < 20_000_000) {
        let report = IdaStar::default().solve(&Task::new(&tiles, &tiles.position(&one.tiles).unwrap()));
        assert_done(&one.tiles, 4, &report, one.length);
        (pruned, plain) = (pruned + report.generated, plain + one.nodes);
    }
    assert!(2 * pruned < plain, "{pruned} of {plain}");
}
