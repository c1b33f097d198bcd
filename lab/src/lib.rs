//! The laboratory: experiments as named, repeatable, resumable questions, with tables and pictures.
//!
//! An experiment is a folder below `experiments`: a README with the question, its source and what was claimed, and the
//! code. [`statistics`] holds the little that is needed to tell a difference from chance, [`plot`] draws.

pub mod report;
pub mod statistics;
pub mod theory;
