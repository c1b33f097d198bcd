//! IDA* with Manhattan distance through the trait, beside a loop written by hand for the 15-puzzle alone and beside the
//! crate `pathfinding`, on the same instances in one run: `cargo bench -p provebest-puzzle --bench tiles`.
//! With `-- FOLDER` also all of Korf's instances with the databases 6-6-3 and 7-8, which are kept in that folder.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::time::Instant;

use provebest_puzzle::tiles::{Databases, Manhattan, Partition, Patterns, Size, Tiles};
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
                for (tile, steps) in steps.iter_mut().enumerate() {
                    steps[to][cell] = distance(tile, cell) - distance(tile, to);
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

/// The same rules for the other crate: the board packed, its distance kept with it, states the same by their cells.
#[derive(Clone, Copy)]
struct Packed {
    cells: u64,
    blank: u8,
    distance: u8,
}

impl PartialEq for Packed {
    fn eq(&self, other: &Packed) -> bool {
        self.cells == other.cells
    }
}

impl Eq for Packed {}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.cells.hash(hasher);
    }
}

/// Solves with the crate `pathfinding` as its users write it: a board of bytes, sons in a vector, distances added up.
fn by_pathfinding_plainly(tiles: &[usize]) -> (u32, u64) {
    let board: [u8; 16] = std::array::from_fn(|cell| tiles[cell] as u8);
    let nodes = Cell::new(1);
    let sons = |board: &[u8; 16]| {
        let blank = board.iter().position(|&tile| tile == 0).expect("an empty cell");
        let (row, column) = (blank / 4, blank % 4);
        let all = [(row > 0, -4), (column > 0, -1), (column < 3, 1), (row < 3, 4)];
        let to = all.into_iter().filter(|(there, _)| *there).map(|(_, step)| {
            let mut son = *board;
            son.swap(blank, blank.wrapping_add_signed(step));
            (son, 1)
        });
        let sons: Vec<([u8; 16], u32)> = to.collect();
        nodes.set(nodes.get() + sons.len() as u64);
        sons
    };
    let distance = |board: &[u8; 16]| {
        let placed = board.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let distance = |cell: usize, tile: usize| (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4);
        placed.map(|(cell, &tile)| distance(cell, usize::from(tile)) as u32).sum::<u32>()
    };
    let solved: [u8; 16] = std::array::from_fn(|cell| cell as u8);
    let found = pathfinding::directed::idastar::idastar(&board, sons, distance, |board| *board == solved);
    (found.expect("it can be solved").1, nodes.get())
}

