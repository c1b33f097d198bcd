//! Positions as FEN, moves as programs (`g1f3`) and people (`Nf3`) write them.

use cozy_chess::{Board, BoardBuilder, BoardBuilderError, CastleRights, get_king_moves, util};
use provebest_game::{Game, MoveList, Status, Text, TextError};

use super::{BitBoard, Chess, Color, File, Move, Piece, Position, Rank, Square};

impl Chess {
    /// A legal move as people write it: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
    ///
    /// ```
    /// use provebest_game::Text;
    /// use provebest_games::chess::Chess;
    /// let rules = Chess::default();
    /// let position = rules.parse("4k3/P7/8/8/8/8/8/R3K3 w Q -").unwrap();
    /// let san = |text| rules.san(&position, rules.parse_move(&position, text).unwrap());
    /// assert_eq!([san("e1c1"), san("a7a8q"), san("a1b1")], ["O-O-O", "a8=Q+", "Rb1"]);
    /// ```
    pub fn san(&self, position: &Position, m: Move) -> String {
        util::display_san_move(&position.board, m).to_string()
    }
}

/// A word of a text, and where it begins.
pub(super) type Word<'a> = (usize, &'a str);

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

impl Text for Chess {
    /// Reads `startpos`, a FEN with or without its two counters, or an EPD, whose operations are skipped. Castling rights
    /// may be written as usual or, for Chess960, by the files of the rooks. Moves may follow after the word `moves`.
    fn parse(&self, text: &str) -> Result<Position, TextError> {
        let (mut position, rest) = if let Some((at, "startpos")) = words(text).next() {
            (self.start(), at + "startpos".len())
        } else {
            let (board, rest) = board(text)?;
            (Position::new(board), rest)
        };
        let mut rest = words(&text[rest..]).map(|(at, word)| (rest + at, word));
        if let Some((_, "moves")) = rest.next() {
            for (at, word) in rest {
                let m = self.parse_move(&position, word);
                let m = m.map_err(|error| TextError::new(text, at, error.why, error.want))?;
                self.play(&mut position, m);
            }
        }
        Ok(position)
    }

    /// As FEN. Castling is written with `KQkq`, and with the file of the rook where another one stands farther out.
    fn print(&self, position: &Position) -> String {
        let board = &position.board;
        let mut fields: Vec<String> = board.to_string().split(' ').map(String::from).collect();
        let mut castling = String::new();
        for color in Color::ALL {
            let rights = board.castle_rights(color);
            for (file, usual) in [(rights.short, 'k'), (rights.long, 'q')] {
                let Some(file) = file else { continue };
                let letter = if outermost(board, color, usual == 'k') == Some(file) { usual } else { file.into() };
                castling.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if !castling.is_empty() {
            fields[2] = castling;
        }
        fields.join(" ")
    }

    fn print_move(&self, position: &Position, m: Move) -> String {
        let usual = matches!((m.from.file(), m.to.file()), (File::E, File::A | File::H));
        if self.chess960 || !usual { m.to_string() } else { util::display_uci_move(&position.board, m).to_string() }
    }

    /// Reads a move in any of the three ways: `e1g1`, `e1h1` or `O-O`.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        let mut list = MoveList::new();
        let open = self.moves(position, &mut list) == Status::Open;
        let all = if open { list.as_slice() } else { &[] };
        let lower = text.to_ascii_lowercase();
        let program = all.iter().copied().find(|&m| m.to_string() == lower || self.print_move(position, m) == lower);
        let usual = || {
            let m = util::parse_uci_move(&position.board, text).ok()?;
            (m.to_string().len() == text.len()).then_some(m)
        };
        let person = || {
            let text = text.trim_end_matches(['!', '?']).replace(['0', 'o'], "O");
            let text = text.trim_end_matches("e.p.");
            util::parse_san_move(&position.board, text).ok()
        };
        let found = program.or_else(usual).or_else(person).filter(|m| all.contains(m));
        found.ok_or_else(|| {
            let written: Vec<String> = all.iter().map(|&m| self.print_move(position, m)).collect();
            match written.is_empty() {
                true => TextError::new(text, 0, "not a legal move here", "no move: the game is over"),
                false => TextError::new(text, 0, "not a legal move here", format!("one of {}", written.join(" "))),
            }
        })
    }
}

/// The file of the rook farthest from the centre, on one side of the king.
fn outermost(board: &Board, color: Color, short: bool) -> Option<File> {
    let home = Rank::First.relative_to(color).bitboard();
    let king = board.king(color).file();
    let rooks = board.colored_pieces(color, Piece::Rook) & home;
    let files = rooks.into_iter().map(Square::file);
    if short { files.filter(|&file| file > king).max() } else { files.filter(|&file| file < king).min() }
}

/// Reads the fields of a FEN, and returns where they end.
pub(super) fn board(text: &str) -> Result<(Board, usize), TextError> {
    let mut fields = words(text);
    let mut end = 0;
    let mut next = |name: &str, want: &str| {
        let field =
            fields.next().ok_or_else(|| TextError::new(text, text.len(), format!("{name} is missing"), want))?;
        end = field.0 + field.1.len();
        Ok(field)
    };
    let pieces = next("the board", "startpos, or a FEN")?;
    let mut builder = BoardBuilder::empty();
    read_pieces(text, pieces, &mut builder)?;

    let (at, side) = next("the side to move", "w or b")?;
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(TextError::new(text, at, "not a side to move", "w or b")),
    };
    let bare = builder.build().map_err(|_| {
        let way = "a position where the side that has moved is not in check";
        TextError::new(text, pieces.0, "a board that cannot be", way)
    })?;
    if get_king_moves(bare.king(Color::White)).has(bare.king(Color::Black)) {
        return Err(TextError::new(text, pieces.0, "kings side by side", "a square between them"));
    }
    if bare.checkers().len() > 2 {
        return Err(TextError::new(text, pieces.0, "three pieces give check", "at most two"));
    }

