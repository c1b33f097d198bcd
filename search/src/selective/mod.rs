//! Searches that do not go to a depth but where it matters most: one algorithm, one file, one paper.
//!
//! * For the best move, from intervals of values: [`BStar`], [`PbStar`].
//! * For a value that can be believed, from estimates: [`ConspiracyNumbers`], [`ConspiracyWindow`].
//! * For the value, in an order of one's own: [`Evolving`].
//! * Relatives of SSS*: [`HybridSss`], [`SideBySide`].
//!
//! The first five keep the tree that they have grown, and end, when memory or nodes are used up, with what is proved so far. For
//! them [`Counters::inner`](crate::Counters::inner) is the number of expansions,
//! [`Counters::leaf_visits`](crate::Counters::leaf_visits) that of evaluations, that of the root included (of [`Evolving`]: of
//! leaves), and [`Counters::stored`](crate::Counters::stored) that of the nodes of the tree. Why a node is expanded is told to
//! the observer ([`Why`](crate::measure::Why)). A node at the depth of the task counts as a leaf, worth its estimate; to grow a
//! tree without a horizon, give a depth that it never reaches.

mod b_star;
mod bounds;
mod chances;
mod conspiracy_numbers;
mod conspiracy_window;
mod driver;
mod evolution;
mod evolving;
mod grown;
mod hybrid;
mod pb_star;
mod restarts;
mod side_by_side;
mod solution;
mod stairs;

pub use b_star::{BStar, NoStrategy, Rest, Strategy};
pub use bounds::{RootMove, Selection};
pub use conspiracy_numbers::{Conspiracy, ConspiracyNumbers};
pub use conspiracy_window::ConspiracyWindow;
pub use driver::Driver;
pub use evolving::Evolving;
pub use hybrid::HybridSss;
pub use pb_star::PbStar;
pub use side_by_side::SideBySide;
pub(crate) use solution::Solutions;
pub use stairs::Step;
