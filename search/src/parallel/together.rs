//! Every processor searches the root, and all of them know what one of them has found out: they share a table, and
//! nothing else but the end. The first that has value and line has the answer.
//!
//! Where time is virtual, a processor leaves the stage at every leaf. On real machines subtrees of less than a grain are
//! searched by an ordinary recursive function, [`Mate::below_grain`]: nothing is paid per node for being parallel.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use provebest_game::{Bound, Depth, Evaluate, Keyed, Score, Sons, Window, mix};
use provebest_machine::{Measured, Processor, Program, Rank, SharedMemory, Work};

use super::{Path, Ran};
use crate::limits::{Budget, Purse, Reason, Stop, Stopped, TooDeep};
use crate::measure::{Cut, Watch};
use crate::report::{Found, Report, Task};
use crate::table::{Entry, Mark, SharedMarks, SharedTable, Word};
use crate::walk::{Entered, Walk};

/// Subtrees that are estimated at fewer leaves than this are not worth to be parted.
const GRAIN: u64 = 1000;

/// A way to search a tree together with others.
pub(crate) trait Together: Sync {
    /// Bytes for the table.
    fn bytes(&self) -> usize;

    /// Room for so many marks.
    fn marks(&self, _processors: usize) -> usize {
        0
    }

    /// To these depths a processor searches the root, one after the other, before it searches to `depth`.
    fn depths_before(&self, depth: Depth, rank: Rank) -> impl Iterator<Item = Depth>;

    /// The value of a node, fail-soft. On the way others may have written to the table.
    async fn search<G: Evaluate + Keyed, W: Watch>(
        mate: &mut Mate<'_, G, W>,
        node: G::State,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped>;
}

/// Whether the search is over: somebody has the answer, or it was called off.
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
}

/// What the processors share.
struct Common<'a> {
    table: SharedTable,
    marks: SharedMarks,
    over: Over<AtomicU64>,
    /// Who else may call the search off.
    stop: Option<&'a (dyn Stop + Sync)>,
    purse: Option<Purse>,
}

impl Stop for Common<'_> {
    fn stop(&self) -> Option<Reason> {
        let reason = self.stop.and_then(|stop| stop.stop());
        if reason.is_some() {
            self.over.call();
        }
        reason.or(self.over.is_over().then_some(Reason::Cancel))
    }

    fn ask_again_after(&self) -> u64 {
        self.stop.map_or(1024, |stop| stop.ask_again_after())
    }
}

/// One of those who search together.
pub(crate) struct Mate<'a, G: Evaluate, W> {
    pub(crate) me: &'a dyn Processor<()>,
    pub(crate) walk: Walk<'a, G, W>,
    common: &'a Common<'a>,
    grain: u64,
    /// How many slots it was the first to fill.
    stored: u64,
}

/// What comes of looking at a node.
pub(crate) enum Looked<T> {
    /// Its value is known.
    Done(Score),
    /// It is not.
    Open(T),
}

/// A node whose sons are being searched.
pub(crate) struct Inside<S> {
    state: S,
    key: u64,
    sons: Sons,
    depth: Depth,
    /// The son that the table named.
    first: Option<u32>,
    /// The window it was entered with.
    asked: Window,
    /// The window of the sons that are left.
    pub(crate) window: Window,
    best: Score,
    by: Option<u32>,
    /// Was there an estimate before it was entered?
    estimated: bool,
}

impl<S> Inside<S> {
    /// The order of the sons: the one that the table named or else the eldest, then the others, from one on that depends
    /// on `shift`. Just above the horizon they come as they are: it is one loop.
    pub(crate) fn order(&self, shift: u64) -> impl Iterator<Item = u32> + use<S> {
        let (first, shift) = if self.depth == Depth(1) { (None, 0) } else { (self.first, shift) };
        order(first, self.sons, shift)
    }

    /// The depth of the sons.
    pub(crate) fn below(&self) -> Depth {
        self.depth.less()
    }
}

fn order(first: Option<u32>, sons: Sons, shift: u64) -> impl Iterator<Item = u32> {
    let count = sons.count();
    let shift = (shift % u64::from(count)) as u32;
    let first = first.filter(|&first| first < count).unwrap_or(0);
    let others = (shift..count).chain(0..shift).filter(move |&number| number != first);
    std::iter::once(first).chain(others)
}

