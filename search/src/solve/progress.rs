//! How far a proof is.

use std::cell::{Cell, RefCell};

use provebest_game::Score;

use crate::limits::{Budget, Reason, Stop};

/// How far a proof is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The value of the root is at least this.
    pub least: Score,
    /// And at most this.
    pub most: Score,
    /// The root move at work, counted from 1 ...
    pub number: u32,
    /// ... of so many.
    pub moves: u32,
    /// How many nodes were entered so far.
    pub nodes: u64,
    /// So many questions of whether the value is at least something are left at most if each of them halves the range.
    pub questions_left: u32,
}

/// Who is told how far a proof is.
pub type Sink<'a> = dyn FnMut(&Progress) + 'a;

/// Stands between the proof and who may stop it, and tells from there how far it is.
pub(super) struct Pulse<'a> {
    outer: Option<&'a (dyn Stop + Sync)>,
    sink: Option<RefCell<&'a mut Sink<'a>>>,
    now: Cell<Progress>,
    breath: Cell<u64>,
    due: Cell<u64>,
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
        };
        Pulse { outer, sink: sink.map(RefCell::new), now: Cell::new(now), breath: Cell::new(0), due: Cell::new(0) }
    }

    /// The proof turns to the root move at this place.
    pub(super) fn at(&self, bounds: (Score, Score), place: usize, moves: usize, budget: &Budget<'_>) {
        let (least, most) = bounds;
        let range = most.0.abs_diff(least.0);
        let questions_left = range.checked_ilog2().map_or(0, |bits| bits + 1);
        let (number, moves) = (place as u32 + 1, moves as u32);
        self.now.set(Progress { least, most, number, moves, nodes: budget.inner, questions_left });
        self.tell();
    }

    fn tell(&self) {
        self.due.set(self.now.get().nodes + Self::EVERY);
        if let Some(sink) = &self.sink {
            (sink.borrow_mut())(&self.now.get());
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
