//! What the table says about a game.

use provebest::player::{GameHistory, Player, Timer, Unplayable};
use provebest_game::{
    Children, Depth, Distribution, Evaluate, Game, Keyed, MoveList, Plain, Provable, Score, Shape, Skills, Solvable,
    TextError, ValueRange,
};
use provebest_games::synthetic::ShapeError;
use provebest_search::engine::Answer as EngineAnswer;

use super::Diagram;
use super::seats::{Parting, Seats, SeatsError};

/// What kind of thing a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameKind {
    /// An explicit tree.
    Tree,
    /// A tree that a generator makes from a seed.
    Synthetic,
    /// A game that people play. It has a start position.
    Played,
    /// A puzzle for one.
    Puzzle,
    /// A graph whose positions may come again, for proof searches alone.
    Graph,
}

/// What to know about a game.
///
/// ```
/// use provebest_catalog::games::{self, GameKind};
/// let othello = games::find("reversi").unwrap();
/// assert_eq!((othello.name, othello.kind, othello.usual_method), ("othello", GameKind::Played, "engine"));
/// assert!(othello.is_played() && othello.estimates);
/// assert_eq!(othello.command(), "search");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// The name.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What kind of thing it is.
    pub kind: GameKind,
    /// What it is, in a line.
    pub summary: &'static str,
    /// How a position is written.
    pub position: &'static str,
    /// A position.
    pub example: &'static str,
    /// How many plies to search by default; `None` for all of them.
    pub usual_depth: Option<Depth>,
    /// The default method.
    pub usual_method: &'static str,
    /// Do inner nodes have a value that a search may use?
    pub estimates: bool,
    /// Can the solver prove its positions?
    pub solvable: bool,
    /// What to try next.
    pub hint: &'static str,
}

impl GameInfo {
    /// Is it a game that people play, and not a tree?
    pub fn is_played(&self) -> bool {
        self.kind == GameKind::Played
    }

    /// The command that searches it.
    pub fn command(&self) -> &'static str {
        if matches!(self.kind, GameKind::Puzzle | GameKind::Graph) { "solve" } else { "search" }
    }
}

impl PartialEq for GameInfo {
    /// Names are unique.
    fn eq(&self, other: &GameInfo) -> bool {
        self.name == other.name
    }
}

impl Eq for GameInfo {}

/// A position in its text, and the seed for a synthetic tree that names none.
#[derive(Clone, Copy, Debug)]
pub struct PositionText<'a> {
    /// The text; empty for the start of a game that people play.
    pub text: &'a str,
    /// The seed that was given beside the text.
    pub seed: Option<u64>,
}

/// Rules and a position in them.
pub struct Placed<G: Game> {
    /// The rules.
    pub rules: G,
    /// The position.
    pub root: G::State,
    /// The largest value, for trees that know it.
    pub values: Option<i32>,
}

/// A position cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// There is no such tree.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The position names one seed, the request another one.
    #[error("seed={own} in the position, but seed {asked} was asked for; expected one of them, or the same twice")]
    TwoSeeds {
        /// The seed in the position.
        own: u64,
        /// The seed in the request.
        asked: u64,
    },
}

/// What an estimate counts.
///
/// ```
/// use provebest_catalog::games::Measure;
/// use provebest_game::Score;
/// let (pawns, discs) = (Measure { one: "pawn", many: "pawns", size: 100 }, Measure { one: "disc", many: "discs", size: 1 });
/// assert_eq!(pawns.words(Score(-51)), "0.51 pawns");
/// assert_eq!((discs.words(Score(1)), discs.words(Score(12))), ("1 disc".into(), "12 discs".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Its name.
    pub one: &'static str,
    /// The name of several.
    pub many: &'static str,
    /// How large one is.
    pub size: i32,
}

impl Measure {
    /// An amount in words, without its sign.
    pub fn words(&self, value: Score) -> String {
        let Measure { one, many, size } = *self;
        match value.0.abs() {
            amount if size > 1 => format!("{:.2} {many}", f64::from(amount) / f64::from(size)),
            amount => format!("{amount} {}", if amount == 1 { one } else { many }),
        }
    }
}

/// How many leaves there are to look at.
///
/// ```
/// use provebest_catalog::games::{self, LeafCount};
/// use provebest_catalog::Problem;
/// let uniform = Problem::read(games::find("uniform").unwrap(), Some("w=3,d=4,seed=1"), None, None)?;
/// assert_eq!(uniform.leaf_count(), LeafCount::Exactly(81));
/// # Ok::<(), provebest_catalog::ProblemError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LeafCount {
    /// This many.
    Exactly(u128),
    /// This many or fewer.
    AtMost(u128),
}

