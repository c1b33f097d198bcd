//! Proof files under whatever the system refuses: what is read back was proved, and a rerun ends with the same bytes.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use provebest::games::connect_four::{Board, ConnectFour};
use provebest::proof_file::{BoundFile, ProofContents, ProofFile, ResumeError};
use provebest::puzzle::Cost;
use provebest::search::solve::ProvedMove;
use provebest::{Score, solve};
use provebest_system::{Call, Faults};

/// A folder that is gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("provebest-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// A file that is not there.
    fn file(&self) -> PathBuf {
        let path = self.0.join("proof");
        let _ = std::fs::remove_file(&path);
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

type Proof = ProofContents<u8>;

struct Position(ConnectFour, Board);

impl Position {
    fn new(text: &str) -> Position {
        let (rules, board) = ConnectFour::parse(text).unwrap();
        Position(rules, board)
    }

    fn proof(&self) -> Proof {
        let solution = solve(&self.0, &self.1).all_moves().run().unwrap();
        ProofContents { moves: solution.moves, line: solution.line, ..ProofContents::default() }
    }

    fn open(&self, path: &Path) -> Result<(ProofFile, Proof), ResumeError> {
        ProofFile::open(path, "connect4", &self.0, &self.1)
    }

    /// Writes what the file does not have yet, as a run does.
    fn run(&self, path: &Path, proof: &Proof) -> Result<(), ResumeError> {
        let (mut file, kept) = self.open(path)?;
        assert!(proof.moves.starts_with(&kept.moves) && (kept.line.0.is_empty() || kept.line == proof.line));
        for one in &proof.moves[kept.moves.len()..] {
            file.append(&self.0, &self.1, one)?;
        }
        if kept.line.0.is_empty() { file.append_line(&self.0, &self.1, &proof.line) } else { Ok(()) }
    }

    fn bytes(&self, path: &Path, proof: &Proof) -> Vec<u8> {
        Faults::new().during(|| self.run(path, proof)).unwrap();
        assert_eq!(self.open(path).unwrap().1, *proof);
        std::fs::read(path).unwrap()
    }
}

fn bounds(path: &Path) -> Result<(), ResumeError> {
    let (mut file, least) = BoundFile::open(path, "tiles 2x2:3 1 2 0")?;
    [4, 6, 12].map(Cost).into_iter().filter(|&cost| cost > least).try_for_each(|cost| file.append(cost))
}

/// Every way in which one thing fails, and some in which mending it fails too.
fn all_faults(length: u64) -> impl Iterator<Item = Faults> {
    use Call::*;
    let full = (0..=length).map(|room| Faults::new().room(room));
    let worse = (0..=length).map(|room| Faults::new().room(room).refuse(SetLen, 0..9));
    let calls = [Open, Create, Read, Write, Seek, SetLen, Sync, Lock, SyncDir];
    let refused = calls.into_iter().flat_map(|call| (0..12).map(move |nth| Faults::new().refuse(call, nth..nth + 1)));
    let stuck = (0..12).map(|nth| Faults::new().refuse(Sync, nth..nth + 1).refuse(SetLen, 0..9));
    full.chain(worse).chain(refused).chain(stuck)
}

#[test]
fn whatever_fails_a_rerun_ends_with_the_same_bytes() {
    let (folder, position) = (Scratch::new("rerun"), Position::new("4x4:12"));
    let proof = position.proof();
    let whole = position.bytes(&folder.file(), &proof);
    let mut failed = 0;
    for faults in all_faults(whole.len() as u64) {
        let path = folder.file();
        failed += usize::from(faults.during(|| position.run(&path, &proof)).is_err());
        assert_eq!(position.bytes(&path, &proof), whole, "{faults:?}");
    }
    assert!(failed > 2 * whole.len(), "every full disk is told, and more");
    let path = folder.file();
    bounds(&path).unwrap();
    let whole = std::fs::read(&path).unwrap();
    for faults in all_faults(whole.len() as u64) {
        let path = folder.file();
        let _ = faults.during(|| bounds(&path));
        Faults::new().during(|| bounds(&path)).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole, "{faults:?}");
    }
}

