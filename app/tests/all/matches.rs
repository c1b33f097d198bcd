//! Matches: the same again from the same seed, and contestants that misbehave.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{err, json_lines, lines, out, provebest, refused};

/// A line without what the clock on the wall tells.
fn timeless(mut line: Value) -> Value {
    let fields = line.as_object_mut().unwrap();
    fields.retain(|name, _| !name.contains("seconds"));
    line
}

/// The last line of a run: that of the match.
fn result(args: &[&str]) -> Value {
    lines(args).pop().unwrap()
}

#[test]
fn the_same_seed_plays_the_same() {
    let args =
        ["match", "engine", "engine:without=quiescence", "--games", "6", "--nodes", "400", "--seed", "3", "--json"];
    let once: Vec<Value> = lines(&args).into_iter().map(timeless).collect();
    let again: Vec<Value> = lines(&args).into_iter().map(timeless).collect();
    assert_eq!(once, again);
    let together: Vec<Value> =
        lines(&[&args[..], &["--concurrency", "3"]].concat()).into_iter().map(timeless).collect();
    assert_eq!(once, together, "however many are played at a time");

    let (games, whole) = once.split_at(6);
    assert!(games.iter().all(|game| game["schema"] == 1 && game["event"] == "game" && game["forfeit"] == false));
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!((&pair[0]["first"], &pair[1]["first"]), (&json!("A"), &json!("B")));
    }
    assert_ne!(games[0]["opening"], games[2]["opening"]);
    let won = |name: &str| games.iter().filter(|game| game["winner"] == name).count();
    let whole = &whole[0];
    assert_eq!((&whole["games"], &whole["wins"], &whole["losses"]), (&json!(6), &json!(won("A")), &json!(won("B"))));
    assert_eq!(whole["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 3);
}

#[test]
fn other_games_too() {
    for game in ["connect4", "othello"] {
        let args = ["match", "engine", "engine:level=1", "--game", game, "--games", "20", "--nodes", "2000", "--json"];
        let whole = result(&args);
        assert_eq!(whole["game"], game);
        assert!(whole["score"].as_f64().unwrap() > 0.6, "{whole}");
        assert!(whole["superiority"].as_f64().unwrap() > 0.9, "{whole}");
        assert!(whole["elo"].is_f64() && whole["elo_error"].is_f64() || whole["losses"] == 0, "{whole}");
    }
}

/// Moves are those of Othello, passes among them, and openings may be moves that were played.
#[test]
fn openings_of_othello_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    std::fs::write(&file, "# two of them\nf5d6c3\nf5f6e6f4\n").unwrap();
    let openings = ["--openings", file.to_str().unwrap()];
    let args = ["match", "engine", "engine", "--game", "othello", "--games", "4", "--depth", "1", "--json"];
    let all = lines(&[&args[..], &openings].concat());
    let [games @ .., _] = &all[..] else { panic!("no games") };
    let discs = |game: &Value| game["opening"].as_str().unwrap().chars().filter(|c| "XO".contains(*c)).count();
    // The side to move is written, too.
    let mut counts: Vec<usize> = games.iter().map(discs).collect();
    counts.sort();
    assert_eq!(counts, [8, 8, 9, 9]);
    for game in games {
        assert_eq!(game["forfeit"], false);
        let moves = game["moves"].as_array().unwrap();
        let fields = moves.iter().filter(|m| *m != "pass").count();
        assert!(game["end"] == "no move for either side" || discs(game) - 1 + fields == 64, "{game}");
    }
}

