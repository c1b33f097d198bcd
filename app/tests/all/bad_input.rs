//! Bad input is never a panic: a clear error that names the place, exit 2, nothing on standard output.

use crate::common::{err, json_lines, out, provebest, refused, with_input};

#[test]
fn trees_that_are_none() {
    for (text, words) in [
        ("", &["the position of tree", "no tree", "^"][..]),
        ("   ", &["no tree"]),
        ("[[1,2]", &["the text ends inside a list at character 7", "[[1,2]\n        ^"]),
        ("[1,2]]", &["a ] without its [", "^"]),
        ("[1,[2,3]", &["ends inside"]),
        ("[1.5]", &["a fraction at character 3", "an integer"]),
        ("3.5", &["a fraction"]),
        ("1e3", &["an exponent"]),
        ("[99999999999999999999999999]", &["too large a number", "-1,000,000,000 to 1,000,000,000"]),
        ("1000000001", &["too large a number"]),
        ("[[],1]", &["an empty list at character 3"]),
        ("[]", &["an empty list"]),
        ("[1,,2]", &["^"]),
        ("[1,2] 3", &["text behind the tree"]),
        ("[\"a\"]", &["a string"]),
        ("[null]", &["a word"]),
        ("[1 2]", &["a missing comma"]),
    ] {
        refused(&provebest(&["search", "tree", text]), words);
        if !text.trim().is_empty() {
            refused(&with_input(&["search", "tree", "-"], text), &["the tree on standard input"]);
        }
    }
    refused(&with_input(&["compare", "tree", "-"], ""), &["standard input", "no tree"]);
    refused(&with_input(&["search", "tree", "-"], vec![0xff, 0x00, 0x9f, 0x92]), &["the byte 0xff", "UTF-8"]);
    refused(&provebest(&["search", "tree", "no-such-file.json"]), &["no-such-file.json", "No such file"]);
    refused(&provebest(&["search", "tree"]), &["no position for tree", "try: provebest search tree"]);
}

#[test]
fn noise_is_refused() {
    let mut state = 88172645463325252_u64;
    for _ in 0..20 {
        let noise: Vec<u8> = (0..2000)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 32) as u8
            })
            .collect();
        refused(&with_input(&["search", "tree", "-"], noise), &["standard input", "^"]);
    }
}

#[test]
fn a_chain_of_100_000_is_too_deep() {
    let chain = |n: usize| "[".repeat(n) + "7" + &"]".repeat(n);
    refused(&with_input(&["search", "tree", "-"], chain(100_000)), &["100000 plies deep", "10000"]);
    refused(&with_input(&["search", "tree", "-"], "[".repeat(100_000)), &["the text ends"]);
    let deepest = with_input(&["compare", "tree", "-", "--json"], chain(10_000));
    assert_eq!(deepest.status.code(), Some(0), "{}", err(&deepest));
    for line in crate::common::json_lines(&out(&deepest)) {
        assert_eq!((&line["value"], &line["leaves"]), (&7.into(), &1.into()), "{}", line["algorithm"]);
    }
}

