//! Games in the terminal, exact values, and the engine by the command.

use crate::common::{err, json_lines, lines, out, provebest, refused, with_input};

/// On an odd number of cells a win with the last stone counts nothing on the usual scale, and is no draw.
#[test]
fn odd_boards_have_winners() {
    let position = "5x5:45512411555241314";
    let told = out(&provebest(&["solve", "connect4", position]));
    assert!(told.contains("Red (X) wins with the 13th stone") && !told.contains("a draw"), "{told}");
    let position = "5x5:23554311352212213";
    let args = ["solve", "connect4", position, "--all-moves", "--json"];
    let best = |more: &[&str]| lines(&[&args[..], more].concat())[0]["best_moves"].clone();
    assert_eq!(best(&[]), best(&["--algorithm", "pvs"]));
}

#[test]
fn a_game_can_be_played() {
    let talk = with_input(&["play", "tictactoe", "--time", "50ms"], "5\nmoves\nhint\nundo\nx9\nquit\n");
    assert_eq!(talk.status.code(), Some(0), "{}", err(&talk));
    let said = out(&talk);
    assert!(
        said.contains("I play ") && said.contains("I expect ") && said.contains("'x9' is not a legal move"),
        "{said}"
    );
    // The engine alone, to the end.
    let said = out(&provebest(&["play", "tictactoe", "--side", "none", "--time", "50ms", "--level", "10"]));
    assert!(said.trim_end().ends_with("A draw."), "{said}");
    for game in ["connect4", "othello", "chess"] {
        let args = ["play", game, "--side", "second", "--time", "20ms", "--level", "3"];
        let talk = with_input(&args, *b"undo\n\xff\nquit\n");
        assert_eq!(talk.status.code(), Some(0), "{}", err(&talk));
        let said = out(&talk);
        assert!(said.contains("I play ") && said.contains("There is nothing to take back."), "{said}");
        assert!(said.contains("is not a legal move"), "{said}");
    }
    // Without time it looks one ply ahead.
    let said = out(&provebest(&["play", "connect4", "--side", "none", "--time", "0s", "--level", "10"]));
    assert!(said.contains(", 1 ply deep)") && !said.contains("1 plies"), "{said}");
    refused(&provebest(&["play", "iid", "w=2,d=2"]), &["tictactoe"]);
    refused(&provebest(&["play", "chess", "--level", "11"]), &["10"]);
}

/// Commands in any case, one board a turn, and a game that can be kept.
#[test]
fn people_give_commands() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let file = file.to_str().unwrap();
    let typed = format!(
        "HELP\nMoves\nNf3\nlevel\nLEVEL 10\nlevel 11\nSwap\nsave\nSave {file}\nsave {file}\nundo\nnew\nresign\n"
    );
    let said = out(&with_input(&["play", "chess", "--time", "20ms", "--level", "3"], typed));
    for words in [
        "Type a move, such as ",
        "  save FILE  keeps the game in a file\n",
        ": a3 a4 b3 b4 ",
        "I play at level 3; expected a number from 1 to 10.",
        "I play at level 10 of 10 from now on.",
        "I play at level 10; expected a number from 1 to 10.",
        "You are Black from now on.\nI play ",
        "Expected the name of a file: save FILE",
        "game.pgn; to go on there:\n  provebest play chess 'r",
        "game.pgn is there already; expected another name",
        "Goodbye.",
    ] {
        assert!(said.contains(words), "no '{words}' in {said}");
    }
    // The start, the answers to Nf3 and to swap, what undo leaves, and the answer to new.
    assert_eq!(said.matches(" to move").count(), 5, "{said}");
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(kept.contains("[Result \"*\"]") && kept.contains("\n\n1. Nf3 "), "{kept}");
    let file = folder.path().join("four.txt");
    let file = file.to_str().unwrap();
    out(&with_input(&["play", "connect4", "--side", "both"], format!("4\n4\nsave {file}\n")));
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(kept.starts_with("game connect4\nstart ") && kept.contains("\nmoves 4 4\nposition "), "{kept}");
    for (position, m, end) in [
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "Qg7", "Checkmate: White has won.\n"),
        ("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf7", "Stalemate: a draw.\n"),
        ("7k/8/6K1/8/8/8/5p2/4B3 w - - 0 1", "Bxf2", "Insufficient material: a draw.\n"),
    ] {
        let said = out(&with_input(&["play", "chess", position, "--side", "both"], format!("{m}\n")));
        assert!(said.ends_with(end), "{said}");
    }
}

