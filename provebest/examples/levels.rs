//! Does every level beat the one three below? A hundred games each, on five games: `cargo run --release -p provebest --example levels`.
//! A number behind it is the most nodes a move may take, 1000 by default; names of games behind that choose some of them, and `seed=2`
//! other openings and another chance than `seed=1`. The levels were chosen with the seeds 101 to 104.

use std::io::Write;

use provebest::game::{Evaluate, Keyed, Skills};
use provebest::games::chess::Chess;
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::Othello;

#[path = "../tests/games/mod.rs"]
#[allow(dead_code)] // tests use other games of it
mod games;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    // As a test of the documentation it plays nothing.
    let Some(nodes) = asked.first().map_or(Some(1000), |nodes| nodes.parse().ok()) else { return };
    let rules = ConnectFour::default();
    let (large, pawns) = games::breakthrough::breakthrough();
    let seed = asked.iter().find_map(|word| word.strip_prefix("seed=")).map_or(Ok(1), str::parse);
    let seed = seed.ok().filter(|seed| (1..1 << 32).contains(seed)).expect("a seed from 1 on");
    let named = asked.iter().skip(1).filter(|word| !word.starts_with("seed=")).collect::<Vec<_>>();
    let wanted = |name: &str| named.is_empty() || named.iter().any(|word| *word == name);
    println!("points of each level, of 100, against the one three below, at most {nodes} nodes a move, seed {seed}");
    println!("{:>14}{}", "", (4..=10).map(|level| format!("{level:>5}")).collect::<String>());
    let mut lost = 0;
    if wanted("domineering") {
        lost += ladder("domineering", &games::domineering::domineering(), &(0, false), [nodes, seed]);
    }
    if wanted("connect4") {
        lost += ladder("connect4", &rules, &rules.start(), [nodes, seed]);
    }
    if wanted("othello") {
        lost += ladder("othello", &Othello, &Default::default(), [nodes, seed]);
    }
    if wanted("chess") {
        lost += ladder("chess", &Chess::default(), &Chess::default().start(), [nodes, seed]);
    }
    if wanted("breakthrough") {
        lost += ladder("breakthrough", &large, &pawns, [nodes, seed]);
    }
    println!(
        "{}",
        if lost == 0 { "Every level is the stronger one.".into() } else { format!("{lost} are not stronger.") }
    );
}

/// Plays all pairs of levels; how many are not won?
fn ladder<G>(name: &str, game: &G, start: &G::State, [nodes, seed]: [u64; 2]) -> u32
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    print!("{name:>14}");
    let mut lost = 0;
    for level in 4..=10 {
        let tally = games::ladder::hundred_games(game, start, nodes, seed, [level, level - 3]);
        let points = tally.wins as f64 + tally.draws as f64 / 2.0;
        lost += u32::from(points <= 50.0);
        print!("{points:>5}");
        std::io::stdout().flush().expect("a terminal");
    }
    println!();
    lost
}
