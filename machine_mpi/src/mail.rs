//! Batches of mail between the processes.

use std::cell::Cell;
use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use provebest_machine::Rank;

use crate::heartbeat::{self, Heartbeat};
use crate::raw::{self, Sending};

/// What a batch is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// Messages of the program, each with its length before it.
    Mail = 1,
    /// What a rank has ended with.
    Home = 2,
    /// All have come home.
    Over = 3,
    /// A rank cannot go on; the text says why.
    Failed = 4,
    /// A text of rank 0.
    Text = 5,
    /// A rank is still there.
    Beat = 6,
    /// A rank has lost another one, or the link to it; the text says so.
    Lost = 7,
}

impl Tag {
    const ALL: [Tag; 7] = [Tag::Mail, Tag::Home, Tag::Over, Tag::Failed, Tag::Text, Tag::Beat, Tag::Lost];
}

/// A batch that has come.
pub struct Parcel {
    pub from: Rank,
    pub tag: Tag,
    pub bytes: Vec<u8>,
}

/// What waits to be sent to one rank, and what is under way to it.
#[derive(Default)]
struct Outbox {
    /// Batches that are whole.
    waiting: VecDeque<(i32, Vec<u8>)>,
    /// The batch that messages are added to.
    batch: Vec<u8>,
    sending: Option<Sending>,
    bytes: usize,
}

/// Mail that waits for a rank which does not read may take this many bytes.
const MOST: usize = raw::MOST_AT_ONCE;
/// A batch of messages that has grown to this many bytes is sent as it is: the reader takes one batch at a time.
const BATCH: usize = 1 << 20;

/// The mail of this process.
pub struct Mailroom {
    pub rank: Rank,
    outboxes: Vec<Outbox>,
    /// Ranks to which something is under way or waits.
    busy: Vec<Rank>,
    heartbeat: Option<Heartbeat>,
}

impl Mailroom {
    pub fn new(rank: Rank, count: usize) -> Mailroom {
        Mailroom { rank, outboxes: (0..count).map(|_| Outbox::default()).collect(), busy: Vec::new(), heartbeat: None }
    }

    /// Notices from now on when a rank is silent for longer than this.
    pub fn watch(&mut self, patience: Duration) {
        self.heartbeat = Some(Heartbeat::new(self.rank, self.count(), patience));
    }

    /// The program of this rank has ended: rank 0 does not wait for a sign of it any more.
    pub fn fall_silent(&mut self) {
        if let Some(heartbeat) = &mut self.heartbeat {
            heartbeat.beats = false;
        }
    }

    pub fn count(&self) -> usize {
        self.outboxes.len()
    }

    /// Adds a message to the batch for a rank.
    pub fn add(&mut self, to: Rank, message: &[u8]) {
        let outbox = self.outbox(to);
        outbox.bytes += 4 + message.len();
        outbox.batch.extend_from_slice(&(message.len() as u32).to_le_bytes());
        outbox.batch.extend_from_slice(message);
        if outbox.batch.len() >= BATCH {
            outbox.close_batch();
        }
    }

    /// Adds a batch of its own for a rank, behind everything that waits.
    pub fn post(&mut self, to: Rank, tag: Tag, bytes: Vec<u8>) {
        let outbox = self.outbox(to);
        outbox.close_batch();
        outbox.bytes += bytes.len();
        outbox.waiting.push_back((tag as i32, bytes));
    }

    fn outbox(&mut self, to: Rank) -> &mut Outbox {
        let outbox = &mut self.outboxes[to.index()];
        if outbox.is_empty() {
            self.busy.push(to);
        }
        outbox
    }

    /// Sends what can be sent.
    pub fn send(&mut self) -> Result<(), String> {
        let (outboxes, mut wrong) = (&mut self.outboxes, None);
        self.busy.retain(|&to| {
            let outbox = &mut outboxes[to.index()];
            if outbox.sending.as_mut().is_some_and(Sending::is_complete) {
                outbox.sending = None;
            }
            if outbox.sending.is_none() {
                if outbox.waiting.is_empty() {
                    outbox.close_batch();
                }
                if let Some((tag, bytes)) = outbox.waiting.pop_front() {
                    outbox.bytes -= bytes.len();
                    match Sending::begin(to.0, tag, bytes) {
                        Ok(sending) => outbox.sending = Some(sending),
                        Err(why) => wrong = Some(why),
                    }
                }
            }
            if outbox.bytes > MOST {
                wrong = Some(format!("rank {} does not read its mail: {} bytes wait for it", to.0, outbox.bytes));
            }
            !outbox.is_empty()
        });
        wrong.map_or(Ok(()), Err)
    }

