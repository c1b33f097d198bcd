//! A proof by several processors with one table: all of them search the same question from the top down, and keep out of each other's way
//! (ABDADA: J.-C. Weill, "The ABDADA distributed minimax search algorithm", 1996).
//!
//! ```text
//! the first child of a node is searched by whoever comes there
//! another one at which somebody is already is put off until the rest is done
//! the processor that decides a node calls off all that are below it (Kaneko, 2010)
//! a subtree is searched as by one processor, until it turns out to be large: then it begins again, and the table knows what was done
//! ```

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use provebest_game::{Depth, Score, Solvable, Window};
use provebest_machine::{Measured, Processor, Program, Rank, SharedMemory};

use super::keeper::Noted;
use super::notes::{Note, Notes, Slot};
use super::progress::Pulse;
use super::prove::{Node, Prover};
use super::{Proof, ProvedMove, ProvedTable, Root, Sink, Solution, Witness};
use crate::limits::{Budget, Limits, NodeQuota, Reason, Stop, Stopped, TooDeep};
use crate::parallel::NoReport;
use crate::parallel::table_method::End;
use crate::table::{Mark, SharedMarks};

/// What several processors proved together.
#[derive(Debug)]
pub struct SolvedTogether<M> {
    /// What was proved; nodes are those of all processors.
    pub solution: Solution<M>,
    /// The table as it is then.
    pub table: ProvedTable,
    /// What it took.
    pub measured: Measured,
}

/// The table, of narrow or wide slots, or none, as one of them.
macro_rules! with_notes {
    ($table:expr, $notes:ident => $run:expr) => {
        match &$table.0 {
            Some(Noted::Narrow(notes)) => {
                let $notes = Some(notes);
                $run
            }
            Some(Noted::Wide(notes)) => {
                let $notes = Some(notes);
                $run
            }
            None => {
                let $notes = None::<&$crate::solve::notes::Notes<$crate::solve::notes::Wide>>;
                $run
            }
        }
    };
}
pub(super) use with_notes;

impl<G> Proof<'_, G>
where
    G: Solvable<State: Send + Sync, Move: Send + Sync> + Sync,
{
    /// Marks for each processor.
    const MARKS: usize = 1024;

    /// Proves it on a machine whose processors share memory: all of them search together, with one table. Where time is simulated, none
    /// passes, and rank 0 does all the work. One processor enters the nodes of [`Proof::run`].
    ///
    /// ```
    /// use provebest_game::Score;
    /// use provebest_games::connect_four::ConnectFour;
    /// use provebest_machine::Threads;
    /// use provebest_search::solve::Proof;
    ///
    /// let (rules, board) = ConnectFour::parse("6x5:33")?;
    /// let together = Proof::new(&rules, &board).run_on(&Threads::new(2))?;
    /// assert_eq!(together.solution.value, Proof::new(&rules, &board).run()?.value);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_on<K: SharedMemory>(self, machine: &K) -> Result<SolvedTogether<G::Move>, NoReport> {
        // A limit on bytes is one on the marks too.
        let of_marks = size_of::<AtomicU64>() as u64;
        let most = self.limits.bytes.map_or(usize::MAX, |bytes| (bytes / (8 * of_marks)) as usize);
        let room = most.min(Self::MARKS * machine.count());
        let bytes = self.limits.bytes.map(|bytes| bytes - room as u64 * of_marks);
        let table = self.table(bytes);
        let (solution, measured) = with_notes!(table, notes => self.run_together(notes, room, machine)?);
        Ok(SolvedTogether { solution, table, measured })
    }

    fn run_together<S: Slot, K: SharedMemory>(
        self,
        notes: Option<&Notes<S>>,
        room: usize,
        machine: &K,
    ) -> Result<(Solution<G::Move>, Measured), NoReport> {
        let plies = self.limits.plies_for(size_of::<G::State>());
        let common = Common {
            notes,
            marks: if room > 0 { SharedMarks::try_new(room).ok() } else { None },
            end: End::new(None),
            quota: NodeQuota::new(&self.limits, machine.count()),
            question: Mutex::new(None),
            open: AtomicU64::new(0),
            decisions: AtomicU64::new(0),
            nodes_of_others: Arc::default(),
        };
        let Proof { game, root, limits, all_moves, known, known_line, progress, witness, .. } = self;
        let sinks = Mutex::new((progress, witness));
        let run = Together { game, root, limits, plies, all_moves, known, known_line, sinks, common: &common };
        let run = machine.run_shared(&run)?;
        let nodes = run.answers.iter().map(|brought| brought.nodes).sum();
        let first = run.answers.into_iter().next();
        let Some(Brought { solution: Some(solution), too_deep, .. }) = first else { unreachable!("there is a rank 0") };
        match too_deep {
            true => Err(NoReport::TooDeep(TooDeep { depth: Depth(plies.0 + 1), limit: plies })),
            false => Ok((Solution { nodes, ..solution }, Measured { critical_path: None, ..run.measured })),
        }
    }
}

