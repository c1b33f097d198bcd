//! A processor that solves one task after the other, and keeps its table from task to task.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use provebest_game::{Depth, MoveList, Score, Solvable, Window};
use provebest_machine::{Processor, Rank, Time, Work};

use super::mail::{Done, Mail, Outcome, SharedNote, Task};
use super::rules::state_at;
use crate::limits::{Breath, Budget, Limits, Reason, Stop};
use crate::solve::notes::{Access, Note, Slot};
use crate::solve::prove::Prover;

/// The mail of a processor that is at work on a task.
pub(super) trait Inbox {
    /// Reads mail. Is the task called off?
    fn is_called_off(&self, nodes: u64) -> bool;
}

/// Stands between a proof and its limits: mail is read several hundred times a second.
pub(super) struct Hook<'a> {
    me: &'a dyn Processor<Mail>,
    outer: Option<&'a (dyn Stop + Sync)>,
    pub(super) inbox: &'a dyn Inbox,
    breath: Breath,
    /// The nodes of the task so far.
    nodes: Cell<u64>,
    /// The limit of the whole search that was reached.
    reason: Cell<Option<Reason>>,
}

impl<'a> Hook<'a> {
    /// Mail should be read about every two milliseconds.
    const WISH: Time = 2_000_000;
    const LONGEST: u64 = 1 << 16;

    pub(super) fn new(me: &'a dyn Processor<Mail>, outer: Option<&'a (dyn Stop + Sync)>, inbox: &'a dyn Inbox) -> Self {
        let breath = Breath::new(Self::WISH, Self::LONGEST);
        Hook { me, outer, inbox, breath, nodes: Cell::new(0), reason: Cell::new(None) }
    }
}

impl Stop for Hook<'_> {
    fn stop(&self) -> Option<Reason> {
        self.nodes.set(self.nodes.get() + self.breath.get());
        self.reason.set(self.reason.get().or_else(|| self.outer.and_then(|outer| outer.stop())));
        self.reason.get().or_else(|| self.inbox.is_called_off(self.nodes.get()).then_some(Reason::Cancel))
    }

    fn ask_again_after(&self) -> u64 {
        self.breath.next(self.me.now(), self.outer.map_or(u64::MAX, |outer| outer.ask_again_after()))
    }
}

/// Solves tasks.
pub(super) struct Worker<'a, G: Solvable, S: Slot> {
    pub(super) me: &'a dyn Processor<Mail>,
    root: &'a G::State,
    pub(super) prover: Prover<'a, 'a, G, S>,
    pub(super) hook: &'a Hook<'a>,
}

impl<'a, G: Solvable, S: Slot> Worker<'a, G, S> {
    /// A note that took this part of a task is worth telling others.
    const SHARED_PART: u64 = 2048;
    const LEAST_SHARED: u64 = 16;

    pub(super) fn new(
        game: &'a G,
        root: &'a G::State,
        notes: Option<Access<'a, S>>,
        plies: Depth,
        hook: &'a Hook<'a>,
    ) -> Self {
        let prover = Prover::new(game, Budget::new(&Limits::default()), notes, plies);
        Worker { me: hook.me, root, prover, hook }
    }

    /// From now on at most this many nodes.
    pub(super) fn begin(&mut self, nodes: Option<u64>) {
        self.hook.nodes.set(0);
        let budget = Budget::new(&Limits { nodes, ..Limits::default() });
        self.prover.begin(budget.stopped_by(self.hook));
    }

    /// Solves a task. Where time is simulated, it passes in slices, between which mail is read.
    pub(super) async fn solve(&mut self, task: &Task) -> Done {
        let begun = self.me.now();
        self.begin(Some(task.nodes));
        self.read_notes(&task.notes);
        self.prover.tells_from = (task.nodes / Self::SHARED_PART).max(Self::LEAST_SHARED);
        let mut outcome = self.outcome(task);
        let mut nodes = self.prover.budget.inner;
        const SLICES: u64 = 8;
        for slice in 1..=SLICES {
            self.me.work(Work { leaves: nodes / SLICES, nodes: 0 }).await;
            if slice < SLICES && outcome != Outcome::CalledOff && self.hook.inbox.is_called_off(nodes * slice / SLICES)
            {
                (outcome, nodes) = (Outcome::CalledOff, nodes * slice / SLICES);
                break;
            }
        }
        let notes = notes_for_others(std::mem::take(&mut self.prover.told));
        Done { id: task.id, outcome, nodes, time: self.me.now() - begun, notes }
    }

