//! A game as an explicit tree.

use std::fmt;

use provebest_game::{Depth, Evaluate, MoveList, Score, Status};
use provebest_games::tree::{Builder, Tree};

/// The tree below a position of a game, every node of which is known.
#[derive(Clone, Debug)]
pub struct Explicit {
    /// The tree: its leaves are the ends of games and the estimates at the horizon.
    pub tree: Tree,
    /// What stands for a win at ply 0, if a game is decided in the tree: a win at ply 9 is 9 less.
    pub wins: Option<i32>,
}

/// The tree has more nodes than it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// As many as it may have.
    pub most: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the tree has more than {} nodes", self.most)
    }
}

impl std::error::Error for TooLarge {}

impl Explicit {
    /// A value of the tree as one of the game.
    pub fn score(&self, value: Score) -> Score {
        match self.wins {
            Some(wins) if value.0.abs() > wins / 2 => {
                let win = Score::win_in(provebest_game::Ply((wins - value.0.abs()) as u32));
                if value.0 > 0 { win } else { -win }
            }
            _ => value,
        }
    }
}

/// Writes out the tree below a position, to a depth: for searches and pictures that know trees only, such as `provebest explain tree`.
///
/// ```
/// use provebest::family::explicit_tree;
/// use provebest::games::tic_tac_toe::TicTacToe;
/// use provebest::{Depth, Text};
///
/// let board = TicTacToe.parse("X-OOX-XO-")?;
/// let tree = explicit_tree(&TicTacToe, &board, Depth(3), 1000)?;
/// assert_eq!((tree.tree.leaf_count(), tree.tree.height()), (5, Depth(3)));
/// assert!(explicit_tree(&TicTacToe, &board, Depth(3), 5).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explicit_tree<G: Evaluate>(game: &G, root: &G::State, depth: Depth, most: usize) -> Result<Explicit, TooLarge> {
    let mut leaves = Leaves { game, most, nodes: 0, list: MoveList::new(), found: Vec::new() };
    leaves.below(root, depth, 0)?;
    let largest = leaves.found.iter().filter_map(|leaf| leaf.as_ref().ok()).filter(|value| value.end().is_none());
    let largest = largest.map(|value| value.0.unsigned_abs()).max().unwrap_or(0);
    // Twice as much as any estimate, so that the two cannot be confused.
    let mut wins = 1_000_000_u32;
    while wins < 4 * largest && wins < 1_000_000_000 {
        wins *= 10;
    }
    let wins = wins as i32;
    let mut decided = false;
    let mut builder = Builder::new();
    for leaf in leaves.found {
        match leaf {
            Err(true) => builder.open(),
            Err(false) => builder.close(),
            Ok(value) => builder.leaf(match value.end() {
                Some(end) => {
                    decided = true;
                    value.0.signum() * (wins - (end.0.min(wins as u32 / 4)) as i32)
                }
                None => value.0.clamp(-Tree::LIMIT, Tree::LIMIT),
            }),
        }
    }
    Ok(Explicit { tree: builder.finish(), wins: decided.then_some(wins) })
}

/// The leaves from left to right, MAX's values, and where lists open (`Err(true)`) and close.
struct Leaves<'a, G: Evaluate> {
    game: &'a G,
    most: usize,
    nodes: usize,
    list: MoveList<G::Move>,
    found: Vec<Result<Score, bool>>,
}

impl<G: Evaluate> Leaves<'_, G> {
    fn below(&mut self, state: &G::State, depth: Depth, ply: u32) -> Result<(), TooLarge> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(TooLarge { most: self.most });
        }
        let max = |value: Score| if ply.is_multiple_of(2) { value } else { -value };
        if depth == Depth(0) {
            let (value, _) = self.game.horizon(state, &mut self.list);
            self.found.push(Ok(max(value)));
            return Ok(());
        }
        let mut list = MoveList::new();
        if let Status::Over(value) = self.game.moves(state, &mut list) {
            self.found.push(Ok(max(value)));
            return Ok(());
        }
        self.found.push(Err(true));
        for &m in list.as_slice() {
            let mut child = state.clone();
            self.game.play(&mut child, m);
            self.below(&child, depth.less(), ply + 1)?;
        }
        self.found.push(Err(false));
        Ok(())
    }
}
