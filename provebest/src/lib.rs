//! Provebest finds, proves and explains the best move.
//!
//! Bring a game, ask for its best move:
//!
//! ```
//! use provebest::{Game, Hashed, Judged, MoveList, Score, Status, ToTheEnd, best_move, skills};
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
//! let game = Hashed(Judged::new(Nim, |_, &heap| if heap % 4 == 0 { Score(-1) } else { Score(1) }));
//! assert_eq!(best_move(&game, &22).depth(6).search()?.best, Some(2));
//!
//! // ... or to the end of the game, without an estimate.
//! assert_eq!(best_move(&Hashed(ToTheEnd(Nim)), &11).search()?.best, Some(3));
//!
//! // Do the rules keep their promises, and do all searches find what plain minimax finds?
//! provebest::check(&game, &9)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | you want | see |
//! |---|---|
//! | the best move, or the value of every move | [`best_move`] |
//! | a player with a clock, threads and levels; a game against a person | [`player`], [`terminal`] |
//! | exact values of games that end | [`solve()`] |
//! | the answer to a question about a position, with a certificate | [`prove()`] |
//! | to write a game, from rules to a strong player | [`guide`] |
//! | to compare searches, or to write one | [`family`], [`search`] |
//! | a puzzle for one | `puzzle`, with the feature `puzzles` |
//!
//! Features: `terminal` (on by default), `chess` (its rules, in [`games`]), `puzzles`, `mpi` (searches over the processes of an MPI
//! job).
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
mod error;
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

pub use algorithm::Algorithm;
pub use all_moves::{AllMoves, MoveValue};
pub use any_machine::AnyMachine;
pub use best_move::{BestMove, Choice, SearchMethod, best_move};
pub use check::check;
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
#[cfg(all(doctest, feature = "terminal"))]
mod examples {
    macro_rules! example {
        ($($name:ident: $file:literal),+ $(,)?) => {
            $(#[doc = concat!("```\n", include_str!($file), "\n```")] struct $name;)+
        };
    }

    example!(
        BringYourOwnGame: "../examples/bring_your_own_game.rs",
        BringYourOwnSearch: "../examples/bring_your_own_search.rs",
        EveryRootMove: "../examples/every_root_move.rs",
        SolveAGame: "../examples/solve_a_game.rs",
        TimeLimitAndCancel: "../examples/time_limit_and_cancel.rs",
    );
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
