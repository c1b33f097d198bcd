//! What the members of a crew write to each other.

use serde::{Deserialize, Serialize};

use crate::processor::{Rank, Time};
use crate::timeline::JobId;

/// A family: the processor that offered it, and its serial number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FamilyName {
    pub(super) owner: Rank,
    pub(super) serial: u64,
}

/// A job's place: its family and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    pub(super) family: FamilyName,
    pub(super) number: u32,
    /// How many jobs of this family had been given away before. So a job that was called back and offered again is a new one.
    pub(super) edition: u32,
}

impl Place {
    pub(super) fn name(self) -> JobId {
        let FamilyName { owner, serial } = self.family;
        let (number, edition) = (u64::from(self.number), u64::from(self.edition));
        (1 << 63) ^ (u64::from(owner.0) << 47) ^ (serial << 22) ^ (number << 10) ^ edition
    }
}

/// A processor that wants a job.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Asker {
    pub(super) from: Rank,
    /// The wait that this is for. When that wait is over, the processor refuses.
    pub(super) wait: u64,
    /// The processor waits for this job and wants to help with it.
    pub(super) helps: Option<Place>,
}

/// What the members of a crew write to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Mail<J, A> {
    /// These processors want work; and how often processors without work have passed this letter on.
    Idle(Vec<Asker>, u32),
    /// Nothing to help with here.
    NoWork(u64),
    /// Do this.
    Take(Taken<J>),
    /// It came too late: give it to another processor.
    Refuse(Place),
    /// The answer.
    Done(Place, A, Time),
    /// A newer version of the job.
    Revise(Place, J),
    /// It is not needed any more.
    CallOff(Place),
    /// A limit has been reached.
    GiveUp,
    /// All is done.
    End,
    /// Something that is no mail has changed: a processor that waits for a family looks again. Never sent, but given to a crew by
    /// what lies between it and the machine.
    LookAgain,
}

/// A job that was taken from its owner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Taken<J> {
    pub(super) place: Place,
    pub(super) wait: u64,
    /// What to do.
    pub job: J,
    /// The chain of work before the offer.
    pub(super) chain: Time,
    /// The job that this one is a part of.
    pub(super) of: Option<JobId>,
}
