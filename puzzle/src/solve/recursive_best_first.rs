//! Recursive best-first search (Korf 1993): the best child first, as long as it is better than the best of all others on
//! the way; what it had come to is remembered when it is left.

use std::ops::ControlFlow::Continue;

use super::Solve;
use crate::limits::{Budget, Reason, Stopped};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Found, Path, Report, Task};

/// RBFS: nodes in the order of A*, in the memory of a path.
///
/// Contract: that of [`IdaStar`](crate::IdaStar).
///
/// Korf, Linear-space best-first search, Artificial Intelligence 62, 1993.
///
/// Time: nodes are generated again each time the search comes back to them; fewer than by IDA*. Memory: the path and its
/// siblings.
///
/// ```
/// use provebest_puzzle::{Cost, RecursiveBestFirst, Solve, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// assert_eq!(RecursiveBestFirst.solve(&Task::new(&tiles, &start)).bound, Cost(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecursiveBestFirst;

impl Solve for RecursiveBestFirst {
    fn solve<P: Puzzle>(&self, task: &Task<'_, P>) -> Report<P::Move> {
        let found = Found { generated: 1, bound: task.first_bound(), ..Found::default() };
        let moves = task.limits.moves_for(size_of::<P::State>());
        let budget = Budget::new(&task.limits);
        let mut search = Search { task, budget, found, path: Path::new(), keys: Vec::new(), moves };
        let f = task.puzzle.estimate(task.start);
        if let Ok(left) = search.node(task.start, Cost::ZERO, f, Cost::NEVER) {
            search.found.bound = left;
        }
        let Search { budget, mut found, .. } = search;
        found.stopped = budget.reason;
        found.report(task)
    }
}

struct Search<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    budget: Budget<'a>,
    found: Found,
    path: Path,
    keys: Vec<P::Key>,
    moves: usize,
}

/// A child, and the least that a solution through it costs, as far as is known.
struct Child<S> {
    f: Cost,
    number: u32,
    cost: Cost,
    state: S,
}

impl<P: Puzzle> Search<'_, P> {
    /// The least that a solution through this node costs, if it is less than `limit`, and then there is one; otherwise a
    /// lower bound.
    fn node(&mut self, state: &P::State, cost: Cost, f: Cost, limit: Cost) -> Result<Cost, Stopped> {
        let puzzle = self.task.puzzle;
        if puzzle.is_goal(state) {
            self.found.path = Some(self.path.clone());
            return Ok(cost);
        }
        self.budget.ask(self.found.generated)?;
        if self.path.len() >= self.moves {
            self.budget.end(Reason::Memory)?;
        }
        self.found.expanded += 1;
        if P::LOOPS {
            self.keys.push(puzzle.key(state));
        }
        let (mut children, mut number) = (Vec::new(), 0);
        let inherits = cost.plus(puzzle.estimate(state)) < f;
        let _ = puzzle.children(state, |_, step, state| {
            number += 1;
            self.found.generated += 1;
            let cost = cost.plus(step);
            let own = cost.plus(puzzle.estimate(&state));
            if own < Cost::NEVER && !(P::LOOPS && self.keys.contains(&puzzle.key(&state))) {
                // A node that was left with an f above its estimate has been here before: so have its children.
                let f = if inherits { own.max(f) } else { own };
                children.push(Child { f, number: number - 1, cost, state });
            }
            Continue::<()>(())
        });
        let left = self.best_children(&mut children, limit)?;
        if P::LOOPS {
            self.keys.pop();
        }
        Ok(left)
    }

    fn best_children(&mut self, children: &mut [Child<P::State>], limit: Cost) -> Result<Cost, Stopped> {
        loop {
            let Some(best) = (0..children.len()).min_by_key(|&child| children[child].f) else {
                return Ok(Cost::NEVER);
            };
            let second = (0..children.len()).filter(|&child| child != best).map(|child| children[child].f).min();
            let Child { f, number, cost, .. } = children[best];
            if f > limit || f == Cost::NEVER {
                return Ok(f);
            }
            if self.path.is_empty() {
                self.found.bound = self.found.bound.max(f);
            }
            self.path.push(number);
            let limit = second.map_or(limit, |second| second.min(limit));
            children[best].f = self.node(&children[best].state, cost, f, limit)?;
            self.path.pop();
            if self.found.path.is_some() {
                return Ok(children[best].f);
            }
        }
    }
}
