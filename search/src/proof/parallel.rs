//! df-pn by several processors (Kaneko 2010): all of them run `mid` from the root on one table, and keep out of each other's way by
//! virtual proof numbers.
//!
//! ```text
//! when a node is computed, each undecided child counts the processors inside it as so many more phi, and the sum is what is stored
//! the processor that decides a node stops all that are below it
//! ```

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use provebest_game::{Depth, Provable};
use provebest_machine::{Measured, Processor, Program, SharedMemory, Timeline, Work};

use super::df_pn::DfPn;
use super::node::{FREE, Found, Thresholds};
use super::numbers::Numbers;
use super::question::{Question, Verdict};
use super::searcher::Searcher;
use super::table::Table;
use crate::limits::{Budget, NodeQuota, Reason, Stopped};
use crate::parallel::NoReport;
use crate::parallel::table_method::{ByCaller, ByOthers, End};
use crate::table::SharedMarks;

/// df-pn with virtual proof numbers.
///
/// Contract: that of [`DfPn`], on every machine with shared memory. One processor expands the nodes of [`DfPn`] in its order. Where
/// time is virtual, an expansion takes the time of a leaf.
///
/// Kaneko, Parallel Depth First Proof Number Search, AAAI 2010.
///
/// ```
/// use provebest_game::Score;
/// use provebest_games::connect_four::ConnectFour;
/// use provebest_machine::Simulated;
/// use provebest_search::proof::{DfPn, ParallelDfPn, Question};
/// let (rules, board) = ConnectFour::parse("5x4:33")?;
/// let question = Question::new(&rules, &board, Score(0));
/// let alone = DfPn::default().ask(&question)?;
/// let together = ParallelDfPn::default().ask_on(&question, &Simulated::new(8))?;
/// assert_eq!(together.verdict.answer, alone.answer);
/// assert!(together.measured.time < alone.expansions / 4, "it is four times as fast");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParallelDfPn(pub DfPn);

/// What came of a question to several processors.
#[derive(Clone, Debug)]
pub struct ProvedTogether<M> {
    /// The answer; it counts what all processors did.
    pub verdict: Verdict<M>,
    /// What it took.
    pub measured: Measured,
    /// Which processor did what when, if the machine was asked for it.
    pub timeline: Option<Timeline>,
}

/// What the processors share.
struct Common<'a> {
    table: Table,
    marks: SharedMarks,
    end: End<'a>,
    /// How many times a node was decided that others were inside of.
    decisions: AtomicU64,
    quota: Option<NodeQuota>,
}

struct Run<'a, G: Provable> {
    search: DfPn,
    question: &'a Question<'a, G>,
    common: &'a Common<'a>,
}

/// What a processor brings home.
struct Home {
    numbers: Numbers,
    expansions: u64,
    evaluations: u64,
    visits: u64,
    stored: u64,
    stopped: Option<Reason>,
    too_deep: bool,
}

/// Why a processor leaves a node without a result.
enum Left {
    Stopped,
    /// The node at this ply of its path is decided.
    Decided(usize),
}

impl From<Stopped> for Left {
    fn from(Stopped: Stopped) -> Left {
        Left::Stopped
    }
}

