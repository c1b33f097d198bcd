//! Positions of Connect Four as text: the columns played, or the rows of the board.

use provebest_game::{Game, MoveList, Status, Text, TextError};

use super::{Board, ConnectFour};

const STANDARD: (u32, u32) = (7, 6);

impl ConnectFour {
    /// Reads a position together with the size of its board.
    ///
    /// ```
    /// use provebest_games::connect_four::ConnectFour;
    ///
    /// for text in ["", "-", "4455", "6x5:4455", "----/X---/XO--"] {
    ///     assert!(ConnectFour::parse(text).is_ok(), "{text}");
    /// }
    /// let error = ConnectFour::parse("44x5").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "not a column at character 3; expected a digit from 1 to 7\n  44x5\n    ^"
    /// );
    /// ```
    ///
    /// A size and a colon may stand before; otherwise a board of rows has the size that it shows, and the board of a
    /// list of columns is 7x6. See [`Text`] for the rest.
    pub fn parse(text: &str) -> Result<(ConnectFour, Board), TextError> {
        let (size, from) = size(text)?;
        let rest = &text[from..];
        let (width, height) = size.unwrap_or_else(|| match is_rows(rest) {
            true => (rest.split('/').next().map_or(0, str::len) as u32, rest.split('/').count() as u32),
            false => STANDARD,
        });
        let rules = ConnectFour::new(width, height).ok_or_else(|| {
            let why = format!("a board of {width}x{height}");
            TextError::new(text, 0, why, "a size with width x (height + 1) from 2 to 64")
        })?;
        Ok((rules, rules.position(text, from)?))
    }

    /// Reads the position that stands in `text` behind the size.
    fn position(&self, text: &str, from: usize) -> Result<Board, TextError> {
        let rest = &text[from..];
        match rest {
            "" | "-" => Ok(self.start()),
            _ if is_rows(rest) => self.rows(text, from),
            _ => self.columns(text, from),
        }
    }

    fn columns(&self, text: &str, from: usize) -> Result<Board, TextError> {
        let mut board = self.start();
        for (place, character) in text[from..].char_indices() {
            let wrong = |why: &str, want: String| Err(TextError::new(text, from + place, why, want));
            if self.status(&board, &mut MoveList::new()) != Status::Open {
                let why =
                    if self.four(board.other()) { "a move after four in a row" } else { "a move on a full board" };
                return wrong(why, "the end of the text".into());
            }
            let digit = character.to_digit(36).filter(|_| !character.is_ascii_uppercase());
            match digit.filter(|digit| (1..=self.width).contains(digit)) {
                None => return wrong("not a column", self.column_names()),
                Some(digit) if !self.is_free(&board, digit - 1) => {
                    let free: Vec<String> = self.free(board).map(|column| name(column).to_string()).collect();
                    return wrong("a full column", format!("one of {}", free.join(" ")));
                }
                Some(digit) => self.play(&mut board, digit as u8 - 1),
            }
        }
        Ok(board)
    }

    fn column_names(&self) -> String {
        match self.width {
            1 => "the digit 1".into(),
            2..=9 => format!("a digit from 1 to {}", self.width),
            10 => "a digit from 1 to 9 or a".into(),
            width => format!("a digit from 1 to 9 or a letter from a to {}", name(width as u8 - 1)),
        }
    }

