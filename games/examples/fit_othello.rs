//! Fits the weights of Othello's evaluation to the exact results of games that it plays against itself:
//! `cargo run --release -p provebest-games --example fit_othello -- GAMES SEED`.

use provebest_game::SplitMix64;
use provebest_games::othello::endgame::Endgame;
use provebest_games::othello::evaluate::{FEATURES, KNOTS, WEIGHTS, Weights, features, place, weigh};
use provebest_games::othello::{Board, Discs};

const SIZE: usize = FEATURES * KNOTS.len();
/// From this number of empty fields on, both sides play best.
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
/// with some chance in them, and ends with best play from where few fields are empty.
fn game(weights: &Weights, chance: &mut SplitMix64) -> Vec<(Discs, i32)> {
    let mut positions = vec![(Board::default().discs, false)];
    let wild = 8 + chance.below(12) as u32;
    let mut known = None;
    let result = loop {
        let (discs, _) = positions[positions.len() - 1];
        let children = children(discs);
        if children.is_empty() {
            if discs.pass().moves() == 0 {
                break discs.difference();
            }
            positions.push((discs.pass(), false));
            known = known.map(|known: i32| -known);
            continue;
        }
        let any = 60 - discs.empties() < wild;
        let next = if discs.empties() <= SOLVED {
            let value = known.unwrap_or_else(|| value(discs));
            known = Some(-value);
            children.into_iter().find(|&child| -Endgame::default().ask(child, -value) >= value)
        } else {
            children.into_iter().max_by_key(|&child| {
                let noise = chance.below(if any { 1_000_000 } else { 150 }) as i32;
                noise + reply(child, weights)
            })
        };
        positions.push((next.expect("a best move"), !any));
    };
    // From the back: the side changes at every step.
    let signed = positions.iter().rev().zip([result, -result].into_iter().cycle());
    signed.filter(|((discs, calm), _)| *calm && discs.moves() != 0).map(|(&(discs, _), value)| (discs, value)).collect()
}

fn children(discs: Discs) -> Vec<Discs> {
    let moves = discs.moves();
    (0..64).filter(|field| moves >> field & 1 == 1).map(|field| discs.after(field, discs.flips(field))).collect()
}

/// What the best answer leaves.
fn reply(discs: Discs, weights: &Weights) -> i32 {
    children(discs).into_iter().map(|child| weigh(child, weights)).min().unwrap_or_else(|| -weigh(discs, weights))
}

fn value(discs: Discs) -> i32 {
    let (mut low, mut high, mut guess) = (-64, 64, 0);
    while low < high {
        let least = if guess == low { guess + 2 } else { guess };
        guess = Endgame::default().ask(discs, least - 1);
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
        let pivot = rows[i].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|&(j, _)| j != i) {
            let share = row[i] / pivot[i];
            row.iter_mut().zip(&pivot).for_each(|(cell, above)| *cell -= share * above);
        }
    }
    (0..size).map(|i| rows[i][size] / rows[i][i]).collect()
}
