//! How fast the parts of chess are here: `cargo run --release -p provebest-games --example chess_speed`.

use std::hint::black_box;
use std::time::Instant;

use provebest_game::{Depth, Evaluate, Game, Keyed, MoveList, Noisy, Order, SplitMix64, Status, Text, perft};
use provebest_games::chess::{Chess, Position, see};

/// Prints how long one of `count` things took.
fn report(name: &str, count: u64, work: impl FnOnce() -> u64) {
    let start = Instant::now();
    black_box(work());
    let seconds = start.elapsed().as_secs_f64();
    println!("{name:<12} {:>8.1} ns {:>14.0} per second", seconds * 1e9 / count as f64, count as f64 / seconds);
}

fn main() {
    let rules = Chess::default();
    let mut chance = SplitMix64::new(1);
    let mut list = MoveList::new();
    let mut positions: Vec<Position> = Vec::new();
    while positions.len() < 4000 {
        // Captures are left alone mostly, so that the boards are as full as in a middle game.
        let mut position = rules.start();
        for ply in 0..60 {
            list.clear();
            if rules.moves(&position, &mut list) != Status::Open {
                break;
            }
            if ply > 8 {
                positions.push(position.clone());
            }
            let m = list.as_slice()[chance.below(list.len() as u64) as usize];
            rules.play(&mut position, m);
        }
    }
    let rounds = 500;
    let count = rounds * positions.len() as u64;
    let each = |f: &mut dyn FnMut(&Position) -> u64| {
        (0..rounds).fold(0, |sum: u64, _| positions.iter().fold(sum, |sum, position| sum.wrapping_add(f(position))))
    };
    println!("{} bytes for a position", size_of::<Position>());
    report("nothing", count, || each(&mut |_| 1));
    report("clone", count, || each(&mut |position| size_of_val(black_box(&position.clone())) as u64));
    report("evaluate", count, || each(&mut |position| rules.evaluate(position).0 as u64));
    report("key", count, || each(&mut |position| rules.key(position)));
    let mut spare = MoveList::new();
    report("status", count, || each(&mut |position| (rules.status(position, &mut spare) == Status::Open) as u64));
    report("moves", count, || {
        each(&mut |position| {
            list.clear();
            rules.moves(position, &mut list);
            list.len() as u64
        })
    });
    report("noisy", count, || {
        each(&mut |position| {
            list.clear();
            rules.noisy(position, &mut list);
            list.len() as u64
        })
    });
    let tried: Vec<_> = positions
        .iter()
        .flat_map(|position| {
            list.clear();
            rules.moves(position, &mut list);
            list.as_slice().iter().map(|&m| (position.clone(), m)).collect::<Vec<_>>()
        })
        .collect();
    let count = 10 * tried.len() as u64;
    let each = |f: &mut dyn FnMut(&Position, _) -> u64| {
        (0..10).fold(0, |sum: u64, _| tried.iter().fold(sum, |sum, (position, m)| sum.wrapping_add(f(position, *m))))
    };
    report("child", count, || {
        each(&mut |position, m| {
            let mut child = position.clone();
            rules.play(&mut child, m);
            rules.key(&child)
        })
    });
    report("see", count, || each(&mut |position, m| see(position.board(), m, 0) as u64));
    report("priority", count, || each(&mut |position, m| rules.priority(position, m) as u64));

    let kiwipete = rules.parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").expect("a FEN");
    for (name, position, depth, lines) in [("start", rules.start(), 5, 4_865_609), ("kiwipete", kiwipete, 4, 4_085_603)]
    {
        report(&format!("perft {name}"), lines, || {
            let counted = perft(&rules, &position, Depth(depth));
            assert_eq!(counted, lines);
            counted
        });
    }
}
