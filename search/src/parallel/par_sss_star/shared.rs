//! PARSSS* on processors that share memory: MINPROC behind a lock, and mail only to wake sleepers.
//!
//! Every processor runs one process at a time. A process that waits sleeps until one it has spawned has changed, or a
//! processor is free that it could use; a processor without a process sleeps until one is spawned on it. The
//! process that makes such a change in MINPROC nudges the sleeper. A nudge says only: look again.
//!
//! A process at work takes the lock only when its bell has rung. A process that changes MINPROC rings it, while it holds the
//! lock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use provebest_game::{Evaluate, Score};
use provebest_machine::{Note, Processor, Program, Rank, Time, Work};

use super::home::{Answer, Home, label};
use super::minproc::MinProc;
use crate::limits::{Budget, NodeQuota};
use crate::measure::Observer;
use crate::parallel::parcel::Observers;
use crate::report::Task;
use crate::sequential::iter_sss::process::{Board, Merit, Name, News, Process, Rules, Seed, Turn};
use crate::walk::Walk;

pub(super) struct Shared<'a, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    rules: Rules,
    processors: usize,
    observers: Observers<W>,
    quota: Option<NodeQuota>,
    common: Mutex<Common<G::State>>,
    bells: Bells,
}

/// What processors hear without taking the lock.
struct Bells {
    /// Is a processor free?
    free: AtomicBool,
    /// For every processor: has one of those that its process spawned changed?
    stirred: Vec<AtomicBool>,
    /// For every processor: is its process killed, or all over?
    over: Vec<AtomicBool>,
}

struct Common<S> {
    board: MinProc<S>,
    /// For every processor, the process that was spawned on it and has not begun.
    spawned: Vec<Option<Name>>,
    /// Since when all is over, because the root is SOLVED or the search was called off.
    over: Option<Time>,
}

impl<'a, G: Evaluate, W: Observer> Shared<'a, G, W> {
    pub(super) fn new(task: &'a Task<'a, G>, rules: Rules, observers: Vec<W>) -> Self {
        let processors = observers.len();
        let bells = || (0..processors).map(|_| AtomicBool::new(false)).collect();
        Shared {
            task,
            rules,
            processors,
            observers: Observers::new(observers),
            quota: NodeQuota::new(&task.limits, processors),
            common: Mutex::new(Common {
                board: MinProc::new(Seed::root(task.root.clone()), processors),
                spawned: vec![None; processors],
                over: None,
            }),
            bells: Bells { free: AtomicBool::new(processors > 1), stirred: bells(), over: bells() },
        }
    }
}

impl<G, W> Program<()> for Shared<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Answer = Home<W>;

    async fn run(&self, me: &dyn Processor<()>) -> Home<W> {
        let mut observer = self.observers.take(me.rank());
        let budget = Budget::part(&self.task.limits, self.processors, self.quota.as_ref());
        let mut walk = Walk::new(self.task, &mut observer, budget);
        let mut over_memory = false;
        let name = Name { place: 0, serial: 0 };
        let mut seat = Seat { common: &self.common, bells: &self.bells, me, name, listens: false };
        let mut answer = None;
        if me.rank() == Rank::FIRST {
            answer = Some(self.process(&mut seat, &mut walk, &mut over_memory).await);
        }
        while let Some(name) = seat.next().await {
            seat.name = name;
            self.process(&mut seat, &mut walk, &mut over_memory).await;
        }
        walk.observer.total(walk.budget.inner, walk.budget.leaves);
        let (estimated, stopped) = (walk.estimated, walk.budget.reason());
        Home { observer, answer, estimated, over_memory, stopped }
    }
}

impl<G, W> Shared<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    /// Runs a process until it has ended, was killed, or all is over.
    async fn process(
        &self,
        seat: &mut Seat<'_, G::State>,
        walk: &mut Walk<'_, G, W>,
        over_memory: &mut bool,
    ) -> Answer {
        let Some(seed) = seat.begin() else { return Answer::AtMost(Score::INFINITY) };
        let mut process = Process::new(seed, self.rules);
        let solved = loop {
            let before = walk.budget.inner;
            let turned = process.turn(walk, seat);
            let work = Work { leaves: u64::from(matches!(turned, Ok(Turn::Held))), nodes: walk.budget.inner - before };
            seat.me.work(work).await;
            let went = match turned {
                Ok(Turn::Held) if seat.is_late() => Ok(()),
                Ok(Turn::Held) => process.examine(walk, seat),
                Ok(Turn::Waiting) => {
                    seat.sleep(process.can_spawn()).await;
                    Ok(())
                }
                Ok(Turn::Ended(merit)) => break Some(merit),
                Err(stopped) => Err(stopped),
            };
            if went.is_err() {
                seat.call_off();
            }
            if seat.is_over() {
                break None;
            }
        };
        *over_memory |= process.over_memory;
        process.release(&mut walk.budget);
        process.hear(seat);
        let h = process.h();
        seat.end(solved.clone());
        solved.map_or(Answer::AtMost(h), Answer::Solved)
    }
}

/// A processor at MINPROC, with the process that it runs.
struct Seat<'a, S> {
    common: &'a Mutex<Common<S>>,
    bells: &'a Bells,
    me: &'a dyn Processor<()>,
    name: Name,
    /// Is there perhaps more news?
    listens: bool,
}

