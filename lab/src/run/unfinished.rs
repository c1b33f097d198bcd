//! What an unfinished run has done so far, on disk: a line per tree, each with a checksum, only ever appended to. The first
//! line names the run, and the checksums of the others begin with it: a line of another run is not accepted.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use provebest_system::{Journal, Seal, remove_file};
use serde::{Deserialize, Serialize};

use crate::row::Row;

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
    journal: Journal,
    path: PathBuf,
    seal: Seal,
}

impl Unfinished {
    /// Opens the file of a run, and reads what an earlier run with the same fingerprint finished. A torn or damaged
    /// line ends what is read; what stands behind it is done again.
    pub(crate) fn open(folder: &Path, fingerprint: &str) -> anyhow::Result<(Unfinished, BTreeMap<Place, Vec<Row>>)> {
        let path = folder.join("unfinished.txt");
        let at = || format!("the file '{}'", path.display());
        let (mut journal, bytes) = match Journal::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                bail!("{}: another run is writing there; wait for it, or choose another folder with --out", at())
            }
            opened => opened.with_context(at)?,
        };
        let (mut done, mut kept) = (BTreeMap::new(), 0);
        let seal = Seal::behind(fingerprint);
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        if let Some(first) = lines.next()
            && intact(Seal::FIRST, first) == Some(fingerprint)
        {
            kept = first.len();
            for line in lines {
                let Some(Line { cell, tree, rows }) =
                    intact(seal, line).and_then(|text| serde_json::from_str(text).ok())
                else {
                    break;
                };
                done.insert((cell, tree), rows);
                kept += line.len();
            }
        }
        journal.keep(kept);
        if kept == 0 {
            journal.append(Seal::FIRST.close(fingerprint).as_bytes()).with_context(at)?;
        }
        Ok((Unfinished { journal, path, seal }, done))
    }

    /// Keeps a tree.
    pub(crate) fn keep(&mut self, (cell, tree): &Place, rows: &[Row]) -> anyhow::Result<()> {
        let line = Line { cell: cell.clone(), tree: *tree, rows: rows.to_vec() };
        let line = self.seal.close(&serde_json::to_string(&line)?);
        self.journal.append(line.as_bytes()).with_context(|| format!("the file '{}'", self.path.display()))
    }

    /// The run is finished: nothing has to be kept.
    pub(crate) fn remove(self) -> anyhow::Result<()> {
        remove_file(&self.path).with_context(|| format!("the file '{}'", self.path.display()))
    }
}

/// The text of a line, if it is whole and its checksum is right.
fn intact(seal: Seal, line: &[u8]) -> Option<&str> {
    seal.open(std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?)
}

#[cfg(test)]
mod tests {
    use provebest_system::{Call, Faults};

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

    fn place(tree: u32) -> Place {
        ("random w=5 d=6".to_string(), tree)
    }

    #[test]
    fn whole_lines_survive_and_torn_ones_do_not() {
        let folder = tempfile::tempdir().unwrap();
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

    /// Keeps what is not kept yet.
    fn run(folder: &Path) -> anyhow::Result<()> {
        let (mut file, done) = Unfinished::open(folder, "one")?;
        (0..3).filter(|&tree| !done.contains_key(&place(tree))).try_for_each(|tree| file.keep(&place(tree), &[row(1)]))
    }

    #[test]
    fn whatever_fails_a_rerun_ends_with_the_same_bytes() {
        use Call::*;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("unfinished.txt");
        run(folder.path()).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let full = (0..whole.len() as u64).map(|room| Faults::new().room(room));
        let worse = (0..whole.len() as u64).map(|room| Faults::new().room(room).refuse(SetLen, 0..9));
        let nth = |call| (0..6).map(move |nth| Faults::new().refuse(call, nth..nth + 1));
        let refused = [Open, Create, Read, Write, Seek, SetLen, Lock, SyncDir].into_iter().flat_map(nth);
        for faults in full.chain(worse).chain(refused) {
            std::fs::remove_file(&path).unwrap();
            let full = faults.during(|| run(folder.path())).is_err();
            assert!(full || faults.written() == whole.len() as u64, "{faults:?}");
            Faults::new().short_reads().during(|| run(folder.path())).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole, "{faults:?}");
        }
    }

    #[test]
    fn lines_of_another_run_are_not_believed() {
        let [one, other] = ["one", "other"].map(|fingerprint| {
            let folder = tempfile::tempdir().unwrap();
            let mut file = Unfinished::open(folder.path(), fingerprint).unwrap().0;
            file.keep(&place(7), &[row(9)]).unwrap();
            std::fs::read_to_string(folder.path().join("unfinished.txt")).unwrap()
        });
        let folder = tempfile::tempdir().unwrap();
        let line = other.split_inclusive('\n').nth(1).unwrap().to_string();
        std::fs::write(
            folder.path().join("unfinished.txt"),
            one.split_inclusive('\n').next().unwrap().to_string() + &line,
        )
        .unwrap();
        assert!(Unfinished::open(folder.path(), "one").unwrap().1.is_empty());
    }
}
