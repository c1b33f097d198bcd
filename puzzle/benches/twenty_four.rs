//! The 24-puzzle: what its pattern databases take to be built, and how many nodes IDA* generates with them, with linear
//! conflicts and with Manhattan distance, after random walks from the goal: `cargo bench -p provebest-puzzle --bench
//! twenty_four`. That takes some minutes and 800 MB of memory.

use common::seconds;
use provebest_puzzle::tiles::{
    Databases, Direction, Heuristic, LinearConflict, Manhattan, Partition, Patterns, Size, Tiles,
};
use provebest_puzzle::{Cost, IdaStar, Limits, Report, Solve, Task};

#[allow(dead_code)]
mod common;

type TwentyFour = Size<5, 5>;

/// The limit on nodes: more would take too long.
const MOST: u64 = 500_000_000;

/// A walk of this number of moves from the goal, none of them back.
fn walk(steps: usize, seed: u64) -> Vec<usize> {
    let (mut board, mut blank, mut last): (Vec<usize>, usize, Option<usize>) = ((0..25).collect(), 0, None);
    let mut luck = seed;
    for _ in 0..steps {
        let next: Vec<usize> = Direction::ALL.into_iter().filter_map(|way| way.from(blank, 5, 5)).collect();
        let next: Vec<usize> = next.into_iter().filter(|&cell| Some(cell) != last).collect();
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let to = next[(luck >> 33) as usize % next.len()];
        board.swap(blank, to);
        (last, blank) = (Some(blank), to);
    }
    board
}

fn solve<H: Heuristic<TwentyFour>>(tiles: &Tiles<TwentyFour, H>, board: &[usize]) -> (Report<Direction>, f64) {
    let start = tiles.position(board).expect("a board");
    let limits = Limits { nodes: Some(MOST), ..Limits::default() };
    seconds(|| IdaStar::default().solve(&Task::new(tiles, &start).within(limits)))
}

fn main() {
    let partition = Partition::six_six_six_six();
    let (databases, time) = seconds(|| Databases::build(&partition, &mut |_| None).expect("enough memory"));
    println!("databases {partition}: {} bytes, built in {time:.1} s", partition.bytes());
    let patterns = Tiles::new(Size, Patterns::new(Size::<5, 5>, &databases).expect("databases of this size"));
    let conflicts = Tiles::new(Size, LinearConflict::new());
    let manhattan = Tiles::new(Size, Manhattan::new());
    for steps in [60, 100, 150, 200, 300] {
        for seed in 1..=3 {
            let board = walk(steps, seed);
            let mut length: Option<Cost> = None;
            let mut told = |name: &str, (report, time): (Report<Direction>, f64)| {
                let solved = report.stopped.is_none();
                assert!(length.is_none_or(|length| length == report.bound || !solved && report.bound < length));
                length = length.or(solved.then_some(report.bound));
                let more = if solved { "" } else { "more than " };
                format!("{name} {more}{} nodes, {time:.2} s", report.generated)
            };
            let lines = [
                told("patterns", solve(&patterns, &board)),
                told("linear conflicts", solve(&conflicts, &board)),
                told("Manhattan distance", solve(&manhattan, &board)),
            ];
            println!("{steps} steps, {} moves: {}", length.map_or(0, |length| length.0), lines.join("; "));
        }
    }
}
