//! Why a search that grows its tree goes on where it does.

use std::fmt;

use provebest_game::Score;

/// Why a frontier node is expanded. Scores are in the view of the side to move at the root, children are counted from 0.
///
/// ```
/// use provebest_game::Score;
/// use provebest_search::measure::Why;
/// let why = Why::Raise { least: Score(6), missing: 1 };
/// assert_eq!(why.to_string(), "to raise the root to 6, one conspirator is missing");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// It is the root: nothing is known yet.
    Begin,
    /// To show that this root move, the best one so far, is worth at least this: as much as any other can be.
    ProveBest {
        /// The root move.
        number: u32,
        /// What it is to be worth at least.
        least: Score,
    },
    /// To show that this root move is worth at most this: what the best one has for certain.
    DisproveRest {
        /// The root move.
        number: u32,
        /// What it is to be worth at most.
        most: Score,
    },
    /// The root would be worth at least this if no more than `missing` frontier nodes turned out otherwise.
    Raise {
        /// What the root could be worth at least.
        least: Score,
        /// How many frontier nodes would have to change.
        missing: u32,
    },
    /// The root would be worth at most this if no more than `missing` frontier nodes turned out otherwise.
    Lower {
        /// What the root could be worth at most.
        most: Score,
        /// How many frontier nodes would have to change.
        missing: u32,
    },
    /// The value of this node is the root's.
    Exact,
    /// This node is to be shown to be worth at least what it seems.
    AtLeast,
    /// This node is to be shown to be worth at most what it seems.
    AtMost,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conspirators = |missing: u32| match missing {
            1 => "one conspirator is missing".to_string(),
            more => format!("{more} conspirators are missing"),
        };
        match *self {
            Why::Begin => write!(f, "to list the moves"),
            Why::ProveBest { number, least } => write!(f, "to prove move {} worth at least {least}", number + 1),
            Why::DisproveRest { number, most } => write!(f, "to prove move {} worth at most {most}", number + 1),
            Why::Raise { least, missing } => write!(f, "to raise the root to {least}, {}", conspirators(missing)),
            Why::Lower { most, missing } => write!(f, "to lower the root to {most}, {}", conspirators(missing)),
            Why::Exact => write!(f, "the root has its value from here"),
            Why::AtLeast => write!(f, "to show that it is worth at least what it seems"),
            Why::AtMost => write!(f, "to show that it is worth at most what it seems"),
        }
    }
}
