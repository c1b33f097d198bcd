//! Mail for programs that use it directly: every letter carries the chain of work that it depends on.

use serde::{Deserialize, Serialize};

use crate::processor::{Processor, Rank, Time, Work};

/// A letter: mail and the chain of work behind it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Letter<M> {
    chain: Time,
    mail: M,
}

/// The verbs with letters. What a processor does after it has read a letter depends on the letter, and on what the
/// processor did before.
pub struct Post<'p, M>(pub &'p dyn Processor<Letter<M>>);

impl<M> Post<'_, M> {
    /// Which processor this is.
    pub fn rank(&self) -> Rank {
        self.0.rank()
    }

    /// How many processors there are.
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// Sends mail to a processor.
    pub fn send(&self, to: Rank, mail: M) {
        self.0.send(to, Letter { chain: self.0.chain().get(), mail });
    }

    /// Sends the same mail to every other processor.
    pub fn send_to_others(&self, mail: M)
    where
        M: Clone,
    {
        for rank in Rank::all(self.count()).filter(|rank| *rank != self.rank()) {
            self.send(rank, mail.clone());
        }
    }

    /// Mail that has arrived, if any.
    pub fn poll(&self) -> Option<M> {
        self.0.poll().map(|letter| self.open(letter))
    }

    /// Waits for mail.
    pub async fn receive(&self) -> M {
        let letter = self.0.receive().await;
        self.open(letter)
    }

    /// Reports to the machine what was done.
    pub async fn work(&self, work: Work) {
        self.0.work(work).await;
    }

    fn open(&self, letter: Letter<M>) -> M {
        let chain = self.0.chain();
        chain.set(chain.get().max(letter.chain));
        letter.mail
    }
}
