//! Fits the weights of Othello's patterns (`games/src/othello/patterns.rs`) to positions that the solver solves, from games that
//! it plays against itself:
//!
//! ```sh
//! cargo run --release -p provebest-search --example fit_othello_patterns -- play 160000 2 positions
//! cargo run --release -p provebest-search --example fit_othello_patterns -- fit positions games/src/othello/patterns.weights
//! ```
//!
//! The same numbers give the same file. The games take some ten minutes of a processor, the fit some seconds.

use std::fs;

use provebest_game::{Game, MoveList, Score, Side, SplitMix64, Status};
use provebest_games::othello::evaluate::{Estimate, hundredths};
use provebest_games::othello::patterns::{CONSTANTS, Patterns, STAGES, UNIT, classes, each_pattern, stage};
use provebest_games::othello::{Board, Discs, Othello};
use provebest_search::solve::Proof;

/// From this number of empty fields on, every position is solved.
const SOLVED: u32 = 14;
/// With fewer there is nothing to estimate.
const LEAST: u32 = 7;
/// With more, results say little.
const MOST: u32 = 26;
const ROUNDS: u32 = 60;
/// Every so many positions one is kept from the fit, to judge it.
const JUDGED: usize = 40;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["play", games, seed, to] => play(number(games), number(seed), to),
        ["fit", from, to] => fit(from, to),
        _ => eprintln!("play GAMES SEED POSITIONS, or fit POSITIONS WEIGHTS"),
    }
}

fn number(word: &str) -> u64 {
    word.parse().unwrap_or_else(|_| panic!("{word} is no number"))
}

/// A position, and what it is worth for the side to move.
#[derive(Clone, Copy)]
struct Solved {
    discs: Discs,
    value: i32,
}

fn play(games: u64, seed: u64, to: &str) {
    let mut chance = SplitMix64::new(seed);
    let mut bytes = Vec::new();
    for _ in 0..games {
        for Solved { discs, value } in game(&mut chance) {
            bytes.extend(discs.own.to_le_bytes());
            bytes.extend(discs.other.to_le_bytes());
            bytes.push(value as i8 as u8);
        }
    }
    println!("{} positions", bytes.len() / 17);
    fs::write(to, bytes).unwrap_or_else(|error| panic!("{to}: {error}"));
}

fn read(from: &str) -> Vec<Solved> {
    let bytes = fs::read(from).unwrap_or_else(|error| panic!("{from}: {error}"));
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let solved = |one: &[u8]| Solved {
        discs: Discs { own: word(&one[..8]), other: word(&one[8..16]) },
        value: i32::from(one[16] as i8),
    };
    bytes.chunks_exact(17).map(solved).collect()
}

/// The positions of a game. It begins at random and goes on by estimates with some chance in them. Where few fields are empty
/// every position is solved, and bad moves are played too: a search meets them all. Before that, the first value stands for
/// all positions up to it.
fn game(chance: &mut SplitMix64) -> Vec<Solved> {
    let mut found: Vec<Solved> = Vec::new();
    // The positions since the last move at random, which have no value yet.
    let mut open = Vec::new();
    let wild = 6 + chance.below(10) as u32;
    let mut discs = Board::default().discs;
    loop {
        let empties = discs.empties();
        let mut children = children(discs);
        if children.is_empty() {
            if discs.pass().moves() == 0 {
                return found;
            }
            children.push(discs.pass());
        }
        if empties < LEAST {
            return found;
        }
        if empties <= SOLVED {
            let value = value(discs);
            found.push(Solved { discs, value });
            let signed = open.drain(..).rev().zip([-value, value].into_iter().cycle());
            found.extend(signed.map(|(discs, value)| Solved { discs, value }));
        } else if empties <= MOST {
            open.push(discs);
        }
        let any = 60 - empties < wild || chance.below(if empties <= SOLVED { 3 } else { 12 }) == 0;
        let noise = if any { 1_000_000 } else { 200 };
        if any {
            open.clear();
        }
        discs = children.into_iter().max_by_key(|&child| chance.below(noise) as i32 + reply(child)).expect("a move");
    }
}

