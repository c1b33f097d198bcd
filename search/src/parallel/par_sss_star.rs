//! PARSSS*(N) and PARITERSSS*(N, M) (Bhattacharya and Bagchi 1993): SSS* by many processes, each with an OPEN list of its
//! own below a node of MIN, on the distributed tree search of Ferguson and Korf.
//!
//! The text of a process stands in `sequential/iter_sss/process.rs`. What gives it its turns, and how it learns of others, is apart: the
//! clock of the paper in `lock_step.rs`, shared memory in `shared.rs` (both with the array MINPROC of `minproc.rs`), and
//! mail in `mail.rs`.

mod home;
mod lock_step;
mod mail;
mod minproc;
mod shared;

use provebest_game::{Depth, Evaluate, Score, SplitMix64, Window};
use provebest_machine::{Machine, Measured, SharedMemory};

use crate::limits::TooDeep;
use crate::measure::Observer;
use crate::parallel::{LockStep, NoReport, ParallelSearch, Ran, SharedSearch};
use crate::report::{Report, Task};
use crate::sequential::IterSss;
use crate::sequential::iter_sss::process::{Merit, Rules, Seed};
use crate::walk::Walk;

/// PARSSS*(N): [`SssStar`](crate::SssStar) by up to N processes, one on each processor.
///
/// A process holds the OPEN list of the nodes below a node of MIN, and spawns others on the LIVE nodes of MIN in it, the
/// shallowest first, as long as there are free processors. Each has its h, the largest merit that it and those it spawned
/// still hold. When a process finds a node of MIN SOLVED, it kills those it spawned below the parent that have no more
/// than that, and waits for the others.
///
/// Contract: the value `V` exactly, on every machine. Stopped early it has proved `V <= h` for the h of the root. What is
/// known of the h of others may be late, in shared memory by a turn and over mail by a letter: h only falls, so it is too
/// high then. That delays, and does no other harm. In lock step no more terminals are examined than N x time.
///
/// Bhattacharya and Bagchi 1993. The order among equal merits is that of [`SssStar`](crate::SssStar), leftmost first, and
/// with one processor so are the leaves. Over mail it is the distributed tree search of Ferguson and Korf (1988): free
/// processors belong to a process, which lends them to those it spawned and gets them back.
///
/// Time: with one processor the leaves of SSS*; with more, some that SSS* does not visit. Memory: together about that of
/// SSS*, w^ceil(d/2) nodes of about 100 bytes and the game's state.
///
/// The observer of each processor hears what that processor does: of `stored`, what its own process holds. In lock step one
/// observer hears all, and of `stored` the sum. A limit on nodes holds for all processors together; one on bytes is shared
/// out equally.
///
/// ```
/// use provebest_search::{LockStep, ParSss, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// // The paper's example; what stands for X does not matter.
/// let tree: Tree = "[[[[4,4],[4,0]],[[4,4],[0,0]]],[[[6,5],[6,5]],[[5,4],[3,0]]]]".parse()?;
/// let (root, height) = (tree.root(), tree.height());
/// let terminalcounts = |processors| -> Result<u64, Box<dyn std::error::Error>> {
///     let task = Task::new(&tree, &root, height);
///     let (report, measured) = ParSss::default().search_in_step(&task, processors, &mut ())?;
///     assert_eq!(report.value, Some(Score(4)));
///     Ok(measured.time)
/// };
/// assert_eq!((terminalcounts(1)?, terminalcounts(2)?), (12, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParSss {
    /// Processes are not spawned on nodes of a lesser height.
    pub spawn_height: Depth,
}

/// PARITERSSS*(N, M): [`ParSss`] with room for M nodes in each process, or [`IterSss`] by up to N processes.
///
/// Processes are spawned on INACTIVE nodes before others. A node that is away still takes its place in the process that
/// spawned there.
///
/// Contract: as for [`ParSss`], with any M. Where M nodes are not enough (a process without an ACTIVE node, or one that
/// only wakes nodes and puts them to sleep again, which can happen with M >= M0 too when N >= 2), the deepest leftmost
/// INACTIVE node is expanded in spite of M, and the report says `over_memory`.
///
/// Bhattacharya and Bagchi 1993, section 5.
///
/// Time: with one processor the leaves of ITERSSS*(M). Memory: N x M nodes of about 100 bytes and the game's state.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{ParIterSss, SharedSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let search = ParIterSss { memory: Some(3), ..ParIterSss::default() };
/// let ran = search.search_on_shared(&Task::new(&tree, &tree.root(), tree.height()), &Simulated::new(2), vec![(), ()])?;
/// assert_eq!((ran.report.value, ran.report.over_memory), (Some(Score(3)), false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParIterSss {
    /// M, the number of nodes that each process has room for. `None` takes [`IterSss::least`] of the game's shape, and no
    /// bound at all where that is not known.
    pub memory: Option<u64>,
    /// Processes are not spawned on nodes of a lesser height.
    pub spawn_height: Depth,
}

