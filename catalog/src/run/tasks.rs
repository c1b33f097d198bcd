//! The solver cut into tasks: on several processors, and with a file from which a later run goes on.

use std::path::Path;
use std::time::Duration;

use provebest::proof_file::{ProofContents, ProofFile, ResumeError};
use provebest::{AnyMachine, SearchError};
use provebest_game::{Game, Solvable, Text};
use provebest_machine::{Measured, Stop, Threads};
use provebest_search::NoReport;
use provebest_search::solve::{Finding, ProofByTasks, ProvedByTasks, ProvedMove, Solution, Source, TaskProgress};

use super::{Reporter, proof_limits, with_fewer_threads};
use crate::listener::{News, Resumed};
use crate::method::SolverSpec;
use crate::ranks::ask_others;
use crate::request::{Request, RequestError};

/// How long a process may be silent before it is taken for lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// What was solved, and where.
pub(super) struct Solved<M> {
    pub(super) solution: Solution<M>,
    /// Does the file lack something?
    pub(super) unwritten: bool,
    pub(super) machine: AnyMachine,
    /// What it took, if there are several processors.
    pub(super) measured: Option<Measured>,
}

/// What is solved, and for whom.
pub(super) struct Job<'a, T: Text> {
    pub(super) request: &'a Request,
    pub(super) spec: SolverSpec,
    pub(super) reporter: Reporter<'a>,
    pub(super) stop: &'a (dyn Stop + Sync),
    /// The words of the game.
    pub(super) words: &'a T,
    pub(super) root: &'a T::State,
    /// Bytes of stack for each thread.
    pub(super) stack: usize,
}

/// Solves a position on a machine. Only rank 0 opens the file.
pub(super) fn solve<T, S>(job: Job<'_, T>, game: &S, machine: AnyMachine) -> Result<Solved<S::Move>, RequestError>
where
    T: Text<State: Send + Sync> + Sync,
    S: Solvable + Sync + Game<State = T::State, Move = T::Move>,
{
    let Job { request, spec, reporter, stop, words, root, stack } = job;
    let (file, kept) = open(request, words, root, reporter)?;
    let mut journal = Journal { file, path: request.record.proof_file.as_deref(), reporter, unwritten: false };
    let mut machine = machine.with_patience(spec.patience.unwrap_or(PATIENCE));
    let proved = loop {
        ask_others(request, &machine)?;
        let mut keep = |findings: &[Finding], moves: &[ProvedMove<S::Move>]| {
            journal.write(|file| file.append_findings(words, root, findings, moves));
        };
        let mut progress = |progress: &TaskProgress| reporter.report(News::Tasks(progress));
        let mut proof = ProofByTasks::new(game, root).within(proof_limits(request, stop)).keep(&mut keep);
        proof = proof.known(kept.findings.clone()).known_moves(kept.moves.clone()).known_line(kept.line.0.clone());
        if let Some(bytes) = spec.hash {
            proof = proof.hash(bytes);
        }
        if let Some(nodes) = spec.grain {
            proof = proof.grain(nodes);
        }
        if request.record.all_moves {
            proof = proof.all_moves();
        }
        match run_on(proof.progress(&mut progress), &machine, stack) {
            Err(NoReport::Failed(failure)) if let Some(fewer) = with_fewer_threads(&failure, reporter) => {
                machine = fewer;
            }
            Err(NoReport::Failed(failure)) => return Err(failed(failure)),
            Err(error) => return Err(SearchError::from(error).into()),
            Ok(proved) => break proved,
        }
    };
    let ProvedByTasks { solution, measured, .. } = proved;
    let ends = solution.moves_to_end.is_some_and(|plies| plies > 0);
    if ends && solution.line != kept.line {
        journal.write(|file| file.append_line(words, root, &solution.line));
    }
    let measured = Some(measured).filter(|_| machine != AnyMachine::Alone);
    Ok(Solved { solution, unwritten: journal.unwritten, machine, measured })
}

#[cfg(feature = "mpi")]
use crate::ranks::failed;

#[cfg(not(feature = "mpi"))]
fn failed(failure: provebest_machine::Failure) -> RequestError {
    SearchError::Failed(failure).into()
}

fn run_on<S>(proof: ProofByTasks<'_, S>, machine: &AnyMachine, stack: usize) -> Result<ProvedByTasks<S::Move>, NoReport>
where
    S: Solvable<State: Send + Sync> + Sync,
{
    match machine {
        AnyMachine::Threads(threads) => proof.run_on(&threads.stack(stack)),
        #[cfg(feature = "mpi")]
        AnyMachine::Mpi(mpi) => proof.run_on(mpi),
        // One processor, with a clock.
        _ => proof.run_on(&Threads::new(1)),
    }
}

/// The file that findings are kept in, if one is asked for.
struct Journal<'a> {
    file: Option<ProofFile>,
    path: Option<&'a Path>,
    reporter: Reporter<'a>,
    unwritten: bool,
}

impl Journal<'_> {
    /// Writes something. A failure is told once; the search goes on, and what is missing is written when there is room again.
    fn write(&mut self, write: impl FnOnce(&mut ProofFile) -> Result<(), ResumeError>) {
        let (Some(file), Some(path)) = (&mut self.file, self.path) else { return };
        let written = write(file);
        let unwritten = std::mem::replace(&mut self.unwritten, written.is_err());
        if let (Err(why), false) = (written, unwritten) {
            self.reporter.report(News::Unwritten(at(path), why.to_string()));
        }
    }
}

fn at(path: &Path) -> String {
    format!("the proof file '{}'", path.display())
}

/// Opens the file that findings are kept in, if one is asked for, with what it holds.
fn open<G: Text>(
    request: &Request,
    words: &G,
    root: &G::State,
    reporter: Reporter<'_>,
) -> Result<(Option<ProofFile>, ProofContents<G::Move>), RequestError> {
    let Some(path) = &request.record.proof_file else { return Ok((None, ProofContents::default())) };
    let opened = ProofFile::open(path, request.problem.name(), words, root);
    let (file, contents) = opened.map_err(|error| RequestError::File { what: at(path), source: Box::new(error) })?;
    let is_task = |finding: &&Finding| finding.source != Source::Noted;
    let kept = Resumed {
        path: path.clone(),
        tasks: contents.findings.iter().filter(is_task).count() as u64,
        time: Duration::from_nanos(contents.findings.iter().map(|finding| finding.time).sum()),
        moves: contents.moves.len(),
        exact: contents.moves.iter().filter(|one| one.value().is_some()).count(),
        line: !contents.line.0.is_empty(),
    };
    if kept.tasks > 0 || kept.moves > 0 {
        reporter.report(News::Resumed(&kept));
    }
    Ok((Some(file), contents))
}
