//! PIDA* (Rao, Kumar and Ramesh 1987): what it is and how it is called. What a processor does is in `worker.rs`, and how idle
//! processors get nodes in `work_requests.rs`.

mod work_requests;
mod worker;

use provebest_machine::{Failure, Letter, Machine, Processor, Program};

use super::inbox::Inbox;
use super::member::{Mail, Role};
use super::tree::{Tree, TreeOf};
use super::{MemberResult, Ran, SolveOn, ran_with_last_iteration};
use crate::puzzle::Puzzle;
use crate::report::Task;
use work_requests::Pass;
use worker::Worker;

/// Parallel IDA*: one iteration after the other, each by all processors, with work stealing over the frontier.
///
/// Contract: that of [`IdaStar`](crate::IdaStar), on every machine. Iterations that fail generate exactly the nodes that
/// IDA* generates; the last one may find a goal earlier or later.
///
/// Rao, Kumar and Ramesh, A parallel implementation of iterative-deepening-A*, AAAI 1987.
///
/// Time: that of IDA* by the number of processors, but for the start of each iteration. Memory: a path and its siblings
/// for each processor, which has its share of the limit on bytes.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_puzzle::{Cost, ParallelIdaStar, SolveOn, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let task = Task::new(&tiles, &start);
/// let time = |processors| {
///     let ran = ParallelIdaStar::default().solve_on(&task, &Simulated::new(processors)).expect("no deadlock");
///     assert_eq!(ran.report.bound, Cost(31));
///     ran.measured.time
/// };
/// assert!(time(1) > 3 * time(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParallelIdaStar {
    /// Where time is simulated, mail is read after this number of nodes.
    pub slice: u64,
    /// Search the last iteration to its end, as the paper's measurements did: then the work does not depend on where a
    /// goal is.
    pub exhaustive: bool,
}

impl Default for ParallelIdaStar {
    /// Slices of 100 nodes; the first solution ends it.
    fn default() -> Self {
        ParallelIdaStar { slice: 100, exhaustive: false }
    }
}

impl SolveOn for ParallelIdaStar {
    fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Result<Ran<P::Move>, Failure>
    where
        P: Puzzle + Sync,
        P::State: Send + Sync,
        K: Machine,
    {
        let tree = TreeOf::new(task, machine, self.slice);
        Ok(ran_with_last_iteration(task, machine.run(&Pida { tree: &tree, exhaustive: self.exhaustive })?))
    }
}

/// What every processor runs.
struct Pida<'a> {
    tree: &'a dyn Tree,
    exhaustive: bool,
}

impl Program<Letter<Mail<Pass>>> for Pida<'_> {
    type Answer = MemberResult;

    async fn run(&self, me: &dyn Processor<Letter<Mail<Pass>>>) -> MemberResult {
        let inbox = Inbox::new(me);
        let mut worker = Worker::new(&inbox, self.tree, self.exhaustive);
        worker.play().await;
        worker.result()
    }
}
