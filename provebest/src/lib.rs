//! Provebest finds, proves and explains the best move.
//!
//! Bring a game, ask for its best move:
//!
//! ```
//! use provebest::{Game, Hashed, Judged, MoveList, Score, Status};
//! use provebest::{ToTheEnd, best_move, skills};
//!
//! /// Take one, two or three; the side that takes the last one wins.
//! #[derive(Clone, Copy)]
//! struct Nim;
//!
//! impl Game for Nim {
//!     type State = u32;
//!     type Move = u32;
//!     fn moves(&self, &heap: &u32, out: &mut MoveList<u32>) -> Status {
//!         out.extend(1..=heap.min(3));
//!         if heap == 0 { Status::Over(Score(-1)) } else { Status::Open }
//!     }
//!     fn play(&self, heap: &mut u32, taken: u32) {
//!         *heap -= taken;
//!     }
//! }
//!
//! skills!(Nim); // rules only
//!
//! // Six plies ahead, with an estimate at the horizon and keys for a table ...
//! let judge = |_: &Nim, &heap: &u32| Score(if heap % 4 == 0 { -1 } else { 1 });
//! let game = Hashed(Judged::new(Nim, judge));
//! assert_eq!(best_move(&game, &22).depth(6).search()?.best, Some(2));
//!
//! // ... or to the end of the game, without an estimate.
//! assert_eq!(best_move(&Hashed(ToTheEnd(Nim)), &11).search()?.best, Some(3));
//!
//! // Do the rules keep their promises? Do all searches find what minimax finds?
//! provebest::check(&game, &9)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The types that you meet
//!
//! | type | what it is |
//! |---|---|
//! | [`Game`] | the rules: two methods, [`moves`](Game::moves) and [`play`](Game::play) |
//! | [`MoveList`] | where `moves` puts the legal moves |
//! | [`Status`] | what `moves` returns: the game is open, or over with a value for the side to move |
//! | [`Score`] | what a position is worth to the side to move; [`Score::loss_in`] for a game that is lost |
//! | [`Judged`], [`Evaluate`] | an estimate of open positions: as a closure, or as a method of your own |
//! | [`Hashed`], [`Keyed`] | keys for tables: from `#[derive(Hash)]`, or your own |
//! | [`skills!`] | says which further skills a game has; `skills!(MyGame);` for none |
//! | [`check()`] | do the rules keep their promises? For your tests |
//! | [`best_move`], [`Choice`] | the best move of a position, and what is known of it |
//! | [`Player`](player::Player), [`GameHistory`](player::GameHistory) | an opponent with a clock and levels, and a game as it was played so far |
//! | [`Command`](command::Command) | your game as a command: play, compare, explain, match, check, an engine protocol |
//! | [`solve()`], [`Solution`] | the exact value of a game that ends |
//!
//! [`which_type`] says which of them you need, and [`guide`] goes from rules to a strong player, step by step.
//!
//! # Examples that run
//!
//! `cargo run -p provebest --example NAME`, in a copy of the project:
//!
//! | name | what it shows |
//! |---|---|
//! | `my_game` | a game of your own as a command; `provebest new` writes it (`-- play`) |
//! | `bring_your_own_game` | check, best move and player, step by step |
//! | `every_root_move` | the value of every move |
//! | `solve_a_game` | exact values |
//! | `time_limit_and_cancel` | clocks, and searches that are called off |
//! | `bring_your_own_search` | a search that is compared with those of the papers |
//! | `levels` | every level against the one three below |
//! | `wasm_player` | an opponent for a page (`cargo build --target wasm32-unknown-unknown`) |
//!
//! # Features
//!
//! `command` (on by default), `terminal` and `editing` (parts of it: a game at a terminal, arrow keys in its lines), `serde` (what is returned as data), `chess` (its rules, in [`games`]), `puzzles`,
//! `mpi` (searches over the processes of an MPI job).
//!
//! Searches recurse, so there is a limit on plies that is safe on a thread of 2 MiB. On a larger stack it may be raised
//! ([`Limits::plies`](search::Limits::plies)). In a browser (`wasm32-unknown-unknown`) there is no clock, and a limit on time is an
//! error; depth and nodes work.

#[doc(inline)]
pub use provebest_game as game;
#[doc(inline)]
pub use provebest_games as games;
#[doc(inline)]
pub use provebest_machine as machine;
/// The machine over MPI.
#[cfg(feature = "mpi")]
pub use provebest_machine_mpi as mpi;
#[cfg(feature = "puzzles")]
#[doc(inline)]
pub use provebest_puzzle as puzzle;
#[doc(inline)]
pub use provebest_search as search;

mod algorithm;
mod all_moves;
mod any_machine;
mod best_move;
mod check;
mod check_search;
pub mod clock;
#[cfg(feature = "command")]
pub mod command;
pub mod contest;
mod erased;
mod error;
mod explicit;
pub mod family;
#[doc = include_str!("guide/rules.md")]
#[doc = "```"]
#[doc = include_str!("guide/breakthrough.rs")]
#[doc = "```"]
#[doc = include_str!("guide/player.md")]
pub mod guide {}
pub mod player;
pub mod proof_file;
mod prove;
mod search_on;
mod solve;
#[cfg(feature = "terminal")]
pub mod terminal;
#[doc = include_str!("guide/which_type.md")]
pub mod which_type {}

pub use algorithm::Algorithm;
pub use all_moves::{AllMoves, MoveValue};
pub use any_machine::AnyMachine;
pub use best_move::{BestMove, Choice, SearchMethod, best_move};
pub use check::check;
#[doc(inline)]
pub use clock::CancelToken;
pub use error::SearchError;
pub use prove::{ProofSearch, Prover, prove};
pub use solve::{Solver, solve};

#[doc(inline)]
pub use provebest_game::{
    Depth, Evaluate, Game, Hashed, Judged, Keyed, Line, MoveList, Noisy, Order, Pass, Ply, Provable, Repeat, Score,
    Skills, Solvable, Status, Text, ToTheEnd, skills,
};
#[doc(inline)]
pub use provebest_search::solve::Solution;
#[doc(inline)]
pub use provebest_search::{Kind, Reason};

/// Examples are tests too: each runs to its end.
#[cfg(all(doctest, feature = "command"))]
mod examples {
    macro_rules! example {
        ($($name:ident: $file:literal),+ $(,)?) => {
            $(#[doc = concat!("```\n", include_str!($file), "\n```")] struct $name;)+
        };
    }

    example!(
        BringYourOwnGame: "../examples/bring_your_own_game.rs",
        BringYourOwnSearch: "../examples/bring_your_own_search.rs",
        MyGame: "../examples/my_game.rs",
        EveryRootMove: "../examples/every_root_move.rs",
        SolveAGame: "../examples/solve_a_game.rs",
        TimeLimitAndCancel: "../examples/time_limit_and_cancel.rs",
    );
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
