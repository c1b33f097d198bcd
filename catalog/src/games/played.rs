//! Games that people play, in the table.

use provebest::player::{GameHistory, Player, Timer, Unplayable};
use provebest_game::{Children, Depth, Game, MoveList, Score, Shape, Side, Status, Text, TextError};
#[cfg(feature = "chess")]
use provebest_games::chess::{self, Chess, MateProblem, Mates};
use provebest_games::connect_four::ConnectFour;
use provebest_games::othello::Othello;
use provebest_games::tic_tac_toe::TicTacToe;
use provebest_search::engine;

#[cfg(feature = "chess")]
use super::Field;
use super::entry::{ProofVisitor, SolverVisitor};
use super::seats::{Parting, Seats, SeatsError};
use super::{
    Compiled, Diagram, Entry, GameInfo, GameKind, LeafCount, Measure, Number, Placed, Played, PlayedVisitor,
    PositionError, PositionText,
};

/// What to try after a comparison.
const DEEPER: &str = "Try next one ply more or less with --depth.";

/// What estimates count.
const DISCS: Measure = Measure { one: "disc", many: "discs", size: 1 };
#[cfg(feature = "chess")]
const PAWNS: Measure = Measure { one: "pawn", many: "pawns", size: 100 };

/// The engine of a game, compiled here.
macro_rules! played {
    ($game:ty, $start:expr) => {
        impl Played for $game {
            #[inline(never)]
            fn think(
                player: &Player<'_, Self>,
                history: &GameHistory<'_, Self>,
                timer: &Timer,
                only: &[u32],
                listener: &mut (dyn FnMut(&engine::Answer<Self::Move>) + Send),
            ) -> Result<engine::Answer<Self::Move>, Unplayable> {
                player.think_aloud(history, timer, only, listener)
            }

            #[inline(never)]
            fn sit_down(&self, root: &Self::State, seats: &Seats<'_>) -> Result<Parting, SeatsError> {
                self.for_engine(|game| seats.play(game, root))
            }

            fn start() -> Self::State {
                $start
            }
        }
    };
}

/// What games that people play have in common.
macro_rules! moves_by_text {
    () => {
        fn as_played<V: PlayedVisitor>(&self, root: &Self::State, visitor: V) -> Option<V::Output> {
            Some(visitor.visit(self, root))
        }

        fn word(&self, state: &Self::State, m: Self::Move, _: u32) -> String {
            self.print_move(state, m)
        }

        fn read_word(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
            self.parse_move(state, text)
        }

        fn position(&self, state: &Self::State) -> String {
            self.print(state)
        }
    };
}

