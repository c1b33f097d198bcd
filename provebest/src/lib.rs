//! Provebest finds, proves and explains the best move.
//!
//! Bring a game, ask for its best move:
//!
//! ```
//! use provebest::{Game, Judged, MoveList, Score, Status, best_move};
//!
//! /// Take one, two or three; who takes the last one wins.
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
//! // Six plies ahead, with an estimate at the horizon ...
//! let game = Judged::new(Nim, |_, &heap| if heap % 4 == 0 { Score(-1) } else { Score(1) });
//! assert_eq!(best_move(&game, &22).depth(6).search()?.best, Some(2));
//!
//! // ... or to the end of the game, without one.
//! assert_eq!(best_move(&provebest::ToTheEnd(Nim), &11).search()?.best, Some(3));
//!
//! // Do the rules keep their promises, and do all searches find what plain minimax finds?
//! provebest::check(&game, &9)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`best_move`]: the builder for those who write a game; limits on depth, time, nodes and memory, a cancel token.
//! - [`player`]: who plays your game, under a clock, on threads, as strong as you like; [`terminal`]: against a person.
//! - [`solve()`]: exact values of games that end, with the line that proves them.
//! - [`guide`]: from rules to a strong player.
//! - [`Algorithm`]: every search by name, for those who compare them; [`AnyMachine`]: where parallel ones run.
//! - [`puzzle`]: search for one, from A\* to its parallel forms; [`PuzzleAlgorithm`]: each by name; [`tiles`]: sliding tiles.
//! - [`game`], [`games`], [`search`], [`machine`]: the libraries behind it, whole. What is used most is also at the top level.
//!
//! A puzzle is for one: the shortest way from a number to another, say, by adding one and doubling.
//!
//! ```
//! use provebest::puzzle::{AStar, Closures, Cost, Solve, Task};
//!
//! let children = |&number: &u32| [number + 1, number * 2].into_iter().filter(|&child| child <= 100).map(|child| (child, Cost(1)));
//! // Who doubles every time is there soonest.
//! let estimate = |&number: &u32| Cost((100 / number).ilog2());
//! let report = AStar.solve(&Task::new(&Closures::new(children, estimate, |&number| number == 100), &1));
//! assert_eq!(report.bound, Cost(8));
//! assert_eq!(report.solution.map(|solution| solution.moves.len()), Some(8));
//! ```
//!
//! Searches recurse, so there is a limit on plies that is safe on a thread of 2 MiB. Who gives them a larger stack may
//! raise it ([`Limits::plies`]).

#[doc(inline)]
pub use provebest_game as game;
#[doc(inline)]
pub use provebest_games as games;
#[doc(inline)]
pub use provebest_machine as machine;
#[doc(inline)]
pub use provebest_puzzle as puzzle;
#[doc(inline)]
pub use provebest_search as search;

mod algorithm;
mod all_moves;
mod any_machine;
mod best_move;
mod check;
pub mod check_search;
pub mod clock;
mod error;
#[doc = include_str!("guide/rules.md")]
#[doc = "```"]
#[doc = include_str!("guide/breakthrough.rs")]
#[doc = "```"]
#[doc = include_str!("guide/player.md")]
pub mod guide {}
pub mod player;
mod resume;
mod search_on;
mod solve;
pub mod terminal;

pub use algorithm::{About, Algorithm, AlgorithmKind, AlgorithmSpec, Settings, UnknownAlgorithm, Variant};
pub use all_moves::{AllMoves, MoveValue, all_moves};
pub use any_machine::AnyMachine;
pub use best_move::{BestMove, Choice, SearchMethod, best_move};
pub use check::{check, check_searches};
pub use check_search::check_search;
pub use clock::{AnyOf, CancelToken, Deadline};
pub use error::{MachineError, SearchError, SettingsError};
pub use resume::{BoundFile, Kept, ProofFile, ResumeError};
pub use search_on::Searched;
pub use solve::{Solve, solve};

#[doc(no_inline)]
pub use provebest_game::{
    Bound, Check, Checked, Depth, Evaluate, Fault, Game, Hashed, Judged, Keyed, Line, MoveList, Noisy, Order, Pass,
    Plain, Ply, Repeat, Score, Shape, Skills, Solvable, Status, Symmetry, Text, TextError, ToTheEnd, Turn, Turns,
    Window, perft, skills,
};
#[doc(no_inline)]
pub use provebest_search::solve::{Progress, ProvedMove, Solution};
#[doc(no_inline)]
pub use provebest_search::{
    Counters, Kind, Leaves, Limits, Observer, Reason, Report, Search, Stop, Task, TooDeep, Trace,
};

/// Examples are tests too: each runs to its end.
#[cfg(doctest)]
mod examples {
    macro_rules! example {
        ($($name:ident: $file:literal),+ $(,)?) => {
            $(#[doc = concat!("```\n", include_str!($file), "\n```")] struct $name;)+
        };
    }

    example!(
        BringYourOwnGame: "../examples/bring_your_own_game.rs",
        EveryRootMove: "../examples/every_root_move.rs",
        SolveAGame: "../examples/solve_a_game.rs",
        TimeLimitAndCancel: "../examples/time_limit_and_cancel.rs",
    );
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