#[test]
fn a_test_ends_early() {
    let strong = ["engine:hash=1MB", "engine:hash=1MB,level=1"];
    let test = |a: &str, b: &str| {
        let args = ["match", a, b, "--sprt", "0,200", "--nodes", "1000", "--games", "200", "--json"];
        let output = provebest(&args);
        (output.status.code(), json_lines(&out(&output)).pop().unwrap())
    };
    let (code, whole) = test(strong[0], strong[1]);
    assert_eq!((code, &whole["verdict"]), (Some(0), &json!("H1")), "{whole}");
    assert!(whole["games"].as_u64().unwrap() < 200);
    let (code, whole) = test(strong[1], strong[0]);
    assert_eq!((code, &whole["verdict"]), (Some(1), &json!("H0")), "{whole}");
    let few = ["match", "engine", "engine", "--sprt", "0,5", "--nodes", "50", "--games", "2", "--json"];
    assert_eq!(provebest(&few).status.code(), Some(3), "no verdict");
}

#[test]
fn our_own_uci_is_a_contestant() {
    let own = format!("uci[Hash=1]:'{}' uci", assert_cmd::cargo::cargo_bin("provebest").display());
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let args = ["match", "engine", &own, "--games", "2", "--nodes", "500", "--json", "--pgn", pgn.to_str().unwrap()];
    let whole = result(&args);
    for fault in ["illegal_moves", "time_forfeits", "deaths"] {
        assert_eq!(whole[fault], json!({ "A": 0, "B": 0 }));
    }
    let text = std::fs::read_to_string(pgn).unwrap();
    assert_eq!(text.matches("[Event ").count(), 2);
    assert!(text.contains("[White \"engine\"]") && text.contains("[Black \"engine\"]"), "{text}");
}

/// A program that answers `go` so.
#[cfg(unix)]
fn fake(folder: &Path, name: &str, go: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci) echo 'option name Hash type spin'; echo uciok;; isready) echo readyok;; go*) {go};; quit) exit;;\n\
         esac; done\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// One made for xboard: it hears position, moves and clock, and its answers count; it may resign.
#[cfg(unix)]
#[test]
fn programs_for_xboard_play_too() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, go: &str| {
        let (path, heard) = (folder.path().join(name), folder.path().join(format!("{name}.heard")));
        let script = format!(
            "#!/bin/sh\nwhile read -r line; do echo \"$line\" >> '{}'; case \"$line\" in\n\
             protover*) echo 'feature usermove=1 setboard=1 done=1';; go) {go};; quit) exit;;\n\
             esac; done\n",
            heard.display()
        );
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let who = format!("xboard:'{}'", path.display());
        let all = lines(&["match", "engine", &who, "--games", "2", "--time", "2s", "--json"]);
        (all, std::fs::read_to_string(heard).unwrap())
    };
    let (all, heard) = play("resigns", "echo '3 -900 1 50 e7e5'; echo resign");
    assert_eq!(all.last().unwrap()["wins"], 2);
    for game in &all[..2] {
        assert_eq!((&game["end"], &game["forfeit"]), (&json!("resigned"), &json!(false)), "{game}");
    }
    for line in ["xboard", "protover 2", "force", "setboard ", "level 0 0:02 0", "usermove ", "time ", "go"] {
        assert!(heard.lines().any(|said| said.starts_with(line)), "{line}: {heard}");
    }
    let (all, _) = play("illegal", "echo move e2e5");
    assert_eq!(all.last().unwrap()["illegal_moves"], json!({ "A": 0, "B": 2 }));
}