impl<'a, S> Seat<'a, S> {
    fn lock(&self) -> MutexGuard<'a, Common<S>> {
        self.common.lock().expect("nobody panics with the lock")
    }

    /// Tells the processors that have to look again, and wakes those that sleep.
    fn nudge(&self, common: &mut Common<S>) {
        self.bells.free.store(!common.board.free.is_empty(), Ordering::Release);
        for rank in common.board.stirred.drain(..) {
            self.bells.stirred[rank.index()].store(true, Ordering::Release);
        }
        for rank in common.board.nudged.drain(..) {
            self.me.send(rank, ());
        }
    }

    fn chain(&self) -> Time {
        self.me.chain().get()
    }

    /// The process that was spawned on this processor, when there is one; none when all is over.
    async fn next(&mut self) -> Option<Name> {
        loop {
            {
                let mut common = self.lock();
                if common.over.is_some() {
                    return None;
                }
                if let Some(name) = common.spawned[self.me.rank().index()].take() {
                    return Some(name);
                }
            }
            self.me.receive().await;
        }
    }

    /// The node that the process begins with, unless it was killed before it could.
    fn begin(&mut self) -> Option<Seed<S>> {
        let mut common = self.lock();
        let Some(entry) = common.board.entry(self.name) else {
            common.board.give_back(self.me.rank());
            self.nudge(&mut common);
            return None;
        };
        let (seed, spawner) = (entry.seed.take()?, entry.spawner);
        self.me.chain().set(entry.chain);
        self.bells.over[self.me.rank().index()].store(common.over.is_some(), Ordering::Release);
        let label = || label(&seed.path);
        self.me.note(Note::Begin { job: self.name.job(), of: spawner.map(Name::job), label: &label });
        Some(seed)
    }

    /// The process has ended, or was killed. When it is that of the root, all is over.
    fn end(&mut self, solved: Option<Merit>) {
        self.me.note(Note::End);
        let mut common = self.lock();
        let root = self.name.serial == 0;
        match solved {
            Some(_) if root => {}
            Some(merit) => common.board.end(self.name, self.me.rank(), merit, self.chain()),
            None => common.board.give_back(self.me.rank()),
        }
        self.nudge(&mut common);
        drop(common);
        if root {
            self.call_off();
        }
    }

    /// All is over: everybody goes home.
    fn call_off(&mut self) {
        let mut common = self.lock();
        if common.over.is_none() {
            common.over = Some(self.me.now());
            self.bells.over.iter().for_each(|over| over.store(true, Ordering::Release));
            let others = Rank::all(self.me.count()).filter(|rank| *rank != self.me.rank());
            others.for_each(|rank| self.me.send(rank, ()));
        }
    }

    /// Is all over, or at least this process?
    fn is_over(&self) -> bool {
        self.bells.over[self.me.rank().index()].load(Ordering::Acquire)
    }

    /// Was the last piece of work done when all was over already?
    fn is_late(&self) -> bool {
        self.is_over() && self.lock().over.is_some_and(|over| self.me.now() > over)
    }

    /// Sleeps until there is something to do.
    async fn sleep(&mut self, can_spawn: bool) {
        {
            let mut common = self.lock();
            let Common { board, over, .. } = &mut *common;
            let free = !board.free.is_empty();
            let Some(entry) = board.entry(self.name) else { return };
            if over.is_some() || entry.is_stirred() || (can_spawn && free) {
                return;
            }
            (entry.asleep, entry.can_spawn) = (true, can_spawn);
        }
        self.me.receive().await;
        if let Some(entry) = self.lock().board.entry(self.name) {
            entry.asleep = false;
        }
    }
}

impl<S> Board<S> for Seat<'_, S> {
    fn news(&mut self) -> Option<News> {
        self.listens |= self.bells.stirred[self.me.rank().index()].swap(false, Ordering::AcqRel);
        if !self.listens {
            return None;
        }
        let news = self.lock().board.news(self.name);
        self.listens = news.is_some();
        let (news, chain) = news?;
        self.me.chain().set(self.chain().max(chain));
        Some(news)
    }
    fn tell(&mut self, h: Score) {
        let mut common = self.lock();
        common.board.fall(self.name, h, self.chain());
        self.nudge(&mut common);
    }
    fn is_free(&mut self) -> bool {
        self.bells.free.load(Ordering::Acquire)
    }
    fn hire(&mut self) -> Option<Rank> {
        let mut common = self.lock();
        let hired = common.board.free.pop();
        self.nudge(&mut common);
        hired
    }
    fn spawn(&mut self, on: Rank, seed: Seed<S>) -> Name {
        let mut common = self.lock();
        let name = common.board.enter(Some(self.name), on, seed, self.chain());
        common.spawned[on.index()] = Some(name);
        self.me.send(on, ());
        name
    }
    fn kill(&mut self, name: Name) {
        let mut common = self.lock();
        common.board.kill(name, &mut |name, rank| {
            self.bells.over[rank.index()].store(true, Ordering::Release);
            self.me.note(Note::Wasted(name.job()));
        });
        self.nudge(&mut common);
    }
}