/// There is room again: the same process goes on with the same file.
#[test]
fn a_failed_append_can_be_repeated() {
    let (folder, position) = (Scratch::new("append"), Position::new("4x4:12"));
    let proof = position.proof();
    let whole = position.bytes(&folder.file(), &proof);
    for faults in all_faults(60) {
        let path = folder.file();
        let mut file = Faults::new().during(|| position.open(&path)).unwrap().0;
        for one in &proof.moves {
            let mut append = || file.append(&position.0, &position.1, one);
            if faults.during(&mut append).is_err() {
                Faults::new().during(append).unwrap();
            }
        }
        Faults::new().during(|| file.append_line(&position.0, &position.1, &proof.line)).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole, "{faults:?}");
    }
}

#[test]
fn reads_that_return_less_read_the_same() {
    let (folder, position) = (Scratch::new("reads"), Position::new("4x4:12"));
    let (proof, path) = (position.proof(), folder.file());
    position.run(&path, &proof).unwrap();
    assert_eq!(Faults::new().short_reads().during(|| position.open(&path).unwrap().1), proof);
}

/// Lines of another proof have checksums of another proof; lines of this one may come in any order, and twice.
#[test]
fn lines_belong_to_their_file() {
    let (folder, position, other) = (Scratch::new("lines"), Position::new("4x4:12"), Position::new("4x4:13"));
    let (proof, path) = (position.proof(), folder.file());
    let read = |position: &Position, proof: &Proof| String::from_utf8(position.bytes(&folder.file(), proof)).unwrap();
    let (ours, theirs) = (read(&position, &proof), read(&other, &other.proof()));
    let lines: Vec<&str> = ours.split_inclusive('\n').collect();
    for line in theirs.split_inclusive('\n') {
        std::fs::write(&path, format!("{ours}{line}")).unwrap();
        let damaged = lines.len() + 1;
        assert!(matches!(position.open(&path), Err(ResumeError::Damaged { line }) if line == damaged), "{line}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{ours}{line}"), "not touched");
    }
    for one in 1..lines.len() {
        for two in 1..lines.len() {
            let mut changed = lines.clone();
            changed.swap(one, two);
            changed.push(lines[one]);
            std::fs::write(&path, changed.concat()).unwrap();
            let mut kept = position.open(&path).unwrap().1;
            kept.moves.sort_by_key(|known| proof.moves.iter().position(|proved| proved.played == known.played));
            assert_eq!(kept, proof);
        }
    }
}

/// All that is told of a move holds: what is read is what all lines say together.
#[test]
fn bounds_are_taken_together() {
    let (folder, Position(rules, board)) = (Scratch::new("together"), Position::new("4x4:12"));
    let path = folder.file();
    let open = || ProofFile::open(&path, "connect4", &rules, &board);
    let told = |least, most| ProvedMove { played: 1, least: Score(least), most: Score(most) };
    for one in [told(-2, 3), told(1, 5), told(-7, 2)] {
        open().unwrap().0.append(&rules, &board, &one).unwrap();
    }
    assert_eq!(open().unwrap().1, ProofContents { moves: vec![told(1, 2)], ..ProofContents::default() });
    open().unwrap().0.append(&rules, &board, &told(3, 3)).unwrap();
    assert!(matches!(open(), Err(ResumeError::Damaged { line: 5 })), "they contradict each other");
}

/// A file of the format before this one is known, refused, and left as it is.
#[test]
fn the_old_format_is_refused() {
    const OLD: &str = "provebest proof 1 tiles 2x2:3 1 2 0 bad5d1711b8a0d19\nat least 4 c727ea247aa1d073\n";
    let folder = Scratch::new("old");
    let path = folder.file();
    for text in [OLD, &OLD[..OLD.len() - 7]] {
        std::fs::write(&path, text).unwrap();
        let error = BoundFile::open(&path, "tiles 2x2:3 1 2 0").unwrap_err();
        assert!(matches!(error, ResumeError::Format { found: 1 }) && error.to_string().contains("format 1"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

/// A pipe would be waited for, and a device read, for ever.
#[test]
#[cfg(unix)]
fn only_regular_files_hold_proofs() {
    let folder = Scratch::new("pipe");
    let pipe = folder.0.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [&pipe, &folder.0, Path::new("/dev/full"), Path::new("/dev/zero")] {
        if !path.exists() {
            eprintln!("skipped: there is no {}", path.display());
            continue;
        }
        match BoundFile::open(path, "tiles 2x2:3 1 2 0") {
            Err(ResumeError::Io(error)) => assert_eq!(error.kind(), ErrorKind::InvalidInput),
            _ => panic!("{} was opened", path.display()),
        }
    }
}
