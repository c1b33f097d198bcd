//! Positions of Othello as text: the fields of the board, or the moves played.

use provebest_game::{Game, MoveList, Side, Status, Text, TextError};

use super::{Board, Discs, Othello};

/// A position is 64 characters, row by row from a1, and the side to move: `X` (or `x`, `*`, `B`) is black, `O` (or `o`,
/// `0`, `W`) white, `-` (or `.`) empty. Spaces between do not matter; the side to move may be left out, and is black then.
/// Or it is the moves from the start, `f5d6c3`, with passes written `pass`, `pa` or `--`, or left out; nothing or `-` is the start.
/// A move is its field, `f5`; a pass is `pass`, and `pa` and `--` are read, too.
impl Text for Othello {
    fn parse(&self, text: &str) -> Result<Board, TextError> {
        match text.trim() {
            "" | "-" => Ok(Board::default()),
            short if is_moves(short) => moves(text),
            _ => board(text).map(|(board, _)| board),
        }
    }

    fn print(&self, board: &Board) -> String {
        let Discs { own, other } = board.discs;
        let (x, o, turn) = match board.turn {
            Side::First => (own, other, " X"),
            Side::Second => (other, own, " O"),
        };
        let field = |field: u32| match (x >> field & 1, o >> field & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        (0..64).map(field).chain(turn.chars()).collect()
    }

    fn print_move(&self, _: &Board, field: Option<u8>) -> String {
        field.map_or(PASS.into(), name)
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<Option<u8>, TextError> {
        one_move(board, text, text, 0)
    }
}

/// How a pass is written.
pub(super) const PASS: &str = "pass";

/// How a field is written: `a1` to `h8`.
pub(super) fn name(field: u8) -> String {
    format!("{}{}", (b'a' + field % 8) as char, field / 8 + 1)
}

/// Starts the text with a move, rather than with a row of fields?
fn is_moves(text: &str) -> bool {
    let mut characters = text.chars().skip_while(|&c| c == '-' || c.is_whitespace());
    match (characters.next(), characters.next()) {
        (Some(column), Some(row)) => {
            column.is_ascii_alphabetic() && row.is_ascii_digit() && !"xXoO".contains(column)
                || starts_with_pass(column, row)
        }
        _ => false,
    }
}

fn starts_with_pass(first: char, second: char) -> bool {
    first.eq_ignore_ascii_case(&'p') && second.eq_ignore_ascii_case(&'a')
}

/// The field or pass that `word` names; nothing if it names none.
pub(super) fn field(word: &str) -> Option<Option<u8>> {
    if word == "--" || word.eq_ignore_ascii_case("pa") || word.eq_ignore_ascii_case(PASS) {
        return Some(None);
    }
    match *word.as_bytes() {
        [column, row @ b'1'..=b'8'] => {
            let column = column.to_ascii_lowercase().checked_sub(b'a').filter(|&column| column < 8)?;
            Some(Some(8 * (row - b'1') + column))
        }
        _ => None,
    }
}

/// The move of `board` that `word` names, which stands in `text` at `place`.
fn one_move(board: &Board, word: &str, text: &str, place: usize) -> Result<Option<u8>, TextError> {
    let mut list = MoveList::new();
    let status = Othello.moves(board, &mut list);
    let wrong = |why: &str| {
        let all: Vec<String> = list.as_slice().iter().map(|&m| Othello.print_move(board, m)).collect();
        let want = match status {
            Status::Over(_) => "no move: the game is over".into(),
            Status::Open => format!("one of {}", all.join(" ")),
        };
        Err(TextError::new(text, place, why, want))
    };
    match field(word) {
        None => wrong("not a field"),
        Some(m) if list.as_slice().contains(&m) => Ok(m),
        Some(_) => wrong("not a legal move here"),
    }
}

fn moves(text: &str) -> Result<Board, TextError> {
    let mut board = Board::default();
    let mut characters = text.char_indices().filter(|(_, c)| !c.is_whitespace()).peekable();
    while let Some((place, _)) = characters.next() {
        let end = characters.next().map_or(text.len(), |(second, c)| second + c.len_utf8());
        let word: String = text[place..end].chars().filter(|c| !c.is_whitespace()).collect();
        let passes = board.discs.moves() == 0 && board.discs.pass().moves() != 0;
        if passes && !matches!(field(&word), Some(None)) {
            Othello.play(&mut board, None);
        }
        let m = one_move(&board, &word, text, place)?;
        Othello.play(&mut board, m);
        if word.eq_ignore_ascii_case("pa") {
            // The rest of the word, if there is one.
            for rest in ['s', 's'] {
                characters.next_if(|(_, c)| c.eq_ignore_ascii_case(&rest));
            }
        }
    }
    Ok(board)
}

/// The board at the beginning of the text, and how much of the text it takes. Anything after the side to move but spaces
/// and semicolons is an error.
fn board(text: &str) -> Result<(Board, usize), TextError> {
    let (board, end) = board_before(text)?;
    match text[end..].char_indices().find(|(_, c)| !c.is_whitespace() && *c != ';') {
        Some((place, _)) => {
            Err(TextError::new(text, end + place, "something after the position", "the end of the text"))
        }
        None => Ok((board, end)),
    }
}

/// The board at the beginning of the text, and where it ends.
pub(super) fn board_before(text: &str) -> Result<(Board, usize), TextError> {
    let (mut x, mut o, mut count) = (0_u64, 0_u64, 0);
    let mut turn = None;
    let mut end = 0;
    for (place, character) in text.char_indices() {
        let wrong = |why: &str, want: &str| Err(TextError::new(text, place, why, want));
        if character.is_whitespace() {
            continue;
        }
        let colour = match character {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Side::First),
            'O' | 'o' | '0' | 'W' | 'w' => Some(Side::Second),
            '-' | '.' => None,
            ';' if count == 64 => break,
            _ if count < 64 => return wrong("not a field", "X, O or -"),
            _ => return wrong("not a side", "X or O to move"),
        };
        if count == 64 {
            if colour.is_none() {
                return wrong("a field too many", "64 of them, then X or O to move");
            }
            turn = colour;
            end = place + character.len_utf8();
            break;
        }
        match colour {
            Some(Side::First) => x |= 1 << count,
            Some(Side::Second) => o |= 1 << count,
            None => {}
        }
        count += 1;
        end = place + character.len_utf8();
    }
    if count < 64 {
        return Err(TextError::new(text, text.len(), format!("only {count} fields"), "64 of them"));
    }
    let discs = match turn {
        Some(Side::Second) => Discs { own: o, other: x },
        _ => Discs { own: x, other: o },
    };
    Ok((Board { discs, turn: turn.unwrap_or(Side::First) }, end))
}
