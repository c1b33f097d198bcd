//! PARSSS* over mail: nothing is shared but a limit on nodes, if there is one. What MINPROC holds in shared memory, a process
//! learns by letter from the processes it has spawned, and N is the number of processors that belong to it.
//!
//! | letter | from, to | |
//! |---|---|---|
//! | Start | spawner to free processor | run a process on this node |
//! | Fell, Solved | process to spawner | its h, or the merit of its node |
//! | Kill | spawner to process | it is no longer needed |
//! | Want | process to spawner | it could use more processors |
//! | Lend | spawner to process | here are some |
//! | Back | process to spawner | processors that are not needed, and at its end all, its own included |
//! | Stop | any processor to the first | a limit was reached |
//! | Home | the first to all | all is over |
//!
//! A letter may overtake another. A Fell that comes late tells an h too high, and is ignored; a Kill that comes before its
//! Start waits for it; a Lend that finds its process gone goes Back. A process that has ended or was killed stays at
//! its processor until everything it lent is back, and then gives all of it back itself: so no processor is lost, and none
//! has two masters.

use std::collections::VecDeque;

use provebest_game::{Evaluate, Score};
use provebest_machine::{Machine, Note, Portable, Processor, Program, Rank, Time, Work};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::home::{Answer, Home, label};
use crate::limits::{Budget, NodeQuota};
use crate::measure::Observer;
use crate::parallel::Path;
use crate::parallel::parcel::{Observers, Parcel};
use crate::report::Task;
use crate::sequential::iter_sss::process::{Board, Merit, Name, News, Process, Rules, Seed, Turn};
use crate::walk::Walk;

/// What processes write to each other. Merits are MAX's, and come with the longest chain of work behind them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Mail {
    Start(Job),
    Fell { name: Name, h: i32, chain: Time },
    Solved { name: Name, h: i32, leaf: Option<Path>, chain: Time },
    Kill { name: Name },
    Want { name: Name },
    Lend { name: Name, by: Rank, ranks: Vec<Rank> },
    Back { ranks: Vec<Rank> },
    Stop,
    Home,
}

/// A process to run: its node, the merit that is known, and the process that spawned it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    name: Name,
    path: Path,
    h: i32,
    leaf: Option<Path>,
    chain: Time,
    spawner: Option<(Name, Rank)>,
}

const ROOT: Name = Name { place: 0, serial: 0 };

pub(super) struct ByMail<'a, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    rules: Rules,
    observers: Observers<W>,
    quota: Option<NodeQuota>,
}

impl<'a, G: Evaluate, W: Observer> ByMail<'a, G, W> {
    pub(super) fn new(task: &'a Task<'a, G>, rules: Rules, observers: Vec<W>, machine: &impl Machine) -> Self {
        ByMail { task, rules, observers: Observers::new(observers), quota: NodeQuota::on(machine, &task.limits) }
    }
}

impl<G, W> Program<Mail> for ByMail<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Answer = Home<W>;

    async fn run(&self, me: &dyn Processor<Mail>) -> Home<W> {
        let mut observer = self.observers.take(me.rank());
        let budget = Budget::part(&self.task.limits, me.count(), self.quota.as_ref());
        let mut walk = Walk::new(self.task, &mut observer, budget);
        let mut office = Office::new(me);
        let mut over_memory = false;
        let mut answer = None;
        if me.rank() == Rank::FIRST {
            let root = Job { name: ROOT, path: Vec::new(), h: Score::INFINITY.0, leaf: None, chain: 0, spawner: None };
            answer = Some(self.process(&mut office, &mut walk, root, &mut over_memory).await);
            Rank::all(me.count()).skip(1).for_each(|rank| me.send(rank, Mail::Home));
        } else {
            while let Some(job) = office.next().await {
                self.process(&mut office, &mut walk, job, &mut over_memory).await;
            }
        }
        walk.observer.total(walk.budget.inner, walk.budget.leaves);
        let (estimated, stopped) = (walk.estimated, walk.budget.reason());
        Home { observer, answer, estimated, over_memory, stopped }
    }
}

impl<G, W> Portable<Mail> for ByMail<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Parcel = Parcel;

    fn pack(&self, home: &Home<W>) -> Parcel {
        home.pack()
    }

    fn unpack(&self, rank: Rank, parcel: Parcel) -> Home<W> {
        self.observers.unpack(rank, parcel)
    }
}

