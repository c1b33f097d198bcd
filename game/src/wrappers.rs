//! Games made ready to be searched: with an estimate, with keys, with neither. All skills of the game inside stay.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use rustc_hash::FxHasher;

use crate::{
    Children, Evaluate, Game, Keyed, MaybeKeyed, MaybeNoisy, MaybeOrder, MaybePass, MaybeRepeat, MoveList, NodeCount,
    Noisy, Order, Outlook, Pass, Ply, Provable, Repeat, Score, Shape, Side, Skills, Solvable, Status, Symmetry, Text,
    TextError, Turn, TwoPlies, Window, mix,
};

/// A game and a closure that estimates its open positions for the side to move.
///
/// ```
/// use provebest_game::{Evaluate, Game, Judged, MoveList, Score, Status, skills};
///
/// /// Count up from 0 by one to ten; the side that says 100 wins.
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
/// skills!(Hundred);
///
/// let game = Judged::new(Hundred, |_, &count| Score(if count % 11 == 1 { -10 } else { 10 })).unit(5);
/// assert_eq!(game.evaluate(&12), Score(-10));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judged<G, F> {
    /// The rules.
    pub game: G,
    /// What an open position is worth to the side to move, within ±[`Score::LIMIT`].
    pub judge: F,
    unit: i32,
}

impl<G: Game, F: Fn(&G, &G::State) -> Score> Judged<G, F> {
    /// The game, with its open positions estimated by `judge`.
    pub fn new(game: G, judge: F) -> Self {
        Judged { game, judge, unit: 100 }
    }

    /// The same with another unit ([`Evaluate::unit`]): how much better an estimate is where a side is clearly better off. It is
    /// 100 otherwise. Levels below the highest play at random where the unit is much too large.
    pub fn unit(self, unit: i32) -> Self {
        Judged { unit, ..self }
    }
}

impl<G: Game, F: Fn(&G, &G::State) -> Score> Evaluate for Judged<G, F> {
    /// An estimate beyond the limits is taken for the largest there is.
    fn evaluate(&self, state: &G::State) -> Score {
        (self.judge)(&self.game, state).within_limits()
    }
    fn unit(&self) -> i32 {
        self.unit
    }
}

/// A game that is searched to its end, so that nothing has to be estimated.
///
/// A search that stops before the end takes an open position for a draw, and then calls its value heuristic, not exact.
///
/// ```
/// use provebest_game::{Evaluate, Game, MoveList, Score, Status, ToTheEnd};
/// # /// Take one, two or three; the side that takes the last one wins.
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
/// assert_eq!(ToTheEnd(Nim).evaluate(&10), Score::ZERO);
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
/// A key that the game keeps itself and updates with every move (Zobrist 1970) is faster. For a game with [`Repeat`], states that
/// are the same position must have the same hash: without a count of plies, for example.
///
/// ```
/// use provebest_game::{Game, Hashed, Keyed, MoveList, Score, Status};
/// # /// Take one, two or three; the side that takes the last one wins.
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
/// assert_ne!(Hashed(Nim).key(&10), Hashed(Nim).key(&11));
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

/// Any game with keys, to be solved as it is, without what it says in [`Solvable`].
///
/// ```
/// use provebest_game::{Keyed, Plain, Solvable};
/// fn is_solvable(_: impl Solvable) {}
/// fn every_keyed_game(game: &impl Keyed) {
///     is_solvable(Plain(game));
/// }
/// ```
#[derive(Debug)]
pub struct Plain<'a, G>(pub &'a G);

impl<G: Keyed> Solvable for Plain<'_, G> {}

impl<G: Keyed> Provable for Plain<'_, G> {}

