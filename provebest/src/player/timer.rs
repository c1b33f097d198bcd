//! How long to think, and when to stop.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use provebest_game::Depth;
use provebest_search::engine::Answer;
use provebest_search::{Reason, Stop};

use crate::clock::{Pace, Stopwatch};

/// What is left on a player's clock.
///
/// ```
/// use std::time::Duration;
/// use provebest::player::{Remaining, ThinkLimits};
/// let clock = Remaining { left: Duration::from_secs(60), increment: Duration::from_secs(1), moves: Some(40) };
/// let limits = ThinkLimits { clock: Some(clock), ..ThinkLimits::default() };
/// assert_eq!(limits.clock, Some(clock));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remaining {
    /// For all moves until more is given.
    pub left: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// How many moves until more is given, where that is the rule.
    pub moves: Option<u32>,
}

/// What a player may use for one move. Without any limit it thinks until it is stopped or sees the end of the game.
///
/// However little time or nodes it may use, it searches one ply: a player that had not looked at its moves might leave out a win.
/// Only [`Timer::end`] ends that, too, a few milliseconds later.
///
/// ```
/// use std::time::Duration;
/// use provebest::games::connect_four::ConnectFour;
/// use provebest::player::{GameHistory, Player, ThinkLimits};
/// let game = ConnectFour::default();
/// let (player, history) = (Player::new(&game, 1 << 20)?, GameHistory::new(&game, Default::default()));
/// let limits = ThinkLimits { depth: Some(4.into()), ..ThinkLimits::time(Duration::from_secs(10)) };
/// assert!(player.think(&history, limits)?.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThinkLimits {
    /// At most this long.
    pub time: Option<Duration>,
    /// As long as is wise with this clock.
    pub clock: Option<Remaining>,
    /// At most this deep.
    pub depth: Option<Depth>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// Kept in reserve for the way of the answer.
    pub reserve: Duration,
    /// Without an end: the answer waits for [`Timer::end`].
    pub infinite: bool,
    /// On the opponent's time: the clock starts with [`Timer::start`].
    pub ponder: bool,
}

impl ThinkLimits {
    /// At most this long.
    pub fn time(time: Duration) -> ThinkLimits {
        ThinkLimits { time: Some(time), ..ThinkLimits::default() }
    }

    /// To this depth.
    pub fn depth(plies: impl Into<Depth>) -> ThinkLimits {
        ThinkLimits { depth: Some(plies.into()), ..ThinkLimits::default() }
    }

    /// At most this many nodes.
    pub fn nodes(nodes: u64) -> ThinkLimits {
        ThinkLimits { nodes: Some(nodes), ..ThinkLimits::default() }
    }

    /// With a clock that is running.
    pub fn clock(left: Duration, increment: Duration) -> ThinkLimits {
        ThinkLimits { clock: Some(Remaining { left, increment, moves: None }), ..ThinkLimits::default() }
    }

    /// Does a clock have to run for them?
    pub(super) fn needs_clock(&self) -> bool {
        self.time.is_some() || self.clock.is_some() || self.infinite || self.ponder
    }

    /// Is only a move wanted? Not if a depth is asked for, or everything there is to know until the end of the search.
    pub(super) fn is_for_a_move(&self) -> bool {
        self.depth.is_none() && !self.infinite && !self.ponder
    }

    /// After how long to begin no further iteration, and after how long to stop at once.
    fn bounds(&self) -> (Option<Duration>, Option<Duration>) {
        let fixed = self.time.map(|time| time - self.reserve.min(time / 2));
        let Some(Remaining { left, increment, moves }) = self.clock else { return (fixed, fixed) };
        let left = (left - self.reserve.min(left / 2)).max(Duration::from_millis(1));
        let part = |of: Duration, share: u32, all: u32| of.saturating_mul(share) / all;
        let share = (left / moves.unwrap_or(24).clamp(1, 50)).saturating_add(part(increment, 3, 4));
        let (soft, hard) = match moves {
            Some(1) => (part(left, 3, 4), part(left, 4, 5)),
            _ => (share.min(left / 2), share.saturating_mul(4).min(part(left, 3, 5))),
        };
        let hard = hard.min(fixed.unwrap_or(Duration::MAX));
        (Some(soft.min(hard)), Some(hard))
    }
}

/// Watches over one search. Others may hold it to stop the search, or to start its clock.
///
/// ```
/// use provebest::player::{ThinkLimits, Timer};
/// use provebest::search::Stop;
/// let timer = Timer::new(ThinkLimits { infinite: true, ..ThinkLimits::default() });
/// assert_eq!(timer.stop(), None);
/// timer.end();
/// assert!(timer.stop().is_some());
/// ```
pub struct Timer {
    limits: ThinkLimits,
    made: Stopwatch,
    /// Nanoseconds from `made` to the start of the clock.
    started: AtomicU64,
    /// Is the clock running? Not while it is the opponent's turn.
    runs: AtomicBool,
    ended: AtomicBool,
    /// Nanoseconds from `made` to the first question after the end, 0 before it.
    asked: AtomicU64,
    /// Has an iteration been finished?
    knows: AtomicBool,
    signal: (Mutex<()>, Condvar),
    pace: Pace,
    /// The number of the best move, and how often in a row it has stayed the same.
    steady: AtomicU64,
}

impl Timer {
    /// A timer whose clock starts now, unless it is to ponder.
    pub fn new(limits: ThinkLimits) -> Timer {
        Timer {
            limits,
            made: Stopwatch::start(),
            started: AtomicU64::new(0),
            runs: AtomicBool::new(!limits.ponder),
            ended: AtomicBool::new(false),
            asked: AtomicU64::new(0),
            knows: AtomicBool::new(false),
            signal: Default::default(),
            pace: Pace::new(),
            steady: AtomicU64::new(0),
        }
    }

