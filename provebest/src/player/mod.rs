//! A player: an engine with a clock, as strong as one likes.

mod cluster;
mod distance;
mod history;
mod level;
mod spread;
mod timer;

pub use cluster::{ClusterError, think_on};
pub use distance::{is_shortest, plies_to_end};
pub use history::{GameHistory, IllegalMove};
pub use level::Level;
pub use timer::{Remaining, ThinkLimits, Timer};

use std::fmt;
use std::sync::Mutex;

use provebest_game::{Depth, Evaluate, Game, Keyed, MoveList, Score, Skills, SplitMix64, Status};
use provebest_machine::Threads;
use provebest_search::engine::{Answer, Engine, EngineTask, Enhancements, Exchange, NoTable, Share};
use provebest_search::{Kind, Limits, Reason};

use crate::clock::{HAS_CLOCK, HAS_THREADS, NO_CLOCK};
use crate::error::absurd;

/// Plays a game: deepens under a clock, keeps a table, uses threads, and is as strong as its [`Level`].
///
/// Rules, an estimate and a key are enough. It uses every further skill that the game declares ([`skills!`](crate::skills!)).
///
/// ```
/// use provebest::games::connect_four::ConnectFour;
/// use provebest::player::{ThinkLimits, GameHistory, Player};
///
/// let rules = ConnectFour::default();
/// let player = Player::new(&rules, 1 << 20)?.threads(2);
/// let mut history = GameHistory::new(&rules, rules.start());
/// for column in [0, 1, 0, 1, 0] {
///     history.play(column);
/// }
/// let answer = player.think(&history, ThinkLimits::depth(6))?;
/// assert_eq!(answer.best, Some(0), "or it would be lost");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player<'a, G: Game> {
    game: &'a G,
    engine: Engine,
    threads: usize,
    share: Share,
    level: Level,
    seed: u64,
    moves: usize,
    /// Its place, if it thinks with players on other hosts.
    place: Option<Place<'a>>,
    book: Option<&'a BookFn<'a, G>>,
    /// How far values lie apart in the game that began at the position with this key.
    spread: Mutex<Option<(u64, i32)>>,
}

/// A move that is known without a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove<M> {
    /// The move.
    pub played: M,
    /// What the position is worth at least with it, on the scale of the engine, if that is known.
    pub least: Option<Score>,
    /// What is known of the position, in words.
    pub why: String,
}

/// Knows moves of some positions.
pub type BookFn<'a, G> = dyn Fn(&<G as Game>::State) -> Option<BookMove<<G as Game>::Move>> + Sync + 'a;

/// The place of a player among those on other hosts.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// How many threads come before its own.
    first: usize,
    /// How many hosts there are.
    hosts: usize,
    /// What the others are told.
    exchange: &'a Exchange,
}

/// Why a player cannot think.
///
/// ```
/// use provebest::Score;
/// use provebest::player::Unplayable;
/// let error = Unplayable::Absurd(Score(i32::MAX));
/// assert!(error.to_string().starts_with("a position is worth 2147483647; expected an estimate"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unplayable {
    /// The estimate of some position is beyond ±[`Score::LIMIT`], or the result of a game beyond a win.
    Absurd(Score),
    /// There is a limit on time, and no clock on this system (`wasm32-unknown-unknown`).
    NoClock,
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::Absurd(value) => absurd(f, *value),
            Unplayable::NoClock => f.write_str(NO_CLOCK),
        }
    }
}

impl std::error::Error for Unplayable {}

impl<'a, G: Evaluate + Keyed + Skills> Player<'a, G> {
    /// A player of full strength with a table of this size, on one thread.
    pub fn new(game: &'a G, bytes: usize) -> Result<Self, NoTable> {
        let engine = Engine::new(bytes, Enhancements::default())?;
        Ok(Player {
            game,
            engine,
            threads: 1,
            share: Share::Lazy,
            level: Level::FULL,
            seed: 1,
            moves: 1,
            place: None,
            book: None,
            spread: Mutex::new(None),
        })
    }

    /// Thinks on this many threads.
    pub fn threads(self, threads: usize) -> Self {
        Player { threads: threads.max(1), ..self }
    }

