//! A* (Hart, Nilsson and Raphael 1968): the node whose path may be the cheapest comes first.

use std::ops::ControlFlow::{Break, Continue};

use super::Solve;
use crate::limits::{Budget, Stopped};
use crate::puzzle::{Cost, Puzzle};
use crate::queue::Queue;
use crate::report::{Found, Report, Task};
use crate::store::{Inserted, Node, Store};

/// A*. Among nodes of the same f the deepest comes first.
///
/// Contract, for the cost `C` of the cheapest solution: ended, `solution.cost = bound = C`, or `bound = NEVER` and there
/// is no solution. Stopped, `bound <= C`; the limit on bytes is kept, with [`Reason::Memory`](crate::Reason) as the
/// result. Estimates need not be consistent: a node is opened again when a cheaper path to it is found.
///
/// Hart, Nilsson and Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968; Nilsson 1971.
///
/// Time: with consistent estimates every state with g + h < C is expanded once, and some with g + h = C. Memory: all of
/// them and their children.
///
/// ```
/// use provebest_puzzle::{AStar, Cost, Limits, Reason, Solve, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// assert_eq!(AStar.solve(&Task::new(&tiles, &start)).bound, Cost(31));
/// let limits = Limits { bytes: Some(10_000), ..Limits::default() };
/// let report = AStar.solve(&Task::new(&tiles, &start).within(limits));
/// assert_eq!(report.stopped, Some(Reason::Memory));
/// assert!(report.bytes <= 10_000 && report.bound >= Cost(21));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AStar;

impl Solve for AStar {
    fn solve<P: Puzzle>(&self, task: &Task<'_, P>) -> Report<P::Move> {
        best_first(task, |state| task.puzzle.estimate(state))
    }
}

/// Best first by the cost of the path and an estimate.
pub(crate) fn best_first<P: Puzzle>(task: &Task<'_, P>, estimate: impl Fn(&P::State) -> Cost) -> Report<P::Move> {
    let mut budget = Budget::new(&task.limits);
    let mut found = Found { bound: task.first_bound(), ..Found::default() };
    // Ends with a stop, or when nothing is left.
    let _ = search(task, estimate, &mut budget, &mut found);
    found.stopped = budget.reason;
    found.bytes = budget.most();
    found.report(task)
}

fn search<P: Puzzle>(
    task: &Task<'_, P>,
    estimate: impl Fn(&P::State) -> Cost,
    budget: &mut Budget<'_>,
    found: &mut Found,
) -> Result<(), Stopped> {
    let puzzle = task.puzzle;
    let (mut store, mut open) = (Store::new(), Queue::new());
    let root = Node { state: task.start.clone(), cost: Cost::ZERO, parent: None, number: 0, closed: false };
    found.generated = 1;
    let f = estimate(task.start);
    store.insert(budget, puzzle, root)?;
    open.push(budget, f, Cost::ZERO, 0)?;
    while let Some((f, cost, id)) = open.pop() {
        let node = &mut store.nodes[id as usize];
        if node.closed || node.cost < cost {
            continue;
        }
        node.closed = true;
        found.bound = found.bound.max(f);
        if puzzle.is_goal(&node.state) {
            (found.path, found.bound) = (Some(store.path(id)), cost);
            return Ok(());
        }
        found.expanded += 1;
        budget.ask(found.generated)?;
        let state = node.state.clone();
        let mut number = 0;
        let flow = puzzle.children(&state, |_, step, state| {
            number += 1;
            found.generated += 1;
            let cost = cost.plus(step);
            // With estimates that are not consistent, the bound of the parent still holds.
            let f = cost.plus(estimate(&state)).max(f);
            if f == Cost::NEVER {
                return Continue(());
            }
            let child = Node { state, cost, parent: Some(id), number: number - 1, closed: false };
            let kept = store.insert(budget, puzzle, child).and_then(|inserted| match inserted {
                Inserted::Better(id) => open.push(budget, f, cost, id),
                Inserted::Known => Ok(()),
            });
            if kept.is_err() { Break(Stopped) } else { Continue(()) }
        });
        if flow.is_break() {
            return Err(Stopped);
        }
    }
    found.bound = Cost::NEVER;
    Ok(())
}
