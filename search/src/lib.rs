//! Game-tree searches, one algorithm a file, each reading like its paper. They know games only as a trait, and
//! neither threads nor clocks nor files: what happens inside is told to a [`Observer`], what ends them early is a
//! [`Limits`], what they return is a [`Report`].

mod best_play;
pub mod engine;
mod limits;
mod lines;
pub mod measure;
mod null_window;
pub mod parallel;
mod report;
pub mod sequential;
pub mod solve;
pub mod table;
mod walk;

pub use limits::{Limits, Reason, Stop, TooDeep};
pub use measure::{Counters, Cut, Leaves, Observer, Trace};
pub use parallel::*;
pub use report::{Kind, Report, Search, Task};
pub use sequential::*;
pub use table::{Entry, SharedMarks, SharedTable};
