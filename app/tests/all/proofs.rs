//! `solve` by proof searches: claims, mates, books, and what is refused.

use std::path::Path;

use provebest_game::SplitMix64;

use crate::common::{err, json_lines, lines, out, provebest, refused, with_input};

const MATE: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn the_answer_has_its_numbers() {
    let tree = "[[5,7],[[2,4],6],[3,9]]";
    let no = provebest(&["solve", "tree", tree, "--algorithm", "pn", "--at-least", "6", "--json"]);
    assert_eq!(no.status.code(), Some(1), "the answer is no");
    let line = &json_lines(&out(&no))[0];
    assert_eq!((&line["proved"], &line["pn"], &line["dn"]), (&false.into(), &serde_json::Value::Null, &0.into()));
    assert_eq!((&line["expansions"], &line["evaluations"]), (&5.into(), &12.into()));
    let yes = &lines(&["solve", "tree", tree, "--algorithm", "pn", "--prove", ">=5", "--json"])[0];
    assert_eq!((&yes["proved"], &yes["expansions"], &yes["question"]), (&true.into(), &2.into(), &"at least 5".into()));
    let value = &lines(&["solve", "tree", tree, "--algorithm", "df-pn", "--json"])[0];
    assert_eq!((&value["value"], &value["kind"], &value["best"]), (&5.into(), &"exact".into(), &"1".into()));
    assert!(value["visits"].is_u64() && value["stored"].is_u64());
}

#[test]
fn search_and_compare_take_proof_searches() {
    let tree = "[[5,7],[[2,4],6],[3,9]]";
    for algorithm in ["pn", "pn2", "df-pn"] {
        let line = &lines(&["search", "tree", tree, "--algorithm", algorithm, "--json"])[0];
        assert_eq!((&line["value"], &line["kind"], &line["best"]), (&5.into(), &"exact".into(), &"1".into()));
        assert!(line["expansions"].is_u64(), "{line}");
    }
    // Play that ends with the value by chance is not best play.
    for (tree, best) in [("[[2,-7],[2]]", "2"), ("[-1,[1,0,0],1]", "3")] {
        let line = &lines(&["solve", "tree", tree, "--algorithm", "df-pn", "--json"])[0];
        assert_eq!((&line["best"], &line["line"][0]), (&best.into(), &best.into()), "{line}");
    }
    let both = out(&provebest(&["compare", "tree", tree, "--algorithms", "alpha-beta,df-pn"]));
    assert!(both.contains("Both searches agree"), "{both}");
    let both = ["compare", "connect4", "4x4:", "--depth", "4", "--algorithms", "alpha-beta,df-pn"];
    assert!(out(&provebest(&both)).contains("df-pn proves the value 0"), "an estimate and a proof are no agreement");
    let rows = lines(&["compare", "tree", tree, "--algorithms", "alpha-beta,pn,pn2,df-pn", "--json"]);
    assert!(rows.len() == 4 && rows.iter().all(|row| row["value"] == 5), "{rows:?}");
    // The solver's scale is another one.
    for more in [&["--algorithms", "alpha-beta,df-pn", "--depth", "8"][..], &["--algorithms", "pn,df-pn"]] {
        let ran = provebest(&[&["compare", "connect4", "5x4:332244"], more].concat());
        assert_eq!(ran.status.code(), Some(0), "{}", out(&ran));
    }
}

#[test]
fn a_graph_is_read_from_everywhere() {
    let graph = "[[3],[6],[5,1],[2,6],true,[0,4],[1,7],[4]]";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.json");
    std::fs::write(&file, graph).unwrap();
    for algorithm in ["pn", "df-pn"] {
        for position in [graph, file.to_str().unwrap()] {
            let line = &lines(&["solve", "graph", position, "--algorithm", algorithm, "--json"])[0];
            assert_eq!((&line["proved"], &line["pn"]), (&true.into(), &0.into()), "{algorithm} {position}");
        }
    }
    let piped = with_input(&["solve", "graph", "-", "--json"], "[[1],[0]]");
    assert_eq!(
        (piped.status.code(), &json_lines(&out(&piped))[0]["proved"]),
        (Some(1), &false.into()),
        "it only returns"
    );
    refused(&provebest(&["solve", "graph", "[[1],[7]]"]), &["no node has this number at character 7"]);
    refused(&provebest(&["solve", "graph", "[[1],true]", "--prove", "draw"]), &["--prove draw", "proved or not"]);
    refused(&provebest(&["solve", "graph", "[[1],true]", "--at-least", "draw"]), &["--at-least draw", "proved or not"]);
    refused(&provebest(&["solve", "graph", "[[1],true]", "--algorithm", "solve"]), &["a graph is proved"]);
    refused(
        &provebest(&["search", "graph", "[[1],true]"]),
        &["graph is for proof searches; expected `provebest solve graph"],
    );
}

