//! Every processor searches the root, and all of them know what one of them has found out: they share a table, and
//! nothing else but the end. The first that has value and line has the answer.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use provebest_game::{Bound, Depth, Evaluate, Keyed, Score, Window};
use provebest_machine::{Grain, Measured, Processor, Program, Rank, SharedMemory};

use super::table_worker::TableWorker;
use super::{NoReport, Path, Ran, TableSearch};
use crate::best_play::Found;
use crate::limits::{Budget, NodeQuota, Reason, Stop, Stopped};
use crate::lines::Variation;
use crate::measure::Observer;
use crate::report::Task;
use crate::table::{SharedMarks, SharedTable, Word};
use crate::walk::Walk;

/// Where time is real, subtrees of at most this many leaves, by estimate, are not divided.
const LEAVES: u64 = 1000;

/// A way to search a tree together with others.
pub(crate) trait TableMethod: Sync {
    /// Bytes for the table.
    fn bytes(&self) -> usize;

    /// Room for this many marks.
    fn marks(&self, _processors: usize) -> usize {
        0
    }

    /// To these depths a processor searches the root, one after the other, before it searches to `depth`.
    fn depths_before(&self, depth: Depth, rank: Rank) -> impl Iterator<Item = Depth>;

    /// The value of a node, fail-soft. On the way others may have written to the table.
    async fn search<G: Evaluate + Keyed, W: Observer>(
        worker: &mut TableWorker<'_, G, W>,
        node: G::State,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped>;
}

/// Whether the search is over: a processor has the answer, or it was called off.
pub struct Over<W>(W);

impl<W: Word> Over<W> {
    /// Not yet.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Over(W::new(0))
    }

    /// From now on it is.
    pub fn call(&self) {
        self.0.store(1);
    }

    /// Is it?
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.0.load() != 0
    }

    /// Calls it over when it is dropped, unless all went well: the others would not hear of a panic otherwise.
    pub(crate) fn unless_well(&self) -> UnlessWell<'_, W> {
        UnlessWell { over: self, well: false }
    }
}

/// See [`Over::unless_well`].
pub(crate) struct UnlessWell<'a, W: Word> {
    over: &'a Over<W>,
    pub(crate) well: bool,
}

impl<W: Word> Drop for UnlessWell<'_, W> {
    fn drop(&mut self) {
        if !self.well {
            self.over.call();
        }
    }
}

/// The end of a search by several processors: one has the answer, or a limit or the caller stops it. Then it is over for all.
pub(crate) struct End<'a> {
    pub(crate) over: Over<AtomicU64>,
    stop: Option<&'a (dyn Stop + Sync)>,
}

impl<'a> End<'a> {
    /// Not yet; `stop` may call it off.
    pub(crate) fn new(stop: Option<&'a (dyn Stop + Sync)>) -> Self {
        End { over: Over::new(), stop }
    }
}

impl Stop for End<'_> {
    fn stop(&self) -> Option<Reason> {
        let reason = self.stop.and_then(|stop| stop.stop());
        if reason.is_some() {
            self.over.call();
        }
        reason.or(self.over.is_over().then_some(Reason::Cancel))
    }

    fn ask_again_after(&self) -> u64 {
        self.stop.map_or(1024, |stop| stop.ask_again_after().min(1024))
    }
}

/// Is it over, by the answer of another processor? The caller is not asked.
pub(crate) struct ByOthers<'a>(pub(crate) &'a End<'a>);

impl Stop for ByOthers<'_> {
    fn stop(&self) -> Option<Reason> {
        self.0.over.is_over().then_some(Reason::Cancel)
    }

    fn ask_again_after(&self) -> u64 {
        1024
    }
}

/// Does the caller stop it? Then it is over for all.
pub(crate) struct ByCaller<'a>(pub(crate) &'a End<'a>);

impl Stop for ByCaller<'_> {
    fn stop(&self) -> Option<Reason> {
        let reason = self.0.stop?.stop()?;
        self.0.over.call();
        Some(reason)
    }

    fn ask_again_after(&self) -> u64 {
        self.0.stop.map_or(u64::MAX, |stop| stop.ask_again_after())
    }
}

/// What the processors share.
pub(crate) struct Common<'a> {
    pub(crate) table: SharedTable,
    pub(crate) marks: SharedMarks,
    pub(crate) end: End<'a>,
    quota: Option<NodeQuota>,
}

/// What a processor brings home.
struct Home<W> {
    observer: W,
    found: Found,
    stored: u64,
}