/// Moves are read as people write them, too.
#[test]
fn people_write_moves_their_way() {
    let start = "startpos";
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promotes = "8/4P3/8/8/8/1k6/7p/4K3 w - - 0 1";
    // Black has no move, White has one.
    let passes = "OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOX/OOOOOO-- X".replace('/', "");
    for (game, position, moves, refused) in [
        (
            "chess",
            start,
            &["Nf3", "d5", "e4", "Nf6", "exd5", "Nxd5", "Nc3", "Nxc3!", "bxc3"][..],
            &["Nf6", "O-O", "e9"][..],
        ),
        ("chess", start, &["g1f3", "E7E5", "Nxe5"], &[]),
        ("chess", castles, &["O-O", "0-0-0"], &["e1g8"]),
        ("chess", castles, &["o-o-o", "e8g8"], &[]),
        ("chess", promotes, &["e8=Q"], &["e8"]),
        ("chess", promotes, &["e8N", "Kc3"], &[]),
        ("othello", "-", &["F5", "d6", "C3"], &["a1", "pass"]),
        ("othello", &passes, &["pass"], &["h8", "a1"]),
        ("tictactoe", "-", &["5", "1"], &["0", "10"]),
        ("connect4", "-", &["4", "4", "7"], &["0", "8"]),
    ] {
        let text = refused.iter().chain(moves).map(|m| format!("{m}\n")).collect::<String>();
        let said = out(&with_input(&["play", game, position, "--side", "both", "--time", "20ms"], text));
        assert_eq!(said.matches("is not a legal move").count(), refused.len(), "{game} {moves:?}: {said}");
        assert!(said.matches(" to move").count() >= moves.len(), "{game} {moves:?}: {said}");
    }
}

/// Who leaves out moves may miss the shortest way to win.
#[test]
fn a_win_is_told_as_it_is_proved() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let search = |position: &str, more: &[&str]| {
        out(&provebest(&[&["search", "chess", position, "-a", "engine", "--depth", "6"], more].concat()))
    };
    assert!(search(mate, &[]).contains("win in 1 ply (proved)"));
    let two = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";
    assert!(search(two, &[]).contains("win in at most 3 plies (proved)"), "{}", search(two, &[]));
    let faithful = ["--without", "all", "--with", "table,pvs,deepening,killers"];
    assert!(search(two, &faithful).contains("win in 3 plies (proved)"), "{}", search(two, &faithful));
    let said = out(&with_input(&["play", "chess", two, "--time", "200ms"], "hint\nquit\n"));
    assert!(said.contains("(White wins in at most 3 plies)"), "{said}");
}