impl<G, W> ByMail<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    /// Runs a process until it has ended, was killed, or all is over.
    async fn process(
        &self,
        office: &mut Office<'_>,
        walk: &mut Walk<'_, G, W>,
        job: Job,
        over_memory: &mut bool,
    ) -> Answer {
        let merit = Merit { h: Score(job.h), leaf: job.leaf.clone() };
        let state = walk.replay(self.task.root, &job.path);
        office.begin(&job);
        let mut process = Process::new(Seed { path: job.path, state, merit }, self.rules);
        let solved = loop {
            office.read_all();
            if office.is_over() {
                break None;
            }
            let before = walk.budget.inner;
            let turned = process.turn(walk, office);
            office.settle(process.can_spawn());
            let work = Work { leaves: u64::from(matches!(turned, Ok(Turn::Held))), nodes: walk.budget.inner - before };
            office.me.work(work).await;
            let went = match turned {
                Ok(Turn::Held) => process.examine(walk, office),
                Ok(Turn::Waiting) => {
                    office.wait().await;
                    Ok(())
                }
                Ok(Turn::Ended(merit)) => break Some(merit),
                Err(stopped) => Err(stopped),
            };
            if went.is_err() {
                office.stop().await;
            }
        };
        *over_memory |= process.over_memory;
        process.release(&mut walk.budget);
        process.hear(office);
        let h = process.h();
        drop(process);
        office.end(&solved).await;
        solved.map_or(Answer::AtMost(h), Answer::Solved)
    }
}

/// A processor with its mail, and the process that it runs.
struct Office<'a> {
    me: &'a dyn Processor<Mail>,
    /// All is over.
    home: bool,
    /// A process to run.
    job: Option<Job>,
    /// Killed before they came here.
    doomed: FxHashSet<Name>,
    /// How many processes were spawned from here.
    serial: u32,

    /// The process that runs here; none, when there is nothing left of it.
    name: Option<Name>,
    spawner: Option<(Name, Rank)>,
    killed: bool,
    /// The processes that it has spawned, and where they run.
    spawned: FxHashMap<Name, Rank>,
    news: VecDeque<News>,
    /// The free processors that belong to it, and how many others it lent.
    free: Vec<Rank>,
    lent: usize,
    /// Those that it has spawned which want more processors; does it itself, and its spawner knows?
    wanting: Vec<Name>,
    wants: bool,
}

impl<'a> Office<'a> {
    fn new(me: &'a dyn Processor<Mail>) -> Self {
        Office {
            me,
            home: false,
            job: None,
            doomed: FxHashSet::default(),
            serial: 0,
            name: None,
            spawner: None,
            killed: false,
            spawned: FxHashMap::default(),
            news: VecDeque::new(),
            free: Vec::new(),
            lent: 0,
            wanting: Vec::new(),
            wants: false,
        }
    }

    /// The next process to run here; none when all is over.
    async fn next(&mut self) -> Option<Job> {
        while !self.home && self.job.is_none() {
            self.wait().await;
        }
        self.job.take().filter(|_| !self.home)
    }

    async fn wait(&mut self) {
        let mail = self.me.receive().await;
        self.read(mail);
    }

    fn read_all(&mut self) {
        while let Some(mail) = self.me.poll() {
            self.read(mail);
        }
    }

    fn read(&mut self, mail: Mail) {
        match mail {
            Mail::Start(job) if self.doomed.remove(&job.name) => {
                let (_, spawner) = job.spawner.expect("a process has spawned it");
                self.me.send(spawner, Mail::Back { ranks: vec![self.me.rank()] });
            }
            Mail::Start(job) => self.job = Some(job),
            Mail::Fell { name, h, chain } => self.hear(name, Merit { h: Score(h), leaf: None }, false, chain),
            Mail::Solved { name, h, leaf, chain } => self.hear(name, Merit { h: Score(h), leaf }, true, chain),
            Mail::Kill { name } if self.name == Some(name) => self.killed = true,
            Mail::Kill { name } => drop(self.doomed.insert(name)),
            Mail::Want { name } if self.spawned.contains_key(&name) => self.wanting.push(name),
            Mail::Want { .. } => {}
            Mail::Lend { name, ranks, .. } if self.name == Some(name) => {
                self.wants = false;
                self.free.extend(ranks);
            }
            Mail::Lend { by, ranks, .. } => self.me.send(by, Mail::Back { ranks }),
            Mail::Back { ranks } => {
                self.lent -= ranks.len();
                self.free.extend(ranks);
            }
            Mail::Stop | Mail::Home => self.home = true,
        }
    }

