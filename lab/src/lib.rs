//! The laboratory: experiments as named, repeatable, resumable questions, with tables and pictures.
//!
//! An experiment is a folder below `experiments`: a README with the question, its source and what was claimed, and the code.
//! Its [`plan`] says which [`subject`]s it searches: [`trees`], [`positions`] of games or [`puzzles`]. [`run`] searches them
//! one by one, and every search leaves a [`row`]. [`results`] sums the rows up, [`paper_comparison`] compares them with the
//! numbers that a paper printed, [`columns`] says what their columns mean, [`speed`] computes speed-ups, [`layout`] makes tables to print, [`plot`] draws, and
//! [`report`] judges the claims of the papers. [`statistics`] separates differences from chance, and [`theory`] holds the
//! formulas.
//!
//! No two of these modules need each other: `tests/modules.rs` keeps it so.

pub mod columns;
pub mod experiments;
pub mod folder;
pub mod layout;
pub mod paper_comparison;
pub mod plan;
pub mod plot;
pub mod positions;
pub mod progress;
pub mod proofs;
pub mod puzzles;
pub mod race;
pub mod report;
pub mod results;
pub mod row;
pub mod run;
pub mod speed;
pub mod statistics;
pub mod subject;
pub mod theory;
pub mod trees;
pub mod trial;