/// The program of all ranks.
struct Together<'a, 'c, G: Solvable, S> {
    game: &'a G,
    root: &'a G::State,
    limits: Limits<'a>,
    plies: Depth,
    all_moves: bool,
    known: Vec<ProvedMove<G::Move>>,
    known_line: Vec<G::Move>,
    /// For rank 0.
    sinks: Mutex<Sinks<'a, G::Move>>,
    common: &'c Common<'c, S, G::State>,
}

type Sinks<'a, M> = (Option<&'a mut Sink<'a>>, Option<&'a mut Witness<'a, M>>);

/// What a processor brings home.
struct Brought<M> {
    /// Rank 0 has it.
    solution: Option<Solution<M>>,
    nodes: u64,
    too_deep: bool,
}

impl<G, S: Slot> Program<()> for Together<'_, '_, G, S>
where
    G: Solvable<State: Send + Sync, Move: Send + Sync> + Sync,
{
    type Answer = Brought<G::Move>;

    async fn run(&self, me: &dyn Processor<()>) -> Brought<G::Move> {
        let common = self.common;
        let mut guard = common.end.over.unless_well();
        let lookout = Lookout::new(common, me.rank() == Rank::FIRST);
        let notes = common.notes.map(|notes| notes.access(me.count() as u64));
        let mut partner = Partner { me, common, lookout: &lookout, asked: 0 };
        let brought = if me.rank() == Rank::FIRST {
            let (progress, witness) = std::mem::take(&mut *self.sinks.lock().expect("only rank 0 takes them"));
            let pulse = Pulse::new(self.limits.stop, progress).with_nodes_of(common.nodes_of_others.clone());
            let budget = Budget::shared(common.quota.as_ref(), &lookout).and_by(Some(&pulse));
            let mut root = Root {
                prover: Prover::new(self.game, budget, notes, self.plies),
                partner: Some(partner),
                state: self.root,
                pulse: &pulse,
                witness,
                moves: Vec::new(),
                order: Vec::new(),
                skipped: 0,
                all_moves: self.all_moves,
            };
            let solution = root.solve(&self.known, &self.known_line);
            common.end.over.call();
            common.ask_all(me, None);
            Brought { solution: Some(solution), nodes: root.prover.budget.inner, too_deep: root.prover.too_deep }
        } else {
            let budget = Budget::shared(common.quota.as_ref(), &lookout);
            let mut prover = Prover::new(self.game, budget, notes, self.plies);
            partner.follow(&mut prover).await;
            Brought { solution: None, nodes: prover.budget.inner, too_deep: prover.too_deep }
        };
        guard.well = true;
        brought
    }
}

/// What the processors share.
struct Common<'a, S, P> {
    notes: Option<&'a Notes<S>>,
    /// None where there is no room for them.
    marks: Option<SharedMarks>,
    end: End<'a>,
    quota: Option<NodeQuota>,
    /// What was asked last; `None` at the end.
    question: Mutex<Option<Question<P>>>,
    /// The number of the question that is open, or 0.
    open: AtomicU64,
    /// How many times a node was decided that others were inside of.
    decisions: AtomicU64,
    /// About as many nodes as others than rank 0 have entered.
    nodes_of_others: Arc<AtomicU64>,
}

/// Is the value of a position, this many plies below the root, in the window, below or above it?
#[derive(Clone)]
struct Question<P> {
    number: u64,
    state: P,
    window: Window,
    ply: u32,
}

impl<S: Slot, P> Common<'_, S, P> {
    fn question(&self) -> MutexGuard<'_, Option<Question<P>>> {
        self.question.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes all other processors.
    fn ask_all(&self, me: &dyn Processor<()>, question: Option<Question<P>>) {
        *self.question() = question;
        Rank::all(me.count()).skip(1).for_each(|rank| me.send(rank, ()));
    }

    /// How many processors are at a position.
    fn inside(&self, key: u64) -> u32 {
        self.marks.as_ref().map_or(0, |marks| marks.inside(key, ANY))
    }

    fn enter(&self, key: u64) -> Option<Mark<'_, AtomicU64>> {
        self.marks.as_ref().and_then(|marks| marks.enter(key, ANY, false))
    }
}

/// Marks do not distinguish depths.
const ANY: Depth = Depth(0);

/// A node of the path that a processor is on.
struct Passed {
    key: u64,
    window: Window,
}

/// Looks out for what others have decided.
struct Lookout<'c, S, P> {
    common: &'c Common<'c, S, P>,
    leads: bool,
    /// The question at work, or 0.
    number: Cell<u64>,
    path: RefCell<Vec<Passed>>,
    /// The decisions that were looked at.
    seen: Cell<u64>,
    /// The place in the path of a node that is decided.
    decided: Cell<Option<usize>>,
    /// As many nodes may be entered before the subtree at work counts as large.
    left: Cell<u64>,
}

