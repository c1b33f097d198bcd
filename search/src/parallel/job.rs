//! What the members of a crew send each other: nodes to be searched, and what came of it.

use provebest_game::{Depth, Score, Window};
use provebest_machine::{Change, CrewJob};
use serde::{Deserialize, Serialize};

use super::Path;
use crate::lines::Variation;

/// A node that is being searched.
#[derive(Clone)]
pub(crate) struct Node<S> {
    pub(crate) state: S,
    pub(crate) depth: Depth,
}

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) score: Score,
    /// Is that all there is to know within its window?
    pub(crate) complete: bool,
    /// Does it hold, whatever happens above? Not if a node was left because nothing was left of its window.
    pub(crate) sound: bool,
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        Value { score, complete: true, sound: true }
    }
}

/// A child, and what it is worth to its parent.
pub(crate) struct Child {
    pub(crate) number: u32,
    pub(crate) score: Score,
    pub(crate) complete: bool,
    pub(crate) sound: bool,
    /// The window it was searched with, in its parent's view.
    pub(crate) window: Window,
}

impl Child {
    /// Was it only asked whether it is better than something, and is it?
    pub(crate) fn says_yes(&self) -> bool {
        self.window.is_null() && self.score > self.window.alpha
    }

    /// The window to search it again with. It is worth at least its first answer, so its second answer is its value, even
    /// if it is the same.
    pub(crate) fn window_again(&self, parent: Window) -> Window {
        Window { alpha: parent.alpha.max(self.score), beta: parent.beta }
    }
}

/// What else there is to say about a job than its node and its window. It is sent as a number and a score, so that the crew is compiled
/// once for all methods.
pub(crate) trait Coded: Copy {
    fn code(self) -> RoleCode;
    fn of(code: RoleCode) -> Self;
}

pub(crate) type RoleCode = (u8, i32);

/// There is nothing to say.
impl Coded for () {
    fn code(self) -> RoleCode {
        (0, 0)
    }

    fn of(_: RoleCode) {}
}

/// A node to be searched, on any processor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) path: Path,
    /// The depth of the node: a search that deepens has jobs to several horizons.
    pub(crate) depth: u32,
    pub(crate) window: (i32, i32),
    pub(crate) role: RoleCode,
}

impl Job {
    pub(crate) fn window(&self) -> Window {
        Window { alpha: Score(self.window.0), beta: Score(self.window.1) }
    }

    /// The window of the parent is now this one. A question has to be asked anew: what its answer would rest on was found
    /// with the old one.
    pub(crate) fn fit(&mut self, parent: Window) -> Change {
        let (question, before) = (self.window().is_null(), self.window());
        let Window { alpha, beta } = match question {
            true => Window::null(-parent.alpha),
            false => Window { alpha: before.alpha.max(-parent.beta), beta: before.beta.min(-parent.alpha) },
        };
        match std::mem::replace(&mut self.window, (alpha.0, beta.0)) {
            old if old == self.window => Change::None,
            _ if question => Change::CallBack,
            _ => Change::Tell,
        }
    }
}

impl CrewJob for Job {
    /// Windows only become narrower.
    fn revise(&mut self, newer: &Self) {
        self.window = (self.window.0.max(newer.window.0), self.window.1.min(newer.window.1));
    }

    fn label(&self) -> String {
        let children: Vec<String> = self.path.iter().map(|number| (number + 1).to_string()).collect();
        children.join(".")
    }
}

/// What came of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) score: i32,
    pub(crate) complete: bool,
    pub(crate) sound: bool,
    /// Is there an estimate behind it?
    pub(crate) estimated: bool,
    pub(crate) line: Path,
    /// How much of the line is best play.
    pub(crate) sure: u32,
}

impl Answer {
    pub(crate) fn line(self) -> Variation {
        Variation { path: self.line, sure: self.sure }
    }
}
