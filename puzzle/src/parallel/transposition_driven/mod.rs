//! Transposition-driven scheduling (Romein, Plaat, Bal and Schaeffer 1999): what it is and how it is called. What a processor does
//! is in `owner.rs`, and what it remembers in `table.rs`.

mod owner;
mod table;

use provebest_machine::{Failure, Letter, Machine, Message, Processor, Program};

use super::inbox::Inbox;
use super::member::{Mail, Role};
use super::{MemberResult, Ran, ran_with_last_iteration};
use crate::limits::NodeQuota;
use crate::puzzle::Puzzle;
use crate::report::Task;
use owner::{Owner, Pass};

/// IDA* with a transposition table that is divided among the processors: work goes to where its entry is.
///
/// Every state has an owner, given by its hash. A node to be searched is sent to the owner of its state, which looks into its own
/// part of the table: if the state was entered in this iteration with as much left to spend, the node is dropped, otherwise it is
/// expanded. So nobody waits for the table of another processor, and work is spread as evenly as hashes are. A processor
/// writes letters of several nodes, and sends what it has written when it has nothing else to do.
///
/// Contract: that of [`IdaStar`](crate::IdaStar), on every machine: ended, `solution.cost = bound = C`, or `bound = NEVER` and
/// there is no solution; stopped, `bound <= C`. An iteration that fails generates no more nodes than the same one of IDA*.
///
/// Romein, Plaat, Bal and Schaeffer, Transposition table driven work scheduling in distributed search, AAAI 1999.
///
/// Time: that of IDA* with a table of all memory, by the number of processors, if mail is fast enough for nearly every node to
/// travel. Memory: the table, and the nodes that wait, with their paths. Each processor has its share of the limit on bytes: at most
/// half of it is for the table.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_puzzle::{Cost, ParallelIdaStar, SolveOn, Task, TranspositionDriven, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let task = Task::new(&tiles, &start);
/// let search = TranspositionDriven { exhaustive: true, ..TranspositionDriven::default() };
/// let ran = search.solve_on(&task, &Simulated::new(8))?;
/// assert!(ran.report.bound == Cost(31) && ran.report.is_optimal());
/// let without_table = ParallelIdaStar { exhaustive: true, ..ParallelIdaStar::default() };
/// let without = without_table.solve_on(&task, &Simulated::new(8))?;
/// assert!(ran.report.generated < without.report.generated);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TranspositionDriven {
    /// Bytes for the table, on all processors together, if the limit on bytes leaves them.
    pub table: u64,
    /// The nodes of a letter; fewer when the sender has nothing else to do.
    pub batch: usize,
    /// Mail is read after this number of nodes.
    pub slice: u64,
    /// Search the last iteration to its end: then the work does not depend on where a goal is.
    pub exhaustive: bool,
}

impl Default for TranspositionDriven {
    /// A table of 256 MiB, letters of 16 nodes, slices of 32; the first solution ends it.
    fn default() -> Self {
        TranspositionDriven { table: 256 << 20, batch: 16, slice: 32, exhaustive: false }
    }
}

impl TranspositionDriven {
    /// Looks for the cheapest solution. States are sent, so they must be data.
    pub fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Result<Ran<P::Move>, Failure>
    where
        P: Puzzle + Sync,
        P::State: Message + Sync,
        K: Machine,
    {
        let program = Scheduling { task, settings: *self, quota: NodeQuota::on(machine, &task.limits) };
        Ok(ran_with_last_iteration(task, machine.run(&program)?))
    }
}

/// What every processor runs.
struct Scheduling<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    settings: TranspositionDriven,
    quota: NodeQuota,
}

impl<P: Puzzle + Sync> Program<Letter<Mail<Pass<P::State>>>> for Scheduling<'_, P>
where
    P::State: Message + Sync,
{
    type Answer = MemberResult;

    async fn run(&self, me: &dyn Processor<Letter<Mail<Pass<P::State>>>>) -> MemberResult {
        let inbox = Inbox::new(me);
        let mut owner = Owner::new(&inbox, self);
        owner.play().await;
        owner.result()
    }
}
