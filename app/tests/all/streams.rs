//! What clients write, changed at random: every line is answered or left alone, every `go` has its `bestmove`, and the program
//! ends well.

#[path = "../../../fuzz/src/mutate.rs"]
mod mutate;

use crate::common::with_input;

const COMMANDS: [&str; 10] =
    ["uci", "isready", "ucinewgame", "setoption", "position", "go", "quit", "stop", "ponderhit", "d"];

/// The lines of a stream, without those that are right and take for ever: large tables, many threads, deep perfts.
fn lines(stream: &[u8]) -> Vec<String> {
    let long = |line: &str| line.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() > 2);
    let heavy = |line: &str| {
        let line = line.to_lowercase();
        line.contains("perft") || long(&line) && ["hash", "threads"].iter().any(|name| line.contains(name))
    };
    let lines = stream.split(|&byte| byte == b'\n').map(|line| String::from_utf8_lossy(line).into_owned());
    lines.filter(|line| !heavy(line)).collect()
}

fn talk(command: &str, lines: &[String]) -> String {
    let run = with_input(&[command], lines.join("\n") + "\n");
    assert!(run.status.success(), "{command}: {lines:#?}\n{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn uci() {
    mutate::for_some_time(&mutate::seeds("uci"), 3.0, |stream| {
        let lines = lines(stream);
        let command =
            |line: &String| line.split_whitespace().find_map(|word| COMMANDS.into_iter().find(|&known| known == word));
        let count = |wanted: &str| {
            let until_end = lines.iter().filter_map(command).take_while(|&command| command != "quit");
            until_end.filter(|&command| command == wanted).count()
        };
        // Nothing is searched to its end: a limit may have become a large one.
        let stopped = lines.iter().flat_map(|line| [line.clone(), "stop".into()]).collect::<Vec<_>>();
        let said = talk("uci", &stopped);
        let answers = |start: &str| said.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(answers("bestmove "), count("go"), "{lines:#?}\n{said}");
        assert_eq!(answers("readyok"), count("isready"), "{lines:#?}\n{said}");
        assert_eq!(answers("uciok"), count("uci"), "{lines:#?}\n{said}");
    });
}

#[test]
fn nboard() {
    mutate::for_some_time(&mutate::seeds("nboard"), 3.0, |stream| {
        // The last line ends the last thought.
        let lines: Vec<String> = lines(stream).into_iter().chain(["".into(), "ping 77".into()]).collect();
        let said = talk("nboard", &lines);
        let quits = lines.iter().any(|line| line.trim().split(' ').next() == Some("quit"));
        assert!(quits || said.lines().any(|line| line == "pong 77"), "{lines:#?}\n{said}");
    });
}
