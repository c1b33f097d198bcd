//! A machine whose processors are the processes of an MPI job, on one host or on many.
//!
//! Every process runs the same program; `Mpi::join` says which rank it is. Mail is sent in batches: one synchronous send is under
//! way to each rank at most, and what is written meanwhile waits for the next. So a rank that reads slowly is never drowned, and
//! the faster mail is written, the larger the batches get. MPI is called by one thread at a time.
#![cfg(feature = "mpi")]

mod heartbeat;
mod mail;
mod processor;
mod raw;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;
use std::time::Duration;

use provebest_machine::build::{Finished, answer_of, read, write};
use provebest_machine::{Failure, Grain, Machine, Message, Portable, Rank, Run};

use mail::{Mailroom, Parcel, Tag};
use processor::{Broken, MpiProcessor};

/// The job of MPI that this process belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mpi {
    rank: Rank,
    count: usize,
    timeline: bool,
    threads: usize,
    patience: Option<Duration>,
}

static WORLD: OnceLock<Result<Mpi, String>> = OnceLock::new();

impl Mpi {
    /// Joins the job that `mpirun` has started; a process by itself is a job of one. From the second call on it says the same.
    /// Join before you start threads of C code that read the environment: the first call sets a variable of Open MPI there.
    pub fn join() -> Result<Mpi, String> {
        WORLD
            .get_or_init(|| {
                raw::init().map(|(rank, count)| {
                    let rank = Rank(rank);
                    Mpi { rank, count, timeline: false, threads: 1, patience: None }
                })
            })
            .clone()
    }

    /// The job, if this process has joined it.
    pub fn joined() -> Option<Mpi> {
        WORLD.get().and_then(|world| world.as_ref().ok()).copied()
    }

    /// Which process this is.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// With or without a timeline.
    pub fn timeline(self, timeline: bool) -> Mpi {
        Mpi { timeline, ..self }
    }

    /// With this many threads in each process, for programs that have threads of their own.
    pub fn threads(self, threads: usize) -> Mpi {
        Mpi { threads, ..self }
    }

    /// How many threads a program that has threads of its own has in each process.
    pub const fn threads_each(&self) -> usize {
        self.threads
    }

    /// A run ends with a failure when a rank is not heard of for this long. Only for programs that look for mail much more often.
    pub fn patience(self, patience: Duration) -> Mpi {
        Mpi { patience: Some(patience), ..self }
    }

    /// Rank 0 sends a text to all others.
    pub fn tell_all(&self, text: &str) -> Result<(), Failure> {
        let mut room = Mailroom::new(self.rank, self.count);
        for rank in Rank::all(self.count).skip(1) {
            room.post(rank, Tag::Text, text.as_bytes().to_vec());
        }
        room.deliver(|_| {}).map_err(|why| self.broken(why))
    }

    /// Another rank waits for the next text of rank 0.
    pub fn listen(&self) -> Result<String, Failure> {
        let mut room = Mailroom::new(self.rank, self.count);
        let parcel = room.wait().map_err(|why| self.broken(why))?;
        match (parcel.tag, String::from_utf8(parcel.bytes)) {
            (Tag::Text, Ok(text)) => Ok(text),
            _ => Err(self.broken("rank 0 sent something that is no text".into())),
        }
    }

    /// Another rank cannot take part in what rank 0 has asked for: that ends the job.
    pub fn refuse(&self, why: &str) -> Result<(), Failure> {
        let mut room = Mailroom::new(self.rank, self.count);
        room.post(Rank::FIRST, Tag::Failed, why.as_bytes().to_vec());
        room.deliver(|_| {}).map_err(|why| self.broken(why))
    }

    /// After the loss of a rank or a link, `mpirun` should notice it before this rank prints anything or leaves: waits for that.
    pub fn wait_for_mpirun(&self) {
        heartbeat::wait_for_mpirun();
    }

