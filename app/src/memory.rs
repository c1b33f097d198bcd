//! How much memory this process has taken and may take, as far as the system tells.

use std::fs;

/// The most bytes in memory at once since the start, or since the last [`forget`]. Only Linux tells.
pub fn most() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    bytes(&status, "VmHWM:")
}

/// The bytes that can be taken before the system has to look for some elsewhere. Only Linux tells.
pub fn free() -> Option<u64> {
    let status = fs::read_to_string("/proc/meminfo").ok()?;
    bytes(&status, "MemAvailable:")
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
