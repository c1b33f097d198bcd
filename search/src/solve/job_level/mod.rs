//! A proof that is cut into tasks, for many processors and for a long time.
//!
//! Rank 0 keeps the top of the tree and gives its leaves away as tasks: is this position worth at least that, within this number of nodes?
//! A task that is answered proves a bound; a leaf whose task was not answered is divided into its children. The leaf that is given
//! away is the one that matters most for the question at the root, by proof numbers (I-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C.
//! Chan and B.-T. Chen, "Job-level proof-number search for Connect6", 2010; A. Nagai, 2002, for the form that is the same for both
//! sides). Each processor keeps its table from task to task, prefers leaves that its table knows something of, and tells the others what
//! took it most work. A task is pure: it can be done anywhere, and again. So what was proved can be kept, and a later run, on any number of
//! processors, goes on from there.
//!
//! Contract: bounds hold for every node at every time, and those of the root meet unless a limit ends the proof. With one processor and
//! tasks without a limit the questions are those of [`Proof`](super::Proof).

mod bulletin;
mod coordinator;
mod mail;
mod rules;
mod top;
mod worker;

use std::cell::RefCell;
use std::sync::Mutex;

use provebest_game::{Depth, Line, MoveList, Score, Solvable, Status};
use provebest_machine::{Machine, Measured, Processor, Program, Rank, Time};
use serde::{Deserialize, Serialize};

use self::coordinator::Coordinator;
use self::mail::Mail;
use self::rules::RulesOf;
use self::top::{Fact, Top};
use self::worker::{Hook, Worker, WorkerInbox};
use super::notes::{Narrow, Notes, Slot, Wide};
use super::{ProvedMove, Solution, ends_with, kind_of};
use crate::limits::{Limits, Reason, Stopped, TooDeep};
use crate::lines::Path;
use crate::parallel::NoReport;

/// What a task has proved, or that it was too much for a task. All findings about a position hold at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The numbers of the moves that lead to the position, each in the game's list, counted from 0.
    pub path: Vec<u32>,
    /// The value for the side to move there is at least this.
    pub least: Score,
    /// And at most this.
    pub most: Score,
    /// How this came about.
    pub source: Source,
    /// How many nodes were entered for it.
    pub nodes: u64,
    /// How long it took, in the machine's time: nanoseconds on real ones.
    pub time: Time,
}

/// How a finding came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A task was answered.
    Answered,
    /// The position was too much for a task: its children are tasks from then on.
    Divided,
    /// A processor knew it from other tasks.
    Noted,
}

/// How far a proof by tasks is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TaskProgress {
    /// The value of the root is at least this.
    pub least: Score,
    /// And at most this.
    pub most: Score,
    /// Tasks that have ended, those of earlier runs included.
    pub done: u64,
    /// Tasks that processors work on.
    pub out: u64,
    /// Leaves that wait for a processor.
    pub open: u64,
    /// How many nodes were entered in this run.
    pub nodes: u64,
    /// How much of the work seems to be done, in thousandths.
    pub share: u32,
}

/// Is told what is found: findings, and the root moves of which more is known.
pub type FindingSink<'a, M> = dyn FnMut(&[Finding], &[ProvedMove<M>]) + Send + 'a;

/// Is told how far a proof is.
pub type TaskSink<'a> = dyn FnMut(&TaskProgress) + Send + 'a;

