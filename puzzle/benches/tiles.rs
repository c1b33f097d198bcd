//! IDA* with Manhattan distance through the trait, beside a loop written by hand for the 15-puzzle alone and beside the
//! crate `pathfinding`, on the same instances in one run: `cargo bench -p provebest-puzzle --bench tiles`.
//! Last comes pruning of duplicate moves beside the plain form. With `-- patterns`, which takes a minute and 1.2 GB of memory, all of
//! Korf's instances with the pattern databases of 7 and 8 tiles, in both forms, one node after the other and in batches.

use std::cell::Cell;
use std::hash::{Hash, Hasher};

use by_hand::ByHand;
use common::{Korf, easiest_first, median, processor_seconds};
use provebest_puzzle::tiles::{Databases, Heuristic, Manhattan, MovePruning, Partition, Patterns, Size, Tiles};
use provebest_puzzle::{BatchIdaStar, IdaStar, Solve, Task};

mod by_hand;
#[allow(dead_code)]
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
    let (report, time) = processor_seconds(|| IdaStar::default().solve(&Task::new(tiles, &start)));
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
                let (length, time) = processor_seconds(|| hand.solve());
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

/// Through the trait beside `pathfinding`, plainly and without duplicate moves.
fn beside_pathfinding(all: &[Korf], form: &str, theirs: fn(&[usize]) -> (u32, u64)) {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let pruned = Tiles::without_duplicates(Size::<4, 4>, Manhattan::new(), 12);
    let some = &all[..8];
    let rounds: Vec<[(u64, f64); 3]> = (0..3)
        .map(|_| {
            let other = some.iter().fold((0, 0.0), |(nodes, sum), one| {
                let ((length, generated), time) = processor_seconds(|| theirs(&one.tiles));
                assert_eq!(length, one.length);
                (nodes + generated, sum + time)
            });
            let plain = some.iter().map(|one| solve(&tiles, one)).sum();
            [other, (some.iter().map(|one| one.nodes).sum(), plain), solve_all(IdaStar::default(), &pruned, some)]
        })
        .collect();
    let [(their_nodes, _), (nodes, _), (pruned_nodes, _)] = rounds[0];
    let of = |pick: fn(&[(u64, f64); 3]) -> f64| median(rounds.iter().map(pick).collect());
    println!(
        "pathfinding, {form}: {their_nodes} nodes, {:.1} million nodes/s",
        their_nodes as f64 / of(|round| round[0].1) / 1e6
    );
    println!("the same 8 instances here: {nodes} nodes, {:.1} times as fast", of(|round| round[0].1 / round[1].1));
    println!("without duplicate moves: {pruned_nodes} nodes, {:.1} times as fast", of(|round| round[0].1 / round[2].1));
}

/// Solves instances, and returns the nodes and how long it took.
fn solve_all<H: Heuristic<Size<4, 4>>, M: MovePruning>(
    search: impl Solve,
    tiles: &Tiles<Size<4, 4>, H, M>,
    some: &[Korf],
) -> (u64, f64) {
    let one = |one: &Korf| {
        let start = tiles.position(&one.tiles).expect("a board");
        let report = search.solve(&Task::new(tiles, &start));
        assert_eq!(report.bound.0, one.length, "instance {}", one.number);
        report.generated
    };
    processor_seconds(|| some.iter().map(one).sum())
}

/// Without duplicate moves beside the plain form.
fn beside_the_plain_form(some: &[Korf]) {
    let plain = Tiles::new(Size::<4, 4>, Manhattan::new());
    println!("Manhattan distance, {} instances", some.len());
    for longest in [10, 12, 14, 16] {
        let (pruned, found) = processor_seconds(|| Tiles::without_duplicates(Size::<4, 4>, Manhattan::new(), longest));
        let rounds: Vec<[(u64, f64); 2]> = (0..ROUNDS)
            .map(|_| [solve_all(IdaStar::default(), &pruned, some), solve_all(IdaStar::default(), &plain, some)])
            .collect();
        let [(nodes, _), (plain_nodes, _)] = rounds[0];
        let of = |pick: fn(&[(u64, f64); 2]) -> f64| median(rounds.iter().map(pick).collect());
        println!(
            "strings of up to {longest}: {} states, found in {found:.2} s; {nodes} nodes, {:.3} s, plain {plain_nodes} nodes, \
             {:.3} s: {:.2} times as fast",
            pruned.moves().states(),
            of(|round| round[0].1),
            of(|round| round[1].1),
            of(|round| round[1].1 / round[0].1)
        );
    }
}

/// With the largest databases.
fn with_patterns(all: &[Korf]) {
    let databases = Databases::build(&Partition::seven_eight(), &mut |_| None).expect("enough memory");
    let patterns = || Patterns::new(Size::<4, 4>, &databases).expect("databases of this size");
    let plain = Tiles::new(Size::<4, 4>, patterns());
    let pruned = Tiles::without_duplicates(Size::<4, 4>, patterns(), 12);
    println!("databases of 7 and 8 tiles, {} instances", all.len());
    let names = ["IDA*", "without duplicate moves", "in batches", "in batches without duplicate moves"];
    let rounds: Vec<[(u64, f64); 4]> = (0..ROUNDS)
        .map(|_| {
            [
                solve_all(IdaStar::default(), &plain, all),
                solve_all(IdaStar::default(), &pruned, all),
                solve_all(BatchIdaStar::default(), &plain, all),
                solve_all(BatchIdaStar::default(), &pruned, all),
            ]
        })
        .collect();
    for (at, name) in names.into_iter().enumerate() {
        let time = median(rounds.iter().map(|round| round[at].1).collect());
        println!("{name}: {} nodes, {time:.3} s", rounds[0][at].0);
    }
}

fn main() {
    let all = easiest_first();
    if std::env::args().any(|argument| argument == "patterns") {
        return with_patterns(&all);
    }
    beside_the_loop(&all);
    beside_pathfinding(&all, "as one writes it", by_pathfinding_plainly);
    beside_pathfinding(&all, "with the packed board", by_pathfinding);
    beside_the_plain_form(&all[8..28]);
}