    read_castling(text, next("castling rights", "KQkq or -")?, &bare, &mut builder)?;

    let (at, square) = next("the square for taking in passing", "a square or -")?;
    if square != "-" {
        let want = "the square behind a pawn that has just made a double step, or -";
        let wrong = || TextError::new(text, at, "nothing can be taken in passing there", want);
        builder.en_passant = Some(square.parse().map_err(|_| wrong())?);
        if matches!(builder.build(), Err(BoardBuilderError::InvalidEnPassant)) {
            return Err(wrong());
        }
    }

    // Both counters may be left out, as an EPD does.
    let mut rest = words(&text[end..]).map(|(at, word)| (end + at, word));
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let mut after = end;
    if let Some((at, word)) = rest.next().filter(|(_, word)| is_number(word)) {
        let clock = word.parse().ok().filter(|&clock| clock <= 100);
        let want = "a number from 0 to 100";
        builder.halfmove_clock = clock.ok_or_else(|| TextError::new(text, at, "not a halfmove clock", want))?;
        after = at + word.len();
        if let Some((at, word)) = rest.next().filter(|(_, word)| is_number(word)) {
            let want = "a number from 1 to 65535";
            let number: u16 = word.parse().map_err(|_| TextError::new(text, at, "not a move number", want))?;
            builder.fullmove_number = number.max(1);
            after = at + word.len();
        }
    }
    let board = builder.build().map_err(|error| TextError::new(text, 0, error.to_string(), "a legal position"))?;
    Ok((board, after))
}

fn read_pieces(text: &str, (start, field): Word<'_>, builder: &mut BoardBuilder) -> Result<(), TextError> {
    let wrong = |place: usize, why: &str, want: &str| Err(TextError::new(text, start + place, why, want));
    let (mut rank, mut file) = (7, 0);
    for (place, c) in field.char_indices() {
        match c {
            '/' if file < 8 => return wrong(place, "a rank of less than eight squares", "more of them"),
            '/' if rank == 0 => return wrong(place, "a ninth rank", "the end of the board"),
            '/' => (rank, file) = (rank - 1, 0),
            '1'..='8' => {
                file += c as usize - '0' as usize;
                if file > 8 {
                    return wrong(place, "a rank of more than eight squares", "less of them");
                }
            }
            _ => {
                let Ok(piece) = Piece::try_from(c.to_ascii_lowercase()) else {
                    return wrong(place, "not a piece", "one of PNBRQK, pnbrqk, a digit from 1 to 8 or /");
                };
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                if file > 7 {
                    return wrong(place, "a rank of more than eight squares", "less of them");
                }
                if piece == Piece::Pawn && (rank == 0 || rank == 7) {
                    return wrong(place, "a pawn on the first or last rank", "any other piece");
                }
                *builder.square_mut(Square::new(File::index(file), Rank::index(rank))) = Some((piece, color));
                file += 1;
            }
        }
    }
    if (rank, file) != (0, 8) {
        return wrong(field.len(), "the board ends too early", "eight ranks of eight squares");
    }
    for color in Color::ALL {
        let own = || builder.board.iter().flatten().filter(move |(_, owner)| *owner == color);
        let has = |piece| own().filter(|(other, _)| *other == piece).count();
        let name = if color == Color::White { "White" } else { "Black" };
        if has(Piece::King) != 1 {
            return wrong(0, &format!("{name} has {} kings", has(Piece::King)), "one");
        }
        if has(Piece::Pawn) > 8 {
            return wrong(0, &format!("{name} has {} pawns", has(Piece::Pawn)), "at most eight");
        }
        if own().count() > 16 {
            return wrong(0, &format!("{name} has {} pieces", own().count()), "at most sixteen");
        }
    }
    Ok(())
}

/// Reads `KQkq`, which mean the outermost rooks, or the files of rooks.
fn read_castling(
    text: &str,
    (start, field): Word<'_>,
    board: &Board,
    builder: &mut BoardBuilder,
) -> Result<(), TextError> {
    if field == "-" {
        return Ok(());
    }
    for (place, c) in field.char_indices() {
        let wrong = |why: &str, want: &str| TextError::new(text, start + place, why, want);
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Rank::First.relative_to(color);
        let king = board.king(color);
        let rooks: BitBoard = board.colored_pieces(color, Piece::Rook) & home.bitboard();
        let file = match c.to_ascii_lowercase() {
            'k' => outermost(board, color, true),
            'q' => outermost(board, color, false),
            letter @ 'a'..='h' => Some(File::index(letter as usize - 'a' as usize)),
            _ => return Err(wrong("not a castling right", "KQkq, the files of rooks, or -")),
        };
        let file = file.filter(|&file| king.rank() == home && rooks.has(Square::new(file, home)));
        let file = file.ok_or_else(|| wrong("no king and rook to castle with", "another right or -"))?;
        let rights: &mut CastleRights = builder.castle_rights_mut(color);
        let right = if file > king.file() { &mut rights.short } else { &mut rights.long };
        if right.replace(file).is_some() {
            return Err(wrong("a castling right that was there before", "each one once"));
        }
    }
    Ok(())
}
