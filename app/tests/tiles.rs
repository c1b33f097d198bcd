//! `provebest solve tiles`.

mod common;

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use common::{err, json_lines, lines, out, provebest, refused};
use serde_json::Value;

const EIGHT: &str = "3x3:8 7 6 0 4 1 2 5 3";
/// Korf's instance 12, one of his easier ones: 45 moves, 546,344 nodes with Manhattan distance.
const FIFTEEN: &str = "4x4:14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15";
/// Korf's instance 88: 65 moves, 6 thousand million nodes.
const HARD: &str = "4x4:15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4";

/// The command with a cache folder of its own.
fn with_cache(folder: &Path, args: &[&str]) -> std::process::Output {
    let mut command = assert_cmd::Command::cargo_bin("provebest").unwrap();
    command.env("PROVEBEST_CACHE", folder).args(args).output().unwrap()
}

/// Plays the moves of a line on its board, by the rules alone.
fn is_solution(row: &Value) {
    let (size, tiles) = row["position"].as_str().unwrap().split_once(':').unwrap();
    let width: usize = size.split_once('x').unwrap().0.parse().unwrap();
    let mut tiles: Vec<usize> = tiles.split(' ').map(|tile| tile.parse().unwrap()).collect();
    let moves = row["moves"].as_str().unwrap();
    for step in moves.chars() {
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        let to = match step {
            'U' => blank.checked_sub(width),
            'D' => Some(blank + width).filter(|&to| to < tiles.len()),
            'L' => (!blank.is_multiple_of(width)).then(|| blank - 1),
            'R' => (blank % width + 1 < width).then_some(blank + 1),
            other => panic!("no move: {other}"),
        };
        tiles.swap(blank, to.unwrap_or_else(|| panic!("{step} leads off the board: {row}")));
    }
    assert!(tiles.iter().enumerate().all(|(cell, &tile)| cell == tile), "{row}");
    assert_eq!(row["length"].as_u64(), Some(moves.len() as u64), "{row}");
}

