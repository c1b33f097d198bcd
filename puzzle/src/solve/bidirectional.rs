//! Breadth first from both ends (Nicholson 1966; Pohl 1971): the two meet halfway, where there are far fewer states.

use std::ops::ControlFlow::{Break, Continue};

use crate::limits::{Budget, Stopped};
use crate::puzzle::{Cost, Puzzle, Reversible};
use crate::queue::Queue;
use crate::report::{Found, Path, Report, Task};
use crate::store::{Id, Inserted, Node, Store};

/// Breadth-first search from the start and from the goals, by turns: whichever side has fewer nodes waiting.
///
/// Contract: that of [`AStar`](crate::AStar). One meeting is not enough: the search ends when no path through the
/// rest of both sides can be cheaper than the best meeting.
///
/// Nicholson, Finding the shortest route between two points in a network, 1966; Pohl, Bi-directional search, 1971.
///
/// Time and memory: states within half the cost from either end.
///
/// ```
/// use provebest_puzzle::{Bidirectional, Cost, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let report = Bidirectional.solve(&Task::new(&tiles, &start));
/// assert!(report.bound == Cost(31) && report.expanded < 30_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bidirectional;

impl Bidirectional {
    /// Looks for the cheapest solution.
    pub fn solve<P: Reversible>(&self, task: &Task<'_, P>) -> Report<P::Move> {
        let mut budget = Budget::new(&task.limits);
        let mut found = Found { bound: task.at_least, ..Found::default() };
        let mut sides = [Side::new(), Side::new()];
        let mut meeting = None;
        // Ends with a stop, or when nothing is left.
        let _ = search(task, &mut budget, &mut found, &mut sides, &mut meeting);
        if let Some(Meeting { ids: [fore, back], cost }) = meeting
            && (found.bound >= cost || budget.reason.is_some())
        {
            found.path = Some(join(task.puzzle, &sides, fore, back));
            found.bound = found.bound.min(cost);
        }
        found.stopped = budget.reason;
        found.bytes = budget.most();
        found.report(task)
    }
}

/// What is known from one end.
struct Side<P: Puzzle> {
    store: Store<P>,
    open: Queue,
}

impl<P: Puzzle> Side<P> {
    fn new() -> Self {
        Side { store: Store::new(), open: Queue::new() }
    }

    fn insert(&mut self, budget: &mut Budget<'_>, puzzle: &P, node: Node<P::State, Id>) -> Result<Option<Id>, Stopped> {
        let cost = node.cost;
        match self.store.insert(budget, puzzle, node)? {
            Inserted::Better(id) => self.open.push(budget, cost, cost, id).map(|()| Some(id)),
            Inserted::Known => Ok(None),
        }
    }
}

/// A state that both sides have reached, and what the way through it costs.
struct Meeting {
    ids: [Id; 2],
    cost: Cost,
}

fn search<P: Reversible>(
    task: &Task<'_, P>,
    budget: &mut Budget<'_>,
    found: &mut Found,
    sides: &mut [Side<P>; 2],
    meeting: &mut Option<Meeting>,
) -> Result<(), Stopped> {
    let puzzle = task.puzzle;
    let root = |state| Node { state, cost: Cost::ZERO, parent: None, number: 0, closed: false };
    sides[0].insert(budget, puzzle, root(task.start.clone()))?;
    for goal in puzzle.goals() {
        sides[1].insert(budget, puzzle, root(goal))?;
    }
    found.generated = 1;
    meet(puzzle, sides, 0, 0, meeting);
    loop {
        let (Some(fore), Some(back)) = (sides[0].open.lowest_f(), sides[1].open.lowest_f()) else {
            found.bound = meeting.as_ref().map_or(Cost::NEVER, |meeting| meeting.cost);
            return Ok(());
        };
        found.bound = found.bound.max(fore.plus(back));
        if meeting.as_ref().is_some_and(|meeting| meeting.cost <= found.bound) {
            return Ok(());
        }
        let side = usize::from(sides[1].open.len() < sides[0].open.len());
        let Some((_, cost, id)) = sides[side].open.pop() else { continue };
        let node = &mut sides[side].store.nodes[id as usize];
        if node.cost < cost || std::mem::replace(&mut node.closed, true) {
            continue;
        }
        found.expanded += 1;
        budget.ask(found.generated)?;
        let (state, mut number) = (node.state.clone(), 0);
        let mut visit = |step, state| {
            number += 1;
            found.generated += 1;
            let cost = cost.plus(step);
            let child = Node { state, cost, parent: Some(id), number: number - 1, closed: false };
            match sides[side].insert(budget, puzzle, child) {
                Ok(Some(id)) => meet(puzzle, sides, side, id, meeting),
                Ok(None) => {}
                Err(Stopped) => return Break(()),
            }
            Continue(())
        };
        let flow = match side {
            0 => puzzle.children(&state, |_, step, child| visit(step, child)),
            _ => puzzle.parents(&state, visit),
        };
        if flow.is_break() {
            return Err(Stopped);
        }
    }
}

/// Has the other side reached this state too? Then there is a way through it, which may be the cheapest.
fn meet<P: Puzzle>(puzzle: &P, sides: &[Side<P>; 2], side: usize, id: Id, meeting: &mut Option<Meeting>) {
    let node = &sides[side].store.nodes[id as usize];
    let Some(other) = sides[1 - side].store.get(puzzle, &node.state) else { return };
    let cost = node.cost.plus(sides[1 - side].store.nodes[other as usize].cost);
    if meeting.as_ref().is_none_or(|meeting| cost < meeting.cost) {
        *meeting = Some(Meeting { ids: if side == 0 { [id, other] } else { [other, id] }, cost });
    }
}

/// The path to where both sides met, and on: the numbers of the children that the far side came from have to be found.
fn join<P: Puzzle>(puzzle: &P, sides: &[Side<P>; 2], fore: Id, mut back: Id) -> Path {
    let mut path = sides[0].store.path(fore);
    let mut state = sides[0].store.nodes[fore as usize].state.clone();
    while let Some(parent) = sides[1].store.nodes[back as usize].parent {
        let step = sides[1].store.nodes[back as usize].cost.0 - sides[1].store.nodes[parent as usize].cost.0;
        let next = puzzle.key(&sides[1].store.nodes[parent as usize].state);
        let mut number = 0;
        let child = puzzle.children(&state, |_, cost, child| {
            number += 1;
            if cost.0 <= step && puzzle.key(&child) == next { Break(child) } else { Continue(()) }
        });
        let Some(child) = child.break_value() else { break };
        path.push(number - 1);
        (state, back) = (child, parent);
    }
    path
}
