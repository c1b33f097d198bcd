//! A game between people and the engine at a terminal.

use std::cell::RefCell;
use std::io::{self, Write};

use provebest::player::{BookMove, GameHistory, Level, Player, ThinkLimits};
use provebest::terminal::{Asks, Ended, Extras, Terminal, introduction};
use provebest_game::{MoveList, Score, Status, line_in_words};
use provebest_system::memory::{self, NoRoom, Size};

use super::{Diagram, Entry};

/// Knows moves of positions, all in words.
pub type BookWords<'a> = dyn Fn(&str) -> Option<(String, String)> + Sync + 'a;

/// The players of a game at a terminal, and how the engine plays.
pub struct Seats<'a> {
    /// Which sides are people: the one that moves first in the position, and the other one.
    pub people: [bool; 2],
    /// Bytes of the engine's table; `None` for the usual size.
    pub hash: Option<u64>,
    /// Threads of the engine.
    pub threads: usize,
    /// How strong the engine is.
    pub level: Level,
    /// Random seed for levels below 10.
    pub seed: u64,
    /// How long the engine may think about a move.
    pub limits: ThinkLimits,
    /// Moves that are known beforehand: for a position as a book writes it, the move and what is known, both in words.
    pub book: Option<&'a BookWords<'a>>,
    /// Draws a board.
    pub draw: &'a dyn Fn(&Diagram) -> String,
    /// Asks people.
    pub ask: &'a RefCell<Asks<'a>>,
    /// Keeps a game in the file of this name, and says where it is.
    pub save: &'a dyn Fn(&SavedGame, &str) -> io::Result<String>,
    /// Is another game offered at the end?
    pub again: bool,
    /// What they read.
    pub output: &'a RefCell<dyn Write + 'a>,
}

/// A game to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// The name of the rules.
    pub game: &'static str,
    /// The position at the start.
    pub start: String,
    /// The moves, as people write them.
    pub moves: Vec<String>,
    /// The position now.
    pub now: String,
    /// The side that moved first in the position at the start, and the other one.
    pub sides: [&'static str; 2],
    /// How it ended; `None` while it goes on.
    pub ended: Option<Parting>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parting {
    /// This side has won.
    Won(&'static str),
    /// A draw.
    Draw,
    /// A draw: the same position was there for the third time.
    Repeated,
    /// A player left.
    Left,
}

/// There was no game, or it broke off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeatsError {
    /// There is no room for the table.
    #[error("hash: {0}")]
    NoRoom(#[from] NoRoom),
    /// Input or output is gone.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The bytes of the engine's table by default.
const TABLE: u64 = memory::USUAL_TABLE;

impl Seats<'_> {
    /// Plays a game to its end.
    pub(crate) fn play<G: Entry>(&self, game: &G, root: &G::State) -> Result<Parting, SeatsError> {
        let book = self.book;
        let known = |state: &G::State| {
            let (word, why) = book?(&game.book_position(state))?;
            Some(BookMove { played: game.read_word(state, &word).ok()?, least: None, why })
        };
        let (player, bytes) = memory::with_table(self.hash, TABLE, |room| Player::new(game, room))?;
        let mut player = player.level(self.level).threads(self.threads).seed(self.seed).book(&known);
        player.forget();
        let (mut ask, mut output) = (self.ask.borrow_mut(), self.output.borrow_mut());
        if self.hash.is_none() && bytes < TABLE {
            writeln!(output, "A table of {} instead of {}: no more is free.", Size(bytes), Size(TABLE))?;
        }
        let draw =
            |state: &G::State, last| game.diagram(state, last).map_or(String::new(), |board| (self.draw)(&board));
        let table = Terminal {
            player: &player,
            limits: self.limits,
            people: self.people,
            sides: game.sides(root),
            show: &|state, last| match game.status(state, &mut MoveList::new()) {
                Status::Open => format!("{}\n    {} to move", draw(state, last), game.sides(state)[0]),
                Status::Over(_) => draw(state, last),
            },
            word: &|state, m| game.people_word(state, m),
            read: Some(&|state, text| game.read_word(state, text).ok()),
        };
        let mut history = GameHistory::new(game, root.clone());
        writeln!(output, "{}", introduction(game.sides(root), self.people, self.level))?;
        let worth = |state: &G::State, value: Score| {
            let [mover, other] = game.sides(state);
            let ahead = if value > Score::ZERO { mover } else { other };
            match game.measure() {
                Some(measure) => format!("{ahead} is ahead by {}", measure.words(value)),
                None => format!("worth {} for {ahead}", value.0.abs()),
            }
        };
        let over = |state: &G::State| match game.why_over(state) {
            "end of the game" => String::new(),
            why => why[..1].to_uppercase() + &why[1..],
        };
        let save = |history: &GameHistory<'_, G>, file: &str| {
            let saved = SavedGame {
                game: G::INFO.name,
                start: game.position(root),
                moves: line_in_words(game, root, history.moves(), |state, m| game.people_word(state, m)),
                now: game.position(history.state()),
                sides: game.sides(root),
                ended: match history.status() {
                    Status::Over(value) => Some(parting(game, history.state(), value)),
                    Status::Open => (history.repetitions() >= 2).then_some(Parting::Repeated),
                },
            };
            (self.save)(&saved, file)
        };
        let extras = Extras { worth: Some(&worth), over: Some(&over), save: Some(&save), again: self.again };
        let ended = table.play_with(&mut history, &mut *ask, &mut *output, &extras)?;
        Ok(match ended {
            Ended::Left => Parting::Left,
            Ended::Repeated => Parting::Repeated,
            Ended::Over(value) => parting(game, history.state(), value),
        })
    }
}

/// How a game ended in a position with this value for the side that would be to move.
fn parting<G: Entry>(game: &G, state: &G::State, value: Score) -> Parting {
    let [to_move, other] = game.sides(state);
    match value {
        Score::ZERO => Parting::Draw,
        value => Parting::Won(if value > Score::ZERO { to_move } else { other }),
    }
}
