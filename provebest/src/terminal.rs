//! A game against a [`Player`], typed into a terminal.

use std::io::{self, BufRead, Write};

use provebest_game::{Evaluate, Game, Keyed, MaybeRepeat, MoveList, Score, Skills, Status, line_in_words};
use provebest_search::Kind;
use provebest_search::engine::Answer;

use crate::player::{GameHistory, Player, ThinkLimits, Unplayable, is_shortest, plies_to_end};

/// How a game at the terminal ended.
///
/// ```
/// use provebest::Score;
/// use provebest::terminal::Ended;
/// let ended = Ended::Over(Score(0));
/// assert_ne!(ended, Ended::Left);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// With this value for the side that would be to move.
    Over(Score),
    /// The same position was there for the third time.
    Repeated,
    /// Somebody left.
    Left,
}

/// Writes a position and something about it.
pub type Writes<'t, G, T> = &'t dyn Fn(&<G as Game>::State, T) -> String;

/// Reads a move of a position, if the text names a legal one.
pub type Reads<'t, G> = &'t dyn Fn(&<G as Game>::State, &str) -> Option<<G as Game>::Move>;

/// A board, and the players at it. Positions and moves are written as `show` and `word` say.
///
/// ```
/// use std::io::Cursor;
/// use provebest::games::tic_tac_toe::{Board, TicTacToe};
/// use provebest::player::{ThinkLimits, GameHistory, Player};
/// use provebest::terminal::{Ended, Terminal};
/// use provebest::Text;
///
/// let player = Player::new(&TicTacToe, 1 << 16)?;
/// let table = Terminal {
///     player: &player,
///     limits: ThinkLimits::depth(9),
///     people: [true, false],
///     sides: ["X", "O"],
///     show: &|board, _| TicTacToe.print(board),
///     word: &|board, m| TicTacToe.print_move(board, m),
///     read: None,
/// };
/// let mut history = GameHistory::new(&TicTacToe, Board::default());
/// let mut written = Vec::new();
/// let ended = table.play(&mut history, &mut Cursor::new("5\nhint\nundo\nquit\n"), &mut written)?;
/// assert_eq!((ended, history.plies()), (Ended::Left, 0));
/// // A game that ends says how.
/// let ended = Terminal { people: [false, false], ..table }.play(&mut history, &mut Cursor::new(""), &mut written)?;
/// assert!(ended == Ended::Over(provebest::Score(0)) && written.ends_with(b"A draw.\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Terminal<'t, 'a, G: Evaluate + Keyed> {
    /// The engine that plays against people, and gives hints: those at full strength, whatever its level.
    pub player: &'t Player<'a, G>,
    /// How long it may think about a move.
    pub limits: ThinkLimits,
    /// Which side is a person: the side to move at the start, and the other one.
    pub people: [bool; 2],
    /// What the sides are called, in the same order.
    pub sides: [&'t str; 2],
    /// Draws a position, and the move that led there.
    pub show: Writes<'t, G, Option<G::Move>>,
    /// Writes a move.
    pub word: Writes<'t, G, G::Move>,
    /// Reads moves that a person writes otherwise, where the game has more than one way: `Nf3` for `g1f3`.
    pub read: Option<Reads<'t, G>>,
}