/// For which methods a game is compiled by itself. The others run on all games as one ([`AnyGame`](super::AnyGame)), at the
/// price of a branch at every step; each method that is compiled for a game takes seconds to build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The sequential family, when it is timed.
    pub family: bool,
    /// The engine, with the skills of the game.
    pub engine: bool,
    /// The solver, with what the game knows about solving.
    pub solver: bool,
}

/// A game in the table.
pub trait Entry:
    Evaluate<State: Send + Sync, Move: Number + Send + Sync> + Distribution + ValueRange + Keyed + Skills + Sync + 'static
{
    /// What there is to say about it.
    const INFO: GameInfo;

    /// What it is compiled for. A game that people play wants its own engine and solver.
    const COMPILED: Compiled = Compiled { family: false, engine: true, solver: true };

    /// Reads a position.
    fn read(position: PositionText<'_>) -> Result<Placed<Self>, PositionError>;

    /// A move in the game's notation; `number` counts the children of `state` from 0.
    fn word(&self, state: &Self::State, m: Self::Move, number: u32) -> String;

    /// A move as people write it.
    fn people_word(&self, state: &Self::State, m: Self::Move) -> String {
        word_of(self, state, m)
    }

    /// Reads a move.
    fn read_word(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError>;

    /// Writes a position of these rules, so that [`Entry::read`] reads the same one. Trees are written whole.
    fn position(&self, state: &Self::State) -> String;

    /// Writes a position for a book: without what does not matter for its value, such as clocks.
    fn book_position(&self, state: &Self::State) -> String {
        self.position(state)
    }

    /// The board, with the move that led there; `None` where there is nothing to draw.
    fn diagram(&self, _: &Self::State, _last: Option<Self::Move>) -> Option<Diagram> {
        None
    }

    /// What the side to move is called, and the other one.
    fn sides(&self, _: &Self::State) -> [&'static str; 2] {
        ["MAX", "MIN"]
    }

    /// By how much a game is won that the solver values like this: `by 38 discs`; nothing where a win is a win.
    fn margin(&self, _value: Score) -> String {
        String::new()
    }

    /// What estimates count, if people have a name for it.
    fn measure(&self) -> Option<Measure> {
        None
    }

    /// Why the game is over here.
    fn why_over(&self, _: &Self::State) -> &'static str {
        "end of the game"
    }

    /// Does something with a game that people play; `None` for trees.
    fn as_played<V: PlayedVisitor>(&self, _root: &Self::State, _visitor: V) -> Option<V::Output> {
        None
    }

    /// The leaves down to the end of `shape`.
    fn leaf_count(&self, shape: Shape) -> LeafCount {
        LeafCount::AtMost(full(shape))
    }

    /// [`Game::open`] with moves as numbers. A game that does not list its moves in `open` overrides this, and is faster.
    #[inline]
    fn open_by_number(&self, state: &Self::State, list: &mut MoveList<u32>) -> Result<Children, Score> {
        list.open(|list| {
            let mut own = MoveList::new();
            let status = self.moves(state, &mut own);
            list.extend(own.as_slice().iter().map(|&m| m.number()));
            status
        })
    }

    /// [`Game::child`] with moves as numbers.
    #[inline]
    fn child_by_number(
        &self,
        state: &Self::State,
        children: Children,
        list: &MoveList<u32>,
        number: u32,
    ) -> (u32, Self::State) {
        let (m, mut child) = (list.at(children, number), state.clone());
        self.play(&mut child, Number::of(m));
        (m, child)
    }

    /// Runs something on the rules that suit the engine best.
    fn for_engine<T>(&self, run: impl FnOnce(&Self) -> T) -> T {
        run(self)
    }

    /// Runs something on the rules that suit the solver best.
    fn for_solver<V: SolverVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(&Plain(self))
    }

    /// Hands the rules to a proof search, if they say how their positions are proved. All others are proved as one type.
    fn for_proof<V: ProofVisitor<Self>>(&self, visitor: V) -> Result<V::Output, V> {
        Err(visitor)
    }

    /// A value that the solver proved, on the scale that people know.
    fn proved_value(&self, value: Score) -> Score {
        value
    }

    /// The same for a value that a search of the family found with this line; `None` if the line does not decide it.
    fn value_by_line(&self, _root: &Self::State, _line: &[Self::Move], value: Score) -> Option<Score> {
        Some(value)
    }
}

