//! The door as data: requests and outcomes are the same after a way through JSON, and a bad request names its mistake.

use provebest_catalog::{News, Outcome, Request, certify, run};
use provebest_system::{Call, Faults};
use serde_json::{Value, json};

/// One request of each kind, and whether it comes to its end.
fn requests() -> Vec<(&'static str, Value, bool)> {
    let tree = "[[3,12,8],[2,4,6],[14,5,2]]";
    let board = "3x3:8 7 6 0 4 1 2 5 3";
    let all = json!({"all_moves": true, "leaf_order": true});
    vec![
        ("family, alone", json!({"game": "tree", "position": tree, "method": "negascout"}), true),
        ("every root move", json!({"game": "tictactoe", "position": "519", "record": all}), true),
        ("a setting", json!({"game": "tree", "position": tree, "method": "mtd-f,first-guess=4"}), true),
        ("simulated", json!({"game": "tree", "position": tree, "method": "ybw", "machine": "sim:4"}), true),
        (
            "lock step",
            json!({"game": "tree", "position": tree, "method": "parsss", "machine": "sim:4,model=lockstep"}),
            true,
        ),
        ("threads", json!({"game": "tree", "position": tree, "method": "ybw", "machine": "threads:2"}), true),
        (
            "stopped by nodes",
            json!({"game": "connect4", "depth": 8, "method": "alpha-beta", "limits": {"nodes": 100}}),
            false,
        ),
        ("engine", json!({"game": "connect4", "position": "4455", "depth": 5, "method": "engine"}), true),
        (
            "solver",
            json!({"game": "connect4", "position": "5x4:33", "method": "solve", "record": {"all_moves": true}}),
            true,
        ),
        ("solver, stopped", json!({"game": "connect4", "method": "solve", "limits": {"nodes": 100}}), false),
        ("tiles", json!({"game": "tiles", "position": board, "method": "ida-star", "record": {"boards": true}}), true),
        ("tiles, simulated", json!({"game": "tiles", "position": board, "method": "pida", "machine": "sim:3"}), true),
        ("tiles, stopped", json!({"game": "tiles", "position": board, "limits": {"nodes": 100}}), false),
    ]
}