impl<'a, G: Evaluate + Keyed, W: Watch> Mate<'a, G, W> {
    pub(crate) fn key(&self, node: &G::State) -> u64 {
        self.walk.game.key(node)
    }

    /// Marks a node, unless that is to be `exclusive` and somebody is there. Nobody waits for leaves: their values are
    /// not kept.
    pub(crate) fn mark(&self, key: u64, depth: Depth, exclusive: bool) -> Option<Mark<'a, AtomicU64>> {
        self.common.marks.enter(key, depth, exclusive && depth > Depth(0))
    }

    /// What the table answers; and if it does not suffice, the son that it would look at first.
    #[inline]
    pub(crate) fn look_up(&mut self, key: u64, depth: Depth, window: Window) -> Looked<Option<u32>> {
        let Some(entry) = self.common.table.probe(key) else { return Looked::Open(None) };
        match entry.answer(depth, window) {
            Some(score) => {
                self.walk.estimated |= entry.estimated;
                self.walk.lines.end(depth);
                Looked::Done(score)
            }
            None => Looked::Open(entry.son),
        }
    }

    /// Works for a node, and enters it.
    pub(crate) async fn open(
        &mut self,
        node: G::State,
        key: u64,
        depth: Depth,
        window: Window,
        first: Option<u32>,
    ) -> Result<Looked<Inside<G::State>>, Stopped> {
        let sons = self.walk.reopen(&node, depth).inspect(|sons| self.walk.list.close(*sons));
        self.me.work(if sons.is_some() { Work::NODE } else { Work::LEAF }).await;
        if self.common.over.is_over() {
            self.walk.budget.end(Reason::Cancel)?;
        }
        self.enter(node, key, depth, window, first)
    }

    #[inline(always)]
    fn enter(
        &mut self,
        state: G::State,
        key: u64,
        depth: Depth,
        window: Window,
        first: Option<u32>,
    ) -> Result<Looked<Inside<G::State>>, Stopped> {
        Ok(match self.walk.open_inner(&state, depth, window)? {
            Entered::Done(score) => Looked::Done(score),
            Entered::Sons(sons) => {
                let estimated = std::mem::take(&mut self.walk.estimated);
                let (asked, best, by) = (window, Score::WORST, None);
                Looked::Open(Inside { state, key, sons, depth, first, asked, window, best, by, estimated })
            }
        })
    }

    /// Are the sons of the node too small to be searched by more than one?
    pub(crate) fn is_small(&self, node: &Inside<G::State>) -> bool {
        u64::from(node.sons.count()).saturating_pow(node.below().0.div_ceil(2)) < self.grain
    }

    #[inline(always)]
    pub(crate) fn son(&mut self, node: &Inside<G::State>, number: u32) -> G::State {
        self.walk.son(&node.state, node.sons, node.depth, number)
    }

    /// A son of the node is worth `score`: true if no other is needed.
    #[inline(always)]
    pub(crate) fn found(&mut self, node: &mut Inside<G::State>, number: u32, score: Score) -> bool {
        if score <= node.best {
            return false;
        }
        (node.best, node.by) = (score, Some(number));
        if node.window.contains(score) {
            self.walk.update(node.depth, number, score);
        } else {
            self.walk.tell_update(node.depth, number, score);
        }
        let cut = node.window.raise(score);
        if cut {
            self.walk.cut(node.depth, number, Cut::Beta);
        }
        cut
    }

    /// Stores what was found, and leaves the node.
    #[inline(always)]
    pub(crate) fn close(&mut self, node: Inside<G::State>) -> Result<Score, Stopped> {
        self.store(&node);
        self.walk.close(node.sons, node.depth, node.best)
    }

    #[inline(always)]
    fn store(&mut self, node: &Inside<G::State>) {
        let (value, bound, estimated) = (node.best, node.asked.bound(node.best), self.walk.estimated);
        let entry = Entry { son: node.by, value, bound, depth: node.depth, estimated };
        self.stored += u64::from(self.common.table.store(node.key, entry));
        self.walk.estimated |= node.estimated;
    }

    /// Where this processor goes on after the first son of a node: rank 0 with the next.
    #[inline]
    pub(crate) fn shift(&self, key: u64) -> u64 {
        match self.me.rank() {
            Rank::FIRST => 0,
            Rank(rank) => mix(key ^ mix(u64::from(rank))),
        }
    }

    /// Alpha-beta with the table, without a break; `SHIFT`: in an order of one's own.
    pub(crate) fn below_grain<const SHIFT: bool>(
        &mut self,
        node: G::State,
        depth: Depth,
        window: Window,
    ) -> Result<Score, Stopped> {
        let key = if depth == Depth(0) { 0 } else { self.key(&node) };
        let first = match depth {
            Depth(0) => None,
            _ => match self.look_up(key, depth, window) {
                Looked::Done(score) => return Ok(score),
                Looked::Open(first) => first,
            },
        };
        let mut node = match self.enter(node, key, depth, window, first)? {
            Looked::Done(score) => return Ok(score),
            Looked::Open(node) => node,
        };
        if depth == Depth(1) {
            let (best, by) = self.walk.row_of_leaves(&node.state, node.sons, window);
            (node.best, node.by) = (best, Some(by));
            self.store(&node);
            return Ok(node.best);
        }
        for number in node.order(if SHIFT { self.shift(key) } else { 0 }) {
            let son = self.son(&node, number);
            let score = -self.below_grain::<SHIFT>(son, depth.less(), -node.window)?;
            if self.found(&mut node, number, score) {
                break;
            }
        }
        self.close(node)
    }

    /// The value of the root. The best line, as far as it is known, is left in `path`.
    async fn answer<T: Together>(&mut self, search: &T, task: &Task<'_, G>, path: &mut Path) -> Result<Score, Stopped> {
        for depth in search.depths_before(task.depth, self.me.rank()) {
            self.walk.begin(depth);
            let done = T::search(self, task.root.clone(), depth, Window::FULL).await;
            // What holds to this depth is no bound to the full one.
            self.walk.finished = None;
            done?;
            *path = self.walk.lines.at(depth).into_iter().take(1).collect();
        }
        self.walk.begin(task.depth);
        let value = T::search(self, task.root.clone(), task.depth, Window::FULL).await?;
        *path = self.line::<T>(task.root, task.depth, value).await?;
        Ok(value)
    }

    /// The line from the root to a leaf worth `value`. Where the table answered, the line ends: then the sons are asked
    /// which of them the value comes from, and most of the time the table knows.
    async fn line<T: Together>(&mut self, root: &G::State, depth: Depth, value: Score) -> Result<Path, Stopped> {
        let (mut path, mut node, mut depth, mut value) = (Path::new(), root.clone(), depth, value);
        loop {
            for number in self.walk.lines.at(depth) {
                let Some(sons) = self.walk.reopen(&node, depth) else { break };
                node = self.walk.son(&node, sons, depth, number);
                self.walk.list.close(sons);
                path.push(number);
                (depth, value) = (depth.less(), -value);
            }
            let Some(sons) = self.walk.reopen(&node, depth) else { return Ok(path) };
            let first = self.common.table.probe(self.key(&node)).and_then(|entry| entry.son);
            let window = Window::new(-value - 1, -value + 1);
            for number in order(first, sons, 0) {
                self.walk.research(depth, number, -window);
                let son = self.walk.son(&node, sons, depth, number);
                if T::search(self, son.clone(), depth.less(), window).await? == -value {
                    path.push(number);
                    node = son;
                    break;
                }
            }
            self.walk.list.close(sons);
            (depth, value) = (depth.less(), -value);
        }
    }
}