/// Solves with the crate `pathfinding`, given all the help that there is: the packed board. Returns the length, and how many nodes it generated.
fn by_pathfinding(tiles: &[usize]) -> (u32, u64) {
    let hand = ByHand::new(tiles);
    let distance = |cell: usize, tile: usize| (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4);
    let placed = || tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
    let start = Packed {
        cells: placed().map(|(cell, &tile)| (tile as u64) << (4 * cell)).sum(),
        blank: tiles.iter().position(|&tile| tile == 0).expect("an empty cell") as u8,
        distance: placed().map(|(cell, &tile)| distance(cell, tile)).sum::<usize>() as u8,
    };
    let nodes = Cell::new(1);
    let found = pathfinding::directed::idastar::idastar(
        &start,
        |&Packed { cells, blank, distance }| {
            let to = usize::from(blank);
            let (list, count) = hand.ways[to & 15];
            nodes.set(nodes.get() + count as u64);
            list.into_iter().take(count).map({
                let steps = &hand.steps;
                move |blank| {
                    let from = usize::from(blank);
                    let tile = cells >> (4 * from) & 15;
                    let cells = cells ^ (tile << (4 * from)) ^ (tile << (4 * to));
                    let distance = distance.wrapping_add_signed(steps[tile as usize & 15][from & 15][to & 15]);
                    (Packed { cells, blank, distance }, 1)
                }
            })
        },
        |state| u32::from(state.distance),
        |state| state.distance == 0,
    );
    (found.expect("it can be solved").1, nodes.get())
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

/// Solves an instance, and tells how long it took.
fn solve(tiles: &Tiles<Size<4, 4>, Manhattan<Size<4, 4>>>, one: &Instance) -> f64 {
    let start = tiles.position(&one.tiles).expect("a board");
    let (report, time) = seconds(|| IdaStar::default().solve(&Task::new(tiles, &start)));
    assert_eq!((report.bound.0, report.generated), (one.length, one.nodes));
    time
}

/// Through the trait beside the loop by hand.
fn beside_the_loop(all: &[Instance]) {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let some: Vec<&Instance> = all.iter().filter(|one| (1_000_000..12_000_000).contains(&one.nodes)).collect();
    let nodes: u64 = some.iter().map(|one| one.nodes).sum();
    println!("{} instances, {nodes} nodes, {ROUNDS} rounds", some.len());
    let rounds: Vec<(f64, f64)> = (0..ROUNDS)
        .map(|_| {
            some.iter().fold((0.0, 0.0), |(ours, by_hand), one| {
                let mut hand = ByHand::new(&one.tiles);
                let (length, time) = seconds(|| hand.solve());
                assert_eq!((length, hand.nodes), (one.length, one.nodes));
                (ours + solve(&tiles, one), by_hand + time)
            })
        })
        .collect();
    let speed = |time: f64| nodes as f64 / time / 1e6;
    let ratio = median(rounds.iter().map(|(ours, hand)| hand / ours).collect());
    println!("through the trait {:.1} million nodes/s", speed(median(rounds.iter().map(|round| round.0).collect())));
    let hand = speed(median(rounds.iter().map(|round| round.1).collect()));
    println!("by hand           {hand:.1} million nodes/s; the trait has {ratio:.2} of it");
}

/// Through the trait beside `pathfinding`.
fn beside_pathfinding(all: &[Instance], form: &str, theirs: fn(&[usize]) -> (u32, u64)) {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let mut some: Vec<&Instance> = all.iter().collect();
    some.sort_by_key(|one| one.nodes);
    some.truncate(8);
    let rounds: Vec<(f64, f64, u64)> = (0..3)
        .map(|_| {
            some.iter().fold((0.0, 0.0, 0), |(ours, other, nodes), one| {
                let ((length, generated), time) = seconds(|| theirs(&one.tiles));
                assert_eq!(length, one.length);
                (ours + solve(&tiles, one), other + time, nodes + generated)
            })
        })
        .collect();
    let nodes: u64 = some.iter().map(|one| one.nodes).sum();
    let their_nodes = rounds[0].2;
    let speed = their_nodes as f64 / median(rounds.iter().map(|round| round.1).collect()) / 1e6;
    let ratio = median(rounds.iter().map(|(ours, theirs, _)| theirs / ours).collect());
    println!("pathfinding, {form}: {their_nodes} nodes, {speed:.1} million nodes/s");
    println!("the same 8 instances here: {nodes} nodes, {ratio:.1} times as fast");
}

/// All instances with databases from a file, which is built if need be.
fn with_databases(all: &[Instance], partition: &Partition, file: &Path) {
    let (opened, time) = seconds(|| Databases::open(file, partition, &mut |_| {}).expect("memory"));
    println!("{partition}: {} bytes, opened in {time:.2} s ({:?})", partition.bytes(), opened.origin);
    let tiles = Tiles::new(Size::<4, 4>, Patterns::new(Size, &opened.databases).expect("the size"));
    for _ in 0..3 {
        let (nodes, time) = seconds(|| {
            let nodes = all.iter().map(|one| {
                let start = tiles.position(&one.tiles).expect("a board");
                let report = IdaStar::default().solve(&Task::new(&tiles, &start));
                assert_eq!(report.bound.0, one.length);
                report.generated
            });
            nodes.sum::<u64>()
        });
        println!("{partition}: all 100, {nodes} nodes, {time:.2} s, {:.2} million nodes/s", nodes as f64 / time / 1e6);
    }
}

fn main() {
    let all = instances();
    beside_the_loop(&all);
    beside_pathfinding(&all, "as one writes it", by_pathfinding_plainly);
    beside_pathfinding(&all, "with the packed board", by_pathfinding);
    if let Some(folder) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')) {
        for partition in [Partition::six_six_three(), Partition::seven_eight()] {
            with_databases(&all, &partition, &Path::new(&folder).join(format!("{partition}.tiles")));
        }
    }
}
