//! What the members of a crew write to each other.

use serde::{Deserialize, Serialize};

use crate::processor::{Rank, Time};
use crate::timeline::JobId;

/// A family: who offered it, and which of his it is.
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
    /// How many times jobs of this family had been given away before: a job that was called back is another one.
    pub(super) edition: u32,
}

impl Place {
    pub(super) fn name(self) -> JobId {
        let FamilyName { owner, serial } = self.family;
        let (number, edition) = (u64::from(self.number), u64::from(self.edition));
        (1 << 63) ^ (u64::from(owner.0) << 47) ^ (serial << 22) ^ (number << 10) ^ edition
    }
}

/// Somebody who wants a job.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Asker {
    pub(super) from: Rank,
    /// Which of his waits this is for. When it is over, he refuses.
    pub(super) wait: u64,
    /// He waits for this job and wants to help with it.
    pub(super) helps: Option<Place>,
}

/// What the members of a crew write to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Mail<J, A> {
    /// These want work. The bundle was passed on so many times by processors that had none.
    Idle(Vec<Asker>, u32),
    /// Nothing to help with here.
    NoWork(u64),
    /// Do this.
    Take(Taken<J>),
    /// It came too late: give it to somebody else.
    Refuse(Place),
    /// The answer.
    Done(Place, A, Time),
    /// A newer version of the job.
    Revise(Place, J),
    /// Nobody needs it any more.
    CallOff(Place),
    /// A limit has been reached.
    GiveUp,
    /// All is done.
    End,
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
