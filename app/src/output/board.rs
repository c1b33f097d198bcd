//! Boards, drawn for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use provebest_catalog::games::{Diagram, Field};

const FIRST: Style = AnsiColor::BrightRed.on_default().bold();
const SECOND: Style = AnsiColor::BrightYellow.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// A board with its names; the last move stands in brackets.
pub fn draw(diagram: &Diagram) -> String {
    let mut text = String::new();
    let named = !(diagram.row_names.is_empty() && diagram.column_names.is_empty());
    for (number, row) in diagram.rows.iter().enumerate() {
        if named {
            let name = diagram.row_names.get(number).map_or("", String::as_str);
            let _ = write!(text, "{FAINT}{name:>3}{FAINT:#} ");
        }
        for (column, field) in row.iter().enumerate() {
            // The lower left field of a chess board is dark.
            let light = (column + diagram.rows.len() - 1 - number) % 2 == 1;
            let (left, right) = if field.played { ('[', ']') } else { (' ', ' ') };
            let (style, letter) = if diagram.chequered { chequered(field, light) } else { stone(field) };
            let _ = match diagram.chequered {
                true => write!(text, "{style}{left}{letter}{right}{style:#}"),
                false => write!(text, "{left}{style}{letter}{style:#}{right}"),
            };
        }
        text.push('\n');
    }
    if diagram.column_names.is_empty() {
        text.pop();
    } else {
        let names: String = diagram.column_names.iter().map(|name| format!(" {name} ")).collect();
        let names = if diagram.chequered { names.trim_end() } else { &names };
        let _ = write!(text, "    {FAINT}{names}{FAINT:#}");
    }
    if !diagram.caption.is_empty() {
        let _ = write!(text, "\n    {}", diagram.caption);
    }
    text
}

fn stone(field: &Field) -> (Style, char) {
    match field.piece {
        Some(piece) => (if field.first { FIRST } else { SECOND }, piece),
        None => (FAINT, field.name.unwrap_or('·')),
    }
}

/// Without colours, empty fields and the last move still have to be seen.
fn chequered(field: &Field, light: bool) -> (Style, char) {
    let ground = match (field.played, light) {
        (true, _) => AnsiColor::Blue,
        (false, true) => AnsiColor::BrightBlack,
        (false, false) => AnsiColor::Black,
    };
    let ink = if field.first { AnsiColor::BrightWhite } else { AnsiColor::BrightYellow };
    let style = Style::new().fg_color(Some(Color::Ansi(ink))).bg_color(Some(Color::Ansi(ground))).bold();
    (style, field.piece.unwrap_or(if light { ' ' } else { '.' }))
}

/// A board of tiles, from its text.
pub fn tiles(board: &str) -> String {
    let (size, tiles) = board.split_once(':').unwrap_or(("1", board));
    let width: usize = size.split('x').next().and_then(|width| width.parse().ok()).unwrap_or(1);
    let cell = |tile: &&str| if *tile == "0" { "  .".to_string() } else { format!("{tile:>3}") };
    let row = |row: &[&str]| row.iter().map(cell).collect::<String>() + "\n";
    tiles.split_whitespace().collect::<Vec<_>>().chunks(width).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_row_by_row() {
        assert_eq!(tiles("4x3:1 2 3 7 4 5 6 0 8 9 10 11"), "  1  2  3  7\n  4  5  6  .\n  8  9 10 11\n");
    }
}
