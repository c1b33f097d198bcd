//! Faults on request.
//!
//! A plan belongs to the thread that made it, so that tests that run at the same time do not disturb each other, and to the
//! threads and files that begin under it.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Call;

/// A plan of what fails. Clones are the same plan.
///
/// ```
/// use std::io::{ErrorKind, Write};
/// use provebest_system::{Call, Faults, File, remove_file};
///
/// let path = std::env::temp_dir().join(format!("provebest-faults-{}", std::process::id()));
/// let mut file = File::create_new(&path)?;
/// let full = Faults::new().room(4);
/// let error = full.during(|| file.write_all(b"proved")).unwrap_err();
/// assert_eq!((error.kind(), file.metadata()?.len()), (ErrorKind::StorageFull, 4));
/// file.write_all(b"ed")?; // there is room again
///
/// let refused = Faults::new().refuse(Call::Sync, 1..2);
/// assert!(refused.during(|| file.sync().is_ok() && file.sync().is_err() && file.sync().is_ok()));
/// assert_eq!(refused.calls(Call::Sync), 3);
/// remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Faults(Arc<Mutex<State>>);

#[derive(Default, Debug)]
struct State {
    active: usize,
    room: Option<u64>,
    short: bool,
    refused: Vec<(Call, Range<u64>)>,
    calls: Vec<(Call, u64)>,
    written: u64,
}

thread_local! {
    static PLAN: RefCell<Option<Faults>> = const { RefCell::new(None) };
}

impl Faults {
    /// Nothing fails. It still counts.
    pub fn new() -> Faults {
        Faults::default()
    }

    /// There is room for this number of bytes in all.
    pub fn room(self, bytes: u64) -> Faults {
        self.state().room = Some(bytes);
        self
    }

    /// Calls with these numbers are refused, counted from 0 among those of their kind.
    pub fn refuse(self, call: Call, numbers: Range<u64>) -> Faults {
        self.state().refused.push((call, numbers));
        self
    }

    /// Every read returns a single byte.
    pub fn short_reads(self) -> Faults {
        self.state().short = true;
        self
    }

    /// How many calls of a kind there were.
    pub fn calls(&self, call: Call) -> u64 {
        self.state().calls.iter().find(|(known, _)| *known == call).map_or(0, |&(_, count)| count)
    }

    /// How many bytes were written.
    pub fn written(&self) -> u64 {
        self.state().written
    }

    /// Does this work under the plan. Threads that begin in it and files that are opened in it follow the plan until it is over.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        Plan(Some(self.clone())).during(work)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The plan that a thread or a file follows.
#[derive(Clone, Debug)]
pub(crate) struct Plan(Option<Faults>);

impl Plan {
    pub(crate) fn of_thread() -> Plan {
        Plan(PLAN.with_borrow(Clone::clone))
    }

    /// The plan of this thread, or else its own while that one is not over.
    fn state<T>(&self, ask: impl FnOnce(&mut State) -> T) -> Option<T> {
        let faults = Plan::of_thread().0.or_else(|| self.0.clone())?;
        let mut state = faults.state();
        (state.active > 0).then(|| ask(&mut state))
    }

    pub(crate) fn ask(&self, call: Call) -> io::Result<()> {
        let refused = self.state(|state| {
            if !state.calls.iter().any(|(known, _)| *known == call) {
                state.calls.push((call, 0));
            }
            let (_, count) = state.calls.iter_mut().find(|(known, _)| *known == call)?;
            let number = std::mem::replace(count, *count + 1);
            state.refused.iter().any(|(refused, numbers)| *refused == call && numbers.contains(&number)).then_some(())
        });
        match refused.flatten() {
            // As the system says it.
            Some(()) if call == Call::Thread => Err(io::ErrorKind::WouldBlock.into()),
            Some(()) => Err(io::Error::other(format!("{call:?} is refused, as planned"))),
            None => Ok(()),
        }
    }

    /// Under a plan the disk is not waited for: there is no power loss in a test.
    pub(crate) fn sync(&self, sync: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.state(|_| ()).map_or_else(sync, Ok)
    }

    pub(crate) fn readable(&self, wanted: usize) -> usize {
        let short = self.state(|state| state.short) == Some(true);
        if short { wanted.min(1) } else { wanted }
    }

    pub(crate) fn writable(&self, wanted: usize) -> io::Result<usize> {
        let room = self.state(|state| {
            let most = state.room.map_or(wanted, |room| room.saturating_sub(state.written).min(wanted as u64) as usize);
            state.written += most as u64;
            most
        });
        match room.unwrap_or(wanted) {
            0 if wanted > 0 => Err(io::ErrorKind::StorageFull.into()),
            most => Ok(most),
        }
    }

    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        /// Puts back what was there, also when the work panics.
        struct Back(Plan);
        impl Drop for Back {
            fn drop(&mut self) {
                let this = PLAN.replace(self.0.0.take());
                this.iter().for_each(|faults| faults.state().active -= 1);
            }
        }
        self.0.iter().for_each(|faults| faults.state().active += 1);
        let _back = Back(Plan(PLAN.replace(self.0)));
        work()
    }
}