/// What a processor brings home.
struct Home<W> {
    watch: W,
    found: Found,
    stored: u64,
}

/// What every processor does.
struct Run<'a, G: Evaluate, W, T> {
    search: &'a T,
    task: &'a Task<'a, G>,
    common: &'a Common<'a>,
    grain: u64,
    watches: Vec<Mutex<Option<W>>>,
}

impl<G, W, T> Program<()> for Run<'_, G, W, T>
where
    G: Evaluate + Keyed + Sync,
    G::State: Send + Sync,
    W: Watch + Send,
    T: Together,
{
    type Answer = Home<W>;

    async fn run(&self, me: &dyn Processor<()>) -> Home<W> {
        let Run { search, task, common, grain, ref watches } = *self;
        let watch = watches[me.rank().index()].lock().ok().and_then(|mut watch| watch.take());
        let mut watch = watch.expect("a watch for every processor");
        let walk = Walk::new(task, &mut watch, Budget::shared(common.purse.as_ref(), common));
        let mut mate = Mate { me, walk, common, grain, stored: 0 };
        let mut path = Path::new();
        let answer = mate.answer(search, task, &mut path).await;
        let value = match answer {
            Ok(value) => Some((value, Bound::Exact)),
            Err(Stopped) => mate.walk.finished.map(|value| (value, Bound::Lower)),
        };
        if let Some((_, Bound::Lower)) = value {
            path = mate.walk.lines.at(task.depth);
        }
        common.over.call();
        mate.walk.tell_total();
        let (estimated, stopped, stored) = (mate.walk.estimated, mate.walk.budget.reason(), mate.stored);
        Home { watch, found: Found { value, path, estimated, stopped }, stored }
    }
}

