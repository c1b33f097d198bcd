//! The solver on the FFO endgame test: `cargo bench -p provebest-search --bench othello [40] [41] ...`, without numbers 40
//! to 44. Every position starts with an empty table. Beside it the same solver without weights: it sorts moves by what one can
//! count, and begins with no guess.

use cpu_time::ThreadTime;
use provebest_game::{Game, Keyed, MoveList, NodeCount, Score, Solvable, Status, Text, Window};
use provebest_games::othello::evaluate::Counts;
use provebest_games::othello::{Board, Othello, Problem, solve};
use provebest_search::solve::Proof;

/// Othello without patterns.
struct ByCounts;

impl Game for ByCounts {
    type State = Board;
    type Move = Option<u8>;
    fn moves(&self, board: &Board, out: &mut MoveList<Option<u8>>) -> Status {
        Othello.moves(board, out)
    }
    fn play(&self, board: &mut Board, field: Option<u8>) {
        Othello.play(board, field);
    }
    fn status(&self, board: &Board, out: &mut MoveList<Option<u8>>) -> Status {
        Othello.status(board, out)
    }
}

impl Keyed for ByCounts {
    fn key(&self, board: &Board) -> u64 {
        Othello.key(board)
    }
}

impl Solvable for ByCounts {
    fn bounds(&self, board: &Board) -> (Score, Score) {
        Othello.bounds(board)
    }
    fn answer(&self, board: &Board, window: Window, nodes: &mut NodeCount) -> Option<Score> {
        Othello.answer(board, window, nodes)
    }
    fn ranked(&self, board: &Board, out: &mut MoveList<Option<u8>>, nodes: &mut NodeCount) -> Status {
        solve::rank(board.discs, &Counts, out, nodes)
    }
    fn looks_ahead(&self, board: &Board) -> bool {
        Othello.looks_ahead(board)
    }
}

/// Solves a problem: its best move, the nodes, and the processor's seconds.
fn solve<G: Solvable<State = Board, Move = Option<u8>>>(game: &G, problem: &Problem) -> (String, u64, f64) {
    let start = ThreadTime::now();
    let solution = Proof::new(game, &problem.board).hash(256 << 20).run().expect("a game of 60 moves");
    let took = start.elapsed().as_secs_f64();
    let best = solution.best.map(|m| Othello.print_move(&problem.board, m)).unwrap_or_default();
    assert_eq!(solution.value.map(|value| value.0), problem.best(), "{}", problem.name);
    assert!(problem.best_moves().contains(&best), "{}: {best}", problem.name);
    (best, solution.nodes, took)
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let asked = if asked.is_empty() { ["40", "41", "42", "43", "44"].map(String::from).into() } else { asked };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/othello/ffo.obf");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let problems = Problem::parse_all(&text).unwrap_or_else(|error| panic!("{error}"));
    let (mut nodes, mut seconds) = ([0, 0], [0.0, 0.0]);
    for problem in problems.iter().filter(|problem| asked.iter().any(|number| problem.name.ends_with(number))) {
        let (best, here, took) = solve(&Othello, problem);
        let (_, plain, plain_took) = solve(&ByCounts, problem);
        let value = problem.best().unwrap_or_default();
        print!("{}: {value:+} {best}, {here} nodes, {took:.2} s; ", problem.name);
        println!("without patterns {plain} nodes, {plain_took:.2} s");
        nodes = [nodes[0] + here, nodes[1] + plain];
        seconds = [seconds[0] + took, seconds[1] + plain_took];
    }
    print!(
        "in all {} nodes, {:.2} s; without patterns {} nodes, {:.2} s: ",
        nodes[0], seconds[0], nodes[1], seconds[1]
    );
    println!("{:.2} times the nodes, {:.2} times the time", nodes[1] as f64 / nodes[0] as f64, seconds[1] / seconds[0]);
}
