//! Fork and join on the verbs: jobs are offered in families, an idle processor asks for one, and a job that is not needed any
//! more is called off.
//!
//! An idle processor writes one letter, an [`Asker`](mail::Asker) in a bundle, and waits. The letter travels until it reaches a
//! processor with work: an idle reader passes it on, a reader that waits for helpers passes it to them, and a busy one keeps it
//! until it has a job to give. So no processor spins, and no letter is lost.

mod family;
mod mail;
mod member;

use crate::processor::Message;

pub use family::{Change, Family, Next, Stage};
pub use mail::{Mail, Taken};
pub use member::Crew;

/// A piece of work that can be sent.
pub trait CrewJob: Message + Clone {
    /// Takes over a newer version of the same job. Versions may arrive in any order.
    fn revise(&mut self, newer: &Self);

    /// What to call it on a timeline.
    fn label(&self) -> String;
}

/// How the members of a crew behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StealPolicy {
    /// Which processor to ask for work.
    pub from: StealFrom,
    /// Does a processor that waits for helpers help them?
    pub helpful: bool,
}

/// Which processor to ask for work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StealFrom {
    /// A random one.
    Random,
    /// The owner of the last job, and rank 0 at first: processors are handed down the tree and passed on to siblings.
    Owner,
    /// The master in a fixed tree of processors. Masters do not work themselves.
    Master {
        /// How many workers a master has.
        workers: u32,
    },
}

/// The job at hand is not needed any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CalledOff;
