//! FFO 40 to 44 by the generic solver.
use std::time::Instant;

use provebest_game::Text;
use provebest_games::othello::{Othello, Problem};
use provebest_search::solve::Solve;

fn main() {
    let text = std::fs::read_to_string("/work/shared/data/ffo40-59.obf").unwrap();
    let problems = Problem::parse_all(&text).unwrap();
    let mut total = 0.0;
    for problem in problems.iter().take(5) {
        let start = Instant::now();
        let solution = Solve::new(&Othello, &problem.board).hash(256 << 20).run().unwrap();
        let seconds = start.elapsed().as_secs_f64();
        let best = solution.best.map(|m| Othello.print_move(&problem.board, m));
        println!("{} {:?} {:?} line {} {} nodes above {seconds:.2} s", problem.name, solution.value(), best, solution.line.0.len(), solution.nodes);
        total += seconds;
    }
    println!("total {total:.2} s");
}
