//! Proofs in tasks that are broken off anywhere and gone on with, by any number of processors: nothing that was written is lost,
//! and no task that has ended is done again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use provebest::games::connect_four::{Board, ConnectFour};
use provebest::machine::Threads;
use provebest::proof_file::{ProofContents, ProofFile, ResumeError};
use provebest::search::solve::{Finding, ProofByTasks, ProvedMove, Solution, Source};
use provebest::{Score, solve};
use provebest_system::{Call, Faults};

/// A file that is gone afterwards.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

struct Position {
    rules: ConnectFour,
    board: Board,
    value: Option<Score>,
    file: Scratch,
}

/// What came of a run.
struct Ran {
    solution: Solution<u8>,
    tasks: u64,
    /// Could everything be written in the end?
    written: bool,
}

impl Position {
    fn new(name: &str) -> Position {
        let (rules, board) = ConnectFour::parse("5x4:33").unwrap();
        let value = solve(&rules, &board).run().unwrap().value;
        let file = std::env::temp_dir().join(format!("provebest-{name}-{}", std::process::id()));
        Position { rules, board, value, file: Scratch(file) }
    }

    fn path(&self) -> &Path {
        &self.file.0
    }

    fn open(&self) -> Result<(ProofFile, ProofContents<u8>), ResumeError> {
        ProofFile::open(self.path(), "connect4", &self.rules, &self.board)
    }

    fn kept(&self) -> ProofContents<u8> {
        self.open().unwrap().1
    }

    /// Goes on with the file.
    fn run(&self, threads: usize) -> Result<Ran, ResumeError> {
        let (mut file, kept) = self.open()?;
        let mut written = true;
        let mut keep = |findings: &[Finding], moves: &[ProvedMove<u8>]| {
            written = file.append_findings(&self.rules, &self.board, findings, moves).is_ok();
        };
        let proof = ProofByTasks::new(&self.rules, &self.board).grain(100).keep(&mut keep);
        let proof = proof.known(kept.findings).known_moves(kept.moves).known_line(kept.line.0);
        let proved = proof.run_on(&Threads::new(threads)).unwrap();
        assert_eq!(proved.solution.value, self.value);
        Ok(Ran { solution: proved.solution, tasks: proved.tasks, written })
    }
}

/// The tasks of a file: no position was asked what was known, and none was given up twice.
fn check_tasks(contents: &ProofContents<u8>) -> u64 {
    let (mut known, mut tasks) = (HashMap::new(), 0);
    for Finding { path, least, most, source, .. } in &contents.findings {
        let before = *known.get(path).unwrap_or(&(Score(-100), Score(100), false));
        if *source != Source::Noted {
            tasks += 1;
            assert!(!before.2, "given up before: {path:?}");
            assert!(*source == Source::Divided || *least > before.0 || *most < before.1, "asked before: {path:?}");
        }
        let divided = before.2 || *source == Source::Divided;
        known.insert(path.clone(), (before.0.max(*least), before.1.min(*most), divided));
    }
    tasks
}

#[test]
fn are_gone_on_with_from_any_byte() {
    let position = Position::new("any-byte");
    Faults::new().during(|| {
        let first = position.run(2).unwrap();
        assert!(first.tasks > 20 && first.written, "{}", first.tasks);
        let whole = std::fs::read(position.path()).unwrap();
        assert_eq!(check_tasks(&position.kept()), first.tasks);
        // Every byte of the last lines, and many others.
        for length in (0..whole.len()).step_by(17).chain(whole.len().saturating_sub(200)..=whole.len()) {
            std::fs::write(position.path(), &whole[..length]).unwrap();
            let before = check_tasks(&position.kept());
            let second = position.run(1 + length % 3).unwrap();
            assert!(second.written && second.solution.moves_to_end.is_some());
            assert_eq!(
                check_tasks(&position.kept()),
                before + second.tasks,
                "{length} bytes: none is lost, none is done twice"
            );
            assert_eq!(position.run(1).unwrap().tasks, 0, "{length} bytes: all is known");
        }
    });
}

/// The disk is full from some byte on, or for a while: the value is found all the same, and what was written is sound.
#[test]
fn outlive_a_full_disk() {
    let position = Position::new("full-disk");
    Faults::new().during(|| position.run(1)).unwrap();
    let length = std::fs::metadata(position.path()).unwrap().len();
    for room in (0..length).step_by(11) {
        std::fs::remove_file(position.path()).unwrap();
        let full = Faults::new().room(room);
        match full.during(|| position.run(1 + room as usize % 2)) {
            Ok(ran) => assert!(ran.tasks > 20 && (!ran.written || full.written() <= room)),
            Err(error) => assert!(matches!(error, ResumeError::Io(_)), "{error}: not even the first line"),
        }
        let before = check_tasks(&position.kept());
        let second = Faults::new().during(|| position.run(2)).unwrap();
        assert_eq!(check_tasks(&position.kept()), before + second.tasks);
    }
    // There is room again: what had to wait is written.
    for refused in [Call::Write, Call::Sync] {
        std::fs::remove_file(position.path()).unwrap();
        let ran = Faults::new().refuse(refused, 3..9).during(|| position.run(1)).unwrap();
        assert!(ran.written);
        assert_eq!(check_tasks(&position.kept()), ran.tasks, "nothing is missing");
    }
}

#[test]
fn are_written_by_one_job_at_a_time() {
    let position = Position::new("one-job");
    let first = position.open().unwrap();
    assert!(matches!(position.run(1), Err(ResumeError::InUse)));
    drop(first);
    assert!(position.run(1).is_ok());
}

#[test]
fn with_impossible_lines_are_refused() {
    let position = Position::new("impossible");
    Faults::new().during(|| position.run(1)).unwrap();
    let finding = |path: &[u32], least, most| Finding {
        path: path.to_vec(),
        least: Score(least),
        most: Score(most),
        source: Source::Answered,
        nodes: 1,
        time: 0,
    };
    let whole = std::fs::read(position.path()).unwrap();
    for (wrong, sound) in [
        (finding(&[0, 5], 0, 0), false),
        (finding(&[9], 0, 0), false),
        (finding(&[], 0, 0), false),
        (finding(&[0, 1], 3, 2), false),
        (finding(&[0, 1, 2], -20, 20), true),
    ] {
        std::fs::write(position.path(), &whole).unwrap();
        let mut file = position.open().unwrap().0;
        file.append_findings(&position.rules, &position.board, std::slice::from_ref(&wrong), &[]).unwrap();
        drop(file);
        let opened = position.open().map(|(_, contents)| contents.findings.len());
        assert!(
            if sound { opened.is_ok() } else { matches!(opened, Err(ResumeError::Damaged { .. })) },
            "{wrong:?}: {opened:?}"
        );
    }
}
