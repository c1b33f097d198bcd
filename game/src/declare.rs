//! Which skills a game has, declared once and known to the compiler: what a game lacks is compiled as nothing.

use crate::{Game, Keyed, MoveList, Noisy, Order, Pass, Ply, Repeat};

/// The game has a skill.
#[derive(Clone, Copy, Debug)]
pub enum Has {}

/// The game lacks a skill, or an engine is not to use it.
#[derive(Clone, Copy, Debug)]
pub enum Lacks {}

/// Which skills of a game an engine uses: [`Has`] or [`Lacks`] for each. Declared with [`skills!`](crate::skills!), once, beside the game.
///
/// A wrapper ([`Judged`](crate::Judged), [`ToTheEnd`](crate::ToTheEnd), [`Hashed`](crate::Hashed), [`Plain`](crate::Plain),
/// [`Turns`](crate::Turns)) has the skills of the game inside. A skill that is declared but not implemented does not compile.
///
/// ```
/// use provebest_game::{Game, Keyed, MaybeKeyed, MaybeOrder, MoveList, Score, Skills, Status, skills};
///
/// struct Nim;
/// impl Game for Nim {
///     type State = u64;
///     type Move = u64;
///     fn moves(&self, &heap: &u64, out: &mut MoveList<u64>) -> Status {
///         out.extend(1..=heap.min(3));
///         if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
///     }
///     fn play(&self, heap: &mut u64, taken: u64) {
///         *heap -= taken;
///     }
/// }
/// impl Keyed for Nim {
///     fn key(&self, heap: &u64) -> u64 {
///         provebest_game::mix(*heap)
///     }
/// }
///
/// skills!(Nim: Keyed);
///
/// fn has_keys_and_order<G: Skills>(_: &G) -> (bool, bool) {
///     (G::Keyed::HAS, G::Order::HAS)
/// }
/// assert_eq!(has_keys_and_order(&Nim), (true, false));
/// ```
#[diagnostic::on_unimplemented(
    message = "the skills of `{Self}` are not declared",
    label = "the skills of this game are not declared",
    note = "write `skills!({Self});` beside the game, or name the skills it has: `skills!({Self}: Keyed, Order);`"
)]
pub trait Skills: Game + Sized {
    /// Keys for tables.
    type Keyed: MaybeKeyed<Self>;
    /// Moves after which a position is not judged at once.
    type Noisy: MaybeNoisy<Self>;
    /// The position after doing nothing.
    type Pass: MaybePass<Self>;
    /// Moves that can be told apart before they are tried.
    type Order: MaybeOrder<Self>;
    /// Positions that come again.
    type Repeat: MaybeRepeat<Self>;
}

/// Declares the skills of a game: any of `Keyed`, `Noisy`, `Pass`, `Order` and `Repeat`, or none. See [`Skills`](trait@crate::Skills).
///
/// ```
/// # use provebest_game::{Game, Keyed, MoveList, Order, Status, skills};
/// # macro_rules! game {
/// #     ($($game:ty),+ $(; $generic:ty)?) => { $(impl Game for $game {
/// #         type State = ();
/// #         type Move = ();
/// #         fn moves(&self, _: &(), _: &mut MoveList<()>) -> Status { Status::Open }
/// #         fn play(&self, _: &mut (), _: ()) {}
/// #     })+ };
/// # }
/// # struct Nim;
/// # struct Gomoku;
/// # struct Board<const N: usize>;
/// # game!(Nim, Gomoku);
/// # impl<const N: usize> Game for Board<N> {
/// #     type State = ();
/// #     type Move = ();
/// #     fn moves(&self, _: &(), _: &mut MoveList<()>) -> Status { Status::Open }
/// #     fn play(&self, _: &mut (), _: ()) {}
/// # }
/// # impl Keyed for Gomoku {
/// #     fn key(&self, _: &()) -> u64 { 0 }
/// # }
/// # impl<const N: usize> Keyed for Board<N> {
/// #     fn key(&self, _: &()) -> u64 { 0 }
/// # }
/// # impl Order for Gomoku {
/// #     const HISTORY_SIZE: usize = 1;
/// #     fn history_index(&self, _: &(), _: ()) -> usize { 0 }
/// #     fn priority(&self, _: &(), _: ()) -> i32 { 0 }
/// # }
/// skills!(Nim); // none
/// skills!(Gomoku: Keyed, Order);
/// skills!(impl[const N: usize] Board<N>: Keyed); // a generic game
/// ```
///
/// A skill that the game does not implement is an error, and so is a name that is no skill:
///
/// ```compile_fail,E0277
/// # use provebest_game::{Game, MoveList, Status, skills};
/// # struct Nim;
/// # impl Game for Nim {
/// #     type State = ();
/// #     type Move = ();
/// #     fn moves(&self, _: &(), _: &mut MoveList<()>) -> Status { Status::Open }
/// #     fn play(&self, _: &mut (), _: ()) {}
/// # }
/// skills!(Nim: Order);
/// ```
#[macro_export]
macro_rules! skills {
    (impl[$($generics:tt)*] $game:ty $(: $($skill:ident),+ $(,)?)?) => {
        impl<$($generics)*> $crate::Skills for $game {
            type Keyed = $crate::__declared!(Keyed: $($($skill)+)?);
            type Noisy = $crate::__declared!(Noisy: $($($skill)+)?);
            type Pass = $crate::__declared!(Pass: $($($skill)+)?);
            type Order = $crate::__declared!(Order: $($($skill)+)?);
            type Repeat = $crate::__declared!(Repeat: $($($skill)+)?);
        }
        $($($crate::__is_skill!($skill);)+)?
    };
    ($game:ty $(: $($skill:ident),+ $(,)?)?) => { $crate::skills!(impl[] $game $(: $($skill),+)?); };
}