/// Sides have the names of their game, whoever is to move where it begins.
#[test]
fn sides_have_names() {
    for (game, position, input, words) in [
        ("tictactoe", "1425", "3\n", &["You are X, I am O. I play at level 3 of 10.", "X to move", "X has won."][..]),
        ("connect4", "1212121", "quit\n", &["You are Yellow (O), I am Red (X).", "Red (X) has won."]),
        ("connect4", "121212", "1\n", &["You are Red (X), I am Yellow (O).", "Red (X) to move", "Red (X) has won."]),
        ("othello", "f5", "quit\n", &["You are White (O), I am Black (X).", "White (O) to move"]),
        ("chess", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g7\n", &["You are White, I am Black.", "White has won."]),
        ("chess", "7K/8/5k2/6q1/8/8/8/8 b - - 0 1", "g5g7\n", &["You are Black, I am White.", "Black has won."]),
    ] {
        let said = out(&with_input(&["play", game, position, "--time", "20ms"], input));
        for word in words {
            assert!(said.contains(word), "{game} {position}: no '{word}' in {said}");
        }
    }
    let said = out(&with_input(&["play", "othello", "--side", "second", "--time", "20ms"], "quit\n"));
    assert!(said.contains("I am Black (X), you are White (O)."), "{said}");
}

#[test]
fn values_are_proved() {
    let [row] = &lines(&["solve", "connect4", "44455554221", "--json"])[..] else { panic!() };
    assert_eq!((&row["value"], &row["kind"]), (&(-15).into(), &"exact".into()));
    let [row] = &lines(&["solve", "connect4", "5x4:", "--json", "--all-moves"])[..] else { panic!() };
    assert_eq!(row["value"], 0, "a draw: {row}");
    assert!(row["moves"].as_array().unwrap().iter().all(|one| one["value"].is_i64()));
    assert_eq!(row["moves_to_end"], 20);
    let [row] = &lines(&["solve", "tictactoe", "--json"])[..] else { panic!() };
    assert_eq!((&row["value"], row["line"].as_array().unwrap().len()), (&0.into(), 9));
    let [row] = &lines(&["solve", "tree", "[[3,12,8],[2,4,6],[14,5,2]]", "--json"])[..] else { panic!() };
    assert_eq!((&row["value"], &row["best"]), (&3.into(), &"1".into()));
    refused(&provebest(&["solve", "chess"]), &["chess cannot be solved"]);
}

/// Any search that runs alone finds what the solver proves, on the same scale.
#[test]
fn values_are_proved_by_every_search() {
    let easy = "..OXXXX..OXXOOOOO.XXXXXOXXXXXXXO.XXXXXXO.OXXXXOO.XXX.OOOX.XOOOOO X";
    for (game, position) in [
        ("connect4", "4x4:1123"),
        ("connect4", "5x4:3232"),
        ("tictactoe", "15"),
        ("tictactoe", "1425"),
        ("othello", easy),
    ] {
        let args = ["solve", game, position, "--json", "--all-moves"];
        let solved = &lines(&args)[0];
        for algorithm in ["alpha-beta", "mtd-f", "negascout"] {
            let found = &lines(&[&args[..], &["--algorithm", algorithm]].concat())[0];
            assert_eq!((&found["algorithm"], &found["kind"]), (&algorithm.into(), &"exact".into()));
            for field in ["value", "best_moves", "moves"] {
                assert_eq!(found[field], solved[field], "{game} {position} {algorithm} {field}");
            }
        }
        assert_eq!(&lines(&[&args[..], &["--algorithm", "solve"]].concat())[0]["value"], &solved["value"]);
    }
    let [row] = &lines(&["solve", "tree", "[[3,12,8],[2,4,6]]", "-a", "sss-star", "--json"])[..] else { panic!() };
    assert_eq!((&row["value"], &row["best"], &row["moves_to_end"]), (&3.into(), &"1".into(), &2.into()));
    let stopped = provebest(&["solve", "connect4", "-a", "pvs", "--nodes", "10000", "--json"]);
    assert_eq!(stopped.status.code(), Some(3), "{}", err(&stopped));
    refused(&provebest(&["solve", "connect4", "-a", "ybw"]), &["young-brothers", "solving runs alone"]);
    refused(&provebest(&["solve", "connect4", "-a", "pvs", "--resume", "x"]), &["--resume", "no --algorithm"]);
    refused(&provebest(&["solve", "connect4", "-a", "magic"]), &["magic"]);
}

#[test]
fn proofs_are_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    let args = ["solve", "connect4", "6x4:", "--all-moves", "--json", "--resume", file];
    let stopped = provebest(&[&args[..], &["--nodes", "20000"]].concat());
    assert_eq!(stopped.status.code(), Some(3), "{}", err(&stopped));
    assert_eq!(json_lines(&out(&stopped))[0]["stopped"], "nodes");
    let whole = &lines(&args)[0];
    let again = provebest(&args);
    assert!(err(&again).contains("bounds of 6 moves, 6 of them exact, and best play"), "{}", err(&again));
    let again = &json_lines(&out(&again))[0];
    assert_eq!((&again["value"], &again["moves"]), (&whole["value"], &whole["moves"]));
    assert_eq!(again["skipped"], 6);
    // Nothing is left to search, not even the line of play.
    assert_eq!((&again["line"], &again["nodes"]), (&whole["line"], &0.into()));
    // A file of earlier versions has no line: it is searched for, and kept from then on.
    let text = std::fs::read_to_string(file).unwrap();
    let older: Vec<&str> = text.lines().filter(|line| !line.starts_with("line\t")).collect();
    std::fs::write(file, older.join("\n") + "\n").unwrap();
    let searched = &lines(&args)[0];
    assert!(searched["nodes"].as_u64().unwrap() > 0);
    let read = &lines(&args)[0];
    assert_eq!((&read["line"], &read["nodes"]), (&searched["line"], &0.into()));
    // A last line that was torn is dropped.
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, &text[..text.len() - 5]).unwrap();
    assert_eq!(lines(&args)[0]["moves"], whole["moves"]);
    refused(&provebest(&["solve", "connect4", "6x5:", "--resume", file]), &["6x4", "6x5"]);
    std::fs::write(file, "something else\n").unwrap();
    refused(&provebest(&args), &["proof"]);
}