impl<'c, S: Slot, P> Lookout<'c, S, P> {
    /// A processor looks out after this many nodes.
    const EVERY: u64 = 64;

    fn new(common: &'c Common<'c, S, P>, leads: bool) -> Self {
        Lookout {
            common,
            leads,
            number: Cell::new(0),
            path: RefCell::default(),
            seen: Cell::new(0),
            decided: Cell::new(None),
            left: Cell::new(u64::MAX),
        }
    }

    fn begin(&self, number: u64) {
        self.number.set(number);
        self.path.borrow_mut().clear();
        self.decided.set(None);
        self.left.set(u64::MAX);
    }

    /// Is the search over, or another question open?
    fn is_over(&self) -> bool {
        self.common.end.over.is_over() || self.common.open.load(Relaxed) != self.number.get()
    }

    /// Has somebody decided a node of the path?
    fn is_decided(&self) -> bool {
        let decisions = self.common.decisions.load(Acquire);
        if self.seen.replace(decisions) != decisions
            && let Some(notes) = self.common.notes
        {
            let notes = notes.access(1);
            let is_decided = |node: &Passed| answer(notes.probe(node.key), node.window).is_some();
            self.decided.set(self.path.borrow().iter().position(is_decided));
        }
        self.decided.get().is_some()
    }
}

impl<S: Slot, P> Stop for Lookout<'_, S, P> {
    fn stop(&self) -> Option<Reason> {
        if !self.leads {
            self.common.nodes_of_others.fetch_add(Self::EVERY, Relaxed);
        }
        self.left.set(self.left.get().saturating_sub(Self::EVERY));
        (self.is_over() || self.is_decided() || self.left.get() == 0).then_some(Reason::Cancel)
    }

    fn ask_again_after(&self) -> u64 {
        Self::EVERY
    }
}

/// What a note answers.
fn answer(Note { least, most, .. }: Note, window: Window) -> Option<Score> {
    match () {
        _ if least >= window.beta || least == most => Some(least),
        _ if most <= window.alpha => Some(most),
        _ => None,
    }
}

/// Why a processor leaves a node without a result.
enum Left {
    Stopped,
    /// The node at this place of its path is decided.
    Decided(usize),
}

/// One of the processors.
pub(super) struct Partner<'c, S, P> {
    me: &'c dyn Processor<()>,
    common: &'c Common<'c, S, P>,
    lookout: &'c Lookout<'c, S, P>,
    /// How many questions were asked.
    asked: u64,
}