#[test]
fn a_claim_is_proved_disproved_or_not_decided() {
    for (claim, more, status, words) in [
        ("draw", &[][..], 0, "answer     proved"),
        ("win", &[][..], 1, "answer     disproved"),
        ("win", &["--nodes", "20"][..], 3, "answer     not decided"),
        ("-1", &["--algorithm", "pn2"][..], 0, "at least -1?"),
        ("win", &["--memory-limit", "5kB", "--algorithm", "pn"][..], 3, "out of memory"),
        ("draw", &["--machine", "sim:4", "--epsilon", "1/2", "--hash", "16"][..], 0, "speed-up"),
        ("draw", &["--machine", "threads:2", "--hash", "1MB"][..], 0, "threads:2"),
    ] {
        let args = [&["solve", "connect4", "5x4:33", "--prove", claim][..], more].concat();
        let ran = provebest(&args);
        assert_eq!(ran.status.code(), Some(status), "{args:?}: {}{}", out(&ran), err(&ran));
        assert!(out(&ran).contains(words), "{args:?}: {}", out(&ran));
    }
}

#[test]
fn mates_are_proved_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mate.cert");
    let path = file.to_str().unwrap();
    for options in [&["--mate"][..], &["--mate", "2"], &["--mate", "5", "--algorithm", "pn2"]] {
        let args = [&["solve", "chess", MATE, "--certificate", path, "--json"][..], options].concat();
        let line = &lines(&args)[0];
        assert_eq!((&line["proved"], &line["kind"], &line["moves_to_end"]), (&true.into(), &"exact".into(), &3.into()));
        assert_eq!(line["line"].as_array().unwrap().len(), 3);
        let checked = &lines(&["verify", path, "--json"])[0];
        assert_eq!((&checked["verified"], &checked["least"]), (&true.into(), &1.into()));
    }
    let text = out(&provebest(&["solve", "chess", MATE, "--mate"]));
    assert!(
        text.contains("mate       in 2 moves: no shorter one is there") && text.contains("a1a6 b7a6 b6b7"),
        "{text}"
    );
    let none = provebest(&["solve", "chess", MATE, "--mate", "1", "--certificate", path]);
    assert_eq!(none.status.code(), Some(1), "{}", err(&none));
    let checked = &lines(&["verify", path, "--json"])[0];
    assert_eq!(
        (&checked["least"], &checked["most"]),
        (&serde_json::Value::Null, &0.into()),
        "that there is none is proved, too"
    );
    // The rook and the king mate; the line may be long, and play that returns is a draw.
    let rook = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
    let line = &lines(&["solve", "chess", rook, "--mate", "--certificate", path, "--json"])[0];
    assert_eq!(line["proved"], true);
    assert_eq!(lines(&["verify", path, "--json"])[0]["verified"], true);
}

#[test]
fn what_has_no_effect_is_refused() {
    let solve = |more: &[&str]| provebest(&[&["solve"][..], more].concat());
    refused(&solve(&["connect4", "--prove", "much"]), &["--prove", "win, draw, a value such as '>=3'"]);
    refused(&solve(&["connect4", "--mate"]), &["--mate", "connect4 has no mates"]);
    refused(&solve(&["chess", MATE]), &["chess cannot be solved", "--mate"]);
    refused(&solve(&["chess", MATE, "--algorithm", "df-pn"]), &["chess is proved by mates alone"]);
    refused(&solve(&["chess", MATE, "--prove", ">=3"]), &["chess is proved by mates alone"]);
    refused(&solve(&["chess", MATE, "--mate", "0"]), &["--mate"]);
    refused(&solve(&["chess", "8/8 w", "--mate"]), &["the position of chess"]);
    refused(&solve(&["chess", MATE, "--mate", "--prove", "win"]), &["cannot be used with"]);
    refused(
        &solve(&["connect4", "--prove", "win", "--algorithm", "alpha-beta"]),
        &["answers no question; expected df-pn"],
    );
    refused(&solve(&["connect4", "--algorithm", "pn", "--epsilon", "1/4"]), &["pn has no thresholds; expected df-pn"]);
    refused(&solve(&["connect4", "--epsilon", "1/4"]), &["has no thresholds; expected df-pn"]);
    refused(&solve(&["connect4", "--algorithm", "pn", "--hash", "1MB"]), &["pn keeps a tree and no table"]);
    refused(&solve(&["connect4", "--algorithm", "pn", "--machine", "threads:2"]), &["pn runs alone"]);
    refused(&solve(&["connect4", "--algorithm", "df-pn", "--all-moves"]), &["--all-moves", "expected solve"]);
    refused(&solve(&["connect4", "--algorithm", "df-pn", "--resume", "x.proof"]), &["--resume"]);
    refused(&solve(&["connect4", "--algorithm", "df-pn", "--grain", "5"]), &["--grain"]);
    refused(&solve(&["tree", "[1,2]", "--book", "x.book"]), &["--book", "tree has no openings"]);
    refused(&solve(&["connect4", "--book-plies", "3"]), &["--book"]);
    let ran = provebest(&["theatre", "connect4", "44", "-a", "df-pn", "--export", "x.html"]);
    refused(&ran, &["df-pn", "expected `provebest solve GAME POSITION --algorithm df-pn`"]);
    let ran = provebest(&["theatre", "tree", "[1,2]", "-a", "b-star", "--export", "x.html"]);
    refused(&ran, &["b-star", "expected `provebest search GAME POSITION --algorithm b-star`"]);
    for command in ["search", "compare", "explain"] {
        let depth = ["--algorithm", "df-pn", "--depth", "3"];
        let claim = if command == "explain" { &["--prove", "win"][..] } else { &[] };
        refused(&provebest(&[&[command, "connect4", "44"], &depth[..], claim].concat()), &["--depth", "expected no"]);
    }
    refused(&provebest(&["search", "connect4", "44", "-a", "pn", "--trace", "x.jsonl"]), &["--trace", "explain"]);
    let listed = out(&provebest(&["algorithms"]));
    assert!(["df-pn (dfpn)", "\npn2", "\npn\n"].iter().all(|name| listed.contains(name)), "{listed}");
}

