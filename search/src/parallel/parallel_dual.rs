//! Parallel DUAL* (after Kumar and Kanal 1984, as Marsland, Reinefeld and Schaeffer 1987 tell of it; the paper was not seen): the
//! children of the root are searched at the same time, each by a process with an OPEN list of its own.
//!
//! As it is read here: child i of the root belongs to processor i mod N, which takes its children from left to right. Below a child, the
//! player who moves there chooses among all moves at once (dual-SS*). A merit that falls raises what the root is worth at least: all
//! processors are told, and no merit anywhere need be larger than that. So on one processor it is DUAL*, leaf for leaf.

use provebest_game::{Bound, Depth, Evaluate, Ply, Score, Window};
use provebest_machine::{Letter, Machine, Portable, Post, Processor, Program, Rank, Work};
use serde::{Deserialize, Serialize};

use super::desk::{Desk, HomeMail};
use super::parcel::{Brought, Observers, Parcel};
use super::team::{Root, bring_together};
use super::{NoReport, ParallelSearch, Path, Ran};
use crate::limits::{Budget, NodeQuota, Reason, Stopped};
use crate::lines::Variation;
use crate::measure::Observer;
use crate::report::Task;
use crate::selective::Solutions;
use crate::walk::{Entered, Walk};

/// Parallel DUAL*: a branch and bound over the children of the root.
///
/// Contract: the value `V` exactly, and one of the best moves. At all times `bound <= V` for the bound that a processor knows. Stopped
/// early it has proved that.
///
/// Kumar and Kanal 1984; a reading.
///
/// Time: on one processor the leaves of [`DualStar`](crate::DualStar). More processors than root moves are of no use, and the bound
/// of a child is late for those that are begun before it. Memory: that of DUAL* below every child that is under way.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, ParallelDual, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = ParallelDual.search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!((ran.report.value, ran.report.path), (Some(Score(3)), vec![0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParallelDual;

impl ParallelSearch for ParallelDual {
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
        let quota = NodeQuota::on(machine, &task.limits);
        let run = machine.run(&Deal { task, observers: Observers::new(observers), quota })?;
        Ok(bring_together(task, run))
    }
}

/// What processors write to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Mail {
    /// The root is worth at least this, by the child with this number.
    Bound(i32, u32),
    /// To rank 0, once from each: the best bound that it has proved, and whether all its children are done.
    Done { bound: i32, by: u32, all: bool },
    /// From rank 0: it is over.
    Home,
}

impl HomeMail for Mail {
    type Home = ();

    fn home(self) -> Result<(), Mail> {
        if let Mail::Home = self { Ok(()) } else { Err(self) }
    }
}

/// What every processor runs.
struct Deal<'a, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    observers: Observers<W>,
    quota: Option<NodeQuota>,
}

impl<G, W> Program<Letter<Mail>> for Deal<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Answer = Brought<W, Root>;

    async fn run(&self, me: &dyn Processor<Letter<Mail>>) -> Brought<W, Root> {
        let mut observer = self.observers.take(me.rank());
        let desk = Desk::new(Post(me));
        let budget = Budget::part(&self.task.limits, me.count(), self.quota.as_ref());
        let budget = budget.stopped_by(&desk).and_by(self.task.limits.caller());
        let walk = Walk::new(self.task, &mut observer, budget);
        let mut owner = Owner {
            task: self.task,
            desk: &desk,
            walk,
            bound: Score::WORST,
            by: 0,
            done: 0,
            all: true,
            is_leaf: false,
        };
        let ended = owner.own_children().await;
        let answer = owner.come_home(ended).await;
        let (estimated, stopped) = (owner.walk.estimated, owner.walk.budget.reason());
        owner.walk.tell_total();
        Brought { observer, answer, estimated, over_memory: false, stopped }
    }
}

impl<G, W> Portable<Letter<Mail>> for Deal<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
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

/// A processor and its children of the root.
struct Owner<'a, 'p, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    desk: &'a Desk<'p, Mail>,
    walk: Walk<'a, G, W>,
    /// What the root is worth at least, and the child that proved it. When all are done that is the value, and the child a best one.
    bound: Score,
    by: u32,
    /// Rank 0: how many others are done.
    done: usize,
    /// Has everybody that is done come to an end?
    all: bool,
    /// Is the root a leaf?
    is_leaf: bool,
}

