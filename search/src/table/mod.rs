//! Tables that searches keep what they know in: [`SharedTable`] for values, [`SharedMarks`] for who is where.
//!
//! Both are written by many processors at once, without locks.

mod marks;
mod shared;
mod word;

pub use marks::{Mark, Marks, SharedMarks};
pub use shared::{Entry, SharedTable, Table};
#[doc(hidden)]
pub use word::Word;
