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
    assert!(err(&refused).contains("uniform has no certificates; expected one of connect4"), "{}", err(&refused));
    assert_eq!(provebest(&["verify", "/no/such/file"]).status.code(), Some(2));
}
