//! A command for a game of your own: `play`, `compare`, `explain`, `match`, `check` and an engine protocol, by one line in `main`.
//!
//! ```no_run
//! use provebest::command::Command;
//! use provebest::games::connect_four::ConnectFour;
//!
//! fn main() -> std::process::ExitCode {
//!     let rules = ConnectFour::default();
//!     Command::new("four", &rules, rules.start()).word(&|_, column| (column + 1).to_string()).main()
//! }
//! ```
//!
//! `four help` lists what it does then. A position is written as the moves that lead there from the start.

mod compare;
mod contest;
mod explain;
mod play;
mod ugi;
mod words;

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Write};
use std::process::ExitCode;

use provebest_game::{Evaluate, Fault, Game, Keyed, MoveList, Skills, Status, line_in_words};

use crate::explicit::TooLarge;
use crate::player::{GameHistory, Unplayable};
use crate::terminal;
use words::Words;

/// Draws a position.
pub type Draws<'c, G> = &'c (dyn Fn(&<G as Game>::State) -> String + Sync);
/// Writes a move of a position.
pub type Names<'c, G> = &'c (dyn Fn(&<G as Game>::State, <G as Game>::Move) -> String + Sync);

/// A game as a command. See the example at [`command`](self).
pub struct Command<'c, G: Game> {
    name: &'c str,
    game: &'c G,
    start: G::State,
    show: Option<Draws<'c, G>>,
    word: Option<Names<'c, G>>,
    sides: [&'c str; 2],
    /// How it was called, where that is known.
    program: Option<String>,
}

/// Why a command could not do its work.
#[derive(Debug)]
#[non_exhaustive]
pub enum CommandError {
    /// Wrong words: what is wrong, and what is expected.
    Usage(String),
    /// The check has found something.
    Fault(Fault),
    /// An estimate is out of range.
    Unplayable(Unplayable),
    /// The tree is too large to be compared or explained.
    TooLarge(TooLarge),
    /// Input or output is gone.
    Io(io::Error),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Usage(why) => f.write_str(why),
            CommandError::Fault(fault) => fault.fmt(f),
            CommandError::Unplayable(why) => why.fmt(f),
            CommandError::TooLarge(why) => write!(f, "{why}; expected a smaller --depth"),
            CommandError::Io(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        CommandError::Io(error)
    }
}

impl From<Unplayable> for CommandError {
    fn from(error: Unplayable) -> Self {
        CommandError::Unplayable(error)
    }
}

impl From<TooLarge> for CommandError {
    fn from(error: TooLarge) -> Self {
        CommandError::TooLarge(error)
    }
}

/// Bytes of a player's table.
const TABLE: usize = 32 << 20;

