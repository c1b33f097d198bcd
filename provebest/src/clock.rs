//! What ends a search from outside: the clock and the cancel token. Searches know neither, only [`Stop`].
//!
//! ```
//! use std::time::Duration;
//! use provebest::{AnyOf, CancelToken, Deadline, Reason, Stop};
//!
//! let (token, deadline) = (CancelToken::new(), Deadline::after(Duration::from_secs(3600)));
//! let either = AnyOf(vec![&token, &deadline]);
//! assert_eq!(either.stop(), None);
//! token.cancel();
//! assert_eq!(either.stop(), Some(Reason::Cancel));
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use provebest_search::{Reason, Stop};

/// How fast a search goes: it should ask about every millisecond, whatever a node costs.
#[derive(Debug)]
struct Pace {
    start: Instant,
    /// When it asked last, in nanoseconds from the start, and after how many nodes it will ask again.
    last: AtomicU64,
    breath: AtomicU64,
}

impl Pace {
    const WISH: u64 = 1_000_000;
    const LONGEST: u64 = 4096;

    fn new() -> Pace {
        Pace { start: Instant::now(), last: AtomicU64::new(0), breath: AtomicU64::new(1) }
    }

    /// After how many nodes to ask again: as many as took a millisecond, at most four times as many as the last time.
    fn next(&self) -> u64 {
        let now = self.start.elapsed().as_nanos() as u64;
        let taken = now.saturating_sub(self.last.swap(now, Ordering::Relaxed)).max(1);
        let breath = self.breath.load(Ordering::Relaxed);
        let wish = breath.saturating_mul(Self::WISH) / taken;
        let breath = wish.clamp(1, breath * 4).min(Self::LONGEST);
        self.breath.store(breath, Ordering::Relaxed);
        breath
    }
}

/// A moment after which a search should not go on. One that is too far away to be told counts as never.
#[derive(Debug)]
pub struct Deadline {
    end: Option<Instant>,
    pace: Pace,
}

impl Deadline {
    /// So much time from now.
    ///
    /// ```
    /// use std::time::Duration;
    /// use provebest::{Deadline, Reason, Stop};
    /// assert_eq!(Deadline::after(Duration::ZERO).stop(), Some(Reason::Time));
    /// assert_eq!(Deadline::after(Duration::MAX).stop(), None);
    /// ```
    pub fn after(time: Duration) -> Deadline {
        Deadline { end: Instant::now().checked_add(time), pace: Pace::new() }
    }

    /// This moment.
    pub fn at(moment: Instant) -> Deadline {
        Deadline { end: Some(moment), pace: Pace::new() }
    }
}

impl Stop for Deadline {
    fn stop(&self) -> Option<Reason> {
        self.end.is_some_and(|end| Instant::now() >= end).then_some(Reason::Time)
    }

    fn ask_again_after(&self) -> u64 {
        self.pace.next()
    }
}

/// Calls a search off from another thread. Clones belong together: cancelling one cancels all.
///
/// ```
/// use provebest::{CancelToken, Reason, Stop};
/// let token = CancelToken::new();
/// let other = token.clone();
/// std::thread::spawn(move || other.cancel()).join().unwrap();
/// assert!(token.is_cancelled());
/// assert_eq!(token.stop(), Some(Reason::Cancel));
/// ```
#[derive(Clone, Debug)]
pub struct CancelToken {
    cancelled: Arc<AtomicBool>,
    pace: Arc<Pace>,
}

impl Default for CancelToken {
    fn default() -> CancelToken {
        CancelToken { cancelled: Arc::default(), pace: Arc::new(Pace::new()) }
    }
}

impl CancelToken {
    /// A token that nobody has cancelled yet.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Calls off every search that was given this token.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Has it been cancelled?
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Stop for CancelToken {
    fn stop(&self) -> Option<Reason> {
        self.is_cancelled().then_some(Reason::Cancel)
    }

    fn ask_again_after(&self) -> u64 {
        self.pace.next()
    }
}

/// Stops as soon as one of several would. See the example at [`clock`](self).
#[derive(Clone, Default)]
pub struct AnyOf<'a>(pub Vec<&'a (dyn Stop + Sync)>);

impl Stop for AnyOf<'_> {
    fn stop(&self) -> Option<Reason> {
        self.0.iter().find_map(|one| one.stop())
    }

    fn ask_again_after(&self) -> u64 {
        self.0.iter().map(|one| one.ask_again_after()).min().unwrap_or(u64::MAX)
    }
}

/// Runs something with a clock and a token as what may stop it, where there are any.
pub(crate) fn within_limits<T>(
    time: Option<Duration>,
    cancel: Option<&CancelToken>,
    run: impl FnOnce(Option<&(dyn Stop + Sync)>) -> T,
) -> T {
    let deadline = time.map(Deadline::after);
    let clock = deadline.as_ref().map(|deadline| deadline as &(dyn Stop + Sync));
    let token = cancel.map(|token| token as &(dyn Stop + Sync));
    let stop = AnyOf(clock.into_iter().chain(token).collect());
    run(if stop.0.is_empty() { None } else { Some(&stop) })
}
