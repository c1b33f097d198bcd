//! The laboratory: experiments as named, repeatable, resumable questions, with tables and pictures.
//!
//! An experiment is a folder below `experiments`: a README with the question, its source and what was claimed, and the
//! code. [`run`] runs it, tree by tree, or position by position of a game ([`positions`]) or a puzzle ([`puzzles`]); [`results`] sums up; [`beside`] puts it beside what a paper printed; [`plot`]
//! draws; [`statistics`] holds the little that is needed to tell a difference from chance, and [`theory`] what the formulas
//! expect; [`speed`] tells what many processors are worth.

pub mod beside;
pub mod experiments;
pub mod plan;
pub mod plot;
pub mod positions;
pub mod puzzles;
pub mod report;
pub mod results;
pub mod run;
pub mod speed;
pub mod statistics;
pub mod theory;
pub mod trees;
pub mod trial;
