//! The verbs: all that a parallel program may ask of the machine it runs on.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::task::Poll;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::timeline::Note;

/// The number of a processor, from 0 on. Rank 0 is the one whose answer counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Rank(pub u32);

impl Rank {
    /// The processor whose answer is the result.
    pub const FIRST: Rank = Rank(0);

    /// As an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All ranks of a machine of this size.
    pub fn all(count: usize) -> impl Iterator<Item = Rank> {
        (0..count as u32).map(Rank)
    }
}

/// A moment, or a length of time: in leaf-times on simulated machines, in nanoseconds on real ones.
pub type Time = u64;

/// What was done, for a machine that charges for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Leaves looked at.
    pub leaves: u64,
    /// Inner nodes entered.
    pub nodes: u64,
}

impl Work {
    /// One leaf.
    pub const LEAF: Work = Work { leaves: 1, nodes: 0 };
    /// One inner node.
    pub const NODE: Work = Work { leaves: 0, nodes: 1 };
}

/// What can be sent: data, so that it could travel between hosts.
pub trait Message: Serialize + DeserializeOwned + Send {}

impl<M: Serialize + DeserializeOwned + Send> Message for M {}

/// A processor as its program sees it.
///
/// The verbs are [`rank`](Processor::rank), [`count`](Processor::count), [`now`](Processor::now),
/// [`send`](Processor::send), [`poll`](Processor::poll), and, on `dyn Processor`, `receive` and `work`, which are async:
/// where time is simulated, they are the moments at which a processor leaves the stage. On real machines `receive`
/// blocks, `work` does nothing, and a program never suspends.
///
/// Mail between two processors may overtake other mail. None is lost.
pub trait Processor<M> {
    /// Which processor this is.
    fn rank(&self) -> Rank;

    /// How many processors there are.
    fn count(&self) -> usize;

    /// The time since the start.
    fn now(&self) -> Time;

    /// Sends mail to a processor, itself included. Never waits.
    fn send(&self, to: Rank, mail: M);

    /// Mail that has arrived, if any.
    fn poll(&self) -> Option<M>;

    /// Mail, waiting for it if need be: the machine's half of `receive`. `Pending` means that the machine will go on with
    /// this processor when mail has arrived.
    fn wait_for_mail(&self) -> Poll<M>;

    /// Starts some work: the machine's half of `work`. `Pending` means that the machine will go on with this processor
    /// when the work is done.
    fn start_work(&self, work: Work) -> Poll<()>;

    /// The length of the longest chain of dependent work up to here. The machine adds what is worked; a library that passes
    /// results between processors (a crew, a [`Post`](crate::Post)) carries it along.
    fn chain(&self) -> &Cell<Time>;

    /// A seed for random numbers, different for each processor.
    fn luck(&self) -> u64;

    /// Something for the timeline, if there is one.
    fn note(&self, _note: Note<'_>) {}

    /// Is a timeline kept?
    fn noting(&self) -> bool {
        false
    }
}

impl<'p, M> dyn Processor<M> + 'p {
    /// Waits for mail.
    pub async fn receive(&self) -> M {
        poll_fn(|_| self.wait_for_mail()).await
    }

    /// Reports to the machine what was done, and lets simulated time pass.
    pub async fn work(&self, work: Work) {
        let mut begun = false;
        poll_fn(|_| if std::mem::replace(&mut begun, true) { Poll::Ready(()) } else { self.start_work(work) }).await
    }
}

/// A parallel program: what every processor runs.
pub trait Program<M>: Sync {
    /// What it ends with. The answer of rank 0 is the result; those of the others may hold what they counted.
    type Answer: Send;

    /// The program on one processor.
    fn run(&self, me: &dyn Processor<M>) -> impl Future<Output = Self::Answer>;
}

/// A program for any machine, also one whose processors are processes of their own, on other hosts perhaps: what a processor ends
/// with can be sent to rank 0.
pub trait Portable<M>: Program<M> {
    /// What is sent of an answer. Rank 0 keeps its own answer as it is.
    type Parcel: Message;

    /// What rank 0 needs of the answer of another processor.
    fn pack(&self, answer: &Self::Answer) -> Self::Parcel;

    /// The answer of a processor, made of what it sent.
    fn unpack(&self, rank: Rank, parcel: Self::Parcel) -> Self::Answer;
}

/// Answers that are data travel as they are.
impl<M, P: Program<M>> Portable<M> for P
where
    P::Answer: Message + Clone,
{
    type Parcel = P::Answer;

    fn pack(&self, answer: &P::Answer) -> P::Answer {
        answer.clone()
    }

    fn unpack(&self, _: Rank, parcel: P::Answer) -> P::Answer {
        parcel
    }
}

/// What is not worth sending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grain {
    /// A job of at most this number of leaves. With 0, every single leaf is worth sending.
    Leaves(u64),
    /// A job that takes less time than this.
    Time(Time),
}

/// A machine: it runs programs.
pub trait Machine {
    /// How many processors it has.
    fn count(&self) -> usize;

    /// What makes a job worth sending, unless the program decides otherwise.
    fn grain(&self) -> Grain;

    /// In how many processes its processors are. Those of one process can see the same memory, if only by chance: a limit that is
    /// counted in memory is counted once in each process.
    fn processes(&self) -> usize {
        1
    }

    /// Runs a program on every processor, and returns when all of them have ended, or when they cannot.
    fn run<M: Message, P: Portable<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure>;
}

/// A machine whose processors can see the same memory: programs for it may share what is `Sync`.
pub trait SharedMemory: Machine {
    /// Runs a program that may share memory; otherwise as [`Machine::run`].
    fn run_shared<M: Message, P: Program<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure>;
}

/// The result of a program.
#[derive(Clone, Debug)]
pub struct Run<A> {
    /// What each processor ended with. Where processors are processes, rank 0 has the answers of all, another one its own only.
    pub answers: Vec<A>,
    /// What it took.
    pub measured: Measured,
    /// What each processor did and when, if the machine keeps a timeline.
    pub timeline: Option<crate::Timeline>,
}

/// What a run took, up to the moment at which rank 0 had its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// How many processors there were.
    pub processors: usize,
    /// When rank 0 had its answer.
    pub time: Time,
    /// All charged costs together, those of mail included; on real machines the time in which processors did not wait.
    pub work: Time,
    /// The part of `work` that was spent on mail.
    pub mail: Time,
    /// How many messages were sent.
    pub messages: u64,
    /// The longest chain of work in which each piece depends on the one before. `None` where it makes no sense.
    pub critical_path: Option<Time>,
}

impl Measured {
    /// The time in which processors waited: what is left of `processors` x `time`.
    pub fn idle(&self) -> Time {
        (self.processors as u64 * self.time).saturating_sub(self.work)
    }
}
