//! Notices ranks that are lost. MPI does not: mail to a host whose link was cut just waits.
//!
//! While its program runs, every rank gives rank 0 a sign now and then, and rank 0 gives one to all. A rank that waits for signs and
//! gets none for too long ends the job.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use provebest_machine::Rank;

use crate::mail::Tag;

/// Was a rank or a link lost?
static LOST: AtomicBool = AtomicBool::new(false);

/// This job has lost a rank or a link.
pub fn lose() {
    LOST.store(true, Relaxed);
}

/// Gives `mpirun` time to notice by itself that a host is lost. An order to end the job would wait for that host for minutes.
pub fn wait_for_mpirun() {
    if LOST.load(Relaxed) {
        sleep(Duration::from_secs(10));
    }
}

pub struct Watch {
    rank: Rank,
    patience: Duration,
    /// When each rank was heard last; `None` for those that nothing has to be heard of.
    heard: Vec<Option<Instant>>,
    /// Does this rank give signs?
    pub beats: bool,
    last_beat: Instant,
    last_look: Instant,
}

impl Watch {
    pub fn new(rank: Rank, count: usize, patience: Duration) -> Watch {
        let now = Instant::now();
        let watched = |other: Rank| other != rank && (rank == Rank::FIRST || other == Rank::FIRST);
        let heard = Rank::all(count).map(|other| watched(other).then_some(now)).collect();
        Watch { rank, patience, heard, beats: true, last_beat: now, last_look: now }
    }

    /// The ranks that want a sign now, if it is time for one.
    pub fn due(&mut self) -> Option<Vec<Rank>> {
        let now = Instant::now();
        // After a long break of its own, this rank cannot say how long others were silent.
        if now - self.last_look > self.patience / 3 {
            self.heard.iter_mut().flatten().for_each(|heard| *heard = now);
        }
        self.last_look = now;
        if !self.beats || now - self.last_beat < self.patience / 8 {
            return None;
        }
        self.last_beat = now;
        let others = Rank::all(self.heard.len()).filter(|rank| *rank != self.rank);
        Some(others.filter(|rank| self.heard[rank.index()].is_some()).collect())
    }

    pub fn hear(&mut self, from: Rank, tag: Tag) {
        if let Some(heard) = &mut self.heard[from.index()] {
            *heard = Instant::now();
        }
        if tag == Tag::Home {
            self.heard[from.index()] = None;
        }
    }

    /// Was a rank silent for too long? To be asked when no mail is waiting.
    pub fn judge(&mut self) -> Result<(), String> {
        let now = Instant::now();
        let silent = |heard: &Option<Instant>| heard.is_some_and(|heard| now - heard > self.patience);
        match self.heard.iter().position(silent) {
            Some(rank) => {
                lose();
                let seconds = self.patience.as_secs_f64();
                Err(format!("rank {rank} was silent for {seconds} s: its process or the link to it is lost"))
            }
            None => Ok(()),
        }
    }
}
