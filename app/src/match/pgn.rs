//! Games of chess as other programs read them.

use std::fmt::Write;

use provebest::games::chess::Chess;
use provebest::{Game, Text};
use provebest_catalog::games::Entry;

use super::contestant::Fault;
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
    let mut text = String::new();
    let start = rules.print(&record.start);
    for (name, value) in [
        ("Event", "provebest match"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &number.to_string()),
        ("White", names[black_first]),
        ("Black", names[1 - black_first]),
        ("Result", result),
        ("SetUp", "1"),
        ("FEN", &start),
        ("TimeControl", &control),
        ("PlyCount", &record.moves.len().to_string()),
        ("Termination", termination),
    ] {
        let value = harmless(value).replace('\n', " ").replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut position = record.start.clone();
    let mut words = Vec::new();
    for (ply, thought) in record.moves.iter().enumerate() {
        let number = position.board().fullmove_number();
        if rules.sides(&position)[0] == "White" {
            words.push(format!("{number}."));
        } else if ply == 0 {
            words.push(format!("{number}..."));
        }
        words.push(rules.san(&position, thought.m));
        let score = thought.score.as_deref().unwrap_or("?");
        words.push(format!("{{{score}/{} {:.3}s}}", thought.depth, thought.time.as_secs_f64()));
        rules.play(&mut position, thought.m);
    }
    words.push(format!("{{{}}}", harmless(&record.why).replace('\n', " ").replace('}', ")")));
    words.push(result.into());
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
