//! Real games as trees whose leaves are counted: an engine searches a position to a depth, every move as the game lists it.
//!
//! A position that comes again is searched like any other: whether it is a draw depends on the path, and a table does not know
//! the path.

use std::cell::Cell;

use provebest::search::Limits;
use provebest::search::engine::{Engine, EngineTask, Enhancements, NoTable};
use provebest::{Depth, Evaluate, Game, Keyed, MoveList, Order, Ply, Repeat, Score, Status};
#[cfg(feature = "chess")]
use provebest_games::chess::{Chess, Move, Piece};
use provebest_games::connect_four::ConnectFour;
use provebest_games::othello::Othello;

use crate::games::{AnyGame, AnyState, Number};

/// What an engine met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BareCount {
    /// The value, if it was not stopped.
    pub value: Option<Score>,
    /// Leaves, those that came again included.
    pub leaves: u64,
    /// Nodes, with the leaves.
    pub nodes: u64,
    /// Nodes that were opened, and the moves that they had.
    pub opened: (u64, u64),
    /// Leaves of the minimal tree with the mean width of each level.
    pub minimal: u64,
}

/// Searches a position of chess, Connect Four or Othello with these enhancements and a table of this size; `None` for other games.
///
/// ```
/// use provebest::search::engine::Enhancements;
/// use provebest_catalog::bare::count;
/// use provebest_catalog::{Problem, games};
/// use provebest_game::Depth;
/// let problem = Problem::read(games::find("connect4").unwrap(), None, None, None)?;
/// // The start of Connect Four has seven moves at each of the first levels.
/// let met = count(problem.game().unwrap(), Depth(5), Enhancements::NONE, 0, Default::default())?.unwrap();
/// assert_eq!(met.minimal, 7 * 7 * 7 + 7 * 7 - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    game: &AnyGame,
    depth: Depth,
    on: Enhancements,
    table: usize,
    limits: Limits<'_>,
) -> Result<Option<BareCount>, NoTable> {
    let Some(known) = known(game) else { return Ok(None) };
    let engine = Engine::new(table, on)?;
    let (bare, root) = (Bare::new(game, known), At { state: game.root(), ply: 0 });
    let answer = engine.search(&EngineTask { limits, ..EngineTask::new(&bare, &root, depth) }, &mut |_| None);
    let levels = bare.levels.iter().map(Cell::get);
    Ok(Some(BareCount {
        value: answer.value.filter(|_| answer.stopped.is_none()),
        leaves: answer.tally.leaves,
        nodes: answer.tally.nodes,
        opened: levels.fold((0, 0), |(nodes, moves), level| (nodes + level.0, moves + level.1)),
        minimal: bare.minimal(),
    }))
}

/// The games that are known.
fn known(game: &AnyGame) -> Option<&dyn Known> {
    match game {
        #[cfg(feature = "chess")]
        AnyGame::Chess(placed) => Some(&placed.rules),
        AnyGame::ConnectFour(placed) => Some(&placed.rules),
        AnyGame::Othello(placed) => Some(&placed.rules),
        _ => None,
    }
}

/// What an engine has to know of a game beyond its rules.
trait Known {
    /// What the window of aspiration is measured in: three times its first reach.
    fn unit(&self) -> i32;

    /// As in [`Order`].
    fn history_index(&self, state: &AnyState, m: u32) -> usize;

    /// As in [`Order`], if moves leave a square.
    fn route(&self, state: &AnyState, m: u32) -> usize {
        self.history_index(state, m)
    }

    /// Is the move ordered without the history table?
    fn is_loud(&self, _: &AnyState, _: u32) -> bool {
        false
    }

    /// As in [`Repeat`], if positions can come again.
    fn now(&self, _: &AnyState) -> Ply {
        Ply(0)
    }
}

#[cfg(feature = "chess")]
impl Known for Chess {
    fn unit(&self) -> i32 {
        100
    }

    fn history_index(&self, state: &AnyState, m: u32) -> usize {
        let AnyState::Chess(position) = state else { return 0 };
        Order::history_index(self, position, Number::of(m))
    }

    fn route(&self, state: &AnyState, m: u32) -> usize {
        let AnyState::Chess(position) = state else { return 0 };
        Order::route(self, position, Number::of(m))
    }

    /// Captures and promotions to a queen: those that are listed first.
    fn is_loud(&self, state: &AnyState, m: u32) -> bool {
        let AnyState::Chess(position) = state else { return false };
        let (board, m): (_, Move) = (position.board(), Number::of(m));
        let aslant = || m.from.file() != m.to.file() && board.pieces(Piece::Pawn).has(m.from);
        match m.promotion {
            Some(piece) => piece == Piece::Queen,
            None => board.colors(!board.side_to_move()).has(m.to) || aslant(),
        }
    }