impl<'a, G> Terminal<'_, 'a, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    /// Plays until the game is over, or until somebody leaves.
    pub fn play(
        &self,
        history: &mut GameHistory<'a, G>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<Ended> {
        loop {
            writeln!(output, "\n{}", (self.show)(history.state(), history.moves().last().copied()))?;
            if let Status::Over(value) = history.status() {
                // The value is that of the side that would be to move.
                let winner = (history.plies() + usize::from(value < Score::ZERO)) % 2;
                match value {
                    Score::ZERO => writeln!(output, "A draw.")?,
                    _ => writeln!(output, "{} has won.", self.sides[winner])?,
                }
                return Ok(Ended::Over(value));
            }
            if G::Repeat::HAS && history.repetitions() >= 2 {
                writeln!(output, "A draw: the same position for the third time.")?;
                return Ok(Ended::Repeated);
            }
            if self.people[history.plies() % 2] {
                if !self.person(history, input, output)? {
                    return Ok(Ended::Left);
                }
            } else if let Some((known, _)) = self.player.book_move(history) {
                let word = (self.word)(history.state(), known.played);
                writeln!(output, "I play {word} (from the book: {})", known.why)?;
                history.play(known.played);
            } else if let Some(answer) = self.told(self.player.think(history, self.limits), output)? {
                let best = answer.moves[0].played;
                let word = (self.word)(history.state(), best);
                writeln!(output, "I play {word} ({})", self.opinion(history, &answer))?;
                history.play(best);
            }
        }
    }

    /// An answer, or why there is none.
    fn told(
        &self,
        answer: Result<Answer<G::Move>, Unplayable>,
        output: &mut dyn Write,
    ) -> io::Result<Option<Answer<G::Move>>> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => {
                writeln!(output, "I cannot go on: {error}")?;
                Err(io::Error::other(error))
            }
        }
    }

    /// What the player thinks of its position.
    fn opinion(&self, history: &GameHistory<'a, G>, answer: &Answer<G::Move>) -> String {
        let Some(value) = answer.value else { return "no time to think".into() };
        let plies = plies_to_end(history.game(), history.state(), value, answer.line.moves());
        let on = self.player.engine().enhancements.of_use::<G>();
        let plies = plies.map(|plies| {
            let most = if is_shortest(on, plies, answer.depth) { "" } else { "at most " };
            format!(" in {most}{}", count_of_plies(plies))
        });
        match value.end() {
            Some(_) if value > Score::ZERO => format!("a win{}", plies.unwrap_or_default()),
            Some(_) => format!("lost{}", plies.unwrap_or_default()),
            None if answer.kind == Kind::Exact => format!("worth {value}, proved"),
            None => format!("worth {value}, {} deep", count_of_plies(answer.depth.0)),
        }
    }

    /// The move that a person means: `words` are those of the moves in the list.
    fn read(&self, state: &G::State, text: &str, words: &[String], list: &[G::Move]) -> Option<G::Move> {
        match words.iter().position(|known| known.eq_ignore_ascii_case(text)) {
            Some(number) => Some(list[number]),
            None => self.read?(state, text).filter(|m| list.contains(m)),
        }
    }

    /// A person's turn: true once something has happened on the board.
    fn person(
        &self,
        history: &mut GameHistory<'a, G>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        let mut list = MoveList::new();
        history.game().moves(history.state(), &mut list);
        let words: Vec<String> = list.as_slice().iter().map(|&m| (self.word)(history.state(), m)).collect();
        loop {
            write!(output, "your move (or: moves, hint, undo, quit): ")?;
            output.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(output)?;
                return Ok(false);
            }
            match String::from_utf8_lossy(&line).trim() {
                "quit" | "exit" | "q" => return Ok(false),
                "moves" | "help" | "?" => writeln!(output, "{}", words.join(" "))?,
                "hint" => {
                    if let Some((known, _)) = self.player.book_move(history) {
                        let word = (self.word)(history.state(), known.played);
                        writeln!(output, "{word} (from the book: {})", known.why)?;
                    } else if let Some(answer) = self.told(self.player.advise(history, self.limits), output)? {
                        let soon = &answer.line.moves()[..answer.line.moves().len().min(6)];
                        let line = line_in_words(history.game(), history.state(), soon, self.word);
                        let opinion = self.opinion(history, &answer);
                        writeln!(output, "{} ({opinion}); I expect {}", line[0], line.join(" "))?;
                    }
                }
                "undo" => {
                    // Back to where this side was to move the last time.
                    if !(0..history.plies()).any(|ply| self.people[ply % 2]) {
                        writeln!(output, "there is nothing to take back")?;
                        continue;
                    }
                    history.undo();
                    if !self.people[history.plies() % 2] {
                        history.undo();
                    }
                    return Ok(true);
                }
                "" => {}
                word => match self.read(history.state(), word, &words, list.as_slice()) {
                    Some(m) => {
                        history.play(m);
                        return Ok(true);
                    }
                    None => {
                        let word = word.escape_debug();
                        writeln!(output, "'{word}' is not a legal move; expected {}", some(&words))?
                    }
                },
            }
        }
    }
}

fn count_of_plies(plies: u32) -> String {
    format!("{plies} {}", if plies == 1 { "ply" } else { "plies" })
}

/// A few of many.
fn some(words: &[String]) -> String {
    const MOST: usize = 12;
    let more = if words.len() > MOST { " ..." } else { "" };
    format!("one of {}{more}", words[..words.len().min(MOST)].join(" "))
}
