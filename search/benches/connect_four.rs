//! The solver on Connect Four beside the crate `connect-four-ai`, without its book, position by position in one run:
//! `cargo bench -p provebest-search --bench connect_four [12ply] [16ply] [24ply] [special]`. Both start every position
//! with an empty table; emptying it counts.

use std::time::{Duration, Instant};

use provebest_games::connect_four::ConnectFour;
use provebest_search::solve::Proof;

#[derive(Default)]
struct Side {
    nodes: u64,
    time: Duration,
}

impl Side {
    fn run(&mut self, solve: impl FnOnce() -> (i32, u64)) -> i32 {
        let start = Instant::now();
        let (value, nodes) = solve();
        self.time += start.elapsed();
        self.nodes += nodes;
        value
    }

    fn print(&self, name: &str) {
        let (seconds, nodes) = (self.time.as_secs_f64(), self.nodes);
        println!("  {name:<16} {seconds:>8.3} s {nodes:>13} nodes {:>6.1} million/s", nodes as f64 / seconds / 1e6);
    }
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let sets = if asked.is_empty() { vec!["16ply".into(), "12ply".into()] } else { asked };
    let mut peer = connect_four_ai::Solver::empty();
    for set in sets {
        let path = format!("{}/../suites/connect4/{set}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (mut ours, mut theirs, mut published, mut count) = (Side::default(), Side::default(), 0, 0);
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("- ")) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [moves, value, nodes] = fields[..] else { panic!("{path}: {line}") };
            let (rules, board) = ConnectFour::parse(moves).unwrap_or_else(|error| panic!("{error}"));
            let position = connect_four_ai::Position::from_moves(moves).unwrap_or_else(|error| panic!("{error:?}"));
            let found = ours.run(|| {
                let solution = Proof::new(&rules, &board).run().expect("a game of 42 plies");
                (solution.value.expect("no limit").0, solution.nodes)
            });
            let peers = theirs.run(|| {
                peer.reset();
                (peer.solve(&position).into(), peer.explored_positions as u64)
            });
            assert_eq!((found.to_string().as_str(), peers), (value, found), "{line}");
            published += nodes.parse::<u64>().unwrap_or(0);
            count += 1;
        }
        println!("{set}: {count} positions, all values as published");
        ours.print("provebest");
        theirs.print("connect-four-ai");
        println!("  {:<16} {published:>24} nodes", "Pons");
        let ratio = |ours: f64, theirs: f64| ours / theirs;
        println!(
            "  time {:.3} and nodes {:.3} of connect-four-ai, nodes {:.3} of Pons",
            ratio(ours.time.as_secs_f64(), theirs.time.as_secs_f64()),
            ratio(ours.nodes as f64, theirs.nodes as f64),
            ratio(ours.nodes as f64, published as f64),
        );
    }
}
