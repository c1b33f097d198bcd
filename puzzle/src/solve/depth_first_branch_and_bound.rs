//! Depth-first branch and bound (Lawler and Wood 1966): what cannot be cheaper than the best solution is not looked at.

use std::ops::ControlFlow::Continue;

use super::Solve;
use crate::limits::{Budget, Reason, Stopped};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Found, Path, PuzzleProgress, Report, Task};

/// Depth-first branch and bound, the most promising child first. For trees of limited depth, like tours of a salesman:
/// in others it follows the first path as far as it is allowed to.
///
/// Contract, for the cost `C` of the cheapest solution: ended, `solution.cost = bound = C`, or `bound = NEVER` and there
/// is no solution of at most `at_most`. Stopped, `bound <= C <= solution.cost`, if there is a solution yet.
///
/// Lawler and Wood, Branch-and-bound methods: a survey, Operations Research 14, 1966; beside IDA* in Korf, Linear-space
/// best-first search, 1993.
///
/// Time: never a node twice by the same path, but some that cost more than `C`. Memory: the path and its siblings.
///
/// ```
/// use provebest_puzzle::{DepthFirstBranchAndBound, Solve, Task, salesman::Salesman};
/// let tour = Salesman::random(8, 1);
/// let report = DepthFirstBranchAndBound::default().solve(&Task::new(&tour, &tour.start()));
/// assert!(report.is_optimal());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DepthFirstBranchAndBound {
    /// Only solutions of at most this cost are looked for.
    pub at_most: Cost,
}

impl Default for DepthFirstBranchAndBound {
    /// Any solution will do.
    fn default() -> Self {
        DepthFirstBranchAndBound { at_most: Cost(u32::MAX - 1) }
    }
}

impl Solve for DepthFirstBranchAndBound {
    fn solve<P: Puzzle>(&self, task: &Task<'_, P>) -> Report<P::Move> {
        let (path, keys, children) = (Path::new(), Vec::new(), Vec::new());
        let found = Found { generated: 1, bound: task.first_bound(), ..Found::default() };
        let best = Cost(self.at_most.0.saturating_add(1));
        let moves = task.limits.moves_for(size_of::<P::State>());
        let mut search = Search { task, budget: Budget::new(&task.limits), found, best, path, keys, children, moves };
        if task.puzzle.estimate(task.start) < best {
            let _ = search.node(task.start, Cost::ZERO);
        }
        let Search { budget, mut found, best, .. } = search;
        if budget.reason.is_none() {
            // The cost of the best solution, or one more than the highest cost that was allowed.
            found.bound = best.max(found.bound);
        }
        found.stopped = budget.reason;
        found.bytes = budget.most();
        found.report(task)
    }
}

/// A child that waits: its f, its number, and the cost of the path to it.
struct Child<S> {
    f: Cost,
    number: u32,
    cost: Cost,
    state: S,
}

struct Search<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    budget: Budget<'a>,
    found: Found,
    /// What the best solution costs.
    best: Cost,
    path: Path,
    /// The states on the path, if there may be loops.
    keys: Vec<P::Key>,
    /// The children of all nodes on the path that have not been looked at, the most promising last.
    children: Vec<Child<P::State>>,
    moves: usize,
}

impl<P: Puzzle> Search<'_, P> {
    fn node(&mut self, state: &P::State, cost: Cost) -> Result<(), Stopped> {
        let puzzle = self.task.puzzle;
        if puzzle.is_goal(state) {
            self.best = cost;
            self.found.path = Some(self.path.clone());
            self.task.report_progress(PuzzleProgress { bound: self.found.bound, best: Some(cost), iteration: None });
            return Ok(());
        }
        self.budget.ask(self.found.generated)?;
        if self.path.len() >= self.moves {
            return self.budget.end(Reason::Memory);
        }
        self.found.expanded += 1;
        if P::LOOPS {
            self.keys.push(puzzle.key(state));
        }
        let (begin, mut number) = (self.children.len(), 0);
        let _ = puzzle.children(state, |_, step, state| {
            number += 1;
            self.found.generated += 1;
            let cost = cost.plus(step);
            let f = cost.plus(puzzle.estimate(&state));
            if f < self.best && !(P::LOOPS && self.keys.contains(&puzzle.key(&state))) {
                self.children.push(Child { f, number: number - 1, cost, state });
            }
            Continue::<()>(())
        });
        self.children[begin..].sort_by_key(|child| std::cmp::Reverse((child.f, child.number)));
        while self.children.len() > begin {
            let Some(child) = self.children.pop() else { break };
            if child.f < self.best {
                self.path.push(child.number);
                self.node(&child.state, child.cost)?;
                self.path.pop();
            }
        }
        if P::LOOPS {
            self.keys.pop();
        }
        Ok(())
    }
}
