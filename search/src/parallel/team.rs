//! A crew that searches by a method: what each processor runs, and the report that comes of it.

use provebest_game::{Bound, Depth, Evaluate, Keyed, Score, Window};
use provebest_machine::{CalledOff, Crew, Grain, Machine, Mail, Portable, Processor, Program, Rank, Run, Time};

use super::crew_worker::{CrewHandle, CrewWorker, Method, TableAccess};
use super::job::{Answer, Job};
use super::parcel::{Brought, Observers, Parcel};
use super::{NoReport, Path, Ran, WithTable};
use crate::best_play::Found;
use crate::limits::{Breath, Budget, NodeQuota, Reason, Stop};
use crate::lines::{ALL_SURE, Variation};
use crate::measure::Observer;
use crate::report::Task;
use crate::table::{ScatteredTable, SharedTable, TableMail, TableProcessor};
use crate::walk::Walk;

/// Stops a sequential search when its job is called off.
struct CrewStop<'a, 'p> {
    crew: &'a CrewHandle<'p>,
    table: Option<&'a ScatteredTable>,
    breath: Breath,
}

/// Mail should be read about every 50 microseconds.
const WISH: Time = 50_000;
const LONGEST: u64 = 4096;

impl Stop for CrewStop<'_, '_> {
    fn stop(&self) -> Option<Reason> {
        let off = self.crew.read_mail().is_err() || self.table.is_some_and(ScatteredTable::has_ended);
        off.then_some(Reason::Cancel)
    }

    fn ask_again_after(&self) -> u64 {
        self.breath.next(self.crew.me().now(), u64::MAX)
    }
}

/// A crew that searches by a method.
struct Team<'a, G: Evaluate, M, W> {
    task: &'a Task<'a, G>,
    method: M,
    observers: Observers<W>,
    grain: Grain,
    quota: Option<NodeQuota>,
}

/// What rank 0 knows: the value, and the line that leads to it.
pub(crate) type Root = (Option<(Score, Bound)>, Variation);

impl<G, M, W> Team<'_, G, M, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Observer + Send,
{
    /// What a processor does. Before the depth of the task, the root is searched to these depths.
    async fn take_part(
        &self,
        me: &dyn Processor<Mail<Job, Answer>>,
        table: Option<TableAccess<'_, G>>,
        depths_before: impl Iterator<Item = Depth>,
    ) -> Brought<W, Root> {
        let mut observer = self.observers.take(me.rank());
        let task = self.task;
        let crew = Crew::new(me, self.method.policy());
        let stop =
            CrewStop { crew: &crew, table: table.map(|access| access.table), breath: Breath::new(WISH, LONGEST) };
        let budget = Budget::shared(self.quota.as_ref(), &stop).and_by(task.limits.caller());
        let walk = Walk::new(task, &mut observer, budget);
        let mut worker = CrewWorker {
            walk,
            crew: &crew,
            root: task.root,
            path: Path::new(),
            grain: self.grain,
            pace: None,
            asks: M::ASKS,
            table,
            ever_estimated: false,
        };
        let mut root = None;
        if me.rank() == Rank::FIRST {
            root = Some(worker.answer(&self.method, task.depth, depths_before).await);
            crew.end_all();
        } else {
            while let Some(taken) = crew.next_job().await {
                // What was called off is over.
                let _ = worker.take(&self.method, taken).await;
            }
        }
        let CrewWorker { walk, ever_estimated, .. } = worker;
        let exact = matches!(root, Some((Some((_, Bound::Exact)), _)));
        let estimated = walk.estimated || (ever_estimated && !exact);
        let stopped = walk.budget.reason();
        walk.observer.total(walk.budget.inner, walk.budget.leaves);
        if let Some(TableAccess { table, .. }) = table {
            walk.observer.stored(table.filled());
            walk.observer.table(table.counts());
        }
        Brought { observer, answer: root, estimated, over_memory: false, stopped }
    }
}

