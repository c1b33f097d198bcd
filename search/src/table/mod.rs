//! Tables in which searches keep what they know: [`SharedTable`] for values, [`SharedMarks`] for the nodes that processors are at.
//! Both are written by many processors at once, without locks. Where there is no common memory, [`ScatteredTable`] has a part on each
//! processor.

mod marks;
mod scattered;
mod shared;
mod word;

pub use marks::{Mark, Marks, SharedMarks};
pub use scattered::{ScatteredTable, TableBatch, TableCounts, TableMail, TableProcessor, TableSize};
pub use shared::{Entry, SharedTable, Table};
#[doc(hidden)]
pub use word::Word;
pub(crate) use word::untouched;
