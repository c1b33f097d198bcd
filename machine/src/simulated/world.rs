//! The world of the simulated processors: the clock, the events to come, and the mail.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::task::Poll;

use super::{Costs, Latency, Simulated};
use crate::failure::Deadlock;
use crate::processor::{Measured, Processor, Rank, Time, Work};
use crate::timeline::{Keeper, Note, Timeline};

/// When, in which order among those of the same moment, and what.
type Event = Reverse<(Time, u64, What)>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum What {
    /// A processor goes on.
    Resume(Rank),
    /// The letter in this slot arrives.
    Arrive(usize),
}

pub(super) struct World<M> {
    machine: Simulated,
    inner: RefCell<Inner<M>>,
}

struct Inner<M> {
    now: Time,
    /// Events so far: they number the next one.
    events: u64,
    queue: BinaryHeap<Event>,
    /// Processors that go on at this very moment.
    ready: VecDeque<Rank>,
    /// Letters under way, and the slots that are free.
    slots: Vec<Option<(Rank, M)>>,
    free: Vec<usize>,
    processors: Vec<Status<M>>,
    luck: u64,
    work: Time,
    mail: Time,
    messages: u64,
    last: VecDeque<(Time, Rank, Rank)>,
    keeper: Option<Keeper>,
    /// What was measured when rank 0 ended.
    measured: Option<Measured>,
    /// The processor that was lost, and when.
    lost: Option<(Rank, Time)>,
}

struct Status<M> {
    mailbox: VecDeque<M>,
    /// Since when it waits for mail.
    waiting: Option<Time>,
    /// What it owes for mail. It pays before it does anything else that takes time.
    debt: Time,
    /// Has it paid for the letter that it is about to read?
    paid: bool,
    busy_until: Time,
    ended: bool,
}

/// How many messages a deadlock can remember.
const REMEMBERED: usize = 20;

impl<M> World<M> {
    pub(super) fn new(machine: &Simulated) -> Self {
        let status =
            || Status { mailbox: VecDeque::new(), waiting: None, debt: 0, paid: false, busy_until: 0, ended: false };
        let inner = Inner {
            now: 0,
            events: 0,
            queue: BinaryHeap::new(),
            ready: Rank::all(machine.count).collect(),
            slots: Vec::new(),
            free: Vec::new(),
            processors: (0..machine.count).map(|_| status()).collect(),
            luck: machine.seed ^ 0x9e37_79b9_7f4a_7c15,
            work: 0,
            mail: 0,
            messages: 0,
            last: VecDeque::new(),
            keeper: machine.timeline.then(Keeper::default),
            measured: None,
            lost: None,
        };
        World { machine: machine.clone(), inner: RefCell::new(inner) }
    }

    /// The processor that goes on next; `None` when nothing will ever happen again.
    pub(super) fn next(&self) -> Option<Rank> {
        let inner = &mut *self.inner.borrow_mut();
        loop {
            if let Some(rank) = inner.ready.pop_front() {
                return Some(rank);
            }
            let Reverse((time, _, what)) = inner.queue.pop()?;
            inner.now = time;
            match what {
                What::Resume(rank) => return Some(rank),
                What::Arrive(slot) => {
                    let (to, mail) = inner.slots[slot].take().expect("a letter arrives once");
                    inner.free.push(slot);
                    inner.deliver(to, mail);
                }
            }
        }
    }

    pub(super) fn now(&self) -> Time {
        self.inner.borrow().now
    }

    /// A processor has ended, with this chain of work behind it. When it is rank 0, the answer is known.
    pub(super) fn ended(&self, rank: Rank, chain: Time) {
        let inner = &mut *self.inner.borrow_mut();
        inner.processors[rank.index()].ended = true;
        inner.processors[rank.index()].mailbox.clear();
        let debt = std::mem::take(&mut inner.processors[rank.index()].debt);
        if rank != Rank::FIRST && debt > 0 {
            inner.mail += debt;
            inner.busy(rank, debt);
        }
        if rank != Rank::FIRST {
            return;
        }
        let beyond: Time = inner.processors.iter().map(|p| p.busy_until.saturating_sub(inner.now)).sum();
        inner.measured = Some(Measured {
            processors: inner.processors.len(),
            time: inner.now,
            work: inner.work - beyond,
            mail: inner.mail.min(inner.work - beyond),
            messages: inner.messages,
            critical_path: Some(chain),
        });
    }

    /// A processor is lost: from now on it neither sends nor reads.
    pub(super) fn lose(&self, rank: Rank) {
        let inner = &mut *self.inner.borrow_mut();
        inner.processors[rank.index()].ended = true;
        inner.processors[rank.index()].mailbox.clear();
        inner.lost = Some((rank, inner.now));
    }

    pub(super) fn deadlock(&self) -> Deadlock {
        let inner = self.inner.borrow();
        let waiting = Rank::all(inner.processors.len()).zip(&inner.processors);
        Deadlock {
            time: inner.now,
            lost: inner.lost,
            waiting: waiting
                .filter(|(_, p)| !p.ended)
                .map(|(rank, p)| (rank, p.waiting.unwrap_or(inner.now)))
                .collect(),
            last: inner.last.iter().copied().collect(),
        }
    }

    pub(super) fn close(self) -> (Measured, Option<Timeline>) {
        let inner = self.inner.into_inner();
        let measured = inner.measured.unwrap_or_default();
        (measured, inner.keeper.map(|keeper| keeper.close(measured.processors, measured.time)))
    }
}

