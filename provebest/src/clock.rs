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
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use provebest_search::{Reason, Stop};

/// A moment after which a search should not go on. One that is too far away to be told counts as never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline(Option<Instant>);

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
        Deadline(Instant::now().checked_add(time))
    }

    /// This moment.
    pub fn at(moment: Instant) -> Deadline {
        Deadline(Some(moment))
    }
}

impl Stop for Deadline {
    fn stop(&self) -> Option<Reason> {
        self.0.is_some_and(|end| Instant::now() >= end).then_some(Reason::Time)
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
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that nobody has cancelled yet.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Calls off every search that was given this token.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been cancelled?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Stop for CancelToken {
    fn stop(&self) -> Option<Reason> {
        self.is_cancelled().then_some(Reason::Cancel)
    }
}

/// Stops as soon as one of several would. See the example at [`clock`](self).
#[derive(Clone, Default)]
pub struct AnyOf<'a>(pub Vec<&'a dyn Stop>);

impl Stop for AnyOf<'_> {
    fn stop(&self) -> Option<Reason> {
        self.0.iter().find_map(|one| one.stop())
    }
}