impl<G: Evaluate, W: Observer> Owner<'_, '_, G, W> {
    async fn own_children(&mut self) -> Result<(), Stopped> {
        let (task, first) = (self.task, self.desk.is_first());
        let Some(children) = self.walk.reopen(task.root, task.depth) else {
            return if first { self.leaf().await } else { Ok(()) };
        };
        if first {
            self.walk.budget.ask()?;
            self.desk.post.work(Work::NODE).await;
            self.walk.entered(Ok(children), task.depth, Window::FULL);
        }
        let (rank, processors) = (self.desk.post.rank().index(), self.desk.post.count());
        for number in (0..children.count()).skip(rank).step_by(processors) {
            let child = self.walk.game.child(task.root, children, &self.walk.list, number).1;
            self.dual(child, number).await?;
        }
        Ok(())
    }

    /// The root is a leaf.
    async fn leaf(&mut self) -> Result<(), Stopped> {
        self.desk.post.work(Work::LEAF).await;
        if let Entered::Done(score) = self.walk.enter_one(self.task.root, self.task.depth, Window::FULL)? {
            (self.bound, self.is_leaf) = (score, true);
        }
        Ok(())
    }

    /// dual-SS* below a child of the root, leaf by leaf.
    async fn dual(&mut self, child: G::State, number: u32) -> Result<(), Stopped> {
        let mut solutions = Solutions::new(child, true, Depth(0));
        loop {
            self.read_all()?;
            solutions.cap(-self.bound);
            let before = (self.walk.budget.leaves, self.walk.budget.inner);
            self.walk.observer.descend(Ply(0), number);
            let solved = solutions.step(&mut self.walk, self.task.depth.less());
            let budget = &self.walk.budget;
            let work = Work { leaves: budget.leaves - before.0, nodes: budget.inner - before.1 };
            self.desk.post.work(work).await;
            let (solved, value) = (solved?, -solutions.merit());
            if value > self.bound {
                (self.bound, self.by) = (value, number);
                self.desk.post.send_to_others(Mail::Bound(value.0, number));
                self.walk.tell_update(self.task.depth, number, value);
            }
            if solved {
                return Ok(());
            }
        }
    }

    /// Another bound, by a child of another processor.
    fn raise(&mut self, bound: i32, by: u32) {
        if Score(bound) > self.bound {
            (self.bound, self.by) = (Score(bound), by);
        }
    }

    fn read_all(&mut self) -> Result<(), Stopped> {
        while let Some(mail) = self.desk.next() {
            self.read(mail);
        }
        if self.desk.home().is_some() || !self.all { self.walk.budget.end(Reason::Cancel) } else { Ok(()) }
    }

    fn read(&mut self, mail: Mail) {
        match mail {
            Mail::Bound(bound, by) => self.raise(bound, by),
            Mail::Done { bound, by, all } => {
                self.done += 1;
                self.all &= all;
                self.raise(bound, by);
            }
            Mail::Home => unreachable!("taken in at the desk"),
        }
    }

    /// All tell rank 0 that they are done and wait until it sends them home; rank 0 has the answer.
    async fn come_home(&mut self, ended: Result<(), Stopped>) -> Option<Root> {
        if !self.desk.is_first() {
            let done = Mail::Done { bound: self.bound.0, by: self.by, all: ended.is_ok() };
            self.desk.post.send(Rank::FIRST, done);
            self.desk.wait_for_home().await;
            return None;
        }
        self.all &= ended.is_ok();
        let mut sent = false;
        loop {
            // It is over, whatever comes.
            let _ = self.read_all();
            let over = self.done + 1 == self.desk.post.count();
            if (over || !self.all) && !sent {
                self.desk.post.send_to_others(Mail::Home);
                sent = true;
            }
            if over {
                break;
            }
            self.desk.wait().await;
        }
        let bound = if self.all { Bound::Exact } else { Bound::Lower };
        let value = Some((self.bound, bound)).filter(|(score, _)| *score > Score::WORST);
        // Of a value, above the leaves, a line has one move and no room for a doubt; and a leaf has none.
        let exact_row = self.all && self.task.depth <= Depth(1);
        let path: Path = Some(self.by).filter(|_| !self.is_leaf && !exact_row).into_iter().collect();
        Some((value, Variation { path, sure: 0 }))
    }
}
