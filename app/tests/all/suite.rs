//! Suites of test positions.

use serde_json::json;

use crate::common::{lines, out, provebest, refused};

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn mates_in_two_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let suite = "\
r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - bm Qd8+; id \"a gift\";
r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - bm Qh6+;
6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - bm Rg1+; am Rxh2+;
";
    let path = file(&folder, "mates.epd", suite);
    let all = lines(&["suite", &path, "--depth", "6", "--json"]);
    assert_eq!(all.len(), 4);
    for line in &all[..3] {
        assert_eq!((&line["solved"], &line["score"]), (&json!(true), &json!("+M2")), "{line}");
        assert!(line["found_depth"].as_u64() <= line["depth"].as_u64());
    }
    assert_eq!((&all[0]["id"], &all[1]["id"], &all[0]["best"]), (&json!("a gift"), &json!("2"), &json!("d5d8")));
    let whole = &all[3];
    assert_eq!((&whole["event"], &whole["solved"], &whole["positions"]), (&json!("suite"), &json!(3), &json!(3)));
    assert!(out(&provebest(&["suite", &path, "--depth", "6"])).contains("3 of 3 solved"));
}

#[test]
fn moves_to_avoid_and_points() {
    let folder = tempfile::tempdir().unwrap();
    // The mate is all there is to avoid, and then worth four of ten points.
    let suite = "\
7k/8/5K2/8/8/8/8/1R6 w - - am Kf7 Kg6;
7k/8/5K2/8/8/8/8/1R6 w - - bm Rb2; c0 \"Kf7=4, Kg6=4, Rb2=10\";
7k/8/5K2/8/8/8/8/1R6 w - -
";
    let path = file(&folder, "points.epd", suite);
    let all = lines(&["suite", &path, "--nodes", "20k", "--json"]);
    assert_eq!(all.len(), 3, "what has no solution is left out");
    assert_eq!((&all[0]["solved"], &all[0]["found_depth"]), (&json!(false), &json!(null)));
    assert_eq!((&all[1]["points"], &all[1]["most_points"]), (&json!(4), &json!(10)));
    assert_eq!(all[2]["points"], 4);
}

#[test]
fn endings_of_othello_are_solved() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../suites/othello/easy.obf");
    let all = lines(&["suite", path, "--json"]);
    let [positions @ .., whole] = &all[..] else { panic!("nothing") };
    assert!(positions.len() >= 20);
    for line in positions {
        assert_eq!((&line["solved"], &line["kind"], &line["value"]), (&json!(true), &json!("exact"), &line["known"]));
        assert!(line["solutions"].as_array().unwrap().contains(&line["best"]), "{line}");
    }
    assert_eq!((&whole["event"], &whole["solved"]), (&json!("suite"), &json!(positions.len())));
    assert_eq!(whole["points"], whole["most_points"]);
    let nodes: u64 = positions.iter().map(|line| line["nodes"].as_u64().unwrap()).sum();
    assert_eq!(whole["nodes"], nodes);
    let said = out(&provebest(&["suite", path]));
    assert!(said.contains(&format!("{0} of {0} solved", positions.len())), "{said}");
}

#[test]
fn wrong_scores_and_short_times_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let board = "--OXXXX--OXXOOOOO-XXXXXOXXXXXXXO-XXXXXXO-OXXXXOO-XXX-OOOX-XOOOOO X;";
    let path = file(&folder, "wrong.obf", &format!("{board} b1:-6; % wrong\n{board} b1:-8; % right\n{board}\n"));
    let output = provebest(&["suite", &path]);
    assert_eq!(output.status.code(), Some(1), "a value that is proved is not the one in the file");
    let said = out(&output);
    assert!(said.contains("b1 -6 stands in the file") && said.contains("1 of 2 solved"), "{said}");
    let hard =
        file(&folder, "hard.obf", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;\n");
    let all = lines(&["suite", &hard, "--nodes", "1000", "--json"]);
    assert_eq!(
        (&all[0]["solved"], &all[0]["value"], &all[0]["stopped"]),
        (&json!(false), &json!(null), &json!("nodes"))
    );
    // The count stops soon after the limit, wherever the nodes are.
    assert!((1000..3000).contains(&all[0]["nodes"].as_u64().unwrap()), "{}", all[0]);
}

#[test]
fn bad_suites_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bare = file(&folder, "bare.epd", "7k/8/5K2/8/8/8/8/1R6 w - - id \"x\";\n");
    let wrong = file(&folder, "wrong.epd", "\n7k/8/5K2/8/8/8/8/1R6 w - - bm Qh8;\n");
    let empty = file(&folder, "empty.obf", "% nothing\n");
    let board = "--OXXXX--OXXOOOOO-XXXXXOXXXXXXXO-XXXXXXO-OXXXXOO-XXX-OOOX-XOOOOO X;";
    let othello = file(&folder, "easy.obf", &format!("{board} b1:-8;\n"));
    let unknown = file(&folder, "unknown.obf", &format!("{board}\n"));
    let illegal = file(&folder, "illegal.obf", &format!("% first\n{board} c1:-8;\n"));
    for (args, words) in [
        (&[bare.as_str()][..], &["no position has a solution", "bm or am"][..]),
        (&[&wrong], &["wrong.epd, line 2", "not a legal move here", "^"]),
        (&[&empty], &["empty.obf", "no position has a score"]),
        (&[&unknown], &["no position has a score", "a2:+38"]),
        (&[&illegal], &["illegal.obf, line 2", "not a legal move here", "^"]),
        (&[&othello, "--depth", "3"], &["--depth", "--time or --nodes"]),
        (&[&othello, "--machine", "threads:2"], &["threads:2", "solving runs alone"]),
        (&["no-such-file.epd"], &["no-such-file.epd", "No such file"]),
        (&["no-such-file.obf"], &["no-such-file.obf", "No such file"]),
        (&["no-such-file.txt"], &[".epd", ".obf"]),
        (&[&bare, "--machine", "sim:4"], &["sim:4", "threads:N"]),
        (&[&bare, "--time", "soon"], &["soon"]),
    ] {
        refused(&provebest(&[&["suite"], args].concat()), words);
    }
}