/// What to solve by tasks, and how.
///
/// ```
/// use provebest_game::Score;
/// use provebest_games::connect_four::ConnectFour;
/// use provebest_machine::Threads;
/// use provebest_search::solve::{Finding, ProofByTasks, ProvedMove};
///
/// let (rules, board) = ConnectFour::parse("6x4:22334")?;
/// let mut kept = Vec::new();
/// let mut keep = |found: &[Finding], _: &[ProvedMove<u8>]| kept.extend_from_slice(found);
/// let first = ProofByTasks::new(&rules, &board).grain(50).keep(&mut keep).run_on(&Threads::new(2))?;
/// assert_eq!(first.solution.value, Some(Score(-9)));
///
/// let again = ProofByTasks::new(&rules, &board).known(kept).run_on(&Threads::new(1))?;
/// assert_eq!((again.solution.value, again.tasks), (Some(Score(-9)), 0), "no task is done twice");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProofByTasks<'a, G: Solvable> {
    game: &'a G,
    root: &'a G::State,
    limits: Limits<'a>,
    hash: u64,
    all_moves: bool,
    grain: Option<u64>,
    known: Vec<Finding>,
    known_moves: Vec<ProvedMove<G::Move>>,
    known_line: Vec<G::Move>,
    keep: Option<&'a mut FindingSink<'a, G::Move>>,
    progress: Option<&'a mut TaskSink<'a>>,
}

/// What was proved by tasks.
#[derive(Clone, Debug)]
pub struct ProvedByTasks<M> {
    /// What was proved; nodes are those of all processors in this run.
    pub solution: Solution<M>,
    /// How many tasks of this run proved something, or were too much.
    pub tasks: u64,
    /// What it took.
    pub measured: Measured,
}

impl<'a, G: Solvable> ProofByTasks<'a, G> {
    /// The value of a position, without limits.
    pub fn new(game: &'a G, root: &'a G::State) -> Self {
        ProofByTasks {
            game,
            root,
            limits: Limits::default(),
            hash: super::Proof::<G>::HASH,
            all_moves: false,
            grain: None,
            known: Vec::new(),
            known_moves: Vec::new(),
            known_line: Vec::new(),
            keep: None,
            progress: None,
        }
    }

    /// The same within limits. The limit on bytes makes the tables smaller, and does not end the proof.
    pub fn within(self, limits: Limits<'a>) -> Self {
        ProofByTasks { limits, ..self }
    }

    /// The tables of the processors of one process together take at most this many bytes.
    pub fn hash(self, bytes: u64) -> Self {
        ProofByTasks { hash: bytes, ..self }
    }

    /// Proves the value of every root move, not only that of the best.
    pub fn all_moves(self) -> Self {
        ProofByTasks { all_moves: true, ..self }
    }

    /// How many nodes a task may enter before it is divided. By default as many as take a second, and later more.
    pub fn grain(self, nodes: u64) -> Self {
        ProofByTasks { grain: Some(nodes), ..self }
    }

    /// What an earlier run on the same position found: it is not searched again.
    pub fn known(self, findings: impl IntoIterator<Item = Finding>) -> Self {
        ProofByTasks { known: findings.into_iter().collect(), ..self }
    }

    /// What is proved of root moves already.
    pub fn known_moves(self, moves: impl IntoIterator<Item = ProvedMove<G::Move>>) -> Self {
        ProofByTasks { known_moves: moves.into_iter().collect(), ..self }
    }

    /// Best play that an earlier run found, as [`Proof::known_line`](super::Proof::known_line).
    pub fn known_line(self, line: impl IntoIterator<Item = G::Move>) -> Self {
        ProofByTasks { known_line: line.into_iter().collect(), ..self }
    }

    /// Is told on rank 0 whenever something is found, before it is used.
    pub fn keep(self, keep: &'a mut FindingSink<'a, G::Move>) -> Self {
        ProofByTasks { keep: Some(keep), ..self }
    }

    /// Is told on rank 0, about once a second, how far it is.
    pub fn progress(self, sink: &'a mut TaskSink<'a>) -> Self {
        ProofByTasks { progress: Some(sink), ..self }
    }