/// Hands the rules, the text and the skills on to the game inside, except for what a wrapper changes. The words in brackets are
/// generic parameters of the wrapper beside the game `G`, and what it asks of them.
macro_rules! as_inside {
    ($wrapper:ty, $inside:tt, [$($generics:tt)*] [$($bounds:tt)*]) => {
        impl<$($generics)* G: Game> Game for $wrapper where $($bounds)* {
            type State = G::State;
            type Move = G::Move;

            #[inline]
            fn moves(&self, state: &G::State, out: &mut MoveList<G::Move>) -> Status {
                self.$inside.moves(state, out)
            }
            #[inline]
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
            fn child(
                &self,
                state: &G::State,
                children: Children,
                list: &MoveList<G::Move>,
                number: u32,
            ) -> (G::Move, G::State) {
                self.$inside.child(state, children, list, number)
            }
        }

        impl<$($generics)* G: Text> Text for $wrapper where $($bounds)* {
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

        impl<$($generics)* G: Turn> Turn for $wrapper where $($bounds)* {
            fn turn(&self, state: &G::State) -> Side {
                self.$inside.turn(state)
            }
        }

        impl<$($generics)* G: Noisy> Noisy for $wrapper where $($bounds)* {
            #[inline]
            fn noisy(&self, state: &G::State, out: &mut MoveList<G::Move>) {
                self.$inside.noisy(state, out);
            }
            #[inline]
            fn is_forced(&self, state: &G::State) -> bool {
                self.$inside.is_forced(state)
            }
            #[inline]
            fn forces(&self, state: &G::State, m: G::Move) -> bool {
                self.$inside.forces(state, m)
            }
            #[inline]
            fn gain(&self, state: &G::State, m: G::Move) -> i32 {
                self.$inside.gain(state, m)
            }
            const THREATENS: bool = G::THREATENS;
            #[inline]
            fn threats(&self, state: &G::State, out: &mut MoveList<G::Move>) {
                self.$inside.threats(state, out);
            }
        }

        impl<$($generics)* G: Pass> Pass for $wrapper where $($bounds)* {
            #[inline]
            fn pass(&self, state: &G::State) -> Option<G::State> {
                self.$inside.pass(state)
            }
        }

        impl<$($generics)* G: Order> Order for $wrapper where $($bounds)* {
            const HISTORY_SIZE: usize = G::HISTORY_SIZE;
            #[inline]
            fn history_index(&self, state: &G::State, m: G::Move) -> usize {
                self.$inside.history_index(state, m)
            }
            const ROUTES: usize = G::ROUTES;
            #[inline]
            fn route(&self, state: &G::State, m: G::Move) -> usize {
                self.$inside.route(state, m)
            }
            #[inline]
            fn is_quiet(&self, state: &G::State, m: G::Move) -> bool {
                self.$inside.is_quiet(state, m)
            }
            #[inline]
            fn priority(&self, state: &G::State, m: G::Move) -> i32 {
                self.$inside.priority(state, m)
            }
        }
    };
}

/// Hands on what needs keys, too. The wrapper has those of the game inside, or its own.
macro_rules! keyed_as_inside {
    ($wrapper:ty, $inside:tt, [$($generics:tt)*] [$($bounds:tt)*], $keyed:ty) => {
        impl<$($generics)* G: Symmetry> Symmetry for $wrapper where $($bounds)* {
            fn symmetric_key(&self, state: &G::State) -> u64 {
                self.$inside.symmetric_key(state)
            }
        }

        impl<$($generics)* G: Repeat> Repeat for $wrapper where $($bounds)* {
            #[inline]
            fn reversible(&self, state: &G::State) -> u32 {
                self.$inside.reversible(state)
            }
            const SOONEST: u32 = G::SOONEST;
            #[inline]
            fn now(&self, state: &G::State) -> Ply {
                self.$inside.now(state)
            }
        }

        impl<$($generics)* G: Skills> Skills for $wrapper
        where
            $keyed: MaybeKeyed<Self>,
            G::Noisy: MaybeNoisy<Self>,
            G::Pass: MaybePass<Self>,
            G::Order: MaybeOrder<Self>,
            G::Repeat: MaybeRepeat<Self>,
            $($bounds)*
        {
            type Keyed = $keyed;
            type Noisy = G::Noisy;
            type Pass = G::Pass;
            type Order = G::Order;
            type Repeat = G::Repeat;
        }
    };
}

macro_rules! solvable_as_inside {
    ($wrapper:ty, $inside:tt, [$($generics:tt)*] [$($bounds:tt)*]) => {
        impl<$($generics)* G: Solvable> Solvable for $wrapper where $($bounds)* {
            fn worth(&self, end: &G::State, value: Score) -> Score {
                self.$inside.worth(end, value)
            }
            #[inline]
            fn bounds(&self, state: &G::State) -> (Score, Score) {
                self.$inside.bounds(state)
            }
            #[inline]
            fn at_once(&self, state: &G::State, window: Window) -> Option<Score> {
                self.$inside.at_once(state, window)
            }
            #[inline]
            fn candidates(&self, state: &G::State, out: &mut MoveList<G::Move>) -> Status {
                self.$inside.candidates(state, out)
            }
            #[inline]
            fn answer(&self, state: &G::State, window: Window, nodes: &mut NodeCount) -> Option<Score> {
                self.$inside.answer(state, window, nodes)
            }
            #[inline]
            fn ranked(&self, state: &G::State, out: &mut MoveList<G::Move>, nodes: &mut NodeCount) -> Status {
                self.$inside.ranked(state, out, nodes)
            }
            fn guess(&self, state: &G::State, nodes: &mut NodeCount) -> Option<Score> {
                self.$inside.guess(state, nodes)
            }
            #[inline]
            fn note_key(&self, state: &G::State) -> u64 {
                self.$inside.note_key(state)
            }
            #[inline]
            fn twin_key(&self, state: &G::State) -> Option<u64> {
                self.$inside.twin_key(state)
            }
            fn key_bits(&self) -> u32 {
                self.$inside.key_bits()
            }
            #[inline]
            fn is_noted(&self, state: &G::State) -> bool {
                self.$inside.is_noted(state)
            }
            #[inline]
            fn looks_ahead(&self, state: &G::State) -> bool {
                self.$inside.looks_ahead(state)
            }
            #[inline]
            fn answers_ahead(&self, state: &G::State) -> bool {
                self.$inside.answers_ahead(state)
            }
        }
    };
}

/// Hands the estimate on.
macro_rules! judged_as_inside {
    ($wrapper:ty) => {
        impl<G: Evaluate> Evaluate for $wrapper {
            #[inline]
            fn evaluate(&self, state: &G::State) -> Score {
                self.0.evaluate(state)
            }
            fn unit(&self) -> i32 {
                self.0.unit()
            }
            #[inline]
            fn wins_at_once(&self, state: &G::State) -> Option<(G::Move, Score)> {
                self.0.wins_at_once(state)
            }
            #[inline]
            fn two_plies(&self, state: &G::State, beta: Score) -> Option<TwoPlies> {
                self.0.two_plies(state, beta)
            }
            #[inline]
            fn row(
                &self,
                state: &G::State,
                list: &mut MoveList<G::Move>,
                visit: impl FnMut(G::Move, Outlook) -> ControlFlow<()>,
            ) {
                self.0.row(state, list, visit);
            }
            #[inline]
            fn horizon(&self, state: &G::State, list: &mut MoveList<G::Move>) -> (Score, bool) {
                self.0.horizon(state, list)
            }
            #[inline]
            fn leaves(
                &self,
                state: &G::State,
                list: &mut MoveList<G::Move>,
                visit: impl FnMut(G::Move, Score, bool) -> ControlFlow<()>,
            ) -> Option<Score> {
                self.0.leaves(state, list, visit)
            }
        }
    };
}

macro_rules! keys_of_inside {
    ($wrapper:ty, $inside:tt, [$($generics:tt)*] [$($bounds:tt)*]) => {
        impl<$($generics)* G: Keyed> Keyed for $wrapper where $($bounds)* {
            #[inline]
            fn key(&self, state: &G::State) -> u64 {
                self.$inside.key(state)
            }
        }
    };
}

as_inside!(Judged<G, F>, game, [F,] [F: Fn(&G, &G::State) -> Score]);
keys_of_inside!(Judged<G, F>, game, [F,] [F: Fn(&G, &G::State) -> Score]);
keyed_as_inside!(Judged<G, F>, game, [F,] [F: Fn(&G, &G::State) -> Score], G::Keyed);
solvable_as_inside!(Judged<G, F>, game, [F,] [F: Fn(&G, &G::State) -> Score]);

as_inside!(ToTheEnd<G>, 0, [] []);
keys_of_inside!(ToTheEnd<G>, 0, [] []);
keyed_as_inside!(ToTheEnd<G>, 0, [] [], G::Keyed);
solvable_as_inside!(ToTheEnd<G>, 0, [] []);

as_inside!(Hashed<G>, 0, [] []);
judged_as_inside!(Hashed<G>);
keyed_as_inside!(Hashed<G>, 0, [] [G::State: Hash], crate::Has);
solvable_as_inside!(Hashed<G>, 0, [] [G::State: Hash]);

as_inside!(Plain<'_, G>, 0, [] []);
judged_as_inside!(Plain<'_, G>);
keys_of_inside!(Plain<'_, G>, 0, [] []);
keyed_as_inside!(Plain<'_, G>, 0, [] [], G::Keyed);
