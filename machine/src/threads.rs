//! Real threads of one process.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::hint::black_box;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::task::Poll;
use std::thread;
use std::time::Instant;

use provebest_system::spawn_scoped;

use crate::answers::{Answers, AnyProgram, to_the_end};
use crate::failure::Failure;
use crate::finished::Finished;
use crate::processor::{Grain, Machine, Message, Portable, Processor, Program, Rank, Run, SharedMemory, Time, Work};
use crate::timeline::{Keeper, Note};

/// A machine of threads. Rank 0 is the thread that calls [`Machine::run`]. A thread that waits for mail sleeps.
///
/// A panic on one thread ends the program on all of them, and `run` panics with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    count: usize,
    stack: usize,
    timeline: bool,
}

impl Threads {
    /// `count` threads, at least one, with stacks of 8 MiB.
    pub fn new(count: usize) -> Threads {
        Threads { count: count.max(1), stack: 8 << 20, timeline: false }
    }

    /// With stacks of `bytes` bytes for all ranks but 0.
    pub fn stack(self, stack: usize) -> Threads {
        Threads { stack, ..self }
    }

    /// With or without a timeline.
    pub fn timeline(self, timeline: bool) -> Threads {
        Threads { timeline, ..self }
    }

    /// Runs a program whose mail is carried as `T`: `pack` makes it of a message, and `unpack` turns it back.
    pub(crate) fn carry<M, T: Send, P: Program<M>>(
        &self,
        program: &P,
        pack: fn(M) -> T,
        unpack: fn(T) -> M,
    ) -> Result<Run<P::Answer>, Failure> {
        let answers = Answers::of(program, self.count);
        let (measured, timeline) = Finished::gather(self.drive(&answers, pack, unpack)?);
        Ok(Run { answers: answers.into_vec(), measured, timeline })
    }

    fn drive<M, T: Send>(
        &self,
        program: &dyn AnyProgram<M>,
        pack: fn(M) -> T,
        unpack: fn(T) -> M,
    ) -> Result<Vec<Finished<()>>, Failure> {
        let start = Instant::now();
        let boxes: Arc<[Inbox<T>]> = (0..self.count).map(|_| Inbox::default()).collect();
        let processor = |rank: Rank| ThreadProcessor {
            rank,
            boxes: boxes.clone(),
            pack,
            unpack,
            start,
            sent: Cell::new(0),
            waited: Cell::new(0),
            chain: Cell::new(0),
            since: Cell::new(0),
            keeper: RefCell::new(self.timeline.then(Keeper::default)),
        };
        let work = |processor: ThreadProcessor<M, T>| -> ThreadResult {
            let ended = catch_unwind(AssertUnwindSafe(|| to_the_end(program.start(&processor))));
            ended.inspect_err(|_| processor.sound_alarm())?;
            processor.work_until_now();
            let ThreadProcessor { sent, waited, keeper, .. } = processor;
            let ended = start.elapsed().as_nanos() as Time;
            Ok(Finished { answer: (), ended, sent: sent.get(), waited: waited.get(), keeper: keeper.into_inner() })
        };
        let slots: Vec<Slot> = (0..self.count).map(|_| Mutex::new(None)).collect();
        // No thread begins before all are there.
        let all_there = RwLock::new(false);
        let (slots_of, gate_of, work) = (&slots, &all_there, &work);
        let begun = Begun::default();
        let begun_of = &begun;
        let job = move |processor: ThreadProcessor<M, T>| {
            let rank = processor.rank.index();
            begun_of.tell();
            let result = match *gate_of.read().unwrap_or_else(PoisonError::into_inner) {
                true => work(processor),
                false => Err(Box::new(Alarmed) as Box<dyn Any + Send>),
            };
            *slots_of[rank].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        };
        thread::scope(|scope| -> Result<(), Failure> {
            let mut gate = all_there.write().unwrap_or_else(PoisonError::into_inner);
            for rank in Rank::all(self.count).skip(1) {
                let processor = processor(rank);
                let refused = |error: io::Error| Failure::TooFewThreads {
                    wanted: self.count,
                    had: rank.index(),
                    why: error.to_string(),
                };
                start_thread(scope, rank, self.stack, Box::new(move || job(processor))).map_err(refused)?;
                begun.wait_for(rank.index());
            }
            *gate = true;
            drop(gate);
            job(processor(Rank(0)));
            Ok(())
        })?;
        let results = slots.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
        let mut finished = Vec::new();
        let mut panic: Option<Box<dyn Any + Send>> = None;
        for result in results {
            match result {
                Ok(thread) => finished.push(thread),
                Err(why) if panic.as_ref().is_none_or(|panic| panic.is::<Alarmed>()) => panic = Some(why),
                Err(_) => {}
            }
        }
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        Ok(finished)
    }
}

/// How many threads have begun.
#[derive(Default)]
struct Begun {
    count: Mutex<usize>,
    more: Condvar,
}

impl Begun {
    fn tell(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.more.notify_one();
    }

    fn wait_for(&self, count: usize) {
        let begun = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.more.wait_while(begun, |begun| *begun < count));
    }
}

/// What has to be free beside a thread's stack, so that it can begin: without it the thread does not fail, it ends the process. (Above
/// 64 MiB glibc must ask the system, and cannot take the piece from what it has reserved.)
const BESIDE_THE_STACK: usize = 64 << 20;

