//! Hash-distributed A* (Kishimoto, Fukunaga and Botea 2009; before it Evett and others 1995, and PIA* of Huang and Davis
//! 1989): every state has an owner, told by its hash. Who generates a state sends it to its owner, and every processor
//! expands the best of what it owns. Nobody waits for anybody; what is left is to learn that all is done:
//!
//! - The first goal is only a bound: all go on until nothing that anybody has promises less.
//! - Rank 0 asks all again and again how many letters they have sent and read; each answers when it has nothing to do. If
//!   as many had been read by one round as were sent by the next, nothing is under way and nobody has anything (Mattern
//!   1987).
//! - Then the path is followed back from the goal, from owner to owner.

use provebest_machine::{Grain, Letter, Machine, Message, Post, Processor, Program, Rank};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{Break, Continue};

use super::member::{Mail, Member, Next, Role};
use super::{Home, Ran, ran};
use crate::limits::{Budget, Limits, Purse, Reason, Stopped};
use crate::puzzle::{Cost, Puzzle};
use crate::queue::Queue;
use crate::report::{News, Path, Task};
use crate::store::{Brought, Id, Node, Store, hash};

/// Hash-distributed A*.
///
/// Contract: that of [`AStar`](crate::AStar), on every machine; stopped, `bound` is the estimate of the start. The limit
/// on bytes is divided among the processors.
///
/// Kishimoto, Fukunaga and Botea, Scalable, parallel best-first search for optimal sequential planning, ICAPS 2009;
/// Huang and Davis, Parallel iterative A* search: an admissible distributed heuristic search algorithm, IJCAI 1989.
///
/// Time: that of A* by the number of processors, if mail is fast enough for nearly every state to travel. Memory: that of
/// A*, divided.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_puzzle::{Cost, HashDistributedAStar, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let ran = HashDistributedAStar::default().solve_on(&Task::new(&tiles, &start), &Simulated::new(8));
/// assert!(ran.report.bound == Cost(31) && ran.report.is_optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashDistributedAStar {
    /// A letter has so many states, or what there is when its writer has nothing else to do.
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
    pub fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Ran<P::Move>
    where
        P: Puzzle + Sync,
        P::State: Message + Sync,
        K: Machine,
    {
        let slice = if matches!(machine.grain(), Grain::Leaves(0)) { 1 } else { 16 };
        let program = Distributed { task, batch: self.batch.max(1), slice, purse: Purse::new(&task.limits) };
        ran(task, machine.run(&program))
    }
}

/// Where a node is stored.
type Place = (Rank, Id);

/// A state on its way to its owner.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sent<S> {
    state: S,
    cost: Cost,
    promise: Cost,
    father: Option<Place>,
    number: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Note<S> {
    /// States for their owner.
    States(Vec<Sent<S>>),
    /// There is a goal that costs this much, stored there.
    Goal(Cost, Place),
    /// How many letters with states have you sent and read?
    Ask,
    /// So many; and the cheapest goal, whose letter this one may have overtaken.
    Count { sent: u64, read: u64, best: Option<(Cost, Place)> },
    /// Follow the path back from a node; what comes after it is there, the last first.
    Trace(Id, Path),
    /// The whole path, the last first.
    Whole(Path),
}

/// What every processor runs.
struct Distributed<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    batch: usize,
    /// After so many nodes are expanded, mail is read.
    slice: u64,
    purse: Purse,
}

impl<P: Puzzle + Sync> Program<Letter<Mail<Note<P::State>>>> for Distributed<'_, P>
where
    P::State: Message + Sync,
{
    type Answer = Home;

    async fn run(&self, me: &dyn Processor<Letter<Mail<Note<P::State>>>>) -> Home {
        let post = Post(me);
        let count = me.count();
        // Nodes are paid from the purse of all.
        let budget = Budget::new(&Limits { nodes: None, ..self.task.limits.share(count) });
        let mut owner = Owner {
            member: Member::new(&post, self.task),
            program: self,
            budget,
            store: Store::new(),
            open: Queue::new(),
            out: (0..count).map(|_| Vec::new()).collect(),
            best: None,
            sent: 0,
            read: 0,
            asked: false,
            census: Census::default(),
            counts: (0, 0),
            gave_up: false,
        };
        owner.play().await;
        let Owner { member: Member { mut home, .. }, counts, budget, .. } = owner;
        home.found.bytes = budget.most();
        home.counted(counts)
    }
}