    fn now(&self, state: &AnyState) -> Ply {
        if let AnyState::Chess(position) = state { Repeat::now(self, position) } else { Ply(0) }
    }
}

impl Known for ConnectFour {
    fn unit(&self) -> i32 {
        8
    }

    /// The cell, and whose stone it is.
    fn history_index(&self, state: &AnyState, column: u32) -> usize {
        let AnyState::ConnectFour(board) = state else { return 0 };
        let cell = column * self.height() + self.stones_in(board, column as u8);
        (64 * (board.stones() % 2) + cell) as usize
    }
}

impl Known for Othello {
    fn unit(&self) -> i32 {
        8
    }

    /// The field, or the pass, and whose disc it is.
    fn history_index(&self, state: &AnyState, field: u32) -> usize {
        let AnyState::Othello(board) = state else { return 0 };
        65 * board.turn as usize + <Option<u8>>::of(field).map_or(64, usize::from)
    }
}

/// A game as a tree to count the leaves of: moves in the order of the game until the history table knows better,
/// no position that comes again, and a count of the moves at every level.
struct Bare<'a> {
    game: &'a AnyGame,
    known: &'a dyn Known,
    /// Nodes that were opened and moves that they had, by level.
    levels: Vec<Cell<(u64, u64)>>,
}

/// A state, and how many plies it is away from the root.
#[derive(Clone)]
struct At {
    state: AnyState,
    ply: u32,
}

impl<'a> Bare<'a> {
    const LEVELS: usize = 64;

    fn new(game: &'a AnyGame, known: &'a dyn Known) -> Self {
        Bare { game, known, levels: vec![Cell::new((0, 0)); Self::LEVELS] }
    }

    /// Leaves of the minimal tree with the mean width of each level: w1 w3 ... + w2 w4 ... - 1 (Knuth and Moore 1975).
    fn minimal(&self) -> u64 {
        let widths = self.levels.iter().map(Cell::get).filter(|level| level.0 > 0);
        let (odd, even, _) = widths.fold((1.0, 1.0, true), |(odd, even, is_odd), (nodes, moves)| {
            let width = moves as f64 / nodes as f64;
            if is_odd { (odd * width, even, false) } else { (odd, even * width, true) }
        });
        (odd + even - 1.0_f64).round() as u64
    }
}

impl Game for Bare<'_> {
    type State = At;
    type Move = u32;

    fn moves(&self, at: &Self::State, out: &mut MoveList<u32>) -> Status {
        let before = out.len();
        let status = self.game.moves(&at.state, out);
        if status == Status::Open
            && let Some(level) = self.levels.get(at.ply as usize)
        {
            let (nodes, moves) = level.get();
            level.set((nodes + 1, moves + (out.len() - before) as u64));
        }
        status
    }

    fn play(&self, at: &mut Self::State, m: u32) {
        self.game.play(&mut at.state, m);
        at.ply += 1;
    }

    fn status(&self, at: &Self::State, list: &mut MoveList<u32>) -> Status {
        self.game.status(&at.state, list)
    }
}

impl Evaluate for Bare<'_> {
    fn evaluate(&self, at: &Self::State) -> Score {
        self.game.evaluate(&at.state)
    }

    fn unit(&self) -> i32 {
        self.known.unit()
    }

    fn horizon(&self, at: &Self::State, list: &mut MoveList<u32>) -> (Score, bool) {
        self.game.horizon(&at.state, list)
    }
}

provebest::skills!(Bare<'_>: Keyed, Order, Repeat);

impl Keyed for Bare<'_> {
    fn key(&self, at: &Self::State) -> u64 {
        self.game.key(&at.state)
    }
}

impl Order for Bare<'_> {
    /// Enough for each of them.
    #[cfg(feature = "chess")]
    const HISTORY_SIZE: usize = <Chess as Order>::HISTORY_SIZE;
    #[cfg(not(feature = "chess"))]
    const HISTORY_SIZE: usize = 2 * 65;

    fn history_index(&self, at: &Self::State, m: u32) -> usize {
        self.known.history_index(&at.state, m)
    }

    #[cfg(feature = "chess")]
    const ROUTES: usize = <Chess as Order>::ROUTES;

    fn route(&self, at: &Self::State, m: u32) -> usize {
        self.known.route(&at.state, m)
    }

    fn priority(&self, at: &Self::State, m: u32) -> i32 {
        self.known.is_loud(&at.state, m).into()
    }
}

impl Repeat for Bare<'_> {
    fn reversible(&self, _: &Self::State) -> u32 {
        0
    }

    fn now(&self, at: &Self::State) -> Ply {
        self.known.now(&at.state)
    }
}
