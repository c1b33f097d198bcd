//! Othello solved: endgames with values worked out elsewhere, and easier ones by plain minimax.

use provebest_game::{Game, MoveList, Plain, Score, SplitMix64, Status};
use provebest_games::othello::{Board, Othello, Problem};
use provebest_machine::Alone;
use provebest_search::solve::{Proof, ProofByTasks};
use provebest_search::{Limits, Reason};

fn suite(name: &str) -> Vec<Problem> {
    let path = format!("{}/../suites/othello/{name}.obf", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    Problem::parse_all(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Value and best move are the known ones, and the line leads to an end of that value.
fn check(problem: &Problem) {
    let solution = Proof::new(&Othello, &problem.board).run().unwrap();
    let value = solution.value.unwrap();
    assert_eq!(Some(value.0), problem.best(), "{}", problem.name);
    assert!(problem.moves.contains(&(solution.best.unwrap(), value.0)), "{}: {:?}", problem.name, solution.best);
    let mut end = problem.board;
    solution.line.0.iter().for_each(|&m| Othello.play(&mut end, m));
    let signed = if solution.line.0.len().is_multiple_of(2) { value } else { -value };
    assert_eq!(Othello.status(&end, &mut MoveList::new()), Status::Over(signed), "{}", problem.name);
}

#[test]
fn easy_positions() {
    for problem in suite("easy") {
        check(&problem);
        let solution = Proof::new(&Othello, &problem.board).all_moves().run().unwrap();
        for known in &solution.moves {
            assert!(problem.moves.contains(&(known.played, known.least.0)), "{}: {known:?}", problem.name);
            assert_eq!(known.value(), Some(Score(known.least.0)));
        }
    }
}

/// The hundred endings, which plain alpha-beta solved; where several moves are best, the file has one of them.
#[test]
fn endings() {
    for problem in suite("endings") {
        let solution = Proof::new(&Othello, &problem.board).run().unwrap();
        assert_eq!(solution.value.map(|value| value.0), problem.best(), "{}", problem.name);
    }
}

/// Thousands of random endings have the value that the rules alone give them: no order, no guess, nothing at once.
#[test]
fn random_endings_as_by_the_rules_alone() {
    let mut chance = SplitMix64::new(40);
    let mut solved = 0;
    while solved < 3000 {
        let (mut board, mut list) = (Board::default(), MoveList::new());
        let left = 4 + solved % 6;
        while board.discs.empties() > left && Othello.moves(&board, &mut list) == Status::Open {
            Othello.play(&mut board, list.as_slice()[chance.below(list.len() as u64) as usize]);
            list.clear();
        }
        let (ours, plain) = (Proof::new(&Othello, &board), Proof::new(&Plain(&Othello), &board).run().unwrap());
        assert_eq!(ours.run().unwrap().value, plain.value, "{board:?}");
        solved += 1;
    }
}

/// The searches that sort moves count for the limit on nodes, too. What goes over it is the last position with seven empty fields.
#[test]
fn a_limit_on_nodes_holds() {
    let board = suite("ffo")[5].board;
    for nodes in [1, 50, 1000, 30_000, 200_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let solution = Proof::new(&Othello, &board).within(limits).run().unwrap();
        assert_eq!(solution.stopped, Some(Reason::Nodes));
        assert!((nodes..nodes + 500).contains(&solution.nodes), "{} of {nodes} nodes", solution.nodes);
        let by_tasks = ProofByTasks::new(&Othello, &board).within(limits).grain(5000).run_on(&Alone).unwrap().solution;
        assert_eq!(by_tasks.stopped, Some(Reason::Nodes));
        assert!((nodes..nodes + 500).contains(&by_tasks.nodes), "{} of {nodes} nodes in tasks", by_tasks.nodes);
    }
}

#[test]
fn the_first_of_the_endgame_test() {
    check(&suite("ffo")[0]);
}

#[test]
#[ignore = "takes a while: 40 to 44 of the endgame test"]
fn five_of_the_endgame_test() {
    suite("ffo")[..5].iter().for_each(check);
}
