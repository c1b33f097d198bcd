//! How much memory this process has taken and may take, as far as the system reports it.

use std::fmt;
use std::fs;
use std::path::Path;

/// The most bytes in memory at once since the start, or since the last [`forget`]. Only on Linux.
pub fn most() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    bytes(&status, "VmHWM:")
}

/// The bytes that can be taken before the system refuses more, or ends the program: what is free, what is left of a container's
/// limit, and what is left of the limits of the process. Only on Linux.
fn free() -> Option<u64> {
    free_in(Path::new("/"))
}

/// The same in a system whose files are in another folder.
fn free_in(root: &Path) -> Option<u64> {
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    let system = read("proc/meminfo").and_then(|info| bytes(&info, "MemAvailable:"));
    let groups = read("proc/self/cgroup").unwrap_or_default();
    let groups =
        groups.lines().flat_map(group_folders).filter_map(|(folder, names)| left_in(&root.join(folder), names));
    let (limits, status) = (read("proc/self/limits"), read("proc/self/status"));
    let own =
        [("Max address space", "VmSize:"), ("Max data size", "VmData:")].into_iter().filter_map(|(limit, taken)| {
            let line = limits.as_ref()?.lines().find_map(|line| line.strip_prefix(limit))?;
            let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
            Some(limit.saturating_sub(bytes(status.as_ref()?, taken)?))
        });
    system.into_iter().chain(groups).chain(own).min()
}

/// The files of a control group with its limit and with what it has taken, and the entry of its statistics that says how much of
/// that is cached files, which the system drops when it needs room.
type Names = [&'static str; 3];

/// The folders in which a line of /proc/self/cgroup says there may be limits on memory: that of the group, and all above it.
/// Inside a container the group may be the root of what is seen.
fn group_folders(line: &str) -> Vec<(String, Names)> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (Some(kinds), Some(path)) = (parts.next(), parts.next()) else { return Vec::new() };
    let (roots, names): (&[&str], Names) = match kinds {
        "" => (&["", "/unified"], ["memory.max", "memory.current", "inactive_file "]),
        kinds if kinds.split(',').any(|kind| kind == "memory") => {
            (&["/memory"], ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "])
        }
        _ => return Vec::new(),
    };
    let places = Path::new(path).ancestors().map(|place| place.to_string_lossy().into_owned());
    let folders = places.flat_map(|place| roots.iter().map(move |root| format!("sys/fs/cgroup{root}{place}")));
    folders.map(|folder| (folder, names)).collect()
}

/// What is left of the limit of a control group, if it has one.
fn left_in(folder: &Path, [limit, taken, files]: Names) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let files = read("memory.stat")
        .and_then(|stat| stat.lines().find_map(|line| line.strip_prefix(files))?.trim().parse().ok())
        .unwrap_or(0);
    Some(number(limit)?.saturating_sub(number(taken)?.saturating_sub(files)))
}

/// A table could not be made: there is no room for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom {
    /// The bytes that were requested.
    pub bytes: u64,
    /// The bytes that are free, if the system reports them.
    pub free: Option<u64>,
}

impl NoRoom {
    fn now(bytes: u64) -> NoRoom {
        NoRoom { bytes, free: free() }
    }
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no room for a table of {}", Size(self.bytes))?;
        self.free.map_or(Ok(()), |free| write!(f, ": {} are free", Size(free)))
    }
}

impl std::error::Error for NoRoom {}

/// Bytes in a unit that suits them.
///
/// ```
/// use provebest_system::memory::Size;
/// assert_eq!([1, 9_999, 64_000_000].map(|bytes| Size(bytes).to_string()), ["1 byte", "9,999 bytes", "64 MB"]);
/// assert_eq!(Size(9_000_000_000_000_000).to_string(), "9,000,000 GB");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, unit) = match self.0 {
            1 => (1, "byte"),
            bytes @ 0..10_000 => (bytes, "bytes"),
            bytes @ 10_000..10_000_000 => (bytes / 1000, "kB"),
            bytes @ 10_000_000..10_000_000_000 => (bytes / 1_000_000, "MB"),
            bytes => (bytes / 1_000_000_000, "GB"),
        };
        let digits = number.to_string();
        for (place, digit) in digits.chars().enumerate() {
            let comma = if place > 0 && (digits.len() - place).is_multiple_of(3) { "," } else { "" };
            write!(f, "{comma}{digit}")?;
        }
        write!(f, " {unit}")
    }
}

