//! Notices ranks that are lost. MPI does not: mail to a host whose link was cut just waits.
//!
//! While its program runs, every rank gives rank 0 a sign now and then, and rank 0 gives one to all. A rank that waits for signs and
//! gets none for too long ends the job.

use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use provebest_machine::Rank;

use crate::mail::Tag;

/// When this job lost a rank or a link, if it did: the last that was heard of it.
static LOST: OnceLock<Instant> = OnceLock::new();

/// This long after a link is cut, `mpirun` has noticed it, with the settings that `docs/cluster.md` names.
const NOTICED: Duration = Duration::from_secs(20);

/// This job has lost a rank or a link, silent for this long.
pub fn lose(silence: Duration) {
    LOST.get_or_init(|| Instant::now().checked_sub(silence).unwrap_or_else(Instant::now));
}

/// Has it?
pub fn is_lost() -> bool {
    LOST.get().is_some()
}

/// Gives `mpirun` time to notice by itself that a host is lost. An order to end the job, or a word of a rank, that is on its way
/// to or from that host keeps `mpirun` from noticing: it then waits for minutes.
pub fn wait_for_mpirun() {
    if let Some(lost) = LOST.get() {
        sleep(NOTICED.saturating_sub(lost.elapsed()));
    }
}

pub struct Heartbeat {
    rank: Rank,
    pub patience: Duration,
    /// When each rank was heard last; `None` for those that nothing has to be heard of.
    heard: Vec<Option<Instant>>,
    /// Does this rank give signs?
    pub beats: bool,
    last_beat: Instant,
    last_look: Instant,
}

impl Heartbeat {
    pub fn new(rank: Rank, count: usize, patience: Duration) -> Heartbeat {
        let now = Instant::now();
        let watched = |other: Rank| other != rank && (rank == Rank::FIRST || other == Rank::FIRST);
        let heard = Rank::all(count).map(|other| watched(other).then_some(now)).collect();
        Heartbeat { rank, patience, heard, beats: true, last_beat: now, last_look: now }
    }

    /// The ranks that want a sign now, if it is time for one.
    pub fn due(&mut self) -> Option<Vec<Rank>> {
        let now = Instant::now();
        // What others said during a long break of this rank, it has not heard yet.
        let pause = now - self.last_look;
        if pause > self.patience / 3 {
            self.heard.iter_mut().flatten().for_each(|heard| *heard = (*heard + pause).min(now));
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
                lose(self.patience);
                let seconds = self.patience.as_secs_f64();
                Err(format!("rank {rank} was silent for {seconds} s: its process or the link to it is lost"))
            }
            None => Ok(()),
        }
    }
}