    /// How threads keep out of each other's way.
    pub fn share(self, share: Share) -> Self {
        Player { share, ..self }
    }

    /// With these enhancements.
    pub fn enhancements(mut self, on: Enhancements) -> Self {
        self.engine.enhancements = on;
        self
    }

    /// As strong as this.
    pub fn level(self, level: Level) -> Self {
        Player { level, ..self }
    }

    /// Random seed for levels below 10. The same seed plays the same, on one thread and without a clock.
    pub fn seed(self, seed: u64) -> Self {
        Player { seed, ..self }
    }

    /// Plays the moves that a book knows, without a search for others, on every level.
    ///
    /// ```
    /// use provebest::games::tic_tac_toe::{Board, TicTacToe};
    /// use provebest::player::{BookMove, GameHistory, Player, ThinkLimits};
    /// let corner = |board: &Board| (*board == Board::default()).then(|| BookMove { played: 0, least: None, why: "a corner".into() });
    /// let player = Player::new(&TicTacToe, 1 << 16)?.book(&corner);
    /// let history = GameHistory::new(&TicTacToe, Board::default());
    /// assert_eq!(player.think(&history, ThinkLimits::depth(9))?.best, Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn book(self, book: &'a BookFn<'a, G>) -> Self {
        Player { book: Some(book), ..self }
    }

    /// What the book has for the position: the move and its number.
    pub fn book_move(&self, history: &GameHistory<'_, G>) -> Option<(BookMove<G::Move>, u32)> {
        let (known, mut list) = (self.book?(history.state())?, MoveList::new());
        self.game.moves(history.state(), &mut list);
        let number = list.as_slice().iter().position(|&m| m == known.played)?;
        Some((known, number as u32))
    }

    /// Finds the values of this many root moves, the best ones.
    pub fn moves(self, moves: usize) -> Self {
        Player { moves: moves.max(1), ..self }
    }

    /// From now on, finds the values of this many root moves.
    pub fn set_moves(&mut self, moves: usize) {
        self.moves = moves.max(1);
    }

    /// How strong it is.
    pub fn own_level(&self) -> Level {
        self.level
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The engine inside.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Forgets what it learned: for another game. The memory of a new player costs time when it is first touched: call this
    /// before a clock runs, and it costs nothing later.
    pub fn forget(&mut self) {
        self.engine.forget();
    }
}

