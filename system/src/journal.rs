//! Files that are only appended to.

use std::io;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::{File, TryLockError, sync_name};

/// A file that is only appended to, by one process at a time: it is locked until this is dropped. An append that fails leaves
/// nothing behind, so that the next one, when there is room again, begins where it should.
///
/// ```
/// use provebest_system::Journal;
///
/// let path = std::env::temp_dir().join(format!("provebest-journal-{}", std::process::id()));
/// let (mut journal, bytes) = Journal::open(&path)?;
/// assert!(bytes.is_empty(), "a new file");
/// journal.append(b"proved\ntor")?;
/// assert!(Journal::open(&path).is_err(), "it is in use");
/// drop(journal);
///
/// let (mut journal, bytes) = Journal::open(&path)?;
/// assert_eq!(bytes, b"proved\ntor");
/// journal.keep(7);
/// journal.append_to_disk(b"and more\n")?;
/// assert_eq!(std::fs::read(&path)?, b"proved\nand more\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// The bytes that count.
    length: u64,
    /// There may be others after them.
    torn: bool,
}

impl Journal {
    /// Opens a regular file, or makes an empty one, and reads it. Nothing in it is changed before the first append. If
    /// another process has it, the error is [`io::ErrorKind::ResourceBusy`]. Where files cannot be locked, two writers are not
    /// noticed.
    pub fn open(path: &Path) -> io::Result<(Journal, Vec<u8>)> {
        let mut file = File::open_or_create(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            sync_name(path)?;
        }
        Ok((Journal { file, length: bytes.len() as u64, torn: false }, bytes))
    }

    /// Only the first bytes count. The others are dropped before the next append.
    pub fn keep(&mut self, length: usize) {
        self.torn |= self.length > length as u64;
        self.length = self.length.min(length as u64);
    }

    /// Adds bytes.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes, |_| Ok(()))
    }

    /// Adds bytes, and waits until they are on the disk.
    pub fn append_to_disk(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes, File::sync)
    }

    fn add(&mut self, bytes: &[u8], finish: fn(&File) -> io::Result<()>) -> io::Result<()> {
        self.mend()?;
        self.torn = true;
        let seek = self.file.seek(SeekFrom::Start(self.length));
        let added = seek.and_then(|_| self.file.write_all(bytes)).and_then(|()| finish(&self.file));
        match added {
            Ok(()) => (self.length, self.torn) = (self.length + bytes.len() as u64, false),
            // If this fails too, the next one tries again before it writes.
            Err(_) => drop(self.mend()),
        }
        added
    }

    /// Drops what does not count.
    fn mend(&mut self) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.length)?;
            self.torn = false;
        }
        Ok(())
    }
}
