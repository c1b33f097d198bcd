#![doc = include_str!("../README.md")]

mod answer;
mod board;
mod list;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "play")]
mod play;
#[cfg(feature = "puzzles")]
mod puzzle;
pub mod story;
mod tape;

pub use answer::{AnswerError, MOST_BYTES, answer, answer_until, answer_with};
pub use list::{is_taped, taped_puzzles};
pub use tape::{MOST_EVENTS, MOST_WHOLE, Tape};