/// A question that was not answered keeps what its tasks proved, and the next run may have another machine.
#[test]
fn a_journal_keeps_every_task() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("four.proof");
    let file = file.to_str().unwrap();
    let plain = &lines(&["solve", "connect4", "6x4:", "--json"])[0];
    let args = ["solve", "connect4", "6x4:", "--grain", "500", "--json", "--journal", file];
    let with = |more: &[&str]| provebest(&[&args[..], more].concat());
    for machine in ["threads:1", "threads:2"] {
        let stopped = with(&["--machine", machine, "--nodes", "4000"]);
        assert_eq!(stopped.status.code(), Some(3), "{}", err(&stopped));
        let goes_on = err(&stopped);
        assert!(goes_on.contains("goes on from there: ") && goes_on.contains("--journal"), "{goes_on}");
        assert_eq!(json_lines(&out(&stopped))[0]["machine"], machine);
    }
    let ended = with(&[]);
    let kept = err(&ended);
    let tasks: u64 = kept.split("kept ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).expect(&kept);
    assert!(tasks > 4, "{kept}");
    let ended = &json_lines(&out(&ended))[0];
    assert_eq!((&ended["value"], &ended["moves_to_end"]), (&plain["value"], &plain["moves_to_end"]));
    refused(&with(&["--machine", "sim:2"]), &["--machine sim:2", "solving runs alone"]);
}

/// Two proofs in one file would write over each other.
#[test]
fn a_proof_file_that_is_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("busy.proof");
    let other = std::fs::File::create(&file).unwrap();
    other.lock().unwrap();
    let file = file.to_str().unwrap();
    let small = ["solve", "connect4", "5x4:33", "--resume", file];
    for args in [&small[..], &["solve", "tiles", "3x3:8 7 6 0 4 1 2 5 3", "--resume", file]] {
        refused(&provebest(args), &["busy.proof", "in use: another proof writes to it"]);
    }
    drop(other);
    assert_eq!(provebest(&small).status.code(), Some(0));
}

