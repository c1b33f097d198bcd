//! A game that is played: every move with what is proved of it, and a move to play.

use std::sync::atomic::{AtomicU32, Ordering};

use provebest_machine::{Reason, Stop};
use provebest_theatre::{AnswerError, answer, answer_until};
use serde_json::{Value, json};

fn play(request: Value) -> Value {
    serde_json::from_slice(&answer(request.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"))).unwrap()
}

/// The values of all moves, by name.
fn values(play: &Value) -> Vec<(String, Option<i64>)> {
    let of = |one: &Value| (one["move"].as_str().unwrap().to_string(), one["value"].as_i64());
    play["values"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn all_values_of_a_small_game_are_proved() {
    // X in a corner, O on an edge: five of the answers win.
    let found = play(json!({"ask": "play", "game": "tictactoe", "moves": ["1", "2"], "nodes": 100_000}));
    assert_eq!((&found["to_move"], &found["proved"]["finished"]), (&json!("X"), &json!(true)));
    for (word, value) in values(&found) {
        let wins = ["4", "5", "7"].contains(&word.as_str());
        assert_eq!(value.unwrap() > 0, wins, "{word}: {value:?}");
    }
    let choice = found["choice"].as_str().unwrap();
    assert!(["4", "5", "7"].contains(&choice), "{choice}");
}

#[test]
fn bounds_become_closer_with_more_nodes() {
    let ask = |nodes: u64| {
        play(json!({"ask": "play", "game": "connect4", "position": "44444 4 32222 2".replace(' ', ""), "nodes": nodes}))
    };
    let width = |found: &Value| -> i64 {
        let of = |one: &Value| one["most"].as_i64().unwrap_or(50) - one["least"].as_i64().unwrap_or(-50);
        found["values"].as_array().unwrap().iter().map(of).sum()
    };
    let widths: Vec<i64> = [1_000, 30_000, 1_000_000].map(|nodes| width(&ask(nodes))).into();
    assert!(widths[0] >= widths[1] && widths[1] >= widths[2] && widths[0] > widths[2], "{widths:?}");
    let found = ask(1_000);
    assert!(found["values"].as_array().unwrap().iter().all(|one| one["estimate"].is_i64()), "{found}");
    assert_eq!(found["engine"]["exact"], false);
}

#[test]
fn a_game_is_played_to_its_end() {
    for (game, level) in [("tictactoe", 3), ("connect4", 1), ("othello", 2), ("chess", 1)] {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..if game == "chess" { 6 } else { 70 } {
            let found = play(json!({"ask": "play", "game": game, "moves": moves, "nodes": 300, "level": level}));
            let Some(choice) = found["choice"].as_str() else {
                assert_eq!((&found["over"], &found["moves"]), (&json!(true), &json!([])));
                assert!(found["winner"].is_string());
                break;
            };
            assert!(found["moves"].as_array().unwrap().iter().any(|word| word == choice), "{game}: {choice}");
            moves.push(choice.into());
        }
        assert!(moves.len() > 4, "{game}: {moves:?}");
        if game != "chess" {
            let over = play(json!({"ask": "play", "game": game, "moves": moves}));
            assert_eq!(over["over"], true, "{game} goes on after {moves:?}");
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (request, words) in [
        (json!({"ask": "play", "game": "tree", "position": "[1,2]"}), "tree is not played"),
        (json!({"ask": "play", "game": "connect4", "moves": ["4", "9"]}), "move 2: "),
        (json!({"ask": "play", "game": "connect4", "level": 11}), "level 11: no such level; expected 1 to 10"),
        (json!({"ask": "play", "game": "connect4", "nodes": 0}), "nodes 0: expected 1 to"),
        (json!({"ask": "play", "game": "tictactoe", "moves": ["1", "4", "2", "5", "3", "6"]}), "the game is over"),
    ] {
        let error = answer(request.to_string().as_bytes()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_proved_win_comes_before_an_estimate() {
    let mut won = 0;
    for moves in ["4 1 4 2 4 4", "4 4 4 4 4 2 3 1 5", "1 7 1 7 1", "3 3 4 4 5", "4 5 4 5 4", "2 6 3 6 4 5"] {
        let moves: Vec<&str> = moves.split(' ').collect();
        for nodes in [1_000, 20_000, 200_000] {
            let found = play(json!({"ask": "play", "game": "connect4", "moves": moves, "nodes": nodes}));
            let values = found["values"].as_array().unwrap();
            let is_won = |one: &Value| one["least"].as_i64() > Some(0);
            let best = values.iter().find(|one| one["best"] == true).expect("a best move");
            if values.iter().any(is_won) {
                won += 1;
                assert!(is_won(best), "{moves:?}, {nodes} nodes: {best}");
                assert_eq!(found["choice"], best["move"]);
            }
        }
    }
    assert!(won > 0, "no position with a proved win");
}

/// Wants an end when it has been asked this often.
struct After(AtomicU32);

impl Stop for After {
    fn stop(&self) -> Option<Reason> {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        (left == 0).then_some(Reason::Cancel)
    }
}

#[test]
fn an_engine_that_is_called_off_ends() {
    for (game, asked) in [("chess", 2), ("chess", 20), ("connect4", 0), ("connect4", 100), ("othello", 10)] {
        let request = json!({"ask": "play", "game": game, "nodes": 50_000_000}).to_string();
        let answer = answer_until(request.as_bytes(), &After(AtomicU32::new(asked)));
        assert!(matches!(answer, Err(AnswerError::Stopped)), "{game}");
    }
}

#[test]
fn what_the_engine_proves_is_no_estimate() {
    // A mate in one, and a stalemate.
    let position = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    let found = play(json!({"ask": "play", "game": "chess", "position": position, "nodes": 20_000}));
    let of = |word: &str| found["values"].as_array().unwrap().iter().find(|one| one["move"] == word).unwrap().clone();
    let mate = of("g6g7");
    assert_eq!(mate["winner"], "mover", "{mate}");
    assert_eq!((&mate["value"], &mate["least"]), (&mate["most"], &mate["most"]), "{mate}");
    assert!(mate["value"].as_i64() > Some(1_000_000_000), "{mate}");
    assert_eq!((&found["choice"], &mate["best"]), (&json!("g6g7"), &json!(true)));
    let stalemate = of("f6f7");
    assert_eq!((&stalemate["winner"], &stalemate["value"]), (&json!("none"), &json!(0)), "{stalemate}");
}

#[test]
fn an_estimate_says_how_deep_it_is() {
    let found = play(json!({"ask": "play", "game": "chess", "nodes": 30_000}));
    let depth = found["engine"]["depth"].as_i64().unwrap();
    let depths: Vec<i64> =
        found["values"].as_array().unwrap().iter().map(|one| one["depth"].as_i64().unwrap()).collect();
    assert!(depths.iter().all(|one| [depth, depth + 1].contains(one)), "{depth}: {depths:?}");
    // The best one is among the deepest.
    let best = found["values"].as_array().unwrap().iter().find(|one| one["best"] == true).unwrap();
    assert_eq!(best["depth"].as_i64(), depths.iter().copied().max(), "{best}");
}

#[test]
fn no_estimate_of_the_same_depth_is_above_that_of_the_marked_move() {
    // The engine is stopped in an iteration whose first move has lost value.
    for nodes in [3_000, 33_000] {
        let found = play(json!({"ask": "play", "game": "chess", "nodes": nodes}));
        let values = found["values"].as_array().unwrap();
        let best = values.iter().find(|one| one["best"] == true).unwrap();
        assert_eq!(best["move"], found["choice"]);
        for one in values.iter().filter(|one| one["depth"] == best["depth"]) {
            assert!(one["estimate"].as_i64() <= best["estimate"].as_i64(), "{nodes} nodes: {one} above {best}");
        }
    }
}
