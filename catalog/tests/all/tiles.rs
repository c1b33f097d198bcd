//! Boards to be solved, by any search with any heuristic.

use provebest::AnyMachine;
use provebest_catalog::PuzzleAlgorithm;
use provebest_catalog::tiles::{Board, TileHeuristic, TileProblem};
use provebest_puzzle::tiles::Direction;

#[test]
fn every_search_with_every_heuristic_finds_the_shortest_solution() {
    let board: Board = "3x4:6 2 4 8 7 10 3 9 11 1 0 5".parse().unwrap();
    let mut lengths = Vec::new();
    for algorithm in PuzzleAlgorithm::ALL {
        for heuristic in TileHeuristic::ALL.into_iter().filter(|heuristic| heuristic.fits(3, 4)) {
            let machine = if algorithm.is_parallel() { AnyMachine::simulated(3) } else { AnyMachine::Alone };
            let problem = TileProblem { heuristic, algorithm, machine: &machine, ..TileProblem::new(&board) };
            let report = problem.solve().unwrap().report;
            assert!(report.is_optimal(), "{algorithm} {heuristic}");
            let moves = report.solution.unwrap().moves;
            let end = moves.iter().try_fold(board.clone(), |board, &step| board.after(step));
            assert!(end.is_some_and(|end| end.is_solved()), "{algorithm} {heuristic}");
            lengths.push(moves.len());
        }
    }
    assert!(lengths.len() == 27 && lengths.iter().all(|&length| length == lengths[0]), "{lengths:?}");
}

/// A table and the owners of states depend on keys and their hashes: these are the counts of boards whose size is
/// a type.
#[test]
fn counts_are_those_of_a_search_compiled_for_its_board() {
    for (board, heuristic, counts) in [
        (
            "3x5:7 9 3 6 0 2 10 1 4 11 5 8 12 13 14",
            TileHeuristic::WalkingDistance,
            [(458, 213), (582, 281), (548, 266), (604, 281), (1293, 605), (4396, 2083), (2996, 1386)],
        ),
        (
            "4x4:10 8 0 3 4 9 1 7 12 6 2 11 13 5 14 15",
            TileHeuristic::LinearConflict,
            [(1178, 563), (468, 222), (457, 217), (488, 222), (890, 407), (5246, 2462), (1848, 867)],
        ),
        (
            "4x4:10 8 0 3 4 9 1 7 12 6 2 11 13 5 14 15",
            TileHeuristic::Manhattan,
            [(2099, 988), (893, 424), (858, 408), (913, 424), (1616, 758), (4745, 2226), (3106, 1450)],
        ),
        (
            "5x4:1 3 0 13 4 5 12 2 9 14 10 6 7 8 19 15 11 16 18 17",
            TileHeuristic::Manhattan,
            [
                (33_094, 14_760),
                (62_196, 27_596),
                (61_607, 27_331),
                (53_206, 23_619),
                (212_715, 94_480),
                (35_013, 15_639),
                (56_585, 25_084),
            ],
        ),
    ] {
        let board: Board = board.parse().unwrap();
        let (alone, seven) = (AnyMachine::Alone, AnyMachine::simulated(7));
        let searches = [
            (PuzzleAlgorithm::AStar, 0, &alone),
            (PuzzleAlgorithm::IdaStar, 0, &alone),
            (PuzzleAlgorithm::IdaStar, 3000, &alone),
            (PuzzleAlgorithm::ParallelIdaStar, 0, &seven),
            (PuzzleAlgorithm::ParallelWindow, 0, &seven),
            (PuzzleAlgorithm::HashDistributedAStar, 0, &seven),
            (PuzzleAlgorithm::TranspositionDriven, 3000, &seven),
        ];
        let counted = searches.map(|(algorithm, table, machine)| {
            let problem = TileProblem { heuristic, algorithm, table, machine, ..TileProblem::new(&board) };
            let report = problem.solve().unwrap().report;
            (report.generated, report.expanded)
        });
        assert_eq!(counted, counts, "{board} {heuristic}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let board: Board = "5x5:1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24".parse().unwrap();
    let said = |problem: TileProblem<'_>| problem.solve().unwrap_err().to_string();
    let walking = said(TileProblem { heuristic: TileHeuristic::WalkingDistance, ..TileProblem::new(&board) });
    assert!(walking.ends_with("5x5; expected manhattan or linear-conflict or pdb-6666"), "{walking}");
    let lock_step = AnyMachine::LockStep(4);
    let algorithm = PuzzleAlgorithm::ParallelWindow;
    let there = said(TileProblem { algorithm, machine: &lock_step, ..TileProblem::new(&board) });
    assert!(there.contains("sim:4 or threads:4"), "{there}");
    let board: Board = "4x4:1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15".parse().unwrap();
    let without = said(TileProblem { heuristic: TileHeuristic::SixSixThree, ..TileProblem::new(&board) });
    assert!(without.contains("needs its databases"), "{without}");
}

/// A way to the goal that is seen is a way on the board that is solved.
#[test]
fn goals_in_every_corner() {
    for goal in [
        "1 2 3 4 5 6 7 8 9 10 11 0",
        "4 3 2 0 5 6 7 8 1 9 10 11",
        "5 1 2 3 4 6 7 8 0 9 10 11",
        "0 2 1 3 4 5 6 7 8 9 10 11",
    ] {
        let end: Board = format!("4x3:{goal} to {goal}").parse().unwrap();
        assert!(end.is_solved(), "{goal}");
        let (mut board, mut seen) = (end.clone(), format!("4x3:{goal}"));
        for number in [0, 1, 3, 3, 2, 1, 0, 2, 2, 3] {
            let step = Direction::ALL[number];
            let Some(next) = board.after(step) else { continue };
            // The same step by hand, on what people see.
            let mut tiles: Vec<usize> = seen[4..].split(' ').map(|tile| tile.parse().unwrap()).collect();
            let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
            tiles.swap(blank, end.seen(step).from(blank, 4, 3).unwrap());
            (board, seen) = (next, format!("4x3:{}", tiles.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")));
            assert_eq!(board.drawn(), seen, "{goal}");
            let written = board.to_string();
            assert_eq!(written, format!("{seen} to {goal}"));
            assert_eq!(written.parse(), Ok(board.clone()));
        }
    }
    let wrong = |text: &str| text.parse::<Board>().unwrap_err().to_string();
    let board = "3x3:8 7 6 0 4 1 2 5 3 to";
    assert!(wrong(&format!("{board} 1 2 3 4 0 5 6 7 8")).starts_with("the empty cell is in no corner"));
    assert!(wrong(&format!("{board} 1 2 3 4 5 6 7 8 8")).starts_with("tile 8 is there twice and tile 0 is missing"));
    assert!(wrong(&format!("{board} 1 2")).starts_with("2 tiles on a board of 9 cells"));
    assert!(wrong(&format!("{board} 2 1 3 4 5 6 7 8 0")).starts_with("a board that cannot be solved"));
}
