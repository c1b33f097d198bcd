//! A crew that searches by a method: what each processor runs, and the report that comes of it.

use provebest_game::{Bound, Evaluate, Score, Window};
use provebest_machine::{CalledOff, Crew, Grain, Machine, Mail, Portable, Processor, Program, Rank, Run, Time};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::crew_worker::{CrewHandle, CrewWorker, Method};
use super::job::{Answer, Job};
use super::parcel::{Brought, Observers, Parcel};
use super::{NoReport, Path, Ran};
use crate::best_play::Found;
use crate::limits::{Breath, Budget, NodeQuota, Reason, Stop};
use crate::lines::Variation;
use crate::measure::Observer;
use crate::report::Task;
use crate::walk::Walk;

/// Stops a sequential search when its job is called off, or when the limits of the task say so.
struct CrewStop<'a, 'p, R: Copy + Serialize + DeserializeOwned + Send> {
    crew: &'a CrewHandle<'p, R>,
    outer: Option<&'a (dyn Stop + Sync)>,
    breath: Breath,
}

/// Mail should be read about every 50 microseconds.
const WISH: Time = 50_000;
const LONGEST: u64 = 4096;

impl<R: Copy + Serialize + DeserializeOwned + Send> Stop for CrewStop<'_, '_, R> {
    fn stop(&self) -> Option<Reason> {
        let outer = self.outer.and_then(|stop| stop.stop());
        outer.or_else(|| self.crew.read_mail().err().map(|CalledOff| Reason::Cancel))
    }

    fn ask_again_after(&self) -> u64 {
        self.breath.next(self.crew.me().now(), self.outer.map_or(u64::MAX, |stop| stop.ask_again_after()))
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

impl<G, M, W> Program<Mail<Job<M::Role>, Answer>> for Team<'_, G, M, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    M: Method,
    W: Observer + Send,
{
    type Answer = Brought<W, Root>;

    async fn run(&self, me: &dyn Processor<Mail<Job<M::Role>, Answer>>) -> Brought<W, Root> {
        let mut observer = self.observers.take(me.rank());
        let task = self.task;
        let crew = Crew::new(me, self.method.policy());
        let stop = CrewStop { crew: &crew, outer: task.limits.stop, breath: Breath::new(WISH, LONGEST) };
        let budget = Budget::shared(self.quota.as_ref(), &stop);
        let walk = Walk::new(task, &mut observer, budget);
        let mut worker = CrewWorker {
            walk,
            crew: &crew,
            root: task.root,
            path: Path::new(),
            grain: self.grain,
            pace: None,
            asks: M::ASKS,
        };
        let mut value = None;
        if me.rank() == Rank::FIRST {
            let node = worker.play(&[]);
            let found = self.method.node(&mut worker, node, Window::FULL, self.method.root()).await;
            value = match found {
                Ok(value) => Some((value.score, Bound::Exact)),
                Err(CalledOff) => worker.walk.proved(),
            };
            crew.end_all();
        } else {
            while let Some(taken) = crew.next_job().await {
                // What was called off is over.
                let _ = worker.take(&self.method, taken).await;
            }
        }
        let walk = worker.walk;
        let (line, estimated) = (walk.lines.at(task.depth), walk.estimated);
        let stopped = walk.budget.reason();
        walk.observer.total(walk.budget.inner, walk.budget.leaves);
        let answer = (me.rank() == Rank::FIRST).then_some((value, line));
        Brought { observer, answer, estimated, over_memory: false, stopped }
    }
}

impl<G, M, W> Portable<Mail<Job<M::Role>, Answer>> for Team<'_, G, M, W>
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
