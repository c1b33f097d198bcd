//! Real games as trees whose leaves are counted: an engine searches a position to a depth, every move as the game lists it.
//!
//! A position that comes again is searched like any other: whether it is a draw depends on the path, and a table does not know
//! the path.

use std::cell::Cell;

use provebest::search::Limits;
use provebest::search::engine::{Engine, EngineTask, Enhancements, NoTable};
use provebest::{Depth, Evaluate, Game, Keyed, MoveList, Order, Ply, Repeat, Score, Status};
#[cfg(feature = "chess")]
use provebest_games::chess::{Chess, Move, Piece, Position};
use provebest_games::connect_four::{Board as ConnectFourBoard, ConnectFour};
use provebest_games::othello::{Board as OthelloBoard, Othello};

use crate::games::AnyGame;

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
    let engine = Engine::new(table, on)?;
    Ok(match game {
        #[cfg(feature = "chess")]
        AnyGame::Chess(placed) => Some(run(&engine, &placed.rules, &placed.root, depth, limits)),
        AnyGame::ConnectFour(placed) => Some(run(&engine, &placed.rules, &placed.root, depth, limits)),
        AnyGame::Othello(placed) => Some(run(&engine, &placed.rules, &placed.root, depth, limits)),
        _ => None,
    })
}

fn run<G: Known>(engine: &Engine, game: &G, state: &G::State, depth: Depth, limits: Limits<'_>) -> BareCount {
    let (bare, root) = (Bare::new(game), At { state: state.clone(), ply: 0 });
    let answer = engine.search(&EngineTask { limits, ..EngineTask::new(&bare, &root, depth) }, &mut |_| None);
    let levels = bare.levels.iter().map(Cell::get);
    BareCount {
        value: answer.value.filter(|_| answer.stopped.is_none()),
        leaves: answer.tally.leaves,
        nodes: answer.tally.nodes,
        opened: levels.fold((0, 0), |(nodes, moves), level| (nodes + level.0, moves + level.1)),
        minimal: bare.minimal(),
    }
}

/// What an engine has to know of a game beyond its rules.
trait Known: Evaluate + Keyed {
    /// What the window of aspiration is measured in: three times its first reach.
    const UNIT: i32;
    /// As in [`Order`].
    const HISTORY_SIZE: usize;

    /// As in [`Order`].
    fn history_index(&self, state: &Self::State, m: Self::Move) -> usize;

    /// Is the move ordered without the history table?
    fn is_loud(&self, _: &Self::State, _: Self::Move) -> bool {
        false
    }

    /// As in [`Repeat`], if positions can come again.
    fn now(&self, _: &Self::State) -> Ply {
        Ply(0)
    }
}

#[cfg(feature = "chess")]
impl Known for Chess {
    const UNIT: i32 = 100;
    const HISTORY_SIZE: usize = <Chess as Order>::HISTORY_SIZE;

    fn history_index(&self, position: &Position, m: Move) -> usize {
        Order::history_index(self, position, m)
    }

    /// Captures and promotions to a queen: those that are listed first.
    fn is_loud(&self, position: &Position, m: Move) -> bool {
        let board = position.board();
        let aslant = || m.from.file() != m.to.file() && board.pieces(Piece::Pawn).has(m.from);
        match m.promotion {
            Some(piece) => piece == Piece::Queen,
            None => board.colors(!board.side_to_move()).has(m.to) || aslant(),
        }
    }

    fn now(&self, position: &Position) -> Ply {
        Repeat::now(self, position)
    }
}

impl Known for ConnectFour {
    const UNIT: i32 = 8;
    const HISTORY_SIZE: usize = 2 * 64;

    /// The cell, and whose stone it is.
    fn history_index(&self, board: &ConnectFourBoard, column: u8) -> usize {
        let cell = u32::from(column) * self.height() + self.stones_in(board, column);
        (64 * (board.stones() % 2) + cell) as usize
    }
}

impl Known for Othello {
    const UNIT: i32 = 8;
    const HISTORY_SIZE: usize = 2 * 65;

    /// The field, or the pass, and whose disc it is.
    fn history_index(&self, board: &OthelloBoard, field: Option<u8>) -> usize {
        65 * board.turn as usize + field.map_or(64, usize::from)
    }
}

/// A game as a tree to count the leaves of: moves in the order of the game until the history table knows better,
/// no position that comes again, and a count of the moves at every level.
struct Bare<'a, G> {
    game: &'a G,
    /// Nodes that were opened and moves that they had, by level.
    levels: Vec<Cell<(u64, u64)>>,
}

/// A state, and how many plies it is away from the root.
#[derive(Clone)]
struct At<S> {
    state: S,
    ply: u32,
}

impl<'a, G: Known> Bare<'a, G> {
    const LEVELS: usize = 64;

    fn new(game: &'a G) -> Self {
        Bare { game, levels: vec![Cell::new((0, 0)); Self::LEVELS] }
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

impl<G: Known> Game for Bare<'_, G> {
    type State = At<G::State>;
    type Move = G::Move;

    fn moves(&self, at: &Self::State, out: &mut MoveList<G::Move>) -> Status {
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

    fn play(&self, at: &mut Self::State, m: G::Move) {
        self.game.play(&mut at.state, m);
        at.ply += 1;
    }

    fn status(&self, at: &Self::State, list: &mut MoveList<G::Move>) -> Status {
        self.game.status(&at.state, list)
    }
}

impl<G: Known> Evaluate for Bare<'_, G> {
    fn evaluate(&self, at: &Self::State) -> Score {
        self.game.evaluate(&at.state)
    }

    fn unit(&self) -> i32 {
        G::UNIT
    }

    fn horizon(&self, at: &Self::State, list: &mut MoveList<G::Move>) -> (Score, bool) {
        self.game.horizon(&at.state, list)
    }
}

provebest::skills!(impl[G: Known] Bare<'_, G>: Keyed, Order, Repeat);

impl<G: Known> Keyed for Bare<'_, G> {
    fn key(&self, at: &Self::State) -> u64 {
        self.game.key(&at.state)
    }
}

impl<G: Known> Order for Bare<'_, G> {
    const HISTORY_SIZE: usize = <G as Known>::HISTORY_SIZE;

    fn history_index(&self, at: &Self::State, m: G::Move) -> usize {
        Known::history_index(self.game, &at.state, m)
    }

    fn priority(&self, at: &Self::State, m: G::Move) -> i32 {
        self.game.is_loud(&at.state, m).into()
    }
}

impl<G: Known> Repeat for Bare<'_, G> {
    fn reversible(&self, _: &Self::State) -> u32 {
        0
    }

    fn now(&self, at: &Self::State) -> Ply {
        self.game.now(&at.state)
    }
}
