//! `solve --certificate` and `verify`.

use crate::common::{err, json_lines, out, provebest};

#[test]
fn a_proof_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.cert");
    let path = file.to_str().unwrap();
    let games = [
        ("connect4", "5x5:33", 0),
        ("connect4", "5x5:33444", 1),
        ("tree", "[[5,7],[[2,4],6],[3,9]]", 5),
        ("tictactoe", "5", 0),
        ("othello", "OX----XOOOOOXXXO-OOXXXXX--OOOOXXOXXOOOXXXXXXXXXX--XXOOOO--XXXX-O X", -16),
    ];
    for (game, position, value) in games {
        let solved = provebest(&["solve", game, position, "--certificate", path, "--json"]);
        assert_eq!(solved.status.code(), Some(0), "{}", err(&solved));
        assert!(err(&solved).contains("provebest verify"), "{}", err(&solved));
        let checked = provebest(&["verify", path, "--json"]);
        assert_eq!(checked.status.code(), Some(0), "{}", err(&checked));
        let line = &json_lines(&out(&checked))[0];
        assert_eq!(
            (line["verified"].as_bool(), line["least"].as_i64(), line["most"].as_i64()),
            (Some(true), Some(value), Some(value))
        );
    }
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let refused = provebest(&["verify", path]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(out(&refused).starts_with("refused at byte "), "{}", out(&refused));
}

#[test]
fn what_cannot_be_certified_is_said_at_once() {
    let refused = provebest(&["solve", "uniform", "w=2,d=3", "--certificate", "file.cert"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("the checker does not know its rules; expected connect4"), "{}", err(&refused));
    assert_eq!(provebest(&["verify", "/no/such/file"]).status.code(), Some(2));
}

#[test]
fn graphs_are_certified_and_what_they_say_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.cert");
    let path = file.to_str().unwrap();
    for (graph, status, words) in [
        ("[[3],[6],[5,1],[2,6],true,[0,4],[1,7],[4]]", 0, "its first node is proved"),
        ("[[1],[0]]", 1, "its first node is disproved"),
    ] {
        let solved = provebest(&["solve", "graph", graph, "--certificate", path]);
        assert_eq!(solved.status.code(), Some(status), "{}", err(&solved));
        let checked = provebest(&["verify", path]);
        assert!(checked.status.success() && out(&checked).contains(words), "{}", out(&checked));
    }
}

/// The second pass has the memory that is left of the limit, and says it if that is too little.
#[test]
fn a_memory_limit_holds_for_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.cert");
    let path = file.to_str().unwrap();
    let solve = |limit: &str| {
        provebest(&["solve", "connect4", "5x5:33", "--certificate", path, "--memory-limit", limit, "--json"])
    };
    let enough = solve("1MB");
    assert_eq!(enough.status.code(), Some(0), "{}", err(&enough));
    assert_eq!(provebest(&["verify", path]).status.code(), Some(0));
    let before = std::fs::read(&file).unwrap();
    let little = solve("20kB");
    assert_eq!(json_lines(&out(&little))[0]["value"], 0, "the value is proved all the same");
    assert_ne!(little.status.code(), Some(0));
    assert!(err(&little).contains("memory"), "{}", err(&little));
    assert_eq!(std::fs::read(&file).unwrap(), before, "the old one is left as it was");
}
