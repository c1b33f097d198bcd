//! How far a proof is.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use provebest_game::Score;

use crate::limits::{Budget, Reason, Stop};

/// How far a proof is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The value of the root is at least this.
    pub least: Score,
    /// And at most this.
    pub most: Score,
    /// The root move at work, counted from 1.
    pub number: u32,
    /// How many root moves there are.
    pub moves: u32,
    /// How many nodes were entered so far.
    pub nodes: u64,
    /// How many questions are left at most if each halves the range of possible values.
    pub questions_left: u32,
    /// How much of the work seems to be done, in thousandths: as if all questions took as long as each other, and all root
    /// moves within a question. The time that is left can be estimated from it.
    pub done: u32,
}

/// Is told how far a proof is.
pub type Sink<'a> = dyn FnMut(&Progress) + Send + 'a;

/// How many questions settle a value between these bounds if each halves the range.
pub(super) fn questions(least: Score, most: Score) -> u32 {
    most.0.abs_diff(least.0).checked_ilog2().map_or(0, |bits| bits + 1)
}

/// Where a proof is at the root.
pub(super) struct Place {
    /// The root move at work.
    pub(super) number: usize,
    /// How many root moves there are.
    pub(super) moves: usize,
    /// Thousandths that are done.
    pub(super) part: u32,
}

/// Stands between the proof and its [`Stop`], and tells from there how far the proof is.
pub(super) struct Pulse<'a> {
    outer: Option<&'a (dyn Stop + Sync)>,
    sink: Option<RefCell<&'a mut Sink<'a>>>,
    now: Cell<Progress>,
    breath: Cell<u64>,
    due: Cell<u64>,
    /// About as many nodes as other processors have entered.
    of_others: Option<Arc<AtomicU64>>,
}

impl<'a> Pulse<'a> {
    const EVERY: u64 = 1 << 20;

    pub(super) fn new(outer: Option<&'a (dyn Stop + Sync)>, sink: Option<&'a mut Sink<'a>>) -> Self {
        let now = Progress {
            least: Score::WORST,
            most: Score::INFINITY,
            number: 0,
            moves: 0,
            nodes: 0,
            questions_left: u32::BITS,
            done: 0,
        };
        Pulse {
            outer,
            sink: sink.map(RefCell::new),
            now: Cell::new(now),
            breath: Cell::new(0),
            due: Cell::new(0),
            of_others: None,
        }
    }

    /// Nodes of others are told too.
    pub(super) fn with_nodes_of(self, others: Arc<AtomicU64>) -> Self {
        Pulse { of_others: Some(others), ..self }
    }

    /// The proof turns to another root move.
    pub(super) fn at(&self, bounds: (Score, Score), place: Place, budget: &Budget<'_>) {
        let ((least, most), Place { number, moves, part }) = (bounds, place);
        let questions_left = questions(least, most);
        let (number, moves) = (number as u32 + 1, moves as u32);
        // Estimates go up and down; what is told only goes up.
        let done = part.max(self.now.get().done);
        self.now.set(Progress { least, most, number, moves, nodes: budget.inner, questions_left, done });
        self.tell();
    }

    fn tell(&self) {
        self.due.set(self.now.get().nodes + Self::EVERY);
        if let Some(sink) = &self.sink {
            let now = self.now.get();
            let nodes = now.nodes + self.of_others.as_ref().map_or(0, |others| others.load(Relaxed));
            (sink.borrow_mut())(&Progress { nodes, ..now });
        }
    }
}

impl Stop for Pulse<'_> {
    fn stop(&self) -> Option<Reason> {
        let now = self.now.get();
        self.now.set(Progress { nodes: now.nodes + self.breath.get(), ..now });
        if self.now.get().nodes >= self.due.get() {
            self.tell();
        }
        self.outer.and_then(|outer| outer.stop())
    }

    fn ask_again_after(&self) -> u64 {
        let idle = if self.sink.is_some() { Self::EVERY } else { u64::MAX };
        let breath = self.outer.map_or(idle, |outer| outer.ask_again_after());
        self.breath.set(if breath == u64::MAX { 0 } else { breath });
        breath
    }
}
