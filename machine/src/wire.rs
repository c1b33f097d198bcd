//! Threads that talk in bytes: what travels between hosts, without the hosts.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::processor::{Grain, Machine, Message, Portable, Run};
use crate::threads::Threads;

/// Threads that share nothing: every message is written as bytes (postcard) and read again, as between hosts. A program that runs here needs no shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wire(Threads);

impl Wire {
    /// `count` threads, at least one.
    pub fn new(count: usize) -> Wire {
        Wire(Threads::new(count))
    }
}

/// A message as bytes.
pub fn write<T: Serialize>(message: &T) -> Vec<u8> {
    postcard::to_stdvec(message).expect("every message can be written as bytes")
}

/// The message that these bytes are, if they are one.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

impl Machine for Wire {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn grain(&self) -> Grain {
        Grain::Time(200_000)
    }

    fn run<M: Message, P: Portable<M>>(&self, program: &P) -> Result<Run<P::Answer>, Failure> {
        let unpack = |bytes: Vec<u8>| read(&bytes).expect("what was written as bytes can be read");
        self.0.carry(program, |mail: M| write(&mail), unpack)
    }
}