    /// Sends what can be sent, and takes a batch that has come.
    pub fn poll(&mut self) -> Result<Option<Parcel>, String> {
        self.beat();
        self.send()?;
        let Some((from, tag, bytes)) = raw::receive()? else {
            return self.heartbeat.as_mut().map_or(Ok(()), Heartbeat::judge).map(|()| None);
        };
        let from = Rank(from);
        let tag = Tag::ALL.into_iter().find(|known| *known as i32 == tag).ok_or_else(|| crate::no_message(from))?;
        if let Some(heartbeat) = &mut self.heartbeat {
            heartbeat.hear(from, tag);
        }
        match tag {
            Tag::Beat => Ok(None),
            Tag::Failed | Tag::Lost => {
                if let (Tag::Lost, Some(heartbeat)) = (tag, &self.heartbeat) {
                    heartbeat::lose(heartbeat.patience);
                }
                Err(format!("rank {}: {}", from.0, String::from_utf8_lossy(&bytes)))
            }
            _ => Ok(Some(Parcel { from, tag, bytes })),
        }
    }

    /// Says now and then that this rank is still there, unless mail on its way says so.
    fn beat(&mut self) {
        let Some(to) = self.heartbeat.as_mut().and_then(Heartbeat::due) else { return };
        for rank in to {
            if self.outboxes[rank.index()].is_empty() {
                self.post(rank, Tag::Beat, Vec::new());
            }
        }
    }

    /// Waits for a batch. An idle process leaves its core to others: first for a moment, then longer and longer.
    pub fn wait(&mut self) -> Result<Parcel, String> {
        let mut looks = 0_u32;
        loop {
            if let Some(parcel) = self.poll()? {
                return Ok(parcel);
            }
            idle(&mut looks);
        }
    }

    /// Sends all that waits, until the last batch is being read. What comes meanwhile is for `read`.
    pub fn deliver(&mut self, mut read: impl FnMut(Parcel)) -> Result<(), String> {
        let mut looks = 0;
        loop {
            let came = self.poll()?;
            if self.busy.is_empty() && came.is_none() {
                return Ok(());
            }
            match came {
                Some(parcel) => read(parcel),
                None => idle(&mut looks),
            }
        }
    }

    /// Sends what waits, as far as that is possible within this time. Nobody reads what comes meanwhile.
    pub fn deliver_within(&mut self, time: Duration) {
        let (begun, mut looks) = (Instant::now(), 0);
        // A rank that waits until its own mail is read reads none.
        while self.send().is_ok() && raw::receive().is_ok() && !self.busy.is_empty() && begun.elapsed() < time {
            idle(&mut looks);
        }
    }
}

impl Outbox {
    fn is_empty(&self) -> bool {
        self.sending.is_none() && self.waiting.is_empty() && self.batch.is_empty()
    }

    fn close_batch(&mut self) {
        if !self.batch.is_empty() {
            self.waiting.push_back((Tag::Mail as i32, std::mem::take(&mut self.batch)));
        }
    }
}

thread_local! {
    /// The core came back late when it was left to others: that many looks are to come before this is tried again.
    static CROWDED: Cell<u32> = const { Cell::new(0) };
}

/// A process that waits leaves its core to others: first for a moment, then longer and longer. Beside programs that do not wait, a moment is
/// as long as they like; a short sleep is shorter.
pub fn idle(looks: &mut u32) {
    *looks += 1;
    let crowded = CROWDED.get();
    CROWDED.set(crowded.saturating_sub(1));
    match *looks {
        ..50 if crowded == 0 => {
            let left = Instant::now();
            thread::yield_now();
            if left.elapsed() > Duration::from_millis(1) {
                CROWDED.set(10_000);
            }
        }
        ..250 => thread::sleep(Duration::from_micros(20)),
        _ => thread::sleep(Duration::from_micros(200)),
    }
}

/// The messages of a batch.
pub fn messages(bytes: &[u8]) -> impl Iterator<Item = Option<&[u8]>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let one = rest.split_first_chunk::<4>().and_then(|(len, behind)| {
            let (one, behind) = behind.split_at_checked(u32::from_le_bytes(*len) as usize)?;
            rest = behind;
            Some(one)
        });
        if one.is_none() {
            rest = &[];
        }
        Some(one)
    })
}
