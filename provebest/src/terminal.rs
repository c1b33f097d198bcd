//! A game against a [`Player`], typed into a terminal.

mod ask;
mod talk;

use std::io::{self, BufRead, Write};

use provebest_game::{Evaluate, Game, Keyed, MaybeRepeat, MoveList, Score, Skills, Status, line_in_words};
use provebest_search::Kind;
use provebest_search::engine::Answer;

#[cfg(all(feature = "editing", not(target_family = "wasm")))]
pub use self::ask::editor;
pub use self::ask::{Asks, lines};
#[cfg(feature = "command")]
pub(crate) use self::talk::some;
pub use self::talk::thousands;
use self::talk::{Board, Session};
use crate::player::{GameHistory, Level, Player, ThinkLimits, is_shortest, plies_to_end};

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

/// Who plays what, and how well: the first line of a game. Both are in the order in which they move.
///
/// ```
/// use provebest::player::Level;
/// use provebest::terminal::introduction;
/// assert_eq!(introduction(["X", "O"], [true, false], Level::CASUAL), "You are X, I am O. I play at level 3 of 10.");
/// ```
pub fn introduction([first, second]: [&str; 2], people: [bool; 2], level: Level) -> String {
    let well = match level {
        Level::FULL => "I play at full strength.".into(),
        level => format!("I play at level {level} of {}.", Level::FULL),
    };
    match people {
        [true, false] => format!("You are {first}, I am {second}. {well}"),
        [false, true] => format!("I am {first}, you are {second}. {well}"),
        [true, true] => format!("{first} against {second}, you play both."),
        [false, false] => format!("{first} against {second}, I play both."),
    }
}

/// Writes a position and something about it.
pub type Writes<'t, G, T> = &'t dyn Fn(&<G as Game>::State, T) -> String;

/// Reads a move of a position, if the text names a legal one.
pub type Reads<'t, G> = &'t dyn Fn(&<G as Game>::State, &str) -> Option<<G as Game>::Move>;

/// Says something about a position.
pub type Tells<'t, G> = &'t dyn Fn(&<G as Game>::State) -> String;

/// Keeps a game in the file of this name, and says where it is and what can be done with it.
pub type Saves<'t, 'a, G> = &'t dyn Fn(&GameHistory<'a, G>, &str) -> io::Result<String>;

/// What a game may know beyond its rules, to be said at the terminal.
///
/// ```
/// use provebest::games::tic_tac_toe::TicTacToe;
/// use provebest::terminal::Extras;
/// let extras = Extras::<TicTacToe> { over: Some(&|_| "three in a row".into()), ..Extras::default() };
/// assert!(extras.worth.is_none() && !extras.again);
/// ```
pub struct Extras<'t, 'a, G: Game> {
    /// Says what a value of the side to move means, and for whom: "White is ahead by 0.51 pawns". Otherwise it is a number.
    pub worth: Option<Writes<'t, G, Score>>,
    /// Says why the game is over, "Checkmate", if there is something to say.
    pub over: Option<Tells<'t, G>>,
    /// Keeps the game in a file.
    pub save: Option<Saves<'t, 'a, G>>,
    /// Offers another game at the end.
    pub again: bool,
}

impl<G: Game> Default for Extras<'_, '_, G> {
    fn default() -> Self {
        Extras { worth: None, over: None, save: None, again: false }
    }
}

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
    /// Plays until the game is over, or until a person leaves. People write lines.
    pub fn play(
        &self,
        history: &mut GameHistory<'a, G>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<Ended> {
        self.play_with(history, &mut lines(input), output, &Extras::default())
    }

    /// The same with another way to ask people, such as the editor for lines, and with what the game knows beyond its rules.
    pub fn play_with<'t>(
        &self,
        history: &mut GameHistory<'a, G>,
        ask: &'t mut Asks<'t>,
        output: &'t mut dyn Write,
        extras: &Extras<'_, 'a, G>,
    ) -> io::Result<Ended> {
        let mut board = Sitting { terminal: self, history, extras };
        Session { people: self.people, level: None, again: extras.again, ask, output }.play(&mut board)
    }
}

/// A game that is being played at a terminal.
struct Sitting<'s, 't, 'a, G: Evaluate + Keyed> {
    terminal: &'s Terminal<'t, 'a, G>,
    history: &'s mut GameHistory<'a, G>,
    extras: &'s Extras<'t, 'a, G>,
}