    /// What it was made for.
    pub fn limits(&self) -> &ThinkLimits {
        &self.limits
    }

    /// The opponent has moved as expected: from now on it is one's own time. A clock that is running goes on as it is.
    pub fn start(&self) {
        if self.runs.load(Acquire) {
            return;
        }
        self.started.store(self.made.elapsed().as_nanos() as u64, Relaxed);
        // A thread that sees the clock run also sees since when.
        self.runs.store(true, Release);
        self.tell();
    }

    /// How long a search that is told to end may still look for its first move.
    const GRACE: Duration = Duration::from_millis(5);

    /// Ends the search at once; one that knows nothing of its moves yet has five milliseconds to look at each of them.
    pub fn end(&self) {
        self.ended.store(true, Relaxed);
        self.tell();
    }

    /// How long it was thought on one's own time.
    pub fn elapsed(&self) -> Duration {
        self.made.elapsed().saturating_sub(Duration::from_nanos(self.started.load(Relaxed)))
    }

    /// How long ago it was made.
    pub fn total(&self) -> Duration {
        self.made.elapsed()
    }

    fn tell(&self) {
        // A thread that is about to wait holds the lock until it waits.
        drop(self.signal.0.lock());
        self.signal.1.notify_all();
    }

    /// Waits until the answer may be given: one that is to think until it is stopped does not answer before.
    pub(super) fn hold(&self) {
        let may = || self.ended.load(Relaxed) || (!self.limits.infinite && self.runs.load(Acquire));
        let mut lock = self.signal.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        while !may() {
            lock = self.signal.1.wait(lock).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// After an iteration: is it wise to begin another?
    pub(super) fn is_enough<M>(&self, answer: &Answer<M>) -> Option<Reason> {
        self.knows.store(true, Relaxed);
        if !self.runs.load(Acquire) || self.limits.infinite {
            return None;
        }
        let soft = self.limits.bounds().0.filter(|_| self.limits.clock.is_some())?;
        // A move without alternative needs no thought; one that has been best for long needs less.
        let best = answer.moves.first().map_or(0, |first| u64::from(first.number));
        let steady = self.steady.load(Relaxed);
        let times = if steady >> 8 == best { (steady & 0xff).saturating_add(1).min(9) } else { 0 };
        self.steady.store(best << 8 | times, Relaxed);
        let alone = answer.moves.len() == 1;
        let wise = if alone { soft / 20 } else { soft.saturating_mul(14 - times.min(9) as u32) / 14 };
        // The next iteration takes about as long as all before.
        (self.elapsed() * 3 / 2 > wise).then_some(Reason::Time)
    }
}

impl Stop for Timer {
    fn stop(&self) -> Option<Reason> {
        if self.ended.load(Relaxed) {
            let now = self.made.elapsed().as_nanos() as u64;
            let since = self.asked.compare_exchange(0, now, Relaxed, Relaxed).err().unwrap_or(now);
            // Time can wait for the first ply, a cancel cannot.
            let waits = !self.knows.load(Relaxed) && u128::from(now - since.min(now)) < Self::GRACE.as_nanos();
            return Some(if waits { Reason::Time } else { Reason::Cancel });
        }
        if !self.runs.load(Acquire) || self.limits.infinite {
            return None;
        }
        let hard = self.limits.bounds().1?;
        (self.elapsed() >= hard).then_some(Reason::Time)
    }

    fn ask_again_after(&self) -> u64 {
        self.pace.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_all_sizes() {
        for left in [Duration::ZERO, Duration::from_nanos(1), Duration::from_secs(1), Duration::MAX] {
            for increment in [Duration::ZERO, Duration::MAX] {
                for moves in [None, Some(1), Some(2), Some(u32::MAX)] {
                    for time in [None, Some(Duration::from_millis(100))] {
                        let clock = Some(Remaining { left, increment, moves });
                        let (soft, hard) = ThinkLimits { clock, time, ..ThinkLimits::default() }.bounds();
                        assert!(soft <= hard && hard <= Some(left.max(Duration::from_millis(1))));
                        assert!(time.is_none_or(|time| hard <= Some(time)), "a time is the last word");
                    }
                }
            }
        }
    }

    #[test]
    fn an_end_waits_a_moment_for_the_first_ply() {
        let timer = Timer::new(ThinkLimits { infinite: true, ..ThinkLimits::default() });
        timer.end();
        assert!(timer.stop().is_some());
        std::thread::sleep(Timer::GRACE);
        assert_eq!(timer.stop(), Some(Reason::Cancel));
        let timer = Timer::new(ThinkLimits { infinite: true, ..ThinkLimits::default() });
        timer.knows.store(true, Relaxed);
        timer.end();
        assert_eq!(timer.stop(), Some(Reason::Cancel));
    }

    #[test]
    fn the_clock_starts_once() {
        let moment = Duration::from_millis(5);
        let timer = Timer::new(ThinkLimits { ponder: true, ..ThinkLimits::time(Duration::ZERO) });
        std::thread::sleep(moment);
        assert_eq!(timer.stop(), None, "not on the opponent's time");
        timer.start();
        assert!(timer.total() - timer.elapsed() >= moment);
        assert_eq!(timer.stop(), Some(Reason::Time));
        std::thread::sleep(moment);
        timer.start();
        assert!(timer.elapsed() >= moment, "a second start changes nothing");
    }
}