/// Starts a thread where there is room for it and for what it takes to begin; threads that begin one after the other do not take that
/// room from each other. What it does is boxed, so that this is compiled once.
fn start_thread<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    rank: Rank,
    stack: usize,
    work: Box<dyn FnOnce() + Send + 'scope>,
) -> io::Result<()> {
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(stack + BESIDE_THE_STACK).map_err(|_| io::ErrorKind::OutOfMemory)?;
    drop(black_box(room));
    let builder = thread::Builder::new().name(format!("rank {}", rank.0)).stack_size(stack);
    spawn_scoped(builder, scope, work).map(drop)
}

/// The mail of a processor. (A channel of std does the same, but it is long code, compiled for every kind of mail.)
struct Inbox<T> {
    mail: Mutex<VecDeque<Parcel<T>>>,
    arrived: Condvar,
    /// Is there mail? Read without the lock.
    any: AtomicBool,
}

impl<T> Default for Inbox<T> {
    fn default() -> Self {
        Inbox { mail: Mutex::default(), arrived: Condvar::new(), any: AtomicBool::new(false) }
    }
}

impl<T> Inbox<T> {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Parcel<T>>> {
        self.mail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, parcel: Parcel<T>) {
        let mut mail = self.lock();
        mail.push_back(parcel);
        self.any.store(true, Ordering::Release);
        drop(mail);
        self.arrived.notify_one();
    }

    fn take(&self, mail: &mut VecDeque<Parcel<T>>) -> Option<Parcel<T>> {
        let parcel = mail.pop_front();
        self.any.store(!mail.is_empty(), Ordering::Release);
        parcel
    }

    fn poll(&self) -> Option<Parcel<T>> {
        if !self.any.load(Ordering::Acquire) {
            return None;
        }
        self.take(&mut self.lock())
    }

    fn wait(&self) -> Parcel<T> {
        let mut mail = self.lock();
        loop {
            match self.take(&mut mail) {
                Some(parcel) => return parcel,
                None => mail = self.arrived.wait(mail).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// What a thread returns, or its panic.
type ThreadResult = Result<Finished<()>, Box<dyn Any + Send>>;

/// Where a thread leaves its result.
type Slot = Mutex<Option<ThreadResult>>;

enum Parcel<T> {
    Mail(T),
    /// A thread has panicked: all others end.
    Alarm,
}

/// The panic of a thread that ended because another one had panicked.
struct Alarmed;

struct ThreadProcessor<M, T> {
    rank: Rank,
    boxes: Arc<[Inbox<T>]>,
    pack: fn(M) -> T,
    unpack: fn(T) -> M,
    start: Instant,
    sent: Cell<u64>,
    waited: Cell<Time>,
    chain: Cell<Time>,
    /// When the present stretch of work began, for the timeline.
    since: Cell<Time>,
    keeper: RefCell<Option<Keeper>>,
}

impl<M, T> ThreadProcessor<M, T> {
    fn own(&self) -> &Inbox<T> {
        &self.boxes[self.rank.index()]
    }

    fn sound_alarm(&self) {
        self.boxes.iter().for_each(|inbox| inbox.put(Parcel::Alarm));
    }

    fn open(&self, parcel: Parcel<T>) -> M {
        match parcel {
            Parcel::Mail(mail) => (self.unpack)(mail),
            Parcel::Alarm => resume_unwind(Box::new(Alarmed)),
        }
    }

    /// The stretch of work that ends now goes to the timeline.
    fn work_until_now(&self) {
        if let Some(keeper) = &mut *self.keeper.borrow_mut() {
            let now = self.start.elapsed().as_nanos() as Time;
            keeper.worked(self.rank, self.since.replace(now), now);
        }
    }
}

impl<M, T: Send> Processor<M> for ThreadProcessor<M, T> {
    fn rank(&self) -> Rank {
        self.rank
    }

    fn count(&self) -> usize {
        self.boxes.len()
    }

    fn now(&self) -> Time {
        self.start.elapsed().as_nanos() as Time
    }

    fn send(&self, to: Rank, mail: M) {
        self.sent.set(self.sent.get() + 1);
        // A processor that has ended reads no mail.
        self.boxes[to.index()].put(Parcel::Mail((self.pack)(mail)));
    }

    fn poll(&self) -> Option<M> {
        self.own().poll().map(|parcel| self.open(parcel))
    }

    fn wait_for_mail(&self) -> Poll<M> {
        if let Some(mail) = self.poll() {
            return Poll::Ready(mail);
        }
        self.work_until_now();
        let before = self.now();
        let parcel = self.own().wait();
        let after = self.now();
        self.waited.set(self.waited.get() + after - before);
        self.since.set(after);
        Poll::Ready(self.open(parcel))
    }

    fn start_work(&self, _: Work) -> Poll<()> {
        Poll::Ready(())
    }

    fn chain(&self) -> &Cell<Time> {
        &self.chain
    }

    fn luck(&self) -> u64 {
        u64::from(self.rank.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn note(&self, note: Note<'_>) {
        self.work_until_now();
        if let Some(keeper) = &mut *self.keeper.borrow_mut() {
            keeper.note(self.rank, note);
        }
    }

    fn noting(&self) -> bool {
        self.keeper.borrow().is_some()
    }
}

impl Machine for Threads {
    fn count(&self) -> usize {
        self.count
    }

    fn grain(&self) -> Grain {
        Grain::Time(200_000)
    }

    fn run<M: Message, P: Portable<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        self.run_shared(program)
    }
}

impl SharedMemory for Threads {
    fn run_shared<M: Message, P: Program<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        self.carry(program, |mail| mail, |mail| mail)
    }
}

/// `threads:4`.
impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "threads:{}", self.count)
    }
}
