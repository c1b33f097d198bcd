//! Files that are written as a whole.
//!
//! A draft is written beside the file, brought to the disk, and then takes its name. While it is written it is locked. A draft
//! without a lock was left behind by a process that is gone, and the next one removes it.

use std::collections::hash_map::RandomState;
use std::ffi::OsString;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::{File, TryLockError, folder_of, remove_file, rename, sync_name};

/// Writes a file as a whole: no reader ever sees half of it. If anything fails, the old file is left as it was. There is one
/// exception: if the name of the new file cannot be brought to the disk, the new file is there and the error says so.
///
/// ```
/// use std::io::Write;
/// use provebest_system::replace;
///
/// let path = std::env::temp_dir().join(format!("provebest-replace-{}", std::process::id()));
/// replace(&path, |file| file.write_all(b"first"))?;
/// let failed = replace(&path, |file| file.write_all(b"sec").and(Err(std::io::ErrorKind::StorageFull.into())));
/// assert!(failed.is_err() && std::fs::read(&path)? == b"first");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace<E: From<io::Error>>(path: &Path, fill: impl FnOnce(&mut File) -> Result<(), E>) -> Result<(), E> {
    remove_stale(path);
    let (mut file, draft) = begin(path)?;
    let written = fill(&mut file).and_then(|()| Ok(file.sync().and_then(|()| rename(&draft, path))?));
    if written.is_err() {
        let _ = remove_file(&draft);
    }
    written.and_then(|()| Ok(sync_name(path)?))
}

/// A draft that is ours: no other process removed it as a stale one before it was locked.
fn begin(path: &Path) -> io::Result<(File, PathBuf)> {
    loop {
        let draft = path.with_file_name(name(path, RandomState::new().build_hasher().finish())?);
        match File::create_new(&draft) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            created => {
                let file = created?;
                // Where files cannot be locked, drafts of others are never removed.
                let taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                if !taken && draft.exists() {
                    return Ok((file, draft));
                }
            }
        }
    }
}

const END: &str = ".part";

/// The name of a draft. Its number is practically never the same twice.
fn name(path: &Path, number: u64) -> io::Result<OsString> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_os_string();
    name.push(format!(".{number:016x}{END}"));
    Ok(name)
}

/// Removes what is left of drafts whose writers are gone. If that fails, they stay.
fn remove_stale(path: &Path) {
    let number = |found: &Path| {
        let number = found.file_name()?.to_str()?.strip_suffix(END)?.rsplit_once('.')?.1;
        u64::from_str_radix(number, 16).ok()
    };
    for draft in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let found = draft.path();
        let ours = number(&found).is_some_and(|number| name(path, number).is_ok_and(|name| name == draft.file_name()));
        if ours
            && draft.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(&found)
            && file.try_lock().is_ok()
        {
            let _ = remove_file(&found);
        }
    }
}
