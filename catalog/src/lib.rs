//! The one door of Provebest: any game, any method, any machine, by name.
//!
//! Every front end (the command, the laboratory, a page, a rank of a cluster) asks the same [`Request`] and gets the same
//! [`Outcome`], both plain data:
//!
//! ```
//! use provebest_catalog::{Request, run};
//!
//! let mut request = Request::new("uniform", "w=5,d=6,seed=136,order=60", "young-brothers")?;
//! request.machine = Some("sim:8,latency=2".parse()?);
//! let outcome = run(&request, &mut (), &())?;
//! assert_eq!(outcome.game_answer().unwrap().value, Some(-2188));
//! assert!(outcome.speedup().unwrap() > 1.5);
//! # Ok::<(), provebest_catalog::RequestError>(())
//! ```
//!
//! - [`games`]: the table of games. A new game is one file in the crate of games, and one entry there.
//! - [`methods`]: the table of methods, with their settings.
//! - [`Problem`], [`Method`], [`provebest::AnyMachine`]: each from text and back to a text that means the same.
//! - [`run`]: runs a request; a [`Listener`] hears how far it is.
//! - [`tiles`], [`salesmen`], [`PuzzleAlgorithm`]: the puzzles and the searches for puzzles, by name.
//!
//! What is timed is compiled for its game; everything that is watched goes through one type of all games. All of it is compiled
//! here, so that a change in a front end costs a link and nothing more.

mod answered;
mod any_rules;
pub mod bare;
pub mod book;
mod book_value;
pub mod cache;
mod certificate;
pub mod cluster;
pub mod counted;
pub mod games;
mod listener;
mod method;
mod outcome;
mod ping_pong;
mod problem;
mod proof_search;
mod proving;
mod puzzle_algorithm;
mod ranks;
mod recorder;
mod request;
mod run;
pub mod salesmen;
mod selective;
pub mod signature;

pub mod tiles;
pub mod units;
pub mod worker;

pub use answered::certify_answer;
pub use certificate::{CERTIFIED, certify};
pub use games::{MOST_PLIES, Parting, SavedGame, Seats, SeatsError};
pub use listener::{Listener, News, Resumed, Thinking};
pub use method::{EngineSpec, Method, MethodGroup, MethodInfo, PuzzleSpec, Setting, SettingError, SolverSpec, methods};
pub use outcome::{
    Answer, GameAnswer, Inside, IterationOutcome, Machinery, MoveOutcome, Outcome, Parameters, PuzzleAnswer, SCHEMA,
    ValueKind, Winner, harmless_json, is_control,
};
pub use ping_pong::{MessageCost, message_costs};
pub use problem::{Problem, ProblemError};
pub use proof_search::{Epsilon, ProofAbout, ProofAlgorithm, ProofQuestion, ProofSpec};
pub use puzzle_algorithm::{CannotRun, PuzzleAlgorithm, PuzzleSettings, PuzzleSolved, UnknownPuzzleAlgorithm};
pub use request::{Limits, Record, Request, RequestError};
pub use run::{as_proof, run, run_family, useful};
pub use selective::{Doubt, DriverName, SelectiveAbout, SelectiveAlgorithm, SelectiveSpec, Threshold};
