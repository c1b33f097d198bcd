//! The board: a tree above the grain that remembers bounds. Windows come down, bounds go up, and jobs are taken from the whole of it.
//!
//! Of a node with value `V` the board knows `lower <= V <= upper`, from all questions so far. The node is *resolved* for a window
//! (a, b) when `lower >= b`, `upper <= a` or `lower = upper`. It has two windows:
//!
//! - the **question** (a, b) is what its parent wants to know now. At a node with an open question the *leading* child, that of the
//!   best lower bound, has the same question, and its siblings are tested: are they worth more than the lower bound, or than what
//!   the leading child is expected to be worth, as long as that is open;
//! - the **need** (A, B) holds everything that may ever be asked: the bounds that are proved above. So `A <= a < b <= B`. What is
//!   resolved for its need is never asked again, and all below it is dropped.
//!
//! The root has an open question, or that only until a node of its best line, a few plies below, has a value. This is a guess at the
//! root's own value, and from then on the root is tested ([`Guess`]).

use provebest_game::{Depth, Score, Window};
use provebest_machine::{ByteBudget, Stopped};
use rustc_hash::FxHashMap;

use super::chances::Chances;
use super::guess::Guess;
use super::node::{Asked, Asking, Label, NOWHERE, Node, Place, ROOT, Ticket, bounds_by};
use super::order::{JobOrder, Pick};
use crate::lines::Variation;
use crate::parallel::Path;

/// A job, as it is handed out.
pub(super) struct Given {
    pub(super) place: Place,
    pub(super) path: Path,
    /// The window, within the bounds.
    pub(super) window: Window,
    pub(super) lower: Score,
    pub(super) upper: Score,
}

/// What the next processor is to do.
pub(super) enum Todo<P> {
    /// The node is small enough for a processor.
    Job(P),
    /// The node is larger: how many children has it?
    Expand(P),
}

/// How deep the node is from which a guess is taken, at the most.
const GUESS_PLY: u32 = 3;

/// The tree, and what is to be done in it.
pub(super) struct Board {
    nodes: Vec<Node>,
    /// Rows of children that are free, by their length.
    free: FxHashMap<u32, Vec<Place>>,
    /// The lines of nodes whose value is known.
    lines: FxHashMap<Place, Variation>,
    /// Jobs that are not needed any more, until their processors are told.
    pub(super) called_off: Vec<Ticket>,
    order: JobOrder,
    chances: Chances,
    bytes: ByteBudget,
    /// No job has fewer leaves, by estimate, unless its node has no more.
    pub(super) floor: u64,
    /// A test is cut into this many jobs at least, if it is large enough.
    parts: u64,
    /// Is the root tested, as soon as there is a guess?
    pub(super) tests: bool,
    guess: Option<Guess>,
    /// How many nodes are on it.
    pub(super) stored: u64,
}

impl Board {
    pub(super) fn new(order: JobOrder, depth: Depth, parts: u64, bytes: Option<u64>) -> Board {
        let root = Node { question: Some(Window::FULL), ..Node::new(NOWHERE, depth.0) };
        Board {
            nodes: vec![Node { next: Some(ROOT), ..root }],
            free: FxHashMap::default(),
            lines: FxHashMap::default(),
            called_off: Vec::new(),
            order,
            chances: Chances::default(),
            bytes: ByteBudget::new(bytes),
            floor: 0,
            parts,
            tests: false,
            guess: None,
            stored: 1,
        }
    }

    pub(super) fn root(&self) -> &Node {
        &self.nodes[ROOT as usize]
    }

    /// Is the value of the root known?
    pub(super) fn is_done(&self) -> bool {
        self.root().lower == self.root().upper
    }

    /// The line of the root: best play if its value is known, otherwise the move behind its lower bound.
    pub(super) fn line(&self) -> Variation {
        let leading = || {
            let lower = self.root().lower;
            let by = self.children(ROOT).position(|child| lower > Score::WORST && -self.node(child).upper == lower);
            Variation { path: by.map(|number| number as u32).into_iter().collect(), sure: 0 }
        };
        self.lines.get(&ROOT).cloned().unwrap_or_else(leading)
    }

    pub(super) fn node(&self, place: Place) -> &Node {
        &self.nodes[place as usize]
    }

    fn edit(&mut self, place: Place) -> &mut Node {
        &mut self.nodes[place as usize]
    }

    fn children(&self, place: Place) -> std::ops::Range<Place> {
        let node = self.node(place);
        node.first..node.first + node.count
    }

