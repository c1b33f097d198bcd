//! What is said at the board. It knows no rules: it is compiled once for all games.

use std::io::{self, Write};

use super::{Asks, Ended};
use crate::player::Level;

/// A board with a game on it, all in words.
pub(super) trait Board {
    /// The board, drawn.
    fn drawn(&self) -> String;
    /// How many moves were played.
    fn plies(&self) -> usize;
    /// What the sides are called: the one that moved first, and the other.
    fn sides(&self) -> [&str; 2];
    /// How the game ended, and in words; `None` while it goes on.
    fn ended(&self) -> Option<(Ended, String)>;
    /// The legal moves.
    fn words(&self) -> Vec<String>;
    /// The number among them of the move that a person means.
    fn read(&self, text: &str, words: &[String]) -> Option<usize>;
    /// Plays the move of this number.
    fn play(&mut self, number: usize);
    /// Takes a move back.
    fn undo(&mut self);
    /// The engine moves, and says why.
    fn answer(&mut self, level: Option<Level>) -> io::Result<String>;
    /// What the engine would play at full strength.
    fn hint(&self) -> io::Result<String>;
    /// The level of the engine where no other was asked for.
    fn level(&self) -> Level;
    /// Keeps the game in a file and says where; `None` if it cannot.
    fn save(&self, file: &str) -> Option<io::Result<String>>;
}

const COMMANDS: &str = "  moves      the legal moves
  hint       the best move, at full strength
  undo       takes your last move back
  new        begins again
  swap       changes sides
  level N    sets my strength, from 1 to 10
  save FILE  keeps the game in a file
  quit       leaves";

/// Who sits where by now, and how strong the engine is, if that was changed.
pub(super) struct Session<'t> {
    pub(super) people: [bool; 2],
    pub(super) level: Option<Level>,
    /// Is another game offered at the end?
    pub(super) again: bool,
    pub(super) ask: &'t mut Asks<'t>,
    pub(super) output: &'t mut dyn Write,
}

/// What a person wants.
enum Wish {
    /// To go on: the board has changed, or the seats.
    GoOn,
    Leave,
}

impl Session<'_> {
    /// Plays until the game is over, or until a person leaves.
    pub(super) fn play(&mut self, board: &mut dyn Board) -> io::Result<Ended> {
        loop {
            let (ended, person) = (board.ended(), self.people[board.plies() % 2]);
            // One board a turn: the engine answers before the next one.
            if ended.is_some() || person || self.people == [false; 2] {
                writeln!(self.output, "\n{}", board.drawn())?;
            }
            match ended {
                Some((how, words)) => {
                    writeln!(self.output, "{words}")?;
                    if !self.again || self.people == [false; 2] {
                        return Ok(how);
                    }
                    if let Wish::Leave = self.person(board, "another game? (new, undo, save FILE or quit) ", &[])? {
                        return Ok(how);
                    }
                }
                None if person => {
                    let words = board.words();
                    if let Wish::Leave = self.person(board, "your move (or help): ", &words)? {
                        return Ok(Ended::Left);
                    }
                }
                None => {
                    let told = board.answer(self.level)?;
                    writeln!(self.output, "{told}")?;
                }
            }
        }
    }

    /// A person's turn; without moves at the end of the game.
    fn person(&mut self, board: &mut dyn Board, prompt: &str, moves: &[String]) -> io::Result<Wish> {
        loop {
            let Some(line) = (self.ask)(prompt, self.output)? else { return Ok(Wish::Leave) };
            let line = line.trim();
            let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let said = match (command.to_ascii_lowercase().as_str(), rest.trim()) {
                ("", _) => continue,
                ("quit" | "exit" | "q" | "resign", "") => return Ok(Wish::Leave),
                ("help" | "?", "") => match moves.first() {
                    Some(one) => format!("Type a move, such as {one}, or:\n{COMMANDS}"),
                    None => COMMANDS.into(),
                },
                ("moves", "") => in_order(moves).join(" "),
                ("hint", "") if !moves.is_empty() => board.hint()?,
                ("undo", "") => {
                    // Back to where a person was to move the last time.
                    match (0..board.plies()).rev().find(|ply| self.people[ply % 2]) {
                        Some(ply) => {
                            (ply..board.plies()).for_each(|_| board.undo());
                            return Ok(Wish::GoOn);
                        }
                        None => "There is nothing to take back.".into(),
                    }
                }
                ("new", "") => {
                    (0..board.plies()).for_each(|_| board.undo());
                    return Ok(Wish::GoOn);
                }
                ("swap", "") if self.people == [true; 2] => "You play both sides.".into(),
                ("swap", "") => {
                    self.people.swap(0, 1);
                    writeln!(self.output, "You are {} from now on.", board.sides()[usize::from(self.people[1])])?;
                    return Ok(Wish::GoOn);
                }
                ("level", rest) => {
                    let level = rest.parse().ok().and_then(Level::new);
                    self.level = level.or(self.level);
                    match (level, self.level.unwrap_or_else(|| board.level())) {
                        (Some(level), _) => format!("I play at level {level} of {} from now on.", Level::FULL),
                        (None, level) => {
                            format!("I play at level {level}; expected a number from 1 to {}.", Level::FULL)
                        }
                    }
                }
                ("save", "") => "Expected the name of a file: save FILE".into(),
                ("save", file) => match (board.save(file), file.escape_debug()) {
                    (None, _) => "This game cannot be saved.".into(),
                    (Some(Ok(told)), _) => told,
                    (Some(Err(why)), file) if why.kind() == io::ErrorKind::AlreadyExists => {
                        format!("{file} is there already; expected another name")
                    }
                    (Some(Err(why)), file) => format!("{file} could not be written: {why}"),
                },
                _ if moves.is_empty() => "The game is over; expected new, undo, save FILE or quit.".into(),
                _ => match board.read(line, moves) {
                    Some(number) => {
                        board.play(number);
                        return Ok(Wish::GoOn);
                    }
                    None => format!("'{}' is not a legal move; expected {}", line.escape_debug(), some(moves)),
                },
            };
            writeln!(self.output, "{said}")?;
        }
    }
}

/// Short words first, then by letters: `2` before `10`, pawns before pieces.
fn in_order(words: &[String]) -> Vec<&str> {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.sort_by_key(|word| (word.len(), *word));
    words
}

/// A number with commas between the thousands.
///
/// ```
/// use provebest::terminal::thousands;
/// assert_eq!(thousands(1_234_567_u64), "1,234,567");
/// assert_eq!([thousands(-1234), thousands(123)], ["-1,234", "123"]);
/// ```
pub fn thousands(number: impl Into<i128>) -> String {
    let number: i128 = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A few of many, so that they fit on a line.
pub(crate) fn some(words: &[String]) -> String {
    const ROOM: usize = 30;
    let (words, mut room) = (in_order(words), ROOM);
    let fits = |word: &&&str| {
        let letters = word.chars().count() + 1;
        let fits = letters <= room;
        room = room.saturating_sub(letters);
        fits
    };
    let few = words.iter().take_while(fits).count().max(1).min(words.len());
    let more = if few < words.len() { " ..." } else { "" };
    format!("one of {}{more}", words[..few].join(" "))
}