impl ParallelDfPn {
    /// Answers a question on a machine.
    pub fn ask_on<G, K>(&self, question: &Question<'_, G>, machine: &K) -> Result<ProvedTogether<G::Move>, NoReport>
    where
        G: Provable + Sync,
        G::State: Send + Sync,
        K: SharedMemory,
    {
        let (search, processors) = (self.0, machine.count());
        let bytes = question.limits.bytes;
        // An eighth of the bytes is for the marks.
        let room = bytes.map_or(usize::MAX, |bytes| (bytes / 64) as usize).min(1024 * processors);
        let rest = bytes.map(|bytes| bytes - bytes / 8);
        let table = Table::within(search.entries, rest, question.repetition().is_some());
        let (Some(table), Ok(marks)) = (table, SharedMarks::try_new(room)) else {
            let verdict = Verdict { stopped: Some(Reason::Memory), ..Verdict::open() };
            let measured = Measured { processors, ..Measured::default() };
            return Ok(ProvedTogether { verdict, measured, timeline: None });
        };
        let quota = NodeQuota::new(&question.limits, processors);
        let end = End::new(question.limits.stop);
        let common = Common { table, marks, end, decisions: AtomicU64::new(0), quota };
        let run = machine.run_shared(&Run { search, question, common: &common })?;
        let homes = run.answers;
        let budget = Budget::new(&question.limits);
        let mut searcher = Searcher::new(question, common.table.clone(), budget, search.patience, search.mobility);
        for home in &homes {
            searcher.expansions += home.expansions;
            searcher.evaluations += home.evaluations;
            searcher.visits += home.visits;
            searcher.stored += home.stored;
        }
        let decided = homes.iter().map(|home| home.numbers).find(|numbers| numbers.verdict().is_some());
        searcher.too_deep = decided.is_none() && homes.iter().any(|home| home.too_deep);
        let so_far = || searcher.known(searcher.judge.key(question.root, true));
        let numbers = decided.or_else(so_far).unwrap_or(homes.first().map_or(Numbers::UNKNOWN, |home| home.numbers));
        let mut verdict = searcher.conclude(question, numbers)?;
        // A processor that others called off does not know why.
        let reasons = || homes.iter().filter_map(|home| home.stopped);
        let why = reasons().find(|&why| why != Reason::Cancel).or(reasons().next());
        verdict.stopped = why.filter(|_| verdict.answer.is_none());
        let measured = Measured { critical_path: None, ..run.measured };
        Ok(ProvedTogether { verdict, measured, timeline: run.timeline })
    }
}

impl<G> Program<()> for Run<'_, G>
where
    G: Provable + Sync,
    G::State: Send + Sync,
{
    type Answer = Home;

    async fn run(&self, me: &dyn Processor<()>) -> Home {
        let Run { search, question, common } = *self;
        let mut guard = common.end.over.unless_well();
        let (others, caller) = (ByOthers(&common.end), ByCaller(&common.end));
        let budget = Budget::shared(common.quota.as_ref(), &others).and_by(Some(&caller));
        let searcher = Searcher::new(question, common.table.clone(), budget, search.patience, search.mobility);
        let mut worker = Worker { me, searcher, common, seen: 0 };
        let mut numbers = worker.searcher.judge.look(question.root, true);
        if numbers.verdict().is_none() {
            let key = worker.searcher.judge.key(question.root, true);
            let found = worker.mid(question.root, key, true, Thresholds::NONE).await;
            let sure = found.ok().and_then(|found| worker.searcher.sure(found).ok());
            numbers = sure.unwrap_or(worker.searcher.root);
        }
        guard.well = true;
        let full = worker.searcher.budget.reason() == Some(Reason::Memory);
        if numbers.verdict().is_some() || worker.searcher.too_deep || full {
            common.end.over.call();
        }
        let Searcher { expansions, evaluations, visits, stored, too_deep, ref budget, .. } = worker.searcher;
        Home { numbers, expansions, evaluations, visits, stored, stopped: budget.reason(), too_deep }
    }
}

/// One processor.
struct Worker<'a, G: Provable> {
    me: &'a dyn Processor<()>,
    searcher: Searcher<'a, G>,
    common: &'a Common<'a>,
    /// The decisions that it has looked at.
    seen: u64,
}

/// Marks do not distinguish depths.
const ANY: Depth = Depth(0);

impl<G: Provable> Worker<'_, G> {
    async fn mid(&mut self, state: &G::State, key: u64, or: bool, most: Thresholds) -> Result<Found, Left> {
        let (common, before) = (self.common, self.searcher.expansions);
        let _mark = common.marks.enter(key, ANY, false);
        if self.searcher.known(key).is_none() {
            self.me.work(Work::LEAF).await;
        }
        self.look_around()?;
        let mut node = match self.searcher.enter(state, key, or)? {
            Ok(node) => node,
            Err(ended) => return Ok(ended),
        };
        loop {
            self.searcher.read(&node);
            self.searcher.count(&mut node, |key| common.marks.inside(key, ANY));
            let found = self.searcher.found(&mut node);
            let decided = found.numbers.verdict().is_some();
            let done = decided || most.reached(found.numbers);
            if done || self.me.count() > 1 {
                self.searcher.keep(&node, found, before)?;
            }
            if decided && found.rests_on == FREE && common.marks.inside(key, ANY) > 1 {
                common.decisions.fetch_add(1, Relaxed);
            }
            if done {
                self.searcher.leave(&node);
                return Ok(found);
            }
            let (visit, child, child_key, most) = self.searcher.next(&node, state, most);
            match Box::pin(self.mid(&child, child_key, !or, most)).await {
                Ok(found) => self.searcher.returned(&mut node, visit, found),
                Err(Left::Decided(ply)) if ply + 1 == node.ply as usize => {
                    if let Some(numbers) = self.searcher.known(key).filter(|numbers| numbers.verdict().is_some()) {
                        self.searcher.leave(&node);
                        return Ok(Found::free(numbers));
                    }
                }
                Err(left) => {
                    self.searcher.leave(&node);
                    return Err(left);
                }
            }
        }
    }

    /// Is it over, or has another processor decided a node of the path?
    fn look_around(&mut self) -> Result<(), Left> {
        if self.common.end.over.is_over() {
            self.searcher.budget.end(Reason::Cancel)?;
        }
        let decisions = self.common.decisions.load(Relaxed);
        if std::mem::replace(&mut self.seen, decisions) != decisions {
            let decided = |&key: &u64| self.searcher.known(key).is_some_and(|numbers| numbers.verdict().is_some());
            if let Some(ply) = self.searcher.path.iter().position(decided) {
                return Err(Left::Decided(ply));
            }
        }
        Ok(())
    }
}
