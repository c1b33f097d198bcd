//! Boards as people like to look at them.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use provebest::game::Side;
use provebest::games::chess::{self, Chess, File, Piece, Rank, Square};
use provebest::games::connect_four::ConnectFour;
use provebest::games::othello::Othello;
use provebest::games::tic_tac_toe::TicTacToe;
use provebest::{Game, Text};

/// A game whose positions can be drawn.
pub trait Drawn: Game {
    /// The position, and the move that led there made visible.
    fn draw(&self, state: &Self::State, last: Option<Self::Move>) -> String;

    /// What the side to move is called, and the other one.
    fn sides(&self, state: &Self::State) -> [&'static str; 2];
}

/// Names of who begins and of the other, with the side to move first.
fn in_turn(names: [&'static str; 2], begins: bool) -> [&'static str; 2] {
    if begins { names } else { [names[1], names[0]] }
}

const FIRST: Style = AnsiColor::BrightRed.on_default().bold();
const SECOND: Style = AnsiColor::BrightYellow.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// Rows of one letter a field, with names of columns and rows.
fn grid(rows: &[String], columns: &str, names: impl Fn(usize) -> String, mark: Option<(usize, usize)>) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let _ = write!(text, "{FAINT}{:>3}{FAINT:#} ", names(number));
        for (column, field) in row.chars().enumerate() {
            let (left, right) = if mark == Some((number, column)) { ('[', ']') } else { (' ', ' ') };
            let _ = match field {
                'X' => write!(text, "{left}{FIRST}X{FIRST:#}{right}"),
                'O' => write!(text, "{left}{SECOND}O{SECOND:#}{right}"),
                _ => write!(text, "{left}{FAINT}·{FAINT:#}{right}"),
            };
        }
        text.push('\n');
    }
    let _ = write!(text, "    {FAINT}");
    columns.chars().for_each(|name| {
        let _ = write!(text, " {name} ");
    });
    let _ = write!(text, "{FAINT:#}");
    text
}

/// The letters X O - of a printed position, in rows of this width.
fn rows(text: &str, width: usize) -> Vec<String> {
    let fields: Vec<char> = text.chars().filter(|c| "XO-".contains(*c)).collect();
    fields.chunks(width).map(|row| row.iter().collect()).collect()
}

impl Drawn for TicTacToe {
    fn draw(&self, board: &Self::State, last: Option<u8>) -> String {
        let all: String = self.print(board).chars().take(9).collect();
        let rows = rows(&all, 3);
        let mut text = String::new();
        for (number, row) in rows.iter().enumerate() {
            for (column, field) in row.chars().enumerate() {
                let name = number * 3 + column + 1;
                let (left, right) = if last == Some(name as u8 - 1) { ('[', ']') } else { (' ', ' ') };
                let _ = match field {
                    'X' => write!(text, "{left}{FIRST}X{FIRST:#}{right}"),
                    'O' => write!(text, "{left}{SECOND}O{SECOND:#}{right}"),
                    _ => write!(text, " {FAINT}{name}{FAINT:#} "),
                };
            }
            text.push('\n');
        }
        text.pop();
        text
    }

    fn sides(&self, board: &Self::State) -> [&'static str; 2] {
        let stones = self.print(board).chars().take(9).filter(|field| "XO".contains(*field)).count();
        in_turn(["X", "O"], stones % 2 == 0)
    }
}

impl Drawn for ConnectFour {
    fn draw(&self, board: &Self::State, last: Option<u8>) -> String {
        let printed = self.print(board);
        let body = printed.rsplit(':').next().unwrap_or_default().to_string();
        let rows: Vec<String> = body.split('/').map(String::from).collect();
        let mark = last.map(usize::from).and_then(|column| {
            let stone = |row: &String| row.chars().nth(column).is_some_and(|field| field != '-');
            rows.iter().position(stone).map(|row| (row, column))
        });
        let columns: String = (1..=self.width()).filter_map(|column| char::from_digit(column, 36)).collect();
        grid(&rows, &columns, |_| String::new(), mark)
    }

    fn sides(&self, board: &Self::State) -> [&'static str; 2] {
        in_turn(["Red (X)", "Yellow (O)"], board.stones().is_multiple_of(2))
    }
}

impl Drawn for Othello {
    fn draw(&self, board: &Self::State, last: Option<Option<u8>>) -> String {
        let printed = self.print(board);
        let rows = rows(printed.split_whitespace().next().unwrap_or_default(), 8);
        let mark = last.flatten().map(|field| (usize::from(field) / 8, usize::from(field) % 8));
        let count = |of: char| printed.chars().take(64).filter(|&c| c == of).count();
        let passed = if last == Some(None) { "; the last move was a pass" } else { "" };
        format!(
            "{}\n    X {} · O {}{passed}",
            grid(&rows, "abcdefgh", |row| (row + 1).to_string(), mark),
            count('X'),
            count('O')
        )
    }

    fn sides(&self, board: &Self::State) -> [&'static str; 2] {
        in_turn(["Black (X)", "White (O)"], board.turn == Side::First)
    }
}

impl Drawn for Chess {
    fn draw(&self, position: &Self::State, last: Option<chess::Move>) -> String {
        let board = position.board();
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let _ = write!(text, "{FAINT}{:>3}{FAINT:#} ", rank as usize + 1);
            for file in File::ALL {
                let square = Square::new(file, rank);
                let played = last.is_some_and(|m| m.from == square || m.to == square);
                let light = (file as usize + rank as usize) % 2 == 1;
                let ground = match (played, light) {
                    (true, _) => AnsiColor::Blue,
                    (false, true) => AnsiColor::BrightBlack,
                    (false, false) => AnsiColor::Black,
                };
                let white = board.color_on(square) == Some(chess::Color::White);
                let ink = if white { AnsiColor::BrightWhite } else { AnsiColor::BrightYellow };
                let style = Style::new().fg_color(Some(Color::Ansi(ink))).bg_color(Some(Color::Ansi(ground))).bold();
                let letter = match board.piece_on(square) {
                    None => ' ',
                    Some(piece) => {
                        let letter = match piece {
                            Piece::Pawn => 'p',
                            Piece::Knight => 'n',
                            Piece::Bishop => 'b',
                            Piece::Rook => 'r',
                            Piece::Queen => 'q',
                            Piece::King => 'k',
                        };
                        if white { letter.to_ascii_uppercase() } else { letter }
                    }
                };
                // Without colours, empty fields and the last move still have to be seen.
                let letter = if letter == ' ' && !light { '.' } else { letter };
                let (left, right) = if played { ('[', ']') } else { (' ', ' ') };
                let _ = write!(text, "{style}{left}{letter}{right}{style:#}");
            }
            text.push('\n');
        }
        let check = if board.checkers().is_empty() { "" } else { "\n    Check!" };
        let _ = write!(text, "    {FAINT} a  b  c  d  e  f  g  h{FAINT:#}{check}");
        text
    }

    fn sides(&self, position: &Self::State) -> [&'static str; 2] {
        in_turn(["White", "Black"], position.board().side_to_move() == chess::Color::White)
    }
}
