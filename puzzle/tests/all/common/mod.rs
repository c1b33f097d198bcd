//! What several tests need: chance, an oracle that shares nothing with the crate, and Korf's boards.
#![allow(dead_code, missing_docs)]

use std::collections::VecDeque;

use provebest_puzzle::tiles::{Direction, Heuristic, Shape, Tiles};
use provebest_puzzle::{Closures, Cost, Puzzle, Report, Solution};

#[path = "../../../../suites/puzzles/korf.rs"]
pub mod suite;

/// Fewer for every day than with `PROVEBEST_SOAK`, which takes all of them.
pub fn every(day: usize) -> usize {
    if std::env::var_os("PROVEBEST_SOAK").is_some() { 1 } else { day }
}

/// SplitMix64.
pub struct Luck(pub u64);

impl Luck {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, most: usize) -> usize {
        ((u128::from(self.draw()) * most as u128) >> 64) as usize
    }
}

/// Moves of the empty cell on a plain board; `None` where there is no cell.
pub fn slid(tiles: &[usize], width: usize, step: Direction) -> Option<Vec<usize>> {
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    let (row, column) = (blank / width, blank % width);
    let to = match step {
        Direction::Up if row > 0 => blank - width,
        Direction::Left if column > 0 => blank - 1,
        Direction::Right if column + 1 < width => blank + 1,
        Direction::Down if row + 1 < tiles.len() / width => blank + width,
        _ => return None,
    };
    let mut after = tiles.to_vec();
    after.swap(blank, to);
    Some(after)
}

/// Every board of 3x3 that can be solved, with the length of its shortest solution, nearest first.
pub fn all_boards_of_eight() -> Vec<(Vec<usize>, u32)> {
    let start: Vec<usize> = (0..9).collect();
    let mut lengths = std::collections::HashMap::from([(start.clone(), 0)]);
    let (mut todo, mut all) = (VecDeque::from([start]), Vec::new());
    while let Some(board) = todo.pop_front() {
        let length = lengths[&board];
        for next in Direction::ALL.into_iter().filter_map(|step| slid(&board, 3, step)) {
            lengths.entry(next.clone()).or_insert_with(|| {
                todo.push_back(next);
                length + 1
            });
        }
        all.push((board, length));
    }
    all
}

/// Plays a solution on a plain board.
pub fn assert_solves(tiles: &[usize], width: usize, solution: &Solution<Direction>, length: u32) {
    assert_eq!((solution.cost, solution.moves.len()), (Cost(length), length as usize));
    let end = solution.moves.iter().fold(tiles.to_vec(), |board, &step| slid(&board, width, step).expect("a cell"));
    assert!(end.iter().enumerate().all(|(cell, &tile)| cell == tile), "{end:?}");
}

/// A report that is done, with a solution that solves.
pub fn assert_done(tiles: &[usize], width: usize, report: &Report<Direction>, length: u32) {
    assert_eq!((report.stopped, report.bound), (None, Cost(length)), "{tiles:?}");
    assert!(report.is_optimal() && !report.is_unsolvable());
    assert_solves(tiles, width, report.solution.as_ref().expect("a solution"), length);
}

/// A random walk from the solved board.
pub fn walk<S: Shape, H: Heuristic<S>>(_: &Tiles<S, H>, luck: &mut Luck, steps: usize) -> Vec<usize> {
    walk_on(S::WIDTH, S::CELLS, luck, steps)
}

/// A random walk from the solved board of this size.
pub fn walk_on(width: usize, cells: usize, luck: &mut Luck, steps: usize) -> Vec<usize> {
    let mut board: Vec<usize> = (0..cells).collect();
    for _ in 0..steps {
        let next: Vec<_> = Direction::ALL.into_iter().filter_map(|step| slid(&board, width, step)).collect();
        board = next[luck.below(next.len())].clone();
    }
    board
}

/// Ways out of each node, and what each node is from the goal: a fixed point of what its ways say.
pub struct Graph {
    pub ways: Vec<Vec<(usize, Cost)>>,
    pub goals: Vec<bool>,
    pub left: Vec<Cost>,
    pub estimates: Vec<Cost>,
}

impl Graph {
    pub fn random(luck: &mut Luck) -> Graph {
        let nodes = 2 + luck.below(8);
        let dearest = [1, 2, 10, 1000][luck.below(4)];
        let way = |luck: &mut Luck| (luck.below(nodes), Cost(luck.below(dearest + 1) as u32));
        let ways: Vec<Vec<_>> = (0..nodes).map(|_| (0..luck.below(4)).map(|_| way(luck)).collect()).collect();
        let goals: Vec<bool> = (0..nodes).map(|_| luck.below(nodes) == 0).collect();
        let mut left: Vec<Cost> = goals.iter().map(|&goal| if goal { Cost::ZERO } else { Cost::NEVER }).collect();
        for _ in 0..nodes {
            for node in 0..nodes {
                let best = ways[node].iter().map(|&(to, cost)| cost.plus(left[to])).min();
                left[node] = left[node].min(best.unwrap_or(Cost::NEVER));
            }
        }
        let kind = luck.below(3);
        let estimate = |&Cost(left): &Cost| match kind {
            0 => Cost::ZERO,
            1 => Cost(left),
            _ if left == u32::MAX => Cost([0, 7, u32::MAX][luck.below(3)]),
            _ => Cost(luck.below(left as usize + 1) as u32),
        };
        let estimates = left.iter().map(estimate).collect();
        Graph { ways, goals, left, estimates }
    }

    /// All estimates are 0. What each node is from the goal is not known.
    pub fn without_estimates(ways: Vec<Vec<(usize, Cost)>>, goal: Option<usize>) -> Graph {
        let nodes = ways.len();
        let goals = (0..nodes).map(|node| Some(node) == goal).collect();
        Graph { ways, goals, left: Vec::new(), estimates: vec![Cost::ZERO; nodes] }
    }

    pub fn puzzle(&self) -> impl Puzzle<State = usize, Move = u32, Key = usize> + Sync + '_ {
        let children = |&node: &usize| self.ways[node].iter().copied();
        Closures::new(children, |&node| self.estimates[node], |&node| self.goals[node])
    }

    pub fn check(&self, report: &Report<u32>, name: &str) {
        assert_eq!((report.stopped, report.bound), (None, self.left[0]), "{name}: {:?}", self.ways);
        assert_eq!(report.solution.is_none(), self.left[0] == Cost::NEVER, "{name}");
        assert_eq!(report.is_unsolvable(), self.left[0] == Cost::NEVER, "{name}");
        if let Some(solution) = &report.solution {
            let (mut at, mut sum) = (0, Cost::ZERO);
            for &number in &solution.moves {
                let (to, cost) = self.ways[at][number as usize];
                (at, sum) = (to, sum.plus(cost));
            }
            assert!(self.goals[at] && sum == solution.cost && sum == self.left[0], "{name}");
        }
    }
}
