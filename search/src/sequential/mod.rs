//! The sequential family: one algorithm, one file, one paper.
//!
//! * Depth first, with nothing kept but the path: [`Minimax`], [`AlphaBeta`], [`AlphaBetaHard`], [`AlphaBetaShallow`],
//!   [`Aspiration`], [`Scout`], [`Pvs`], [`NegaScout`].
//! * Depth first, with notes for later visits: [`PartiallyInformedNegaScout`], [`InformedNegaScout`], [`InsPrinted`], [`InsByPosition`],
//!   [`PnsPath`], [`MtSss`], [`MtDual`], [`MtdF`].
//! * The most promising node first: [`SssStar`], [`DualStar`], [`EvenOdd`], [`IterSss`], [`OpenListSearch`].
//!
//! The page of each says what it promises, where it was published and what it costs, with an example. There w is the
//! width of a tree and d its height; time is told in leaf visits; `V` is the minimax value. On every tree all of them
//! find the same value, and all but [`IterSss`] the same best move: the leftmost of the best ones.

pub(crate) mod alpha_beta;
mod alpha_beta_shallow;
mod aspiration;
mod even_odd;
mod informed_negascout;
mod ins_by_position;
mod ins_printed;
pub(crate) mod iter_sss;
mod known;
mod memory_test;
mod minimax;
pub(crate) mod negascout;
mod notes;
mod open_list;
mod partially_informed;
mod pns_path;
mod pvs;
mod scout;
mod sss_star;
mod sss_store;

pub use alpha_beta::{AlphaBeta, AlphaBetaHard};
pub use alpha_beta_shallow::AlphaBetaShallow;
pub use aspiration::Aspiration;
pub use even_odd::EvenOdd;
pub use informed_negascout::{InformedNegaScout, Store};
pub use ins_by_position::InsByPosition;
pub use ins_printed::InsPrinted;
pub use iter_sss::IterSss;
pub use memory_test::{MemoryTest, MtDual, MtSss, MtdF};
pub use minimax::Minimax;
pub use negascout::NegaScout;
pub use open_list::{OpenListSearch, OpenRecord};
pub use partially_informed::PartiallyInformedNegaScout;
pub use pns_path::PnsPath;
pub use pvs::Pvs;
pub use scout::Scout;
pub use sss_star::{DualStar, DualStarAbove, SssStar};

use provebest_game::{Evaluate, Window};

use crate::limits::TooDeep;
use crate::measure::Observer;
use crate::report::{Report, Search, Task};

/// A search that can be told which values matter. With every value it is a plain [`Search`].
pub trait Windowed {
    /// Searches with a window. The report's value is exact inside the window, otherwise an upper bound (at most alpha)
    /// or a lower bound (at least beta), and its kind says so.
    fn search_window<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        window: Window,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep>;
}

impl<T: Windowed> Search for T {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        self.search_window(task, Window::FULL, observer)
    }
}
