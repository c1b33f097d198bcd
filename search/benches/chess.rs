//! The engine in chess: `cargo bench -p provebest-search --bench chess [-- DEPTH [rounds=N] [SWITCH ...] [WAY ...]]`, the
//! switches turned off. Twenty middle games (Bratko and Kopec 1982, the first twenty) to a depth, every one with an empty
//! table: nodes a second on one thread, and how much sooner two threads are there in these ways, or in all, in some rounds: no
//! two are alike.

use std::time::Instant;

use provebest_game::Depth;
use provebest_games::chess::{Chess, Epd};
use provebest_machine::Threads;
use provebest_search::engine::{Engine, EngineTask, Enhancements, Share, Tally};

/// What twenty positions took in one way, beside one thread.
#[derive(Default)]
struct Sum {
    nodes: u64,
    quiet: u64,
    seconds: f64,
    /// The mean of how many times as fast, and of its logarithm: of single runs, for no run is worth more than another.
    faster: f64,
    logarithm: f64,
}

fn main() {
    let mut on = Enhancements::default();
    let (mut depth, mut rounds, mut shares) = (11, 3usize, Vec::new());
    for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        let parsed = argument.strip_prefix("rounds=").map(str::parse);
        match (argument.parse(), on.with(&argument, false), Share::named(&argument), parsed) {
            (Ok(number), ..) => depth = number,
            (_, Some(less), ..) => on = less,
            (.., Some(share), _) => shares.push(share),
            (.., Some(Ok(number))) => rounds = number,
            _ => panic!(
                "{argument}: neither a depth, rounds=N, one of {:?} nor one of {:?}",
                Enhancements::NAMES,
                Share::ALL.map(Share::name)
            ),
        }
    }
    if shares.is_empty() {
        shares = Share::ALL.to_vec();
    }
    let ways: Vec<Option<Share>> = [None].into_iter().chain(shares.into_iter().map(Some)).collect();
    let rules = Chess::default();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/chess/bratko_kopec.epd");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let positions = Epd::parse_all(&rules, &text).unwrap_or_else(|(line, error)| panic!("{path}:{line}: {error}"));
    let positions = &positions[..20];
    let mut sums: Vec<Sum> = ways.iter().map(|_| Sum::default()).collect();
    for Epd { position, .. } in positions {
        let mut engine = Engine::new(64 << 20, on).expect("64 MiB");
        let task = EngineTask::new(&rules, position, Depth(depth));
        let mut timed = |way: Option<Share>| -> (f64, Tally) {
            engine.forget();
            let start = Instant::now();
            let answer = match way {
                None => engine.search(&task, &mut |_| None),
                Some(share) => engine.search_on(&task, &Threads::new(2), share, &mut |_| None).unwrap(),
            };
            (start.elapsed().as_secs_f64(), answer.tally)
        };
        let mut alone = 0.0;
        for (&way, sum) in ways.iter().zip(&mut sums) {
            let rounds = if way.is_some() { rounds.max(1) } else { 1 };
            let runs: Vec<(f64, Tally)> = (0..rounds).map(|_| timed(way)).collect();
            let seconds = runs.iter().map(|(seconds, _)| seconds).sum::<f64>() / rounds as f64;
            let nodes = runs.iter().map(|(_, tally)| tally.nodes).sum::<u64>() / rounds as u64;
            if way.is_none() {
                alone = seconds;
            }
            sum.nodes += nodes;
            sum.quiet += runs[0].1.quiescence;
            sum.seconds += seconds;
            let share = 1.0 / (rounds * positions.len()) as f64;
            sum.faster += share * runs.iter().map(|(seconds, _)| alone / seconds).sum::<f64>();
            sum.logarithm += share * runs.iter().map(|(seconds, _)| (alone / seconds).ln()).sum::<f64>();
            print!("{} {nodes:>9} nodes {seconds:.3} s; ", way.map_or("one thread", Share::name));
        }
        println!();
    }
    let Sum { nodes, quiet, seconds, .. } = sums[0];
    println!(
        "depth {depth}: {nodes} nodes ({:.0} % in quiescence) in {seconds:.2} s: {:.0} nodes a second",
        100.0 * quiet as f64 / nodes as f64,
        nodes as f64 / seconds
    );
    for (way, sum) in ways.iter().zip(&sums) {
        let Some(share) = way else { continue };
        println!(
            "two threads, {}: {:.2} times as fast in all, {:.2} in the mean, {:.2} in the geometric mean, with {:.2} times the nodes",
            share.name(),
            seconds / sum.seconds,
            sum.faster,
            sum.logarithm.exp(),
            sum.nodes as f64 / nodes as f64
        );
    }
}