#[test]
fn a_request_is_the_same_after_json() {
    for (name, text, _) in requests() {
        let request: Request = serde_json::from_value(text.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let once = serde_json::to_value(&request).unwrap();
        // What was asked for is still there, in its long form.
        for field in ["game", "depth", "machine"] {
            assert!(text.get(field).is_none_or(|asked| once[field] == *asked), "{name}: {field} of {once}");
        }
        for (field, asked) in text.get("limits").and_then(Value::as_object).into_iter().flatten() {
            assert_eq!(once["limits"][field], *asked, "{name}: {field}");
        }
        for (field, asked) in text.get("record").and_then(Value::as_object).into_iter().flatten() {
            assert_eq!(once["record"][field], *asked, "{name}: {field}");
        }
        let again: Request = serde_json::from_value(once.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::to_value(&again).unwrap(), once, "{name}");
        assert_eq!((again.method, &again.machine, again.limits), (request.method, &request.machine, request.limits));
        assert_eq!(again.record, request.record, "{name}");
    }
}

#[test]
fn an_outcome_is_the_same_after_json() {
    for (name, text, ends) in requests() {
        let request: Request = serde_json::from_value(text).unwrap();
        let outcome = run(&request, &mut (), &()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(outcome.is_finished(), ends, "{name}");
        let line = outcome.json();
        let again: Outcome = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{name}: {error} in {line}"));
        assert_eq!(again.json(), line, "{name}");
        assert_eq!(again.puzzle_answer().is_some(), request.problem.name() == "tiles", "{name}: {line}");
        assert_eq!((again.stopped, again.speedup()), (outcome.stopped, outcome.speedup()), "{name}");
    }
}

#[test]
fn a_bad_request_names_its_mistake() {
    let bad = [
        (json!({"game": "go"}), vec!["no game is called 'go'", "expected one of tree", "tiles"]),
        (json!({"game": "connect4", "method": "negasout"}), vec!["the method", "at character 1", "negascout"]),
        (
            json!({"game": "connect4", "method": "mtd-f,grain=5"}),
            vec!["the method", "mtd-f has no grain", "at character 7"],
        ),
        (json!({"game": "connect4", "machine": "sim:0"}), vec!["the machine", "at character 5", "from 1 to 65536"]),
        (json!({"game": "connect4", "position": "4x55"}), vec!["the position of connect4", "at character 2"]),
        (json!({"game": "tree", "position": "[[1,2],[3"}), vec!["the position of tree", "at character"]),
        (json!({"game": "tree"}), vec!["no position for tree"]),
        (json!({"game": "connect4", "seed": 5}), vec!["seed 5"]),
        (json!({"game": "connect4", "deph": 5}), vec!["unknown field `deph`", "depth"]),
        (json!({"game": "connect4", "limits": {"node": 5}}), vec!["unknown field `node`", "nodes"]),
        (json!({"game": "connect4", "record": {"tracing": true}}), vec!["unknown field `tracing`", "trace"]),
        (json!({"position": "4455"}), vec!["missing field `game`"]),
        (json!({"game": "connect4", "limits": {"time": -1.0}}), vec!["negative"]),
    ];
    for (text, words) in bad {
        let error = serde_json::from_value::<Request>(text.clone()).unwrap_err().to_string();
        assert!(words.iter().all(|word| error.contains(word)), "{text}: {error}");
    }
    let error = Request::new("go", "", "pvs").unwrap_err().to_string();
    assert!(error.starts_with("no game is called 'go'; expected one of tree"), "{error}");
}

#[test]
fn parts_that_do_not_go_together_are_named() {
    let board = "3x3:8 7 6 0 4 1 2 5 3";
    let tree = "[[3,12,8],[2,4,6],[14,5,2]]";
    let bad = [
        (json!({"game": "connect4", "method": "ida-star"}), "algorithm ida-star: a search for puzzles"),
        (json!({"game": "tiles", "position": board, "method": "pvs"}), "algorithm pvs: for games of two"),
        (json!({"game": "tree", "position": tree, "method": "engine"}), "algorithm engine: tree has no honest value"),
        (
            json!({"game": "tree", "position": tree, "method": "ybw", "machine": "sim:4,model=lockstep"}),
            "machine sim:4,model=lockstep: young-brothers does not run on",
        ),
        (json!({"game": "connect4", "method": "solve", "machine": "sim:4"}), "machine sim:4: solving runs alone"),
        (json!({"game": "tree", "position": tree, "record": {"timeline": true}}), "timeline: negascout runs alone"),
        (
            json!({"game": "tiles", "position": board, "method": "ida-star,heuristic=pdb-78"}),
            "heuristic: pdb-78 is not for",
        ),
    ];
    for (text, start) in bad {
        let request: Request = serde_json::from_value(text.clone()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let error = run(&request, &mut (), &()).expect_err(start);
        assert!(error.to_string().starts_with(start) && error.names_an_option(), "{text}: {error}");
    }
}

#[test]
fn a_depth_that_nobody_asked_for_is_not_written() {
    let request: Request = serde_json::from_str(r#"{"game":"chess","method":"engine"}"#).unwrap();
    let text = serde_json::to_string(&request).unwrap();
    assert!(!text.contains("depth"), "{text}");
}

#[test]
fn parts_that_do_not_go_together_are_refused_before_anything_runs() {
    let tree = r#""game":"tree","position":"[[3,12,8],[2,4,6],[14,5,2]]""#;
    let eight = r#""game":"tiles","position":"3x3:8 7 6 0 4 1 2 5 3""#;
    for (text, words) in [
        (format!(r#"{{{tree},"method":"iter-sss-star,memory=1"}}"#), "M0 ="),
        (format!(r#"{{{tree},"method":"key-node,variant=deepening"}}"#), "variant deepening"),
        (format!(r#"{{{tree},"method":"solve","record":{{"trace":true}}}}"#), "keeps no trace"),
        (format!(r#"{{{tree},"method":"negascout","record":{{"proof_file":"x"}}}}"#), "resume"),
        (format!(r#"{{{tree},"method":"solve","record":{{"proof_file":"x"}}}}"#), "resume"),
        (format!(r#"{{{tree},"method":"negascout","record":{{"boards":true}}}}"#), "only tiles are drawn"),
        (format!(r#"{{{eight},"method":"ida-star","record":{{"all_moves":true}}}}"#), "no other side"),
        (format!(r#"{{{eight},"method":"ida-star,heuristic=pdb-78"}}"#), "heuristic"),
        (r#"{"game":"chess","method":"solve"}"#.into(), "cannot be solved"),
        (format!(r#"{{{tree},"method":"solve,grain=9"}}"#), "has no tasks"),
        (format!(r#"{{{tree},"method":"solve,patience=9s","machine":"threads:2"}}"#), "no processor can be lost"),
        (r#"{"game":"chess","depth":0,"method":"engine"}"#.into(), "depth 0"),
        (r#"{"game":"chess","method":"engine,without=deepening"}"#.into(), "without deepening"),
    ] {
        let request: Request = serde_json::from_str(&text).unwrap();
        let error = request.check().unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Threads with one table find what the solver finds, also fewer of them than were asked for. They tell their nodes, and a certificate of
/// what they proved is written, with the table that they leave and without it.
#[test]
fn threads_find_what_the_solver_finds() {
    for (game, position) in [
        ("tictactoe", ""),
        ("connect4", "6x4:33"),
        ("othello", "--OXXXX--OXXOOOOO-XXXXXOXXXXXXXO-XXXXXXO-OXXXXOO-XXX-OOOX-XOOOOO X"),
        ("tree", "[[3,12,8],[2,4,6],[14,5,2]]"),
    ] {
        let mut request = Request::new(game, position, "solve").unwrap();
        request.record.all_moves = true;
        let alone = run(&request, &mut (), &()).unwrap();
        let alone = alone.game_answer().unwrap();
        request.machine = Some("threads:3".parse().unwrap());
        for (table, refused, machine) in [
            (false, 9..9, "threads:3"),
            (true, 9..9, "threads:3"),
            // The first thread is the one that works; the next is refused.
            (true, 1..2, "threads:1"),
        ] {
            request.record.table = table;
            let (mut notes, mut told) = (Vec::new(), 0);
            let mut listener = |news: News<'_>| match news {
                News::Note(note) => notes.push(note.to_string()),
                News::Proof(proof) => told = told.max(proof.nodes),
                _ => {}
            };
            let few = Faults::new().refuse(Call::Thread, refused.clone());
            let outcome = few.during(|| run(&request, &mut listener, &())).unwrap();
            let what = format!("{game}, {machine}, {table}");
            assert_eq!(outcome.machine, machine, "{what}");
            assert_eq!(notes.iter().any(|note| note.contains("too few threads")), !refused.is_empty(), "{what}");
            let answer = outcome.game_answer().unwrap();
            assert_eq!((answer.value, &answer.best, answer.winner), (alone.value, &alone.best, alone.winner), "{what}");
            assert_eq!((answer.least, answer.most, &answer.best_moves), (alone.least, alone.most, &alone.best_moves));
            let nodes = answer.nodes.unwrap();
            assert!(nodes > 0 && told <= nodes, "{what}: {told} of {nodes}");
            assert!(told > 0 || matches!(game, "tree"), "{what}");
            assert_eq!(outcome.measured.unwrap().processors.to_string(), machine[8..], "{what}");
            let mut file = Vec::new();
            let written = certify(&request, &outcome, None, &(), &mut file).unwrap();
            assert_eq!(written.bytes, file.len() as u64, "{what}");
        }
    }
}

/// A solve in tasks finds what the solver finds, and a full disk costs it only the file.
#[test]
fn tasks_find_what_the_solver_finds() {
    let path = std::env::temp_dir().join(format!("provebest-door-{}", std::process::id()));
    let mut unwritten = 0;
    for (game, position) in [
        ("tictactoe", ""),
        ("connect4", "5x4:"),
        ("othello", "--OXXXX--OXXOOOOO-XXXXXOXXXXXXXO-XXXXXXO-OXXXXOO-XXX-OOOX-XOOOOO X"),
        ("tree", "[[3,12,8],[2,4,6],[14,5,2]]"),
    ] {
        let mut request = Request::new(game, position, "solve").unwrap();
        let plain = run(&request, &mut (), &()).unwrap();
        let plain = plain.game_answer().unwrap();
        request.method = "solve,grain=50".parse().unwrap();
        request.machine = Some("threads:3".parse().unwrap());
        let played = game != "tree";
        request.record.proof_file = played.then(|| path.clone());
        for room in [u64::MAX, 200, 1000] {
            let _ = std::fs::remove_file(&path);
            let full = provebest_system::Faults::new().room(room);
            let outcome = full.during(|| run(&request, &mut (), &())).unwrap();
            let answer = outcome.game_answer().unwrap();
            assert_eq!(answer.value, plain.value, "{game}");
            // Best lines of Othello differ in length: three threads need not find the same one twice.
            let same_length = answer.moves_to_end == plain.moves_to_end;
            assert!(same_length || game == "othello" && answer.moves_to_end.is_some(), "{game}");
            assert_eq!((outcome.machine.as_str(), outcome.unwritten), ("threads:3", full.written() == room), "{game}");
            unwritten += u32::from(outcome.unwritten);
        }
    }
    assert!(unwritten > 0, "no disk was full");
    let _ = std::fs::remove_file(&path);
}
