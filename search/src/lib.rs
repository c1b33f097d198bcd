//! Game-tree searches, one algorithm a file, each reading like its paper. They know games only as a trait, and
//! neither threads nor clocks nor files: they tell an [`Observer`] what happens, [`Limits`] end them early, and they
//! return a [`Report`].
//!
//! A search of your own is written with [`walk`].

mod best_play;
pub mod engine;
mod limits;
mod lines;
pub mod measure;
mod null_window;
pub mod parallel;
pub mod proof;
mod report;
pub mod selective;
pub mod sequential;
pub mod solve;
pub mod table;
pub mod walk;

pub use limits::{Limits, Reason, Stop, TooDeep};
pub use measure::{Counters, Cut, Leaves, Observer, Trace};
pub use parallel::*;
pub use report::{Kind, Reached, Report, Search, Task};
pub use selective::*;
pub use sequential::*;
pub use table::{Entry, ScatteredTable, SharedMarks, SharedTable, TableCounts, TableSize};