impl<S: Slot, P: Clone> Partner<'_, S, P> {
    /// A subtree of more nodes is worth being shared.
    const LARGE: u64 = 512;

    /// Rank 0: asks all processors.
    pub(super) fn lead<G: Solvable<State = P>>(
        &mut self,
        prover: &mut Prover<'_, '_, G, S>,
        state: &P,
        window: Window,
        ply: u32,
    ) -> Result<Score, Stopped> {
        if self.me.count() == 1 {
            return prover.ask(state, window, ply);
        }
        self.asked += 1;
        let question = Question { number: self.asked, state: state.clone(), window, ply };
        self.common.open.store(self.asked, Relaxed);
        self.common.ask_all(self.me, Some(question.clone()));
        let value = self.answer(prover, question);
        self.common.open.store(0, Relaxed);
        self.lookout.begin(0);
        value
    }

    /// Another rank: helps until nothing more is asked.
    async fn follow<G: Solvable<State = P>>(&mut self, prover: &mut Prover<'_, '_, G, S>) {
        loop {
            self.me.receive().await;
            let Some(question) = self.common.question().clone() else { return };
            if question.number == self.common.open.load(Relaxed) {
                // What it finds is in the table.
                let _ = self.answer(prover, question);
                if prover.budget.reason() == Some(Reason::Cancel) {
                    prover.budget.clear_stop();
                }
            }
        }
    }

    fn answer<G: Solvable<State = P>>(
        &mut self,
        prover: &mut Prover<'_, '_, G, S>,
        Question { number, state, window, ply }: Question<P>,
    ) -> Result<Score, Stopped> {
        self.lookout.begin(number);
        if let Some(notes) = &mut prover.notes {
            notes.look_up_size();
        }
        let list = prover.list.mark();
        let value = self.ask(prover, &state, window, ply);
        prover.list.rewind(list);
        value.map_err(|_| Stopped)
    }

    fn left(&self) -> Left {
        self.lookout.decided.take().map_or(Left::Stopped, Left::Decided)
    }

    /// As [`Prover::ask`].
    fn ask<G: Solvable<State = P>>(
        &mut self,
        prover: &mut Prover<'_, '_, G, S>,
        state: &P,
        window: Window,
        ply: u32,
    ) -> Result<Score, Left> {
        prover.budget.ask().map_err(|Stopped| self.left())?;
        if let Some(value) = prover.answer(state, window) {
            prover.budget.inner += 1;
            return Ok(value);
        }
        self.search(prover, state, window, ply)
    }

    /// As [`Prover::search`].
    fn search<G: Solvable<State = P>>(
        &mut self,
        prover: &mut Prover<'_, '_, G, S>,
        state: &P,
        window: Window,
        ply: u32,
    ) -> Result<Score, Left> {
        if !prover.game.is_noted(state) {
            return prover.search(state, window, ply).map_err(|Stopped| self.left());
        }
        let key = prover.game.note_key(state);
        let mark = self.common.enter(key);
        let place = self.lookout.path.borrow().len();
        self.lookout.path.borrow_mut().push(Passed { key, window });
        let list = prover.list.mark();
        let value = loop {
            let found = match self.alone(prover, state, key, window, ply) {
                Some(found) => found,
                None => self.node(prover, state, window, ply),
            };
            if !matches!(found, Err(Left::Decided(at)) if at == place) {
                break found;
            }
            prover.budget.clear_stop();
            prover.list.rewind(list);
            // The note may be lost meanwhile.
            if let Some(value) = answer(prover.look_up(key), window) {
                break Ok(value);
            }
        };
        self.lookout.path.borrow_mut().truncate(place);
        if value.is_ok() && self.common.inside(key) > 1 {
            self.common.decisions.fetch_add(1, Release);
        }
        drop(mark);
        value
    }

    /// Searches a subtree as one processor does, if nobody else is there; `None` if it is large.
    fn alone<G: Solvable<State = P>>(
        &mut self,
        prover: &mut Prover<'_, '_, G, S>,
        state: &P,
        key: u64,
        window: Window,
        ply: u32,
    ) -> Option<Result<Score, Left>> {
        if self.common.inside(key) > 1 {
            return None;
        }
        let list = prover.list.mark();
        self.lookout.left.set(Self::LARGE);
        let found = prover.search(state, window, ply).map_err(|Stopped| self.left());
        let was_large = self.lookout.left.replace(u64::MAX) == 0;
        let called_off = prover.budget.reason() == Some(Reason::Cancel);
        if was_large && called_off && matches!(found, Err(Left::Stopped)) && !self.lookout.is_over() {
            prover.budget.clear_stop();
            prover.list.rewind(list);
            return None;
        }
        Some(found)
    }

    fn node<G: Solvable<State = P>>(
        &mut self,
        prover: &mut Prover<'_, '_, G, S>,
        state: &P,
        window: Window,
        ply: u32,
    ) -> Result<Score, Left> {
        if let Some(notes) = &mut prover.notes {
            notes.look_up_size();
        }
        let node = match prover.enter(state, window, ply).map_err(|Stopped| Left::Stopped)? {
            Ok(node) => node,
            Err(value) => return Ok(value),
        };
        let (best, hint) = match node.known.cut {
            Some(number) => (node.known.best, number),
            None => self.children(prover, state, &node, window, ply)?,
        };
        Ok(prover.leave(&node, best, hint, window))
    }

    /// The best value of the children and the number of the one that has it. Those at which others are come last.
    fn children<G: Solvable<State = P>>(
        &mut self,
        prover: &mut Prover<'_, '_, G, S>,
        state: &P,
        node: &Node,
        window: Window,
        ply: u32,
    ) -> Result<(Score, u32), Left> {
        let (mut best, mut best_number, mut open) = (node.known.best, 0, window);
        let (mut queue, mut is_first) = (VecDeque::new(), true);
        let numbers = (0..node.children.count()).map(|place| node.child_at(place));
        queue.extend(numbers.filter(|&number| !node.known.refutes(number)));
        // Those from here on were put off.
        let mut fresh = queue.len();
        while let Some(number) = queue.pop_front() {
            let may_wait = fresh > 0 && !is_first;
            fresh = fresh.saturating_sub(1);
            let child = prover.child(state, node.children, number);
            if may_wait && self.common.inside(prover.game.note_key(&child)) > 0 {
                queue.push_back(number);
                continue;
            }
            is_first = false;
            let value = if node.known.has_asked(number) && open == window {
                prover.budget.ask().map_err(|Stopped| self.left())?;
                -self.search(prover, &child, -open, ply + 1)?
            } else {
                -self.ask(prover, &child, -open, ply + 1)?
            };
            if value > best {
                (best, best_number) = (value, number);
                if open.raise(value) {
                    break;
                }
            }
        }
        Ok((best, best_number))
    }
}

#[cfg(test)]
mod tests;