/// The bytes of a new table, or an error if there is no room for it. A system may promise more memory than it has, and then end
/// the program that uses it.
fn table(bytes: u64) -> Result<usize, NoRoom> {
    match usize::try_from(bytes) {
        Ok(room) if free().is_none_or(|free| bytes <= free) => Ok(room),
        _ => Err(NoRoom::now(bytes)),
    }
}

/// The bytes of an engine's table by default.
pub const USUAL_TABLE: u64 = 64_000_000;

/// A table of this size is tried, whatever the system says is free.
const LEAST: u64 = 1 << 20;

/// Makes something with a table, and returns the bytes of the table. A requested size is taken or refused; the usual one becomes
/// smaller when less is free.
pub fn with_table<T, E>(
    asked: Option<u64>,
    usual: u64,
    make: impl Fn(usize) -> Result<T, E>,
) -> Result<(T, u64), NoRoom> {
    if let Some(bytes) = asked {
        return make(table(bytes)?).map(|made| (made, bytes)).map_err(|_| NoRoom::now(bytes));
    }
    let mut bytes = at_most(usual).max(usual.min(LEAST));
    loop {
        match make(bytes as usize) {
            Err(_) if bytes == 0 => return Err(NoRoom::now(usual)),
            Err(_) => bytes /= 2,
            Ok(made) => return Ok((made, bytes)),
        }
    }
}

/// The part of this that tables and stores may take. A fifth is left for everything else, so that the system need not end the
/// program.
pub fn at_most(bytes: u64) -> u64 {
    free().map_or(bytes, |free| bytes.min(free / 5 * 4))
}

/// The limit on what a search may store: the requested one, or else what is free.
pub fn limit(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| at_most(u64::MAX))
}

fn bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Starts [`most`] anew: from now on it counts what is taken now and later.
pub fn forget() {
    // Where the system cannot do this, the most stays that of the whole run: too high, and never too low.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A system made of files.
    fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn free(files: &[(&str, &str)]) -> Option<u64> {
        free_in(system(files).path())
    }

    const INFO: (&str, &str) = ("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:    8000 kB\n");

    #[test]
    fn the_least_of_what_is_left_counts() {
        assert_eq!(free(&[]), None, "a system that does not tell");
        assert_eq!(free(&[INFO]), Some(8000 << 10));
        let group = ("proc/self/cgroup", "0::/user/one\n");
        let limited = [
            ("sys/fs/cgroup/user/one/memory.max", "max\n"),
            ("sys/fs/cgroup/user/one/memory.current", "5000\n"),
            ("sys/fs/cgroup/user/memory.max", "20000\n"),
            ("sys/fs/cgroup/user/memory.current", "15000\n"),
        ];
        assert_eq!(free(&[&[INFO, group][..], &limited].concat()), Some(5000), "above it");
        let stat = ("sys/fs/cgroup/user/memory.stat", "anon 9000\ninactive_file 1000\n");
        assert_eq!(free(&[&[INFO, group, stat][..], &limited].concat()), Some(6000), "files can be forgotten");
        let inside = [("sys/fs/cgroup/memory.max", "7000"), ("sys/fs/cgroup/memory.current", "9000")];
        assert_eq!(free(&[&[INFO, group][..], &inside].concat()), Some(0), "a container, and more taken than allowed");
    }

    #[test]
    fn only_what_was_asked_for_is_refused() {
        let refuse = || Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err();
        let make = |bytes: usize| if bytes > 100_000 { Err(refuse()) } else { Ok(bytes) };
        assert_eq!(with_table(Some(90_000), 1, make).unwrap(), (90_000, 90_000));
        assert!(with_table(Some(110_000), 1, make).unwrap_err().to_string().contains("no room for a table of 110 kB"));
        assert_eq!(with_table(None, 80_000, make).unwrap(), (80_000, 80_000));
        assert!((50_000..=100_000).contains(&with_table(None, 800_000, make).unwrap().0));
        assert!(with_table(None, 9, |_| Err::<(), _>(refuse())).is_err());
    }

    #[test]
    fn older_groups_and_limits_of_the_process_count_too() {
        let older = [
            ("proc/self/cgroup", "5:cpu:/x\n4:hugetlb,memory:/box\n1:name=systemd:/\nnonsense\n"),
            ("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "4000000"),
            ("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "1000000"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1000000"),
        ];
        assert_eq!(free(&[&[INFO][..], &older].concat()), Some(3_000_000));
        let own = [
            (
                "proc/self/limits",
                "Max data size    unlimited unlimited bytes\nMax address space   2048000 4096000 bytes\n",
            ),
            ("proc/self/status", "VmSize:\t    1000 kB\nVmData:\t     500 kB\n"),
        ];
        assert_eq!(free(&[&[INFO][..], &own].concat()), Some(1_024_000));
    }
}