/// What rank 0 knows of the letters of all.
#[derive(Default)]
struct Census {
    /// Answers that have come in this round, and what they say.
    answers: usize,
    sent: u64,
    read: u64,
    /// Is a round under way?
    open: bool,
    /// Letters read by the last round.
    before: Option<u64>,
    /// Is all done but for the path?
    done: bool,
}

/// A processor and the states that it owns.
struct Owner<'a, P: Puzzle> {
    member: Member<'a, P, Note<P::State>>,
    program: &'a Distributed<'a, P>,
    budget: Budget<'a>,
    store: Store<P, Place>,
    open: Queue,
    /// Letters that are being written, by owner.
    out: Vec<Vec<Sent<P::State>>>,
    /// The cheapest goal, and where it is.
    best: Option<(Cost, Place)>,
    sent: u64,
    read: u64,
    /// Has rank 0 asked for the number of letters?
    asked: bool,
    census: Census,
    /// Nodes generated and expanded.
    counts: (u64, u64),
    /// Has it met a limit, and told rank 0?
    gave_up: bool,
}

impl<'a, P: Puzzle> Role<'a, P, Note<P::State>> for Owner<'a, P>
where
    P::State: Message,
{
    fn member(&mut self) -> &mut Member<'a, P, Note<P::State>> {
        &mut self.member
    }

    fn begin(&mut self) {
        let Task { puzzle, start, .. } = *self.member.task;
        let (state, promise) = (start.clone(), puzzle.estimate(start));
        self.pass_on(Sent { state, cost: Cost::ZERO, promise, father: None, number: 0 });
    }

    async fn step(&mut self) -> Next {
        if !self.is_busy() {
            (0..self.out.len()).for_each(|rank| self.flush(rank));
            self.answer();
            return Next::Wait;
        }
        let before = self.counts.0;
        let mut reason = None;
        for _ in 0..self.program.slice {
            if self.is_busy() && self.expand().is_err() {
                reason = self.budget.reason;
                break;
            }
        }
        let generated = self.counts.0 - before;
        if !self.program.purse.pay(generated) {
            reason = Some(Reason::Nodes);
        }
        self.member.worked(generated.max(1)).await;
        reason.into_iter().for_each(|reason| self.give_up(reason));
        Next::GoOn
    }

    fn read(&mut self, mail: Note<P::State>) {
        match mail {
            Note::States(states) => {
                self.read += 1;
                states.into_iter().for_each(|state| self.own(state));
                if let Some(reason) = self.budget.reason {
                    self.give_up(reason);
                }
            }
            Note::Goal(cost, place) => self.goal(cost, place),
            Note::Ask => self.asked = true,
            Note::Count { sent, read, best } => {
                best.into_iter().for_each(|(cost, place)| self.goal(cost, place));
                self.census.answers += 1;
                self.census.sent += sent;
                self.census.read += read;
            }
            Note::Trace(id, path) => self.trace(id, path),
            Note::Whole(path) => {
                self.member.home.found.path = Some(path.into_iter().rev().collect());
                self.member.end();
            }
        }
    }
}