/// Is a skill among those declared?
#[doc(hidden)]
#[macro_export]
macro_rules! __declared {
    (Keyed: Keyed $($others:ident)*) => { $crate::Has };
    (Noisy: Noisy $($others:ident)*) => { $crate::Has };
    (Pass: Pass $($others:ident)*) => { $crate::Has };
    (Order: Order $($others:ident)*) => { $crate::Has };
    (Repeat: Repeat $($others:ident)*) => { $crate::Has };
    ($skill:ident: $other:ident $($others:ident)*) => { $crate::__declared!($skill: $($others)*) };
    ($skill:ident:) => { $crate::Lacks };
}

/// A name that is no skill does not compile.
#[doc(hidden)]
#[macro_export]
macro_rules! __is_skill {
    (Keyed) => {};
    (Noisy) => {};
    (Pass) => {};
    (Order) => {};
    (Repeat) => {};
    ($other:ident) => {
        compile_error!(concat!(
            "no skill is called `",
            stringify!($other),
            "`; expected `Keyed`, `Noisy`, `Pass`, `Order` or `Repeat`"
        ));
    };
}

/// Something that only a game with keys can do: see [`MaybeKeyed::with_keys`].
pub trait NeedsKeys<G: Game> {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run(self) -> Self::Output
    where
        G: Keyed;
}

/// [`Keyed`], or a game without keys.
pub trait MaybeKeyed<G: Game>: 'static {
    /// Does the game have it?
    const HAS: bool;
    /// Runs a task that needs keys, or gives it back where there are none.
    ///
    /// ```
    /// use provebest_game::{Game, Keyed, MaybeKeyed, NeedsKeys, Skills};
    ///
    /// struct KeyOf<'a, G: Game>(&'a G, &'a G::State);
    /// impl<G: Game> NeedsKeys<G> for KeyOf<'_, G> {
    ///     type Output = u64;
    ///     fn run(self) -> u64 where G: Keyed {
    ///         self.0.key(self.1)
    ///     }
    /// }
    /// fn key<G: Skills>(game: &G, state: &G::State) -> Option<u64> {
    ///     G::Keyed::with_keys(KeyOf(game, state)).ok()
    /// }
    /// ```
    fn with_keys<T: NeedsKeys<G>>(task: T) -> Result<T::Output, T>;
}

impl<G: Keyed> MaybeKeyed<G> for Has {
    const HAS: bool = true;
    fn with_keys<T: NeedsKeys<G>>(task: T) -> Result<T::Output, T> {
        Ok(task.run())
    }
}

impl<G: Game> MaybeKeyed<G> for Lacks {
    const HAS: bool = false;
    fn with_keys<T: NeedsKeys<G>>(task: T) -> Result<T::Output, T> {
        Err(task)
    }
}

/// [`Noisy`], or a game where every position is quiet.
pub trait MaybeNoisy<G: Game>: 'static {
    /// Does the game have it?
    const HAS: bool;
    /// Lists the noisy moves.
    fn noisy(game: &G, state: &G::State, out: &mut MoveList<G::Move>);
    /// Is the side to move in need?
    fn is_forced(game: &G, state: &G::State) -> bool;
    /// Is the other side in need after a move?
    fn forces(game: &G, state: &G::State, m: G::Move) -> bool;
    /// What a noisy move wins at most.
    fn gain(game: &G, state: &G::State, m: G::Move) -> i32;
    /// Does the game list threats?
    const THREATENS: bool;
    /// Lists the moves that threaten.
    fn threats(game: &G, state: &G::State, out: &mut MoveList<G::Move>);
}

impl<G: Noisy> MaybeNoisy<G> for Has {
    const HAS: bool = true;
    #[inline(always)]
    fn noisy(game: &G, state: &G::State, out: &mut MoveList<G::Move>) {
        game.noisy(state, out);
    }
    #[inline(always)]
    fn is_forced(game: &G, state: &G::State) -> bool {
        game.is_forced(state)
    }
    #[inline(always)]
    fn forces(game: &G, state: &G::State, m: G::Move) -> bool {
        game.forces(state, m)
    }
    #[inline(always)]
    fn gain(game: &G, state: &G::State, m: G::Move) -> i32 {
        game.gain(state, m)
    }
    const THREATENS: bool = G::THREATENS;
    #[inline(always)]
    fn threats(game: &G, state: &G::State, out: &mut MoveList<G::Move>) {
        game.threats(state, out);
    }
}

