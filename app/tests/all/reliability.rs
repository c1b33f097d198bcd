//! What happens when the system refuses something, when somebody asks the command to end, and when text means harm. The answer
//! comes all the same, or a clear word and an exit status.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{err, json_lines, lines, out, provebest, refused, with_input};

const TREE: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

fn binary() -> PathBuf {
    assert_cmd::cargo::cargo_bin("provebest")
}

/// Tells why a test, or the rest of one, is left out.
fn skipped<T>(why: impl std::fmt::Display) -> Option<T> {
    eprintln!("skipped: {why}");
    None
}

/// The command behind these words of a shell, which may set limits. `None` where there is no such shell, or no such limit.
fn under(limit: &str, args: &[&str], input: &str) -> Option<Output> {
    let script = format!("{limit} || exit 99; exec \"$0\" \"$@\"");
    let spawned = Command::new("sh")
        .args(["-c", &script])
        .arg(binary())
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(why) => return skipped(format_args!("no shell: {why}")),
    };
    // Who ends early reads nothing.
    let _ = child.stdin.take()?.write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    if output.status.code() == Some(99) {
        return skipped(format_args!("the shell cannot '{limit}': {}", err(&output)));
    }
    Some(output)
}

/// The command with files of at most so many bytes.
fn with_small_files(bytes: u32, args: &[&str]) -> Option<Output> {
    match Command::new("prlimit").args(["--fsize=1000", "true"]).status() {
        Ok(status) if status.success() => {}
        failed => return skipped(format_args!("prlimit: {failed:?}")),
    }
    Some(Command::new("prlimit").arg(format!("--fsize={bytes}")).arg(binary()).args(args).output().unwrap())
}

/// A device on which there is never any room, under a name of our choice.
fn full(folder: &Path, name: &str) -> Option<String> {
    let path = folder.join(name);
    if !Path::new("/dev/full").exists() {
        return skipped("there is no /dev/full");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("/dev/full", &path).unwrap();
    Some(path.to_str().unwrap().to_string())
}

#[test]
fn answers_outlive_files_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let (Some(svg), Some(json)) = (full(folder.path(), "a.svg"), full(folder.path(), "a.json")) else { return };
    for (args, file, answer) in [
        (&["search", "tree", TREE, "--trace", &svg][..], "the trace file", "best move  1"),
        // More than a buffer holds.
        (&["search", "uniform", "w=5,d=6", "--trace", &svg], "the trace file", "best move"),
        (&["search", "tree", TREE, "-a", "ybw", "--timeline", &svg], "the timeline file", "best move  1"),
        (&["search", "tree", TREE, "-a", "ybw", "--timeline", &json], "the timeline file", "best move  1"),
        (&["compare", "tree", TREE, "-a", "ab,ns", "--trace", &svg], "the trace file", "Both searches agree"),
        (&["explain", "tree", TREE, "--svg", &svg], "the picture", "value 3, best move 1"),
        (&["match", "engine", "engine", "--games", "2", "--nodes", "9", "--pgn", &svg], "the file of --pgn", "of 2"),
    ] {
        let output = provebest(args);
        assert_eq!(output.status.code(), Some(4), "{args:?}: {}", err(&output));
        assert!(out(&output).contains(answer), "{args:?}: {}", out(&output));
        let told = err(&output);
        assert_eq!(told.matches("could not be written").count(), 1, "{args:?}: {told}");
        assert!(told.contains(file) && told.contains("No space left"), "{args:?}: {told}");
    }
    // A search that was stopped has no answer, which is worse.
    let stopped = provebest(&["search", "uniform", "w=9,d=9", "--nodes", "99", "--trace", &svg, "--json"]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(err(&stopped).contains("could not be written"));
    // What cannot even be made is told before anything is searched.
    let nowhere = folder.path().join("no/where.svg");
    let nowhere = nowhere.to_str().unwrap();
    refused(&provebest(&["explain", "tree", TREE, "--svg", nowhere]), &["the picture", "No such file"]);
    refused(&provebest(&["search", "tree", TREE, "-a", "ybw", "--timeline", nowhere]), &["the timeline file"]);
    let parallel = ["compare", "tree", TREE, "-a", "ybw,er", "--timeline", nowhere];
    refused(&provebest(&parallel), &["the timeline file"]);
    refused(&provebest(&["search", "tree", TREE, "--trace", nowhere]), &["the trace file"]);
}

#[test]
fn proofs_outlive_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (four, tiles) = (file("four.proof"), file("tiles.proof"));
    for (args, answer) in [
        (&["solve", "connect4", "5x4:3", "--all-moves", "--resume", &four][..], "value      0: a draw"),
        (&["solve", "tiles", "3x3:8 7 6 0 4 1 2 5 3", "--resume", &tiles], "length     31 moves"),
    ] {
        // As long as the file is now, and a little more: its head and some lines.
        let whole = file("whole.proof");
        let before = [&args[..args.len() - 1], &[whole.as_str()]].concat();
        assert_eq!(provebest(&before).status.code(), Some(0));
        let bytes = std::fs::metadata(&whole).unwrap().len() as u32 - 10;
        std::fs::remove_file(&whole).unwrap();
        let Some(output) = with_small_files(bytes, args) else { return };
        assert_eq!(output.status.code(), Some(4), "{args:?}: {}", err(&output));
        assert!(out(&output).contains(answer), "{}", out(&output));
        assert_eq!(err(&output).matches("the proof file").count(), 1, "{}", err(&output));
        // What was kept is sound.
        let again = provebest(args);
        assert_eq!(again.status.code(), Some(0), "{}", err(&again));
        assert!(out(&again).contains(answer), "{}", out(&again));
    }
}