impl<P: Puzzle> Owner<'_, P>
where
    P::State: Message,
{
    /// Is there anything that may be cheaper than the best goal?
    fn is_busy(&self) -> bool {
        !self.gave_up && self.open.promise().is_some_and(|promise| self.best.is_none_or(|(best, _)| promise < best))
    }

    fn expand(&mut self) -> Result<(), Stopped> {
        let puzzle = self.member.task.puzzle;
        let Some((promise, cost, id)) = self.open.pop() else { return Ok(()) };
        let node = &mut self.store.nodes[id as usize];
        if node.cost < cost || std::mem::replace(&mut node.closed, true) {
            return Ok(());
        }
        self.counts.1 += 1;
        self.budget.ask(self.counts.0)?;
        let (state, mut number) = (node.state.clone(), 0);
        let father = Some((self.member.rank(), id));
        let flow = puzzle.sons(&state, |_, step, state| {
            number += 1;
            self.counts.0 += 1;
            let cost = cost.plus(step);
            let promise = cost.plus(puzzle.estimate(&state)).max(promise);
            if promise < Cost::NEVER && self.best.is_none_or(|(best, _)| promise < best) {
                self.pass_on(Sent { state, cost, promise, father, number: number - 1 });
            }
            if self.budget.reason.is_some() { Break(()) } else { Continue(()) }
        });
        if flow.is_break() { Err(Stopped) } else { Ok(()) }
    }

    /// To its owner, who may be this processor.
    fn pass_on(&mut self, son: Sent<P::State>) {
        let count = self.member.post.count() as u64;
        let owner = (((hash(self.member.task.puzzle, &son.state) >> 32) * count) >> 32) as usize;
        if owner == self.member.rank().index() {
            self.own(son);
            return;
        }
        self.out[owner].push(son);
        if self.out[owner].len() >= self.program.batch {
            self.flush(owner);
        }
    }

    fn flush(&mut self, rank: usize) {
        if !self.out[rank].is_empty() {
            self.sent += 1;
            self.member.send(Rank(rank as u32), Note::States(std::mem::take(&mut self.out[rank])));
        }
    }

    /// Keeps a state, if the path to it is the cheapest so far. A limit that this meets is told when it is seen next.
    fn own(&mut self, Sent { state, cost, promise, father, number }: Sent<P::State>) {
        let puzzle = self.member.task.puzzle;
        let goal = puzzle.is_goal(&state);
        let node = Node { state, cost, father, number, closed: goal };
        let Ok(Brought::Better(id)) = self.store.bring(&mut self.budget, puzzle, node) else { return };
        if !goal {
            let _ = self.open.push(&mut self.budget, promise, cost, id);
        } else if self.best.is_none_or(|(best, _)| cost < best) {
            let place = (self.member.rank(), id);
            self.member.post.send_to_others(Mail::Own(Note::Goal(cost, place)));
            self.goal(cost, place);
        }
    }

    fn goal(&mut self, cost: Cost, place: Place) {
        if self.best.is_none_or(|(best, _)| cost < best) {
            self.best = Some((cost, place));
            self.member.home.solutions.push((self.member.post.0.now(), cost));
            if self.member.is_first() {
                self.member.task.news(News { bound: self.member.home.found.bound, best: Some(cost), iteration: None });
            }
        }
    }

    /// Nothing to do: the others answer rank 0, if it has asked. Rank 0 looks at their answers, and asks again.
    fn answer(&mut self) {
        if self.gave_up || self.census.done {
            return;
        }
        if !self.member.is_first() {
            if std::mem::take(&mut self.asked) {
                self.member.send(Rank::FIRST, Note::Count { sent: self.sent, read: self.read, best: self.best });
            }
            return;
        }
        while !self.member.ended && (!self.census.open || self.census.answers + 1 == self.member.post.count()) {
            if self.census.open {
                let Census { sent, read, before, .. } = self.census;
                if before == Some(sent + self.sent) {
                    return self.all_done();
                }
                self.census = Census { before: Some(read + self.read), ..Census::default() };
            }
            self.census.open = true;
            self.member.post.send_to_others(Mail::Own(Note::Ask));
        }
    }

    fn all_done(&mut self) {
        self.census.done = true;
        match self.best {
            None => {
                self.member.home.found.bound = Cost::NEVER;
                self.member.end();
            }
            Some((cost, (rank, id))) => {
                self.member.home.found.bound = cost;
                match rank {
                    Rank::FIRST => self.trace(id, Path::new()),
                    _ => self.member.send(rank, Note::Trace(id, Path::new())),
                }
            }
        }
    }

    /// Follows the path back as long as it is in this store.
    fn trace(&mut self, mut id: Id, mut path: Path) {
        while let Node { father: Some((rank, father)), number, .. } = self.store.nodes[id as usize] {
            path.push(number);
            if rank != self.member.rank() {
                return self.member.send(rank, Note::Trace(father, path));
            }
            id = father;
        }
        self.tell_first(Mail::Own(Note::Whole(path)));
    }

    fn give_up(&mut self, reason: Reason) {
        if !std::mem::replace(&mut self.gave_up, true) {
            self.tell_first(Mail::GiveUp(reason));
        }
    }
}
