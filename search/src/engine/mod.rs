//! An engine for any game: alpha-beta with everything that made it work in practice, each enhancement a switch.
//!
//! * [`Enhancements`]: the switches, each with its source and its risk.
//! * [`Skilled`]: the skills of a game that the engine uses. A skill that a game lacks cannot be asked for: it does not
//!   compile.
//! * [`Engine`]: the table and the switches. It answers a [`Question`] by an [`Answer`].
//!
//! ```
//! use provebest_game::{Depth, Score};
//! use provebest_games::connect_four::ConnectFour;
//! use provebest_search::engine::{Engine, Enhancements, Plain, Question};
//!
//! let (rules, board) = ConnectFour::parse("112233")?;
//! let engine = Engine::new(1 << 20, Enhancements::default())?;
//! let answer = engine.search::<_, Plain>(&Question::new(&rules, &board, Depth(5)), &mut |_| None);
//! assert_eq!((answer.best(), answer.value.and_then(Score::end).map(|end| end.0)), (Some(3), Some(7)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod enhancements;
mod node;
mod order;
mod quiescence;
mod root;
mod skills;
mod split;
mod threads;
mod worker;

pub use answer::{Answer, Question, RootMove, Tally};
pub use enhancements::{Driver, Enhancements};
pub use skills::{Has, Lacks, MaybeNoisy, MaybeOrder, MaybePass, MaybeRepeat, Plain, Skilled, Skills};
pub use threads::Share;

use std::collections::TryReserveError;

use provebest_game::{Evaluate, Keyed};

use crate::limits::{Budget, Reason};
use crate::table::SharedTable;
use worker::Worker;

/// A table and a choice of enhancements. See [`engine`](self).
pub struct Engine {
    table: SharedTable,
    /// What it does beyond alpha-beta.
    pub enhancements: Enhancements,
}

impl Engine {
    /// An engine with a table of so many bytes.
    pub fn new(bytes: usize, enhancements: Enhancements) -> Result<Engine, TryReserveError> {
        Ok(Engine { table: SharedTable::try_new(bytes)?, enhancements })
    }

    /// The table, for a look at how full it is.
    pub fn table(&self) -> &SharedTable {
        &self.table
    }

    /// Forgets everything: for another game.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Searches, with the skills `S` of the game. After every iteration `listener` is told what is known; if it has a reason to
    /// stop, the search ends.
    pub fn search<G: Evaluate + Keyed, S: Skills<G>>(
        &self,
        question: &Question<'_, G>,
        listener: &mut dyn FnMut(&Answer<G::Move>) -> Option<Reason>,
    ) -> Answer<G::Move> {
        self.table.new_age();
        let budget = Budget::new(&question.limits);
        Worker::<G, S>::new(question, self.enhancements, &self.table, budget).deepen(question, 0, listener)
    }
}
