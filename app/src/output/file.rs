//! A file that is written at the end, as a whole: until then one that was there before stays as it was.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use provebest_system::replace;

/// A file that can be written, as far as that is known before it is.
pub struct WholeFile {
    path: PathBuf,
    /// Pipes and devices cannot be replaced.
    device: Option<File>,
}

impl WholeFile {
    /// Refuses a path at which nothing can be written. Nothing is left there, and nothing is changed.
    pub fn at(path: &Path) -> io::Result<WholeFile> {
        let there = || OpenOptions::new().write(true).open(path);
        let device = match fs::metadata(path) {
            Ok(there_is) if !there_is.is_file() => Some(there()?),
            Ok(_) => there().map(|_| None)?,
            // A link to nothing is no way to make a file, and is replaced.
            Err(_) if path.is_symlink() => None,
            Err(_) => {
                File::create_new(path)?;
                fs::remove_file(path).map(|()| None)?
            }
        };
        // A link stays, and what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        Ok(WholeFile { path, device })
    }

    /// Writes what comes piece by piece. If it cannot be completed, nothing is left of it.
    pub fn fill(self, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
        let buffered = |out: &mut (dyn Write + Send)| {
            let mut out = BufWriter::with_capacity(1 << 16, out);
            fill(&mut out)?;
            out.flush()
        };
        match self.device {
            Some(mut device) => buffered(&mut device),
            None => replace(&self.path, |file| buffered(file)),
        }
    }

    pub fn write(self, bytes: &[u8]) -> io::Result<()> {
        if let Some(mut device) = self.device {
            return device.write_all(bytes);
        }
        match replace(&self.path, |file| file.write_all(bytes)) {
            // Nothing new may be made in the folder, but the file may be written.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => fs::write(&self.path, bytes),
            written => written,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_stays_until_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let text = || fs::read_to_string(&path).unwrap();
        drop(WholeFile::at(&path).unwrap());
        assert!(!path.exists());
        WholeFile::at(&path).unwrap().write(b"first").unwrap();
        drop(WholeFile::at(&path).unwrap());
        assert_eq!(text(), "first");
        WholeFile::at(&path).unwrap().write(b"2").unwrap();
        assert_eq!(text(), "2");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(WholeFile::at(folder.path()).is_err());
        assert!(WholeFile::at(&folder.path().join("no/where")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        WholeFile::at(&link).unwrap().write(b"new").unwrap();
        assert!(link.is_symlink() && fs::read_to_string(&path).unwrap() == "new");
    }
}