    /// Proves it on a machine. Where processors are processes, rank 0 has the answer.
    pub fn run_on<K: Machine>(self, machine: &K) -> Result<ProvedByTasks<G::Move>, NoReport>
    where
        G: Sync,
        G::State: Send + Sync,
    {
        let share = machine.count() / machine.processes();
        let bytes = self.hash.min(self.limits.bytes.unwrap_or(u64::MAX)) / share.max(1) as u64;
        let (bits, (least, most)) = (self.game.key_bits(), self.game.bounds(self.root));
        match Narrow::suits(bits, least, most) && Notes::<Narrow>::try_new(bits, bytes).is_some() {
            true => self.run_with::<Narrow, K>(machine, bytes),
            false => self.run_with::<Wide, K>(machine, bytes),
        }
    }

    fn run_with<S: Slot, K: Machine>(self, machine: &K, bytes: u64) -> Result<ProvedByTasks<G::Move>, NoReport>
    where
        G: Sync,
        G::State: Send + Sync,
    {
        let ProofByTasks { game, root, limits, .. } = self;
        let mut moves = MoveList::new();
        let over = game.moves(root, &mut moves) != Status::Open;
        let number = |played: G::Move| moves.as_slice().iter().position(|&mv| mv == played);
        let mut known: Vec<(Path, Fact)> = Vec::new();
        for mv in &self.known_moves {
            // For the side that is to move after it.
            let fact = Fact { least: -mv.most, most: -mv.least, divided: false };
            known.extend(number(mv.played).map(|number| (vec![number as u32], fact)));
        }
        let is_task = |finding: &&Finding| finding.source != Source::Noted;
        let kept_tasks = self.known.iter().filter(is_task).count() as u64;
        let kept_time = self.known.iter().map(|finding| finding.time).sum();
        for Finding { path, least, most, source, .. } in self.known {
            known.push((path, Fact { least, most, divided: source == Source::Divided }));
        }
        let limit = limits.plies_for(size_of::<G::State>());
        let plan = Plan { limits, plies: limit, all_moves: self.all_moves, grain: self.grain, kept_tasks, kept_time };
        let tasks = Tasks {
            game,
            root,
            plan,
            bytes,
            known_line: numbers(game, root, &self.known_line),
            known: Mutex::new(known),
            sinks: Mutex::new((self.keep, self.progress)),
            slot: std::marker::PhantomData::<fn() -> S>,
        };
        let run = machine.run::<Mail, _>(&tasks)?;
        if run.answers.iter().any(|answer| answer.too_deep) {
            return Err(NoReport::TooDeep(TooDeep { depth: Depth(limit.0 + 1), limit }));
        }
        let tasks = run.answers.iter().map(|answer| answer.tasks).sum();
        let end = run.answers.into_iter().next().and_then(|answer| answer.end).unwrap_or_default();
        let (least, most) = (Score(end.bounds.0), Score(end.bounds.1));
        let line = rules::play(game, root, &end.line).0;
        let of_move = |(&played, &(least, most)): (&G::Move, &(i32, i32))| ProvedMove {
            played,
            least: Score(least),
            most: Score(most),
        };
        let solution = Solution {
            value: (least == most).then_some(least),
            kind: kind_of(least, most),
            least,
            most,
            best: end.best.filter(|_| !over).and_then(|best| moves.as_slice().get(best as usize).copied()),
            moves: moves.as_slice().iter().zip(&end.moves).map(of_move).collect(),
            moves_to_end: (end.whole && least == most).then_some(line.len() as u32),
            line: Line(line),
            nodes: end.nodes,
            skipped: end.skipped,
            stopped: end.stopped,
        };
        Ok(ProvedByTasks { solution, tasks, measured: run.measured })
    }
}

/// What rank 0 goes by.
struct Plan<'a> {
    limits: Limits<'a>,
    plies: Depth,
    all_moves: bool,
    grain: Option<u64>,
    kept_tasks: u64,
    kept_time: Time,
}

/// The number of a root move, and the bounds of its value.
type NumberedMove = (usize, Score, Score);

/// Is told findings, and root moves of which more is known.
type NumberedSink<'a> = dyn FnMut(&[Finding], &[NumberedMove]) + 'a;