impl<M> Inner<M> {
    fn deliver(&mut self, to: Rank, mail: M) {
        let processor = &mut self.processors[to.index()];
        if processor.ended {
            return;
        }
        processor.mailbox.push_back(mail);
        if processor.waiting.take().is_some() {
            self.ready.push_back(to);
        }
    }

    fn schedule(&mut self, time: Time, what: What) {
        self.events += 1;
        self.queue.push(Reverse((time, self.events, what)));
    }

    /// A processor is busy for some time from now on.
    fn busy(&mut self, rank: Rank, cost: Time) {
        let (start, end) = (self.now, self.now + cost);
        self.work += cost;
        self.processors[rank.index()].busy_until = end;
        if let Some(keeper) = &mut self.keeper {
            keeper.worked(rank, start, end);
        }
        self.schedule(end, What::Resume(rank));
    }

    /// A random number (SplitMix64: Steele, Lea and Flood 2014).
    fn draw(&mut self) -> u64 {
        self.luck = self.luck.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scramble(self.luck)
    }
}

fn scramble(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The place of one processor in the world.
pub(super) struct Place<'w, M> {
    rank: Rank,
    world: &'w World<M>,
    chain: Cell<Time>,
}

impl<'w, M> Place<'w, M> {
    pub(super) fn new(rank: Rank, world: &'w World<M>) -> Self {
        Place { rank, world, chain: Cell::new(0) }
    }

    fn costs(&self) -> Costs {
        self.world.machine.costs
    }

    pub(super) fn chain_now(&self) -> Time {
        self.chain.get()
    }
}

impl<M> Processor<M> for Place<'_, M> {
    fn rank(&self) -> Rank {
        self.rank
    }

    fn count(&self) -> usize {
        self.world.machine.count
    }

    fn now(&self) -> Time {
        self.world.inner.borrow().now
    }

    fn send(&self, to: Rank, mail: M) {
        let machine = &self.world.machine;
        let inner = &mut *self.world.inner.borrow_mut();
        if inner.processors[self.rank.index()].ended {
            return; // the last words of a lost processor
        }
        inner.messages += 1;
        if inner.last.len() == REMEMBERED {
            inner.last.pop_front();
        }
        inner.last.push_back((inner.now, self.rank, to));
        let processor = &mut inner.processors[self.rank.index()];
        processor.debt += machine.costs.send;
        let leaves = inner.now + processor.debt;
        let hop = match machine.latency {
            Latency::Fixed(time) => time,
            Latency::Random(least, most) => least + inner.draw() % (most.saturating_sub(least) + 1),
        };
        let arrives = leaves + hop * machine.topology.hops(machine.count, self.rank, to);
        if arrives == inner.now {
            inner.deliver(to, mail);
            return;
        }
        let letter = Some((to, mail));
        let slot = match inner.free.pop() {
            Some(slot) => {
                inner.slots[slot] = letter;
                slot
            }
            None => {
                inner.slots.push(letter);
                inner.slots.len() - 1
            }
        };
        inner.schedule(arrives, What::Arrive(slot));
    }

    fn poll(&self) -> Option<M> {
        let inner = &mut *self.world.inner.borrow_mut();
        let processor = &mut inner.processors[self.rank.index()];
        let mail = processor.mailbox.pop_front()?;
        processor.debt += self.costs().receive;
        Some(mail)
    }

    fn wait_for_mail(&self) -> Poll<M> {
        let inner = &mut *self.world.inner.borrow_mut();
        // A letter is paid for before it is read.
        let processor = &mut inner.processors[self.rank.index()];
        if !processor.paid && !processor.mailbox.is_empty() {
            (processor.paid, processor.debt) = (true, processor.debt + self.costs().receive);
        }
        if self.pay(inner, 0) {
            return Poll::Pending;
        }
        let processor = &mut inner.processors[self.rank.index()];
        if let Some(mail) = processor.mailbox.pop_front() {
            processor.paid = false;
            return Poll::Ready(mail);
        }
        processor.waiting = Some(inner.now);
        Poll::Pending
    }

    fn start_work(&self, work: Work) -> Poll<()> {
        let cost = work.leaves * self.costs().leaf + work.nodes * self.costs().node;
        let inner = &mut *self.world.inner.borrow_mut();
        if self.pay(inner, cost) { Poll::Pending } else { Poll::Ready(()) }
    }

    fn chain(&self) -> &Cell<Time> {
        &self.chain
    }

    fn luck(&self) -> u64 {
        scramble(self.world.machine.seed.wrapping_add(u64::from(self.rank.0) << 32))
    }

    fn note(&self, note: Note<'_>) {
        if let Some(keeper) = &mut self.world.inner.borrow_mut().keeper {
            keeper.note(self.rank, note);
        }
    }

    fn noting(&self) -> bool {
        self.world.machine.timeline
    }
}

impl<M> Place<'_, M> {
    /// Pays a cost and what is owed for mail: true if that takes time.
    fn pay(&self, inner: &mut Inner<M>, cost: Time) -> bool {
        let debt = std::mem::take(&mut inner.processors[self.rank.index()].debt);
        let total = cost + debt;
        if total == 0 {
            return false;
        }
        inner.mail += debt;
        self.chain.set(self.chain.get() + total);
        inner.busy(self.rank, total);
        true
    }
}
