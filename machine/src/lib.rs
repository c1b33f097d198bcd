//! Processors that work and send mail. A parallel program is written once, as an `async fn` on a [`Processor`], and
//! runs on every [`Machine`]: [`Alone`], on thousands of [`Simulated`] processors whose every step can be repeated, on
//! [`Threads`], and on threads that talk in bytes ([`Wire`]), as hosts would.
//!
//! A machine knows neither games nor searches. It moves mail, charges for work, and measures.

#![doc = include_str!("../README.md")]

mod alone;
mod answers;
mod bell;
mod bytes;
mod clock;
mod crew;
mod failure;
mod finished;
pub mod hints;
mod post;
mod processor;
mod simulated;
mod stop;
mod threads;
mod timeline;
mod wire;

pub use alone::Alone;
pub use bell::Bell;
pub use bytes::ByteBudget;
pub use clock::Clock;
pub use crew::{CalledOff, Change, Crew, CrewJob, Family, Mail, Next, Stage, StealFrom, StealPolicy, Taken};
pub use failure::{Deadlock, Failure};
pub use post::{Letter, Post};
pub use processor::{
    Grain, Machine, Measured, Message, Portable, Processor, Program, Rank, Run, SharedMemory, Time, Work,
};
pub use simulated::{Costs, Latency, Simulated, Topology, partitioned, pooled, pooled_apart};
pub use stop::{Reason, Stop, Stopped};
pub use threads::Threads;
pub use timeline::{Job, JobId, Note, Span, Timeline};
pub use wire::Wire;

/// What real machines are built from, for those that are built outside this crate.
pub mod build {
    pub use crate::answers::answer_of;
    pub use crate::finished::Finished;
    pub use crate::timeline::Keeper;
    pub use crate::wire::{read, write};
}
