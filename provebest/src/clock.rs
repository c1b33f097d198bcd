//! What ends a search from outside: the clock and the cancel token. Searches know neither, only [`Stop`].
//!
//! ```
//! use std::time::Duration;
//! use provebest::clock::{AnyOf, Deadline};
//! use provebest::search::Stop;
//! use provebest::{CancelToken, Reason};
//!
//! let (token, deadline) = (CancelToken::new(), Deadline::after(Duration::from_secs(3600)));
//! let either = AnyOf(vec![&token, &deadline]);
//! assert_eq!(either.stop(), None);
//! token.cancel();
//! assert_eq!(either.stop(), Some(Reason::Cancel));
//! ```

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use provebest_search::{Reason, Stop};

/// Is there a clock? Not in a browser without help (`wasm32-unknown-unknown`): there, limits on time are refused.
pub const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Are there threads? Not there, either: a search on several runs on one.
pub const HAS_THREADS: bool = HAS_CLOCK;

pub(crate) const NO_CLOCK: &str = "a limit on time where there is no clock; expected a limit on depth or nodes";

/// The moment now, where there is a clock.
fn now() -> Option<Instant> {
    HAS_CLOCK.then(Instant::now)
}

/// How long ago something began; without a clock, no time passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(now())
    }

    pub(crate) fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// How fast a search goes: it should ask about every millisecond, whatever a node costs.
#[derive(Debug)]
pub(crate) struct Pace {
    /// No two have the same.
    name: u64,
}

/// What a thread remembers of a pace: its name, when it asked last, and after how many nodes it will ask again.
type Step = (u64, Option<Instant>, u64);

thread_local! {
    /// Each thread goes at its own pace, and is asked by few at a time.
    static STEPS: Cell<[Step; 4]> = const { Cell::new([(0, None, 1); 4]) };
}

impl Pace {
    const WISH: u64 = 1_000_000;
    const LONGEST: u64 = 4096;
    const WITHOUT_CLOCK: u64 = 256;

    pub(crate) fn new() -> Pace {
        static NAMES: AtomicU64 = AtomicU64::new(1);
        Pace { name: NAMES.fetch_add(1, Ordering::Relaxed) }
    }

    /// After how many nodes this thread should ask again: as many as took a millisecond, at most four times as many as the
    /// last time.
    pub(crate) fn next(&self) -> u64 {
        let (mut steps, Some(now)) = (STEPS.get(), now()) else { return Self::WITHOUT_CLOCK };
        let place = steps.iter().position(|&(name, ..)| name == self.name);
        let (_, last, before) = place.map_or((self.name, None, 1), |place| steps[place]);
        let taken = last.map_or(u64::MAX, |last| now.duration_since(last).as_nanos() as u64).max(1);
        let wish = before.saturating_mul(Self::WISH) / taken;
        let breath = wish.clamp(1, before * 4).min(Self::LONGEST);
        // The one that asked last comes first; the one that has not asked for longest is forgotten.
        steps[..=place.unwrap_or(3)].rotate_right(1);
        steps[0] = (self.name, Some(now), breath);
        STEPS.set(steps);
        breath
    }
}

/// A moment after which a search should not go on. One that is too far away to be written counts as never.
///
/// ```
/// use std::time::{Duration, Instant};
/// use provebest::Reason;
/// use provebest::clock::Deadline;
/// use provebest::search::Stop;
/// assert_eq!(Deadline::at(Instant::now()).stop(), Some(Reason::Time));
/// assert_eq!(Deadline::after(Duration::from_secs(3_600)).stop(), None);
/// ```
#[derive(Debug)]
pub struct Deadline {
    end: Option<Instant>,
    pace: Pace,
}

impl Deadline {
    /// This much time from now. Without a clock ([`HAS_CLOCK`]), never.
    ///
    /// ```
    /// use std::time::Duration;
    /// use provebest::clock::Deadline;
    /// use provebest::search::Stop;
    /// use provebest::Reason;
    /// assert_eq!(Deadline::after(Duration::ZERO).stop(), Some(Reason::Time));
    /// assert_eq!(Deadline::after(Duration::MAX).stop(), None);
    /// ```
    pub fn after(time: Duration) -> Deadline {
        Deadline { end: now().and_then(|now| now.checked_add(time)), pace: Pace::new() }
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
/// use provebest::search::Stop;
/// use provebest::{CancelToken, Reason};
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
    /// A token that is not cancelled yet.
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

/// Stops as soon as one of several would. Of several reasons it is the first one, but a cancel goes before all others: it cannot
/// wait. See the example at [`clock`](self).
///
/// ```
/// use std::time::Duration;
/// use provebest::clock::{AnyOf, Deadline};
/// use provebest::search::Stop;
/// use provebest::{CancelToken, Reason};
/// let (deadline, token) = (Deadline::after(Duration::ZERO), CancelToken::new());
/// let either = AnyOf(vec![&deadline, &token]);
/// assert_eq!(either.stop(), Some(Reason::Time));
/// token.cancel();
/// assert_eq!(either.stop(), Some(Reason::Cancel));
/// ```
#[derive(Clone, Default)]
pub struct AnyOf<'a>(pub Vec<&'a (dyn Stop + Sync)>);

impl Stop for AnyOf<'_> {
    fn stop(&self) -> Option<Reason> {
        let reasons = self.0.iter().filter_map(|one| one.stop());
        reasons.reduce(|first, other| if other == Reason::Cancel { other } else { first })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread that others have asked much for does not have to wait for their long breaths.
    #[test]
    fn each_thread_goes_at_its_own_pace() {
        let token = CancelToken::new();
        let first = || token.ask_again_after();
        assert_eq!(first(), 1);
        (0..20).for_each(|_| assert!((1..=Pace::LONGEST).contains(&first())));
        std::thread::scope(|scope| assert_eq!(scope.spawn(first).join().unwrap(), 1));
    }

    #[test]
    fn a_cancel_goes_before_a_clock() {
        let (token, late) = (CancelToken::new(), Deadline::after(Duration::ZERO));
        let both = [AnyOf(vec![&token, &late]), AnyOf(vec![&late, &token])];
        both.iter().for_each(|either| assert_eq!(either.stop(), Some(Reason::Time)));
        token.cancel();
        both.iter().for_each(|either| assert_eq!(either.stop(), Some(Reason::Cancel)));
    }

    #[test]
    fn paces_are_told_apart() {
        let [one, other] = [Deadline::after(Duration::MAX), Deadline::after(Duration::MAX)];
        assert_eq!((one.ask_again_after(), other.ask_again_after()), (1, 1));
        (0..10).for_each(|_| assert!(AnyOf(vec![&one, &other]).ask_again_after() >= 1));
        assert_eq!(Deadline::after(Duration::MAX).ask_again_after(), 1, "a new one begins anew");
    }
}
