//! What people and scripts rely on: fields, exit codes, same bytes, silent pipes.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{err, json_lines, lines, out, provebest, refused, with_input};

const FIELDS: [&str; 13] = [
    "schema",
    "game",
    "algorithm",
    "machine",
    "value",
    "kind",
    "best",
    "line",
    "leaves",
    "leaf_visits",
    "nodes",
    "stored",
    "seconds",
];

#[test]
fn a_line_begins_with_the_promised_fields() {
    let text = out(&provebest(&["search", "tree", "[[3,12,8],[2,4,6],[14,5,2]]", "-a", "sss", "--json"]));
    let places: Vec<usize> = FIELDS.iter().map(|field| text.find(&format!("\"{field}\":")).expect(field)).collect();
    assert!(places.is_sorted(), "{text}");
    assert!(text.starts_with(
        "{\"schema\":1,\"game\":\"tree\",\"algorithm\":\"sss-star\",\"machine\":\"alone\",\"value\":3,\"kind\":\"exact\",\
         \"best\":\"1\",\"line\":[\"1\",\"1\"],\"leaves\":7,\"leaf_visits\":7,\"nodes\":"
    ));
    let line = &json_lines(&text)[0];
    assert!(line["seconds"].is_f64() && line.get("stopped").is_none() && line.get("leaf_order").is_none());
}

#[test]
fn a_single_number_is_a_tree() {
    for args in [&["search", "tree", "-3"][..], &["search", "tree", "--json", "-3"], &["compare", "tree", "-3"]] {
        let args = [args, &["--json", "--trace-leaves"][if args.contains(&"--json") { 1..2 } else { 0..2 }]].concat();
        for line in lines(&args) {
            assert_eq!(line["value"], -3);
            assert_eq!((&line["best"], &line["line"]), (&Value::Null, &json!([])));
            let order = line["leaf_order"].as_array().unwrap();
            assert!(!order.is_empty() && order.iter().all(|leaf| leaf == ""), "{line}");
        }
    }
}

#[test]
fn a_tree_comes_inline_from_a_file_or_from_standard_input() {
    let tree = "[[3,12,8],[2,4,6],[14,5,2]]";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("5"), tree).unwrap();
    let file = folder.path().join("5");
    let value = |line: &Value| line["value"].clone();
    assert_eq!(value(&lines(&["search", "tree", tree, "--json"])[0]), 3);
    assert_eq!(value(&lines(&["search", "tree", file.to_str().unwrap(), "--json"])[0]), 3);
    assert_eq!(value(&lines(&["search", "tree", "5", "--json"])[0]), 5, "a number is inline");
    assert_eq!(value(&json_lines(&out(&with_input(&["search", "tree", "-", "--json"], tree)))[0]), 3);
}

#[test]
fn all_algorithms_agree_everywhere() {
    for problem in [
        &["uniform", "w=4,d=5,seed=7"][..],
        &["uniform", "w=6,d=4,seed=2,values=3,order=70,5,5,..."],
        &["correlated", "w=4,d=5,seed=1,preorder=yes"],
        &["correlated", "w=4,d=5,seed=1", "--depth", "3"],
        &["iid", "w=3,d=6,seed=9"],
        &["tictactoe", "5"],
        &["connect4", "4455", "--depth", "5"],
        &["connect4", "5x4:-"],
        &["tree", "[[[1,2],3],4,[5,[6,[7,8]]]]"],
    ] {
        let found = lines(&[&["compare"], problem, &["--json"]].concat());
        assert!(found.len() >= 15, "{problem:?}");
        for line in &found {
            let at = format!("{problem:?} {}", line["algorithm"]);
            assert_eq!(line["value"], found[0]["value"], "{at}");
            assert_eq!(line["kind"], found[0]["kind"], "{at}");
            assert!(line["leaves"].as_u64() <= line["leaf_visits"].as_u64(), "{at}");
            if line["algorithm"] != "iter-sss-star" {
                assert_eq!(line["best"], found[0]["best"], "{at}");
            }
        }
    }
}