/// All leaves of a tree of this shape.
pub(super) fn full(shape: Shape) -> u128 {
    u128::from(shape.width).checked_pow(shape.height.0).unwrap_or(u128::MAX)
}

/// Something to do with a game, whichever it is.
///
/// ```
/// use provebest_catalog::games::{self, Entry, Visitor};
/// use provebest_catalog::Problem;
/// use provebest_game::MoveList;
///
/// struct Width;
/// impl Visitor for Width {
///     type Output = usize;
///     fn visit<G: Entry>(self, game: &G, root: &G::State) -> usize {
///         let mut moves = MoveList::new();
///         game.moves(root, &mut moves);
///         moves.as_slice().len()
///     }
/// }
/// let problem = Problem::read(games::find("connect4").unwrap(), None, None, None)?;
/// assert_eq!(problem.game().unwrap().visit(Width), 7);
/// # Ok::<(), provebest_catalog::ProblemError>(())
/// ```
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Entry>(self, game: &G, root: &G::State) -> Self::Output;
}

/// A game that people play, with an engine that is compiled in this crate and nowhere else.
pub trait Played: Entry {
    /// A player thinks about its next move.
    fn think(
        player: &Player<'_, Self>,
        history: &GameHistory<'_, Self>,
        timer: &Timer,
        only: &[u32],
        listener: &mut (dyn FnMut(&EngineAnswer<Self::Move>) + Send),
    ) -> Result<EngineAnswer<Self::Move>, Unplayable>;

    /// People and the engine play a game at a terminal.
    fn sit_down(&self, root: &Self::State, seats: &Seats<'_>) -> Result<Parting, SeatsError>;

    /// The position in which the game begins.
    fn start() -> Self::State;
}

/// Something to do with a game that people play, whichever it is.
pub trait PlayedVisitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Played>(self, game: &G, root: &G::State) -> Self::Output;
}

/// Something to do with a game that can be solved.
pub trait SolverVisitor<G: Game> {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<S: Solvable + Sync + Game<State = G::State, Move = G::Move>>(self, game: &S) -> Self::Output;
}

/// Something to do with a game whose positions can be proved.
pub trait ProofVisitor<G: Game>: Sized {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<P: Provable + Sync + Game<State = G::State, Move = G::Move>>(self, game: &P) -> Self::Output;
}

/// A move as a number, and back: so that the moves of all games are one type.
///
/// ```
/// use provebest_catalog::games::Number;
/// let pass: Option<u8> = None;
/// assert_eq!((pass.number(), Some(63_u8).number()), (0, 64));
/// assert_eq!(<Option<u8> as Number>::of(64), Some(63));
/// ```
pub trait Number: Copy {
    /// The number.
    fn number(self) -> u32;
    /// The move with this number.
    fn of(number: u32) -> Self;
}

impl Number for u32 {
    fn number(self) -> u32 {
        self
    }
    fn of(number: u32) -> u32 {
        number
    }
}

impl Number for u8 {
    fn number(self) -> u32 {
        self.into()
    }
    fn of(number: u32) -> u8 {
        number as u8
    }
}

impl Number for Option<u8> {
    fn number(self) -> u32 {
        self.map_or(0, |field| u32::from(field) + 1)
    }
    fn of(number: u32) -> Option<u8> {
        number.checked_sub(1).map(|field| field as u8)
    }
}

/// A move of a game in its own notation.
///
/// ```
/// use provebest_catalog::games::word_of;
/// use provebest_games::connect_four::ConnectFour;
/// use provebest_game::Text;
/// let (rules, board) = ConnectFour::parse("4455")?;
/// let m = rules.parse_move(&board, "3")?;
/// assert_eq!(word_of(&rules, &board, m), "3");
/// # Ok::<(), provebest_game::TextError>(())
/// ```
pub fn word_of<G: Entry>(game: &G, state: &G::State, m: G::Move) -> String {
    let mut list = MoveList::new();
    game.moves(state, &mut list);
    let number = list.as_slice().iter().position(|&other| other == m).unwrap_or_default();
    game.word(state, m, number as u32)
}

/// The moves along a path of child numbers, in the game's notation.
pub fn words<G: Entry>(game: &G, root: &G::State, path: &[u32]) -> Vec<String> {
    let (mut state, mut list) = (root.clone(), MoveList::new());
    let word = |&number: &u32| {
        let children: Children = game.open(&state, &mut list).ok()?;
        let (m, child) = game.child(&state, children, &list, number);
        list.close(children);
        let word = game.word(&state, m, number);
        state = child;
        Some(word)
    };
    path.iter().map_while(word).collect()
}
