//! The visited tree of a search, with windows, values and the reason of each cut, for a person to read.
//!
//! A [`Story`] is built from the events of a search ([`StoryBuilder`]); it holds every node that was visited, every visit of
//! it, and for each cut a reason ([`reasons`]) whose numbers are proved by the leaves visited so far. [`text`] and [`svg`] draw it, and
//! [`visits`] has it as data.
//!
//! Everything here is in MAX's view, and MAX is the side to move at the root.

mod builder;
mod reasons;
mod story;
pub mod svg;
pub mod text;
pub mod visits;

#[cfg(test)]
mod tests;

pub use builder::StoryBuilder;
pub use story::{Story, StoryStyle};
