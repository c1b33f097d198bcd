//! Hash-distributed A* (Kishimoto, Fukunaga and Botea 2009; before it Evett and others 1995): what it is and how it is called. The search
//! itself is in `expand.rs`, and how it ends in `ending.rs`. `iterations.rs` makes PIA* of it.

mod ending;
mod expand;
mod iterations;
mod notes;
mod owner;

use provebest_machine::{Failure, Grain, Letter, Machine, Message, Processor, Program, Run};

use super::inbox::Inbox;
use super::member::{Mail, Role};
use super::{MemberResult, Ran, ran};
use crate::limits::NodeQuota;
use crate::puzzle::{Cost, Puzzle};
use crate::report::Task;
pub use iterations::ParallelIterativeAStar;
use notes::Note;
use owner::Owner;

/// Hash-distributed A*.
///
/// Contract: that of [`AStar`](crate::AStar), on every machine; stopped, `bound` is the estimate of the start. The limit
/// on bytes is divided among the processors.
///
/// Kishimoto, Fukunaga and Botea, Scalable, parallel best-first search for optimal sequential planning, ICAPS 2009.
///
/// Time: that of A* by the number of processors, if mail is fast enough for nearly every state to travel. Memory: that of
/// A*, divided.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_puzzle::{Cost, HashDistributedAStar, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let ran = HashDistributedAStar::default().solve_on(&Task::new(&tiles, &start), &Simulated::new(8))?;
/// assert!(ran.report.bound == Cost(31) && ran.report.is_optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashDistributedAStar {
    /// The states of a letter; fewer when the sender has nothing else to do.
    pub batch: usize,
}

impl Default for HashDistributedAStar {
    /// Letters of 8 states.
    fn default() -> Self {
        HashDistributedAStar { batch: 8 }
    }
}

impl HashDistributedAStar {
    /// Looks for the cheapest solution. States are sent, so they must be data.
    pub fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Result<Ran<P::Move>, Failure>
    where
        P: Puzzle + Sync,
        P::State: Message + Sync,
        K: Machine,
    {
        Ok(ran(task, run(task, machine, self.batch, None)?))
    }
}

/// Runs it with letters of `batch` states; with a first threshold, in iterations.
fn run<P, K>(
    task: &Task<'_, P>,
    machine: &K,
    batch: usize,
    threshold: Option<Cost>,
) -> Result<Run<MemberResult>, Failure>
where
    P: Puzzle + Sync,
    P::State: Message + Sync,
    K: Machine,
{
    let slice = if matches!(machine.grain(), Grain::Leaves(0)) { 1 } else { 16 };
    let quota = NodeQuota::on(machine, &task.limits);
    machine.run(&Distributed { task, batch: batch.max(1), threshold, slice, quota })
}

/// What every processor runs.
struct Distributed<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    batch: usize,
    threshold: Option<Cost>,
    /// Mail is read after this number of expanded nodes.
    slice: u64,
    quota: NodeQuota,
}

impl<P: Puzzle + Sync> Program<Letter<Mail<Note<P::State>>>> for Distributed<'_, P>
where
    P::State: Message + Sync,
{
    type Answer = MemberResult;

    async fn run(&self, me: &dyn Processor<Letter<Mail<Note<P::State>>>>) -> MemberResult {
        let inbox = Inbox::new(me);
        let mut owner = Owner::new(&inbox, self);
        owner.play().await;
        owner.result()
    }
}
