//! Games of chess as other programs read them.

use std::fmt::Write;
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use provebest::games::chess::{Chess, Move, Position};
use provebest::{Game, Text};
use provebest_catalog::games::Entry;
use provebest_catalog::{Parting, SavedGame};

use super::contestant::{Fault, FoundMove};
use super::game::GameRecord;
use super::pace::Pace;
use crate::output::text::harmless;

/// The game with this number, from 1. `names` are those of the contestant that moved first and of the other one.
pub fn game(record: &GameRecord<Chess>, names: [&str; 2], number: usize, pace: Pace) -> String {
    let rules = Chess::default();
    let black_first = usize::from(rules.sides(&record.start)[0] != "White");
    let result = match record.winner {
        None => "1/2-1/2",
        Some(winner) if winner == black_first => "1-0",
        Some(_) => "0-1",
    };
    let control = match pace {
        Pace::Clock { base, increment } => format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()),
        Pace::Move(time) => format!("{}/move", time.as_secs_f64()),
        Pace::Depth(_) | Pace::Nodes(_) => "-".to_string(),
    };
    let termination = match record.fault {
        None if record.why.ends_with("plies") => "adjudication",
        None => "normal",
        Some(Fault::Time(..)) => "time forfeit",
        Some(_) => "rules infraction",
    };
    let (start, round, plies) = (rules.print(&record.start), number.to_string(), record.moves.len().to_string());
    let tags = [
        ("Event", "provebest match"),
        ("Site", "?"),
        ("Date", &today()),
        ("Round", &round),
        ("White", names[black_first]),
        ("Black", names[1 - black_first]),
        ("Result", result),
        ("SetUp", "1"),
        ("FEN", &start),
        ("TimeControl", &control),
        ("PlyCount", &plies),
        ("Termination", termination),
    ];
    let comment = |thought: &FoundMove<_>| {
        let score = thought.score.as_deref().unwrap_or("?");
        format!("{{{score}/{} {:.3}s}}", thought.depth, thought.time.as_secs_f64())
    };
    let moves = record.moves.iter().map(|thought| (thought.m, Some(comment(thought))));
    let why = format!("{{{}}}", harmless(&record.why).replace('\n', " ").replace('}', ")"));
    written(&tags, numbered(&record.start, moves).into_iter().chain([why, result.into()]))
}

/// A game that was played in the terminal.
pub fn saved(game: &SavedGame) -> io::Result<String> {
    let rules = Chess::default();
    let start = rules.parse(&game.start).map_err(io::Error::other)?;
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for word in &game.moves {
        let m = rules.parse_move(&position, word).map_err(io::Error::other)?;
        rules.play(&mut position, m);
        moves.push((m, None));
    }
    let result = match game.ended {
        None | Some(Parting::Left) => "*",
        Some(Parting::Draw | Parting::Repeated) => "1/2-1/2",
        Some(Parting::Won("White")) => "1-0",
        Some(Parting::Won(_)) => "0-1",
    };
    let tags = [
        ("Event", "provebest play"),
        ("Site", "?"),
        ("Date", &today()),
        ("Round", "-"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", result),
        ("SetUp", "1"),
        ("FEN", &game.start),
    ];
    Ok(written(&tags, numbered(&start, moves.into_iter()).into_iter().chain([result.into()])))
}

/// The moves with their numbers, and what is said about them.
fn numbered(start: &Position, moves: impl Iterator<Item = (Move, Option<String>)>) -> Vec<String> {
    let (rules, mut position, mut words) = (Chess::default(), start.clone(), Vec::new());
    for (ply, (m, comment)) in moves.enumerate() {
        let number = position.board().fullmove_number();
        if rules.sides(&position)[0] == "White" {
            words.push(format!("{number}."));
        } else if ply == 0 {
            words.push(format!("{number}..."));
        }
        words.push(rules.san(&position, m));
        words.extend(comment);
        rules.play(&mut position, m);
    }
    words
}

/// Tags, an empty line, and words in lines of less than 80 letters.
fn written(tags: &[(&str, &str)], words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        let value = harmless(value).replace('\n', " ").replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut width = 0;
    for word in words {
        if width + word.len() >= 80 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text.push_str(&word);
    }
    text.push_str("\n\n");
    text
}

/// The date of now, in Greenwich.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after the first of January 1970. Years begin in March here: a leap day is the last of its year.
fn date(days: u64) -> String {
    // 400 years have 146,097 days, and 719,468 days lie between the first of March of year 0 and 1970.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * era + year, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}.{month:02}.{day:02}", year + u64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        let days = [(0, "1970.01.01"), (59, "1970.03.01"), (11_016, "2000.02.29"), (11_017, "2000.03.01")];
        for (number, text) in days.into_iter().chain([(20_453, "2025.12.31"), (20_454, "2026.01.01")]) {
            assert_eq!(date(number), text);
        }
    }

    #[test]
    fn games_in_the_terminal_are_kept() {
        let game = SavedGame {
            game: "chess",
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            moves: ["f3", "e5", "g4", "Qh4#"].map(String::from).into(),
            now: String::new(),
            sides: ["White", "Black"],
            ended: Some(Parting::Won("Black")),
        };
        let text = saved(&game).unwrap();
        assert!(text.contains("[Result \"0-1\"]") && text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{text}");
        assert!(saved(&SavedGame { moves: vec!["Qh9".into()], ..game }).is_err());
    }
}
