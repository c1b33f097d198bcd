//! What an unfinished run has done so far, on disk: a line per tree, each with a checksum, only ever appended to.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::trial::Row;

/// A tree: its kind, and its number.
pub(crate) type Place = (String, u32);

#[derive(Serialize, Deserialize)]
struct Line {
    cell: String,
    tree: u32,
    rows: Vec<Row>,
}

/// The file.
pub(crate) struct Unfinished {
    file: File,
    path: PathBuf,
}

impl Unfinished {
    /// Opens the file of a run, and reads what an earlier run with the same fingerprint finished. A torn or damaged
    /// line ends what is read; what stands behind it is done again.
    pub(crate) fn open(folder: &Path, fingerprint: &str) -> anyhow::Result<(Unfinished, BTreeMap<Place, Vec<Row>>)> {
        let path = folder.join("unfinished.txt");
        let at = || format!("the file '{}'", path.display());
        let open = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = open.with_context(at)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{}: another run is writing there; wait for it, or choose another folder with --out", at())
            }
            // Some file systems have no locks; then nobody watches over two runs at once.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(at)?;
        let (mut done, mut kept) = (BTreeMap::new(), 0);
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        if let Some(first) = lines.next()
            && intact(first) == Some(fingerprint)
        {
            kept = first.len();
            for line in lines {
                let Some(Line { cell, tree, rows }) = intact(line).and_then(|text| serde_json::from_str(text).ok())
                else {
                    break;
                };
                done.insert((cell, tree), rows);
                kept += line.len();
            }
        }
        file.set_len(kept as u64).with_context(at)?;
        file.seek(SeekFrom::End(0)).with_context(at)?;
        let mut unfinished = Unfinished { file, path };
        if kept == 0 {
            unfinished.append(fingerprint)?;
        }
        Ok((unfinished, done))
    }

    /// Keeps a tree.
    pub(crate) fn keep(&mut self, (cell, tree): &Place, rows: &[Row]) -> anyhow::Result<()> {
        let line = Line { cell: cell.clone(), tree: *tree, rows: rows.to_vec() };
        self.append(&serde_json::to_string(&line)?)
    }

    fn append(&mut self, text: &str) -> anyhow::Result<()> {
        let line = format!("{:016x} {text}\n", checksum(text.as_bytes()));
        self.file.write_all(line.as_bytes()).with_context(|| format!("the file '{}'", self.path.display()))
    }

    /// The run is finished: nothing has to be kept.
    pub(crate) fn remove(self) -> anyhow::Result<()> {
        std::fs::remove_file(&self.path).with_context(|| format!("the file '{}'", self.path.display()))
    }
}

/// The text of a line, if it is whole and its checksum is right.
fn intact(line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (sum, text) = line.split_once(' ')?;
    (u64::from_str_radix(sum, 16).ok()? == checksum(text.as_bytes())).then_some(text)
}

/// FNV-1a of 64 bits.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(visits: u64) -> Row {
        Row {
            keys: vec![None, Some(-3)],
            algorithm: "alpha-beta".into(),
            leaves: Some(visits),
            leaf_visits: visits,
            nodes: visits,
            stored: 0,
            seconds: 0.1 + 0.2,
            took: None,
            base: Some(visits),
            counts: vec![None, Some(visits)],
        }
    }

    #[test]
    fn whole_lines_survive_and_torn_ones_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let place = |tree| ("random w=5 d=6".to_string(), tree);
        let (mut file, done) = Unfinished::open(folder.path(), "one").unwrap();
        assert!(done.is_empty());
        file.keep(&place(0), &[row(1)]).unwrap();
        file.keep(&place(1), &[row(2), row(3)]).unwrap();
        assert!(Unfinished::open(folder.path(), "one").is_err(), "two runs at once");
        drop(file);
        let path = folder.path().join("unfinished.txt");
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut file, done) = Unfinished::open(folder.path(), "one").unwrap();
            let expected = whole[..cut].iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1);
            assert_eq!(done.len(), expected, "{cut} bytes");
            file.keep(&place(7), &[row(9)]).unwrap();
            drop(file);
            assert_eq!(Unfinished::open(folder.path(), "one").unwrap().1.len(), expected + 1);
        }
        let mut damaged = whole.clone();
        damaged[whole.len() - 10] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        assert_eq!(Unfinished::open(folder.path(), "one").unwrap().1.len(), 1);
        std::fs::write(&path, &whole).unwrap();
        assert!(Unfinished::open(folder.path(), "other").unwrap().1.is_empty(), "another run's work");
    }
}
