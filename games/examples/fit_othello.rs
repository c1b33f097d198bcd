//! Fits the weights of Othello's evaluation to the exact results of games that it plays against itself:
//! `cargo run --release -p provebest-games --example fit_othello -- GAMES SEED`.

use provebest_game::SplitMix64;
use provebest_games::othello::endgame::Endgame;
use provebest_games::othello::evaluate::{FEATURES, KNOTS, WEIGHTS, Weights, features, place, weigh};
use provebest_games::othello::{Board, Discs};

const SIZE: usize = FEATURES * KNOTS.len();
/// Positions with fewer empty fields are solved, not guessed.
const SOLVED: u32 = 14;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse().expect("a number"));
    let (games, seed) = (numbers.next().unwrap_or(2000_u64), numbers.next().unwrap_or(1));
    let mut weights = WEIGHTS;
    for round in 0..3 {
        let mut chance = SplitMix64::new(seed + round);
        let mut sums = vec![vec![0.0; SIZE + 1]; SIZE];
        let (mut error, mut size, mut count) = (0.0, 0.0, 0);
        for _ in 0..games {
            for (discs, result) in game(&weights, &mut chance) {
                let row = row(discs);
                error += f64::from(weigh(discs, &weights) - 100 * result).abs();
                size += f64::from(100 * result).abs();
                count += 1;
                for i in 0..SIZE {
                    for j in 0..SIZE {
                        sums[i][j] += row[i] * row[j];
                    }
                    sums[i][SIZE] += row[i] * f64::from(100 * result);
                }
            }
        }
        let (error, size) = (error / f64::from(count), size / f64::from(count));
        println!("round {round}: {count} positions, results of {size:.0} hundredths, off by {error:.0}");
        let fitted = solve(sums);
        for (i, &weight) in fitted.iter().enumerate() {
            weights[i / FEATURES][i % FEATURES] = weight.round() as i32;
        }
        println!("{weights:?}");
    }
}

/// The features of a position, shared out among the knots around it.
fn row(discs: Discs) -> [f64; SIZE] {
    let mut row = [0.0; SIZE];
    let (knot, share) = place(discs.empties());
    for (i, feature) in features(discs).into_iter().enumerate() {
        row[knot * FEATURES + i] = f64::from(feature * (64 - share)) / 64.0;
        row[(knot + 1) * FEATURES + i] = f64::from(feature * share) / 64.0;
    }
    row
}

/// The positions of a game, with its result for the side to move there. It begins at random, goes on by the estimates
/// with some chance in them, and is solved from where few fields are empty.
fn game(weights: &Weights, chance: &mut SplitMix64) -> Vec<(Discs, i32)> {
    let mut positions = Vec::new();
    let mut discs = Board::default().discs;
    let wild = 8 + chance.below(12) as u32;
    let result = loop {
        let moves = discs.moves();
        if moves == 0 {
            if discs.pass().moves() == 0 {
                break discs.difference();
            }
            discs = discs.pass();
            positions.push((discs, false));
            continue;
        }
        if discs.empties() <= SOLVED {
            break value(discs);
        }
        let sons = (0..64).filter(|field| moves >> field & 1 == 1).map(|field| discs.after(field, discs.flips(field)));
        let any = 60 - discs.empties() < wild;
        let best = sons.max_by_key(|&son| {
            let noise = chance.below(if any { 1_000_000 } else { 150 }) as i32;
            if son.moves() == 0 { noise - weigh(son, weights) } else { noise + reply(son, weights) }
        });
        discs = best.expect("a move");
        positions.push((discs, !any));
    };
    // From the back: the side changes at every step.
    let mut signed = result;
    let mut labelled = Vec::new();
    for (place, &(discs, quiet)) in positions.iter().enumerate().rev() {
        if place + 1 < positions.len() {
            signed = -signed;
        }
        if quiet && discs.moves() != 0 {
            labelled.push((discs, signed));
        }
    }
    labelled
}

/// The worst that the best answer leaves.
fn reply(discs: Discs, weights: &Weights) -> i32 {
    let moves = discs.moves();
    let sons = (0..64).filter(|field| moves >> field & 1 == 1).map(|field| discs.after(field, discs.flips(field)));
    sons.map(|son| weigh(son, weights)).min().unwrap_or(0)
}

fn value(discs: Discs) -> i32 {
    let (mut low, mut high, mut guess) = (-64, 64, 0);
    while low < high {
        let least = if guess == low { guess + 2 } else { guess };
        guess = Endgame { nodes: 0, unsorted: 6 }.ask(discs, least - 1);
        if guess >= least { low = guess } else { high = guess }
    }
    low
}

/// Solves the normal equations by elimination; a little is added to the diagonal so that there is a solution.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let size = rows.len();
    for (i, row) in rows.iter_mut().enumerate() {
        row[i] += 100.0;
    }
    for i in 0..size {
        for j in 0..size {
            if i != j {
                let share = rows[j][i] / rows[i][i];
                for k in i..=size {
                    let step = share * rows[i][k];
                    rows[j][k] -= step;
                }
            }
        }
    }
    (0..size).map(|i| rows[i][size] / rows[i][i]).collect()
}
