//! An engine for any game: alpha-beta with everything that made it work in practice, each enhancement a switch.
//!
//! * [`Enhancements`]: the switches, each with its source and its risk.
//! * [`Skills`]: the skills that a game declares. The engine uses them all, and compiles nothing for those that a game lacks.
//! * [`Engine`]: the table and the switches. It searches an [`EngineTask`], and returns an [`Answer`].
//!
//! ```
//! use provebest_game::{Depth, Score};
//! use provebest_games::connect_four::ConnectFour;
//! use provebest_search::engine::{Engine, EngineTask, Enhancements};
//!
//! let (rules, board) = ConnectFour::parse("112233")?;
//! let engine = Engine::new(1 << 20, Enhancements::default())?;
//! let answer = engine.search(&EngineTask::new(&rules, &board, Depth(5)), &mut |_| None);
//! assert_eq!((answer.best, answer.value.and_then(Score::end).map(|end| end.0)), (Some(3), Some(7)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod board;
mod enhancements;
mod exchange;
mod node;
mod order;
mod parcel;
mod quiescence;
mod root;
mod rows;
mod split;
mod threads;
mod worker;

pub use answer::{Answer, EngineTask, RootMove, Tally};
pub use enhancements::{Driver, Enhancements};
pub use exchange::Exchange;
pub use parcel::AnswerByNumber;
pub use threads::Share;

use std::collections::TryReserveError;
use std::fmt;

use provebest_game::{Evaluate, Keyed, Skills};

use crate::limits::{Budget, Reason};
use crate::table::SharedTable;
use worker::Worker;

/// There is no room for a table.
///
/// ```
/// use provebest_search::engine::{Engine, Enhancements};
/// let error = Engine::new(usize::MAX, Enhancements::default()).err().unwrap();
/// assert!(error.to_string().starts_with("no room for a table of 18446744073709551615 bytes"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NoTable {
    /// How large it was to be.
    pub bytes: usize,
    source: TryReserveError,
}

impl fmt::Display for NoTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no room for a table of {} bytes; expected a smaller one", self.bytes)
    }
}

impl std::error::Error for NoTable {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// A table and a choice of enhancements. See [`engine`](self).
pub struct Engine {
    table: SharedTable,
    /// What it does beyond alpha-beta.
    pub enhancements: Enhancements,
}

impl Engine {
    /// An engine with a table of this size.
    pub fn new(bytes: usize, enhancements: Enhancements) -> Result<Engine, NoTable> {
        let table = SharedTable::try_new(bytes).map_err(|source| NoTable { bytes, source })?;
        let table = table.beginning_small();
        Ok(Engine { table, enhancements })
    }

    /// The table, for a look at how full it is.
    pub fn table(&self) -> &SharedTable {
        &self.table
    }

    /// Forgets everything: for another game.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Searches. After every iteration `listener` hears what is known; if it has a reason to
    /// stop, the search ends.
    pub fn search<G: Evaluate + Keyed + Skills>(
        &self,
        task: &EngineTask<'_, G>,
        listener: &mut dyn FnMut(&Answer<G::Move>) -> Option<Reason>,
    ) -> Answer<G::Move> {
        self.table.new_age();
        let budget = Budget::new(&task.limits);
        Worker::new(task, self.enhancements, &self.table, budget).deepen(task, task.first, listener)
    }
}
