//! Without the feature `faults` nothing is planned, and this compiles to nothing.

use std::io;

use crate::Call;

#[derive(Clone, Debug)]
pub(crate) struct Plan;

impl Plan {
    pub(crate) fn of_thread() -> Plan {
        Plan
    }

    pub(crate) fn ask(&self, _: Call) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn sync(&self, sync: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        sync()
    }

    pub(crate) fn readable(&self, wanted: usize) -> usize {
        wanted
    }

    pub(crate) fn writable(&self, wanted: usize) -> io::Result<usize> {
        Ok(wanted)
    }

    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }
}
