//! A puzzle that writes down which states are expanded: a search is watched without a line in it.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use provebest_machine::Clock;
use provebest_puzzle::tiles::Direction;
use provebest_puzzle::{Cost, Puzzle};

use crate::tape::MOST_EVENTS;
use crate::tape::parts::{EventKind, Row};

/// All paths that were generated, as a tree that all runs share.
#[derive(Default)]
pub(super) struct Paths {
    pub(super) parent: Vec<u32>,
    pub(super) number: Vec<u16>,
    pub(super) children: Vec<u16>,
    /// The estimate from a node on.
    pub(super) estimate: Vec<i32>,
    /// The move that leads to a node.
    pub(super) moves: Vec<Option<Direction>>,
    ids: HashMap<(u32, Direction), u32>,
}

impl Paths {
    pub(super) fn add(&mut self, parent: u32, number: u16, step: Option<Direction>, estimate: Cost) -> u32 {
        let id = self.parent.len() as u32;
        self.parent.push(parent);
        self.number.push(number);
        self.children.push(0);
        self.estimate.push(estimate.0 as i32);
        self.moves.push(step);
        id
    }

    /// The nodes on the path of these moves, as far as it was generated, from the root on.
    pub(super) fn along(&self, moves: &[Direction]) -> Vec<u32> {
        let mut path = vec![0];
        for step in moves {
            let Some(&child) = self.ids.get(&(path[path.len() - 1], *step)) else { break };
            path.push(child);
        }
        path
    }

    fn child(&mut self, parent: u32, step: Direction, estimate: Cost) -> u32 {
        if let Some(&id) = self.ids.get(&(parent, step)) {
            return id;
        }
        let count = &mut self.children[parent as usize];
        *count += 1;
        let number = *count - 1;
        let id = self.add(parent, number, Some(step), estimate);
        self.ids.insert((parent, step), id);
        id
    }
}

/// The root is generated before everything else.
pub(super) const ROOT: u32 = 1;

/// What is written down of one run.
pub(super) struct Log {
    pub(super) paths: Paths,
    pub(super) rows: Vec<Row>,
    pub(super) full: bool,
    generated: u32,
    bound: u32,
    goals: HashSet<u32>,
}

impl Log {
    pub(super) fn new(paths: Paths) -> Log {
        Log { paths, rows: Vec::new(), full: false, generated: ROOT, bound: 0, goals: HashSet::new() }
    }

    fn push(&mut self, row: Row) {
        self.full |= self.rows.len() >= MOST_EVENTS;
        if !self.full {
            self.rows.push(row);
        }
    }
}

/// A state, where it stands among the paths, and what the path costs.
#[derive(Clone)]
pub(super) struct Placed<S> {
    state: S,
    node: u32,
    cost: u32,
}

/// A puzzle that is watched.
pub(super) struct Watched<'a, P> {
    puzzle: &'a P,
    log: &'a Mutex<Log>,
    /// That of simulated processors; without one, time is the number of nodes generated so far.
    clock: Option<Clock>,
    /// Is it searched depth first below a bound? Otherwise best first.
    by_bound: bool,
}

impl<'a, P: Puzzle<Move = Direction>> Watched<'a, P> {
    pub(super) fn new(puzzle: &'a P, log: &'a Mutex<Log>, clock: Option<Clock>, by_bound: bool) -> Self {
        Watched { puzzle, log, clock, by_bound }
    }

    pub(super) fn start(&self, state: P::State) -> Placed<P::State> {
        Placed { state, node: 0, cost: 0 }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn row(&self, log: &Log, kind: EventKind, node: u32, a: u32, b: u32) -> Row {
        let (rank, time) = match &self.clock {
            Some(clock) => (clock.rank().0 as u16, clock.now() as u32),
            None => (0, log.generated),
        };
        Row { kind, node, child: None, a: a as i32, b: b as i32, rank, time }
    }

    /// The children of a state, with their places.
    fn place(&self, of: &Placed<P::State>) -> Vec<(Direction, Cost, Placed<P::State>)> {
        let mut children = Vec::with_capacity(4);
        let _ = self.puzzle.children(&of.state, |step, cost, state| {
            let node = self.log().paths.child(of.node, step, self.puzzle.estimate(&state));
            children.push((step, cost, Placed { state, node, cost: of.cost + cost.0 }));
            ControlFlow::<()>::Continue(())
        });
        children
    }

    fn expanded(&self, of: &Placed<P::State>, bound: Option<u32>, children: usize) {
        let mut log = self.log();
        let bound = bound.unwrap_or_else(|| of.cost + self.puzzle.estimate(&of.state).0);
        // A stack that had no room asks twice.
        let again = |row: &Row| row.kind == EventKind::Expanded && row.node == of.node && row.b == bound as i32;
        if self.by_bound && log.rows.last().is_some_and(again) {
            return;
        }
        if self.by_bound && bound > log.bound {
            log.bound = bound;
            let row = self.row(&log, EventKind::Iteration, 0, bound, bound);
            log.push(row);
        }
        log.generated += children as u32;
        let row = self.row(&log, EventKind::Expanded, of.node, children as u32, bound);
        log.push(row);
    }
}

impl<P: Puzzle<Move = Direction>> Puzzle for Watched<'_, P> {
    type State = Placed<P::State>;
    type Move = Direction;
    type Key = P::Key;

    const LOOPS: bool = P::LOOPS;

    fn children<B>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Direction, Cost, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let children = self.place(state);
        // When the goal is known, a search only replays the way to it.
        if !self.by_bound && self.log().goals.is_empty() {
            self.expanded(state, None, children.len());
        }
        children.into_iter().try_for_each(|(step, cost, child)| visit(step, cost, child))
    }

    fn estimated_children(
        &self,
        state: &Self::State,
        rest: Cost,
        _: Cost,
        mut visit: impl FnMut(Cost, Cost, Self::State),
    ) {
        let children = self.place(state);
        self.expanded(state, Some(state.cost + rest.0), children.len());
        for (_, cost, child) in children {
            visit(cost, self.estimate(&child), child);
        }
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        let goal = self.puzzle.is_goal(&state.state);
        let mut log = self.log();
        if goal && log.goals.insert(state.node) {
            let row = self.row(&log, EventKind::Goal, state.node, state.cost, state.cost);
            log.push(row);
        }
        goal
    }

    fn estimate(&self, state: &Self::State) -> Cost {
        self.puzzle.estimate(&state.state)
    }

    fn key(&self, state: &Self::State) -> P::Key {
        self.puzzle.key(&state.state)
    }
}