fn children(discs: Discs) -> Vec<Discs> {
    let moves = discs.moves();
    (0..64).filter(|field| moves >> field & 1 == 1).map(|field| discs.after(field, discs.flips(field))).collect()
}

/// What the best answer leaves.
fn reply(discs: Discs) -> i32 {
    children(discs).into_iter().map(hundredths).min().unwrap_or_else(|| -hundredths(discs))
}

fn value(discs: Discs) -> i32 {
    let board = Board { discs, turn: Side::First };
    if let Status::Over(Score(value)) = Othello.status(&board, &mut MoveList::new()) {
        return value;
    }
    let solution = Proof::new(&Othello, &board).hash(8 << 20).run().expect("a game of 60 moves");
    solution.value.expect("no limit").0
}

/// Weights that are still changing, in discs.
struct Weights {
    classes: Vec<u32>,
    stages: Vec<Vec<f32>>,
    constants: [f32; CONSTANTS],
}

impl Weights {
    fn estimate(&self, discs: Discs) -> f32 {
        let (empties, mut sum) = (discs.empties(), 0.0);
        let weights = &self.stages[stage(empties)];
        each_pattern(discs, |place| sum += weights[self.classes[place] as usize]);
        sum + self.constants[empties as usize]
    }

    /// A step towards the value.
    fn learn(&mut self, solved: &Solved, rate: f32) {
        let empties = solved.discs.empties();
        let step = rate * (solved.value as f32 - self.estimate(solved.discs));
        let weights = &mut self.stages[stage(empties)];
        each_pattern(solved.discs, |place| weights[self.classes[place] as usize] += step);
        self.constants[empties as usize] += 0.1 * step;
    }

    fn to_bytes(&self) -> Vec<u8> {
        let byte = |value: f32| value.round().clamp(-127.0, 127.0) as i8 as u8;
        let constants = self.constants.iter().map(|&constant| byte(constant));
        let weights = self.stages.iter().flatten().map(|&weight| byte(weight * 100.0 / UNIT as f32));
        constants.chain(weights).collect()
    }
}

fn fit(from: &str, to: &str) {
    let (mut learnt, mut judged) = (read(from), Vec::new());
    let mut chance = SplitMix64::new(1);
    for place in (1..learnt.len()).rev() {
        learnt.swap(place, chance.below(place as u64 + 1) as usize);
    }
    judged.extend(learnt.drain(..learnt.len() / JUDGED));
    let (classes, count) = classes();
    let mut weights = Weights { classes, stages: vec![vec![0.0; count]; STAGES], constants: [0.0; CONSTANTS] };
    for round in 0..ROUNDS {
        let rate = 0.005 * 0.95_f32.powi(round as i32);
        learnt.iter().for_each(|solved| weights.learn(solved, rate));
        let error = |set: &[Solved]| {
            let square = |solved: &Solved| f64::from(solved.value as f32 - weights.estimate(solved.discs)).powi(2);
            (set.iter().map(square).sum::<f64>() / set.len() as f64).sqrt()
        };
        println!(
            "round {round}: off by {:.2} discs, by {:.2} on other positions",
            error(&learnt[..judged.len()]),
            error(&judged)
        );
    }
    let bytes = weights.to_bytes();
    let patterns = Patterns::from_bytes(&bytes);
    for empties in LEAST..=MOST {
        let set: Vec<&Solved> = judged.iter().filter(|solved| solved.discs.empties() == empties).collect();
        let error = |estimate: &dyn Fn(Discs) -> i32| {
            let square = |solved: &&Solved| f64::from(100 * solved.value - estimate(solved.discs)).powi(2);
            (set.iter().map(square).sum::<f64>() / set.len() as f64).sqrt() / 100.0
        };
        let (by_patterns, by_counts) = (error(&|discs| patterns.hundredths(discs)), error(&hundredths));
        println!(
            "{empties} empty fields: off by {by_patterns:.2} discs, by {by_counts:.2} without patterns ({} positions)",
            set.len()
        );
    }
    fs::write(to, bytes).unwrap_or_else(|error| panic!("{to}: {error}"));
}