#[test]
fn perfect_order_needs_the_minimal_tree_only() {
    for line in lines(&["compare", "uniform", "w=5,d=5,seed=3,order=perfect", "--json"]) {
        // T(5), without deep cut-offs: 1, 5, 9, 29, 65, 181.
        let leaves = match line["algorithm"].as_str() {
            Some("minimax") => 3125,
            Some("alpha-beta-shallow") => 181,
            _ => 125 + 25 - 1,
        };
        assert_eq!(line["leaves"], leaves, "{}", line["algorithm"]);
    }
}

#[test]
fn the_same_command_says_the_same() {
    let run = || {
        let mut found = lines(&["compare", "uniform", "w=5,d=5", "--seed", "9", "--json", "--trace-leaves"]);
        found.iter_mut().for_each(|line| drop(line.as_object_mut().unwrap().remove("seconds")));
        found
    };
    assert_eq!(run(), run());
    let by_option = lines(&["search", "iid", "w=5,d=5", "--seed", "9", "--json"]);
    let by_position = lines(&["search", "iid", "w=5,d=5,seed=9", "--json"]);
    assert_eq!(by_option[0]["value"], by_position[0]["value"]);
    assert_eq!(by_option[0]["position"], "w=5,d=5,seed=9");
}

#[test]
fn limits_stop_with_3() {
    let huge = ["search", "iid", "w=30,d=30", "--json"];
    for (more, reason) in [
        (&["--nodes", "20k"][..], "nodes"),
        (&["--time", "100ms"], "time"),
        (&["--memory-limit", "100kB", "-a", "sss"], "memory"),
        (&["--memory-limit", "100kB", "-a", "dual"], "memory"),
        (&["--memory-limit", "100kB", "-a", "mtdf"], "memory"),
        (&["--memory-limit", "100kB", "-a", "ins", "--nodes", "50M"], "memory"),
    ] {
        let start = Instant::now();
        let output = provebest(&[&huge[..], more].concat());
        assert_eq!(output.status.code(), Some(3), "{more:?}: {}", err(&output));
        assert_eq!(json_lines(&out(&output))[0]["stopped"], reason, "{more:?}");
        if reason == "time" {
            assert!(start.elapsed() < Duration::from_secs(3));
        }
    }
    let output = provebest(&["compare", "uniform", "w=10,d=6", "--algorithms", "ab,sss", "--memory-limit", "1kB"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(out(&output).contains("out of memory"), "{}", out(&output));
}

#[test]
fn minimax_is_left_out_where_it_is_hopeless() {
    let huge = ["compare", "iid", "w=10,d=9", "--nodes", "1k", "--json"];
    let output = provebest(&huge);
    assert!(err(&output).contains("minimax is left out"), "{}", err(&output));
    assert!(json_lines(&out(&output)).iter().all(|line| line["algorithm"] != "minimax"));
    let asked = provebest(&[&huge[..], &["--algorithms", "minimax"]].concat());
    assert_eq!(json_lines(&out(&asked))[0]["algorithm"], "minimax");
}

#[test]
fn every_root_move_has_its_value() {
    let line = &lines(&["search", "tree", "[[4,5],[2,3],[9,4]]", "--all-moves", "--json"])[0];
    let told: Vec<(&Value, &Value, &Value)> =
        line["moves"].as_array().unwrap().iter().map(|m| (&m["move"], &m["value"], &m["best"])).collect();
    let [one, two, three] = ["1", "2", "3"].map(Value::from);
    let (yes, no) = (true.into(), false.into());
    assert_eq!(told, [(&one, &4.into(), &yes), (&two, &2.into(), &no), (&three, &4.into(), &yes)]);
    let people = out(&provebest(&["search", "connect4", "--all-moves", "--depth", "4"]));
    assert!(people.contains("best play"), "{people}");
}

/// A bound of -2 is not the value -2, and what an iteration before said of a move does not make it the best one.
#[test]
fn what_is_stopped_says_no_more_than_it_knows() {
    let stopped = provebest(&["solve", "connect4", "44554", "--nodes", "1.5M"]);
    let told = String::from_utf8_lossy(&stopped.stdout).into_owned();
    assert!(told.contains("from -9 to -2: Red (X) wins\n"), "{told}");
    assert!(out(&provebest(&["solve", "connect4", "44554"])).contains("Red (X) wins with the 20th stone"));
    for nodes in ["5k", "10k", "20k", "40k"] {
        let line = &lines(&["search", "connect4", "44", "-a", "engine", "--nodes", nodes, "--json"])[0];
        let moves = line["moves"].as_array().cloned().unwrap_or_default();
        for one in moves.iter().filter(|one| one["best"] == true) {
            assert_eq!(one["value"], line["value"], "{line}");
        }
    }
}

#[test]
fn decided_games_say_when_they_end() {
    let line = &lines(&["search", "connect4", "445566", "--json"])[0];
    assert_eq!((&line["kind"], &line["moves_to_end"]), (&"exact".into(), &1.into()), "{line}");
    assert!(out(&provebest(&["search", "connect4", "445566"])).contains("win in 1 ply"));
    let drawn = &lines(&["search", "tictactoe", "--json"])[0];
    assert_eq!((&drawn["value"], &drawn["kind"]), (&0.into(), &"exact".into()));
}

#[test]
fn a_trace_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.jsonl");
    let tree = "[[3,12,8],[2,4,6],[14,5,2]]";
    let args = ["compare", "tree", tree, "--algorithms", "ab,sss,mtdf,ns", "--json", "--trace-leaves", "--trace"];
    let results = lines(&[&args[..], &[file.to_str().unwrap()]].concat());
    let events = json_lines(&std::fs::read_to_string(&file).unwrap());
    assert!(events.iter().all(|event| event["schema"] == 1));
    let runs: Vec<&[Value]> = events.split_inclusive(|event| event["event"] == "end").collect();
    assert_eq!(runs.len(), 4);
    for (run, result) in runs.iter().zip(&results) {
        let start = &run[0];
        assert_eq!(
            (&start["event"], &start["game"], &start["position"]),
            (&"start".into(), &"tree".into(), &tree.into())
        );
        assert_eq!(start["algorithm"], result["algorithm"]);
        assert_eq!(start["tree"].to_string(), tree);
        let leaves: Vec<&Value> = run.iter().filter(|e| e["event"] == "leaf").map(|e| &e["node"]).collect();
        assert_eq!(leaves, result["leaf_order"].as_array().unwrap().iter().collect::<Vec<_>>());
        assert_eq!(run.last().unwrap()["value"], 3);
        let times: Vec<u64> = run.iter().filter_map(|e| e["time"].as_u64()).collect();
        assert!(times.is_sorted() && times.len() == run.len() - 2, "every event has its time");
        assert_eq!(*times.last().unwrap(), leaves.len() as u64);
        let recalls = run.iter().any(|e| e["event"] == "recall");
        assert_eq!(recalls, result["algorithm"] == "mtd-f", "only a search with memory has an answer in store");
    }
}

#[test]
fn a_trace_can_be_a_tape() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.tape");
    let tape = |args: &[&str]| {
        out(&provebest(&[args, &["--trace", file.to_str().unwrap()]].concat()));
        std::fs::read(&file).unwrap()
    };
    let told = |request: &str| provebest_theatre::answer(request.as_bytes()).unwrap();
    let request = r#"{"ask": "tape", "game": "uniform", "position": "w=3,d=4,seed=7", "runs": [{"method": "ab"}, {"method": "sss"}]}"#;
    assert_eq!(tape(&["compare", "uniform", "w=3,d=4,seed=7", "-a", "ab,sss"]), told(request));
    let request = r#"{"ask": "tape", "game": "connect4", "position": "44", "depth": 4,
        "runs": [{"method": "young-brothers,grain=3", "machine": "sim:3,latency=2"}]}"#;
    let args =
        ["search", "connect4", "44", "--depth", "4", "-a", "ybw", "--grain", "3", "--machine", "sim:3,latency=2"];
    assert_eq!(tape(&args), told(request));
    let threads =
        provebest(&["search", "connect4", "--depth", "4", "-a", "ybw", "--machine", "threads:2", "--trace", "x.tape"]);
    assert!(err(&threads).contains("have no common clock"), "{}", err(&threads));
}

