//! What a game promises, and how a broken promise is reported.

use std::fmt;

#[cfg(doc)]
use crate::{Evaluate, Game, Keyed, Noisy, Order, Pass, Repeat, Score, Symmetry, Text};

/// What a game promises.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// The same question to the same position has the same answer.
    Steady,
    /// A clone is a position of its own: what is played on it does not reach the original.
    Clone,
    /// No method panics.
    Calm,
    /// An open position has a move.
    OpenMeansMoves,
    /// A position in which the game is over lists no moves.
    OverMeansNoMoves,
    /// Games end: at least one of those played does.
    Ends,
    /// No move is listed twice.
    MovesDiffer,
    /// A final value is within ±[`Score::LIMIT`], or a win or loss at some ply.
    FinalValue,
    /// [`Game::status`] says what [`Game::moves`] says.
    Status,
    /// [`Game::open`] and [`Game::child`] lead where [`Game::moves`] and [`Game::play`] do, in the same order, and
    /// leave the list as it was.
    Children,
    /// No tree is wider or higher than [`Game::shape`] says.
    Shape,
    /// [`Evaluate::evaluate`] stays within ±[`Score::LIMIT`], [`Evaluate::horizon`] prefers the final value, and
    /// [`Evaluate::leaves`] says in order what it says of each child. The best one is where
    /// [`Evaluate::wins_at_once`] leads, and [`Evaluate::row`] and [`Evaluate::two_plies`] say what a search would find.
    Estimate,
    /// Estimates are those of the side to move: they agree with a search of one ply more than they contradict it, and with the results
    /// of random games.
    Sides,
    /// [`Keyed::key`] is one for equal positions, however they were reached, and equal keys mean the same moves, the same estimate and
    /// the same positions one ply on.
    Key,
    /// [`Symmetry::symmetric_key`] is one for equal positions, and equal ones mean as many moves.
    Symmetry,
    /// What [`Text::print`] writes, [`Text::parse`] reads back.
    Text,
    /// Every move of a position is written differently, and [`Text::parse_move`] reads it back.
    MoveText,
    /// [`Noisy::noisy`] lists moves of the position, none twice, and all of them if the side to move is in need. [`Noisy::threats`] lists
    /// others, after which the other side is in need.
    Noisy,
    /// [`Order::history_index`] is below [`Order::HISTORY_SIZE`], and says the same twice, like [`Order::priority`]; so does
    /// [`Order::route`], below [`Order::ROUTES`].
    Order,
    /// [`Pass::pass`] gives a position with another key, is not offered to a side in need, and after two of them the side to
    /// move has no move that it did not have before.
    Pass,
    /// [`Repeat::now`] counts plies, a decided game ends now, and no position comes again from further back than
    /// [`Repeat::reversible`] says or sooner than [`Repeat::SOONEST`]; in a game without this skill none comes again.
    Repeat,
    /// A search finds what plain minimax finds.
    Search,
}

impl Rule {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Rule; 22] = [
        Rule::Calm,
        Rule::Steady,
        Rule::Clone,
        Rule::OpenMeansMoves,
        Rule::OverMeansNoMoves,
        Rule::MovesDiffer,
        Rule::FinalValue,
        Rule::Status,
        Rule::Children,
        Rule::Shape,
        Rule::Estimate,
        Rule::Key,
        Rule::Symmetry,
        Rule::Text,
        Rule::MoveText,
        Rule::Noisy,
        Rule::Order,
        Rule::Pass,
        Rule::Repeat,
        Rule::Search,
        Rule::Sides,
        Rule::Ends,
    ];

    /// The promise in a sentence.
    pub const fn promise(self) -> &'static str {
        match self {
            Rule::Steady => "the same question to the same position has the same answer",
            Rule::Clone => "playing on a clone leaves the original alone",
            Rule::Calm => "no method panics",
            Rule::OpenMeansMoves => "an open position has a move",
            Rule::OverMeansNoMoves => "where the game is over, no moves are listed",
            Rule::Ends => "games end",
            Rule::Sides => "values are those of the side to move",
            Rule::MovesDiffer => "no move is listed twice",
            Rule::FinalValue => "a final value is within the limit, or a win or loss at some ply",
            Rule::Status => "status says what moves says",
            Rule::Children => "open and child lead where moves and play do",
            Rule::Shape => "no tree is wider or higher than shape says",
            Rule::Estimate => "an estimate is within the limit, and the horizon prefers a final value",
            Rule::Key => "equal positions have equal keys, and equal keys the same moves, estimate and children",
            Rule::Symmetry => "equal positions have equal symmetric keys, and equal symmetric keys as many moves",
            Rule::Text => "what print writes, parse reads back",
            Rule::MoveText => "moves are written differently, and parse_move reads them back",
            Rule::Noisy => "noisy moves are moves of the position, all of them where the side to move is in need",
            Rule::Order => "a history index is below HISTORY_SIZE, and indices and priorities are steady",
            Rule::Pass => "a pass gives another position, not to a side in need, and two of them no new moves",
            Rule::Repeat => {
                "now counts plies, and SOONEST and reversible say between which plies a position comes again"
            }
            Rule::Search => "a search finds what plain minimax finds",
        }
    }
}

/// A broken promise, and where it was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The promise.
    pub rule: Rule,
    /// The moves from the root to the position, each as its number, counted from 0, in the list of [`Game::moves`].
    pub path: Vec<u32>,
    /// The position as the game prints it, or as [`Check::show`](crate::Check::show) draws it.
    pub text: Option<String>,
    /// What was seen.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, but {}\n  ", self.rule.promise(), self.why)?;
        if self.path.is_empty() {
            write!(f, "at the root")?;
        } else {
            let path: Vec<String> = self.path.iter().map(u32::to_string).collect();
            write!(f, "after the moves with the numbers {} (counted from 0)", path.join(" "))?;
        }
        match &self.text {
            None => Ok(()),
            // A board of several lines stands on its own.
            Some(text) if text.trim_end().contains('\n') => write!(f, ":\n{}", text.trim_end()),
            Some(text) => write!(f, ", at {text}"),
        }
    }
}

impl std::error::Error for Fault {}

/// A rule that does not hold, and why.
pub(super) type Held = Result<(), (Rule, String)>;

pub(super) fn holds(rule: Rule, truth: bool, why: impl FnOnce() -> String) -> Held {
    if truth { Ok(()) } else { Err((rule, why())) }
}