#[test]
fn a_file_of_50_megabytes_is_read() {
    let row = format!("[{}]", vec!["-123456789"; 100].join(","));
    let text = format!("[{}]", vec![row; 45_000].join(","));
    assert!(text.len() > 49_000_000);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.json");
    std::fs::write(&file, text).unwrap();
    let output = provebest(&["search", "tree", file.to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let line = &crate::common::json_lines(&out(&output))[0];
    assert_eq!((&line["value"], &line["best"]), (&(-123456789).into(), &"1".into()));
}

#[test]
fn parameters_that_make_no_tree() {
    for (position, words) in [
        ("", &["no parameter at character 1", "w=5"][..]),
        ("w=5", &["no d="]),
        ("d=5", &["no w="]),
        ("w=5,d=x", &["d=x at character 7", "a whole number"]),
        ("w=0,d=3", &["w=0", "from 1"]),
        ("w=-3,d=3", &["w=-3"]),
        ("w=5,d=20000", &["d=20000", "10000"]),
        ("w=5,d=3,w=4", &["a second w="]),
        ("w=5,d=3,colour=red", &["no parameter is called 'colour'", "one of w, d, seed, values, order"]),
        ("w=5,d=3,", &["nothing after the comma"]),
        ("w,d=3", &["'w' without a value"]),
        ("w=5,d=3,values=0", &["values=0"]),
        ("w=5,d=3,values=2000000000", &["values=2000000000", "1000000000"]),
        ("w=5,d=3,seed=99999999999999999999", &["seed="]),
        ("w=5,d=3,order=60,50", &["2 weights for 5 children"]),
        ("w=2,d=3,order=60,50", &["sum to 110"]),
        ("w=5,d=3,order=most", &["no weight"]),
        ("w=5,d=3,order=60,d=4", &["no weight"]),
    ] {
        refused(&provebest(&["search", "uniform", position]), words);
    }
    refused(&provebest(&["search", "correlated", "w=3,d=3,preorder=maybe"]), &["preorder=maybe", "yes or no"]);
    refused(&provebest(&["search", "iid", "w=3,d=3,order=60"]), &["no parameter is called 'order'"]);
}

#[test]
fn positions_of_games() {
    refused(&provebest(&["search", "connect4", "44x5"]), &["the position of connect4", "44x5\n    ^"]);
    refused(&provebest(&["search", "connect4", "4444444"]), &["a full column"]);
    refused(&provebest(&["search", "connect4", "99x99:1"]), &["99x99"]);
    refused(&provebest(&["search", "tictactoe", "11"]), &["not a legal move here"]);
}

#[test]
fn wrong_use() {
    let tree = ["search", "tree", "[1,2]"];
    for (more, words) in [
        (&["--algorithm", "negasout"][..], &["negasout", "did you mean negascout?"][..]),
        (&["--algorithm", "xyz"], &["no algorithm has this name; `provebest algorithms` lists them"]),
        (
            &["--algorithm", "tds"],
            &["solves puzzles", "provebest solve PUZZLE POSITION --algorithm transposition-driven"],
        ),
        (&["--machine", "sim:0"], &["from 1 to 65536"]),
        (&["--machine", "threads:0"], &["from 1 to 1024"]),
        (&["--machine", "abacus"], &["no machine"]),
        (&["--time", "soon"], &["soon", "2s"]),
        (&["--memory-limit", "2 elephants"], &["256MB"]),
        (&["--nodes", "-5"], &["-5"]),
        (&["--window", "0"], &["0"]),
        (&["--depth", "0"], &["no honest value", "expected depth 1"]),
        (&["--trace", "/no/such/folder/trace.jsonl"], &["the trace file"]),
        (&["--frobnicate"], &["--frobnicate"]),
    ] {
        refused(&provebest(&[&tree[..], more].concat()), words);
    }
    refused(&provebest(&["search", "checkers"]), &["checkers", "connect4"]);
    refused(&provebest(&["compare", "tree", "1", "--algorithms", "ab,foo"]), &["foo"]);
    refused(&provebest(&["explain", "tictactoe", "-a", "engine"]), &["goes deeper", "provebest search GAME POSITION"]);
    refused(&provebest(&[]), &["Usage"]);
    refused(&provebest(&["man", "nothing"]), &["no command is called 'nothing'"]);
    let uniform = |more: &[&str]| provebest(&[&["search", "uniform", "w=5,d=6,seed=1"], more].concat());
    refused(&uniform(&["--seed", "2"]), &["seed=1", "seed 2"]);
    refused(&uniform(&["--depth", "5"]), &["no honest value"]);
    refused(&uniform(&["--algorithm", "itersss", "--memory", "12"]), &["--memory 12", "M0", "13"]);
    refused(&provebest(&["compare", "iid", "w=5,d=6", "--memory", "3"]), &["M0"]);
    refused(&provebest(&["search", "uniform", "w=1,d=6,order=50,50"]), &["2 weights for 1 child at"]);
    assert_eq!(uniform(&["--seed", "1"]).status.code(), Some(0));
    refused(&uniform(&["--memory", "3"]), &["negascout holds as many nodes as it needs"]);
}

/// A table for which there is no room is told at once, as bad input or as what stopped the search.
#[test]
fn tables_that_are_too_large() {
    let hash = ["--hash", "9000000GB"];
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/chess/bratko_kopec.epd");
    for args in [
        &["search", "chess", "startpos", "--depth", "2"][..],
        &["search", "connect4", "44", "-a", "engine:abdada", "--depth", "2", "--machine", "threads:2"],
        &["play", "tictactoe", "--side", "none"],
        &["suite", suite, "--nodes", "100"],
        &["nboard"],
    ] {
        let output = with_input(&[args, &hash].concat(), "");
        refused(&output, &["--hash: there is no room for a table of 9,000,000 GB"]);
    }
    let strong = "engine:hash=9000000GB";
    refused(&provebest(&["match", "engine", strong, "--nodes", "9"]), &[strong, "there is no room for a table"]);
    let sizes = "setoption name Hash value 999999999\nsetoption name Threads value 100000\ngo depth 1\n";
    let said = out(&with_input(&["uci"], sizes));
    assert!(said.contains("error: Hash '999999999': expected a number from 1 to 65536"), "{said}");
    assert!(said.contains("error: Threads '100000': expected a number from 1 to 256"), "{said}");
    assert!(said.contains("bestmove"), "{said}");

    let limited = ["--hash", "100MB", "--memory-limit", "1MB"];
    for (args, hash) in [
        (&["search", "chess", "startpos", "--depth", "2", "--json"][..], &limited[..]),
        (&["search", "connect4", "--depth", "2", "-a", "engine:abdada", "--machine", "threads:2", "--json"], &limited),
        (&["search", "connect4", "--depth", "2", "-a", "engine", "--json"], &["--memory-limit", "1"]),
        (&["compare", "connect4", "44", "--depth", "3", "--algorithms", "ins,lazy-smp,abdada", "--json"], &limited),
        (&["compare", "connect4", "44", "--depth", "3", "--algorithms", "ins,lazy-smp,abdada", "--json"], &hash),
        (&["solve", "connect4", "5x4:33", "-a", "ins", "--json"], &limited),
        (&["solve", "connect4", "5x4:33", "-a", "ins", "--json"], &hash),
    ] {
        let output = provebest(&[args, hash].concat());
        assert_eq!(output.status.code(), Some(3), "{args:?} {hash:?}: {}", err(&output));
        let told = json_lines(&out(&output));
        assert!(told.iter().all(|row| row["stopped"] == "memory" && row["value"].is_null()), "{told:?}");
    }
    let text = out(&provebest(&[&["search", "chess", "startpos", "--depth", "2"][..], &limited].concat()));
    assert!(text.contains("out of memory") && text.contains("none yet"), "{text}");
    // What nobody has asked for is made smaller, and what may grow grows as far as there is room.
    for args in [
        &["search", "chess", "startpos", "--depth", "2", "--memory-limit", "1MB"][..],
        &["search", "connect4", "44", "--depth", "2", "-a", "lazy-smp", "--memory-limit", "1MB"],
        &["solve", "connect4", "5x4:33", "--hash", "9000000GB"],
        &["solve", "connect4", "5x4:33", "--hash", "100MB", "--memory-limit", "1MB"],
    ] {
        let output = provebest(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
    }
}
