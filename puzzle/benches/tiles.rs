//! IDA* with Manhattan distance through the trait, beside a loop written by hand for the 15-puzzle alone and beside the
//! crate `pathfinding`, on the same instances in one run: `cargo bench -p provebest-puzzle --bench tiles`.
//! With `-- DATABASE`, the name of a file, also all of Korf's instances with the databases 7-8 kept there.

use std::time::Instant;

use provebest_puzzle::tiles::{Manhattan, Size, Tiles};
use provebest_puzzle::{IdaStar, Solve, Task};

const ROUNDS: usize = 5;

/// Tiles, the length of the shortest solution, and how many nodes IDA* generates.
struct Instance {
    tiles: Vec<usize>,
    length: u32,
    nodes: u64,
}

fn instances() -> Vec<Instance> {
    let text = include_str!("../../suites/puzzles/korf100.txt");
    let read = |line: &str| {
        let numbers: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let tiles = numbers[1..17].iter().map(|&tile| tile as usize).collect();
        Instance { tiles, length: numbers[18] as u32, nodes: numbers[19] }
    };
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(read).collect()
}

/// The loop: a board of bytes that is changed and changed back, and tables for this puzzle alone.
struct ByHand {
    board: [u8; 16],
    nodes: u64,
    next: u32,
    /// By tile, where it was and where it goes to.
    steps: [[[i8; 16]; 16]; 16],
    /// By empty cell: where it can go, in the order up, left, right, down.
    ways: [([u8; 4], usize); 16],
}

impl ByHand {
    fn new(tiles: &[usize]) -> ByHand {
        let distance = |tile: usize, cell: usize| ((tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)) as i8;
        let (mut steps, mut ways) = ([[[0; 16]; 16]; 16], [([0; 4], 0); 16]);
        for cell in 0..16 {
            let (row, column) = (cell / 4, cell % 4);
            let mut add = |to: usize| {
                let (list, count) = &mut ways[cell];
                list[*count] = to as u8;
                *count += 1;
                for tile in 1..16 {
                    steps[tile][to][cell] = distance(tile, cell) - distance(tile, to);
                }
            };
            (row > 0).then(|| add(cell - 4));
            (column > 0).then(|| add(cell - 1));
            (column < 3).then(|| add(cell + 1));
            (row < 3).then(|| add(cell + 4));
        }
        let board = std::array::from_fn(|cell| tiles[cell] as u8);
        ByHand { board, nodes: 0, next: 0, steps, ways }
    }

    fn solve(&mut self) -> u32 {
        let placed = || self.board.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let distance = |(cell, &tile): (usize, &u8)| {
            (usize::from(tile) / 4).abs_diff(cell / 4) + (usize::from(tile) % 4).abs_diff(cell % 4)
        };
        let start = placed().map(distance).sum::<usize>() as u32;
        let blank = self.board.iter().position(|&tile| tile == 0).expect("an empty cell");
        (self.nodes, self.next) = (1, start);
        loop {
            let bound = self.next;
            self.next = u32::MAX;
            if self.dive(blank, 16, 0, start, bound) {
                return bound;
            }
        }
    }

    fn dive(&mut self, blank: usize, before: usize, cost: u32, left: u32, bound: u32) -> bool {
        let (list, count) = self.ways[blank & 15];
        for &to in list.iter().take(count) {
            let to = usize::from(to);
            if to == before {
                continue;
            }
            self.nodes += 1;
            let tile = self.board[to & 15];
            let step = self.steps[usize::from(tile) & 15][to & 15][blank & 15];
            let left = left.wrapping_add_signed(i32::from(step));
            let total = cost + 1 + left;
            if total > bound {
                self.next = self.next.min(total);
                continue;
            }
            if left == 0 {
                return true;
            }
            (self.board[blank & 15], self.board[to & 15]) = (tile, 0);
            if self.dive(to, blank, cost + 1, left, bound) {
                return true;
            }
            (self.board[blank & 15], self.board[to & 15]) = (0, tile);
        }
        false
    }
}

fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn main() {
    let all = instances();
    let some: Vec<&Instance> = all.iter().filter(|one| (1_000_000..12_000_000).contains(&one.nodes)).collect();
    let nodes: u64 = some.iter().map(|one| one.nodes).sum();
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let (mut trait_times, mut hand_times) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (mut trait_time, mut hand_time) = (0.0, 0.0);
        for one in &some {
            let start = tiles.position(&one.tiles).expect("a board");
            let (report, time) = seconds(|| IdaStar::default().solve(&Task::new(&tiles, &start)));
            assert_eq!((report.bound.0, report.generated), (one.length, one.nodes));
            trait_time += time;
            let mut hand = ByHand::new(&one.tiles);
            let (length, time) = seconds(|| hand.solve());
            assert_eq!((length, hand.nodes), (one.length, one.nodes));
            hand_time += time;
        }
        trait_times.push(trait_time);
        hand_times.push(hand_time);
    }
    let ratio = median(trait_times.iter().zip(&hand_times).map(|(ours, hand)| hand / ours).collect());
    let speed = |times: Vec<f64>| nodes as f64 / median(times) / 1e6;
    println!("{} instances, {nodes} nodes, {ROUNDS} rounds", some.len());
    println!("through the trait {:.1} million nodes/s", speed(trait_times));
    println!("by hand           {:.1} million nodes/s; the trait has {ratio:.2} of it", speed(hand_times));
}
