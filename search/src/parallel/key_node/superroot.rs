//! The superroot, which asks the root for its value (section 5.3).

use provebest_game::Depth;

use super::node::{Level, Message, News};

/// Asks the root for its value: at once as far as the search goes, or level by level.
pub(super) struct Superroot {
    asks: u32,
    asked: Level,
    goal: Level,
}

/// What the superroot makes of a report.
pub(super) enum Heard {
    /// More to come.
    Provisional,
    /// This is the value as far as was asked, and the root is asked on.
    Again(Message),
    /// This is the value.
    Done,
}

impl Superroot {
    pub(super) fn new(depth: Depth, deepening: bool) -> Superroot {
        let goal = Level(depth.0 + 1);
        Superroot { asks: 1, asked: if deepening { Level::ONE } else { goal }, goal }
    }

    /// What it asks the root.
    pub(super) fn ask(&self) -> Message {
        Message::to_root(self.asks, self.asked)
    }

    /// The root reports.
    pub(super) fn hear(&mut self, news: News) -> Heard {
        match news.valid.as_first {
            valid if valid < self.asked => Heard::Provisional,
            valid if valid >= self.goal => Heard::Done,
            _ => {
                (self.asks, self.asked) = (self.asks + 1, Level(self.asked.0 + 1));
                Heard::Again(self.ask())
            }
        }
    }
}
