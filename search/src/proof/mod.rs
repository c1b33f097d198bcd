//! Proof searches: is a position worth at least so much? Yes or no, with a line of play and, on request, a certificate that anyone can
//! check.
//!
//! * [`Pn`], [`Pn2`]: the tree is kept; [`DfPn`]: depth first, with a table of fixed size; [`ParallelDfPn`]: by several processors.
//! * [`value`]: a value by questions.
//! * [`certificate`]: the solution tree as a file. The crate `provebest-verify` checks it.
//!
//! A question and a position in [`Question`], the answer in [`Verdict`]. What positions are worth that come again, the game says by
//! [`Provable`](provebest_game::Provable).

pub mod certificate;
mod df_pn;
mod line;
mod listing;
mod node;
mod numbers;
mod parallel;
mod pn;
mod pn2;
mod question;
mod searcher;
mod table;
mod value;

pub use df_pn::DfPn;
pub use node::Patience;
pub use numbers::Numbers;
pub use parallel::{ParallelDfPn, ProvedTogether};
pub use pn::Pn;
pub use pn2::Pn2;
pub use question::{ExpansionSink, Question, Step, StepSink, Verdict};
pub use value::{Bounds, value, value_within};