/// What rank 0 tells: findings, of root moves their numbers and bounds, and how far it is.
struct Sinks<'s, 'k> {
    keep: Option<&'s mut NumberedSink<'s>>,
    progress: Option<&'k mut TaskSink<'k>>,
}

/// What the caller wants to be told.
type CallersSinks<'a, M> = (Option<&'a mut FindingSink<'a, M>>, Option<&'a mut TaskSink<'a>>);

/// The program of all ranks.
struct Tasks<'a, G: Solvable, S> {
    game: &'a G,
    root: &'a G::State,
    plan: Plan<'a>,
    /// Of each table.
    bytes: u64,
    known_line: Path,
    known: Mutex<Vec<(Path, Fact)>>,
    sinks: Mutex<CallersSinks<'a, G::Move>>,
    slot: std::marker::PhantomData<fn() -> S>,
}

/// What a rank ends with.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Brought {
    tasks: u64,
    too_deep: bool,
    /// Rank 0 knows.
    end: Option<End>,
}

/// What became of the root.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct End {
    bounds: (i32, i32),
    moves: Vec<(i32, i32)>,
    best: Option<u32>,
    line: Path,
    whole: bool,
    nodes: u64,
    skipped: u32,
    stopped: Option<Reason>,
}

impl Default for End {
    fn default() -> End {
        End {
            bounds: (Score::WORST.0, Score::INFINITY.0),
            moves: Vec::new(),
            best: None,
            line: Path::new(),
            whole: false,
            nodes: 0,
            skipped: 0,
            stopped: None,
        }
    }
}

impl<G, S: Slot> Program<Mail> for Tasks<'_, G, S>
where
    G: Solvable + Sync,
    G::State: Send + Sync,
{
    type Answer = Brought;

    async fn run(&self, me: &dyn Processor<Mail>) -> Brought {
        if me.rank() == Rank::FIRST { self.lead(me).await } else { self.follow(me).await }
    }
}

