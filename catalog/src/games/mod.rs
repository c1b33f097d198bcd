//! The table of games. Every game has one entry here: its name, how its positions are read, written and drawn, and what it is
//! compiled for. Everything else, from completions to the page, is made from these entries.

mod any;
mod diagram;
mod entry;
mod played;
mod seats;
pub(crate) mod synthetic;
pub(crate) mod trees;

pub use any::{AnyGame, AnyState};
pub(crate) use any::{each, enums};
pub use diagram::{Diagram, Field};
pub use entry::{
    Compiled, Entry, GameInfo, GameKind, LeafCount, Measure, Number, Placed, Played, PlayedVisitor, PositionError,
    PositionText, ProofVisitor, SolverVisitor, Visitor, word_of,
};
pub use seats::{Parting, SavedGame, Seats, SeatsError};

use provebest_game::Depth;
#[cfg(feature = "chess")]
use provebest_games::chess::Chess;
use provebest_games::connect_four::ConnectFour;
use provebest_games::othello::Othello;
use provebest_games::synthetic::{Artificial, Correlated, Independent, Weighted};
use provebest_games::tic_tac_toe::TicTacToe;
use provebest_games::tree::Tree;

/// The most plies that can be searched; the threads of this crate have the stack for it.
pub const MOST_PLIES: Depth = Depth(10_000);

/// Hands the list of games to a macro: the name of a variant, and the type of the rules. This is the only such list.
macro_rules! for_all_games {
    ($apply:ident $($more:tt)*) => {
        $crate::games::$apply! {
            [
                Tree: Tree,
                Uniform: Weighted,
                Correlated: Correlated,
                Iid: Independent,
                Artificial: Artificial,
                TicTacToe: TicTacToe,
                ConnectFour: ConnectFour,
                Othello: Othello,
                #[cfg(feature = "chess")]
                Chess: Chess,
            ]
            $($more)*
        }
    };
}
pub(crate) use for_all_games;

macro_rules! infos {
    ([$($(#[$gate:meta])* $variant:ident: $game:ty,)*]) => {
        /// Every game that can be searched, in the order in which they are listed.
        pub const GAMES: &[&GameInfo] = &[$($(#[$gate])* &<$game as Entry>::INFO),*];
    };
}
pub(crate) use infos;

for_all_games!(infos);

/// Sliding tiles, a puzzle.
pub const TILES: GameInfo = GameInfo {
    name: "tiles",
    title: "sliding tiles",
    aliases: &[],
    kind: GameKind::Puzzle,
    summary: "sliding tiles, a puzzle for one: the shortest way to 0 1 2 ..., row by row",
    position: "a size from 3x3 to 5x5 and the tiles row by row, 0 the empty cell, which moves U D L R; `to` another goal",
    example: "3x3:8 7 6 0 4 1 2 5 3",
    usual_depth: None,
    usual_method: "ida-star",
    estimates: false,
    solvable: false,
    hint: "",
};

/// Travelling salesmen, a puzzle.
pub const SALESMEN: GameInfo = GameInfo {
    name: "salesmen",
    title: "travelling salesmen",
    aliases: &["salesman", "tsp"],
    kind: GameKind::Puzzle,
    summary: "a travelling salesman, a puzzle for one: the shortest round trip through all cities",
    position: "cities= (2 to 32) and seed= for cities by chance, or a table of ways such as '0 1 9; 1 0 3; 9 3 0'",
    example: "cities=10,seed=1",
    usual_depth: None,
    usual_method: "a-star",
    estimates: false,
    solvable: false,
    hint: "",
};

/// Graphs of OR and AND nodes, for proof searches.
pub const GRAPH: GameInfo = GameInfo {
    name: "graph",
    title: "graph",
    aliases: &[],
    kind: GameKind::Graph,
    summary: "an explicit graph of OR and AND nodes, with cycles: is the first node proved?",
    position: "a list as JSON: true and false are ends, a list has the numbers of a node's children; even nodes are OR",
    example: "[[1,2],[0,3],true,false]",
    usual_depth: None,
    usual_method: "df-pn",
    estimates: false,
    solvable: true,
    hint: "",
};

/// Every game and puzzle.
///
/// ```
/// use provebest_catalog::games;
/// assert!(games::all().any(|game| game.name == "othello") && games::all().any(|game| game.name == "tiles"));
/// ```
pub fn all() -> impl Iterator<Item = &'static GameInfo> + Clone {
    GAMES.iter().copied().chain([&GRAPH, &TILES, &SALESMEN])
}

/// The names of all games and puzzles, for error texts.
pub(crate) fn names() -> String {
    all().map(|game| game.name).collect::<Vec<_>>().join(", ")
}

/// The game or puzzle of this name.
///
/// ```
/// use provebest_catalog::games;
/// assert_eq!(games::find("connect-four").map(|game| game.name), Some("connect4"));
/// assert!(games::find("go").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static GameInfo> {
    all().find(|game| game.name == name || game.aliases.contains(&name))
}
