//! A node of the board.

use provebest_game::{Score, Window};
use provebest_machine::Rank;

/// The place of a node on the board.
pub(super) type Place = u32;
pub(super) const NOWHERE: Place = Place::MAX;
pub(super) const ROOT: Place = 0;

/// A job that is out: the processor that has it, and which of its jobs it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ticket {
    pub(super) rank: Rank,
    pub(super) number: u32,
}

/// A node of the board.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Place,
    /// Its children stand side by side.
    pub(super) first: Place,
    pub(super) count: u32,
    pub(super) depth: u32,
    pub(super) lower: Score,
    pub(super) upper: Score,
    /// What may ever be asked.
    pub(super) need: Window,
    /// What is asked now, if it is not resolved.
    pub(super) question: Option<Window>,
    /// Subtrees of at most this many leaves, by estimate, are jobs.
    pub(super) grain: u64,
    /// Its job, if it is out, and the question that was given along.
    pub(super) job: Option<Ticket>,
    pub(super) given: Window,
    /// How many jobs are out, here or below.
    pub(super) out: u32,
    pub(super) label: Label,
    /// Have its bounds changed since its children were asked?
    pub(super) changed: bool,
    /// The way to the next job below, and how likely that is needed if this node is.
    pub(super) next: Option<Place>,
    pub(super) likely: f64,
    /// How likely it is that no child cuts it off: now, and when it was expanded.
    pub(super) holds: f64,
    pub(super) held: f64,
}

impl Node {
    pub(super) fn new(parent: Place, depth: u32) -> Node {
        Node {
            parent,
            first: ROOT,
            count: 0,
            depth,
            lower: Score::WORST,
            upper: Score::INFINITY,
            need: Window::FULL,
            question: None,
            grain: 0,
            job: None,
            given: Window::FULL,
            out: 0,
            label: Label::Open,
            changed: false,
            next: None,
            likely: 1.0,
            holds: 0.5,
            held: 0.5,
        }
    }

    pub(super) fn resolved(&self, window: Window) -> bool {
        self.lower >= window.beta || self.upper <= window.alpha || self.lower == self.upper
    }

    /// What is left of a window, now that bounds are known.
    pub(super) fn within(&self, window: Window) -> Window {
        Window { alpha: window.alpha.max(self.lower), beta: window.beta.min(self.upper) }
    }

    /// What this node, the leading child and still open, is expected to be worth to its parent, if that matters to what the parent is
    /// asked: it is worth as much as its own best child so far. More than that it is not.
    pub(super) fn expected(&self, parent: Window) -> Option<Score> {
        let worth = -self.lower;
        (self.is_open() && self.lower > Score::WORST && worth > parent.alpha && worth < parent.beta).then_some(worth)
    }

    pub(super) fn is_expanded(&self) -> bool {
        self.count > 0
    }

    pub(super) fn is_open(&self) -> bool {
        self.question.is_some()
    }
}

/// Of the children of a node, the one that its lower bound comes from, or the first.
pub(super) fn leading(children: &[Node]) -> Option<usize> {
    (0..children.len()).rev().max_by_key(|&number| -children[number].upper)
}

/// What a node is expected to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// Its value is wanted.
    Open,
    /// No child cuts it off.
    All,
    /// Its first child cuts it off.
    Cut,
    /// A later child of a node that was expected to be cut off.
    Later,
}

impl Label {
    /// The label of a child of a node that is tested.
    pub(super) fn of_child(self, number: u32) -> Label {
        match (self, number) {
            (Label::All, _) => Label::Cut,
            (_, 0) => Label::All,
            _ => Label::Later,
        }
    }
}
