//! Korf's hundred instances of the 15-puzzle (1985): lengths and counts, to the node.

use crate::common::suite::korf;
use crate::common::{assert_done, assert_solves, every};
use provebest_puzzle::tiles::{
    Databases, Heuristic, LinearConflict, Manhattan, Partition, Patterns, Size, Tiles, WalkingDistance,
};
use provebest_puzzle::{Cost, IdaStar, Puzzle, Report, Solve, Task, tiles::Direction};

type Fifteen = Size<4, 4>;

fn solve<H: Heuristic<Fifteen>>(tiles: &Tiles<Fifteen, H>, board: &[usize]) -> Report<Direction> {
    let start = tiles.position(board).expect("a board");
    IdaStar::default().solve(&Task::new(tiles, &start))
}

#[test]
fn counts_with_manhattan_distance() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let easy: Vec<_> = korf().into_iter().filter(|one| one.nodes < 20_000_000).collect();
    assert_eq!(easy.len(), 37);
    for one in easy {
        assert_eq!(tiles.estimate(&tiles.position(&one.tiles).unwrap()), Cost(one.estimate));
        let report = solve(&tiles, &one.tiles);
        assert_done(&one.tiles, 4, &report, one.length);
        assert_eq!(report.generated, one.nodes);
    }
}

#[test]
fn a_sixth_with_the_small_databases() {
    let databases = Databases::build(&Partition::six_six_three(), &mut |_| None).expect("memory");
    let patterns = Tiles::new(Size::<4, 4>, Patterns::new(Size, &databases).expect("the size"));
    let conflict = Tiles::new(Size::<4, 4>, LinearConflict::new());
    let walking = Tiles::new(Size::<4, 4>, WalkingDistance::new().expect("a small board"));
    assert_eq!(walking.heuristic().states(), (24_964, 24_964));
    for one in korf().into_iter().step_by(every(6)) {
        let report = solve(&patterns, &one.tiles);
        assert_solves(&one.tiles, 4, &report.solution.expect("a solution"), one.length);
        if one.nodes < 20_000_000 {
            assert!(solve(&conflict, &one.tiles).generated < one.nodes);
            assert!(solve(&walking, &one.tiles).generated < one.nodes);
        }
    }
}