impl<'a, G> Player<'a, G>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    /// Thinks about the next move. If the game is over, the answer has no best move, and the value of the end. A move without
    /// alternative is answered at once, unless a depth is asked for.
    pub fn think(&self, history: &GameHistory<'_, G>, limits: ThinkLimits) -> Result<Answer<G::Move>, Unplayable> {
        self.think_aloud(history, &Timer::new(limits), &[], |_| {})
    }

    /// Thinks about the next move at full strength, whatever its level: for a hint.
    ///
    /// ```
    /// use provebest::games::connect_four::ConnectFour;
    /// use provebest::player::{GameHistory, Level, Player, ThinkLimits};
    /// let rules = ConnectFour::default();
    /// let player = Player::new(&rules, 1 << 20)?.level(Level::new(1).unwrap());
    /// let history = GameHistory::new(&rules, rules.start());
    /// assert_eq!(player.advise(&history, ThinkLimits::depth(8))?.best, Some(3), "the centre");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advise(&self, history: &GameHistory<'_, G>, limits: ThinkLimits) -> Result<Answer<G::Move>, Unplayable> {
        self.think_at(Level::FULL, history, limits)
    }

    /// Thinks about the next move as strongly as this, whatever its own level.
    pub fn think_at(
        &self,
        level: Level,
        history: &GameHistory<'_, G>,
        limits: ThinkLimits,
    ) -> Result<Answer<G::Move>, Unplayable> {
        self.search_at(level, history, &Timer::new(limits), &[], |_| {})
    }

    /// The same as [`Player::think`] under a timer that others may hold, too: to stop it, or to tell that the opponent has moved as
    /// expected. Only these root moves, by number, if any are named; after every iteration `listener` hears what is known.
    pub fn think_aloud(
        &self,
        history: &GameHistory<'_, G>,
        timer: &Timer,
        only: &[u32],
        listener: impl FnMut(&Answer<G::Move>) + Send,
    ) -> Result<Answer<G::Move>, Unplayable> {
        self.search_at(self.level, history, timer, only, listener)
    }

    fn search_at(
        &self,
        level: Level,
        history: &GameHistory<'_, G>,
        timer: &Timer,
        only: &[u32],
        mut listener: impl FnMut(&Answer<G::Move>) + Send,
    ) -> Result<Answer<G::Move>, Unplayable> {
        let limits = timer.limits();
        if limits.needs_clock() && !HAS_CLOCK {
            return Err(Unplayable::NoClock);
        }
        let nodes = [limits.nodes, level.nodes()].into_iter().flatten().min();
        let nodes = nodes.map(|nodes| nodes.div_ceil(self.place.map_or(1, |place| place.hosts) as u64));
        let known = self.book_move(history).filter(|(_, number)| only.is_empty() || only.contains(number));
        let (least, known) = known.map_or((None, None), |(known, number)| (known.least, Some(number)));
        let mut chance = SplitMix64::new(self.seed ^ self.game.key(history.state()));
        let careless = known.is_none() && level.is_careless(&mut chance);
        // What is known is not searched for: one ply, so that the answer has all that an answer has. Neither is a move without
        // alternative thought about, unless the question is what it is worth.
        let (only, depth) = match &known {
            Some(number) => (std::slice::from_ref(number), Some(Depth(1))),
            None if limits.is_for_a_move() && history.is_forced() => (only, Some(Depth(1))),
            None => (only, limits.depth),
        };
        let task = EngineTask {
            before: history.before(),
            moves: if careless { usize::MAX } else { self.moves },
            only,
            limits: Limits { nodes, stop: Some(timer), ..Limits::default() },
            first: self.place.map_or(0, |place| place.first),
            exchange: self.place.map(|place| place.exchange),
            ..EngineTask::new(self.game, history.state(), depth.unwrap_or(Depth(u32::MAX)))
        };
        let mut heard = |answer: &Answer<G::Move>| -> Option<Reason> {
            if known.is_none() {
                listener(answer);
            }
            timer.is_enough(answer)
        };
        let mut answer = match self.threads {
            1 => self.engine.search(&task, &mut heard),
            threads => on_threads(&self.engine, &task, threads, self.share, &mut heard),
        };
        timer.hold();
        if let (Some(least), Some(first)) = (least, answer.moves.first_mut()) {
            (first.value, first.kind) = (Some(least), Kind::Lower);
            (answer.value, answer.kind) = (Some(least), Kind::Lower);
        }
        if let Some(absurd) = answer.absurd {
            return Err(Unplayable::Absurd(absurd));
        }
        if careless {
            let wins = |m: G::Move| {
                let mut child = history.state().clone();
                self.game.play(&mut child, m);
                matches!(self.game.status(&child, &mut MoveList::new()), Status::Over(value) if value < Score::ZERO)
            };
            level.overlook(&mut answer, self.spread(history.start()), wins, &mut chance);
        }
        Ok(answer)
    }

    /// How far values lie apart in a game that begins here.
    fn spread(&self, start: &G::State) -> i32 {
        let key = self.game.key(start);
        let mut known = self.spread.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match *known {
            Some((of, spread)) if of == key => spread,
            _ => known.insert((key, spread::measure(self.game, start))).1,
        }
    }
}

/// Bytes of stack for a thread on which an engine searches.
pub const STACK: usize = 64 << 20;

/// Searches on threads; on fewer, if the system has fewer.
pub(crate) fn on_threads<G>(
    engine: &Engine,
    task: &EngineTask<'_, G>,
    mut threads: usize,
    share: Share,
    listener: &mut (dyn FnMut(&Answer<G::Move>) -> Option<Reason> + Send),
) -> Answer<G::Move>
where
    G: Evaluate + Keyed + Skills + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    while threads > 1 && HAS_THREADS {
        match engine.search_on(task, &Threads::new(threads).stack(STACK), share, listener) {
            Ok(answer) => return answer,
            Err(failure) => match failure.fewer_threads() {
                Some(fewer) => threads = fewer,
                None => break,
            },
        }
    }
    engine.search(task, listener)
}