    fn rows(&self, text: &str, from: usize) -> Result<Board, TextError> {
        let wrong = |place: usize, why: &str, want: &str| Err(TextError::new(text, place, why, want));
        let (mut x, mut o, mut place) = (0_u64, 0_u64, from);
        let rows: Vec<&str> = text[from..].split('/').collect();
        if rows.len() != self.height as usize {
            return wrong(from, &format!("{} rows", rows.len()), &format!("{} of them", self.height));
        }
        let mut stones = Vec::new();
        for (row, fields) in (0..self.height).rev().zip(rows) {
            let mut width = 0;
            for (column, (offset, character)) in (0..).zip(fields.char_indices()) {
                if column == self.width {
                    return wrong(place + offset, "too long a row", &format!("{} fields", self.width));
                }
                let cell = 1 << (column * (self.height + 1) + row);
                match character {
                    'X' => x |= cell,
                    'O' => o |= cell,
                    '-' => {}
                    _ => return wrong(place + offset, "not a field", "X, O or -"),
                }
                stones.push((cell, place + offset));
                width += 1;
            }
            if width < self.width {
                return wrong(place + fields.len(), "too short a row", &format!("{} fields", self.width));
            }
            place += fields.len() + 1;
        }
        let all = x | o;
        // A stone rests on another one or on the bottom.
        let resting = (all & (all << 1)) | self.bottom;
        if let Some(&(_, place)) = stones.iter().find(|(cell, _)| all & !resting & cell != 0) {
            return wrong(place, "a stone in the air", "one on top of another");
        }
        let own = match x.count_ones().checked_sub(o.count_ones()) {
            Some(0) => x,
            Some(1) => o,
            _ => return wrong(from, "stones that do not alternate", "as many X as O, or one more"),
        };
        if self.four(own) {
            return wrong(from, "a game that went on after four in a row", "the end at the first");
        }
        Ok(Board { own, all })
    }
}

/// The columns played from the start, as digits from 1 on, then letters from `a` on: `4455`; nothing or `-` is the
/// start. Or the rows of the board from the top, with `X` for the side that began, `O` for the other and `-` for an
/// empty cell: `----/X---/XO--`. A size may stand before, `6x5:4455`, and has to be that of these rules.
///
/// A position is printed as rows, with its size if that is not 7x6. Rows are refused if a stone hangs in the air, the
/// sides did not alternate or play went on after a four; not whether some order of moves really leads there.
impl Text for ConnectFour {
    fn parse(&self, text: &str) -> Result<Board, TextError> {
        let (size, from) = size(text)?;
        if size.is_some_and(|size| size != (self.width, self.height)) {
            return Err(TextError::new(text, 0, "another size", format!("{}x{}", self.width, self.height)));
        }
        self.position(text, from)
    }

    fn print(&self, board: &Board) -> String {
        let (x, o) = match board.stones().is_multiple_of(2) {
            true => (board.own, board.other()),
            false => (board.other(), board.own),
        };
        let rows: Vec<String> = (0..self.height)
            .rev()
            .map(|row| {
                let has = |stones: u64, column: u32| stones >> (column * (self.height + 1) + row) & 1 == 1;
                (0..self.width)
                    .map(|column| {
                        if has(x, column) {
                            'X'
                        } else if has(o, column) {
                            'O'
                        } else {
                            '-'
                        }
                    })
                    .collect()
            })
            .collect();
        let size = match (self.width, self.height) {
            STANDARD => String::new(),
            (width, height) => format!("{width}x{height}:"),
        };
        size + &rows.join("/")
    }

    fn print_move(&self, _: &Board, column: u8) -> String {
        name(column).to_string()
    }
}

/// The size before the colon, where there is one, and the place behind it.
fn size(text: &str) -> Result<(Option<(u32, u32)>, usize), TextError> {
    let Some((size, _)) = text.split_once(':') else { return Ok((None, 0)) };
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok())?;
    let both = size.split_once('x').and_then(|(width, height)| Some((number(width)?, number(height)?)));
    match both {
        Some(both) => Ok((Some(both), size.len() + 1)),
        None => Err(TextError::new(text, 0, "not a size", "width x height, such as 7x6")),
    }
}

/// Are these rows, rather than a list of columns?
fn is_rows(text: &str) -> bool {
    text.contains(['X', 'O', '/']) || text.starts_with("--")
}

fn name(column: u8) -> char {
    char::from_digit(u32::from(column) + 1, 36).unwrap_or('?')
}