/// What every processor does.
struct Run<'a, G: Evaluate, W, T> {
    search: &'a T,
    task: &'a Task<'a, G>,
    common: &'a Common<'a>,
    grain: u64,
    observers: Vec<Mutex<Option<W>>>,
}

impl<G, W, T> Program<()> for Run<'_, G, W, T>
where
    G: Evaluate + Keyed + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
    T: TableMethod,
{
    type Answer = Home<W>;

    async fn run(&self, me: &dyn Processor<()>) -> Home<W> {
        let Run { search, task, common, grain, ref observers } = *self;
        let observer = observers[me.rank().index()].lock().ok().and_then(|mut observer| observer.take());
        let mut observer = observer.expect("an observer for every processor");
        let mut guard = common.end.over.unless_well();
        let (others, caller) = (ByOthers(&common.end), ByCaller(&common.end));
        let budget = Budget::shared(common.quota.as_ref(), &others).and_by(Some(&caller));
        let walk = Walk::new(task, &mut observer, budget);
        let mut worker = TableWorker { me, walk, common, grain, stored: 0 };
        let mut path = Path::new();
        let answer = worker.answer(search, task, &mut path).await;
        let value = match answer {
            Ok(value) => {
                common.end.over.call();
                Some((value, Bound::Exact))
            }
            Err(Stopped) => worker.walk.finished.map(|value| (value, Bound::Lower)),
        };
        if let Some((_, Bound::Lower)) = value {
            path = worker.walk.lines.at(task.depth).path;
        }
        guard.well = true;
        worker.walk.tell_total();
        let (estimated, stopped, stored) = (worker.walk.estimated, worker.walk.budget.reason(), worker.stored);
        Home { observer, found: Found { value, line: path.into(), estimated, stopped }, stored }
    }
}

impl<T: TableMethod> TableSearch for T {
    fn search_on_table<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Keyed + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: SharedMemory,
    {
        task.check()?;
        let processors = machine.count();
        assert_eq!(observers.len(), processors, "an observer for every processor");
        let Some((table, marks)) = memory(self, task.limits.bytes, processors) else {
            let found =
                Found { value: None, line: Variation::default(), estimated: false, stopped: Some(Reason::Memory) };
            let measured = Measured { processors, ..Measured::default() };
            return Ok(Ran { report: found.report(task), observers, measured, timeline: None });
        };
        let slots = table.slots();
        let quota = NodeQuota::new(&task.limits, processors);
        let common = Common { table, marks, end: End::new(task.limits.stop), quota };
        let grain = match machine.grain() {
            Grain::Leaves(leaves) => leaves,
            Grain::Time(_) => LEAVES,
        };
        let observers = observers.into_iter().map(|observer| Mutex::new(Some(observer))).collect();
        let run = machine.run_shared(&Run { search: self, task, common: &common, grain, observers })?;
        let stored: u64 = run.answers.iter().map(|home| home.stored).sum();
        let (mut observers, found): (Vec<W>, Vec<Found>) =
            run.answers.into_iter().map(|home| (home.observer, home.found)).unzip();
        observers[0].stored(stored.min(slots));
        // Which processor learns what from which other by the table is not kept, so neither is the longest chain of work.
        let measured = Measured { critical_path: None, ..run.measured };
        Ok(Ran { report: best(found).report(task), observers, measured, timeline: run.timeline })
    }
}

/// The table and the marks, within the limit on bytes and within what there is.
fn memory<T: TableMethod>(search: &T, limit: Option<u64>, processors: usize) -> Option<(SharedTable, SharedMarks)> {
    let room = search.marks(processors);
    let limit = limit.map_or(usize::MAX, |limit| limit as usize).checked_sub(room * size_of::<u64>())?;
    let bytes = search.bytes().min(limit);
    let table = (limit >= SharedTable::LEAST_BYTES).then(|| SharedTable::try_new(bytes).ok())??;
    Some((table, SharedMarks::try_new(room).ok()?))
}

/// The answer, if a processor has it; otherwise the best that was proved.
fn best(mut all: Vec<Found>) -> Found {
    if let Some(done) = all.iter().position(|found| found.stopped.is_none()) {
        return all.swap_remove(done);
    }
    // A processor that others called off does not know why.
    let why = all.iter().filter_map(|found| found.stopped).find(|&why| why != Reason::Cancel);
    let proved = |found: &Found| found.value.map(|(value, _)| value);
    let best = all.into_iter().reduce(|best, found| if proved(&found) > proved(&best) { found } else { best });
    let best = best.expect("there is a rank 0");
    Found { stopped: why.or(best.stopped), ..best }
}
