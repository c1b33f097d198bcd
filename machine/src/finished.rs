//! What a processor of a real machine returns, and the run that is made of it.

use serde::{Deserialize, Serialize};

use crate::processor::{Measured, Time};
use crate::timeline::{Keeper, Timeline};

/// What a processor of a real machine returns. Times are nanoseconds since the start.
#[derive(Debug, Serialize, Deserialize)]
pub struct Finished<A> {
    /// What its program ended with.
    pub answer: A,
    /// When it ended.
    pub ended: Time,
    /// How many messages it sent.
    pub sent: u64,
    /// How long it waited for mail.
    pub waited: Time,
    /// What it did and when, if a timeline is kept.
    pub keeper: Option<Keeper>,
}

impl<A> Finished<A> {
    /// The same with another answer.
    pub fn map<B>(self, map: impl FnOnce(A) -> B) -> Finished<B> {
        let Finished { answer, ended, sent, waited, keeper } = self;
        Finished { answer: map(answer), ended, sent, waited, keeper }
    }

    /// The answer, and the rest.
    pub fn split(self) -> (A, Finished<()>) {
        let Finished { answer, ended, sent, waited, keeper } = self;
        (answer, Finished { answer: (), ended, sent, waited, keeper })
    }
}

impl Finished<()> {
    /// What a run of all processors took; the first of them is rank 0.
    pub fn gather(all: Vec<Finished<()>>) -> (Measured, Option<Timeline>) {
        let (processors, time) = (all.len(), all[0].ended);
        let waited: Time = all.iter().map(|one| one.waited + time.saturating_sub(one.ended)).sum();
        let measured = Measured {
            processors,
            time,
            work: (processors as u64 * time).saturating_sub(waited),
            mail: 0,
            messages: all.iter().map(|one| one.sent).sum(),
            critical_path: None,
        };
        let mut keeper = Some(Keeper::default());
        for one in all {
            keeper = keeper.zip(one.keeper).map(|(all, one)| all.join(one));
        }
        (measured, keeper.map(|keeper| keeper.close(processors, time)))
    }
}
