//! Skills as types: what a game lacks is compiled as nothing.

use provebest_game::{Game, MoveList, Noisy, Order, Pass, Ply, Repeat};

/// The game has a skill.
#[derive(Clone, Copy, Debug)]
pub enum Has {}

/// The game lacks a skill, or the engine is not to use it.
#[derive(Clone, Copy, Debug)]
pub enum Lacks {}

/// The skills of a game that an engine uses: [`Has`] or [`Lacks`] for `Noisy`, [`Pass`], [`Order`] and [`Repeat`].
#[derive(Clone, Copy, Debug)]
pub struct Skilled<N, P, O, R>(std::marker::PhantomData<(N, P, O, R)>);

/// No skill at all: rules, an estimate and a key are enough.
pub type Plain = Skilled<Lacks, Lacks, Lacks, Lacks>;

/// A choice of skills that a game has: made with [`Skilled`].
pub trait Skills<G: Game>: 'static {
    /// Moves after which a position is not judged at once.
    type Noisy: MaybeNoisy<G>;
    /// What if I did nothing?
    type Pass: MaybePass<G>;
    /// Moves told apart before they are tried.
    type Order: MaybeOrder<G>;
    /// Positions that come again.
    type Repeat: MaybeRepeat<G>;
}

impl<G: Game, N, P, O, R> Skills<G> for Skilled<N, P, O, R>
where
    N: MaybeNoisy<G>,
    P: MaybePass<G>,
    O: MaybeOrder<G>,
    R: MaybeRepeat<G>,
{
    type Noisy = N;
    type Pass = P;
    type Order = O;
    type Repeat = R;
}

/// [`Noisy`], or a game where every position is quiet.
pub trait MaybeNoisy<G: Game>: 'static {
    /// Does the game have it?
    const HAS: bool;
    /// Lists the noisy moves.
    fn noisy(game: &G, state: &G::State, out: &mut MoveList<G::Move>);
    /// Is the side to move in need?
    fn is_forced(game: &G, state: &G::State) -> bool;
    /// What a noisy move wins at most.
    fn gain(game: &G, state: &G::State, m: G::Move) -> i32;
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
    fn gain(game: &G, state: &G::State, m: G::Move) -> i32 {
        game.gain(state, m)
    }
}

impl<G: Game> MaybeNoisy<G> for Lacks {
    const HAS: bool = false;
    fn noisy(_: &G, _: &G::State, _: &mut MoveList<G::Move>) {}
    #[inline(always)]
    fn is_forced(_: &G, _: &G::State) -> bool {
        false
    }
    fn gain(_: &G, _: &G::State, _: G::Move) -> i32 {
        0
    }
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
    /// How many slots there are.
    const SLOTS: usize;
    /// The slot of a move.
    fn slot(game: &G, state: &G::State, m: G::Move) -> usize;
    /// What speaks for a move.
    fn priority(game: &G, state: &G::State, m: G::Move) -> i32;
}

impl<G: Order> MaybeOrder<G> for Has {
    const HAS: bool = true;
    const SLOTS: usize = G::SLOTS;
    #[inline(always)]
    fn slot(game: &G, state: &G::State, m: G::Move) -> usize {
        game.slot(state, m)
    }
    #[inline(always)]
    fn priority(game: &G, state: &G::State, m: G::Move) -> i32 {
        game.priority(state, m)
    }
}

impl<G: Game> MaybeOrder<G> for Lacks {
    const HAS: bool = false;
    const SLOTS: usize = 1;
    #[inline(always)]
    fn slot(_: &G, _: &G::State, _: G::Move) -> usize {
        0
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
    #[inline(always)]
    fn now(_: &G, _: &G::State) -> Ply {
        Ply(0)
    }
}
