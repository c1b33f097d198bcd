//! A processor in hash-distributed A*: every state has an owner, told by its hash. Who generates a state sends it to its owner,
//! and every processor expands the best of what it owns. Nobody waits for anybody. The first goal is only a bound: all go on
//! until nothing that anybody has promises less.

use std::ops::ControlFlow::{Break, Continue};

use provebest_machine::{Message, Rank};

use super::Distributed;
use super::ending::Census;
use super::notes::{Note, Place, Sent};
use crate::limits::{Budget, Limits, Reason, Stopped};
use crate::parallel::Home;
use crate::parallel::desk::Desk;
use crate::parallel::member::{Mail, Member, Next, Role};
use crate::puzzle::{Cost, Puzzle};
use crate::queue::Queue;
use crate::report::Task;
use crate::store::{Brought, Node, Store, hash};

/// A processor and the states that it owns.
pub(super) struct Owner<'a, P: Puzzle> {
    pub(super) member: Member<'a, Note<P::State>>,
    program: &'a Distributed<'a, P>,
    budget: Budget<'a>,
    pub(super) store: Store<P, Place>,
    open: Queue,
    /// Letters that are being written, by owner.
    out: Vec<Vec<Sent<P::State>>>,
    /// The cheapest goal, and where it is.
    pub(super) best: Option<(Cost, Place)>,
    pub(super) sent: u64,
    pub(super) read: u64,
    /// Has rank 0 asked for the number of letters?
    pub(super) asked: bool,
    pub(super) census: Census,
    /// Nodes generated and expanded.
    counts: (u64, u64),
    /// Has it met a limit, and told rank 0?
    pub(super) gave_up: bool,
}

impl<'a, P: Puzzle> Owner<'a, P>
where
    P::State: Message,
{
    pub(super) fn new(desk: &'a Desk<'a, Mail<Note<P::State>>>, program: &'a Distributed<'a, P>) -> Self {
        let (task, count) = (program.task, desk.post.count());
        Owner {
            member: Member::new(desk, task.first_bound(), task.listener),
            program,
            // Nodes are paid from the purse of all.
            budget: Budget::new(&Limits { nodes: None, ..task.limits.share(count) }),
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
        }
    }

    pub(super) fn home(self) -> Home {
        let Owner { member: Member { mut home, .. }, counts, budget, .. } = self;
        home.found.bytes = budget.most();
        home.counted(counts)
    }
}

impl<'a, P: Puzzle> Role<'a, Note<P::State>> for Owner<'a, P>
where
    P::State: Message,
{
    fn member(&mut self) -> &mut Member<'a, Note<P::State>> {
        &mut self.member
    }

    fn begin(&mut self) {
        let Task { puzzle, start, .. } = *self.program.task;
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
                self.census.add(sent, read);
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
        let puzzle = self.program.task.puzzle;
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
        let count = self.member.count() as u64;
        let owner = (((hash(self.program.task.puzzle, &son.state) >> 32) * count) >> 32) as usize;
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
        let puzzle = self.program.task.puzzle;
        let goal = puzzle.is_goal(&state);
        let node = Node { state, cost, father, number, closed: goal };
        let Ok(Brought::Better(id)) = self.store.bring(&mut self.budget, puzzle, node) else { return };
        if !goal {
            let _ = self.open.push(&mut self.budget, promise, cost, id);
        } else if self.best.is_none_or(|(best, _)| cost < best) {
            let place = (self.member.rank(), id);
            self.member.send_to_others(Note::Goal(cost, place));
            self.goal(cost, place);
        }
    }

    fn goal(&mut self, cost: Cost, place: Place) {
        if self.member.is_better(cost) {
            self.best = Some((cost, place));
            if self.member.is_first() {
                self.member.tell(None);
            }
        }
    }
}
