//! Boards, drawn for people.

use std::fmt::Write;

use anstyle::{Ansi256Color, Color, Style};
use provebest_catalog::games::{Diagram, Field};

use super::console;

const FAINT: Style = Style::new().dimmed();

/// The colours of a ground and what stands on it.
const fn on(ground: u8, ink: u8) -> Style {
    let (ground, ink) = (Color::Ansi256(Ansi256Color(ground)), Color::Ansi256(Ansi256Color(ink)));
    Style::new().bg_color(Some(ground)).fg_color(Some(ink))
}

/// What this terminal can show.
#[derive(Clone, Copy)]
struct Letters {
    ascii: bool,
    color: bool,
}

/// A board with its names, in a frame; the last move is marked, and so are the fields that may be played where that is not plain.
pub fn draw(diagram: &Diagram) -> String {
    drawn(diagram, Letters { ascii: console::is_ascii(), color: console::has_color() })
}

fn drawn(diagram: &Diagram, letters: Letters) -> String {
    let columns = diagram.rows.first().map_or(0, Vec::len);
    let framed = !diagram.chequered;
    // On a board without coordinates crosses and noughts are written, not laid.
    let written = diagram.row_names.is_empty() && diagram.column_names.is_empty();
    let stones = Letters { ascii: letters.ascii || written, ..letters };
    let mut text = String::new();
    let rule = |left: char, right: char| match letters.ascii {
        true => format!("    +{}+\n", "-".repeat(3 * columns)),
        false => format!("    {left}{}{right}\n", "─".repeat(3 * columns)),
    };
    let wall = if letters.ascii { '|' } else { '│' };
    if framed {
        text += &rule('┌', '┐');
    }
    for (number, row) in diagram.rows.iter().enumerate() {
        let name = diagram.row_names.get(number).map_or("", String::as_str);
        let _ = write!(text, "{FAINT}{name:>3}{FAINT:#} ");
        if framed {
            text.push(wall);
        }
        for (column, field) in row.iter().enumerate() {
            // The lower left field of a chess board is dark.
            let light = (column + diagram.rows.len() - 1 - number) % 2 == 1;
            let (style, letter) = match diagram.chequered {
                true => (square(field, light), piece(field, light, letters)),
                false => (ground(diagram, field), stone(field, stones)),
            };
            let (left, right) = match field.played && !(letters.color && diagram.chequered) {
                true => ('[', ']'),
                false => (' ', ' '),
            };
            let _ = write!(text, "{style}{left}{letter}{right}{style:#}");
        }
        if framed {
            text.push(wall);
        }
        text.push('\n');
    }
    if framed {
        text += &rule('└', '┘');
    }
    match diagram.column_names.is_empty() {
        true => {
            text.pop();
        }
        false => {
            let names: String = diagram.column_names.iter().map(|name| format!(" {name} ")).collect();
            let _ = write!(text, "    {}{FAINT}{}{FAINT:#}", if framed { " " } else { "" }, names.trim_end());
        }
    }
    if !diagram.caption.is_empty() {
        let caption = match letters.ascii {
            true => diagram.caption.clone(),
            false => diagram.caption.replace("X ", "● ").replace("O ", "○ "),
        };
        let _ = write!(text, "\n    {}", if framed { caption } else { diagram.caption.clone() });
    }
    text
}

/// A disc: the one that began is full.
fn stone(field: &Field, letters: Letters) -> char {
    match (field.piece, letters) {
        (Some(piece), Letters { ascii: true, .. }) => piece,
        (Some(_), Letters { color: true, .. }) => '●',
        (Some(_), _) if field.first => '●',
        (Some(_), _) => '○',
        (None, _) if field.name.is_some() => field.name.unwrap_or(' '),
        (None, Letters { ascii: true, .. }) => {
            if field.legal {
                '*'
            } else {
                '.'
            }
        }
        (None, _) => {
            if field.legal {
                '∙'
            } else {
                ' '
            }
        }
    }
}

/// Othello is green, with black and white discs; elsewhere the discs are red and yellow.
fn ground(diagram: &Diagram, field: &Field) -> Style {
    let othello = !diagram.row_names.is_empty();
    let (ground, ink) = match (othello, field.piece.is_some(), field.first) {
        (true, true, true) => (28, 16),
        (true, true, false) => (28, 231),
        (true, false, _) => (28, 227),
        (false, true, true) => (18, 203),
        (false, true, false) => (18, 227),
        (false, false, _) => (18, 250),
    };
    if field.played { on(if othello { 22 } else { 24 }, ink).bold() } else { on(ground, ink) }
}

/// A piece of chess: White's are outlines. Without colours, empty fields still have to be seen.
fn piece(field: &Field, light: bool, letters: Letters) -> char {
    const PIECES: [(char, char); 12] = [
        ('K', '♔'),
        ('Q', '♕'),
        ('R', '♖'),
        ('B', '♗'),
        ('N', '♘'),
        ('P', '♙'),
        ('k', '♚'),
        ('q', '♛'),
        ('r', '♜'),
        ('b', '♝'),
        ('n', '♞'),
        ('p', '♟'),
    ];
    let Some(letter) = field.piece else {
        return match letters {
            Letters { color: false, .. } if !light => '.',
            _ => ' ',
        };
    };
    let sign = PIECES.iter().find(|(name, _)| *name == letter).filter(|_| !letters.ascii);
    sign.map_or(letter, |(_, sign)| *sign)
}

fn square(field: &Field, light: bool) -> Style {
    on(
        if field.played {
            if light { 186 } else { 143 }
        } else if light {
            230
        } else {
            180
        },
        16,
    )
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
    use provebest_catalog::{Problem, games};

    use super::*;

    #[test]
    fn boards_have_frames_and_signs() {
        let read = |game: &str, position: &str| {
            let problem = Problem::read(games::find(game).unwrap(), Some(position), None, None).unwrap();
            let game = problem.game().unwrap();
            game.diagram(&game.root(), None).unwrap()
        };
        let told = |diagram: &Diagram, ascii| {
            anstream::adapter::strip_str(&drawn(diagram, Letters { ascii, color: false })).to_string()
        };
        let othello = read("othello", "");
        let text = told(&othello, false);
        assert_eq!(text.matches('∙').count(), 4, "legal fields: {text}");
        assert!(text.contains("┌────") && text.contains("● 2 · ○ 2"), "{text}");
        assert!(told(&othello, true).is_ascii() || told(&othello, true).contains("X 2 · O 2"));
        let chess = read("chess", "startpos");
        assert!(told(&chess, false).contains("♜  ♞") && told(&chess, true).contains(" R  N  B"));
        assert!(told(&read("tictactoe", "5"), false).contains("│ 4  X  6 │"));
    }

    #[test]
    fn boards_are_drawn_row_by_row() {
        assert_eq!(tiles("4x3:1 2 3 7 4 5 6 0 8 9 10 11"), "  1  2  3  7\n  4  5  6  .\n  8  9 10 11\n");
    }
}