#[test]
fn fewer_threads_are_used_where_there_are_fewer() {
    let tight = "ulimit -v 700000";
    let args = ["search", "uniform", "w=4,d=6", "-a", "young-brothers", "--machine", "threads:200", "--json"];
    let Some(output) = under(tight, &args, "") else { return };
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("threads:200: the system has too few"), "{}", err(&output));
    let machine = json_lines(&out(&output))[0]["machine"].as_str().unwrap().to_string();
    assert_ne!(machine, "threads:200");
    assert!(err(&output).contains(&machine), "{machine}: {}", err(&output));
    let args = ["search", "chess", "startpos", "--depth", "3", "--hash", "1MB", "--machine", "threads:200", "--json"];
    let output = under(tight, &args, "").unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("threads:200: the system has too few"), "{}", err(&output));
    let board = "3x3:8 7 6 0 4 1 2 5 3";
    let args = ["solve", "tiles", board, "-a", "parallel-ida-star", "--machine", "threads:200", "--json"];
    let output = under(tight, &args, "").unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(json_lines(&out(&output))[0]["length"], 31);
    let args = ["solve", "connect4", "6x4:33", "--hash", "1MB", "--machine", "threads:200", "--json"];
    let output = under(tight, &args, "").unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("threads:200: the system has too few"), "{}", err(&output));
    let line = &json_lines(&out(&output))[0];
    assert_ne!(line["machine"], "threads:200");
    assert_eq!(line["value"], lines(&["solve", "connect4", "6x4:33", "--json"])[0]["value"]);
}

