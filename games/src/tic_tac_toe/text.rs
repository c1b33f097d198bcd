//! Positions of tic-tac-toe as text: the fields of the board, or the moves played.

use provebest_game::{Game, Text, TextError};

use super::{Board, TicTacToe, has_line};

/// A position is nine characters `X`, `O` and `-` row by row, or the digits of the moves from the start; the start
/// itself is empty or `-`. A move is the digit of its field.
impl Text for TicTacToe {
    fn parse(&self, text: &str) -> Result<Board, TextError> {
        match text {
            "-" => Ok(Board::default()),
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => moves(text),
            _ => fields(text),
        }
    }

    fn print(&self, &Board([own, other]): &Board) -> String {
        let x_moves = own.count_ones() == other.count_ones();
        let (x, o) = if x_moves { (own, other) } else { (other, own) };
        let field = |field: u8| match (x >> field & 1, o >> field & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        (0..9).map(field).collect()
    }

    fn print_move(&self, _: &Board, field: u8) -> String {
        (field + 1).to_string()
    }
}

fn moves(digits: &str) -> Result<Board, TextError> {
    let mut board = Board::default();
    for place in 0..digits.len() {
        let field = TicTacToe.parse_move(&board, &digits[place..=place]);
        let field = field.map_err(|error| TextError::new(digits, place, error.why, error.want))?;
        TicTacToe.play(&mut board, field);
    }
    Ok(board)
}

fn fields(text: &str) -> Result<Board, TextError> {
    let wrong = |place: usize, why: &str, want: &str| Err(TextError::new(text, place, why, want));
    let (mut x, mut o) = (0_u16, 0_u16);
    for (field, (place, character)) in text.char_indices().enumerate() {
        match character {
            _ if field == 9 => return wrong(place, "a tenth field", "nine of them"),
            'X' => x |= 1 << field,
            'O' => o |= 1 << field,
            '-' => {}
            _ => return wrong(place, "not a field", "X, O or -"),
        }
    }
    if text.len() < 9 {
        return wrong(text.len(), "the board ends too early", "nine fields");
    }
    let board = match x.count_ones().checked_sub(o.count_ones()) {
        Some(0) => Board([x, o]),
        Some(1) => Board([o, x]),
        _ => return wrong(0, "stones that do not alternate", "as many X as O, or one more"),
    };
    if has_line(board.0[0]) {
        return wrong(0, "a game that went on after three in a row", "the end at the first");
    }
    Ok(board)
}
