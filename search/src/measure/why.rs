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
    /// A proof search: of all children of its parent this one has the least number, of proof or of disproof.
    Nearest {
        /// Is it the proof number?
        proof: bool,
        /// That number.
        number: u32,
        /// How many nodes the root still needs for a yes and for a no.
        root: (u32, u32),
    },
    /// df-pn: its number, of proof or of disproof, has not yet reached the threshold.
    Below {
        /// Is it the proof number?
        proof: bool,
        /// That number.
        number: u32,
        /// The threshold; `None`: there is none.
        most: Option<u32>,
        /// How many nodes the root still needs for a yes and for a no.
        root: (u32, u32),
    },
    /// The value of this node is the root's.
    Exact,
    /// This node is to be shown to be worth at least what it seems.
    AtLeast,
    /// This node is to be shown to be worth at most what it seems.
    AtMost,
}

/// A score in a sentence.
struct Worth(Score);

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// No tree or estimate is worth more.
        const MOST: i32 = 1_000_000_000;
        match self.0 {
            score if score.end().is_some() => f.write_str(if score.0 > 0 { "a win" } else { "a loss" }),
            Score(score) if score >= MOST => f.write_str("the most there can be"),
            Score(score) if score <= -MOST => f.write_str("the least there can be"),
            score => score.fmt(f),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conspirators = |missing: u32| match missing {
            1 => "one conspirator is missing".to_string(),
            more => format!("{more} conspirators are missing"),
        };
        match *self {
            Why::Begin => write!(f, "to list the moves"),
            Why::ProveBest { number, least } => {
                write!(f, "to prove move {} worth at least {}", number + 1, Worth(least))
            }
            Why::DisproveRest { number, most } => {
                write!(f, "to prove move {} worth at most {}", number + 1, Worth(most))
            }
            Why::Raise { least, missing } => {
                write!(f, "to raise the root to {}, {}", Worth(least), conspirators(missing))
            }
            Why::Lower { most, missing } => {
                write!(f, "to lower the root to {}, {}", Worth(most), conspirators(missing))
            }
            Why::Nearest { proof, number, root: (pn, dn) } => {
                let kind = if proof { "proof" } else { "disproof" };
                write!(f, "its {kind} number {number} is the least; the root is {pn} from a yes, {dn} from a no")
            }
            Why::Below { proof, number, most, root: (pn, dn) } => {
                let kind = if proof { "proof" } else { "disproof" };
                match most {
                    Some(most) => write!(f, "its {kind} number {number} is below the threshold {most}")?,
                    None => write!(f, "its {kind} number {number} has no threshold")?,
                }
                write!(f, "; the root is {pn} from a yes, {dn} from a no")
            }
            Why::Exact => write!(f, "the root has its value from here"),
            Why::AtLeast => write!(f, "to show that it is worth at least what it seems"),
            Why::AtMost => write!(f, "to show that it is worth at most what it seems"),
        }
    }
}