/// With ever less memory the command ends with its answer, or with exit status 3 and a word, and never by a signal.
#[test]
fn little_memory_is_told() {
    for kilobytes in [400_000, 200_000, 120_000, 80_000] {
        let limit = format!("ulimit -v {kilobytes}");
        for args in [
            &["search", "uniform", "w=4,d=6"][..],
            &["compare", "uniform", "w=4,d=6"],
            &["search", "uniform", "w=5,d=11,order=60", "-a", "mt-sss", "--time", "20s"],
            &["search", "uniform", "w=7,d=9", "-a", "sss", "--time", "20s"],
            &["search", "chess", "startpos", "--depth", "3"],
            &["solve", "connect4", "6x4:", "--nodes", "300k"],
            &["solve", "tiles", "4x4:14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "-a", "a-star", "--time", "20s"],
            &["explain", "uniform", "w=4,d=6"],
        ] {
            let Some(output) = under(&limit, args, "") else { return };
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 3)), "{kilobytes} {args:?}: {:?} {}", output.status, err(&output));
            let told = out(&output) + &err(&output);
            assert!(code == Some(0) || ["out of", "no thread", "no memory"].iter().any(|w| told.contains(w)), "{told}");
        }
    }
}

#[test]
fn engines_answer_without_a_thread_to_think_on() {
    let chess =
        "position startpos\ngo depth 20\ngo infinite\nisready\ngo ponder\nsetoption name Threads value 4\ngo depth 3\n";
    let board = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
    let othello = format!("nboard 2\nset depth 20\nset game (;GM[Othello]BO[8 {board} *];)\ngo\nping 1\n");
    for kilobytes in [120_000, 90_000] {
        let limit = format!("ulimit -v {kilobytes}");
        let Some(output) = under(&limit, &["uci"], chess) else { return };
        let said = out(&output);
        assert_eq!(output.status.code(), Some(0), "{said} {}", err(&output));
        assert_eq!(said.matches("bestmove ").count(), 4, "{kilobytes}: {said}");
        assert!(said.contains("info string error: no thread to think on"), "{said}");
        assert!(said.contains("readyok"), "{said}");
        let output = under(&limit, &["nboard"], &othello).unwrap();
        let said = out(&output);
        assert_eq!(output.status.code(), Some(0), "{said} {}", err(&output));
        assert!(said.contains("\n=== ") && said.contains("pong 1"), "{kilobytes}: {said}");
    }
}

