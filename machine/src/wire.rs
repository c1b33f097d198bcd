//! Threads that talk in bytes: what travels between hosts, without the hosts.

use crate::failure::Failure;
use crate::processor::{Grain, Machine, Message, Program, Run};
use crate::threads::Threads;

/// Threads that share nothing: every message is written as bytes (postcard) and read again, as between hosts. A program that
/// runs here needs no shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wire(Threads);

impl Wire {
    /// `count` threads, at least one.
    pub fn new(count: usize) -> Wire {
        Wire(Threads::new(count))
    }
}

impl Machine for Wire {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn grain(&self) -> Grain {
        Grain::Time(200_000)
    }

    fn run<M: Message, P: Program<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        self.0.carry(
            program,
            |mail: M| postcard::to_stdvec(&mail).expect("every message can be written as bytes"),
            |bytes: Vec<u8>| postcard::from_bytes(&bytes).expect("what was written as bytes can be read"),
        )
    }
}
