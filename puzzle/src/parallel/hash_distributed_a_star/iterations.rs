//! Parallel iterative A* (Huang and Davis 1989): A* by thresholds. In an iteration all processors expand what is open up to a threshold,
//! each what it owns. When nothing is left, the next threshold is the lowest f of all that is open. A goal within the threshold ends it.

use provebest_machine::{Failure, Machine, Message};

use super::owner::Owner;
use super::{HashDistributedAStar, run};
use crate::parallel::Ran;
use crate::parallel::census::Census;
use crate::parallel::ran_with_last_iteration;
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Iteration, Task};

/// Parallel iterative A*, PIA*.
///
/// Contract: that of [`AStar`](crate::AStar), on every machine; stopped, `bound` is the last threshold. On one processor it expands as many
/// nodes as A*. The limit on bytes is divided among the processors.
///
/// Huang and Davis, Parallel iterative A* search: an admissible distributed heuristic search algorithm, IJCAI 1989. A reading of what the
/// survey of 1991 tells of it. States have owners here as in [`HashDistributedAStar`]; a processor that has nothing left within the
/// threshold waits.
///
/// Time: that of A* by the number of processors, if iterations are long: between two of them all processors wait for the slowest and for
/// two rounds of mail. Memory: that of A*, divided.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_puzzle::{AStar, Cost, ParallelIterativeAStar, Solve, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let task = Task::new(&tiles, &start);
/// let ran = ParallelIterativeAStar::default().solve_on(&task, &Simulated::new(8))?;
/// assert!(ran.report.bound == Cost(31) && ran.report.is_optimal());
/// let thresholds: Vec<u32> = ran.report.iterations.iter().map(|one| one.bound.0).collect();
/// assert_eq!(thresholds, [21, 23, 25, 27, 29, 31]);
/// let alone = ParallelIterativeAStar::default().solve_on(&task, &Simulated::new(1))?;
/// assert_eq!(alone.report.expanded, AStar.solve(&task).expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParallelIterativeAStar {
    /// The states of a letter; fewer when the sender has nothing else to do.
    pub batch: usize,
}

impl Default for ParallelIterativeAStar {
    /// Letters of 8 states.
    fn default() -> Self {
        ParallelIterativeAStar { batch: HashDistributedAStar::default().batch }
    }
}

impl ParallelIterativeAStar {
    /// Looks for the cheapest solution. States are sent, so they must be data.
    pub fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Result<Ran<P::Move>, Failure>
    where
        P: Puzzle + Sync,
        P::State: Message + Sync,
        K: Machine,
    {
        Ok(ran_with_last_iteration(task, run(task, machine, self.batch, Some(task.first_bound()))?))
    }
}

/// What rank 0 hears in a round of the census beside the letters.
#[derive(Clone, Copy)]
pub(super) struct Heard {
    /// The lowest f of what is open.
    pub(super) lowest: Cost,
    /// Nodes generated and expanded.
    pub(super) counts: (u64, u64),
}

impl Heard {
    pub(super) const NOTHING: Heard = Heard { lowest: Cost::NEVER, counts: (0, 0) };

    pub(super) fn add(&mut self, other: Heard) {
        self.lowest = self.lowest.min(other.lowest);
        self.counts = (self.counts.0 + other.counts.0, self.counts.1 + other.counts.1);
    }
}

impl<P: Puzzle> Owner<'_, P>
where
    P::State: Message,
{
    /// What this processor tells rank 0.
    pub(super) fn heard(&mut self) -> Heard {
        // Paths that have become too expensive are not open.
        while let Some((f, cost, id)) = self.open.first() {
            let node = &self.store.nodes[id as usize];
            if !node.closed && node.cost >= cost {
                return Heard { lowest: f, counts: self.counts };
            }
            self.open.pop();
        }
        Heard { lowest: Cost::NEVER, counts: self.counts }
    }

    /// Rank 0 knows that nothing is left within the threshold. Begins the next iteration, if something that is open may be cheaper than the
    /// best goal.
    pub(super) fn begins_iteration(&mut self) -> bool {
        let Some(threshold) = self.threshold else { return false };
        let own = self.heard();
        self.heard.add(own);
        let Heard { lowest, counts: (generated, expanded) } = self.heard;
        let before = std::mem::replace(&mut self.counted, (generated, expanded));
        let ended = Iteration { bound: threshold, generated: generated - before.0, expanded: expanded - before.1 };
        self.member.result.found.iterations.push(ended);
        if lowest == Cost::NEVER || self.best.is_some_and(|(best, _)| best <= lowest) {
            return false;
        }
        self.threshold = Some(lowest);
        let bound = &mut self.member.result.found.bound;
        *bound = lowest.max(*bound);
        self.member.tell(Some(ended));
        // A new census, whose first question tells the others of the threshold.
        self.census = Census::default();
        let _ask = self.census.look(self.member.count(), self.sent, self.read);
        self.ask();
        true
    }
}
