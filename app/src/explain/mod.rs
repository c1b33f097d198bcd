//! The story of a search (`provebest_theatre::story`) for a person to read: [`text`] and [`svg`] draw it, and [`visits`] has it as data.

pub mod svg;
pub mod text;
pub mod visits;

#[cfg(test)]
mod tests;

pub use provebest_theatre::story::{Story, StoryBuilder, StoryStyle};
