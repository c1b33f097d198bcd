//! PARSSS* by the clock of its paper: a tick lets every process turn its repeat loop, at no cost, until it holds a LIVE
//! terminal, waits or has ended; then all terminals that are held are examined at once.

use provebest_game::{Evaluate, Score, SplitMix64};
use provebest_machine::{Measured, Rank};

use super::minproc::{MinProc, View};
use crate::limits::Stopped;
use crate::measure::Observer;
use crate::sequential::iter_sss::process::{Merit, Name, Process, Rules, Seed, Turn};
use crate::walk::Walk;

struct Runner<S> {
    name: Name,
    rank: Rank,
    process: Process<S>,
    at: At,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// It has had no turn since it was spawned, or since its terminal was examined.
    Ready,
    Held,
    Waiting,
}

/// All processes with MINPROC, and how long it took them so far.
pub(super) struct LockStep<S> {
    rules: Rules,
    board: MinProc<S>,
    /// The processes, in the order of their entries in MINPROC.
    runners: Vec<Option<Runner<S>>>,
    killed: Vec<Name>,
    pub(super) measured: Measured,
    over_memory: bool,
    /// By entry, where time is sliced: terminals that the process has counted, and its parent.
    counts: Vec<Count>,
}

/// The counter of a process in the experiments of the paper.
#[derive(Clone, Copy, Default)]
struct Count {
    terminals: u64,
    /// The largest count of those it spawned that have ended.
    spawned: u64,
    parent: usize,
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
            counts: vec![Count::default()],
        }
    }

    /// Runs until the root is SOLVED.
    pub(super) fn run<G, W>(&mut self, walk: &mut Walk<'_, G, W>) -> Result<Merit, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        loop {
            if let Some(merit) = self.turn_all(walk)? {
                return Ok(merit);
            }
            self.measured.time += 1;
            for runner in self.runners.iter_mut().flatten().filter(|runner| runner.at == At::Held) {
                let mut view = View { board: &mut self.board, name: runner.name, killed: &mut self.killed };
                runner.process.examine(walk, &mut view)?;
                runner.at = At::Ready;
                self.measured.work += 1;
            }
        }
    }

    /// The same by the clock of tables 2 and 3: one processor gives time slices to the processes, in a random order. A process counts
    /// the terminals that it examines. One that is spawned begins with the count of its parent; a parent that waits, or kills,
    /// goes on with the largest count of those it spawned. The time is the count of the root.
    pub(super) fn run_in_slices<G, W>(
        &mut self,
        walk: &mut Walk<'_, G, W>,
        slice: u64,
        chance: &mut SplitMix64,
    ) -> Result<Merit, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let mut ready = Vec::new();
        loop {
            ready.clear();
            for place in 0..self.board.len() {
                if self.can_move(place) || self.holds(place) {
                    ready.push(place);
                }
            }
            let place = ready[chance.below(ready.len() as u64) as usize];
            let mut left = 1 + chance.below(slice.clamp(1, u64::MAX / 2) * 2 - 1);
            while left > 0 && (self.can_move(place) || self.holds(place)) {
                if self.holds(place) {
                    self.examine(walk, place)?;
                    left -= 1;
                } else if let Some(merit) = self.turn_and_count(walk, place)? {
                    self.measured.time = self.counts[0].terminals.max(self.counts[0].spawned);
                    return Ok(merit);
                }
            }
        }
    }

    fn holds(&self, place: usize) -> bool {
        self.runners.get(place).and_then(Option::as_ref).is_some_and(|runner| runner.at == At::Held)
    }

    fn examine<G, W>(&mut self, walk: &mut Walk<'_, G, W>, place: usize) -> Result<(), Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let Some(runner) = &mut self.runners[place] else { return Ok(()) };
        runner
            .process
            .examine(walk, &mut View { board: &mut self.board, name: runner.name, killed: &mut self.killed })?;
        runner.at = At::Ready;
        self.measured.work += 1;
        self.counts[place].terminals += 1;
        Ok(())
    }

    /// A turn, and what it does to the counts.
    fn turn_and_count<G, W>(&mut self, walk: &mut Walk<'_, G, W>, place: usize) -> Result<Option<Merit>, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        if self.runners[place].as_ref().is_some_and(|runner| runner.at == At::Waiting) {
            let Count { terminals, spawned, .. } = self.counts[place];
            self.counts[place].terminals = terminals.max(spawned);
        }
        let there: Vec<bool> = self.runners.iter().map(Option::is_some).collect();
        let solved = self.turn(walk, place)?;
        // Those that have ended or were killed by this turn hand their counts to their parents, the youngest first.
        for gone in (1..there.len()).rev().filter(|&one| there[one] && self.runners[one].is_none()) {
            let Count { terminals, spawned, parent } = self.counts[gone];
            let count = &mut self.counts[parent];
            count.spawned = count.spawned.max(terminals).max(spawned);
            if parent == place && gone != place {
                count.terminals = count.terminals.max(count.spawned);
            }
        }
        for new in 0..self.board.len() {
            if self.board.at(new).is_some_and(|entry| entry.seed.is_some()) {
                self.can_move(new);
                self.counts.resize(self.counts.len().max(new + 1), Count::default());
                self.counts[new] = Count { terminals: self.counts[place].terminals, spawned: 0, parent: place };
            }
        }
        Ok(solved)
    }

    /// The largest merit of all: the value of the root is at most that.
    pub(super) fn h(&mut self) -> Score {
        let Some(root) = self.runners.first_mut().and_then(Option::as_mut) else { return Score::INFINITY };
        root.process.hear(&mut View { board: &mut self.board, name: root.name, killed: &mut self.killed });
        root.process.h()
    }

    /// Lets the processes turn in the order of their entries, and again until none of them moves. Tells the merit of the
    /// root, if that is SOLVED now.
    fn turn_all<G, W>(&mut self, walk: &mut Walk<'_, G, W>) -> Result<Option<Merit>, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let mut moved = true;
        while std::mem::take(&mut moved) {
            let mut place = 0;
            while place < self.board.len() {
                if self.can_move(place) {
                    moved = true;
                    if let Some(merit) = self.turn(walk, place)? {
                        return Ok(Some(merit));
                    }
                }
                place += 1;
            }
        }
        Ok(None)
    }

    /// Would the process at this entry do anything if it turned? A new one gets its lists here.
    fn can_move(&mut self, place: usize) -> bool {
        if place == self.runners.len() {
            self.runners.push(None);
        }
        let Some(entry) = self.board.at(place) else { return false };
        let runner = &mut self.runners[place];
        if let Some(seed) = entry.seed.take() {
            let process = Process::new(seed, self.rules);
            *runner = Some(Runner { name: entry.name, rank: entry.rank, process, at: At::Ready });
        }
        let stirred = entry.is_stirred();
        runner.as_ref().is_some_and(|runner| match runner.at {
            At::Ready => true,
            At::Held => false,
            At::Waiting => stirred || (runner.process.can_spawn() && !self.board.free.is_empty()),
        })
    }

    fn turn<G, W>(&mut self, walk: &mut Walk<'_, G, W>, place: usize) -> Result<Option<Merit>, Stopped>
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let Some(runner) = &mut self.runners[place] else { return Ok(None) };
        let Runner { name, rank, .. } = *runner;
        let turned = {
            let mut view = View { board: &mut self.board, name, killed: &mut self.killed };
            runner.process.turn(walk, &mut view)?
        };
        match turned {
            Turn::Held => runner.at = At::Held,
            Turn::Waiting => runner.at = At::Waiting,
            Turn::Ended(merit) if place == 0 => {
                self.remove(walk, name);
                return Ok(Some(merit));
            }
            Turn::Ended(merit) => {
                self.board.end(name, rank, merit, 0);
                self.remove(walk, name);
            }
        }
        self.board.stirred.clear();
        while let Some(name) = self.killed.pop() {
            self.remove(walk, name);
        }
        Ok(None)
    }

    /// A process has ended or was killed.
    fn remove<G, W>(&mut self, walk: &mut Walk<'_, G, W>, name: Name)
    where
        G: Evaluate<State = S>,
        W: Observer,
    {
        let place = self.runners.get_mut(name.place as usize);
        if let Some(mut runner) = place.and_then(|place| place.take_if(|runner| runner.name == name)) {
            runner.process.release(&mut walk.budget);
            self.over_memory |= runner.process.over_memory;
        }
    }

    /// Has any process held more than it was allowed?
    pub(super) fn over_memory(&self) -> bool {
        self.over_memory || self.runners.iter().flatten().any(|runner| runner.process.over_memory)
    }
}
