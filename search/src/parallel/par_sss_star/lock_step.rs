//! PARSSS* by the clock of its paper: a tick lets every process turn its repeat loop, at no cost, until it holds a LIVE
//! terminal, waits or has ended; then all terminals that are held are examined at once.

use provebest_game::Evaluate;
use provebest_machine::{Measured, Time};

use super::minproc::{MinProc, View};
use super::process::{Board, Merit, Name, Process, Rules, Seed, Turn};
use crate::limits::Stopped;
use crate::measure::Watch;
use crate::walk::Walk;

/// A process and its name.
struct Runner<S> {
    name: Name,
    process: Process<S>,
    holds: bool,
}

pub(super) struct LockStep<S> {
    rules: Rules,
    board: MinProc<S>,
    /// The processes, in the order of their entries in MINPROC.
    runners: Vec<Option<Runner<S>>>,
    killed: Vec<Name>,
    pub(super) measured: Measured,
    pub(super) over_memory: bool,
}

impl<S: Clone> LockStep<S> {
    pub(super) fn new(root: Seed<S>, rules: Rules, processors: usize) -> Self {
        LockStep {
            rules,
            board: MinProc::new(root, processors),
            runners: Vec::new(),
            killed: Vec::new(),
            measured: Measured { processors, ..Measured::default() },
            over_memory: false,
        }
    }

    /// Runs until the root is SOLVED. When that is called off, the value of the root is known to be at most what is
    /// returned beside.
    pub(super) fn run<G, W>(&mut self, walk: &mut Walk<'_, G, W>) -> Result<Merit, Stopped>
    where
        G: Evaluate<State = S>,
        W: Watch,
    {
        loop {
            if let Some(merit) = self.turn_all(walk)? {
                return Ok(merit);
            }
            self.measured.time += 1;
            for runner in self.runners.iter_mut().flatten().filter(|runner| runner.holds) {
                let Runner { name, process, holds } = runner;
                let mut view = View { board: &mut self.board, name: *name, killed: &mut self.killed };
                process.examine(walk, &mut view)?;
                self.measured.work += 1 as Time;
                *holds = false;
            }
        }
    }

    /// The largest merit that the root still can have.
    pub(super) fn h(&mut self) -> provebest_game::Score {
        let root = self.runners.first_mut().and_then(Option::as_mut).expect("the root has a process");
        let mut view = View { board: &mut self.board, name: root.name, killed: &mut self.killed };
        root.process.hear(&mut view);
        root.process.h()
    }

    /// Lets the processes turn, in the order of their entries and again, until none has anything to do before its
    /// terminal is examined. Tells the merit of the root, if that is SOLVED.
    fn turn_all<G, W>(&mut self, walk: &mut Walk<'_, G, W>) -> Result<Option<Merit>, Stopped>
    where
        G: Evaluate<State = S>,
        W: Watch,
    {
        let mut moved = true;
        let mut rested = true;
        while std::mem::take(&mut moved) {
            let mut place = 0;
            while place < self.board.len() {
                if let Some(merit) = self.turn_one(walk, place, rested, &mut moved)? {
                    return Ok(Some(merit));
                }
                place += 1;
            }
            rested = false;
        }
        Ok(None)
    }

    fn turn_one<G, W>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        place: usize,
        rested: bool,
        moved: &mut bool,
    ) -> Result<Option<Merit>, Stopped>
    where
        G: Evaluate<State = S>,
        W: Watch,
    {
        todo!()
    }
}
