//! All games as one. Parallel searches are long, and there are many of them: they are compiled for this game only, at the price
//! of a branch at every step. So is every search with an observer. What is timed is compiled for its own game where the table
//! says so.

use provebest_game::{
    Children, Distribution, Evaluate, Game, Interval, Keyed, MoveList, Plain, Score, Shape, Status, TextError,
    ValueRange,
};

use super::entry::{SolverVisitor, word_of, words};
use super::*; // the games too: they are named where their list is

macro_rules! enums {
    ([$($(#[$gate:meta])* $variant:ident: $game:ty,)*]) => {
        /// One of the games, and the position to search.
        ///
        /// ```
        /// use provebest_catalog::{Problem, games};
        /// let problem = Problem::read(games::find("tictactoe").unwrap(), Some("519"), None, None)?;
        /// let game = problem.game().unwrap();
        /// assert_eq!((game.info().name, game.sides(&game.root())), ("tictactoe", ["O", "X"]));
        /// assert_eq!(game.diagram(&game.root(), None).unwrap().rows.len(), 3);
        /// assert_eq!(game.words(&[0, 0]), ["2", "3"]);
        /// # Ok::<(), provebest_catalog::ProblemError>(())
        /// ```
        #[allow(missing_docs)]
        #[non_exhaustive]
        pub enum AnyGame {
            $($(#[$gate])* $variant(Placed<$game>),)*
        }

        /// A position in one of the games.
        #[derive(Clone)]
        #[allow(missing_docs)]
        #[non_exhaustive]
        pub enum AnyState {
            $($(#[$gate])* $variant(<$game as Game>::State),)*
        }

        impl AnyGame {
            /// Reads a position of a game.
            pub(crate) fn read(game: &GameInfo, position: PositionText<'_>) -> Option<Result<AnyGame, PositionError>> {
                $($(#[$gate])* if *game == <$game as Entry>::INFO {
                    return Some(<$game as Entry>::read(position).map(AnyGame::$variant));
                })*
                None
            }

            /// The position to search.
            pub fn root(&self) -> AnyState {
                match self {
                    $($(#[$gate])* AnyGame::$variant(placed) => AnyState::$variant(placed.root.clone()),)*
                }
            }

            /// Does something with the game inside.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    $($(#[$gate])* AnyGame::$variant(placed) => visitor.visit(&placed.rules, &placed.root),)*
                }
            }

            /// The entry of the game.
            pub fn info(&self) -> &'static GameInfo {
                match self {
                    $($(#[$gate])* AnyGame::$variant(_) => &<$game as Entry>::INFO,)*
                }
            }

            /// The largest value, for trees that know it.
            pub(crate) fn values(&self) -> Option<i32> {
                match self {
                    $($(#[$gate])* AnyGame::$variant(placed) => placed.values,)*
                }
            }
        }
    };
}

/// Does something with the game and the state inside; `$wrap` puts a state back.
macro_rules! inside {
    ($rules:expr, $state:expr, |$game:ident, $inner:ident, $wrap:ident| $what:expr) => {
        for_all_games!(each($rules, $state, $game, $inner, $wrap, $what))
    };
}

macro_rules! each {
    ([$($(#[$gate:meta])* $variant:ident: $type:ty,)*] ($rules:expr, $state:expr, $game:ident, $inner:ident, $wrap:ident, $what:expr)) => {
        match ($rules, $state) {
            $($(#[$gate])* (AnyGame::$variant(Placed { rules: $game, .. }), AnyState::$variant($inner)) => {
                #[allow(unused_variables)]
                let $wrap = AnyState::$variant;
                $what
            })*
            _ => unreachable!("a position of another game"),
        }
    };
}

pub(crate) use {each, enums};

for_all_games!(enums);

impl Game for AnyGame {
    type State = AnyState;
    type Move = u32;

    fn moves(&self, state: &AnyState, out: &mut MoveList<u32>) -> Status {
        fn numbers<G: Game<Move: Number>>(game: &G, state: &G::State, out: &mut MoveList<u32>) -> Status {
            let mut list = MoveList::new();
            let status = game.moves(state, &mut list);
            out.extend(list.as_slice().iter().map(|&m| m.number()));
            status
        }
        inside!(self, state, |game, inner, wrap| numbers(game, inner, out))
    }

    fn play(&self, state: &mut AnyState, m: u32) {
        inside!(self, state, |game, inner, wrap| game.play(inner, Number::of(m)));
    }

    #[inline]
    fn status(&self, state: &AnyState, _: &mut MoveList<u32>) -> Status {
        inside!(self, state, |game, inner, wrap| game.status(inner, &mut MoveList::new()))
    }

    fn shape(&self, state: &AnyState) -> Option<Shape> {
        inside!(self, state, |game, inner, wrap| game.shape(inner))
    }

    #[inline]
    fn open(&self, state: &AnyState, list: &mut MoveList<u32>) -> Result<Children, Score> {
        inside!(self, state, |game, inner, wrap| game.open_by_number(inner, list))
    }

    #[inline]
    fn child(&self, state: &AnyState, children: Children, list: &MoveList<u32>, number: u32) -> (u32, AnyState) {
        inside!(self, state, |game, inner, wrap| {
            let (m, child) = game.child_by_number(inner, children, list, number);
            (m, wrap(child))
        })
    }
}

impl Evaluate for AnyGame {
    #[inline]
    fn evaluate(&self, state: &AnyState) -> Score {
        inside!(self, state, |game, inner, wrap| game.evaluate(inner))
    }

    fn unit(&self) -> i32 {
        struct Unit;
        impl Visitor for Unit {
            type Output = i32;
            fn visit<G: Entry>(self, game: &G, _: &G::State) -> i32 {
                game.unit()
            }
        }
        self.visit(Unit)
    }
}

impl Interval for AnyGame {
    fn interval(&self, state: &AnyState) -> (Score, Score) {
        inside!(self, state, |game, inner, wrap| game.interval(inner))
    }
}

impl Distribution for AnyGame {
    fn at_most(&self, state: &AnyState, most: Score) -> f64 {
        inside!(self, state, |game, inner, wrap| game.at_most(inner, most))
    }
}

impl ValueRange for AnyGame {
    fn value_range(&self, state: &AnyState) -> (Score, Score) {
        inside!(self, state, |game, inner, wrap| game.value_range(inner))
    }
}

provebest_game::skills!(AnyGame: Keyed);

impl Keyed for AnyGame {
    fn key(&self, state: &AnyState) -> u64 {
        inside!(self, state, |game, inner, wrap| game.key(inner))
    }
}

impl AnyGame {
    /// Does something with the game inside, if people play it.
    pub fn visit_played<V: PlayedVisitor>(&self, visitor: V) -> Option<V::Output> {
        struct AsPlayed<V>(V);
        impl<V: PlayedVisitor> Visitor for AsPlayed<V> {
            type Output = Option<V::Output>;
            fn visit<G: Entry>(self, game: &G, root: &G::State) -> Self::Output {
                game.as_played(root, self.0)
            }
        }
        self.visit(AsPlayed(visitor))
    }

    /// A move in the game's notation; `number` counts the children of `state` from 0.
    pub fn word(&self, state: &AnyState, m: u32, number: u32) -> String {
        inside!(self, state, |game, inner, wrap| game.word(inner, Number::of(m), number))
    }

    /// A move in the game's notation.
    pub fn word_of(&self, state: &AnyState, m: u32) -> String {
        inside!(self, state, |game, inner, wrap| word_of(game, inner, Number::of(m)))
    }

    /// The moves along a path of child numbers, in the game's notation.
    pub fn words(&self, path: &[u32]) -> Vec<String> {
        struct Words<'a>(&'a [u32]);
        impl Visitor for Words<'_> {
            type Output = Vec<String>;
            fn visit<G: Entry>(self, game: &G, root: &G::State) -> Vec<String> {
                words(game, root, self.0)
            }
        }
        self.visit(Words(path))
    }

    /// The leaves down to the end of `shape`.
    pub fn leaf_count(&self, shape: Shape) -> LeafCount {
        struct Count(Shape);
        impl Visitor for Count {
            type Output = LeafCount;
            fn visit<G: Entry>(self, game: &G, _: &G::State) -> LeafCount {
                game.leaf_count(self.0)
            }
        }
        self.visit(Count(shape))
    }

    /// The board of a state, with the move that led there; `None` where there is nothing to draw.
    pub fn diagram(&self, state: &AnyState, last: Option<u32>) -> Option<Diagram> {
        inside!(self, state, |game, inner, wrap| game.diagram(inner, last.map(Number::of)))
    }

    /// Writes a state, so that it can be read again.
    pub fn position(&self, state: &AnyState) -> String {
        inside!(self, state, |game, inner, wrap| game.position(inner))
    }

    /// The same for a book: without what does not matter for its value, such as clocks.
    pub fn book_position(&self, state: &AnyState) -> String {
        inside!(self, state, |game, inner, wrap| game.book_position(inner))
    }

    /// What the side to move is called, and the other one.
    pub fn sides(&self, state: &AnyState) -> [&'static str; 2] {
        inside!(self, state, |game, inner, wrap| game.sides(inner))
    }

    /// By how much a game is won that the solver values like this: `by 38 discs`; nothing where a win is a win.
    pub fn margin(&self, value: Score) -> String {
        struct Margin(Score);
        impl Visitor for Margin {
            type Output = String;
            fn visit<G: Entry>(self, game: &G, _: &G::State) -> String {
                game.margin(self.0)
            }
        }
        self.visit(Margin(value))
    }

    /// What estimates count, if people have a name for it.
    pub fn measure(&self) -> Option<Measure> {
        struct Measured;
        impl Visitor for Measured {
            type Output = Option<Measure>;
            fn visit<G: Entry>(self, game: &G, _: &G::State) -> Option<Measure> {
                game.measure()
            }
        }
        self.visit(Measured)
    }

    /// Reads a move.
    pub fn read_word(&self, state: &AnyState, text: &str) -> Result<u32, TextError> {
        inside!(self, state, |game, inner, wrap| game.read_word(inner, text).map(Number::number))
    }

    /// A value that the solver proved, on the scale that people know.
    pub fn proved_value(&self, value: Score) -> Score {
        struct Proved(Score);
        impl Visitor for Proved {
            type Output = Score;
            fn visit<G: Entry>(self, game: &G, _: &G::State) -> Score {
                game.proved_value(self.0)
            }
        }
        self.visit(Proved(value))
    }

    /// The same for a value that a search of the family found with this line; `None` if the line does not decide it.
    pub fn value_by_line(&self, line: &[String], value: Score) -> Option<Score> {
        struct ByLine<'a>(&'a [String], Score);
        impl Visitor for ByLine<'_> {
            type Output = Option<Score>;
            fn visit<G: Entry>(self, game: &G, root: &G::State) -> Option<Score> {
                let mut state = root.clone();
                let read = |word: &String| {
                    let m = game.read_word(&state, word).ok()?;
                    game.play(&mut state, m);
                    Some(m)
                };
                let moves: Option<Vec<G::Move>> = self.0.iter().map(read).collect();
                game.value_by_line(root, &moves?, self.1)
            }
        }
        self.visit(ByLine(line, value))
    }

    /// Hands all games as one to the solver.
    pub(crate) fn for_solver<V: SolverVisitor<AnyGame>>(&self, visitor: V) -> V::Output {
        visitor.visit(&Plain(self))
    }
}
