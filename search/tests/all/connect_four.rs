//! Connect Four solved: positions with values worked out elsewhere, and small boards by a search that knows nothing but
//! the rules.

use std::collections::HashMap;

use provebest_game::{Game, Keyed, MoveList, Plain, Score, Solvable, Status};
use provebest_games::connect_four::{Board, ConnectFour};
use provebest_search::Limits;
use provebest_search::solve::{Proof, ProvedMove};

/// A position of a suite: columns, value, and how many nodes Pons' solver took.
struct Known {
    moves: String,
    value: i32,
    nodes: u64,
}

fn suite(name: &str) -> Vec<Known> {
    let path = format!("{}/../suites/connect4/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let known = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [moves, value, nodes] = fields[..] else { panic!("{path}: {line}") };
        Known { moves: moves.into(), value: value.parse().unwrap(), nodes: nodes.parse().unwrap() }
    });
    known.collect()
}

/// Plays a line to the end of the game: its value for the side that began.
fn replay(rules: &ConnectFour, board: &Board, line: &[u8]) -> Score {
    let mut end = *board;
    line.iter().for_each(|&column| rules.play(&mut end, column));
    let Status::Over(value) = rules.status(&end, &mut MoveList::new()) else { panic!("a line too short") };
    let value = rules.worth(&end, value);
    if line.len().is_multiple_of(2) { value } else { -value }
}

fn check(known: &Known) {
    let (rules, board) = ConnectFour::parse(&known.moves).unwrap();
    let solution = Proof::new(&rules, &board).run().unwrap();
    assert_eq!(solution.value, Some(Score(known.value)), "{}", known.moves);
    assert_eq!(replay(&rules, &board, &solution.line.0), Score(known.value), "{}", known.moves);
    // The value tells when the game ends.
    let stones = board.stones();
    let end = match known.value {
        0 => 42,
        value => {
            let winner = (22 - value.unsigned_abs()) * 2;
            let first_wins = (stones % 2 == 0) == (value > 0);
            winner - u32::from(first_wins)
        }
    };
    assert_eq!(solution.moves_to_end, Some(end - stones), "{}", known.moves);
}

#[test]
fn after_24_plies() {
    suite("24ply").iter().for_each(check);
}

#[test]
fn after_16_plies() {
    suite("16ply").iter().for_each(check);
}

#[test]
fn after_12_plies_and_special_ones() {
    let known: Vec<Known> = suite("12ply").into_iter().chain(suite("special")).collect();
    assert_eq!(known.len(), 104);
    // The others take minutes without the optimiser; the bench has them.
    known.iter().filter(|known| known.nodes < 500_000).for_each(check);
}

#[test]
fn every_move_of_late_positions() {
    for known in suite("24ply").iter().step_by(5) {
        let (rules, board) = ConnectFour::parse(&known.moves).unwrap();
        let solution = Proof::new(&rules, &board).all_moves().run().unwrap();
        for ProvedMove { played: mv, least, most } in &solution.moves {
            let mut child = board;
            rules.play(&mut child, *mv);
            let below = Proof::new(&rules, &child).run().unwrap();
            assert_eq!((*least, *most), (-below.least, -below.most), "{} {}", known.moves, mv + 1);
        }
        let best = solution.moves.iter().map(|mv| mv.least).max();
        assert_eq!(best, Some(Score(known.value)));
    }
}

/// The value by the definition, with a map of all positions.
fn plain(rules: &ConnectFour, board: &Board, seen: &mut HashMap<u64, Score>) -> Score {
    let mut list = MoveList::new();
    if let Status::Over(value) = rules.moves(board, &mut list) {
        return rules.worth(board, value);
    }
    if let Some(&value) = seen.get(&rules.key(board)) {
        return value;
    }
    let after = |&column: &u8| {
        let mut child = *board;
        rules.play(&mut child, column);
        -plain(rules, &child, seen)
    };
    let value = list.as_slice().iter().map(after).max().unwrap();
    seen.insert(rules.key(board), value);
    value
}

#[test]
fn small_boards_by_a_plain_search() {
    for (width, height) in [(3, 3), (4, 3), (3, 5), (4, 4), (5, 3), (5, 4), (7, 2), (12, 1)] {
        let rules = ConnectFour::new(width, height).unwrap();
        let value = plain(&rules, &rules.start(), &mut HashMap::new());
        for hash in [100, 10_000, 1 << 24].into_iter().filter(|&hash| hash > 100 || width * height < 16) {
            let solution = Proof::new(&rules, &rules.start()).hash(hash).run().unwrap();
            assert_eq!(solution.value, Some(value), "{width}x{height}");
        }
    }
}

#[test]
fn small_boards_with_and_without_what_the_game_knows() {
    for (width, height) in [(4, 5), (5, 4), (4, 6)] {
        let rules = ConnectFour::new(width, height).unwrap();
        let knowing = Proof::new(&rules, &rules.start()).run().unwrap();
        let unknowing = Proof::new(&Plain(&rules), &rules.start()).run().unwrap();
        let end = unknowing.value.unwrap().end();
        assert_eq!(knowing.value.map(|value| value == Score::ZERO), Some(end.is_none()), "{width}x{height}");
        assert_eq!(knowing.moves_to_end, Some(end.map_or(width * height, |end| end.0)), "{width}x{height}");
        assert!(knowing.nodes < unknowing.nodes, "{width}x{height}");
    }
}

#[test]
fn stops_at_its_limits_and_goes_on_from_what_was_proved() {
    let (rules, board) = ConnectFour::parse(&suite("16ply")[0].moves).unwrap();
    let whole = Proof::new(&rules, &board).all_moves().run().unwrap();
    let limits = Limits { nodes: Some(whole.nodes / 2), bytes: Some(1 << 17), ..Limits::default() };
    let part = Proof::new(&rules, &board).all_moves().within(limits).run().unwrap();
    assert!(part.stopped.is_some() && part.nodes <= whole.nodes / 2);
    for (part, whole) in part.moves.iter().zip(&whole.moves) {
        assert!(part.least <= whole.least && whole.most <= part.most, "a bound that does not hold");
    }
    let rest = Proof::new(&rules, &board).all_moves().known(part.moves).run().unwrap();
    assert_eq!((rest.value, rest.moves), (whole.value, whole.moves.clone()));
    let none = Proof::new(&rules, &board).all_moves().known(whole.moves.clone()).run().unwrap();
    assert_eq!((none.value, none.skipped), (whole.value, whole.moves.len() as u32));
}

#[test]
fn small_boards_have_these_values() {
    let known = [(4, 4, 0), (5, 4, 0), (4, 5, 0), (6, 4, -1), (4, 6, 0), (5, 5, 0), (7, 4, 0), (6, 5, 0), (5, 6, 0)];
    for (width, height, value) in known {
        let rules = ConnectFour::new(width, height).unwrap();
        let solution = Proof::new(&rules, &rules.start()).run().unwrap();
        assert_eq!(solution.value, Some(Score(value)), "{width}x{height}");
        assert_eq!(solution.moves_to_end, Some(width * height), "{width}x{height}");
    }
}
