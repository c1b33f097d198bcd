//! What the operating system may refuse: files, threads and memory.
//!
//! Everything here passes straight on to std. With the feature `faults`, which is for tests only, calls fail where a plan says so:
//! see `Faults`.
//!
//! ```
//! use std::io::{Read, Write};
//! use provebest_system::{File, remove_file};
//!
//! let path = std::env::temp_dir().join(format!("provebest-system-{}", std::process::id()));
//! File::create_new(&path)?.write_all(b"proved")?;
//! assert!(File::create_new(&path).is_err(), "it is there already");
//! let mut text = String::new();
//! File::open(&path)?.read_to_string(&mut text)?;
//! assert_eq!(text, "proved");
//! remove_file(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod allocator;
#[cfg(feature = "faults")]
mod faults;
#[cfg(not(feature = "faults"))]
#[path = "no_faults.rs"]
mod faults;
mod journal;
pub mod memory;
mod seal;
mod whole;

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

pub use allocator::Allocator;
#[cfg(feature = "faults")]
pub use faults::Faults;
pub use journal::Journal;
pub use seal::Seal;
pub use std::fs::TryLockError;
pub use whole::replace;

use faults::Plan;

/// A call that can be refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// A file is opened.
    Open,
    /// A file is created.
    Create,
    /// Bytes are read.
    Read,
    /// Bytes are written.
    Write,
    /// The place in a file is changed.
    Seek,
    /// A file is made longer or shorter.
    SetLen,
    /// What was written is brought to the disk.
    Sync,
    /// A file is locked.
    Lock,
    /// A file gets another name.
    Rename,
    /// A file is removed.
    Remove,
    /// A folder is made.
    CreateDir,
    /// The names in a folder are brought to the disk.
    SyncDir,
    /// A thread begins.
    Thread,
}

/// An open file.
#[derive(Debug)]
pub struct File {
    file: fs::File,
    plan: Plan,
}

impl File {
    /// Opens a regular file to read it. A pipe, a device or a folder is refused.
    pub fn open(path: &Path) -> io::Result<File> {
        File::regular(path, Call::Open, OpenOptions::new().read(true))
    }

    /// Opens a regular file to read and write it, as it is, or makes an empty one.
    pub fn open_or_create(path: &Path) -> io::Result<File> {
        let call = if path.exists() { Call::Open } else { Call::Create };
        File::regular(path, call, OpenOptions::new().read(true).write(true).create(true))
    }

    /// Makes a file that was not there before. A link of this name is not followed.
    pub fn create_new(path: &Path) -> io::Result<File> {
        File::with(path, Call::Create, OpenOptions::new().read(true).write(true).create_new(true))
    }

    /// Checks the kind of file before opening it: opening a pipe may wait for ever.
    fn regular(path: &Path, call: Call, options: &OpenOptions) -> io::Result<File> {
        let check = |about: Metadata| match about.is_file() {
            true => Ok(()),
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")),
        };
        fs::metadata(path).map_or(Ok(()), check)?;
        let file = File::with(path, call, options)?;
        check(file.metadata()?)?;
        Ok(file)
    }

    fn with(path: &Path, call: Call, options: &OpenOptions) -> io::Result<File> {
        let plan = Plan::of_thread();
        plan.ask(call)?;
        Ok(File { file: options.open(path)?, plan })
    }

    /// What the system knows about the file.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }

    /// Makes the file this long.
    pub fn set_len(&self, len: u64) -> io::Result<()> {
        self.plan.ask(Call::SetLen)?;
        self.file.set_len(len)
    }

    /// Brings everything that was written to the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.plan.ask(Call::Sync)?;
        self.plan.sync(|| self.file.sync_all())
    }

    /// Locks the file until it is closed, unless another process has locked it.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        self.plan.ask(Call::Lock).map_err(TryLockError::Error)?;
        self.file.try_lock()
    }
}

impl Read for File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.plan.ask(Call::Read)?;
        let most = self.plan.readable(bytes.len());
        self.file.read(&mut bytes[..most])
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.plan.ask(Call::Write)?;
        let most = self.plan.writable(bytes.len())?;
        self.file.write(&bytes[..most])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.plan.ask(Call::Seek)?;
        self.file.seek(to)
    }
}

/// Gives a file another name. A file of that name is replaced.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    Plan::of_thread().ask(Call::Rename)?;
    fs::rename(from, to)
}

/// Removes a file.
pub fn remove_file(path: &Path) -> io::Result<()> {
    Plan::of_thread().ask(Call::Remove)?;
    fs::remove_file(path)
}

/// Makes a folder, and those around it.
pub fn create_dir_all(path: &Path) -> io::Result<()> {
    Plan::of_thread().ask(Call::CreateDir)?;
    fs::create_dir_all(path)
}

/// Brings the name of a new or renamed file to the disk, where the platform can: without this, power loss may take the name
/// although it leaves the bytes.
pub fn sync_name(path: &Path) -> io::Result<()> {
    let plan = Plan::of_thread();
    plan.ask(Call::SyncDir)?;
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    let sync = || fs::File::open(folder_of(path))?.sync_all();
    match if cfg!(unix) { plan.sync(sync) } else { Ok(()) } {
        // A folder may be writable but not readable, and some file systems cannot do this.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => Ok(()),
        synced => synced,
    }
}

/// The folder in which a file is.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Begins a thread.
pub fn spawn<T: Send + 'static>(
    builder: Builder,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let plan = Plan::of_thread();
    plan.ask(Call::Thread)?;
    builder.spawn(move || plan.during(work))
}

/// Begins a thread that ends with its scope.
///
/// ```
/// use provebest_system::spawn_scoped;
/// let answer = std::thread::scope(|scope| {
///     let worker = spawn_scoped(std::thread::Builder::new(), scope, || 6 * 7)?;
///     std::io::Result::Ok(worker.join().unwrap())
/// })?;
/// assert_eq!(answer, 42);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    builder: Builder,
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let plan = Plan::of_thread();
    plan.ask(Call::Thread)?;
    builder.spawn_scoped(scope, move || plan.during(work))
}