#[test]
fn the_example_speaks_to_people() {
    let output = provebest(&["compare"]);
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    for word in ["algorithm", "leaves", "of all", "× minimal", "visits", "stored", "time", "searches agree", "Try next"]
    {
        assert!(text.contains(word), "no '{word}' in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no colours into a pipe");
    assert_eq!(err(&output), "");
}

#[test]
fn lists_have_one_object_a_line() {
    let algorithms = lines(&["algorithms", "--json"]);
    for name in ["minimax", "alpha-beta", "negascout", "sss-star", "dual-star", "iter-sss-star", "mtd-f"] {
        assert!(algorithms.iter().any(|line| line["name"] == name && line["schema"] == 1), "{name}");
    }
    for game in lines(&["games", "--json"]) {
        let [name, example, command] = ["name", "example", "command"].map(|field| game[field].as_str().unwrap());
        let depth = if command == "search" { &["--depth", "9"][..] } else { &[] };
        assert_eq!(lines(&[&[command, name, example, "--json"], depth].concat())[0]["game"], name);
    }
    assert!(out(&provebest(&["algorithms"])).contains("alpha-beta (ab)"));
    assert!(out(&provebest(&["games"])).contains("connect4"));
}

#[test]
fn manuals_and_completions_are_written() {
    assert!(out(&provebest(&["completions", "bash"])).contains("negascout"));
    assert!(out(&provebest(&["man"])).contains(".TH"));
    assert!(out(&provebest(&["man", "search"])).contains("algorithm"));
    assert_eq!(provebest(&["--help"]).status.code(), Some(0));
    assert_eq!(provebest(&["--version"]).status.code(), Some(0));
}

fn spawn(args: &[&str]) -> std::process::Child {
    let binary = assert_cmd::cargo::cargo_bin("provebest");
    Command::new(binary).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_closed_pipe_is_silent() {
    for args in [
        &["compare", "iid", "w=5,d=6", "--json", "--trace-leaves"][..],
        &["compare", "iid", "w=5,d=6", "--trace-leaves"],
        &["algorithms"],
        &["completions", "zsh"],
        &["man", "compare"],
    ] {
        let mut child = spawn(args);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_best_so_far() {
    let mut child = spawn(&["compare", "iid", "w=3,d=40", "--algorithms", "minimax,ab", "--json"]);
    std::thread::sleep(Duration::from_millis(400));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut told = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        told.push(line.unwrap());
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let told = json_lines(&told.join("\n"));
    assert_eq!(told.len(), 1, "the searches to come are left out");
    assert_eq!(told[0]["stopped"], "cancel");
}

/// The searches that grow a tree, by the names and options that scripts use, on a small tree with intervals.
#[test]
fn selective_searches_keep_their_words() {
    let tree = r#"{"value":5,"low":0,"high":10,"children":[{"value":6,"low":4,"high":8,"children":[5,7]},{"value":3,"low":1,
        "high":6,"children":[{"value":3,"low":1,"high":5,"children":[2,4]},6]},{"value":4,"low":2,"high":5,"children":[3,9]}]}"#;
    for (method, expansions) in [
        (&["b-star", "--strategy", "prove-best"][..], 3),
        (&["b-star", "--strategy", "disprove-rest"], 4),
        (&["pb-star", "--doubt", "0"], 3),
        (&["cns", "--threshold", "2", "--value-grain", "1"], 5),
        (&["conspiracy-numbers", "--threshold", "inf"], 5),
    ] {
        let line = &lines(&[&["search", "tree", tree, "--json", "-a"], method].concat())[0];
        assert_eq!((&line["best"], &line["expansions"]), (&json!("1"), &json!(expansions)), "{line}");
        for one in line["moves"].as_array().unwrap_or(&Vec::new()) {
            assert!(one["low"].as_i64() <= one["high"].as_i64() && one["low"].is_i64(), "{line}");
        }
        assert_eq!(line.get("moves").is_some(), method[0].ends_with("b-star"), "{line}");
    }
    // What is only estimated wins for nobody, and a decided end of an interval is told in words.
    let args = ["search", "connect4", "5x4:", "-a", "b-star", "--depth", "3"];
    let line = &lines(&[&args[..], &["--json"]].concat())[0];
    let known = line["moves"].as_array().unwrap().iter().find(|one| one["value"].is_i64()).unwrap();
    assert_eq!((&known["kind"], known.get("winner")), (&json!("heuristic"), None), "{line}");
    let text = out(&provebest(&args));
    assert!(text.contains("a loss to 3") && !text.contains("best play") && !text.contains("18999"), "{text}");
    for method in [
        &["evolving", "--driver", "depth-first"][..],
        &["evolving", "--driver", "best"],
        &["evolving", "--driver", "random"],
        &["hybrid-sss", "--seam", "1"],
        &["sss-dual"],
        &["uidpabs"],
        &["alpha-beta-shallow"],
        &["even-odd"],
        &["dual-star", "--bound", "4"],
        &["sss-star", "--variant", "list"],
        &["informed-negascout", "--variant", "printed"],
        &["pns", "--variant", "path"],
        &["parallel-dual", "--machine", "sim:2"],
        &["par-mt-sss", "--machine", "sim:2"],
        &["board", "--machine", "sim:3"],
        &["board", "--variant", "eldest", "--machine", "sim:2"],
        &["board", "--variant", "tested", "--machine", "sim:2"],
        &["board", "--variant", "scattered", "--machine", "sim:3"],
        &["par-sss-star", "--spawn-height", "4"],
        &["key-node", "--variant", "roaming", "--machine", "sim:2,model=lockstep"],
    ] {
        let line = &lines(&[&["search", "tree", tree, "--json", "-a"], method].concat())[0];
        assert_eq!((&line["value"], &line["best"], &line["kind"]), (&json!(5), &json!("1"), &json!("exact")), "{line}");
    }
    for (args, words) in [
        (&["-a", "sss-star", "--bound", "1"][..], "expected dual-star"),
        (&["-a", "dual-star", "--bound", "1", "--variant", "list"], "expected no bound"),
        (&["-a", "ins", "--hash", "1KB", "--variant", "printed"], "expected no hash"),
        (&["-a", "key-node", "--variant", "roaming"], "sim:8,model=lockstep"),
        (&["-a", "alpha-beta", "--spawn-height", "4"], "expected par-sss-star"),
        (&["-a", "par-sss-star", "--spawn-height", "4", "--machine", "sim:1"], "a machine with more"),
    ] {
        refused(&provebest(&[&["search", "tree", tree], args].concat()), &[words]);
    }
    let line = &lines(&["search", "tree", tree, "-a", "dual-star", "--bound", "7", "--json"])[0];
    assert_eq!((&line["value"], &line["kind"]), (&json!(7), &json!("upper")), "{line}");
    let line = &lines(&["solve", "tiles", "3x3:8 7 6 0 4 1 2 5 3", "--all-solutions", "--json"])[0];
    let all = line["solutions"].as_array().unwrap();
    assert!(
        all.len() > 1 && all[0] == line["moves"] && all.iter().all(|one| one.as_str().unwrap().len() == 31),
        "{line}"
    );
    refused(&provebest(&["solve", "connect4", "44", "--all-solutions"]), &["--all-solutions", "only tiles"]);
    let parallel = ["solve", "tiles", "3x3:8 7 6 0 4 1 2 5 3", "--all-solutions", "-a", "a-star"];
    refused(&provebest(&parallel), &["--all-solutions", "expected ida-star"]);
    let line = &lines(&["search", "artificial", "w=5,k=3,range=400,seed=1", "-a", "b-star", "--json"])[0];
    assert_eq!((&line["kind"], &line["separated"]), (&json!("lower"), &json!(true)), "{line}");
}