/// Names of the side that began and of the other one, with the side to move first.
fn in_turn(names: [&'static str; 2], first: bool) -> [&'static str; 2] {
    if first { names } else { [names[1], names[0]] }
}

/// The stones `X O -` of a printed position, in rows of this width.
fn rows(printed: &str, width: usize) -> Vec<String> {
    let stones: Vec<char> = printed.chars().filter(|c| "XO-".contains(*c)).collect();
    stones.chunks(width).map(|row| row.iter().collect()).collect()
}

fn names(names: impl Iterator<Item = impl ToString>) -> Vec<String> {
    names.map(|name| name.to_string()).collect()
}

played!(TicTacToe, Default::default());

impl Entry for TicTacToe {
    const INFO: GameInfo = GameInfo {
        name: "tictactoe",
        title: "tic-tac-toe",
        aliases: &["tic-tac-toe"],
        kind: GameKind::Played,
        summary: "three in a row on a board of nine fields",
        position: "fields played, 1 to 9 row by row, or the board as nine of X O -; empty for the start",
        example: "519",
        usual_depth: None,
        usual_method: "negascout",
        estimates: true,
        solvable: true,
        hint: DEEPER,
    };
    /// It is solved before a clock could tell.
    const COMPILED: Compiled = Compiled { family: false, engine: true, solver: false };
    moves_by_text!();

    fn read(position: PositionText<'_>) -> Result<Placed<TicTacToe>, PositionError> {
        Ok(Placed { rules: TicTacToe, root: TicTacToe.parse(position.text)?, values: None })
    }

    fn diagram(&self, board: &Self::State, last: Option<u8>) -> Option<Diagram> {
        let stones: String = self.print(board).chars().take(9).collect();
        let played = last.map(|field| (usize::from(field) / 3, usize::from(field) % 3));
        let mut diagram = Diagram::of_stones(&rows(&stones, 3), played);
        for (number, field) in diagram.rows.iter_mut().flatten().enumerate() {
            field.name = char::from_digit(number as u32 + 1, 10);
        }
        Some(diagram)
    }

    fn sides(&self, board: &Self::State) -> [&'static str; 2] {
        let stones = self.print(board).chars().take(9).filter(|field| "XO".contains(*field)).count();
        in_turn(["X", "O"], stones % 2 == 0)
    }

    fn leaf_count(&self, shape: Shape) -> LeafCount {
        let Shape { width, height } = shape;
        LeafCount::AtMost((0..height.0).fold(1, |lines, ply| lines * u128::from(width - ply)))
    }
}

played!(ConnectFour, ConnectFour::default().start());

impl Entry for ConnectFour {
    const INFO: GameInfo = GameInfo {
        name: "connect4",
        title: "Connect Four",
        aliases: &["connect-four"],
        kind: GameKind::Played,
        summary: "four in a row, stones drop to the bottom of a column",
        position: "columns played as digits, other sizes in front; empty or - for the start",
        example: "6x5:4455",
        usual_depth: Some(Depth(8)),
        usual_method: "negascout",
        estimates: true,
        solvable: true,
        hint: DEEPER,
    };
    const COMPILED: Compiled = Compiled { family: true, engine: true, solver: true };
    moves_by_text!();

    fn read(position: PositionText<'_>) -> Result<Placed<ConnectFour>, PositionError> {
        let (rules, root) = ConnectFour::parse(position.text)?;
        Ok(Placed { rules, root, values: None })
    }

    fn diagram(&self, board: &Self::State, last: Option<u8>) -> Option<Diagram> {
        let printed = self.print(board);
        let rows: Vec<String> = printed.rsplit(':').next().unwrap_or_default().split('/').map(String::from).collect();
        let played = last.map(usize::from).and_then(|column| {
            let stone = |row: &String| row.chars().nth(column).is_some_and(|field| field != '-');
            rows.iter().position(stone).map(|row| (row, column))
        });
        let column_names = names((1..=self.width()).filter_map(|column| char::from_digit(column, 36)));
        Some(Diagram { column_names, ..Diagram::of_stones(&rows, played) })
    }

    fn sides(&self, board: &Self::State) -> [&'static str; 2] {
        in_turn(["Red (X)", "Yellow (O)"], board.stones().is_multiple_of(2))
    }

    /// The value counts from the last stone that a side could drop.
    fn margin(&self, value: Score) -> String {
        let stones = self.width() * self.height() / 2 + 1 - value.0.unsigned_abs();
        let th = match (stones % 10, stones % 100) {
            (1, not) if not != 11 => "st",
            (2, not) if not != 12 => "nd",
            (3, not) if not != 13 => "rd",
            _ => "th",
        };
        format!("with the {stones}{th} stone")
    }

    #[inline]
    fn open_by_number(&self, board: &Self::State, _: &mut MoveList<u32>) -> Result<Children, Score> {
        self.open(board, &mut MoveList::new())
    }

    #[inline]
    fn child_by_number(
        &self,
        board: &Self::State,
        children: Children,
        _: &MoveList<u32>,
        number: u32,
    ) -> (u32, Self::State) {
        let (m, child) = self.child(board, children, &MoveList::new(), number);
        (m.number(), child)
    }

    fn for_engine<T>(&self, run: impl FnOnce(&Self) -> T) -> T {
        run(&self.centre_first().folded())
    }

    fn for_solver<V: SolverVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(self)
    }

    fn for_proof<V: ProofVisitor<Self>>(&self, visitor: V) -> Result<V::Output, V> {
        Ok(visitor.visit(self))
    }

    fn proved_value(&self, value: Score) -> Score {
        self.usual(value)
    }

    /// The line shows how many stones are left; bounds without such a line decide nothing.
    fn value_by_line(&self, root: &Self::State, line: &[u8], value: Score) -> Option<Score> {
        let mut end = *root;
        line.iter().for_each(|&m| self.play(&mut end, m));
        match self.status(&end, &mut MoveList::new()) {
            Status::Over(last) => {
                let sign = if line.len().is_multiple_of(2) { 1 } else { -1 };
                let worth = self.usual(provebest_game::Solvable::worth(self, &end, last));
                (sign * last.0 == value.0).then_some(Score(sign * worth.0))
            }
            Status::Open => None,
        }
    }
}

played!(Othello, Default::default());

impl Entry for Othello {
    const INFO: GameInfo = GameInfo {
        name: "othello",
        title: "Othello",
        aliases: &["reversi"],
        kind: GameKind::Played,
        summary: "discs turn over between two of the other colour",
        position: "64 of X O - and the side to move, or the moves played; empty for the start",
        example: "f5d6c3d3c4",
        usual_depth: Some(Depth(6)),
        usual_method: "engine",
        estimates: true,
        solvable: true,
        hint: DEEPER,
    };
    moves_by_text!();

    fn read(position: PositionText<'_>) -> Result<Placed<Othello>, PositionError> {
        Ok(Placed { rules: Othello, root: Othello.parse(position.text)?, values: None })
    }