impl<G, S: Slot> Tasks<'_, G, S>
where
    G: Solvable + Sync,
    G::State: Send + Sync,
{
    fn notes(&self) -> Option<Notes<S>> {
        Notes::try_new(self.game.key_bits(), self.bytes)
    }

    /// Another rank than 0.
    async fn follow(&self, me: &dyn Processor<Mail>) -> Brought {
        let inbox = WorkerInbox::new(me);
        let hook = Hook::new(me, self.plan.limits.stop, &inbox);
        let notes = self.notes();
        let notes = notes.as_ref().map(|notes| notes.access(1));
        let mut worker = Worker::new(self.game, self.root, notes, self.plan.plies, &hook);
        while let Some(task) = inbox.next().await {
            let done = worker.solve(&task).await;
            me.send(Rank::FIRST, Mail::Done(me.rank(), done));
        }
        Brought::default()
    }

    /// Rank 0: it leads, and solves tasks of its own.
    async fn lead(&self, me: &dyn Processor<Mail>) -> Brought {
        let known = std::mem::take(&mut *self.known.lock().expect("only rank 0 takes it"));
        let (keep, progress) = std::mem::take(&mut *self.sinks.lock().expect("only rank 0 takes them"));
        let mut list = MoveList::new();
        self.game.moves(self.root, &mut list);
        let proved =
            |&(number, least, most): &NumberedMove| ProvedMove { played: list.as_slice()[number], least, most };
        let mut keep = keep.map(|keep| {
            |found: &[Finding], moves: &[NumberedMove]| keep(found, &moves.iter().map(proved).collect::<Vec<_>>())
        });
        let keep = keep.as_mut().map(|keep| keep as &mut dyn FnMut(&[Finding], &[NumberedMove]));
        let sinks = Sinks { keep, progress };
        let rules = RulesOf { game: self.game, root: self.root };
        let top = Top::new(&rules, known, self.plan.limits.nodes);
        let skipped = top.proved_moves();
        let coordinator = RefCell::new(Coordinator::new(me, &self.plan, sinks, top));
        let hook = Hook::new(me, self.plan.limits.stop, &coordinator);
        let notes = self.notes();
        let notes = notes.as_ref().map(|notes| notes.access(1));
        let mut worker = Worker::new(self.game, self.root, notes, self.plan.plies, &hook);
        loop {
            let goes_on = coordinator.borrow_mut().serve();
            if !goes_on {
                break;
            }
            let task = coordinator.borrow_mut().new_task(Rank::FIRST);
            match task {
                Some(task) => {
                    let done = worker.solve(&task).await;
                    coordinator.borrow_mut().finish(Rank::FIRST, done);
                }
                None => {
                    let mail = me.receive().await;
                    coordinator.borrow_mut().hear(mail);
                }
            }
        }
        let mut end = coordinator.borrow().end();
        end.skipped = skipped;
        self.best_play(&coordinator, &mut worker, &mut end);
        Rank::all(me.count()).skip(1).for_each(|rank| me.send(rank, Mail::End));
        let coordinator = coordinator.borrow();
        end.nodes += coordinator.finished_nodes();
        Brought { tasks: coordinator.done, too_deep: coordinator.too_deep, end: Some(end) }
    }

    /// Best play to the end of the game, if the value is proved. A proof that was stopped on the way has the value all the same.
    fn best_play(&self, coordinator: &RefCell<Coordinator<'_, '_>>, worker: &mut Worker<'_, G, S>, end: &mut End) {
        // Without moves the line is at its end.
        end.whole = end.moves.is_empty();
        let (Some(best), true, None) = (end.best, end.bounds.0 == end.bounds.1, end.stopped) else { return };
        let value = Score(end.bounds.0);
        let known = rules::play(self.game, self.root, &self.known_line).0;
        if self.known_line.first() == Some(&best) && ends_with(self.game, self.root, value, &known) {
            (end.line, end.whole) = (self.known_line.clone(), true);
            return;
        }
        let left = self.plan.limits.nodes.map(|nodes| nodes.saturating_sub(coordinator.borrow().finished_nodes()));
        worker.begin(left);
        end.line.push(best);
        end.whole = self.follow_line(coordinator, worker, value, &mut end.line).is_ok();
        end.nodes += worker.prover.budget.inner;
    }

    fn follow_line(
        &self,
        coordinator: &RefCell<Coordinator<'_, '_>>,
        worker: &mut Worker<'_, G, S>,
        value: Score,
        line: &mut Path,
    ) -> Result<(), Stopped> {
        let (game, mut value) = (self.game, value);
        loop {
            value = -value;
            let (state, ply) =
                (rules::state_at(game, self.root, line).expect("a line can be played"), line.len() as u32);
            let mut list = MoveList::new();
            if game.moves(&state, &mut list) != Status::Open {
                return Ok(());
            }
            let known = |&mv: &G::Move| {
                let mut child = state.clone();
                game.play(&mut child, mv);
                -coordinator.borrow().top.known(ply + 1, game.note_key(&child)).1 >= value
            };
            let best = match list.as_slice().iter().copied().find(known) {
                Some(mv) => mv,
                None => worker.prover.best(&state, value, list.as_slice(), ply)?,
            };
            let number = list.as_slice().iter().position(|&mv| mv == best);
            line.push(number.expect("one of the list") as u32);
        }
    }
}

/// The numbers of the moves of a line, as far as it can be played.
fn numbers<G: Solvable>(game: &G, root: &G::State, line: &[G::Move]) -> Path {
    let (mut state, mut list, mut path) = (root.clone(), MoveList::new(), Path::new());
    for &mv in line {
        list.clear();
        let open = game.moves(&state, &mut list) == Status::Open;
        let Some(number) = list.as_slice().iter().position(|&other| open && other == mv) else { break };
        path.push(number as u32);
        game.play(&mut state, mv);
    }
    path
}

#[cfg(test)]
mod tests;