    /// What others have proved comes into the table.
    fn read_notes(&mut self, shared: &[SharedNote]) {
        let Some(notes) = &mut self.prover.notes else { return };
        for &SharedNote { key, least, most, hint, nodes } in shared {
            let known = notes.probe(key);
            let (least, most) = (known.least.max(Score(least)), known.most.min(Score(most)));
            notes.store(key, Note { least, most, hint }, nodes);
        }
    }

    fn outcome(&mut self, task: &Task) -> Outcome {
        let game = self.prover.game;
        let Some(state) = state_at(game, self.root, &task.path) else { return Outcome::CalledOff };
        if self.hook.inbox.is_called_off(0) {
            return Outcome::CalledOff;
        }
        let asked = self.prover.ask(&state, Window::null(Score(task.gamma)), task.path.len() as u32);
        match (asked, self.hook.reason.get()) {
            (Ok(value), _) => Outcome::Value(value.0),
            _ if self.prover.too_deep => Outcome::TooDeep,
            (_, Some(reason)) => Outcome::Stopped(reason),
            _ if self.prover.budget.reason() == Some(Reason::Nodes) => Outcome::TooMuch(self.known_of_children(&state)),
            _ => Outcome::CalledOff,
        }
    }

    /// What the table knows of the children of a position.
    fn known_of_children(&self, state: &G::State) -> Vec<(u32, i32, i32)> {
        let (game, mut list) = (self.prover.game, MoveList::new());
        let Some(notes) = &self.prover.notes else { return Vec::new() };
        game.moves(state, &mut list);
        let mut known = Vec::new();
        for (number, &mv) in list.as_slice().iter().enumerate() {
            let mut child = state.clone();
            game.play(&mut child, mv);
            let note = notes.probe(game.note_key(&child));
            if note.least > Score::WORST || note.most < Score::INFINITY {
                known.push((number as u32, note.least.0, note.most.0));
            }
        }
        known
    }
}

/// The most notes of one task.
const MOST_SHARED: usize = 1024;

/// The notes of a task that took most of its nodes. (Compiled once for all games.)
fn notes_for_others(mut told: Vec<(u64, Note, u64)>) -> Vec<SharedNote> {
    told.sort_by_key(|&(_, _, nodes)| std::cmp::Reverse(nodes));
    let shared =
        |(key, Note { least, most, hint }, nodes)| SharedNote { key, least: least.0, most: most.0, hint, nodes };
    told.into_iter().take(MOST_SHARED).map(shared).collect()
}

/// The inbox of a rank that is not 0.
pub(super) struct WorkerInbox<'a> {
    me: &'a dyn Processor<Mail>,
    /// The task at work.
    task: Cell<Option<u64>>,
    waiting: RefCell<VecDeque<Task>>,
    called_off: RefCell<Vec<u64>>,
    ended: Cell<bool>,
    told: Cell<Time>,
}

impl<'a> WorkerInbox<'a> {
    /// A rank at work says so this often, in nanoseconds.
    const EVERY: Time = 500_000_000;

    pub(super) fn new(me: &'a dyn Processor<Mail>) -> Self {
        WorkerInbox {
            me,
            task: Cell::new(None),
            waiting: RefCell::default(),
            called_off: RefCell::default(),
            ended: Cell::new(false),
            told: Cell::new(0),
        }
    }

    fn read(&self, mail: Mail) {
        match mail {
            Mail::Task(task) => self.waiting.borrow_mut().push_back(task),
            Mail::CallOff(task) => self.called_off.borrow_mut().push(task),
            Mail::End => self.ended.set(true),
            Mail::Done(..) | Mail::Busy(..) => {}
        }
    }

    /// The next task; `None` when nothing more is to be done.
    pub(super) async fn next(&self) -> Option<Task> {
        self.task.set(None);
        while !self.ended.get() {
            let next = self.waiting.borrow_mut().pop_front();
            if let Some(task) = next {
                self.task.set(Some(task.id));
                // What was to be called off before it is over.
                self.called_off.borrow_mut().retain(|&id| id >= task.id);
                return Some(task);
            }
            let mail = self.me.receive().await;
            self.read(mail);
        }
        None
    }
}

impl Inbox for WorkerInbox<'_> {
    fn is_called_off(&self, nodes: u64) -> bool {
        while let Some(mail) = self.me.poll() {
            self.read(mail);
        }
        let now = self.me.now();
        if now >= self.told.get() + Self::EVERY {
            self.told.set(now);
            self.me.send(Rank::FIRST, Mail::Busy(self.me.rank(), nodes));
        }
        self.ended.get() || self.task.get().is_some_and(|task| self.called_off.borrow().contains(&task))
    }
}
