//! What kinds of events there are, as they are written.

use provebest_search::measure::Cut;

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum EventKind {
    /// An inner node is entered: `a` and `b` are its window.
    Enter = 0,
    /// A leaf is looked at: `a` is its value.
    Leaf = 1,
    /// A node has a better value by a child: `a` is the value.
    Update = 2,
    /// Because of a child, the others are left out: `a` says why.
    Cut = 3,
    /// A child, or the root, is searched again: `a` and `b` are its window.
    Research = 4,
    /// A node is left: `a` is its value or bound.
    Exit = 5,
    /// This many descriptors are stored: `a` is the count.
    Stored = 6,
    /// A stored bound answers for a node: it is at least `a` and at most `b`.
    Recall = 7,
    /// A node of a puzzle is expanded: `a` is how many children were generated, `b` the bound of the iteration, for A* the cost of its path
    /// with the estimate.
    #[cfg(feature = "puzzles")]
    Expanded = 8,
    /// An iteration of a puzzle begins: `a` and `b` are its bound.
    #[cfg(feature = "puzzles")]
    Iteration = 9,
    /// A goal of a puzzle is found: `a` and `b` are the cost of its path.
    #[cfg(feature = "puzzles")]
    Goal = 10,
}

const CUTS: [Cut; 4] = [Cut::Beta, Cut::IgnoreLeft, Cut::ProveBest, Cut::Solved];

/// The number of a kind of cut.
pub(super) fn cut_code(why: Cut) -> i32 {
    CUTS.iter().position(|cut| *cut == why).unwrap_or(0) as i32
}

/// The kind of cut with this number.
pub(super) fn cut_of(code: i32) -> Option<Cut> {
    CUTS.get(usize::try_from(code).ok()?).copied()
}
