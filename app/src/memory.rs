//! How much memory this process has taken and may take, as far as the system tells.

use std::fs;

use anyhow::anyhow;

use crate::people;

/// The most bytes in memory at once since the start, or since the last [`forget`]. Only Linux tells.
pub fn most() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    bytes(&status, "VmHWM:")
}

/// The bytes that can be taken before the system has to look for some elsewhere. Only Linux tells.
fn free() -> Option<u64> {
    let status = fs::read_to_string("/proc/meminfo").ok()?;
    bytes(&status, "MemAvailable:")
}

/// The bytes of a table that is to be made, unless there is no room for it. A system may promise more than it has, and end the
/// program that takes it.
pub fn table(bytes: u64) -> anyhow::Result<usize> {
    match usize::try_from(bytes) {
        Ok(room) if free().is_none_or(|free| bytes <= free) => Ok(room),
        _ => Err(no_room(bytes)),
    }
}

/// A table could not be made.
pub fn no_room(bytes: u64) -> anyhow::Error {
    let free = free().map_or(String::new(), |free| format!(": {} are free", people::size(free)));
    anyhow!("there is no room for a table of {}{free}", people::size(bytes))
}

/// As much of this as a table may grow to before the system would have to end the program.
pub fn at_most(bytes: u64) -> u64 {
    free().map_or(bytes, |free| bytes.min(free / 10 * 9))
}

fn bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// From now on, the most is what is taken now and later.
pub fn forget() {
    // Where the system does not know this, the most stays that of the whole run: too much, and never too little.
    let _ = fs::write("/proc/self/clear_refs", "5");
}