    /// The children of a node.
    fn row(&self, place: Place) -> &[Node] {
        let node = self.node(place);
        &self.nodes[node.first as usize..][..node.count as usize]
    }

    /// The child numbers that lead to a node.
    pub(super) fn path(&self, mut place: Place) -> Path {
        let mut path = Path::new();
        while place != ROOT {
            let parent = self.node(place).parent;
            path.push(place - self.node(parent).first);
            place = parent;
        }
        path.reverse();
        path
    }

    /// What is to be done next, by the order of jobs.
    pub(super) fn next(&self) -> Option<Todo<Place>> {
        let mut place = ROOT;
        while let Some(next) = self.node(place).next {
            if next == place {
                return Some(if self.is_job(place) { Todo::Job(place) } else { Todo::Expand(place) });
            }
            place = next;
        }
        None
    }

    fn is_job(&self, place: Place) -> bool {
        let node = self.node(place);
        node.is_job((place != ROOT).then(|| self.node(node.parent).count), self.floor)
    }

    /// A processor takes the job at a node.
    pub(super) fn take(&mut self, place: Place, ticket: Ticket) -> Given {
        let node = self.edit(place);
        let window = node.within(node.question.expect("an open node"));
        (node.job, node.given, node.out, node.next) = (Some(ticket), window, 1, None);
        let (lower, upper) = (node.lower, node.upper);
        self.refresh_above(place);
        Given { place, path: self.path(place), window, lower, upper }
    }

    /// There is no room for the children of a node: it is one job, however large.
    pub(super) fn keep_whole(&mut self, place: Place) {
        self.edit(place).grain = u64::MAX;
    }

    /// A node has this many children.
    pub(super) fn expand(&mut self, place: Place, count: u32) -> Result<(), Stopped> {
        let child = Node::new(place, self.node(place).depth - 1);
        let first = match self.free.get_mut(&count).and_then(Vec::pop) {
            Some(first) => {
                self.nodes[first as usize..][..count as usize].fill(child);
                first
            }
            None => {
                let (first, len) = (self.nodes.len() as Place, self.nodes.len() + count as usize);
                self.bytes.grow(&mut self.nodes, len, child)?;
                first
            }
        };
        self.stored += u64::from(count);
        let side = self.node(place).depth & 1;
        let held = self.chances.holds(side, self.node(place).label, count);
        let node = self.edit(place);
        (node.first, node.count, node.held) = (first, count, held);
        self.ask(place, true);
        self.refresh_above(place);
        Ok(())
    }

    /// A node is worth at least `lower` and at most `upper`. If that is its value, this is its line.
    pub(super) fn report(&mut self, place: Place, lower: Score, upper: Score, line: Variation) {
        let node = self.edit(place);
        (node.job, node.out, node.changed) = (None, 0, true);
        node.next = node.question.map(|_| place);
        (node.lower, node.upper) = (node.lower.max(lower), node.upper.min(upper));
        if node.lower == node.upper {
            self.lines.insert(place, line);
            self.take_guess(place);
        }
        let top = self.raise(place);
        if self.is_done() {
            return self.drop_below(ROOT);
        }
        if let Some(test) = self.next_test() {
            let need = self.root().need;
            self.edit(ROOT).label = Label::All;
            return self.give(ROOT, Some(test), need, true);
        }
        if self.node(top).is_expanded() {
            self.ask(top, false);
        }
        self.refresh_above(top);
    }

    /// Bounds go up as far as they change anything. Returns the first node that stays as it is.
    fn raise(&mut self, mut place: Place) -> Place {
        while place != ROOT {
            place = self.node(place).parent;
            let (lower, upper) = bounds_by(self.row(place));
            let node = self.edit(place);
            let before = (node.lower, node.upper);
            (node.lower, node.upper) = (lower.max(node.lower), upper.min(node.upper));
            if (node.lower, node.upper) == before {
                return place;
            }
            node.changed = true;
            if node.lower == node.upper && node.lower >= node.need.alpha && node.lower <= node.need.beta {
                let line = self.line_by_child(place);
                self.lines.insert(place, line);
                self.take_guess(place);
            }
        }
        place
    }

    /// The value of a node is known: is it the guess at that of the root?
    fn take_guess(&mut self, place: Place) {
        let (root, node) = (self.root(), self.node(place));
        let ply = root.depth - node.depth;
        let asks = self.tests && self.order == JobOrder::Need && self.guess.is_none();
        if asks && node.label == Label::Open && ply <= GUESS_PLY.min(root.depth / 2) {
            self.guess = Some(Guess::new(if ply.is_multiple_of(2) { node.lower } else { -node.lower }));
        }
    }