/// Every search finds a shortest trip, and what is for tiles alone is refused.
#[test]
fn salesmen_travel() {
    let table = "0 1 9 2; 1 0 3 9; 9 3 0 4; 2 9 4 0";
    for algorithm in ["a-star", "ida-star", "batch-ida-star", "parallel-ida-star", "parallel-window", "ordered-window"]
    {
        let row = &lines(&["solve", "salesmen", table, "--json", "--algorithm", algorithm])[0];
        assert_eq!((&row["length"], &row["cost"], &row["bound"]), (&10.into(), &10.into(), &10.into()), "{row}");
        let trip = row["moves"].as_str().unwrap();
        assert!(["0 1 2 3 0", "0 3 2 1 0"].contains(&trip), "{row}");
    }
    let lengths = ["a-star", "ida-star", "pida"].map(|algorithm| {
        let args =
            ["solve", "salesmen", "cities=9,seed=4", "--json", "--machine", "threads:2", "--algorithm", algorithm];
        lines(&args)[0]["length"].as_u64().unwrap()
    });
    assert!(lengths[0] > 1000 && lengths.iter().all(|&length| length == lengths[0]), "{lengths:?}");
    let text = out(&provebest(&["solve", "salesmen", "cities=8,seed=2"]));
    assert!(text.contains("no solution is shorter") && text.contains("trip ") && !text.contains(" moves"), "{text}");
    for (args, said) in [
        (&["cities=33"][..], "from 2 to 32"),
        (&["0 1; 2 0"], "not as long as the way back"),
        (&["0 1 2; 1 0"], "2 numbers are needed"),
        (&["cities=9", "--algorithm", "hda"], "it is for tiles; expected one of a-star"),
        (&["cities=9", "--heuristic", "manhattan"], "expected no heuristic"),
        (&["cities=9", "--goal", "last"], "only tiles have one"),
        (&["cities=9", "--draw"], "only tiles are drawn"),
        (&["cities=9", "--all-solutions", "--algorithm", "ida-star"], "only tiles have them"),
        (&["cities=9", "--resume", "x"], "expected no file"),
    ] {
        let output = provebest(&[&["solve", "salesmen"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(said), "{args:?}: {text}");
    }
}

const ALGORITHMS: [&str; 9] = [
    "a-star",
    "ida-star",
    "batch-ida-star",
    "parallel-ida-star",
    "parallel-window",
    "ordered-window",
    "hash-distributed-a-star",
    "parallel-iterative-a-star",
    "transposition-driven",
];

#[test]
fn every_algorithm_with_every_heuristic_finds_a_shortest_solution() {
    for algorithm in ALGORITHMS {
        for heuristic in ["manhattan", "linear-conflict", "walking-distance"] {
            let row =
                &lines(&["solve", "tiles", EIGHT, "--json", "--algorithm", algorithm, "--heuristic", heuristic])[0];
            is_solution(row);
            assert_eq!((&row["length"], &row["bound"], &row["schema"]), (&31.into(), &31.into(), &1.into()), "{row}");
            assert_eq!((&row["algorithm"], &row["heuristic"]), (&algorithm.into(), &heuristic.into()));
            assert!(row["expanded"].as_u64() < row["generated"].as_u64() && row["seconds"].is_number(), "{row}");
            let parallel = !["a-star", "ida-star", "batch-ida-star"].contains(&algorithm);
            assert_eq!(row["machine"], if parallel { "sim:4" } else { "alone" });
            assert_eq!(row["speedup"].is_number(), parallel, "{row}");
        }
    }
    let row = &lines(&["solve", "tiles", EIGHT, "--json", "--algorithm", "pida", "--machine", "threads:2"])[0];
    is_solution(row);
    assert_eq!((&row["processors"], &row["machine"]), (&2.into(), &"threads:2".into()));
    let row =
        &lines(&["solve", "tiles", EIGHT, "--json", "--algorithm", "tds", "--machine", "threads:3", "--hash", "1MB"])
            [0];
    is_solution(row);
    assert!(row["stored_bytes"].as_u64().is_some_and(|bytes| (100_000..3_000_000).contains(&bytes)), "{row}");
    let row = &lines(&["solve", "tiles", EIGHT, "--json", "--algorithm", "parallel-window", "--machine", "alone"])[0];
    is_solution(row);
}

/// IDA* as its paper has it: Manhattan distance, and Korf's count to the node.
#[test]
fn a_named_algorithm_counts_as_its_paper_does() {
    let row = &lines(&["solve", "tiles", FIFTEEN, "--algorithm", "ida-star", "--json"])[0];
    is_solution(row);
    assert_eq!((&row["length"], &row["generated"]), (&45.into(), &546_344.into()), "{row}");
    assert_eq!(row["heuristic"], "manhattan");
    let sum: u64 = row["iterations"].as_array().unwrap().iter().map(|one| one["generated"].as_u64().unwrap()).sum();
    assert_eq!(sum + 1, 546_344, "the root is counted once: {row}");
}

#[test]
fn a_position_may_be_several_words() {
    let words: Vec<&str> = EIGHT.split(' ').collect();
    let args = [&["solve", "tiles"], &words[..], &["--json"]].concat();
    assert_eq!(lines(&args)[0]["position"], EIGHT);
}

#[test]
fn larger_boards_are_solved_too() {
    let board = "5x5:5 1 2 3 4 6 0 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24";
    let row = &lines(&["solve", "tiles", board, "--json"])[0];
    is_solution(row);
    assert_eq!((&row["length"], &row["heuristic"]), (&2.into(), &"linear-conflict".into()));
    let row = &lines(&["solve", "tiles", "3x4:6 2 4 8 7 10 3 9 11 1 0 5", "--json"])[0];
    is_solution(row);
}

#[test]
fn moves_are_drawn_on_request() {
    let board = "3x3:3 1 2 4 0 5 6 7 8";
    let text = out(&provebest(&["solve", "tiles", board, "--draw"]));
    assert!(text.contains("2 moves") && text.contains("moves      LU\n"), "{text}");
    assert!(text.contains("start\n  3  1  2\n  4  .  5\n  6  7  8\n\n1. L\n  3  1  2\n  .  4  5\n"), "{text}");
    assert!(text.ends_with("2. U\n  .  1  2\n  3  4  5\n  6  7  8\n"), "{text}");
    assert!(!out(&provebest(&["solve", "tiles", board])).contains("start"));
    let row = &lines(&["solve", "tiles", board, "--draw", "--json"])[0];
    assert_eq!(row["boards"].as_array().unwrap().last().unwrap(), "3x3:0 1 2 3 4 5 6 7 8");
}

#[test]
fn a_solved_board_needs_no_move() {
    let row = &lines(&["solve", "tiles", "3x3:0 1 2 3 4 5 6 7 8", "--json"])[0];
    assert_eq!((&row["length"], &row["moves"]), (&0.into(), &"".into()));
}

#[test]
fn limits_end_it_with_the_bound_proved() {
    let manhattan = ["solve", "tiles", HARD, "--algorithm", "ida-star", "--json"];
    for (more, why) in [
        (&["--nodes", "100k"][..], "nodes"),
        (&["--time", "100ms"], "time"),
        (&["--algorithm", "a-star", "--memory-limit", "2MB"], "memory"),
        (&["--hash", "9000000GB"], "memory"),
    ] {
        let base = if more[0] == "--algorithm" { &["solve", "tiles", HARD, "--json"][..] } else { &manhattan };
        let output = provebest(&[base, more].concat());
        assert_eq!(output.status.code(), Some(3), "{}", err(&output));
        let row = &json_lines(&out(&output))[0];
        assert_eq!((&row["stopped"], &row["length"]), (&why.into(), &Value::Null), "{row}");
        assert!((43..=65).contains(&row["bound"].as_u64().unwrap()), "{row}");
    }
    let text = out(&provebest(&["solve", "tiles", HARD, "--algorithm", "ida-star", "--nodes", "1000"]));
    assert!(text.contains("out of nodes") && text.contains("at least"), "{text}");
}

#[test]
fn who_names_a_machine_uses_it() {
    let board = "3x3:8 7 6 0 4 1 2 5 3";
    let row = &lines(&["solve", "tiles", board, "--machine", "sim:4", "--json"])[0];
    assert_eq!((&row["algorithm"], &row["length"]), (&"parallel-ida-star".into(), &31.into()));
    let refused = provebest(&["solve", "tiles", board, "--algorithm", "a-star", "--hash", "1MB"]);
    assert!(refused.status.code() == Some(2) && err(&refused).contains("a-star has no table"), "{}", err(&refused));
}

#[test]
fn a_broken_off_search_goes_on_from_its_bound() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bound.proof");
    let file = file.to_str().unwrap();
    let args = ["solve", "tiles", FIFTEEN, "--algorithm", "ida-star", "--json", "--resume", file];
    let stopped = provebest(&[&args[..], &["--nodes", "100k"]].concat());
    let first = &json_lines(&out(&stopped))[0];
    assert_eq!(first["stopped"], "nodes");
    let bound = first["bound"].as_u64().unwrap();
    // Torn in the middle of a line.
    let mut text = std::fs::read(file).unwrap();
    text.extend(b"at least 6");
    std::fs::write(file, &text).unwrap();
    let output = provebest(&args);
    assert!(err(&output).contains(&format!("no solution has less than {bound} moves, proved before")));
    let again = &json_lines(&out(&output))[0];
    is_solution(again);
    assert_eq!((&again["length"], &again["resumed_at"]), (&45.into(), &bound.into()));
    assert!(again["generated"].as_u64().unwrap() < 546_344, "{again}");
    refused(
        &provebest(&["solve", "tiles", EIGHT, "--resume", file]),
        &["bound.proof", "a proof of tiles 4x4:14 1", EIGHT],
    );
    std::fs::write(file, "a letter to my aunt").unwrap();
    refused(&provebest(&args), &["bound.proof", "not a file of proofs"]);
}

#[test]
fn an_interrupt_prints_the_bound_and_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bound.proof");
    let mut command = Command::cargo_bin("provebest").unwrap();
    command.args(["solve", "tiles", HARD, "--algorithm", "ida-star", "--json", "--resume"]).arg(&file);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Until some iterations are done.
    let lines = || std::fs::read_to_string(&file).unwrap_or_default().lines().count();
    let mut patience = 200;
    while lines() < 3 && patience > 0 {
        patience -= 1;
        std::thread::sleep(Duration::from_millis(50));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let status = child.wait().unwrap();
    let (mut text, mut told) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!(status.code(), Some(130), "{told}");
    let row = &json_lines(&text)[0];
    assert_eq!(row["stopped"], "cancel");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains(&format!("at least {} ", row["bound"])), "{row}\n{kept}");
}

