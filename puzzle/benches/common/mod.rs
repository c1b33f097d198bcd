//! What the benches share: Korf's instances, a clock.

use std::time::Instant;

/// Its number, its tiles, the length of the shortest solution, and how many nodes IDA* generates.
pub struct Instance {
    pub number: u64,
    pub tiles: Vec<usize>,
    pub length: u32,
    pub nodes: u64,
}

/// The easiest first.
pub fn instances() -> Vec<Instance> {
    let text = include_str!("../../../suites/puzzles/korf100.txt");
    let read = |line: &str| {
        let numbers: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let tiles = numbers[1..17].iter().map(|&tile| tile as usize).collect();
        Instance { number: numbers[0], tiles, length: numbers[18] as u32, nodes: numbers[19] }
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let mut all: Vec<Instance> = lines.map(read).collect();
    all.sort_by_key(|one| one.nodes);
    all
}

pub fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

pub fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}