/// On boards with an odd number of cells a win can be worth 0, as a draw is.
#[test]
fn winners_are_named() {
    let odd = &lines(&["solve", "connect4", "5x3:3534312411", "--json"])[0];
    assert_eq!((&odd["value"], &odd["kind"], &odd["winner"]), (&0.into(), &"exact".into(), &"mover".into()));
    let best = odd["moves"].as_array().unwrap().iter().find(|one| one["move"] == odd["best"]).unwrap();
    assert_eq!(best["winner"], "mover");
    let by_search = &lines(&["solve", "connect4", "5x3:3534312411", "-a", "mtd-f", "--json"])[0];
    assert_eq!(by_search["winner"], "mover");
    assert_eq!(lines(&["solve", "tictactoe", "5", "--json"])[0]["winner"], "none");
    assert_eq!(lines(&["search", "tictactoe", "15", "--json", "--all-moves"])[0]["winner"], "none");
    let won = &lines(&["search", "tictactoe", "X-X-O-O--", "--json", "--all-moves"])[0];
    assert_eq!(won["winner"], "mover");
    let winners: Vec<_> = won["moves"].as_array().unwrap().iter().map(|one| one["winner"].clone()).collect();
    assert!(winners.contains(&"mover".into()) && winners.contains(&"none".into()), "{winners:?}");
    let lost = &lines(&["solve", "tictactoe", "-O-XX----", "--json"])[0];
    assert_eq!((&lost["winner"], &lost["moves"][0]["winner"]), (&"opponent".into(), &"opponent".into()));
    let mated = ["search", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--depth", "3", "--json"];
    assert_eq!(lines(&mated)[0]["winner"], "none", "stalemate");
    let mate = ["search", "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--depth", "3", "--json"];
    assert_eq!(lines(&mate)[0]["winner"], "mover");
    for args in [
        &["search", "tree", TREE, "--json"][..],
        &["solve", "tree", TREE, "--json"],
        &["search", "connect4", "44", "--depth", "3", "--json"],
        &["search", "chess", "startpos", "--depth", "2", "--json"],
    ] {
        assert!(lines(args)[0].get("winner").is_none(), "{args:?}: nobody knows, or there is none");
    }
}

#[test]
fn boards_may_begin_with_an_empty_field() {
    let board = "-O-XX----";
    let plain = &lines(&["solve", "tictactoe", board, "--json"])[0];
    let behind = &lines(&["solve", "tictactoe", "--json", "--", board])[0];
    assert_eq!(
        (&plain["value"], &plain["best"], &plain["position"]),
        (&behind["value"], &behind["best"], &board.into())
    );
    let othello = "--------------------------XXX------XO-----XXX------------------- O";
    for args in [
        &["search", "tictactoe", board, "-a", "ab", "--json"][..],
        &["search", "--json", "tictactoe", board, "--depth", "2"],
        &["compare", "tictactoe", board, "--algorithms", "ab,ns", "--json"],
        &["explain", "tictactoe", board, "--json"],
        &["solve", "tictactoe", "---------", "--json"],
        &["search", "othello", othello, "--depth", "2", "--json"],
        &["compare", "reversi", othello, "--depth", "2", "-a", "ab", "--json"],
    ] {
        assert!(!lines(args).is_empty());
    }
    let played = with_input(&["play", "tictactoe", board, "--side", "none", "--time", "10ms"], "");
    assert_eq!(played.status.code(), Some(0), "{}", err(&played));
    for (args, words) in [
        (&["search", "tictactoe", board, "--nodse", "5"][..], &["--nodse", "similar argument exists: '--nodes'"][..]),
        (&["search", "tictactoe", "-w"], &["-w"]),
        (&["search", "tictactoe", "-O-XX---"], &["the position of tictactoe"]),
        (&["search", "tree", "-O-XX----"], &["-O"]),
    ] {
        refused(&provebest(args), words);
    }
}

/// A terminal that is told to colour everything sees what it would see.
fn on_terminal(args: &[&str]) -> Output {
    Command::new(binary()).args(args).env("CLICOLOR_FORCE", "1").env("COLORTERM", "truecolor").output().unwrap()
}

/// Is there a sequence that is not one of our own, which only change weight and colour?
fn does_harm(text: &str) -> bool {
    let harmful = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';' && c != '[');
        end.is_none_or(|end| !rest[end..].starts_with('m'))
    };
    text.split('\u{1b}').skip(1).any(harmful) || text.chars().any(|c| c.is_control() && !"\n\u{1b}".contains(c))
}

#[test]
fn control_characters_reach_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m";
    let epd = path("evil.epd", &format!("{start} bm e4; id \"{evil}\";\n"));
    let bad = path("bad.epd", &format!("{start} bm {evil};\n"));
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
    let obf = path("evil.obf", &format!("{board} X; a8:+2; % {evil}\n"));
    let tree = path("evil.json", &format!("[1,{evil}]"));
    let file = "no\u{1b}[2Jfile";
    for args in [
        &["suite", &epd, "--nodes", "50"][..],
        &["suite", &bad, "--nodes", "50"],
        &["suite", &obf, "--nodes", "50"],
        &["suite", &epd, "--nodes", "50", "--json"],
        &["search", "tree", &tree],
        &["search", "tree", file],
        &["search", "tictactoe", evil],
        &["search", "chess", evil],
        &["search", evil],
        &["search", "tree", TREE, evil],
        &["search", "tree", TREE, "--machine", evil],
        &["search", "tree", TREE, "--trace", &format!("{}/no/{evil}", folder.path().display())],
        &["lab", "run", evil],
        &["man", evil],
        &["match", "engine", &format!("uci:/no/{evil}"), "--nodes", "9"],
        &["match", "engine", &format!("engine:{evil}")],
        &["search", "uniform", &format!("w=2,d=2,{evil}")],
    ] {
        let output = on_terminal(args);
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(!does_harm(&text), "{args:?}: {:?}", text);
    }
    let said =
        out(&with_input(&["uci"], format!("position fen {evil}\nsetoption name {evil} value 1\ngo depth {evil}\n")));
    assert!(!does_harm(&said), "{said:?}");
    let said = out(&with_input(&["play", "tictactoe"], format!("{evil}\nquit\n")));
    assert!(!does_harm(&said), "{said:?}");
}