    /// What the root is asked next, if it has an answer, or no test until now.
    fn next_test(&mut self) -> Option<Window> {
        let root = &self.nodes[ROOT as usize];
        let asked = root.question?;
        let guess = self.guess.as_mut()?;
        (!asked.is_null() || root.resolved(asked)).then(|| guess.next(root.lower, root.upper))
    }

    /// The line of a node whose value is known, by a child with the same value.
    fn line_by_child(&self, place: Place) -> Variation {
        let value = -self.node(place).lower;
        for (number, child) in (0..).zip(self.children(place)) {
            let Node { lower, upper, .. } = *self.node(child);
            if lower == value
                && upper == value
                && let Some(Variation { path, sure }) = self.lines.get(&child)
            {
                let path = std::iter::once(number).chain(path.iter().copied()).collect();
                return Variation { path, sure: sure.saturating_add(1) };
            }
        }
        Variation::default()
    }

    /// Windows come down: asks the children of a node what it wants to know of them. `again`: whatever they were asked before.
    fn ask(&mut self, place: Place, again: bool) {
        self.edit(place).changed = false;
        let Some(asking) = Asking::of(self.node(place), self.row(place), self.parts) else { return };
        for (number, child) in (0..).zip(self.children(place)) {
            let Asked { question, grain, label } = asking.child(number);
            let node = self.edit(child);
            (node.grain, node.label) = (if node.grain == u64::MAX { u64::MAX } else { grain }, label);
            self.give(child, question, asking.need, again);
        }
        self.refresh(place);
    }

    /// Gives a node a question, or none.
    fn give(&mut self, place: Place, asked: Option<Window>, need: Window, again: bool) {
        let node = self.edit(place);
        let other = node.need != need;
        node.need = need;
        let asked = asked.filter(|&window| !node.resolved(window));
        let never = node.resolved(need);
        let Some(window) = asked else {
            if node.is_open() || node.out > 0 {
                self.close(place);
            }
            if never {
                self.drop_below(place);
            }
            return;
        };
        let before = node.question.replace(window);
        let again = again || before.is_none();
        if node.is_expanded() {
            if again || other || node.changed || before != Some(window) {
                self.ask(place, again);
            }
            return;
        }
        let left = node.within(window);
        if node.out > 0 && (left.alpha < node.given.alpha || left.beta > node.given.beta) {
            self.call_off(place);
        }
        let node = self.edit(place);
        (node.next, node.likely) = ((node.out == 0).then_some(place), 1.0);
    }

    /// A node is not asked any more.
    fn close(&mut self, place: Place) {
        let node = &self.nodes[place as usize];
        let row = &self.nodes[node.first as usize..][..node.count as usize];
        self.chances.learn_from(node, row);
        self.call_off(place);
        let node = self.edit(place);
        (node.question, node.next) = (None, None);
    }

    /// Calls off all jobs at a node and below.
    fn call_off(&mut self, place: Place) {
        let node = self.edit(place);
        if std::mem::take(&mut node.out) == 0 {
            return;
        }
        if let Some(ticket) = node.job.take() {
            self.called_off.push(ticket);
        }
        for child in self.children(place) {
            self.call_off(child);
        }
    }

    /// Drops all below a node.
    fn drop_below(&mut self, place: Place) {
        let (children, count) = (self.children(place), self.node(place).count);
        if count == 0 {
            return;
        }
        self.call_off(place);
        for child in children.clone() {
            self.drop_below(child);
            if !self.lines.is_empty() {
                self.lines.remove(&child);
            }
        }
        self.free.entry(count).or_default().push(children.start);
        self.stored -= u64::from(count);
        self.edit(place).count = 0;
    }

    /// Is this job still out at this node?
    pub(super) fn is_out(&self, place: Place, ticket: Ticket) -> bool {
        self.nodes.get(place as usize).is_some_and(|node| node.job == Some(ticket))
    }

    fn refresh_above(&mut self, mut place: Place) {
        while place != ROOT {
            place = self.node(place).parent;
            self.refresh(place);
        }
    }

    /// The next job below a node, now that something has changed there.
    fn refresh(&mut self, place: Place) {
        let Pick { next, likely, holds, out } = self.order.pick(self.node(place), self.row(place), &self.chances);
        let node = self.edit(place);
        (node.next, node.likely, node.holds, node.out) = (next, likely, holds, out);
    }
}