impl<'h, 'p, G: Evaluate, W: Observer> CrewWorker<'h, 'p, G, W> {
    /// The value of the root, and its line.
    async fn answer<M: Method>(
        &mut self,
        method: &M,
        depth: Depth,
        depths_before: impl Iterator<Item = Depth>,
    ) -> Root {
        let mut line = Variation::default();
        for before in depths_before {
            let node = self.play(&[], before);
            if method.node(self, node, Window::FULL, method.root()).await.is_err() {
                // What holds to this depth is no bound to the full one.
                return (None, line);
            }
            line.path = self.walk.lines.at(before).path.into_iter().take(1).collect();
        }
        let node = self.play(&[], depth);
        match method.node(self, node, Window::FULL, method.root()).await {
            Ok(value) => {
                let mut line = self.walk.lines.at(depth);
                if self.table.is_some() {
                    let estimated = self.walk.estimated;
                    // Whatever of it is sure, whether it was finished or not.
                    let _ = self.play_on(method, depth, &mut line, value.score).await;
                    self.walk.estimated = estimated;
                }
                (Some((value.score, Bound::Exact)), line)
            }
            Err(CalledOff) => match self.walk.proved() {
                Some(proved) => (Some(proved), self.walk.lines.at(depth)),
                None if self.table.is_some() => (None, line),
                None => (None, self.walk.lines.at(depth)),
            },
        }
    }

    /// Makes sure of a line, move by move, as after a search alone, but with all processors and the table. At a node worth `v`, a child
    /// is a best one if it is worth at least `v`.
    async fn play_on<M: Method>(
        &mut self,
        method: &M,
        top: Depth,
        line: &mut Variation,
        value: Score,
    ) -> Result<(), CalledOff> {
        while line.sure != ALL_SURE {
            let ply = line.sure as usize;
            let node = self.play(&line.path[..ply], Depth(top.0 - line.sure));
            let value = if ply.is_multiple_of(2) { value } else { -value };
            let Some(children) = self.reopen(&node) else { return Ok(()) };
            let (count, first) = (children.count(), line.path.get(ply).copied().unwrap_or(0));
            let before = line.sure;
            for number in (0..count).map(|place| (first + place) % count) {
                let window = Window::null(value);
                let child = self.child_again(method, &node, children, number, window, method.root()).await?;
                if child.score < value {
                    continue;
                }
                let rest = self.line_below(&node);
                line.path.truncate(ply);
                line.path.push(number);
                line.path.extend(rest.path);
                line.sure = if rest.sure == ALL_SURE { ALL_SURE } else { line.sure + 1 + rest.sure };
                break;
            }
            self.walk.list.close(children);
            debug_assert_ne!(line.sure, before, "a node is worth what one of its children is");
            if line.sure == before {
                break;
            }
        }
        Ok(())
    }
}

impl<G, M, W> Program<Mail<Job, Answer>> for Team<'_, G, M, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Observer + Send,
{
    type Answer = Brought<W, Root>;

    async fn run(&self, me: &dyn Processor<Mail<Job, Answer>>) -> Brought<W, Root> {
        self.take_part(me, None, std::iter::empty()).await
    }
}

impl<G, M, W> Portable<Mail<Job, Answer>> for Team<'_, G, M, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Observer + Send,
{
    type Parcel = Parcel;

    fn pack(&self, brought: &Brought<W, Root>) -> Parcel {
        brought.pack()
    }

    fn unpack(&self, rank: Rank, parcel: Parcel) -> Brought<W, Root> {
        self.observers.unpack(rank, parcel)
    }
}

/// Searches by a method on a machine.
pub(crate) fn search<G, M, W, K>(
    method: M,
    grain: Option<u64>,
    task: &Task<'_, G>,
    machine: &K,
    observers: Vec<W>,
) -> Result<Ran<G::Move, W>, NoReport>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Observer + Send,
    K: Machine,
{
    task.check()?;
    assert_eq!(observers.len(), machine.count(), "one observer for each processor");
    let grain = grain.map_or_else(|| machine.grain(), Grain::Leaves);
    let quota = NodeQuota::on(machine, &task.limits);
    let team = Team { task, method, observers: Observers::new(observers), grain, quota };
    Ok(bring_together(task, machine.run(&team)?))
}

/// A crew whose processors have a table, in parts.
struct TeamWithTable<'a, G: Evaluate, M, W> {
    team: Team<'a, G, M, W>,
    key: fn(&G, &G::State) -> u64,
    /// The bytes of each part.
    bytes: usize,
    deepening: bool,
}

type TeamMail = TableMail<Mail<Job, Answer>>;

impl<G, M, W> Program<TeamMail> for TeamWithTable<'_, G, M, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Observer + Send,
{
    type Answer = Brought<W, Root>;

