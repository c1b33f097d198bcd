//! The story of a search (`provebest_theatre::story`) for a person to read: [`text`] and [`svg`] draw it, [`export`] writes it for other programs, and [`visits`] has it as data.

pub mod export;
pub mod svg;
pub mod text;
pub mod visits;

#[cfg(test)]
mod tests;

pub use provebest_theatre::story::{Story, StoryBuilder, StoryStyle};