#[test]
fn a_book_is_written_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (four, mates) = (at("four.book"), at("mates.book"));
    let solved = provebest(&["solve", "connect4", "5x5:33444", "--book", &four, "--book-plies", "6"]);
    assert_eq!(solved.status.code(), Some(0), "{}", err(&solved));
    assert!(err(&solved).contains("book of "), "{}", err(&solved));
    let played = provebest(&["play", "connect4", "5x5:33444", "--side", "none", "--time", "10ms", "--book", &four]);
    let text = out(&played);
    let by_book = text.matches("(from the book: worth").count();
    assert!(by_book >= 4, "{text}");
    let hint = with_input(&["play", "connect4", "5x5:33444", "--time", "10ms", "--book", &four], "hint\nquit\n");
    assert!(out(&hint).contains("(from the book: worth"), "{}", out(&hint));

    assert_eq!(provebest(&["solve", "chess", MATE, "--mate", "--book", &mates]).status.code(), Some(0));
    let asked = format!("position fen {MATE}\ngo movetime 60000\nposition startpos\ngo depth 1\n");
    let text = out(&with_input(&["uci", "--book", &mates], asked));
    assert!(text.contains("info string from the book: a proved mate within 3 plies"), "{text}");
    assert!(text.contains("score mate 2 lowerbound") && text.contains("bestmove a1a6"), "{text}");
    assert_eq!(text.matches("bestmove").count(), 2, "{text}");

    refused(
        &provebest(&["play", "connect4", "--book", &mates]),
        &["--book", "line 2: a book of chess; expected one of connect4"],
    );
    let mut bytes = std::fs::read(Path::new(&four)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(Path::new(&four), bytes).unwrap();
    refused(&provebest(&["play", "connect4", "--book", &four]), &["--book", "line "]);
    refused(&provebest(&["theatre", "--no-open", "--book", &four]), &["--book", "line "]);
    refused(&provebest(&["uci", "--book", "/no/such/book"]), &["--book /no/such/book"]);
    let stopped = provebest(&["solve", "connect4", "--nodes", "100", "--book", &at("none.book")]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(
        !Path::new(&at("none.book")).exists() && err(&stopped).contains("so there is no book"),
        "{}",
        err(&stopped)
    );
}

/// Whatever a position or a claim turns into, the command ends as it should.
#[test]
fn changed_inputs_never_panic() {
    let mut chance = SplitMix64::new(17);
    let inputs = [("chess", MATE, "mate:2"), ("connect4", "5x4:3324", "win"), ("tree", "[[5,7],[[2,4],6]]", ">=4")];
    for number in 0..90 {
        let (game, position, claim) = inputs[number % 3];
        let mut changed = [position.as_bytes().to_vec(), claim.as_bytes().to_vec()];
        let text = &mut changed[usize::from(chance.below(4) == 0)];
        let place = chance.below(text.len() as u64) as usize;
        match chance.below(3) {
            0 => drop(text.remove(place)),
            1 => text.insert(place, b' ' + chance.below(95) as u8),
            _ => text[place] = b' ' + chance.below(95) as u8,
        }
        let [position, claim] = changed.map(|text| String::from_utf8(text).unwrap());
        let claim = format!("--prove={claim}");
        let ran = provebest(&["solve", game, &claim, "--nodes", "3000", "--json", "--", &position]);
        let code = ran.status.code();
        assert!(matches!(code, Some(0..=3)), "{position} {claim}: {code:?} {}", err(&ran));
        assert!(!err(&ran).contains("a mistake in this program"), "{position} {claim}: {}", err(&ran));
        assert_eq!(out(&ran).is_empty(), code == Some(2), "{position} {claim}");
    }
}
