//! The solver on the FFO endgame test: `cargo bench -p provebest-search --bench othello [40] [41] ...`, without numbers 40
//! to 44. Every position starts with an empty table.

use std::time::Instant;

use provebest_game::Text;
use provebest_games::othello::{Othello, Problem};
use provebest_search::solve::Proof;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let asked = if asked.is_empty() { ["40", "41", "42", "43", "44"].map(String::from).into() } else { asked };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/othello/ffo.obf");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let problems = Problem::parse_all(&text).unwrap_or_else(|error| panic!("{error}"));
    let (mut nodes, mut seconds) = (0, 0.0);
    for problem in problems.iter().filter(|problem| asked.iter().any(|number| problem.name.ends_with(number))) {
        let start = Instant::now();
        let solution = Proof::new(&Othello, &problem.board).hash(256 << 20).run().expect("a game of 60 moves");
        let took = start.elapsed().as_secs_f64();
        let best = solution.best.map(|m| Othello.print_move(&problem.board, m)).unwrap_or_default();
        let value = solution.value.expect("no limit").0;
        assert_eq!(Some(value), problem.best(), "{}", problem.name);
        assert!(problem.best_moves().contains(&best), "{}: {best}", problem.name);
        println!("{}: {value:+} {best}, {} nodes, {took:.2} s", problem.name, solution.nodes);
        nodes += solution.nodes;
        seconds += took;
    }
    println!("in all {nodes} nodes, {seconds:.2} s");
}