/// An engine whose moves mean harm: neither the terminal nor the file of games gets them as they are.
#[cfg(unix)]
#[test]
fn moves_of_engines_are_written_out() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    let script = "#!/bin/sh\nwhile read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
                  go*) printf 'bestmove \\033[2J\\233}x\\n';; quit) exit;; esac; done\n";
    std::fs::write(&engine, script).unwrap();
    std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).unwrap();
    let (engine, pgn) = (format!("uci:{}", engine.display()), folder.path().join("games.pgn"));
    let args = ["match", "engine", &engine, "--games", "2", "--nodes", "9", "--pgn", pgn.to_str().unwrap()];
    let output = on_terminal(&args);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("illegal move '<U+001B>[2J"), "{}", err(&output));
    assert!(!does_harm(&(out(&output) + &err(&output))));
    let games = std::fs::read_to_string(pgn).unwrap();
    assert!(games.contains("illegal move '<U+001B>[2J") && !does_harm(&games), "{games:?}");
}

#[test]
fn options_without_effect_are_refused_or_told() {
    let uniform = ["search", "uniform", "w=4,d=4,seed=1"];
    for (more, words) in [
        (&["--first-guess", "3"][..], &["--first-guess 3: negascout", "expected mtd-f"][..]),
        (&["--window", "3"], &["--window 3: negascout", "expected aspiration"]),
        (&["--memory", "30"], &["--memory 30: negascout", "expected iter-sss-star"]),
        (&["--hash", "1MB"], &["--hash 1000000: negascout has no table", "expected informed-negascout"]),
        (&["-a", "ab", "--grain", "3"], &["--grain 3: alpha-beta shares no subtrees"]),
    ] {
        refused(&provebest(&[&uniform[..], more].concat()), words);
    }
    for (args, words) in [
        (
            &["compare", "uniform", "w=4,d=4", "-a", "ab,ns", "--hash", "1MB"][..],
            "--hash 1000000: alpha-beta has no table",
        ),
        (&["explain", "tree", TREE, "--window", "4"], "--window 4: alpha-beta"),
        (&["solve", "connect4", "5x4:33", "-a", "ab", "--hash", "1MB"], "--hash 1000000: alpha-beta has no table"),
        (&["search", "tictactoe", "5", "--seed", "3"], "--seed 3: tictactoe is no synthetic tree"),
        (&["solve", "connect4", "5x4:33", "--seed", "3"], "--seed 3: connect4 is no synthetic tree"),
        (&["search", "tree", TREE, "--seed", "3"], "--seed 3: tree is no synthetic tree"),
        (&["play", "tictactoe", "--seed", "3", "--level", "10"], "--seed 3: the best engine leaves nothing to chance"),
        (&["match", "engine", "engine", "--nodes", "9", "--grace", "1s"], "--grace: there is no clock"),
        (&["bench", "--counts", "--rounds", "2"], "--rounds"),
    ] {
        refused(&provebest(args), &[words]);
    }
    for (args, words) in [
        (&["search", "tree", TREE, "-a", "ab", "--machine", "sim:4"][..], "alpha-beta is sequential, and runs alone"),
        (&["compare", "tree", TREE, "-a", "ab,ns", "--machine", "sim:4"], "each of these searches is sequential"),
        (&["search", "connect4", "44", "-a", "engine:abdada", "--depth", "2"], "one thread has nothing to share"),
        (
            &["search", "connect4", "44", "-a", "engine", "--depth", "2", "--with", "null-move"],
            "null-move: connect4 has no use",
        ),
        (&["search", "chess", "--depth", "2", "--without", "table", "--hash", "1MB"], "--hash: there is no table"),
        (&["search", "tree", TREE, "-a", "mtd-f", "--hash", "1MB"], "--hash: mtd-f keeps all bounds"),
        (
            &["solve", "tiles", "3x3:1 0 2 3 4 5 6 7 8", "-a", "ida-star", "--machine", "sim:2"],
            "ida-star is sequential",
        ),
    ] {
        let output = provebest(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(words), "{args:?}: {}", err(&output));
    }
    for args in [
        &["compare", "uniform", "w=4,d=4", "-a", "ab,ns,mtd-f,aspiration", "--first-guess", "3", "--window", "5"][..],
        &["compare", "tree", TREE, "-a", "ab,ybw", "--machine", "sim:4"],
        &["search", "tree", TREE, "-a", "ab", "--machine", "alone"],
        &["search", "uniform", "w=4,d=4,seed=2", "--seed", "2"],
    ] {
        let output = provebest(args);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{args:?}");
    }
}