impl<G: Game> MaybeNoisy<G> for Lacks {
    const HAS: bool = false;
    fn noisy(_: &G, _: &G::State, _: &mut MoveList<G::Move>) {}
    #[inline(always)]
    fn is_forced(_: &G, _: &G::State) -> bool {
        false
    }
    #[inline(always)]
    fn forces(_: &G, _: &G::State, _: G::Move) -> bool {
        false
    }
    fn gain(_: &G, _: &G::State, _: G::Move) -> i32 {
        0
    }
    const THREATENS: bool = false;
    fn threats(_: &G, _: &G::State, _: &mut MoveList<G::Move>) {}
}

/// [`Pass`], or a game where nothing can be learned from doing nothing.
pub trait MaybePass<G: Game>: 'static {
    /// Does the game have it?
    const HAS: bool;
    /// The position with the other side to move.
    fn pass(game: &G, state: &G::State) -> Option<G::State>;
}

impl<G: Pass> MaybePass<G> for Has {
    const HAS: bool = true;
    #[inline(always)]
    fn pass(game: &G, state: &G::State) -> Option<G::State> {
        game.pass(state)
    }
}

impl<G: Game> MaybePass<G> for Lacks {
    const HAS: bool = false;
    fn pass(_: &G, _: &G::State) -> Option<G::State> {
        None
    }
}

/// [`Order`], or moves that all look alike.
pub trait MaybeOrder<G: Game>: 'static {
    /// Does the game have it?
    const HAS: bool;
    /// How many places a history has for its moves.
    const HISTORY_SIZE: usize;
    /// The place of a move in a history.
    fn history_index(game: &G, state: &G::State, m: G::Move) -> usize;
    /// How many places a history by squares has; 0 if there is none.
    const ROUTES: usize;
    /// The place of a move in a history by squares.
    fn route(game: &G, state: &G::State, m: G::Move) -> usize;
    /// Is the priority of a move 0?
    fn is_quiet(game: &G, state: &G::State, m: G::Move) -> bool;
    /// What speaks for a move.
    fn priority(game: &G, state: &G::State, m: G::Move) -> i32;
}

impl<G: Order> MaybeOrder<G> for Has {
    const HAS: bool = true;
    const HISTORY_SIZE: usize = G::HISTORY_SIZE;
    #[inline(always)]
    fn history_index(game: &G, state: &G::State, m: G::Move) -> usize {
        game.history_index(state, m)
    }
    const ROUTES: usize = G::ROUTES;
    #[inline(always)]
    fn route(game: &G, state: &G::State, m: G::Move) -> usize {
        game.route(state, m)
    }
    #[inline(always)]
    fn is_quiet(game: &G, state: &G::State, m: G::Move) -> bool {
        game.is_quiet(state, m)
    }
    #[inline(always)]
    fn priority(game: &G, state: &G::State, m: G::Move) -> i32 {
        game.priority(state, m)
    }
}

impl<G: Game> MaybeOrder<G> for Lacks {
    const HAS: bool = false;
    const HISTORY_SIZE: usize = 1;
    #[inline(always)]
    fn history_index(_: &G, _: &G::State, _: G::Move) -> usize {
        0
    }
    const ROUTES: usize = 0;
    #[inline(always)]
    fn route(_: &G, _: &G::State, _: G::Move) -> usize {
        0
    }
    #[inline(always)]
    fn is_quiet(_: &G, _: &G::State, _: G::Move) -> bool {
        true
    }
    #[inline(always)]
    fn priority(_: &G, _: &G::State, _: G::Move) -> i32 {
        0
    }
}

/// [`Repeat`], or a game where no position comes again.
pub trait MaybeRepeat<G: Game>: 'static {
    /// Does the game have it?
    const HAS: bool;
    /// How many plies back the same position can have been.
    fn reversible(game: &G, state: &G::State) -> u32;
    /// After how many plies a position can come again at the soonest.
    const SOONEST: u32;
    /// The ply from which the distance to an end is counted when it is kept in a table: that of the state, or always the
    /// same one where positions do not come again at another ply.
    fn now(game: &G, state: &G::State) -> Ply;
}

impl<G: Repeat> MaybeRepeat<G> for Has {
    const HAS: bool = true;
    #[inline(always)]
    fn reversible(game: &G, state: &G::State) -> u32 {
        game.reversible(state)
    }
    const SOONEST: u32 = G::SOONEST;
    #[inline(always)]
    fn now(game: &G, state: &G::State) -> Ply {
        game.now(state)
    }
}

impl<G: Game> MaybeRepeat<G> for Lacks {
    const HAS: bool = false;
    #[inline(always)]
    fn reversible(_: &G, _: &G::State) -> u32 {
        0
    }
    const SOONEST: u32 = u32::MAX;
    #[inline(always)]
    fn now(_: &G, _: &G::State) -> Ply {
        Ply(0)
    }
}
