//! The tree of any puzzle, as the searches that divide it among processors see it: nodes are known by their paths, and the tree
//! below a bound is searched slice by slice. So these searches are compiled once, and not for every puzzle.

use std::ops::ControlFlow;

use provebest_machine::Machine;
use serde::{Deserialize, Serialize};

use super::inbox::Mailbox;
use super::slice::{Pace, Slice};
use super::stack::Stack;
use crate::limits::{NodeQuota, Reason};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Iteration, Listener, Path, Task, replay};

/// A tree that several processors search.
pub(super) trait Tree: Sync {
    /// No solution costs less, as far as is known before the search.
    fn first_bound(&self) -> Cost;

    /// What is called with the progress.
    fn listener(&self) -> Listener<'_>;

    /// What a path costs.
    fn cost(&self, path: &[u32]) -> Cost;

    /// At least `wanted` nodes that divide the tree, all at the same distance from the root but for goals; fewer if there are not so many
    /// states, and none if they take more than half of what one of `processors` may store. Also how many nodes were generated and expanded.
    fn frontier(&self, wanted: usize, processors: usize) -> (Vec<FrontierNode>, (u64, u64));

    /// The nodes of one of `count` processors, none at first. Mail interrupts a slice.
    fn nodes<'s>(&'s self, mailbox: &'s dyn Mailbox, processors: usize) -> Box<dyn Nodes + 's>;
}

/// A node of a frontier.
pub(super) struct FrontierNode {
    pub(super) path: Path,
    /// The cost of its path and its estimate together, and the estimate.
    pub(super) f: Cost,
    pub(super) estimate: Cost,
}

/// Nodes that wait to be searched below a bound.
pub(super) trait Nodes {
    fn is_empty(&self) -> bool;

    /// Begins with the root, below this bound.
    fn begin(&mut self, bound: Cost);

    /// Takes nodes of the tree below this bound.
    fn take(&mut self, bound: Cost, paths: Vec<Path>);

    /// Gives nodes away: every part gets as many as stay here. Fewer parts than asked for if there are not enough nodes.
    fn divide(&mut self, parts: usize) -> Vec<Vec<Path>>;

    /// Gives all up.
    fn clear(&mut self);

    /// The lowest estimate of a state that was entered since the last call; the first call begins to watch.
    fn nearest(&mut self) -> Cost;

    /// Searches for a slice, a short one if another processor waits for nodes. Returns how many nodes were generated, and the
    /// way to a goal if one was found.
    fn search(&mut self, awaited: bool) -> (u64, Option<Path>);

    /// What was done below the bound.
    fn did(&self) -> IterationPart;

    /// Nodes generated and expanded, below all bounds.
    fn counts(&self) -> (u64, u64);

    /// Why the search has to end, if it has.
    fn reason(&self) -> Option<Reason>;
}

/// What was done below a bound.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct IterationPart {
    pub(super) bound: Cost,
    pub(super) generated: u64,
    pub(super) expanded: u64,
    /// The cheapest path that was not followed.
    pub(super) next: Cost,
    /// Was a goal found?
    pub(super) goal: bool,
}

impl IterationPart {
    pub(super) fn nothing(bound: Cost) -> IterationPart {
        IterationPart { bound, generated: 0, expanded: 0, next: Cost::NEVER, goal: false }
    }

    /// With what another processor did below the same bound.
    pub(super) fn and(self, other: IterationPart) -> IterationPart {
        IterationPart {
            bound: self.bound,
            generated: self.generated + other.generated,
            expanded: self.expanded + other.expanded,
            next: self.next.min(other.next),
            goal: self.goal || other.goal,
        }
    }

    pub(super) fn iteration(self) -> Iteration {
        Iteration { bound: self.bound, generated: self.generated, expanded: self.expanded }
    }
}

/// The tree of a task.
pub(super) struct TreeOf<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    pace: Pace,
    quota: NodeQuota,
}

impl<'a, P: Puzzle> TreeOf<'a, P> {
    /// On this machine; where time is simulated, with slices of this number of nodes.
    pub(super) fn new<K: Machine>(task: &'a Task<'a, P>, machine: &K, slice: u64) -> Self {
        TreeOf { task, pace: Pace::new(machine.grain(), slice), quota: NodeQuota::on(machine, &task.limits) }
    }
}

impl<P: Puzzle + Sync> Tree for TreeOf<'_, P>
where
    P::State: Sync,
{
    fn first_bound(&self) -> Cost {
        self.task.first_bound()
    }

    fn listener(&self) -> Listener<'_> {
        self.task.listener
    }

    fn cost(&self, path: &[u32]) -> Cost {
        replay(self.task.puzzle, self.task.start, path).map_or(Cost::NEVER, |end| end.cost)
    }

    fn frontier(&self, wanted: usize, processors: usize) -> (Vec<FrontierNode>, (u64, u64)) {
        let Task { puzzle, start, limits, .. } = *self.task;
        let most = limits.share(processors).bytes.map_or(u64::MAX, |bytes| bytes / 2);
        let (mut level, mut counts) = (vec![(Path::new(), Cost::ZERO, start.clone())], (0, 0));
        // Levels of a graph with loops may never become wide.
        for _ in 0..wanted {
            let mut next = Vec::new();
            let mut grows = false;
            for (path, cost, state) in &level {
                if puzzle.is_goal(state) {
                    next.push((path.clone(), *cost, state.clone()));
                    continue;
                }
                (grows, counts.1) = (true, counts.1 + 1);
                let mut number = 0;
                let _ = puzzle.children(state, |_, step, child| {
                    let path = path.iter().copied().chain([number]).collect();
                    next.push((path, cost.plus(step), child));
                    number += 1;
                    ControlFlow::<()>::Continue(())
                });
                counts.0 += u64::from(number);
            }
            level = next;
            let size = |(path, _, _): &(Path, Cost, P::State)| {
                size_of::<(Path, Cost, P::State)>() + size_of::<FrontierNode>() + 2 * size_of_val(&path[..])
            };
            if level.iter().map(size).sum::<usize>() as u64 > most {
                return (Vec::new(), counts);
            }
            if !grows || level.len() >= wanted {
                break;
            }
        }
        let node = |(path, cost, state): (Path, Cost, P::State)| {
            let estimate = puzzle.estimate(&state);
            FrontierNode { path, f: cost.plus(estimate), estimate }
        };
        (level.into_iter().map(node).collect(), counts)
    }

    fn nodes<'s>(&'s self, mailbox: &'s dyn Mailbox, processors: usize) -> Box<dyn Nodes + 's> {
        let slice = Slice::new(mailbox, self.task.limits, &self.quota, self.pace);
        Box::new(Stack::new(self.task, slice, processors))
    }
}