#[cfg(unix)]
#[test]
fn who_misbehaves_loses_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for (name, go, fault, end) in [
        ("illegal", "echo bestmove e2e5", "illegal_moves", "illegal move 'e2e5'"),
        ("none", "echo 'bestmove (none)'", "illegal_moves", "illegal move '(none)'"),
        ("empty", "echo bestmove", "illegal_moves", "illegal move ''"),
        ("dead", "exit 1", "deaths", "the program ended"),
        ("slow", ":", "time_forfeits", "out of time"),
        ("stuck", "exec sleep 60", "time_forfeits", "out of time"),
        ("talker", "while :; do echo info string bla; done", "time_forfeits", "out of time"),
    ] {
        let program = format!("uci:{}", fake(folder.path(), name, go).display());
        let begin = Instant::now();
        let all =
            lines(&["match", "engine", &program, "--games", "4", "--move-time", "20ms", "--grace", "500ms", "--json"]);
        assert!(begin.elapsed() < Duration::from_secs(30), "{name}");
        let whole = all.last().unwrap();
        assert_eq!((&whole["wins"], &whole["losses"]), (&json!(4), &json!(0)), "{name}: {whole}");
        assert_eq!(whole[fault], json!({ "A": 0, "B": 4 }), "{name}: {whole}");
        assert!(all[0]["end"].as_str().unwrap().starts_with(end), "{name}: {}", all[0]);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_the_result_so_far() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("provebest"))
        .args(["match", "engine", "engine", "--move-time", "60s", "--json"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(800));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let begin = Instant::now();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(begin.elapsed() < Duration::from_secs(10));
    let told = json_lines(&text);
    assert_eq!((told.len(), &told[0]["stopped"], &told[0]["games"]), (1, &json!("cancel"), &json!(0)));
}

#[test]
fn bad_matches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.epd");
    std::fs::write(&file, "# nothing\n").unwrap();
    let empty = file.to_str().unwrap();
    let over = folder.path().join("over.epd");
    std::fs::write(&over, "startpos\n7k/5Q2/6K1/8/8/8/8/8 b - -\n").unwrap();
    let over = over.to_str().unwrap();
    for (args, words) in [
        (&["engine:without=magic", "engine"][..], &["no enhancement is called 'magic'", "null-move", "^"][..]),
        (&["engine", "engine:hash=lots"], &["a size such as 16MB"]),
        (&["engine", "stockfish"], &["uci:COMMAND"]),
        (&["engine", "uci:no-such-program"], &["'no-such-program' does not start"]),
        (&["engine", "uci:true"], &["ended before it said 'uciok'"]),
        (&["engine", "engine", "--games", "5"], &["--games 5", "an even number"]),
        (&["engine", "engine", "--sprt", "5,0"], &["elo0 has to be less than elo1"]),
        (&["engine", "engine", "--time", "soon"], &["1s+0.05s"]),
        (&["engine", "engine", "--depth", "3", "--nodes", "5"], &["--depth", "--nodes"]),
        (&["engine", "engine", "--move-time", "0s"], &["expected more than 0"]),
        (&["engine", "engine", "--openings", "/no/such/file"], &["/no/such/file", "No such file"]),
        (&["engine", "engine", "--openings", empty], &["no opening"]),
        (&["engine", "engine", "--openings", over], &["line 2", "the game is over there"]),
        (&["engine", "engine", "--pgn", "/no/such/folder/x.pgn"], &["cannot be written"]),
        (&["engine", "xboard:x", "--nodes", "100"], &["xboard:x", "expected --time or --depth"]),
        (&["engine", "engine:without=all", "--nodes", "100"], &["engine:without=all", "expected --depth"]),
        (&["engine", "uci:x", "--game", "connect4"], &["other programs play only chess"]),
        (&["uci:x", "engine", "--game", "othello"], &["uci:x", "other programs play only chess", "expected engine"]),
        (&["engine", "engine", "--game", "othello", "--pgn", "x.pgn"], &["--pgn", "only games of chess"]),
        (&["engine", "engine", "--game", "go"], &["connect4"]),
        (&["engine"], &["<B>"]),
    ] {
        refused(&provebest(&[&["match"], args].concat()), words);
    }
}

#[cfg(unix)]
#[test]
fn options_that_a_program_lacks_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = fake(folder.path(), "fake", "echo bestmove e2e4");
    let output = provebest(&["match", "engine", &format!("uci[Depth=3]:{}", path.display()), "--games", "2"]);
    refused(&output, &["has no option 'Depth'", "Hash"]);
    assert!(!err(&output).contains("game 1"));
}
