//! Sliding tiles whose size and heuristic are known only now: the boards of [`puzzle::tiles`](crate::puzzle::tiles) by text.

mod board;
mod guess;
mod mixed;
mod question;

pub use board::Board;
pub use guess::Guess;
pub use question::{Question, QuestionError};
