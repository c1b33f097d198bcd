//! What a processor brings home: its observer, what it knows of the answer, and how it ended.

use std::sync::Mutex;

use provebest_machine::Rank;
use serde::{Deserialize, Serialize};

use crate::limits::Reason;
use crate::measure::Observer;

/// What a processor brings home.
pub(crate) struct Brought<W, A> {
    pub(crate) observer: W,
    /// What became of the root: rank 0 knows.
    pub(crate) answer: Option<A>,
    pub(crate) estimated: bool,
    pub(crate) over_memory: bool,
    pub(crate) stopped: Option<Reason>,
}

/// What is sent of it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Parcel {
    seen: Vec<u8>,
    estimated: bool,
    over_memory: bool,
    stopped: Option<Reason>,
}

impl<W: Observer, A> Brought<W, A> {
    pub(crate) fn pack(&self) -> Parcel {
        let &Brought { ref observer, estimated, over_memory, stopped, answer: _ } = self;
        Parcel { seen: observer.seen(), estimated, over_memory, stopped }
    }
}

/// The observers of all processors, each for one of them to take. In a process of its own a processor takes its own, and rank 0 lets
/// those of the others add what was seen elsewhere.
pub(crate) struct Observers<W>(Vec<Mutex<Option<W>>>);

impl<W: Observer> Observers<W> {
    pub(crate) fn new(observers: Vec<W>) -> Self {
        Observers(observers.into_iter().map(|observer| Mutex::new(Some(observer))).collect())
    }

    /// The observer of this processor.
    pub(crate) fn take(&self, rank: Rank) -> W {
        let mut slot = self.0[rank.index()].lock().expect("no thread panics with it");
        slot.take().expect("each processor takes its own once")
    }

    /// What a processor in another process brought home.
    pub(crate) fn unpack<A>(&self, rank: Rank, parcel: Parcel) -> Brought<W, A> {
        let Parcel { seen, estimated, over_memory, stopped } = parcel;
        let mut observer = self.take(rank);
        observer.add_seen(&seen);
        Brought { observer, answer: None, estimated, over_memory, stopped }
    }
}