#[test]
fn the_engine_answers_by_the_command() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let [row] = &lines(&["search", "chess", mate, "--depth", "4", "--json"])[..] else { panic!() };
    assert_eq!((&row["algorithm"], &row["best"], &row["kind"]), (&"engine".into(), &"a1a8".into(), &"exact".into()));
    assert_eq!(row["moves_to_end"], 1);
    // A ply is searched even when there is no time.
    for limit in [["--time", "0s"], ["--time", "1us"], ["--nodes", "1"]] {
        let [row] = &lines(&[&["search", "chess", mate, "--json"], &limit[..]].concat())[..] else { panic!() };
        assert_eq!((&row["best"], &row["kind"], &row["depth"]), (&"a1a8".into(), &"exact".into(), &1.into()));
    }
    // What has nothing to act on in a game is not told to be on.
    let on = |game: &[&str]| {
        let row = lines(&[&["search"], game, &["--depth", "2", "-a", "engine", "--json"]].concat()).remove(0);
        serde_json::from_value::<Vec<String>>(row["enhancements"].clone()).unwrap()
    };
    for (game, has, lacks) in [
        (&["connect4"][..], ["presort", "rows"], ["quiescence", "history"]),
        (&["tictactoe"], ["presort", "rows"], ["null-move", "killers"]),
        (&["othello"], ["history", "rows"], ["quiescence", "presort"]),
        (&["chess"], ["quiescence", "null-move"], ["presort", "rows"]),
    ] {
        let on = on(game);
        let all = |names: &[&str], is: bool| names.iter().all(|&name| on.iter().any(|other| other == name) == is);
        assert!(all(&has, true) && all(&lacks, false), "{game:?}: {on:?}");
    }
    let args = ["search", "connect4", "44", "-a", "engine", "--depth", "8", "--json"];
    let value = |more: &[&str]| lines(&[&args[..], more].concat())[0]["value"].clone();
    let plain = &lines(&["search", "connect4", "44", "-a", "minimax", "--depth", "8", "--json"])[0]["value"];
    assert_eq!(&value(&["--without", "all"]), plain);
    assert_eq!(&value(&["--without", "all", "--with", "table,pvs,deepening,killers"]), plain);
    for engine in ["engine:lazy-smp", "engine:abdada", "engine:young-brothers", "engine:board"] {
        let faithful = ["--without", "all", "--with", "table,pvs,deepening,rows", "--machine", "threads:2"];
        let args = [&["search", "connect4", "44", "-a", engine, "--depth", "8", "--json"], &faithful[..]].concat();
        assert_eq!(&lines(&args)[0]["value"], plain, "{engine}");
    }
    let all = &lines(&[&args[..], &["--all-moves"]].concat())[0]["moves"];
    assert_eq!(all.as_array().unwrap().len(), 7);
    refused(&provebest(&[&args[..], &["--machine", "sim:4"]].concat()), &["threads"]);
    for (more, part) in [
        (["--memory", "30"], "--memory"),
        (["--first-guess", "3"], "--first-guess"),
        (["--depth", "0"], "expected 1 or more"),
        (["--without", "deepening"], "expected a depth"),
    ] {
        refused(&provebest(&[&["search", "connect4", "-a", "engine"], &more[..]].concat()), &[part]);
    }
    for option in [["--with", "table"], ["--without", "table"]] {
        let other = [&["search", "connect4", "-a", "pvs"], &option[..]].concat();
        refused(&provebest(&other), &[option[0], "pvs", "expected the method engine"]);
        // Without --algorithm it is not the engine, either.
        refused(&provebest(&[&["search", "connect4"], &option[..]].concat()), &[option[0], "negascout"]);
    }
    let short = provebest(&["search", "othello", "--time", "100ms", "--json"]);
    assert_eq!(short.status.code(), Some(0), "time is how a game is played: {}", err(&short));
}

#[test]
fn chess_and_othello_are_searched_by_all() {
    for (game, depth) in [("chess", "3"), ("othello", "4")] {
        let args = ["compare", game, "--algorithms", "all", "--depth", depth, "--json"];
        let (alone, several) = (lines(&args), lines(&[&args[..], &["--machine", "sim:2"]].concat()));
        assert!(alone.len() >= 15 && several.len() == 18, "{} {}", alone.len(), several.len());
        assert!(alone.iter().chain(&several).all(|row| row["value"] == alone[0]["value"]));
    }
}

/// A crate for a game of one's own: what it says is compiled as an example of the library.
#[test]
fn a_new_game_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let made = provebest(&["new", &at("my-game")]);
    assert_eq!(made.status.code(), Some(0), "{}", err(&made));
    let read = |name: &str| std::fs::read_to_string(folder.path().join("my-game").join(name)).unwrap();
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("name = \"my-game\"") && manifest.contains("provebest = { path = \""), "{manifest}");
    let library = manifest.split("path = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(std::path::Path::new(library).join("src/lib.rs").is_file(), "{library}");
    assert!(read("src/main.rs").contains("provebest::check(") && read("README.md").contains("cargo run play"));
    refused(&provebest(&["new", &at("my-game")]), &["is there already", "expected"]);
    refused(&provebest(&["new", &at("7up")]), &["'7up' is no name of a crate"]);
    refused(&provebest(&["new", &at("other"), "--provebest", &at("nowhere")]), &["--provebest", "expected the folder"]);
    assert!(!folder.path().join("other").exists());
}
