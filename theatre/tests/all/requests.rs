//! Requests and refusals.

use provebest_theatre::{MOST_BYTES, answer};
use serde_json::{Value, json};

use crate::reader::Reel;

fn error(request: &Value) -> String {
    answer(request.to_string().as_bytes()).unwrap_err().to_string()
}

#[test]
fn a_tape_is_a_function_of_its_request() {
    let runs = json!([{"method": "pvs"}, {"method": "jamboree", "machine": "sim:5,latency=0..9,seed=3"}, {"method": "abdada"}]);
    let request = json!({"ask": "tape", "game": "uniform", "position": "w=4,d=5", "seed": 3, "runs": runs}).to_string();
    let once = answer(request.as_bytes()).unwrap();
    assert_eq!(once, answer(request.as_bytes()).unwrap());
    let reel = Reel::read(&once);
    assert_eq!(reel.head["position"], "w=4,d=5,seed=3");
    assert_eq!(reel.runs()[2]["machine"], "sim:4");
    let command = "provebest search uniform w=4,d=5,seed=3 -a jamboree --machine sim:5,latency=0..9,seed=3";
    assert_eq!(reel.runs()[1]["command"], command);
}

#[test]
fn counts_are_those_of_the_door() {
    for method in ["negascout", "iter-sss-star", "young-brothers", "key-node", "lazy-smp"] {
        let mut request = provebest_catalog::Request::new("uniform", "w=4,d=5,seed=9", method).unwrap();
        request.machine = Some("sim:6,latency=2".parse().unwrap());
        let outcome = provebest_catalog::run(&request, &mut (), &()).unwrap();
        let door = outcome.game_answer().unwrap();
        let runs = json!([{"method": method, "machine": "sim:6,latency=2"}]);
        let reel = Reel::ask(&json!({"ask": "tape", "game": "uniform", "position": "w=4,d=5,seed=9", "runs": runs}));
        let run = &reel.runs()[0];
        assert_eq!((&run["value"], &run["counters"]["leaf_visits"]), (&json!(door.value), &json!(door.visits())));
        assert_eq!(run["counters"]["nodes"], json!(door.nodes));
        if let Some(measured) = outcome.measured {
            assert_eq!(
                (&run["machinery"]["time"], &run["machinery"]["work"]),
                (&json!(measured.time), &json!(measured.work))
            );
        }
    }
}

#[test]
fn the_catalog_lists_everything() {
    let catalog: Value = serde_json::from_slice(&answer(br#"{"ask": "catalog"}"#).unwrap()).unwrap();
    let names = |list: &str| -> Vec<String> {
        catalog[list].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().into()).collect()
    };
    assert!(
        ["tree", "uniform", "connect4", "chess", "tiles"].iter().all(|name| names("games").contains(&name.to_string()))
    );
    assert!(
        ["sss-star", "engine", "solve", "ida-star"].iter().all(|name| names("methods").contains(&name.to_string()))
    );
    assert_eq!(catalog["asks"], json!(["catalog", "tape", "board", "play"]));
    for machine in catalog["machines"].as_array().unwrap() {
        machine.as_str().unwrap().parse::<provebest::AnyMachine>().unwrap();
    }
    for (list, entry) in ["games", "methods"]
        .iter()
        .flat_map(|list| catalog[list].as_array().unwrap().iter().map(move |entry| (list, entry)))
    {
        assert!(!entry["title"].as_str().unwrap().is_empty(), "{list}: {entry}");
    }
}

#[test]
fn a_bad_part_refuses_the_request() {
    let tape = |game: &str, position: &str, method: &str, machine: &str| {
        let runs = json!([{"method": "minimax"}, {"method": method, "machine": machine}]);
        error(&json!({"ask": "tape", "game": game, "position": position, "runs": runs}))
    };
    let tree = "[[3,12],[2,4]]";
    for (error, words) in [
        (tape("go", "", "pvs", "sim:4"), "no game is called 'go'"),
        (tape("connect4", "44x", "pvs", "sim:4"), "the position of connect4: not a column at character 3"),
        (tape("tree", "[[3,", "pvs", "sim:4"), "the position of tree:"),
        (tape("tree", tree, "alpha-gamma", "sim:4"), "the method: no method has this name"),
        (tape("tree", tree, "young-brothers", "sim:0"), "the machine: no number of processors"),
        (tape("tree", tree, "young-brothers", "threads:2"), "machine threads:2: a tape needs one clock"),
        (tape("connect4", "", "engine", "alone"), "engine keeps no tape"),
        (tape("tiles", "3x3:8 7 6 0 4 1 2 5 3", "ida-star", "alone"), "minimax: for games of two"),
        (error(&json!({"ask": "tape", "game": "tree", "position": tree, "runs": []})), "0 runs; expected 1 to 64"),
        (error(&json!({"ask": "tape", "game": "tree", "runs": [{"method": "pvs"}]})), "no position for tree"),
        (error(&json!({"ask": "dance"})), "the request: unknown variant `dance`"),
        (error(&json!({"ask": "board", "game": "tictactoe", "path": [9]})), "path: there is no child 9 at ply 0"),
        (
            error(&json!({"ask": "tape", "game": "uniform", "position": "w=70000,d=1", "runs": [{"method": "pvs"}]})),
            "a node with 70000 children",
        ),
        (
            error(&json!({"ask": "tape", "game": "uniform", "position": "w=1,d=301", "runs": [{"method": "pvs"}]})),
            "a tree of 301 plies",
        ),
        (
            error(
                &json!({"ask": "tape", "game": "tree", "position": tree, "limits": {"time": 1.0}, "runs": [{"method": "pvs"}]}),
            ),
            "expected no limit on time",
        ),
    ] {
        assert!(error.contains(words), "{error}\nhas no {words}");
    }
    let long = vec![b' '; MOST_BYTES + 1];
    assert!(answer(&long).unwrap_err().to_string().contains("expected at most 1000000"));
    assert!(answer(b"\xff").is_err() && answer(b"").is_err() && answer(b"[]").is_err());
}

#[test]
fn a_board_says_what_can_be_played() {
    let request = json!({"ask": "board", "game": "connect4", "position": "44", "path": [3, 0]});
    let board: Value = serde_json::from_slice(&answer(request.to_string().as_bytes()).unwrap()).unwrap();
    assert_eq!((&board["over"], board["moves"].as_array().unwrap().len()), (&json!(false), 7));
    assert_eq!(board["cells"]["rows"].as_array().unwrap().len(), 6);
    assert_eq!(board["drawing"].as_str().unwrap().lines().count(), 6);
    let again = json!({"ask": "board", "game": "connect4", "position": board["position"], "path": []});
    let again: Value = serde_json::from_slice(&answer(again.to_string().as_bytes()).unwrap()).unwrap();
    assert_eq!(again["moves"], board["moves"]);
}
