//! IDA* with Manhattan distance through the trait, beside a loop written by hand for the 15-puzzle alone and beside the
//! crate `pathfinding`, on the same instances in one run: `cargo bench -p provebest-puzzle --bench tiles`.
//! Pattern databases are measured by `provebest bench puzzles`.

use std::cell::Cell;
use std::hash::{Hash, Hasher};

use by_hand::ByHand;
use common::{Korf, easiest_first, median, seconds};
use provebest_puzzle::tiles::{Manhattan, Size, Tiles};
use provebest_puzzle::{IdaStar, Solve, Task};

mod by_hand;
mod common;

const ROUNDS: usize = 5;

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

/// Solves with the crate `pathfinding` as its users write it: a board of bytes, children in a vector, distances added up.
fn by_pathfinding_plainly(tiles: &[usize]) -> (u32, u64) {
    let board: [u8; 16] = std::array::from_fn(|cell| tiles[cell] as u8);
    let nodes = Cell::new(1);
    let children = |board: &[u8; 16]| {
        let blank = board.iter().position(|&tile| tile == 0).expect("an empty cell");
        let (row, column) = (blank / 4, blank % 4);
        let all = [(row > 0, -4), (column > 0, -1), (column < 3, 1), (row < 3, 4)];
        let to = all.into_iter().filter(|(there, _)| *there).map(|(_, step)| {
            let mut child = *board;
            child.swap(blank, blank.wrapping_add_signed(step));
            (child, 1)
        });
        let children: Vec<([u8; 16], u32)> = to.collect();
        nodes.set(nodes.get() + children.len() as u64);
        children
    };
    let distance = |board: &[u8; 16]| {
        let placed = board.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let distance = |cell: usize, tile: usize| (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4);
        placed.map(|(cell, &tile)| distance(cell, usize::from(tile)) as u32).sum::<u32>()
    };
    let solved: [u8; 16] = std::array::from_fn(|cell| cell as u8);
    let found = pathfinding::directed::idastar::idastar(&board, children, distance, |board| *board == solved);
    (found.expect("it can be solved").1, nodes.get())
}

/// Solves with the crate `pathfinding`, given all the help that there is: the packed board. Returns the length, and how many nodes
/// it generated.
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

/// Solves an instance, and returns how long it took.
fn solve(tiles: &Tiles<Size<4, 4>, Manhattan<Size<4, 4>>>, one: &Korf) -> f64 {
    let start = tiles.position(&one.tiles).expect("a board");
    let (report, time) = seconds(|| IdaStar::default().solve(&Task::new(tiles, &start)));
    assert_eq!((report.bound.0, report.generated), (one.length, one.nodes), "instance {}", one.number);
    time
}

/// Through the trait beside the loop by hand.
fn beside_the_loop(all: &[Korf]) {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let some: Vec<&Korf> = all.iter().filter(|one| (1_000_000..12_000_000).contains(&one.nodes)).collect();
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
fn beside_pathfinding(all: &[Korf], form: &str, theirs: fn(&[usize]) -> (u32, u64)) {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let some = &all[..8];
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

fn main() {
    let all = easiest_first();
    beside_the_loop(&all);
    beside_pathfinding(&all, "as one writes it", by_pathfinding_plainly);
    beside_pathfinding(&all, "with the packed board", by_pathfinding);
}