/// A search by processes, as its rules define it.
trait Ruled {
    /// M, the number of nodes that each process has room for.
    fn memory<G: Evaluate>(&self, task: &Task<'_, G>) -> Option<u64>;
    /// Processes are not spawned on nodes of a lesser height.
    fn spawn_height(&self) -> Depth;

    fn rules<G: Evaluate>(&self, task: &Task<'_, G>, processors: usize) -> Rules {
        let spawn_height = (processors > 1).then_some(self.spawn_height());
        Rules { top: task.depth, memory: self.memory(task), spawn_height }
    }
}

impl Ruled for ParSss {
    fn memory<G: Evaluate>(&self, _: &Task<'_, G>) -> Option<u64> {
        None
    }

    fn spawn_height(&self) -> Depth {
        self.spawn_height
    }
}

impl Ruled for ParIterSss {
    fn memory<G: Evaluate>(&self, task: &Task<'_, G>) -> Option<u64> {
        self.memory.or_else(|| IterSss::least_for(task))
    }

    fn spawn_height(&self) -> Depth {
        self.spawn_height
    }
}

impl<R: Ruled> LockStep for R {
    fn search_in_step<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        processors: usize,
        observer: &mut W,
    ) -> Result<(Report<G::Move>, Measured), TooDeep> {
        let mut run = lock_step::LockStep::new(Seed::root(task.root.clone()), self.rules(task, processors), processors);
        let mut report = Walk::run(task, observer, Window::FULL, |walk, _| {
            let solved = run.run(walk);
            walk.ceiling = Some(run.h()).filter(|h| *h < Score::INFINITY);
            let Merit { h, leaf } = solved?;
            walk.lines.set(task.depth, &leaf.unwrap_or_default().into());
            Ok(h)
        })?;
        report.over_memory = run.over_memory();
        Ok((report, run.measured))
    }
}

impl ParIterSss {
    /// PARITERSSS*, or with unbounded `memory` PARSSS*, by the clock of the paper's tables 2 and 3: one processor that gives time
    /// slices to N processes, of about `slice` terminals each, in an order drawn from `seed`. The paper took the least time of 20 such runs.
    ///
    /// ```
    /// use provebest_search::{ParIterSss, Task};
    /// # use provebest_game::*; use provebest_games::tree::Tree;
    /// let tree: Tree = "[[[[4,4],[4,0]],[[4,4],[0,0]]],[[[6,5],[6,5]],[[5,4],[3,0]]]]".parse()?;
    /// let (root, search) = (tree.root(), ParIterSss { memory: Some(1000), ..ParIterSss::default() });
    /// let task = Task::new(&tree, &root, tree.height());
    /// let times = (0..20).map(|seed| search.search_in_slices(&task, 2, 1, seed).map(|(_, measured)| measured.time));
    /// assert!(times.flatten().min() < Some(12), "SSS* takes 12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_in_slices<G: Evaluate>(
        &self,
        task: &Task<'_, G>,
        processes: usize,
        slice: u64,
        seed: u64,
    ) -> Result<(Report<G::Move>, Measured), TooDeep> {
        let seed_of_root = Seed::root(task.root.clone());
        let mut run = lock_step::LockStep::new(seed_of_root, self.rules(task, processes), processes);
        let report = Walk::run(task, &mut (), Window::FULL, |walk, _| {
            let Merit { h, leaf } = run.run_in_slices(walk, slice, &mut SplitMix64::new(seed))?;
            walk.lines.set(task.depth, &leaf.unwrap_or_default().into());
            Ok(h)
        })?;
        Ok((report, run.measured))
    }
}

impl<R: Ruled> SharedSearch for R {
    fn search_on_shared<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: SharedMemory,
    {
        task.check()?;
        let rules = self.rules(task, machine.count());
        Ok(home::report(task, machine.run_shared(&shared::Shared::new(task, rules, observers))?))
    }
}

impl<R: Ruled> ParallelSearch for R {
    fn search_on<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: Machine,
    {
        task.check()?;
        let rules = self.rules(task, machine.count());
        Ok(home::report(task, machine.run(&mail::ByMail::new(task, rules, observers, machine))?))
    }
}
