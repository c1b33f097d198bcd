//! Thousands of processors in one thread, in virtual time: the same run every time.

mod network;
mod pooled;
mod world;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};

pub use network::{Latency, Topology};
pub use pooled::{partitioned, pooled, pooled_apart};

use crate::answers::{Answers, AnyProgram};
use crate::clock::Clock;
use crate::failure::{Deadlock, Failure};
use crate::processor::{Grain, Machine, Measured, Message, Portable, Program, Rank, Run, SharedMemory, Time};
use crate::timeline::Timeline;
use world::{Place, World};

/// What things cost, in leaf-times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// To look at a leaf.
    pub leaf: Time,
    /// To enter an inner node.
    pub node: Time,
    /// To send a message, for the sender.
    pub send: Time,
    /// To read a message, for the receiver.
    pub receive: Time,
}

impl Default for Costs {
    /// Only leaves cost anything.
    fn default() -> Costs {
        Costs { leaf: 1, node: 0, send: 0, receive: 0 }
    }
}

/// A machine of simulated processors.
///
/// Time moves from event to event. Events of one moment happen in the order in which they were caused. So a run depends only
/// on the program and on the settings below.
///
/// ```
/// use provebest_machine::{Machine, Post, Processor, Letter, Program, Rank, Simulated, Work};
///
/// /// Every processor looks at ten leaves and reports to rank 0.
/// struct Leaves;
/// impl Program<Letter<u64>> for Leaves {
///     type Answer = u64;
///     async fn run(&self, me: &dyn Processor<Letter<u64>>) -> u64 {
///         let post = Post(me);
///         post.work(Work { leaves: 10, nodes: 1 }).await;
///         post.send(Rank(0), 10);
///         let mut sum = 0;
///         if me.rank() == Rank(0) {
///             for _ in 0..me.count() {
///                 sum += post.receive().await;
///             }
///         }
///         sum
///     }
/// }
/// let run = Simulated::new(4).latency(7).run(&Leaves)?;
/// assert_eq!((run.answers[0], run.measured.time, run.measured.work), (40, 17, 40));
/// # Ok::<(), provebest_machine::Failure>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulated {
    count: usize,
    costs: Costs,
    latency: Latency,
    topology: Topology,
    seed: u64,
    timeline: bool,
    clock: Option<Clock>,
    loss: Option<Loss>,
}

/// A processor that is lost, and after how many of its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Loss {
    rank: Rank,
    after: u64,
}

impl Simulated {
    /// `count` processors, at least one, with mail that arrives at once.
    pub fn new(count: usize) -> Simulated {
        Simulated {
            count: count.max(1),
            costs: Costs::default(),
            latency: Latency::Fixed(0),
            topology: Topology::Complete,
            seed: 0,
            timeline: false,
            clock: None,
            loss: None,
        }
    }

    /// The same with another number of processors.
    pub fn resized(self, count: usize) -> Simulated {
        Simulated { count: count.max(1), ..self }
    }

    /// With these costs.
    pub fn costs(self, costs: Costs) -> Simulated {
        Simulated { costs, ..self }
    }

    /// What it costs to look at a leaf.
    pub fn leaf_cost(&self) -> Time {
        self.costs.leaf
    }

    /// With mail that takes this long, or a random time; for each hop, if there is a topology.
    pub fn latency(self, latency: impl Into<Latency>) -> Simulated {
        Simulated { latency: latency.into(), ..self }
    }

    /// With processors that are neighbours only in this way.
    pub fn topology(self, topology: Topology) -> Simulated {
        Simulated { topology, ..self }
    }

    /// With this seed for random latencies and for the random numbers of programs.
    pub fn seed(self, seed: u64) -> Simulated {
        Simulated { seed, ..self }
    }

    /// With or without a timeline.
    pub fn timeline(self, timeline: bool) -> Simulated {
        Simulated { timeline, ..self }
    }

    /// With a clock that shows its time.
    pub fn clock(self, clock: Clock) -> Simulated {
        Simulated { clock: Some(clock), ..self }
    }

    /// With a processor that fails without notice before its step with this number: it does nothing more, and mail to it is
    /// dropped. The run then ends in a [`Deadlock`] that names it, unless the processor had ended before.
    pub fn losing(self, rank: Rank, after: u64) -> Simulated {
        Simulated { loss: Some(Loss { rank, after }), ..self }
    }

    fn drive<M: Message>(&self, program: &dyn AnyProgram<M>) -> Result<(Measured, Option<Timeline>), Deadlock> {
        let world = World::new(self);
        let places: Vec<Place<'_, M>> = Rank::all(self.count).map(|rank| Place::new(rank, &world)).collect();
        type Stage<'p> = Option<Pin<Box<dyn Future<Output = ()> + 'p>>>;
        let mut stage: Vec<Stage<'_>> = places.iter().map(|place| Some(program.start(place))).collect();
        let mut left = self.count;
        let mut context = Context::from_waker(Waker::noop());
        let mut steps = 0;
        while let Some(rank) = world.next() {
            let Some(program) = stage[rank.index()].as_mut() else { continue };
            if let Some(loss) = self.loss.filter(|loss| loss.rank == rank) {
                if steps == loss.after {
                    world.lose(rank);
                    stage[rank.index()] = None;
                    continue;
                }
                steps += 1;
            }
            if let Some(clock) = &self.clock {
                clock.set(world.now(), rank);
            }
            if program.as_mut().poll(&mut context).is_ready() {
                stage[rank.index()] = None;
                world.ended(rank, places[rank.index()].chain_now());
                left -= 1;
            }
        }
        if left > 0 {
            return Err(world.deadlock());
        }
        drop(stage);
        drop(places);
        Ok(world.close())
    }
}

impl Machine for Simulated {
    fn count(&self) -> usize {
        self.count
    }

    fn grain(&self) -> Grain {
        Grain::Leaves(0)
    }

    fn run<M: Message, P: Portable<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        self.run_shared(program)
    }
}

impl SharedMemory for Simulated {
    fn run_shared<M: Message, P: Program<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        let answers = Answers::of(program, self.count);
        let (measured, timeline) = self.drive(&answers)?;
        Ok(Run { answers: answers.into_vec(), measured, timeline })
    }
}

/// `sim:8,latency=20,seed=3`: how many processors, and every setting that differs from the default.
impl fmt::Display for Simulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Simulated { count, costs, latency, topology, seed, timeline: _, clock: _, loss: _ } = self;
        let usual = Simulated::new(1);
        write!(f, "sim:{count}")?;
        let named = |costs: &Costs| {
            [("leaf", costs.leaf), ("node", costs.node), ("send", costs.send), ("receive", costs.receive)]
        };
        for ((name, cost), (_, usual)) in named(costs).into_iter().zip(named(&usual.costs)) {
            if cost != usual {
                write!(f, ",{name}={cost}")?;
            }
        }
        if *latency != usual.latency {
            write!(f, ",latency={latency}")?;
        }
        if *topology != usual.topology {
            write!(f, ",topology={topology}")?;
        }
        if *seed != usual.seed {
            write!(f, ",seed={seed}")?;
        }
        Ok(())
    }
}