#[test]
fn databases_are_built_kept_and_built_anew_when_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |args: &[&str]| {
        let output = with_cache(folder.path(), &[&["solve", "tiles", FIFTEEN, "--json"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let row = json_lines(&out(&output)).remove(0);
        is_solution(&row);
        assert_eq!((&row["length"], &row["heuristic"]), (&45.into(), &"pdb-663".into()));
        (row["generated"].as_u64().unwrap(), err(&output))
    };
    let (generated, _) = solve(&[]);
    assert!(generated < 100_000, "{generated}");
    let file = folder.path().join("6-6-3.tiles");
    let mut bytes = std::fs::read(&file).unwrap();
    assert_eq!(solve(&["--heuristic", "pdb-663"]), (generated, String::new()));
    bytes[1_000_000] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let (again, told) = solve(&[]);
    assert!(again == generated && told.contains("built anew: the checksum is wrong"), "{told}");
    assert_eq!(solve(&[]), (generated, String::new()), "it was written anew");
}

/// What takes a minute to build is not waited for, nothing of it is kept, and there is a bound all the same.
#[test]
fn databases_that_are_being_built_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (cache, file) = (folder.path().join("cache"), folder.path().join("bound.proof"));
    let args = ["solve", "tiles", HARD, "--heuristic", "pdb-78", "--json", "--resume", file.to_str().unwrap()];
    let output = with_cache(&cache, &[&args[..], &["--time", "300ms"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert!(err(&output).contains("they were not kept"), "{}", err(&output));
    let timed = json_lines(&out(&output)).remove(0);

    let mut command = Command::cargo_bin("provebest").unwrap();
    command.env("PROVEBEST_CACHE", &cache).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    let cancelled = json_lines(&out(&output)).remove(0);

    assert_eq!((&timed["stopped"], &cancelled["stopped"]), (&"time".into(), &"cancel".into()));
    for row in [&timed, &cancelled] {
        assert!((43..=65).contains(&row["bound"].as_u64().unwrap()), "{row}");
        assert_eq!(row["heuristic"], "linear-conflict", "{row}");
    }
    assert_eq!(cancelled["resumed_at"], timed["bound"]);
    assert!(std::fs::read_dir(&cache).map_or(0, Iterator::count) == 0, "nothing is kept");
}

#[test]
fn mistakes_say_what_would_be_right() {
    let solve = |position: &str, more: &[&str]| provebest(&[&["solve", "tiles", position], more].concat());
    for (position, words) in [
        ("3x3:8 7 6 0 4 1 2 3 5", &["cannot be solved", "odd", "any two tiles exchanged"][..]),
        ("3x3:8 7 6 0 4 1 2 5 5", &["tile 5 is there twice and tile 3 is missing", "character 21", "^"]),
        ("3x3:8 7 6 0 4 1 2 5", &["8 tiles on a board of 9 cells", "9 numbers"]),
        ("3x3:8 7 6 0 4 1 2 5 3 9", &["no tile", "from 0 to 8"]),
        ("3x3:8 7 6 0 4 1 2 5 x", &["no tile", "character 21"]),
        ("7x3:8 7 6", &["a board of 7x3", "from 3 to 5"]),
        ("eight", &["no board", "3x3:8 7 6 0 4 1 2 5 3"]),
        ("3x3:8 7 6 0 4 1 2 5 \u{1F600}", &["no tile"]),
    ] {
        refused(&solve(position, &[]), words);
    }
    refused(&provebest(&["solve", "tiles"]), &["no position for tiles"]);
    refused(
        &solve(EIGHT, &["--heuristic", "pdb-78"]),
        &["--heuristic", "3x3", "expected manhattan or linear-conflict or walking-distance"],
    );
    refused(&solve(EIGHT, &["--heuristic", "guesswork"]), &["guesswork", "linear-conflict"]);
    refused(&solve(EIGHT, &["--algorithm", "alpha-beta"]), &["games of two", "ida-star"]);
    let lock_step = ["--algorithm", "parallel-window", "--machine", "sim:4,model=lockstep"];
    refused(&solve(EIGHT, &lock_step), &["--machine", "sim:4 or threads:4"]);
    refused(&solve(EIGHT, &["--all-moves"]), &["--all-moves"]);
    refused(&provebest(&["solve", "connect4", "44", "--algorithm", "ida-star"]), &["a search for puzzles"]);
    refused(&provebest(&["solve", "connect4", "44", "--draw"]), &["--draw"]);
    refused(&provebest(&["solve", "connect4", "44", "55"]), &["one position"]);
    refused(&provebest(&["search", "tiles", EIGHT]), &["provebest solve tiles"]);
}

#[test]
fn the_lists_know_of_puzzles() {
    let games = lines(&["games", "--json"]);
    assert!(games.iter().any(|game| game["name"] == "tiles"));
    let all = lines(&["algorithms", "--json"]);
    for name in ALGORITHMS {
        let one = all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        assert!(one["kind"].as_str().unwrap().starts_with("puzzles, "), "{one}");
    }
}