    /// Leaves the job. After a failure the other processes may wait for ever: then they are ended.
    pub fn leave(&self, status: i32, failed: bool) {
        if failed {
            self.wait_for_mpirun();
            raw::abort(status)
        } else {
            raw::finish()
        }
    }

    fn broken(&self, why: String) -> Failure {
        Failure::Lost { rank: self.rank, why }
    }
}

/// `mpi`, or `mpi:threads=8`.
impl fmt::Display for Mpi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.threads {
            1 => f.write_str("mpi"),
            threads => write!(f, "mpi:threads={threads}"),
        }
    }
}

impl Machine for Mpi {
    fn count(&self) -> usize {
        self.count
    }

    fn grain(&self) -> Grain {
        Grain::Time(200_000)
    }

    fn processes(&self) -> usize {
        self.count
    }

    /// Every process calls this with the same program. Rank 0 has the answers of all, the others have their own only.
    fn run<M: Message, P: Portable<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        let mut room = Mailroom::new(self.rank, self.count);
        if let Some(patience) = self.patience {
            room.watch(patience);
        }
        let processor = MpiProcessor::new(room, self.timeline);
        let ended = catch_unwind(AssertUnwindSafe(|| {
            processor.meet_all();
            answer_of(program, &processor)
        }));
        let answer = match ended {
            Ok(answer) => answer,
            Err(panic) => match panic.downcast::<Broken>() {
                Ok(broken) => return Err(Failure::Lost { rank: broken.rank, why: broken.why }),
                Err(panic) => {
                    processor.give_up("its search panicked");
                    resume_unwind(panic)
                }
            },
        };
        let (finished, room, home) = processor.finish(answer);
        self.come_home(program, finished, room, home).map_err(|why| self.broken(why))
    }
}

impl Mpi {
    /// What the others ended with comes to rank 0. When all are there, no mail is under way, and rank 0 lets all go.
    fn come_home<M: Message, P: Portable<M>>(
        &self,
        program: &P,
        finished: Finished<P::Answer>,
        mut room: Mailroom,
        mut home: Vec<Parcel>,
    ) -> Result<Run<P::Answer>, String> {
        // Mail of the program that comes now is for one that has ended. A sign of life that is under way has to arrive, too.
        room.deliver(|parcel| home.push(parcel))?;
        home.retain(|parcel| parcel.tag == Tag::Home);
        if self.rank != Rank::FIRST {
            room.fall_silent();
            let Finished { answer, ended, sent, waited, keeper } = finished;
            let own = Finished { answer: program.pack(&answer), ended, sent, waited, keeper };
            room.post(Rank::FIRST, Tag::Home, write(&own));
            let mut over = false;
            room.deliver(|parcel| over |= parcel.tag == Tag::Over)?;
            while !over {
                over = room.wait()?.tag == Tag::Over;
            }
            return Ok(Run { answers: vec![answer], measured: Default::default(), timeline: None });
        }
        while home.len() + 1 < self.count {
            let parcel = room.wait()?;
            if parcel.tag == Tag::Home {
                home.push(parcel);
            }
        }
        Rank::all(self.count).skip(1).for_each(|rank| room.post(rank, Tag::Over, Vec::new()));
        room.deliver(|_| {})?;
        let mut all: Vec<Option<Finished<P::Answer>>> = (0..self.count).map(|_| None).collect();
        all[0] = Some(finished);
        for Parcel { from, bytes, .. } in home {
            let sent: Finished<P::Parcel> = read(&bytes).ok_or_else(|| no_message(from))?;
            all[from.index()] = Some(sent.map(|parcel| program.unpack(from, parcel)));
        }
        let all: Option<Vec<_>> = all.into_iter().collect();
        let (answers, rest) = all.ok_or("a rank came home twice")?.into_iter().map(Finished::split).unzip();
        let (measured, timeline) = Finished::gather(rest);
        Ok(Run { answers, measured, timeline })
    }
}

fn no_message(from: Rank) -> String {
    format!("rank {} sent bytes that are no message", from.0)
}
