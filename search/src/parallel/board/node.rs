//! A node of the board.

use provebest_game::{Depth, Score, Window};
use provebest_machine::Rank;
use serde::{Deserialize, Serialize};

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

    /// Is it small enough for one processor? `width` is that of its parent; the root has none.
    pub(super) fn is_job(&self, width: Option<u32>, floor: u64) -> bool {
        let size = width.map_or(u64::MAX, |width| estimate(width, self.depth));
        self.depth == 0 || self.depth == 1 && width.is_some() || size <= self.grain.max(floor)
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

/// What the bounds of its children prove of a node.
pub(super) fn bounds_by(children: &[Node]) -> (Score, Score) {
    children
        .iter()
        .fold((Score::WORST, Score::WORST), |(lower, upper), child| (lower.max(-child.upper), upper.max(-child.lower)))
}

/// The least number of leaves that a tree of this shape can be searched with.
fn estimate(width: u32, depth: u32) -> u64 {
    crate::parallel::crew_worker::estimate(width, Depth(depth))
}

/// What a node asks its children.
pub(super) struct Asking {
    question: Window,
    /// The need of all children.
    pub(super) need: Window,
    leading: Option<usize>,
    /// Are the siblings of the leading child worth more than this?
    tested: Score,
    grain: u64,
    label: Label,
    /// The grain of those siblings.
    part: u64,
}

/// What one child is asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Asked {
    pub(super) question: Option<Window>,
    pub(super) grain: u64,
    pub(super) label: Label,
}

impl Asking {
    /// Windows come down. A test is cut into `parts` jobs at least, if it is large enough. `None`: the node is not asked anything.
    pub(super) fn of(node: &Node, children: &[Node], parts: u64) -> Option<Asking> {
        let question = node.within(node.question?);
        let leading = if question.is_null() { None } else { leading(children) };
        let expected = leading.and_then(|number| children[number].expected(question));
        Some(Asking {
            question,
            need: -node.within(node.need),
            leading,
            tested: expected.unwrap_or(question.alpha),
            grain: node.grain,
            label: node.label,
            part: estimate(node.count, node.depth - 1) / parts,
        })
    }

    pub(super) fn child(&self, number: u32) -> Asked {
        match self.leading {
            None => Asked { question: Some(-self.question), grain: self.grain, label: self.label.of_child(number) },
            Some(leading) if leading == number as usize => {
                Asked { question: Some(-self.question), grain: 0, label: Label::Open }
            }
            Some(_) => {
                let test = (self.tested > Score::WORST).then(|| Window::null(-self.tested));
                Asked { question: test, grain: self.part, label: Label::Cut }
            }
        }
    }
}

/// What a node is expected to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
