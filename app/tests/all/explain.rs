//! `provebest explain`: what people read, and what scripts and other programs get.

use crate::common::{err, lines, out, provebest, refused};

const SMALL: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
const ALGORITHMS: [&str; 17] = [
    "minimax",
    "alpha-beta",
    "alpha-beta-hard",
    "alpha-beta-shallow",
    "aspiration",
    "scout",
    "pvs",
    "negascout",
    "partially-informed-negascout",
    "informed-negascout",
    "sss-star",
    "dual-star",
    "even-odd",
    "iter-sss-star",
    "mt-sss",
    "mt-dual",
    "mtd-f",
];

#[test]
fn the_sentence_of_a_cut() {
    let text = out(&provebest(&["explain", "tree", SMALL, "--algorithm", "alpha-beta"]));
    assert!(text.contains("value 3, best move 1; 11 visits of 11 nodes, 7 leaf visits among them"), "{text}");
    assert!(text.contains("└╳ 2.2 to 2.3  cut: MIN already has 2 here, MAX has 3 above (at the root)"), "{text}");
}

#[test]
fn every_algorithm_is_explained() {
    for algorithm in ALGORITHMS {
        for (game, position) in
            [("tree", SMALL), ("uniform", "w=3,d=4,seed=2"), ("tictactoe", "XOX-O--X-"), ("tree", "7")]
        {
            let run = provebest(&["explain", game, position, "--algorithm", algorithm]);
            assert!(run.status.success(), "{algorithm} on {game} {position}: {}", err(&run));
            let text = out(&run);
            assert!(text.contains("root") && text.contains("← best line"), "{algorithm} on {game} {position}: {text}");
        }
    }
}

#[test]
fn a_part_and_what_was_not_visited() {
    let text = out(&provebest(&["explain", "tree", SMALL, "--node", "2"]));
    assert!(text.contains("above: MAX has 3 at the root (by 1)\nMIN 2 "), "{text}");
    let text = out(&provebest(&["explain", "tree", SMALL, "--node", "2.3"]));
    assert!(text.contains("2.3 was not visited. At 2: cut: MIN already has 2 here"), "{text}");
    refused(
        &provebest(&["explain", "tree", SMALL, "--node", "2.9"]),
        &["--node", "a number from 1 to 3", "2.9\n    ^"],
    );
    refused(&provebest(&["explain", "tree", SMALL, "--node", "2.1.1"]), &["a child of a leaf"]);
    for wrong in ["2.", "0", "x", "1..2", "99999999999"] {
        refused(&provebest(&["explain", "tree", SMALL, "--node", wrong]), &["numbers of children such as 2.1"]);
    }
}

#[test]
fn a_picture_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.svg");
    let name = file.to_str().unwrap();
    let run = provebest(&["explain", "uniform", "w=4,d=5,seed=3", "-a", "sss-star", "--svg", name]);
    assert!(run.status.success(), "{}", err(&run));
    let picture = std::fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("</svg>") && picture.contains("suspended: MIN"));
    refused(&provebest(&["explain", "tree", SMALL, "--svg", "no/such/folder/tree.svg"]), &["no/such/folder/tree.svg"]);
}

#[test]
fn visits_as_json() {
    let lines = lines(&["explain", "tree", SMALL, "--json"]);
    assert_eq!(lines.len(), 11);
    let second = lines.iter().find(|line| line["node"] == "2").unwrap();
    assert_eq!(
        (&second["schema"], &second["side"], &second["alpha"], &second["beta"]),
        (&1.into(), &"MIN".into(), &3.into(), &serde_json::Value::Null)
    );
    assert_eq!(second["passed_by"], serde_json::json!(["2.2", "2.3"]));
    assert_eq!(second["why"], "cut: MIN already has 2 here, MAX has 3 above (at the root)");
}

#[test]
fn too_much_to_tell() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("old.svg");
    std::fs::write(&picture, "an old picture").unwrap();
    let args = ["explain", "uniform", "w=40,d=5,seed=1", "-a", "minimax", "--svg", picture.to_str().unwrap()];
    let run = provebest(&args);
    assert_eq!(run.status.code(), Some(3));
    assert!(out(&run).is_empty() && err(&run).contains("too many to explain"), "{}", err(&run));
    assert_eq!(std::fs::read_to_string(&picture).unwrap(), "an old picture");
}

/// The worked example: is it worth at least 6? PN expands the root, 1, 2, 2.1 and 3.
#[test]
fn proof_searches_say_why_they_expand() {
    let tree = "[[5,7],[[2,4],6],[3,9]]";
    let text = out(&provebest(&["explain", "tree", tree, "--algorithm", "pn", "--prove", ">=6"]));
    for words in [
        "MAX root",
        "#1 to list the moves",
        "#2 its proof number 1 is the least; the root is 1 from a yes, 3 from a no",
        "#4 its disproof number 1 is the least",
        "≤ 5",
        "≥ 6",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let order = |algorithm: &str| {
        let run = ["explain", "tree", tree, "--algorithm", algorithm, "--prove", ">=6", "--json"];
        let mut order: Vec<(u64, String)> = Vec::new();
        for line in lines(&run) {
            for one in line["expansions"].as_array().into_iter().flatten() {
                order.push((one["order"].as_u64().unwrap(), line["node"].as_str().unwrap().into()));
            }
        }
        order.sort();
        order.into_iter().map(|(_, node)| node).collect::<Vec<_>>()
    };
    assert_eq!(order("pn"), ["", "1", "2", "2.1", "3"]);
    assert_eq!(order("df-pn").len(), 5);
    let text = out(&provebest(&["explain", "tree", tree, "--algorithm", "df-pn", "--prove", ">=6"]));
    assert!(text.contains("its proof number 1 is below the threshold 2"), "{text}");
    for algorithm in ["pn", "pn2", "df-pn"] {
        for (game, position, claim) in
            [("tictactoe", "XOX-O--X-", "draw"), ("connect4", "5x4:33224", "win"), ("tree", "7", ">=3")]
        {
            let run = provebest(&["explain", game, position, "--algorithm", algorithm, "--prove", claim]);
            assert!(run.status.code() == Some(0), "{algorithm} {game}: {}", err(&run));
        }
    }
    refused(&provebest(&["explain", "tree", tree, "--algorithm", "pn"]), &["expected --prove with win, draw"]);
    refused(&provebest(&["explain", "tree", tree, "--prove", "win"]), &["answers no question"]);
}
