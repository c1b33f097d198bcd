//! Parallel searches on instances of the 15-puzzle: speed-up in simulation (PIDA* on 64 processors), and on two threads
//! beside one: `cargo bench -p provebest-puzzle --bench parallel [-- simulated | threads]`. With `-- all`, which takes some
//! minutes, all of Korf's instances on two threads, with pruning of duplicate moves and without; `-- pruned` only with.

use common::{Korf, easiest_first, median, processor_seconds, seconds};
use provebest_machine::{Simulated, Threads};
use provebest_puzzle::tiles::{Manhattan, MovePruning, Size, Tiles};
use provebest_puzzle::{IdaStar, ParallelIdaStar, Solve, SolveOn, Task};

mod common;

type Four = Size<4, 4>;
type Fifteen = Tiles<Four, Manhattan<Four>>;

fn simulated(tiles: &Fifteen, all: &[Korf]) {
    println!("simulated, 64 processors, the last iteration searched to its end");
    for Korf { number, tiles: board, .. } in all.iter().filter(|one| (10_000_000..12_000_000).contains(&one.nodes)) {
        let start = tiles.position(board).expect("a board");
        let task = Task::new(tiles, &start);
        let search = ParallelIdaStar { slice: 200, exhaustive: true };
        let time = |count| search.solve_on(&task, &Simulated::new(count)).expect("no deadlock").measured;
        let (one, many) = (time(1), time(64));
        let speed_up = one.time as f64 / many.time as f64;
        println!(
            "instance {number:>3}: {} nodes, {speed_up:.1} = {:.3} N, {} messages",
            one.time,
            speed_up / 64.0,
            many.messages
        );
    }
}

fn threads(tiles: &Fifteen, all: &[Korf]) {
    println!("two threads beside one and beside IDA*, by nodes per second: where the first goal is found differs");
    let mut ratios = Vec::new();
    for one in all.iter().filter(|one| (60_000_000..80_000_000).contains(&one.nodes)) {
        let start = tiles.position(&one.tiles).expect("a board");
        let task = Task::new(tiles, &start);
        let on = |count| {
            let (ran, time) =
                seconds(|| ParallelIdaStar::default().solve_on(&task, &Threads::new(count)).expect("threads"));
            assert_eq!(ran.report.bound.0, one.length);
            ran.report.generated as f64 / time / 1e6
        };
        let rounds: Vec<[f64; 3]> = (0..3)
            .map(|_| {
                let (report, time) = seconds(|| IdaStar::default().solve(&task));
                [report.generated as f64 / time / 1e6, on(1), on(2)]
            })
            .collect();
        let of = |pick: fn(&[f64; 3]) -> f64| median(rounds.iter().map(pick).collect());
        let [alone, by_one, by_two] = [of(|round| round[0]), of(|round| round[1]), of(|round| round[2])];
        let ratio = of(|round| round[2] / round[1]);
        ratios.push(ratio);
        println!(
            "instance {:>3}: {alone:.1} alone, {by_one:.1} by one and {by_two:.1} million nodes/s by two: {ratio:.2} times",
            one.number
        );
    }
    println!("median {:.2} times", median(ratios));
}

/// All instances with Manhattan distance on two threads. Returns the seconds of processors.
fn all_of_them<M>(tiles: &Tiles<Four, Manhattan<Four>, M>, form: &str, all: &[Korf]) -> f64
where
    M: MovePruning,
{
    let ((nodes, time), processors) = processor_seconds(|| {
        seconds(|| {
            let nodes = all.iter().map(|one| {
                let start = tiles.position(&one.tiles).expect("a board");
                let ran =
                    ParallelIdaStar::default().solve_on(&Task::new(tiles, &start), &Threads::new(2)).expect("threads");
                assert_eq!(ran.report.bound.0, one.length);
                ran.report.generated
            });
            nodes.sum::<u64>()
        })
    });
    println!("all {} on two threads, {form}: {nodes} nodes, {time:.1} s, {processors:.1} s of processors", all.len());
    processors
}

fn main() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let all = easiest_first();
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    wanted("simulated").then(|| simulated(&tiles, &all));
    wanted("threads").then(|| threads(&tiles, &all));
    let only = only.as_deref();
    let pruned = || {
        let (tiles, time) = seconds(|| Tiles::without_duplicates(Size::<4, 4>, Manhattan::new(), 14));
        println!("strings of up to 14 moves: {} states, found in {time:.2} s", tiles.moves().states());
        all_of_them(&tiles, "without duplicate moves", &all)
    };
    if only == Some("all") {
        let (fast, plain) = (pruned(), all_of_them(&tiles, "plain", &all));
        println!("{:.2} times as fast by seconds of processors", plain / fast);
    }
    (only == Some("pruned")).then(pruned);
}
