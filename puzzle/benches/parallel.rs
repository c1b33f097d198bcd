//! Parallel searches on instances of the 15-puzzle: speed-up in simulation (PIDA* on 64 processors), and on two threads
//! beside one: `cargo bench -p provebest-puzzle --bench parallel [-- simulated | threads]`.

use std::time::Instant;

use provebest_machine::{Simulated, Threads};
use provebest_puzzle::tiles::{Manhattan, Size, Tiles};
use provebest_puzzle::{IdaStar, ParallelIdaStar, Solve, SolveOn, Task};

type Fifteen = Tiles<Size<4, 4>, Manhattan<Size<4, 4>>>;

/// Its number, its tiles, and how many nodes IDA* generates.
type Instance = (usize, Vec<usize>, u64);

fn instances() -> Vec<Instance> {
    let text = include_str!("../../suites/puzzles/korf100.txt");
    let read = |line: &str| {
        let numbers: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        (numbers[0] as usize, numbers[1..17].iter().map(|&tile| tile as usize).collect(), numbers[19])
    };
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(read).collect()
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn simulated(tiles: &Fifteen, all: &[Instance]) {
    println!("simulated, 64 processors, the last iteration searched to its end");
    for (number, board, _) in all.iter().filter(|(_, _, nodes)| (10_000_000..12_000_000).contains(nodes)) {
        let start = tiles.position(board).expect("a board");
        let task = Task::new(tiles, &start);
        let search = ParallelIdaStar { slice: 200, exhaustive: true };
        let time = |count| search.solve_on(&task, &Simulated::new(count)).measured;
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

fn threads(tiles: &Fifteen, all: &[Instance]) {
    println!("two threads beside one, the time of IDA*");
    let mut ratios = Vec::new();
    for (number, board, nodes) in all.iter().filter(|(_, _, nodes)| (60_000_000..80_000_000).contains(nodes)) {
        let start = tiles.position(board).expect("a board");
        let task = Task::new(tiles, &start);
        let rounds: Vec<(f64, f64, u64)> = (0..3)
            .map(|_| {
                let begin = Instant::now();
                let report = IdaStar::default().solve(&task);
                let alone = begin.elapsed().as_secs_f64();
                let begin = Instant::now();
                let ran = ParallelIdaStar::default().solve_on(&task, &Threads::new(2));
                let two = begin.elapsed().as_secs_f64();
                assert_eq!(report.bound, ran.report.bound);
                // Nodes per second: where the goal is found differs.
                (report.generated as f64 / alone, ran.report.generated as f64 / two, ran.report.generated)
            })
            .collect();
        let ratio = median(rounds.iter().map(|&(one, two, _)| two / one).collect());
        ratios.push(ratio);
        println!(
            "instance {number:>3}: {nodes} nodes alone, {} by two, {:.1} and {:.1} million nodes/s, {ratio:.2} times",
            rounds[0].2,
            rounds[0].0 / 1e6,
            rounds[0].1 / 1e6
        );
    }
    println!("median {:.2} times", median(ratios));
}

fn main() {
    let tiles = Tiles::new(Size::<4, 4>, Manhattan::new());
    let mut all = instances();
    all.sort_by_key(|&(_, _, nodes)| nodes);
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    wanted("simulated").then(|| simulated(&tiles, &all));
    wanted("threads").then(|| threads(&tiles, &all));
}