/// Whoever shuts a system down gets what was found so far, as after Ctrl-C.
#[cfg(unix)]
#[test]
fn signals_to_end_are_heard() {
    for args in [
        &["search", "iid", "w=3,d=40", "-a", "ab", "--json"][..],
        &["compare", "iid", "w=3,d=40", "-a", "minimax,ab", "--json"],
        &["solve", "connect4", "--json"],
        &["search", "chess", "startpos", "--time", "1h", "--json"],
    ] {
        for signal in ["TERM", "HUP"] {
            // One that has not begun to listen is ended by the signal: then it gets more time.
            let mut heard = [400, 1600, 6400, 25600].into_iter().map(|wait| told_to_end(args, signal, wait));
            let output = heard.find(|output| output.status.code().is_some()).expect("it listens");
            assert_eq!(output.status.code(), Some(130), "{args:?}: {}", err(&output));
            assert_eq!(json_lines(&out(&output))[0]["stopped"], "cancel", "{args:?}");
        }
    }
}

/// The command, told to end after so many milliseconds.
#[cfg(unix)]
fn told_to_end(args: &[&str], signal: &str, wait: u64) -> Output {
    tell_to_end(Command::new(binary()).args(args), signal, wait)
}

#[cfg(unix)]
fn tell_to_end(command: &mut Command, signal: &str, wait: u64) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(wait));
    // Every shell can send signals, and not every system has a program for it.
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status();
    if !sent.as_ref().is_ok_and(|status| status.success()) {
        let _ = child.kill();
    }
    let output = child.wait_with_output().unwrap();
    assert!(sent.unwrap().success());
    output
}

/// Who asks for signals to be ignored, as nohup does, is obeyed.
#[cfg(unix)]
#[test]
fn signals_that_are_ignored_stay_ignored() {
    let script = "trap '' HUP INT; exec \"$0\" \"$@\"";
    for signal in ["HUP", "INT"] {
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(binary());
        let output = tell_to_end(command.args(["search", "iid", "w=3,d=40", "--time", "2s", "--json"]), signal, 400);
        assert_eq!(output.status.code(), Some(3), "{signal}: {:?} {}", output.status, err(&output));
        assert_eq!(json_lines(&out(&output))[0]["stopped"], "time", "{signal}");
    }
}

/// Other programs count moves whether or not the game is drawn by then.
#[test]
fn perft_counts_moves() {
    for (fen, depth, count) in [
        // The rook can be taken; bare kings, and the fiftieth move.
        ("8/8/8/4k3/3R4/8/8/2K5 w - - 0 1", 3, 1537),
        ("8/8/8/4k3/3R4/8/8/2K5 w - - 99 80", 4, 9560),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", 2, 9),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862),
    ] {
        let said = out(&with_input(&["uci"], format!("position fen {fen}\ngo perft {depth}\n")));
        assert!(said.contains(&format!("Nodes searched: {count}\n")), "{fen}: {said}");
    }
}