    fn hear(&mut self, of: Name, merit: Merit, solved: bool, chain: Time) {
        if self.spawned.contains_key(&of) {
            self.me.chain().set(self.chain().max(chain));
            self.news.push_back(News { of, merit, solved });
        }
        if solved {
            self.forget(of);
        }
    }

    fn chain(&self) -> Time {
        self.me.chain().get()
    }

    fn forget(&mut self, name: Name) -> Option<Rank> {
        self.wanting.retain(|wanting| *wanting != name);
        self.spawned.remove(&name)
    }

    fn is_over(&self) -> bool {
        self.home || self.killed
    }

    fn write_to_spawner(&self, mail: Mail) {
        if let Some((_, rank)) = self.spawner {
            self.me.send(rank, mail);
        }
    }

    fn begin(&mut self, job: &Job) {
        (self.name, self.spawner, self.killed, self.wants) = (Some(job.name), job.spawner, false, false);
        self.me.chain().set(job.chain);
        if job.spawner.is_none() {
            self.free = Rank::all(self.me.count()).skip(1).collect();
            self.free.reverse();
        }
        let of = job.spawner.map(|(name, _)| name.job());
        self.me.note(Note::Begin { job: job.name.job(), of, label: &|| label(&job.path) });
    }

    /// The process is SOLVED, or was killed: once all that it lent is back, all of it goes back.
    async fn end(&mut self, solved: &Option<Merit>) {
        self.me.note(Note::End);
        let Some(name) = self.name else { return };
        if let Some(Merit { h, leaf }) = solved {
            self.write_to_spawner(Mail::Solved { name, h: h.0, leaf: leaf.clone(), chain: self.chain() });
        }
        for (name, rank) in std::mem::take(&mut self.spawned) {
            self.me.send(rank, Mail::Kill { name });
        }
        self.wanting.clear();
        self.news.clear();
        while self.spawner.is_some() && self.lent > 0 && !self.home {
            self.wait().await;
        }
        self.name = None;
        self.free.push(self.me.rank());
        self.give_back();
    }

    fn give_back(&mut self) {
        let ranks = std::mem::take(&mut self.free);
        self.write_to_spawner(Mail::Back { ranks });
    }

    /// Lends the free processors that the process cannot use to those it has spawned, if they want them, or gives them
    /// back. Without any, it asks for more if it could use them.
    fn settle(&mut self, can_spawn: bool) {
        let Some(name) = self.name else { return };
        while !can_spawn
            && !self.free.is_empty()
            && let Some(name) = self.wanting.pop()
        {
            let share = self.free.len().div_ceil(self.wanting.len() + 1);
            let ranks = self.free.split_off(self.free.len() - share);
            self.lent += ranks.len();
            self.me.send(self.spawned[&name], Mail::Lend { name, by: self.me.rank(), ranks });
        }
        if !can_spawn && !self.free.is_empty() && self.spawner.is_some() {
            self.give_back();
        }
        if self.free.is_empty() && !self.wants && (can_spawn || !self.wanting.is_empty()) {
            self.wants = true;
            self.write_to_spawner(Mail::Want { name });
        }
    }

    /// A limit was reached: all is over, as soon as the first processor knows.
    async fn stop(&mut self) {
        if self.me.rank() == Rank::FIRST {
            self.home = true;
            return;
        }
        self.me.send(Rank::FIRST, Mail::Stop);
        while !self.home {
            self.wait().await;
        }
    }
}

impl<S> Board<S> for Office<'_> {
    fn news(&mut self) -> Option<News> {
        self.news.pop_front()
    }
    fn tell(&mut self, h: Score) {
        if let Some(name) = self.name {
            self.write_to_spawner(Mail::Fell { name, h: h.0, chain: self.chain() });
        }
    }
    fn is_free(&mut self) -> bool {
        !self.free.is_empty()
    }
    fn hire(&mut self) -> Option<Rank> {
        self.free.pop()
    }
    fn spawn(&mut self, on: Rank, seed: Seed<S>) -> Name {
        self.serial += 1;
        let name = Name { place: self.me.rank().0, serial: self.serial };
        let Seed { path, merit: Merit { h, leaf }, .. } = seed;
        let spawner = self.name.map(|name| (name, self.me.rank()));
        self.me.send(on, Mail::Start(Job { name, path, h: h.0, leaf, chain: self.chain(), spawner }));
        self.spawned.insert(name, on);
        self.lent += 1;
        name
    }
    fn kill(&mut self, name: Name) {
        if let Some(rank) = self.forget(name) {
            self.me.send(rank, Mail::Kill { name });
            self.me.note(Note::Wasted(name.job()));
        }
    }
}
