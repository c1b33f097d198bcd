//! Chess by UCI, and Othello by NBoard's protocol, as clients use and misuse them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::common::{out, with_input};

/// A program that is talked to.
struct Session {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Session {
    fn start(command: &str) -> Session {
        let program = assert_cmd::cargo::cargo_bin("provebest");
        let mut child =
            Command::new(program).arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (to, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if to.send(line).is_err() {
                    return;
                }
            }
        });
        Session { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next line that begins so; a minute is for ever.
    fn until(&self, start: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60));
            let line = line.unwrap_or_else(|_| panic!("no line begins with '{start}'"));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Everything that is said until this line.
    fn all_until(&self, end: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60)).expect(end);
            if line == end {
                return all;
            }
            all.push(line);
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_introduces_itself() {
    let mut session = Session::start("uci");
    session.say("uci");
    let said = session.all_until("uciok");
    assert!(said[0].starts_with("id name Provebest"));
    for option in ["Hash type spin", "Threads type spin", "MultiPV", "Ponder type check", "UCI_Chess960"] {
        assert!(said.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
    session.say("quit");
    assert!(session.child.wait().unwrap().success());
}

#[test]
fn it_answers_while_it_thinks() {
    let mut session = Session::start("uci");
    session.say("stop");
    session.say("position startpos moves e2e4 e7e5");
    session.say("go infinite");
    session.say("isready");
    session.until("readyok");
    session.until("info depth");
    session.say("position startpos"); // not now
    session.say("stop");
    assert!(session.until("bestmove").len() >= "bestmove e2e4".len());
    session.say("stop");
    session.say("isready");
    assert!(session.all_until("readyok").iter().all(|line| !line.starts_with("bestmove")), "one for each go");
    session.say("go depth 3");
    session.until("bestmove");
}

#[test]
fn infinite_waits_even_when_all_is_known() {
    let mut session = Session::start("uci");
    session.say("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    session.say("go infinite");
    session.until("info depth 1");
    session.say("isready");
    assert!(session.all_until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    session.say("stop");
    session.until("bestmove");
}

/// The moves of all answers.
fn answers(said: &str) -> Vec<&str> {
    said.lines().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

#[test]
fn every_go_has_one_answer() {
    let mut session = Session::start("uci");
    for another in ["go infinite", "go depth 100", "go ponder wtime 1000 btime 1000"] {
        session.say("position startpos");
        session.say(another);
        session.say("go infinite searchmoves h2h4");
        session.say("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
        session.say("go infinite");
        session.say("stop");
        session.until("bestmove");
        assert!(session.until("bestmove").starts_with("bestmove h2h4"));
        session.until("bestmove");
        session.say("isready");
        assert!(session.all_until("readyok").iter().all(|line| !line.starts_with("bestmove")), "{another}");
    }
    // The one that goes on for ever ends for the next, which can be stopped in its turn.
    session.say("position startpos");
    session.say("go infinite searchmoves a2a4");
    session.until("info depth 3");
    session.say("go infinite searchmoves h2h4");
    assert!(session.until("bestmove").starts_with("bestmove a2a4"));
    session.until("info depth 3");
    session.say("stop");
    assert!(session.until("bestmove").starts_with("bestmove h2h4"));
}

/// One that ends by itself is finished first, and the end of the input ends all others.
#[test]
fn a_script_of_searches_is_answered_in_order() {
    let text =
        "position startpos\ngo depth 6\ngo depth 5 searchmoves a2a4\ngo infinite searchmoves h2h4\ngo infinite\n";
    let said = out(&with_input(&["uci"], text));
    assert!(said.contains("info depth 6 "), "{said}");
    let answers = answers(&said);
    assert_eq!((answers.len(), &answers[1..3]), (4, &["a2a4", "h2h4"][..]), "{said}");
}

#[test]
fn what_go_cannot_read_is_told_and_the_rest_holds() {
    let go = |words: &str| out(&with_input(&["uci"], format!("position startpos\ngo {words}\n")));
    for (words, wrong) in [
        ("depth x", "depth 'x': expected a number"),
        ("movetime abc", "movetime 'abc': expected a number"),
        ("movetime", "movetime '': expected a number"),
        ("wtime soon btime 1000", "wtime 'soon'"),
        ("nodes many depth 3", "nodes 'many'"),
        ("depth movetime 50", "depth '': expected a number"),
        ("depth 3 searchmoves e2e5 a2a4", "searchmoves 'e2e5': not a legal move here"),
        ("searchmoves e2e5 e7e5 depth 3", "searchmoves names no legal move: it searches all"),
        ("depth 3 searchmoves", "searchmoves names no legal move: it searches all"),
    ] {
        let said = go(words);
        assert!(said.lines().any(|line| line.starts_with(&format!("info string error: {wrong}"))), "{words}: {said}");
        assert_eq!(answers(&said).len(), 1, "{words}: {said}");
    }
    assert_eq!(answers(&go("depth 3 searchmoves e2e5 a2a4")), ["a2a4"]);
    assert!(!go("depth 3 joho movestogo 5 searchmoves a2a4 a2a4").contains("error"));
    // Without an end of the input, too.
    let mut session = Session::start("uci");
    session.say("go depth x");
    session.until("bestmove");
}

#[test]
fn an_illegal_move_of_a_position_is_named() {
    let said = out(&with_input(&["uci"], "position startpos moves e2e4 e2e5 d2d4\n"));
    assert!(said.starts_with("info string error: move 2, 'e2e5': not a legal move here"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn pondering_ends_with_the_hit() {
    let mut session = Session::start("uci");
    session.say("position startpos moves e2e4");
    session.say("go ponder wtime 300 btime 300 winc 10 binc 10");
    session.until("info depth 4");
    session.say("isready");
    assert!(session.all_until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    session.say("ponderhit");
    session.until("bestmove");
}

/// After the hit it is a search like any other: it has its time, from the hit on, whatever is written meanwhile.
#[test]
fn the_clock_holds_from_the_hit_on() {
    let end = "go depth 1 searchmoves h2h4\n";
    for (limit, what, least) in [("movetime 600", " time ", 500), ("nodes 200000", " nodes ", 200_000)] {
        let text = format!("position startpos\ngo ponder {limit}\nponderhit\nponderhit\n{end}");
        let said = out(&with_input(&["uci"], text));
        let last = said.lines().take_while(|line| !line.starts_with("bestmove")).last().unwrap();
        let number: u64 = last.split(what).nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(number >= least, "neither the next go nor the end of the input ends it: {said}");
        assert_eq!((answers(&said).len(), answers(&said)[1]), (2, "h2h4"), "{said}");
    }
    // Before the hit, both do.
    let said = out(&with_input(&["uci"], format!("position startpos\ngo ponder movetime 100000000\n{end}")));
    assert_eq!(answers(&said)[1], "h2h4", "{said}");
}

#[test]
fn mates_are_told_in_moves() {
    let session = with_input(&["uci"], "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - -\ngo depth 4\n");
    assert!(out(&session).contains("score mate 1 "), "{}", out(&session));
    assert!(out(&session).trim_end().lines().last().unwrap().starts_with("bestmove a1a8"));
    let mated =
        "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - -\nposition fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo depth 4\n";
    assert!(out(&with_input(&["uci"], mated)).contains("bestmove (none)"));
}

/// However little time there is, one ply is searched.
#[test]
fn a_mate_is_seen_without_time() {
    for go in ["wtime 1 btime 1", "wtime 0", "movetime 0", "movetime 1", "nodes 1", "nodes 0"] {
        for threads in [1, 2] {
            let set = format!("setoption name Threads value {threads}\nposition fen 6k1/5ppp/8/8/8/8/8/R3K3 w - -\n");
            let said = out(&with_input(&["uci"], format!("{set}go {go}\n")));
            assert!(said.contains("score mate 1 ") && answers(&said) == ["a1a8"], "{go}: {said}");
        }
    }
}

/// A draw after fifty moves has to be claimed. Who asks for a move has not done so.
#[test]
fn the_game_goes_on_where_nobody_claims_a_draw() {
    let moves = "e3e4 b6b5 e4e5 b5b6 e5e6 b6b5 e6e7 b5b6";
    for count in [6, 7, 8] {
        let moves: Vec<&str> = moves.split(' ').take(count).collect();
        let position = format!("position fen 8/8/1k6/8/8/4R3/8/4K3 w - - 94 80 moves {}\n", moves.join(" "));
        let said = out(&with_input(&["uci"], format!("{position}go depth 3\n")));
        assert!(!said.contains("error") && answers(&said).len() == 1 && answers(&said) != ["(none)"], "{said}");
    }
}

#[test]
fn what_cannot_be_read_changes_nothing() {
    let text = "position startpos moves e2e4\nposition fen 8/8/8 w - - 0 1\nposition startpos moves e2e5\nposition\n\
                setoption name Hash value many\nsetoption name Nothing value 1\njoho d\nd\nsetoption name Hash value 1\ngo depth 1\n";
    let said = out(&with_input(&["uci"], text));
    assert_eq!(said.lines().filter(|line| line.starts_with("info string error: ")).count(), 5, "{said}");
    let position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert_eq!(said.lines().filter(|line| line.starts_with(position)).count(), 2, "unknown words are skipped: {said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("bestmove")).count(), 1);
    let last = said.lines().last().unwrap();
    assert!("78".contains(last.chars().nth(10).unwrap()), "Black is still to move, and the search is finished: {last}");
}

#[test]
fn several_lines_and_some_moves_only() {
    let text = "setoption name MultiPV value 3\nposition startpos\ngo depth 4\n";
    let said = out(&with_input(&["uci"], text));
    let last: Vec<&str> = said.lines().filter(|line| line.starts_with("info depth 4 ")).collect();
    for number in 1..=3 {
        assert!(last.iter().any(|line| line.contains(&format!(" multipv {number} "))), "{said}");
    }
    let said = out(&with_input(&["uci"], "position startpos\ngo depth 4 searchmoves a2a3 h2h3\n"));
    let best = said.lines().last().unwrap().to_string();
    assert!(best.starts_with("bestmove a2a3") || best.starts_with("bestmove h2h3"), "{best}");
}

#[test]
fn castling_is_written_as_the_rules_say() {
    let fen = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    let at = |setup: &str, m: &str| out(&with_input(&["uci"], format!("{setup}\n{fen} {m}\nd\n")));
    assert!(at("", "e1g1").contains("R4RK1 b kq"));
    assert!(at("setoption name UCI_Chess960 value true", "e1h1").contains("R4RK1 b kq"));
}

#[test]
fn the_same_depth_on_one_thread_is_the_same_search() {
    let run = || {
        let said = out(&with_input(&["uci"], "position startpos moves d2d4\ngo depth 9\n"));
        let lines = said.lines().filter(|line| line.starts_with("info depth 9"));
        lines.map(|line| line.split(" nps ").next().unwrap().to_string()).next().unwrap()
    };
    assert_eq!(run(), run());
}

#[test]
fn nboard_gets_moves_and_hints() {
    let game = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[10:00]TY[8]\
                BO[8 ---------------------------O*------*O--------------------------- *]B[F5/0/1]W[D6];)";
    let text = format!("nboard 2\nset depth 6\n{game}\nping 7\ngo\n");
    let said = out(&with_input(&["nboard"], text));
    assert!(said.contains("set myname Provebest") && said.contains("pong 7"), "{said}");
    let m = said.lines().find_map(|line| line.strip_prefix("=== ")).unwrap().to_string();
    assert_eq!(m.split('/').count(), 3, "{m}");
    let said = out(&with_input(&["nboard"], format!("nboard 2\nset depth 5\n{game}\nhint 3\n")));
    assert_eq!(said.lines().filter(|line| line.starts_with("search ")).count(), 3, "{said}");
    let said = out(&with_input(&["nboard"], "set game (;BO[8 nonsense];)\nset game nonsense\nmove a1\nping 1\n"));
    assert_eq!(said.lines().filter(|line| line.starts_with("status error")).count(), 3, "{said}");
}