impl<'c, G> Command<'c, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    /// The game that is called `name` and begins at `start`.
    pub fn new(name: &'c str, game: &'c G, start: G::State) -> Self {
        Command {
            name,
            game,
            start,
            show: None,
            word: None,
            sides: ["The first side", "The second side"],
            program: None,
        }
    }

    /// Draws positions so. Without it no board is seen.
    pub fn show(self, show: Draws<'c, G>) -> Self {
        Command { show: Some(show), ..self }
    }

    /// Writes moves so, each move of a position differently and without spaces. Without it moves are numbered from 1.
    pub fn word(self, word: Names<'c, G>) -> Self {
        Command { word: Some(word), ..self }
    }

    /// What the sides are called: the one that begins, and the other.
    pub fn sides(self, sides: [&'c str; 2]) -> Self {
        Command { sides, ..self }
    }

    /// Does what the words of the command line say. The status is 0, 1 if the check has found a fault, and 2 for wrong words.
    pub fn main(&self) -> ExitCode {
        let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let mut output = io::stdout();
        let program = std::env::args_os().next().map(|program| program.to_string_lossy().into_owned());
        let called = Command { program, start: self.start.clone(), ..*self };
        #[cfg(not(target_family = "wasm"))]
        let done = match (words.split_first(), terminal::editor()) {
            (Some((first, rest)), Some(mut ask)) if first == "play" => called.play(rest, &mut ask, true, &mut output),
            _ => called.run(&words, &mut io::stdin().lock(), &mut output),
        };
        #[cfg(target_family = "wasm")]
        let done = called.run(&words, &mut io::stdin().lock(), &mut output);
        match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(CommandError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::from(if matches!(error, CommandError::Fault(_)) { 1 } else { 2 })
            }
        }
    }

    /// Does what some words say.
    ///
    /// ```
    /// use provebest::command::Command;
    /// use provebest::games::tic_tac_toe::{Board, TicTacToe};
    ///
    /// let command = Command::new("tictactoe", &TicTacToe, Board::default()).sides(["X", "O"]);
    /// let (words, mut output) = (["compare".into(), "--depth".into(), "4".into()], Vec::new());
    /// command.run(&words, &mut std::io::empty(), &mut output)?;
    /// assert!(String::from_utf8_lossy(&output).contains("All 17 searches agree"));
    /// let wrong = command.run(&["comprae".into()], &mut std::io::empty(), &mut output).unwrap_err();
    /// assert!(wrong.to_string().starts_with("'comprae' is no command; expected one of check, "));
    /// # Ok::<(), provebest::command::CommandError>(())
    /// ```
    pub fn run(
        &self,
        words: &[String],
        input: &mut dyn BufRead,
        output: &mut (dyn Write + Send),
    ) -> Result<(), CommandError> {
        const ALL: &str = "check, compare, explain, help, match, play or ugi";
        let (first, rest) = words.split_first().map_or(("help", &[][..]), |(first, rest)| (first.as_str(), rest));
        match first {
            "check" => self.check(Words::read(rest, &[])?, output),
            "compare" => self.compare(Words::read(rest, &["--depth"])?, output),
            "explain" => {
                let options = ["--depth", "--algorithm", "--node", "--svg", "--dot", "--tikz"];
                self.explain(Words::read(rest, &options)?, output)
            }
            "match" => self.contest(Words::read(rest, &["--games", "--nodes", "--time", "--seed"])?, output),
            "play" => self.play(rest, &mut terminal::lines(input), false, output),
            "ugi" => self.ugi(Words::read(rest, &[])?, input, output),
            "help" | "--help" | "-h" => Ok(self.help(output)?),
            other => {
                Err(CommandError::Usage(format!("'{}' is no command; expected one of {ALL}", other.escape_debug())))
            }
        }
    }

    fn help(&self, output: &mut dyn Write) -> io::Result<()> {
        let name = self.name;
        writeln!(
            output,
            "\
{name} play                   play against the engine
    --level 1 to 10, --side first, second, both or none, --time 1s a move
{name} check                  do the rules keep their promises?
{name} compare --depth 3      one tree, all searches
{name} explain --depth 2      a search step by step
    --algorithm alpha-beta
{name} match 6 3 --games 100  level 6 against level 3
    --nodes 1000 or --time 100ms a move
{name} ugi                    the Universal Game Interface, for programs

Moves behind the options are played first:
    {name} compare --depth 3 {}",
            self.some_moves()
        )
    }

    /// What to type to start this command.
    fn program(&self) -> &str {
        self.program.as_deref().unwrap_or(self.name)
    }

    /// The beginning of a game, as an example.
    fn some_moves(&self) -> String {
        let (mut state, mut line) = (self.start.clone(), Vec::new());
        for _ in 0..2 {
            let mut list = MoveList::new();
            if self.game.moves(&state, &mut list) != Status::Open {
                break;
            }
            line.push(list.as_slice()[0]);
            self.game.play(&mut state, list.as_slice()[0]);
        }
        self.line(&self.start, &line)
    }

    fn check(&self, words: Words<'_>, output: &mut dyn Write) -> Result<(), CommandError> {
        let history = self.history(words.rest())?;
        let checked = crate::check(self.game, history.state()).map_err(CommandError::Fault)?;
        Ok(writeln!(output, "{checked}\nNo promise was broken. Is that what your game looks like?")?)
    }

    /// A move in words.
    fn name_of(&self, state: &G::State, m: G::Move) -> String {
        match self.word {
            Some(word) => word(state, m),
            None => {
                let mut list = MoveList::new();
                self.game.moves(state, &mut list);
                let number = list.as_slice().iter().position(|&other| other == m);
                number.map_or_else(|| "?".into(), |number| (number + 1).to_string())
            }
        }
    }

    /// Moves in words, from a position on.
    fn line(&self, state: &G::State, line: &[G::Move]) -> String {
        line_in_words(self.game, state, line, |state, m| self.name_of(state, m)).join(" ")
    }

    /// The game after these moves from the start.
    fn history(&self, moves: &[&str]) -> Result<GameHistory<'c, G>, CommandError> {
        let mut history = GameHistory::new(self.game, self.start.clone());
        for (place, &text) in moves.iter().enumerate() {
            let mut list = MoveList::new();
            let open = self.game.moves(history.state(), &mut list) == Status::Open;
            let names: Vec<String> = list.as_slice().iter().map(|&m| self.name_of(history.state(), m)).collect();
            let found = names.iter().position(|name| name.eq_ignore_ascii_case(text)).filter(|_| open);
            let Some(number) = found else {
                let want = if open { terminal::some(&names) } else { "no move: the game is over".into() };
                let text = text.escape_debug();
                return Err(CommandError::Usage(format!(
                    "'{text}', move {} of the position, is not legal; expected {want}",
                    place + 1
                )));
            };
            history.play(list.as_slice()[number]);
        }
        Ok(history)
    }

    /// The same in a position that is not over.
    fn open_history(&self, moves: &[&str]) -> Result<GameHistory<'c, G>, CommandError> {
        let history = self.history(moves)?;
        match history.status() {
            Status::Open => Ok(history),
            Status::Over(_) => {
                Err(CommandError::Usage("the game is over there; expected a position with a move".into()))
            }
        }
    }
}
