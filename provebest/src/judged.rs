//! Games that were not written with an estimate, made ready to be searched.

use std::hash::{Hash, Hasher};

use provebest_game::{Children, Evaluate, Game, Keyed, MoveList, Score, Shape, Status, Symmetry, Text, TextError, mix};
use rustc_hash::FxHasher;

/// A game and a closure that estimates its open positions for the side to move.
///
/// ```
/// use provebest::{Game, Judged, MoveList, Score, Status, best_move};
///
/// /// Count up from 0 by one to ten; who says 100 wins.
/// struct Hundred;
///
/// impl Game for Hundred {
///     type State = u32;
///     type Move = u32;
///     fn moves(&self, &count: &u32, out: &mut MoveList<u32>) -> Status {
///         out.extend(1..=10.min(100 - count));
///         if count == 100 { Status::Over(Score(-1000)) } else { Status::Open }
///     }
///     fn play(&self, count: &mut u32, step: u32) {
///         *count += step;
///     }
/// }
///
/// let game = Judged::new(Hundred, |_, &count| Score(if count % 11 == 1 { -10 } else { 10 }));
/// assert_eq!(best_move(&game, &0).depth(3).search()?.best, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judged<G, F> {
    /// The rules.
    pub game: G,
    /// What an open position is worth to the side to move, within ±[`Score::LIMIT`].
    pub judge: F,
}

impl<G: Game, F: Fn(&G, &G::State) -> Score> Judged<G, F> {
    /// The game, with its open positions estimated by `judge`.
    pub fn new(game: G, judge: F) -> Self {
        Judged { game, judge }
    }
}

impl<G: Game, F: Fn(&G, &G::State) -> Score> Evaluate for Judged<G, F> {
    /// An estimate beyond the limits is taken for the largest there is.
    fn evaluate(&self, state: &G::State) -> Score {
        (self.judge)(&self.game, state).within_limits()
    }
}

/// A game that is searched to its end, so that nothing has to be estimated.
///
/// Without a depth, [`best_move`](crate::best_move()) goes down to the height that [`Game::shape`] tells, or else to the
/// limit on plies. A play that is still open there counts as a draw, and the report then calls its value heuristic, not
/// exact.
///
/// ```
/// use provebest::{Kind, Score, ToTheEnd, best_move};
/// # use provebest::{Game, MoveList, Status};
/// # /// Take one, two or three; who takes the last one wins.
/// # struct Nim;
/// # impl Game for Nim {
/// #     type State = u32;
/// #     type Move = u32;
/// #     fn moves(&self, &heap: &u32, out: &mut MoveList<u32>) -> Status {
/// #         out.extend(1..=heap.min(3));
/// #         if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
/// #     }
/// #     fn play(&self, heap: &mut u32, taken: u32) {
/// #         *heap -= taken;
/// #     }
/// # }
/// let report = best_move(&ToTheEnd(Nim), &10).search()?;
/// assert_eq!((report.value, report.kind, report.best), (Some(Score(1)), Kind::Exact, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ToTheEnd<G>(pub G);

impl<G: Game> Evaluate for ToTheEnd<G> {
    fn evaluate(&self, _: &G::State) -> Score {
        Score::ZERO
    }
}

/// A game whose keys are made from the hash of its states, so that tables can be used.
///
/// A key that the game keeps itself and updates with every move (Zobrist 1970) is faster.
///
/// ```
/// use provebest::{Hashed, Keyed, games::tic_tac_toe::{Board, TicTacToe}};
/// let game = Hashed(TicTacToe);
/// assert_eq!(game.key(&Board::default()), game.key(&Board::default()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hashed<G>(pub G);

impl<G: Game> Keyed for Hashed<G>
where
    G::State: Hash,
{
    #[inline]
    fn key(&self, state: &G::State) -> u64 {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        mix(hasher.finish())
    }
}

impl<G: Evaluate> Evaluate for Hashed<G> {
    fn evaluate(&self, state: &G::State) -> Score {
        self.0.evaluate(state)
    }
    fn unit(&self) -> i32 {
        self.0.unit()
    }
}

/// Hands everything but the estimate on to the game inside.
macro_rules! as_inside {
    ($wrapper:ty, $inside:tt $(, $judge:ident: $($shape:tt)+)?) => {
        impl<G: Game $(, $judge: $($shape)+)?> Game for $wrapper {
            type State = G::State;
            type Move = G::Move;

            fn moves(&self, state: &G::State, out: &mut MoveList<G::Move>) -> Status {
                self.$inside.moves(state, out)
            }
            fn play(&self, state: &mut G::State, m: G::Move) {
                self.$inside.play(state, m);
            }
            #[inline]
            fn status(&self, state: &G::State, list: &mut MoveList<G::Move>) -> Status {
                self.$inside.status(state, list)
            }
            fn shape(&self, state: &G::State) -> Option<Shape> {
                self.$inside.shape(state)
            }
            #[inline]
            fn open(&self, state: &G::State, list: &mut MoveList<G::Move>) -> Result<Children, Score> {
                self.$inside.open(state, list)
            }
            #[inline]
            fn child(&self, state: &G::State, children: Children, list: &MoveList<G::Move>, n: u32) -> (G::Move, G::State) {
                self.$inside.child(state, children, list, n)
            }
        }

        impl<G: Text $(, $judge: $($shape)+)?> Text for $wrapper {
            fn parse(&self, text: &str) -> Result<G::State, TextError> {
                self.$inside.parse(text)
            }
            fn print(&self, state: &G::State) -> String {
                self.$inside.print(state)
            }
            fn print_move(&self, state: &G::State, m: G::Move) -> String {
                self.$inside.print_move(state, m)
            }
            fn parse_move(&self, state: &G::State, text: &str) -> Result<G::Move, TextError> {
                self.$inside.parse_move(state, text)
            }
        }
    };
}

/// Hands the keys on to the game inside.
macro_rules! keyed_as_inside {
    ($wrapper:ty, $inside:tt $(, $judge:ident: $($shape:tt)+)?) => {
        impl<G: Keyed $(, $judge: $($shape)+)?> Keyed for $wrapper {
            fn key(&self, state: &G::State) -> u64 {
                self.$inside.key(state)
            }
        }

        impl<G: Symmetry $(, $judge: $($shape)+)?> Symmetry for $wrapper {
            fn symmetric_key(&self, state: &G::State) -> u64 {
                self.$inside.symmetric_key(state)
            }
        }
    };
}

as_inside!(Judged<G, F>, game, F: Fn(&G, &G::State) -> Score);
as_inside!(ToTheEnd<G>, 0);
as_inside!(Hashed<G>, 0);
keyed_as_inside!(Judged<G, F>, game, F: Fn(&G, &G::State) -> Score);
keyed_as_inside!(ToTheEnd<G>, 0);
