//! What a game is: the rules in two methods ([`Game`]), one small trait for each extra
//! skill, the words that games and searches share, and [`check()`], which a new game gets for free.
//!
//! This crate knows of nothing else: no search, no clock, no files, and no chance but that of a seed.

mod check;
mod declare;
mod intervals;
mod list;
mod mix;
mod perft;
mod score;
mod skills;
mod turns;
mod wrappers;

pub use check::{Check, Checked, Fault, Rule, check};
pub use declare::{Has, Lacks, MaybeKeyed, MaybeNoisy, MaybeOrder, MaybePass, MaybeRepeat, NeedsKeys, Skills};
pub use intervals::{Distribution, Interval, ValueRange};
pub use list::{Children, MoveList};
pub use mix::{Checksum, SplitMix64, mix};
pub use perft::perft;
pub use score::{Bound, Score, Window};
pub use skills::{
    Evaluate, Keyed, NodeCount, Noisy, Order, Outlook, Pass, Provable, Repeat, Solvable, Surveyor, Symmetry, Text,
    TextError, TwoPlies,
};
pub use turns::{InTurn, Side, Turn, Turns};
pub use wrappers::{Hashed, Judged, Plain, ToTheEnd};

/// How many plies a search may still go down: the distance to its horizon.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Depth(pub u32);

/// ```
/// # use provebest_game::Depth;
/// assert_eq!(Depth::from(6), Depth(6));
/// ```
impl From<u32> for Depth {
    fn from(plies: u32) -> Depth {
        Depth(plies)
    }
}

/// How many plies lie between the root and a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ply(pub u32);

/// Is the game still open, and if not, what is it worth to the side to move?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// There are moves to play.
    Open,
    /// The game has ended with this value for the side to move.
    Over(Score),
}

/// A sequence of moves from some position on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line<M>(pub Vec<M>);

impl<M> Line<M> {
    /// Its moves.
    ///
    /// ```
    /// let line = provebest_game::Line(vec!["e4", "e5"]);
    /// assert_eq!(line.moves(), ["e4", "e5"]);
    /// ```
    pub fn moves(&self) -> &[M] {
        &self.0
    }
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Line(Vec::new())
    }
}

/// A line of moves in words: each as `word` writes it at the position where it is played.
///
/// ```
/// # use provebest_game::{Game, MoveList, Status, line_in_words};
/// # struct Count;
/// # impl Game for Count {
/// #     type State = u32;
/// #     type Move = u32;
/// #     fn moves(&self, _: &u32, _: &mut MoveList<u32>) -> Status { Status::Open }
/// #     fn play(&self, sum: &mut u32, m: u32) { *sum += m; }
/// # }
/// assert_eq!(line_in_words(&Count, &10, &[1, 2], |sum, m| format!("{sum}+{m}")), ["10+1", "11+2"]);
/// ```
pub fn line_in_words<G: Game>(
    game: &G,
    root: &G::State,
    line: &[G::Move],
    mut word: impl FnMut(&G::State, G::Move) -> String,
) -> Vec<String> {
    let mut state = root.clone();
    let one = |&m: &G::Move| {
        let word = word(&state, m);
        game.play(&mut state, m);
        word
    };
    line.iter().map(one).collect()
}

/// The largest width and height of the tree below a position, where the rules know them beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// No position below has more moves than this.
    pub width: u32,
    /// No play from here lasts longer than this.
    pub height: Depth,
}

/// The rules of a game for two players who move in turn and want the opposite.
///
/// The rules object (`&self`) holds what does not change during play: a board size, a whole explicit tree, the weights
/// of a generator. The state holds the rest, and should be small: searches clone it at every node. Sides alternate at
/// every ply; a game with double turns implements [`Turn`] and is wrapped in [`Turns`], which puts forced passes
/// between.
///
/// Two methods are enough. The others have defaults and exist for speed.
///
/// ```
/// use provebest_game::{Game, MoveList, Score, Status};
///
/// /// Take one, two or three; the side that takes the last one wins.
/// struct Nim;
///
/// impl Game for Nim {
///     type State = u32;
///     type Move = u32;
///     fn moves(&self, &heap: &u32, out: &mut MoveList<u32>) -> Status {
///         if heap == 0 {
///             return Status::Over(Score(-1)); // the other one took the last
///         }
///         out.extend(1..=heap.min(3));
///         Status::Open
///     }
///     fn play(&self, heap: &mut u32, taken: u32) {
///         *heap -= taken;
///     }
/// }
/// assert_eq!(provebest_game::perft(&Nim, &4, provebest_game::Depth(2)), 6);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no game",
    label = "this type does not implement `Game`",
    note = "implement `Game` with `moves` and `play`; where a reference is not enough, hand over the game itself"
)]
pub trait Game {
    /// A position. Small and cheap to clone; searches copy it at every node.
    type State: Clone;
    /// A move, as the game names it inside.
    type Move: Copy + Eq;

    /// Lists the legal moves in the order in which they should be tried, or says that the game has ended and what it
    /// is worth to the side to move. An open position has at least one move.
    fn moves(&self, state: &Self::State, out: &mut MoveList<Self::Move>) -> Status;

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, m: Self::Move);

    /// Only the status, as [`Game::moves`] would tell it. Override it where it can be had without the moves.
    #[inline]
    fn status(&self, state: &Self::State, list: &mut MoveList<Self::Move>) -> Status {
        list.apart(|list| self.moves(state, list))
    }

    /// The largest width and height below `state`, where they are known beforehand.
    fn shape(&self, _state: &Self::State) -> Option<Shape> {
        None
    }

    /// Opens a node: its children, or its final value. The default keeps the moves on `list`, and [`MoveList::close`]
    /// gives the room back. A game whose children can be named by number overrides this and [`Game::child`], and no list is
    /// filled where the first child may cut.
    #[inline]
    fn open(&self, state: &Self::State, list: &mut MoveList<Self::Move>) -> Result<Children, Score> {
        list.open(|list| self.moves(state, list))
    }

    /// The child with this number, counted from 0, of a node opened as `children`, and the move that leads there.
    #[inline]
    fn child(
        &self,
        state: &Self::State,
        children: Children,
        list: &MoveList<Self::Move>,
        number: u32,
    ) -> (Self::Move, Self::State) {
        let m = list.at(children, number);
        let mut child = state.clone();
        self.play(&mut child, m);
        (m, child)
    }
}