    async fn run(&self, me: &dyn Processor<TeamMail>) -> Brought<W, Root> {
        let depths_before = (1..self.team.task.depth.0).map(Depth).take_while(|_| self.deepening);
        let share = self.team.task.limits.bytes.map_or(u64::MAX, |bytes| bytes / me.count() as u64);
        let fits = (self.bytes as u64).saturating_add(ScatteredTable::BYTES_BESIDE as u64) <= share;
        let table = fits.then(|| ScatteredTable::try_new(me.rank(), me.count(), self.bytes).ok()).flatten();
        let Some(table) = table else {
            // All end, as at any limit. What is free may differ from process to process: each decides for itself.
            let to = if me.rank() == Rank::FIRST { Rank::all(me.count()).skip(1).collect() } else { vec![Rank::FIRST] };
            to.into_iter().for_each(|rank| me.send(rank, TableMail::Mail(Mail::GiveUp)));
            let (observer, answer) = (self.team.observers.take(me.rank()), None);
            return Brought { observer, answer, estimated: false, over_memory: false, stopped: Some(Reason::Memory) };
        };
        let me = TableProcessor::new(me, &table, || Mail::LookAgain);
        self.team.take_part(&me, Some(TableAccess { table: &table, key: self.key }), depths_before).await
    }
}

impl<G, M, W> Portable<TeamMail> for TeamWithTable<'_, G, M, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Observer + Send,
{
    type Parcel = Parcel;

    fn pack(&self, brought: &Brought<W, Root>) -> Parcel {
        brought.pack()
    }

    fn unpack(&self, rank: Rank, parcel: Parcel) -> Brought<W, Root> {
        self.team.observers.unpack(rank, parcel)
    }
}

/// The same with a table, within the limit on bytes and within what there is.
pub(crate) fn search_with_table<G, M, W, K>(
    with_table: WithTable<M>,
    grain: Option<u64>,
    task: &Task<'_, G>,
    machine: &K,
    observers: Vec<W>,
) -> Result<Ran<G::Move, W>, NoReport>
where
    G: Evaluate + Keyed + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Observer + Send,
    K: Machine,
{
    task.check()?;
    let processors = machine.count();
    assert_eq!(observers.len(), processors, "one observer for each processor");
    let WithTable { search: method, size, deepening } = with_table;
    let bytes = size.each(processors).max(SharedTable::LEAST_BYTES);
    let grain = grain.map_or_else(|| machine.grain(), Grain::Leaves);
    let quota = NodeQuota::on(machine, &task.limits);
    let team = Team { task, method, observers: Observers::new(observers), grain, quota };
    let key = |game: &G, state: &G::State| game.key(state);
    let mut run = machine.run(&TeamWithTable { team, key, bytes, deepening })?;
    // Which processor learns what from which other by the table is not kept, so neither is the longest chain of work.
    run.measured.critical_path = None;
    // Estimates are kept with the entries: what rank 0 knows of the root is all that counts.
    let exact = run.answers.iter().any(|brought| matches!(brought.answer, Some((Some((_, Bound::Exact)), _))));
    for brought in run.answers.iter_mut().filter(|brought| exact && brought.answer.is_none()) {
        brought.estimated = false;
    }
    Ok(bring_together(task, run))
}

/// Makes a report of what the processors brought home.
pub(crate) fn bring_together<G: Evaluate, W>(task: &Task<'_, G>, run: Run<Brought<W, Root>>) -> Ran<G::Move, W> {
    let mut found = Found { value: None, line: Variation::default(), estimated: false, stopped: None };
    let mut observers = Vec::with_capacity(run.answers.len());
    let mut told = None;
    for brought in run.answers {
        found.estimated |= brought.estimated;
        // A processor that others called off does not know why.
        told = told.or(brought.stopped.filter(|&why| why != Reason::Cancel));
        if let Some(root) = brought.answer {
            (found.value, found.line) = root;
        }
        observers.push(brought.observer);
    }
    if !matches!(found.value, Some((_, Bound::Exact))) {
        let asked = || task.limits.stop.and_then(|stop| stop.stop());
        let why = told.or_else(asked).or(task.limits.nodes.map(|_| Reason::Nodes));
        found.stopped = Some(why.unwrap_or(Reason::Cancel));
    }
    Ran { report: found.report(task), observers, measured: run.measured, timeline: run.timeline }
}
