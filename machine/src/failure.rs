//! Why a machine may not bring a program to its end.

use std::fmt;

use crate::processor::{Rank, Time};

/// A program did not come to its end, and no limit of its own is the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// Its processors wait for each other, or for one that was lost.
    Deadlock(Deadlock),
    /// The system has fewer threads than the machine needs. The program has not begun.
    TooFewThreads {
        /// How many the machine needs.
        wanted: usize,
        /// How many the system gave, the calling one included.
        had: usize,
        /// The reason that the system gave.
        why: String,
    },
    /// A processor cannot go on, and so none can.
    Lost {
        /// The processor that noticed it.
        rank: Rank,
        /// What happened.
        why: String,
    },
}

impl Failure {
    /// How many threads to try next, if the system had too few: half of what it had. With all of them there is often no memory left for
    /// what they do.
    ///
    /// ```
    /// use provebest_machine::Failure;
    /// let failure = Failure::TooFewThreads { wanted: 200, had: 18, why: "out of memory".into() };
    /// assert_eq!(failure.fewer_threads(), Some(9));
    /// ```
    pub fn fewer_threads(&self) -> Option<usize> {
        match self {
            Failure::TooFewThreads { had, .. } => Some((had / 2).max(1)),
            Failure::Deadlock(_) | Failure::Lost { .. } => None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Deadlock(deadlock) => deadlock.fmt(f),
            Failure::TooFewThreads { wanted, had, why } => {
                write!(f, "the system has only {had} of {wanted} threads: {why}")
            }
            Failure::Lost { rank, why } => write!(f, "rank {} cannot go on: {why}", rank.0),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Deadlock> for Failure {
    fn from(deadlock: Deadlock) -> Failure {
        Failure::Deadlock(deadlock)
    }
}

/// Every processor that has not ended waits for mail, and none is under way, or a processor was lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadlock {
    /// When the machine noticed it.
    pub time: Time,
    /// The processor that was lost, and when, if one was.
    pub lost: Option<(Rank, Time)>,
    /// The processors that wait, and since when.
    pub waiting: Vec<(Rank, Time)>,
    /// The last messages: when each was sent, from which processor and to which.
    pub last: Vec<(Time, Rank, Rank)>,
}

impl fmt::Display for Deadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lost {
            Some((Rank(rank), time)) => write!(f, "processor {rank} was lost at time {time}: ")?,
            None => write!(f, "deadlock at time {}: ", self.time)?,
        }
        let shown = 20;
        for (Rank(rank), since) in self.waiting.iter().take(shown) {
            write!(f, "processor {rank} waits for mail since {since}; ")?;
        }
        if self.waiting.len() > shown {
            write!(f, "and {} more; ", self.waiting.len() - shown)?;
        }
        write!(f, "the last mail was")?;
        for (time, Rank(from), Rank(to)) in &self.last {
            write!(f, " {from}->{to} at {time}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Deadlock {}
