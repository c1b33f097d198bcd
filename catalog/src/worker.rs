//! Work on a thread of its own, with a stack that is large enough, and errors where it fails.

use std::any::Any;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use provebest_game::Depth;

/// How often the waiting thread does something else.
const TICK: Duration = Duration::from_millis(100);

/// Why work has no result.
#[derive(Debug)]
pub enum Lost {
    /// The system has no thread left to do it on.
    NoThread(io::Error),
    /// It panicked, which is a mistake in this program: the message, and the place.
    Panicked(String),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::NoThread(why) => write!(f, "the system has no thread left: {why}"),
            Lost::Panicked(why) => write!(f, "a mistake in this program: {why}"),
        }
    }
}

impl std::error::Error for Lost {}

/// The place of the first panic that was not reported yet.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// From now on a panic prints nothing: the thread that waits for the work gets it as an error of one line. With RUST_BACKTRACE
/// it is also printed as usual.
pub fn keep_panics_quiet() {
    let usual = panic::take_hook();
    let loud = std::env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0");
    panic::set_hook(Box::new(move |panic| {
        let mut place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
        if let (None, Some(here)) = (&*place, panic.location()) {
            *place = Some(here.to_string());
        }
        drop(place);
        if loud {
            usual(panic);
        }
    }));
}

/// The error of a panic.
///
/// ```
/// use provebest_catalog::worker::panicked;
/// let left = std::panic::catch_unwind(|| panic!("as planned")).unwrap_err();
/// assert!(panicked(&*left).to_string().starts_with("a mistake in this program: as planned"));
/// ```
pub fn panicked(left: &(dyn Any + Send)) -> Lost {
    let text = left.downcast_ref::<String>().map(String::as_str).or_else(|| left.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("it does not say which");
    let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take();
    Lost::Panicked(place.map_or(text.to_string(), |place| format!("{text}, at {place}")))
}

/// Does work on a thread with a stack of `bytes` bytes, and calls `meanwhile` now and then until the work is done.
///
/// ```
/// use provebest_catalog::worker::{on_stack, stack_for};
/// use provebest_game::Depth;
/// let sum: u64 = on_stack("sum", stack_for(Depth(100)), || (1..=100).sum(), || {})?;
/// assert_eq!(sum, 5050);
/// # Ok::<(), provebest_catalog::worker::Lost>(())
/// ```
pub fn on_stack<T: Send>(
    name: &str,
    bytes: usize,
    work: impl FnOnce() -> T + Send,
    mut meanwhile: impl FnMut(),
) -> Result<T, Lost> {
    if cfg!(target_family = "wasm") {
        // There are no threads: the page chooses the stack.
        meanwhile();
        return Ok(work());
    }
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().name(name.into()).stack_size(bytes);
        let work = || {
            let _done = done;
            work()
        };
        let worker = provebest_system::spawn_scoped(worker, scope, work).map_err(Lost::NoThread)?;
        while finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            meanwhile();
        }
        worker.join().map_err(|left| panicked(&*left))
    })
}

/// Does work whose result is welcome but not needed: if it fails or panics, `complain` gets the reason, and there is no result.
#[doc(hidden)]
pub fn perhaps<T, E: fmt::Display>(
    what: &str,
    work: impl FnOnce() -> Result<T, E>,
    complain: impl FnOnce(String),
) -> Option<T> {
    let why = match panic::catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => return Some(done),
        Ok(Err(why)) => why.to_string(),
        Err(left) => panicked(&*left).to_string(),
    };
    complain(format!("{what} failed, and the answer stands without it: {why}"));
    None
}

/// Bytes of stack for a search of this depth, generously estimated, without optimisation too.
///
/// ```
/// use provebest_catalog::worker::stack_for;
/// use provebest_game::Depth;
/// assert!(stack_for(Depth(1000)) > 16_000_000);
/// ```
pub fn stack_for(depth: Depth) -> usize {
    (4 << 20) + depth.0 as usize * (16 << 10)
}