impl<G> Sitting<'_, '_, '_, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    fn word(&self, m: G::Move) -> String {
        (self.terminal.word)(self.history.state(), m)
    }

    fn moves(&self) -> MoveList<G::Move> {
        let mut list = MoveList::new();
        self.history.game().moves(self.history.state(), &mut list);
        list
    }

    /// What the player thinks of the position, and for whom that is good.
    fn opinion(&self, answer: &Answer<G::Move>) -> String {
        let Some(value) = answer.value else { return "no time to think".into() };
        let (history, state) = (&self.history, self.history.state());
        let ahead = self.terminal.sides[(history.plies() + usize::from(value < Score::ZERO)) % 2];
        if value.end().is_some() {
            let on = self.terminal.player.engine().enhancements.of_use::<G>();
            let plies = plies_to_end(history.game(), state, value, answer.line.moves());
            let plies = plies.map(|plies| {
                let most = if is_shortest(on, plies, answer.depth) { "" } else { "at most " };
                format!(" in {most}{}", count_of_plies(plies))
            });
            return format!("{ahead} wins{}", plies.unwrap_or_default());
        }
        let worth = match (self.extras.worth, value) {
            (_, Score::ZERO) => "even".into(),
            (Some(worth), value) => worth(state, value),
            (None, value) => format!("worth {} for {ahead}", value.0.abs()),
        };
        match answer.kind {
            Kind::Exact => format!("{worth}, proved"),
            _ => format!("{worth}, {} deep", count_of_plies(answer.depth.0)),
        }
    }
}

impl<G> Board for Sitting<'_, '_, '_, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    fn drawn(&self) -> String {
        (self.terminal.show)(self.history.state(), self.history.moves().last().copied())
    }

    fn plies(&self) -> usize {
        self.history.plies()
    }

    fn sides(&self) -> [&str; 2] {
        self.terminal.sides
    }

    fn ended(&self) -> Option<(Ended, String)> {
        let Status::Over(value) = self.history.status() else {
            let third = G::Repeat::HAS && self.history.repetitions() >= 2;
            return third.then(|| (Ended::Repeated, "A draw: the same position for the third time.".into()));
        };
        let why = self.extras.over.map(|over| over(self.history.state())).filter(|why| !why.is_empty());
        // The value is that of the side that would be to move.
        let winner = self.terminal.sides[(self.history.plies() + usize::from(value < Score::ZERO)) % 2];
        let words = match (value, why) {
            (Score::ZERO, None) => "A draw.".into(),
            (Score::ZERO, Some(why)) => format!("{why}: a draw."),
            (_, None) => format!("{winner} has won."),
            (_, Some(why)) => format!("{why}: {winner} has won."),
        };
        Some((Ended::Over(value), words))
    }

    fn words(&self) -> Vec<String> {
        self.moves().as_slice().iter().map(|&m| self.word(m)).collect()
    }

    fn read(&self, text: &str, words: &[String]) -> Option<usize> {
        let list = self.moves();
        let read = |text: &str| {
            let m = self.terminal.read?(self.history.state(), text)?;
            list.as_slice().iter().position(|&other| other == m)
        };
        // As it is written, first: bxc3 and Bxc3 are two moves of chess.
        let same = words.iter().position(|word| word == text).or_else(|| read(text));
        let alike = || words.iter().position(|word| word.eq_ignore_ascii_case(text));
        same.or_else(alike).or_else(|| read(&text.to_ascii_lowercase()))
    }

    fn play(&mut self, number: usize) {
        let m = self.moves().as_slice()[number];
        self.history.play(m);
    }

    fn undo(&mut self) {
        self.history.undo();
    }

    fn answer(&mut self, level: Option<Level>) -> io::Result<String> {
        let Terminal { player, limits, .. } = self.terminal;
        if let Some((known, _)) = player.book_move(self.history) {
            let told = format!("I play {} (from the book: {})", self.word(known.played), known.why);
            self.history.play(known.played);
            return Ok(told);
        }
        let answer = match level {
            Some(level) => player.think_at(level, self.history, *limits),
            None => player.think(self.history, *limits),
        };
        let answer = answer.map_err(io::Error::other)?;
        let best = answer.moves[0].played;
        let told = format!("I play {} ({})", self.word(best), self.opinion(&answer));
        self.history.play(best);
        Ok(told)
    }

    fn hint(&self) -> io::Result<String> {
        let Terminal { player, limits, word, .. } = self.terminal;
        if let Some((known, _)) = player.book_move(self.history) {
            return Ok(format!("{} (from the book: {})", self.word(known.played), known.why));
        }
        let answer = player.advise(self.history, *limits).map_err(io::Error::other)?;
        let soon = &answer.line.moves()[..answer.line.moves().len().min(6)];
        let line = line_in_words(self.history.game(), self.history.state(), soon, word);
        let first = line.first().cloned().unwrap_or_else(|| self.word(answer.moves[0].played));
        let told = format!("{first} ({})", self.opinion(&answer));
        let expected = format!("I expect {}", line.join(" "));
        Ok(match line.len() {
            0 | 1 => told,
            // No terminal breaks a move in two.
            _ if told.chars().count() + expected.chars().count() > 76 => format!("{told}\n{expected}"),
            _ => format!("{told}; {expected}"),
        })
    }

    fn level(&self) -> Level {
        self.terminal.player.own_level()
    }

    fn save(&self, file: &str) -> Option<io::Result<String>> {
        self.extras.save.map(|save| save(self.history, file))
    }
}

fn count_of_plies(plies: u32) -> String {
    format!("{plies} {}", if plies == 1 { "ply" } else { "plies" })
}