    fn diagram(&self, board: &Self::State, last: Option<Option<u8>>) -> Option<Diagram> {
        let printed = self.print(board);
        let rows = rows(printed.split_whitespace().next().unwrap_or_default(), 8);
        let played = last.flatten().map(|field| (usize::from(field) / 8, usize::from(field) % 8));
        let count = |of: char| printed.chars().take(64).filter(|&c| c == of).count();
        let passed = if last == Some(None) { "; the last move was a pass" } else { "" };
        let mut stones = Diagram::of_stones(&rows, played);
        let mut list = MoveList::new();
        if self.moves(board, &mut list) == Status::Open {
            for field in list.as_slice().iter().flatten() {
                stones.rows[usize::from(*field) / 8][usize::from(*field) % 8].legal = true;
            }
        }
        Some(Diagram {
            row_names: names(1..=8),
            column_names: names('a'..='h'),
            caption: format!("X {} · O {}{passed}", count('X'), count('O')),
            ..stones
        })
    }

    fn sides(&self, board: &Self::State) -> [&'static str; 2] {
        in_turn(["Black (X)", "White (O)"], board.turn == Side::First)
    }

    fn margin(&self, value: Score) -> String {
        format!("by {}", DISCS.words(value))
    }

    fn measure(&self) -> Option<Measure> {
        Some(DISCS)
    }

    fn why_over(&self, board: &Self::State) -> &'static str {
        if board.discs.empty() == 0 { "full board" } else { "no move for either side" }
    }

    fn for_solver<V: SolverVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(self)
    }

    fn for_proof<V: ProofVisitor<Self>>(&self, visitor: V) -> Result<V::Output, V> {
        Ok(visitor.visit(self))
    }
}

#[cfg(feature = "chess")]
played!(Chess, Chess::default().start());

#[cfg(feature = "chess")]
impl Entry for Chess {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        title: "chess",
        aliases: &[],
        kind: GameKind::Played,
        summary: "chess, and Chess960",
        position: "a FEN or an EPD, startpos; empty for the start",
        example: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        usual_depth: Some(Depth(4)),
        usual_method: "engine",
        estimates: true,
        solvable: false,
        hint: DEEPER,
    };
    const COMPILED: Compiled = Compiled { family: false, engine: true, solver: false };
    moves_by_text!();

    fn read(position: PositionText<'_>) -> Result<Placed<Chess>, PositionError> {
        let rules = Chess::default();
        let text = if matches!(position.text.trim(), "" | "-") { "startpos" } else { position.text };
        Ok(Placed { root: rules.parse(text)?, rules, values: None })
    }

    fn people_word(&self, position: &Self::State, m: chess::Move) -> String {
        self.san(position, m)
    }

    fn book_position(&self, position: &Self::State) -> String {
        Mates.print(&MateProblem::new(position.clone(), None))
    }

    fn diagram(&self, position: &Self::State, last: Option<chess::Move>) -> Option<Diagram> {
        let board = position.board();
        let field = |square: chess::Square| {
            let white = board.color_on(square) == Some(chess::Color::White);
            let letter = board.piece_on(square).map(|piece| match piece {
                chess::Piece::Pawn => 'p',
                chess::Piece::Knight => 'n',
                chess::Piece::Bishop => 'b',
                chess::Piece::Rook => 'r',
                chess::Piece::Queen => 'q',
                chess::Piece::King => 'k',
            });
            Field {
                piece: letter.map(|letter| if white { letter.to_ascii_uppercase() } else { letter }),
                first: white,
                played: last.is_some_and(|m| m.from == square || m.to == square),
                ..Field::default()
            }
        };
        let row = |rank| chess::File::ALL.into_iter().map(|file| field(chess::Square::new(file, rank))).collect();
        Some(Diagram {
            rows: chess::Rank::ALL.into_iter().rev().map(row).collect(),
            row_names: names((1..=8).rev()),
            column_names: names('a'..='h'),
            chequered: true,
            caption: match !board.checkers().is_empty() && board.generate_moves(|_| true) {
                true => "Check!".into(),
                false => String::new(),
            },
        })
    }

    fn sides(&self, position: &Self::State) -> [&'static str; 2] {
        in_turn(["White", "Black"], position.board().side_to_move() == chess::Color::White)
    }

    fn measure(&self) -> Option<Measure> {
        Some(PAWNS)
    }

    fn why_over(&self, position: &Self::State) -> &'static str {
        let board = position.board();
        let stuck = !board.generate_moves(|_| true);
        match (stuck, board.checkers().is_empty()) {
            (true, false) => "checkmate",
            (true, true) => "stalemate",
            (false, _) if board.halfmove_clock() >= 100 => "fifty moves",
            (false, _) => "insufficient material",
        }
    }
}

/// The squares, six bits each, and the piece that a pawn turns into.
#[cfg(feature = "chess")]
impl Number for chess::Move {
    fn number(self) -> u32 {
        let piece = self.promotion.map_or(0, |piece| piece as u32 + 1);
        self.from as u32 | (self.to as u32) << 6 | piece << 12
    }
    fn of(number: u32) -> chess::Move {
        let square = |bits: u32| chess::Square::index(bits as usize & 63);
        let promotion = (number >> 12).checked_sub(1).map(|piece| chess::Piece::index(piece as usize));
        chess::Move { from: square(number), to: square(number >> 6), promotion }
    }
}
