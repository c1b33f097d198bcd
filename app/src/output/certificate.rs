//! What a certificate proves.

use std::io;

use provebest_catalog::book::BookWritten;
use provebest_game::Score;
use provebest_search::proof::certificate::Written;
use provebest_verify::{Proved, Refused};
use serde::Serialize;

use super::json::{self, SCHEMA};
use super::say;
use super::text::{note, plural, thousands};

#[derive(Serialize, Default)]
struct Line<'a> {
    schema: u32,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<u64>,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// Writes what was checked.
pub fn show(checked: &Result<Proved, Refused>) -> io::Result<()> {
    match checked {
        Err(refused) => say(format_args!("{refused}")),
        Ok(proved) => {
            say(format_args!("proved: {}", claim(proved)))?;
            let (nodes, bytes) = (plural(proved.nodes, "node", "nodes"), thousands(proved.bytes));
            let shared = plural(proved.shared, "position", "positions");
            say(format_args!("checked: {nodes}, {shared} remembered, {bytes} bytes"))
        }
    }
}

/// What is proved, as people say it.
fn claim(proved: &Proved) -> String {
    let Proved { game, position, least, most, .. } = proved;
    let won = least.is_some_and(|least| least >= Score(1));
    let answer = (won || most.is_some_and(|most| most <= Score(0))).then_some(won);
    match (game.as_str(), answer) {
        ("graph", Some(yes)) => {
            format!("graph {position}: its first node is {}", if yes { "proved" } else { "disproved" })
        }
        ("mate", Some(yes)) => {
            let limited = position.split_once(" plies: ");
            let moves = limited.and_then(|(plies, _)| plies.parse().ok()).map(|plies: u64| plies.div_ceil(2));
            let moves = moves.map_or(String::new(), |moves| format!(" in at most {}", plural(moves, "move", "moves")));
            let fen = limited.map_or(position.as_str(), |(_, fen)| fen);
            format!("chess {fen}: the side to move {}{moves}", if yes { "mates" } else { "does not mate" })
        }
        _ => {
            let bound = match (least, most) {
                (Some(least), Some(most)) if least == most => least.to_string(),
                (Some(least), Some(most)) => format!("at least {least} and at most {most}"),
                (Some(least), None) => format!("at least {least}"),
                (None, most) => format!("at most {}", most.unwrap_or_default()),
            };
            format!("{game} {position} is worth {bound} to the side to move")
        }
    }
}

/// The same as JSON.
pub fn print(checked: &Result<Proved, Refused>) -> io::Result<()> {
    let schema = SCHEMA;
    json::print(&match checked {
        Err(refused) => Line { schema, bytes: refused.byte, error: Some(&refused.why), ..Line::default() },
        Ok(proved) => Line {
            schema,
            verified: true,
            game: Some(&proved.game),
            position: Some(&proved.position),
            least: proved.least.map(|least| least.0),
            most: proved.most.map(|most| most.0),
            nodes: Some(proved.nodes),
            shared: Some(proved.shared),
            bytes: proved.bytes,
            error: None,
        },
    })
}

/// Notes that a certificate was written.
pub fn written(file: &std::path::Path, written: &Written) {
    let (nodes, bytes) = (plural(written.nodes, "node", "nodes"), thousands(written.bytes));
    let file = file.display();
    note(format_args!("certificate of {nodes}, {bytes} bytes; `provebest verify {file}` checks it"));
}

/// Notes that a book was written.
pub fn book_written(file: &std::path::Path, written: &BookWritten) {
    let (lines, bytes) = (plural(written.lines, "line", "lines"), thousands(written.bytes));
    let file = file.display();
    note(format_args!("book of {lines}, {bytes} bytes; `provebest play --book {file}` reads it"));
}
