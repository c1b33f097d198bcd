//! Korf's hundred instances of the 15-puzzle (1985): lengths and counts, to the node.

use crate::common::suite::korf;
use crate::common::{assert_done, assert_solves, every, slid};
use provebest_puzzle::tiles::{
    Databases, Heuristic, LinearConflict, Manhattan, Partition, Patterns, Size, Tiles, WalkingDistance,
};
use provebest_puzzle::{BatchIdaStar, Cost, IdaStar, Puzzle, Report, Solve, Task, tiles::Direction};

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

/// IDA* with the larger of two estimates, each looked up anew for every board: lengths and counts are the same, and those of batches but
/// for the last iteration.
#[test]
fn counts_with_the_small_databases_are_those_of_a_plain_text() {
    let databases = Databases::build(&Partition::six_six_three(), &mut |_| None).expect("memory");
    let tiles = Tiles::new(Size::<4, 4>, Patterns::new(Size, &databases).expect("the size"));
    for one in korf().into_iter().filter(|one| one.nodes < 2_500_000) {
        let mut plain = Plain { tiles: &tiles, nodes: 1, over: u32::MAX };
        let mut bound = plain.estimate(&one.tiles);
        while !plain.dive(&one.tiles, None, 0, bound) {
            bound = std::mem::replace(&mut plain.over, u32::MAX);
        }
        let report = solve(&tiles, &one.tiles);
        assert_done(&one.tiles, 4, &report, one.length);
        assert_eq!((bound, plain.nodes), (one.length, report.generated), "instance {}", one.number);
        for batch in [1, 7, 64] {
            let batches =
                BatchIdaStar { batch }.solve(&Task::new(&tiles, &tiles.position(&one.tiles).expect("a board")));
            assert_done(&one.tiles, 4, &batches, one.length);
            let before = |report: &Report<_>| report.iterations[..report.iterations.len() - 1].to_vec();
            assert_eq!(before(&batches), before(&report));
        }
    }
}

struct Plain<'a> {
    tiles: &'a Tiles<Fifteen, Patterns<'a, Fifteen>>,
    nodes: u64,
    over: u32,
}

impl Plain<'_> {
    fn estimate(&self, board: &[usize]) -> u32 {
        self.tiles.estimate(&self.tiles.position(board).expect("a board")).0
    }

    /// Counts children up to the goal.
    fn dive(&mut self, board: &[usize], last: Option<Direction>, cost: u32, bound: u32) -> bool {
        let ways = Direction::ALL.into_iter().filter(|way| last.is_none_or(|last| *way != last.back()));
        let children: Vec<_> = ways.filter_map(|way| Some((way, slid(board, 4, way)?))).collect();
        for (way, child) in children {
            self.nodes += 1;
            let need = cost + 1 + self.estimate(&child);
            if need > bound {
                self.over = self.over.min(need);
            } else if child.is_sorted() || self.dive(&child, Some(way), cost + 1, bound) {
                return true;
            }
        }
        false
    }
}