/// Searches a task together on a machine.
pub(crate) fn search<G, W, K, T>(
    search: &T,
    task: &Task<'_, G>,
    machine: &K,
    watches: Vec<W>,
) -> Result<Ran<G::Move, W>, TooDeep>
where
    G: Evaluate + Keyed + Sync,
    G::State: Send + Sync,
    W: Watch + Send,
    K: SharedMemory,
    T: Together,
{
    task.check()?;
    let processors = machine.count();
    assert_eq!(watches.len(), processors, "a watch for every processor");
    let Some((table, marks)) = memory(search, task.limits.bytes, processors) else {
        let found = Found { value: None, path: Path::new(), estimated: false, stopped: Some(Reason::Memory) };
        let measured = Measured { processors, ..Measured::default() };
        return Ok(Ran { report: Report::new(task, found), watches, measured, timeline: None });
    };
    let slots = table.slots();
    let purse = task.limits.nodes.map(|nodes| Purse::new(nodes, processors));
    let common = Common { table, marks, over: Over::new(), stop: task.limits.stop, purse };
    let grain = if machine.virtual_time() { 0 } else { GRAIN };
    let watches = watches.into_iter().map(|watch| Mutex::new(Some(watch))).collect();
    let run = machine.run(&Run { search, task, common: &common, grain, watches });
    let stored: u64 = run.answers.iter().map(|home| home.stored).sum();
    let (mut watches, found): (Vec<W>, Vec<Found>) =
        run.answers.into_iter().map(|home| (home.watch, home.found)).unzip();
    watches[0].stored(stored.min(slots));
    // Who learns what from whom by the table is not kept, so neither is the longest chain of work.
    let measured = Measured { critical_path: None, ..run.measured };
    Ok(Ran { report: Report::new(task, best(found)), watches, measured, timeline: run.timeline })
}

/// The table and the marks, within the limit on bytes and within what there is.
fn memory<T: Together>(search: &T, limit: Option<u64>, processors: usize) -> Option<(SharedTable, SharedMarks)> {
    let room = search.marks(processors);
    let limit = limit.map_or(usize::MAX, |limit| limit as usize).checked_sub(room * size_of::<u64>())?;
    let bytes = search.bytes().min(limit);
    let table = (limit >= SharedTable::LEAST_BYTES).then(|| SharedTable::try_new(bytes).ok())??;
    Some((table, SharedMarks::try_new(room).ok()?))
}

/// The answer, if anybody has it; otherwise the best that was proved.
fn best(mut all: Vec<Found>) -> Found {
    if let Some(done) = all.iter().position(|found| found.stopped.is_none()) {
        return all.swap_remove(done);
    }
    // Who was called off by others does not know why.
    let why = all.iter().filter_map(|found| found.stopped).find(|&why| why != Reason::Cancel);
    let proved = |found: &Found| found.value.map(|(value, _)| value);
    let best = all.into_iter().reduce(|best, found| if proved(&found) > proved(&best) { found } else { best });
    let best = best.expect("there is a rank 0");
    Found { stopped: why.or(best.stopped), ..best }
}
