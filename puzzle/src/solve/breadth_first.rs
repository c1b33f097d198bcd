//! Breadth first (Moore 1959; with costs Dijkstra 1959): layer by layer, each of the states that cost as much to reach.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{Break, Continue};

use super::Solve;
use crate::limits::{Budget, Stopped};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Found, PuzzleProgress, Report, Task};
use crate::store::{Id, Inserted, Node, Store};

/// Breadth-first search, in layers of equal cost: the oracle of all others. It looks at no estimate.
///
/// Contract: that of [`AStar`](crate::AStar).
///
/// Moore, The shortest path through a maze, 1959; Dijkstra, A note on two problems in connexion with graphs, 1959.
///
/// Time and memory: every state that costs less than the cheapest solution, once.
///
/// ```
/// use provebest_puzzle::{BreadthFirst, Closures, Cost, Solve, Task};
/// // Water: fill or empty a jug of three and one of five, or pour, until there are four in one.
/// let pour = |&(a, b): &(u32, u32)| {
///     let (over, back) = (a.min(5 - b), b.min(3 - a));
///     [(3, b), (a, 5), (0, b), (a, 0), (a - over, b + over), (a + back, b - back)].map(|to| (to, Cost(1)))
/// };
/// let puzzle = Closures::new(pour, |_| Cost::ZERO, |&(_, b)| b == 4);
/// assert_eq!(BreadthFirst.solve(&Task::new(&puzzle, &(0, 0))).bound, Cost(6));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BreadthFirst;

impl Solve for BreadthFirst {
    fn solve<P: Puzzle>(&self, task: &Task<'_, P>) -> Report<P::Move> {
        let mut budget = Budget::new(&task.limits);
        let mut found = Found { generated: 1, bound: task.at_least, ..Found::default() };
        // Ends with a stop, or when nothing is left.
        let _ = search(task, &mut budget, &mut found);
        found.stopped = budget.reason;
        found.bytes = budget.most();
        found.report(task)
    }
}

fn search<P: Puzzle>(task: &Task<'_, P>, budget: &mut Budget<'_>, found: &mut Found) -> Result<(), Stopped> {
    let puzzle = task.puzzle;
    let mut store = Store::new();
    let mut layers: BTreeMap<Cost, Vec<Id>> = BTreeMap::from([(Cost::ZERO, vec![0])]);
    let root = Node { state: task.start.clone(), cost: Cost::ZERO, parent: None, number: 0, closed: false };
    store.insert(budget, puzzle, root)?;
    while let Some((cost, mut layer)) = layers.pop_first() {
        found.bound = found.bound.max(cost);
        task.report_progress(PuzzleProgress { bound: found.bound, best: None, iteration: None });
        // Free moves make a layer longer while it is gone through.
        while let Some(id) = layer.pop() {
            let node = &mut store.nodes[id as usize];
            if node.cost < cost || std::mem::replace(&mut node.closed, true) {
                continue;
            }
            if puzzle.is_goal(&node.state) {
                (found.path, found.bound) = (Some(store.path(id)), cost);
                return Ok(());
            }
            found.expanded += 1;
            budget.ask(found.generated)?;
            let (state, mut number) = (node.state.clone(), 0);
            let flow = puzzle.children(&state, |_, step, state| {
                number += 1;
                found.generated += 1;
                let reached = cost.plus(step);
                if reached == Cost::NEVER {
                    return Continue(());
                }
                let child = Node { state, cost: reached, parent: Some(id), number: number - 1, closed: false };
                let kept = store.insert(budget, puzzle, child).and_then(|inserted| match inserted {
                    Inserted::Known => Ok(()),
                    Inserted::Better(id) if reached == cost => budget.push(&mut layer, id),
                    Inserted::Better(id) => budget.push(layers.entry(reached).or_default(), id),
                });
                if kept.is_err() { Break(()) } else { Continue(()) }
            });
            if flow.is_break() {
                return Err(Stopped);
            }
        }
        budget.release(layer);
    }
    found.bound = Cost::NEVER;
    Ok(())
}
