//! A process as its program sees it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::task::Poll;
use std::time::{Duration, Instant};

use provebest_machine::build::{Finished, Keeper, read, write};
use provebest_machine::{Message, Note, Processor, Rank, Time, Work};

use crate::heartbeat;
use crate::mail::{Mailroom, Parcel, Tag, idle, messages};
use crate::no_message;
use crate::raw::Arrival;

/// The panic of a program whose job is broken.
pub struct Broken {
    pub rank: Rank,
    pub why: String,
}

pub struct MpiProcessor<M> {
    room: RefCell<Mailroom>,
    inbox: RefCell<VecDeque<M>>,
    /// What ranks sent whose program has ended before this one.
    home: RefCell<Vec<Parcel>>,
    start: Cell<Instant>,
    sent: Cell<u64>,
    waited: Cell<Time>,
    chain: Cell<Time>,
    /// When the present stretch of work began, for the timeline.
    since: Cell<Time>,
    keeper: RefCell<Option<Keeper>>,
}

impl<M: Message> MpiProcessor<M> {
    /// A rank that gives up tries this long to tell the others.
    const LAST_WORDS: Duration = Duration::from_millis(500);

    pub fn new(room: Mailroom, timeline: bool) -> Self {
        MpiProcessor {
            room: RefCell::new(room),
            inbox: RefCell::default(),
            home: RefCell::default(),
            start: Cell::new(Instant::now()),
            sent: Cell::new(0),
            waited: Cell::new(0),
            chain: Cell::new(0),
            since: Cell::new(0),
            keeper: RefCell::new(timeline.then(Keeper::default)),
        }
    }

    /// Waits until all processes are here. One that cannot come says so by mail. Others may begin a little earlier than this one.
    pub fn meet_all(&self) {
        let mut arrival = self.or_end(Arrival::begin());
        let mut looks = 0;
        while !arrival.is_complete() {
            let came = self.room.borrow_mut().poll();
            match self.or_end(came) {
                Some(parcel) => self.or_end(self.open(parcel)),
                None => idle(&mut looks),
            }
        }
        self.start.set(Instant::now());
    }

    /// The program has ended.
    pub fn finish<A>(self, answer: A) -> (Finished<A>, Mailroom, Vec<Parcel>) {
        self.work_until_now();
        let ended = self.now();
        let MpiProcessor { room, home, sent, waited, keeper, .. } = self;
        let finished = Finished { answer, ended, sent: sent.get(), waited: waited.get(), keeper: keeper.into_inner() };
        (finished, room.into_inner(), home.into_inner())
    }

    /// Tells all others that this rank cannot go on, as far as that is possible.
    pub fn give_up(&self, why: &str) {
        let mut room = self.room.borrow_mut();
        let (own, count) = (room.rank, room.count());
        let tag = if heartbeat::is_lost() { Tag::Lost } else { Tag::Failed };
        for rank in Rank::all(count).filter(|rank| *rank != own) {
            room.post(rank, tag, why.as_bytes().to_vec());
        }
        room.deliver_within(Self::LAST_WORDS);
    }

    fn or_end<T>(&self, result: Result<T, String>) -> T {
        result.unwrap_or_else(|why| {
            let rank = self.room.borrow().rank;
            self.give_up(&why);
            resume_unwind(Box::new(Broken { rank, why }))
        })
    }

    /// The messages of a batch come into the inbox.
    fn open(&self, parcel: Parcel) -> Result<(), String> {
        if parcel.tag == Tag::Home {
            self.home.borrow_mut().push(parcel);
            return Ok(());
        }
        let Parcel { from, tag, bytes } = parcel;
        if tag != Tag::Mail {
            return Err(format!("rank {} sent {tag:?} in the middle of a run", from.0));
        }
        let mut inbox = self.inbox.borrow_mut();
        for message in messages(&bytes) {
            inbox.push_back(message.and_then(read).ok_or_else(|| no_message(from))?);
        }
        Ok(())
    }

    /// The stretch of work that ends now goes to the timeline.
    fn work_until_now(&self) {
        if let Some(keeper) = &mut *self.keeper.borrow_mut() {
            let now = self.now();
            keeper.worked(self.room.borrow().rank, self.since.replace(now), now);
        }
    }
}

impl<M: Message> Processor<M> for MpiProcessor<M> {
    fn rank(&self) -> Rank {
        self.room.borrow().rank
    }

    fn count(&self) -> usize {
        self.room.borrow().count()
    }

    fn now(&self) -> Time {
        self.start.get().elapsed().as_nanos() as Time
    }

    fn send(&self, to: Rank, mail: M) {
        self.sent.set(self.sent.get() + 1);
        let mut room = self.room.borrow_mut();
        if to == room.rank {
            self.inbox.borrow_mut().push_back(mail);
        } else {
            room.add(to, &write(&mail));
        }
    }

    fn poll(&self) -> Option<M> {
        if self.inbox.borrow().is_empty() {
            let came = self.room.borrow_mut().poll();
            if let Some(parcel) = self.or_end(came) {
                self.or_end(self.open(parcel));
            }
        }
        self.inbox.borrow_mut().pop_front()
    }

    fn wait_for_mail(&self) -> Poll<M> {
        if let Some(mail) = self.poll() {
            return Poll::Ready(mail);
        }
        self.work_until_now();
        let before = self.now();
        let mail = loop {
            let came = self.room.borrow_mut().wait();
            let parcel = self.or_end(came);
            self.or_end(self.open(parcel));
            if let Some(mail) = self.inbox.borrow_mut().pop_front() {
                break mail;
            }
        };
        let after = self.now();
        self.waited.set(self.waited.get() + after - before);
        self.since.set(after);
        Poll::Ready(mail)
    }

    fn start_work(&self, _: Work) -> Poll<()> {
        Poll::Ready(())
    }

    fn chain(&self) -> &Cell<Time> {
        &self.chain
    }

    fn luck(&self) -> u64 {
        u64::from(self.rank().0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn note(&self, note: Note<'_>) {
        self.work_until_now();
        if let Some(keeper) = &mut *self.keeper.borrow_mut() {
            keeper.note(self.rank(), note);
        }
    }

    fn noting(&self) -> bool {
        self.keeper.borrow().is_some()
    }
}
