//! Korf's hundred boards of the 15-puzzle (1985), from the file beside this one. Tests, benches and the laboratory have this
//! file as a module of their own, so that the suite is read in one place.

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Korf {
    /// Korf's number.
    pub number: u64,
    /// The tiles row by row, 0 for the empty cell.
    pub tiles: Vec<usize>,
    /// Its Manhattan distance.
    pub estimate: u32,
    /// Moves of a shortest solution.
    pub length: u32,
    /// What IDA* with Manhattan distance generates, the root included.
    pub nodes: u64,
}

/// All of them, in Korf's order.
pub fn korf() -> Vec<Korf> {
    let text = include_str!("korf100.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let numbers: Vec<u64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let tiles = numbers[1..17].iter().map(|&tile| tile as usize).collect();
        let (estimate, length) = (numbers[17] as u32, numbers[18] as u32);
        Korf { number: numbers[0], tiles, estimate, length, nodes: numbers[19] }
    };
    let all: Vec<Korf> = lines.map(read).collect();
    assert_eq!(all.len(), 100, "the suite has lost some of its boards");
    all
}
