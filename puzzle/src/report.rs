//! What a search is given and what it returns.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::limits::{Limits, Reason};
use crate::puzzle::{Cost, Puzzle};

/// What to solve: a puzzle, the first state, the limits, and a listener.
pub struct Task<'a, P: Puzzle> {
    /// The rules.
    pub puzzle: &'a P,
    /// Where it begins.
    pub start: &'a P::State,
    /// What may end the search early.
    pub limits: Limits<'a>,
    /// No solution costs less, by an earlier search.
    pub at_least: Cost,
    /// Called after every iteration, and for every better solution.
    pub listener: Listener<'a>,
}

/// A function that is called with the progress of a search, or none.
pub type Listener<'a> = Option<&'a (dyn Fn(&PuzzleProgress) + Sync)>;

impl<'a, P: Puzzle> Task<'a, P> {
    /// A task without limits.
    pub fn new(puzzle: &'a P, start: &'a P::State) -> Self {
        Task { puzzle, start, limits: Limits::default(), at_least: Cost::ZERO, listener: None }
    }

    /// The same task within limits.
    pub fn within(self, limits: Limits<'a>) -> Self {
        Task { limits, ..self }
    }

    /// The same task, when it is known that no solution costs less than this: iterative searches begin there. So a stopped
    /// search can go on from its [`Report::bound`].
    pub fn resume(self, at_least: Cost) -> Self {
        Task { at_least, ..self }
    }

    /// The same task with a function that is called with the progress.
    pub fn tell(self, listener: &'a (dyn Fn(&PuzzleProgress) + Sync)) -> Self {
        Task { listener: Some(listener), ..self }
    }

    pub(crate) fn report_progress(&self, progress: PuzzleProgress) {
        if let Some(listener) = self.listener {
            listener(&progress);
        }
    }

    /// The lowest cost that a solution can have, as far as is known before the search.
    pub(crate) fn first_bound(&self) -> Cost {
        self.puzzle.estimate(self.start).max(self.at_least)
    }
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleProgress {
    /// What is proved: no solution costs less.
    pub bound: Cost,
    /// The cheapest solution so far.
    pub best: Option<Cost>,
    /// The iteration that has ended, if one has.
    pub iteration: Option<Iteration>,
}

/// One iteration of an iterative search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Iteration {
    /// Paths of more than this were not followed.
    pub bound: Cost,
    /// Nodes generated in it.
    pub generated: u64,
    /// Nodes expanded in it.
    pub expanded: u64,
}

/// A way to a goal. It has been replayed: the moves are possible, cost this much, and end in a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// What they cost together.
    pub cost: Cost,
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The cheapest solution found. It is the cheapest of all if it costs no more than `bound`.
    pub solution: Option<Solution<M>>,
    /// No solution costs less; [`Cost::NEVER`] if there is none.
    pub bound: Cost,
    /// Why the search ended without an answer, if it did.
    pub stopped: Option<Reason>,
    /// Nodes generated, the root included, and again each time.
    pub generated: u64,
    /// Nodes whose children were generated, again each time.
    pub expanded: u64,
    /// The iterations, if the search has any: the last one may not have ended.
    pub iterations: Vec<Iteration>,
    /// Most bytes that nodes, queues and tables took at once.
    pub bytes: u64,
}

impl<M> Report<M> {
    /// Is there a solution, and no cheaper one?
    pub fn is_optimal(&self) -> bool {
        self.solution.as_ref().is_some_and(|solution| solution.cost <= self.bound)
    }

    /// Is it proved that there is no solution?
    pub fn is_unsolvable(&self) -> bool {
        self.solution.is_none() && self.bound == Cost::NEVER
    }
}

/// What a search found out, before it is turned into a [`Report`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Found {
    /// Child numbers from the root on.
    pub(crate) path: Option<Path>,
    pub(crate) bound: Cost,
    pub(crate) stopped: Option<Reason>,
    pub(crate) generated: u64,
    pub(crate) expanded: u64,
    pub(crate) iterations: Vec<Iteration>,
    pub(crate) bytes: u64,
}

/// Child numbers from the root on, counted from 0.
pub(crate) type Path = Vec<u32>;

impl Found {
    /// Replays the path, which turns child numbers into moves and makes sure of the cost.
    pub(crate) fn report<P: Puzzle>(self, task: &Task<'_, P>) -> Report<P::Move> {
        let Found { path, bound, stopped, generated, expanded, iterations, bytes } = self;
        let solution = path.map(|path| {
            let replayed = replay(task.puzzle, task.start, &path).filter(|end| task.puzzle.is_goal(&end.state));
            let end = replayed.expect("a solution can be replayed: `children` visits the same children each time");
            Solution { moves: end.moves, cost: end.cost }
        });
        Report { solution, bound, stopped, generated, expanded, iterations, bytes }
    }
}

/// Where a path ends.
pub(crate) struct End<P: Puzzle> {
    pub(crate) state: P::State,
    pub(crate) cost: Cost,
    pub(crate) moves: Vec<P::Move>,
}

/// Follows a path, if there is one with these numbers.
pub(crate) fn replay<P: Puzzle>(puzzle: &P, start: &P::State, path: &[u32]) -> Option<End<P>> {
    let mut end = End { state: start.clone(), cost: Cost::ZERO, moves: Vec::with_capacity(path.len()) };
    for &number in path {
        let (step, cost, child) = child(puzzle, &end.state, number)?;
        end.moves.push(step);
        (end.state, end.cost) = (child, end.cost.plus(cost));
    }
    Some(end)
}

/// All states on a path, as far as there is one with these numbers: the start, and one for each number.
pub(crate) fn trail<P: Puzzle>(puzzle: &P, start: &P::State, path: &[u32]) -> Vec<P::State> {
    let mut states = vec![start.clone()];
    for &number in path {
        let Some(child) = states.last().and_then(|state| child(puzzle, state, number)) else { break };
        states.push(child.2);
    }
    states
}

/// The child with this number.
pub(crate) fn child<P: Puzzle>(puzzle: &P, state: &P::State, number: u32) -> Option<(P::Move, Cost, P::State)> {
    let mut left = number;
    let child = puzzle.children(state, |step, cost, child| match left {
        0 => ControlFlow::Break((step, cost, child)),
        _ => {
            left -= 1;
            ControlFlow::Continue(())
        }
    });
    child.break_value()
}
