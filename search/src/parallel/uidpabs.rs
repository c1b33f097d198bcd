//! UIDPABS (Newborn 1988), unsynchronized iteratively deepening parallel alpha-beta search: every processor owns some of the root
//! moves and deepens over them without waiting for the others.
//!
//! As it is read here (the paper's abstract): the root moves are dealt out once, move i to processor i mod N. A processor searches its
//! moves to depth 1, 2, .. D, those that were best in its last iteration first. In iteration d it knows two things of the value:
//!
//! - a **floor**, the best exact value of a move to the same depth d, its own or one that another processor has sent. It is a real
//!   bound: a move that is not above it is refuted for good. Values to other depths are never a floor.
//! - a **guess**, the best value to depth d - 1 that it knows of. As long as there is no floor, a move is searched with the window
//!   guess +- margin. A value at the upper edge or above is searched again from there up. A move that is at the lower edge or below
//!   has an upper bound and nothing else: it waits until the other moves are done, and is searched again, without a guess, unless the
//!   floor has reached its bound by then.
//!
//! So at the end of iteration d every move of a processor has an exact value, or an upper bound that is at most an exact value to
//! the same depth. When all processors have finished depth D, the greatest of the exact values is the minimax value to D, and its line
//! is best play. Of two moves with the same value the one that was finished first counts.

use std::cmp::Reverse;

use provebest_game::{Bound, Children, Depth, Evaluate, Score, Window};
use provebest_machine::{Letter, Machine, Portable, Post, Processor, Program, Rank, Work};
use serde::{Deserialize, Serialize};

use super::desk::{Desk, HomeMail};
use super::parcel::{Brought, Observers, Parcel};
use super::team::{Root, bring_together};
use super::{NoReport, ParallelSearch, Path, Ran};
use crate::limits::{Budget, NodeQuota, Reason, Stopped};
use crate::lines::Variation;
use crate::measure::Observer;
use crate::report::{Reached, Task};
use crate::sequential::alpha_beta::{INSIDE, soft};
use crate::walk::{Entered, Walk};

/// UIDPABS: own root moves, deeper and deeper, and nobody waits.
///
/// Contract: the value `V` to the depth of the task exactly, one of the best moves, and a line of best play. At all times and for
/// every depth `d`, `floor(d) <= V(d)`. Stopped: if a move is finished to the depth of the task, `value <= V`; otherwise no value, and
/// [`Report::reached`](crate::Report::reached) has the deepest iteration that all processors finished, with its value; best move and
/// line are those of that iteration.
///
/// Newborn, Unsynchronized iteratively deepening parallel alpha-beta search, IEEE Transactions on Pattern Analysis and Machine
/// Intelligence 10, 1988.
///
/// Time: that of the processor with the largest subtrees; more processors than root moves are of no use. The work grows with the
/// number of processors, because the floor is late or missing. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, ParallelSearch, Task, Uidpabs};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = Uidpabs::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!((ran.report.value, ran.report.path), (Some(Score(3)), vec![0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uidpabs {
    /// How far the value may be from that of the iteration before; at least 1.
    pub margin: i32,
}

impl Default for Uidpabs {
    /// A margin of 50.
    fn default() -> Self {
        Uidpabs { margin: 50 }
    }
}

impl ParallelSearch for Uidpabs {
    fn search_on<G, W, K>(
        &self,
        task: &Task<'_, G>,
        machine: &K,
        observers: Vec<W>,
    ) -> Result<Ran<G::Move, W>, NoReport>
    where
        G: Evaluate + Sync,
        G::State: Send + Sync,
        W: Observer + Send,
        K: Machine,
    {
        task.check()?;
        let quota = NodeQuota::on(machine, &task.limits);
        let mut run =
            machine.run(&Deal { task, margin: self.margin.max(1), observers: Observers::new(observers), quota })?;
        let reached =
            run.answers.iter_mut().find_map(|home| home.answer.as_mut().and_then(|(_, reached)| reached.take()));
        let home = |Brought { observer, answer, estimated, over_memory, stopped }: Brought<W, Answer>| {
            let answer = answer.map(|(root, _)| root);
            Brought { observer, answer, estimated, over_memory, stopped }
        };
        let answers = run.answers.into_iter().map(home).collect();
        let run = provebest_machine::Run { answers, measured: run.measured, timeline: run.timeline };
        let mut ran = bring_together(task, run);
        ran.report.reached = reached;
        Ok(ran)
    }
}

/// What processors write to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Mail {
    /// A move has exactly this value to this depth.
    Value { depth: u32, score: i32 },
    /// To rank 0: the moves of a processor are finished to this depth.
    Finished { depth: u32, best: Option<(i32, Path)> },
    /// To rank 0: a processor has stopped in the iteration of this depth.
    Stopped { depth: u32, best: Option<(i32, Path)> },
    /// From rank 0: it is over. Does it wait for a [`Mail::Stopped`]?
    Home { waits: bool },
}

impl HomeMail for Mail {
    /// Does rank 0 wait?
    type Home = bool;

    fn home(self) -> Result<bool, Mail> {
        if let Mail::Home { waits } = self { Ok(waits) } else { Err(self) }
    }
}

/// The value and the line, and if the search was stopped, how far it came.
type Answer = (Root, Option<Reached>);

/// What every processor runs.
struct Deal<'a, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    margin: i32,
    observers: Observers<W>,
    quota: Option<NodeQuota>,
}

impl<G, W> Program<Letter<Mail>> for Deal<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Answer = Brought<W, Answer>;

    async fn run(&self, me: &dyn Processor<Letter<Mail>>) -> Brought<W, Answer> {
        let mut observer = self.observers.take(me.rank());
        let desk = Desk::new(Post(me));
        let budget = Budget::shared(self.quota.as_ref(), &desk).and_by(self.task.limits.caller());
        let walk = Walk::new(self.task, &mut observer, budget);
        let iterations = vec![Iteration::default(); self.task.depth.0 as usize + 1];
        let mut owner =
            Owner { task: self.task, margin: self.margin, desk: &desk, walk, iterations, workers: 0, left: 0 };
        let ended = owner.deepen().await;
        let answer = owner.come_home(ended).await;
        let (estimated, stopped) = (owner.walk.estimated, owner.walk.budget.reason());
        owner.walk.tell_total();
        Brought { observer, answer, estimated, over_memory: false, stopped }
    }
}

impl<G, W> Portable<Letter<Mail>> for Deal<'_, G, W>
where
    G: Evaluate + Sync,
    G::State: Send + Sync,
    W: Observer + Send,
{
    type Parcel = Parcel;

    fn pack(&self, brought: &Brought<W, Answer>) -> Parcel {
        brought.pack()
    }

    fn unpack(&self, rank: Rank, parcel: Parcel) -> Brought<W, Answer> {
        self.observers.unpack(rank, parcel)
    }
}

/// What a processor knows about the iteration of one depth.
#[derive(Clone, Default)]
struct Iteration {
    /// The best exact value of a move.
    floor: Option<Score>,
    /// The best of the own moves with its line; at rank 0, of all that was heard.
    best: Option<(Score, Path)>,
    /// Rank 0: how many processors have finished it.
    finished: usize,
}

impl Iteration {
    fn raise(&mut self, score: Score) {
        self.floor = self.floor.max(Some(score));
    }

    fn keep(&mut self, found: Option<(i32, Path)>) {
        if let Some((score, path)) = found
            && self.best.as_ref().is_none_or(|(best, _)| *best < Score(score))
        {
            self.best = Some((Score(score), path));
        }
    }
}

/// A processor and its root moves.
struct Owner<'a, 'p, G: Evaluate, W> {
    task: &'a Task<'a, G>,
    margin: i32,
    desk: &'a Desk<'p, Mail>,
    walk: Walk<'a, G, W>,
    /// By depth.
    iterations: Vec<Iteration>,
    /// How many processors have moves.
    workers: usize,
    /// Rank 0: how many others have reported that they stopped.
    left: usize,
}

impl<G: Evaluate, W: Observer> Owner<'_, '_, G, W> {
    /// Deepens over the own moves, and on rank 0 waits until all have finished.
    async fn deepen(&mut self) -> Result<(), Stopped> {
        let (first, count, rank) = (self.desk.is_first(), self.desk.post.count(), self.desk.post.rank().index());
        let Some(children) = self.walk.reopen(self.task.root, self.task.depth) else {
            return if first { self.leaf().await } else { Ok(()) };
        };
        self.workers = count.min(children.count() as usize);
        let mut moves: Vec<u32> = (0..children.count()).skip(rank).step_by(count).collect();
        let deepest = if rank < self.workers { self.task.depth.0 } else { 0 };
        for depth in (1..=deepest).map(Depth) {
            moves = self.iterate(children, depth, moves).await?;
            let best = self.own(depth);
            match first {
                true => self.iterations[depth.0 as usize].finished += 1,
                false => self.desk.post.send(Rank::FIRST, Mail::Finished { depth: depth.0, best }),
            }
        }
        // Mail may have been collected while this processor searched.
        self.read_all()?;
        while first && self.iterations[self.task.depth.0 as usize].finished < self.workers {
            self.receive().await?;
        }
        Ok(())
    }

    /// The root is a leaf.
    async fn leaf(&mut self) -> Result<(), Stopped> {
        self.desk.post.work(Work::LEAF).await;
        if let Entered::Done(score) = self.walk.enter_one(self.task.root, self.task.depth, Window::FULL)? {
            self.iterations[self.task.depth.0 as usize].keep(Some((score.0, Path::new())));
        }
        Ok(())
    }

    /// Searches the own moves to this depth. Returns them in the order in which the next iteration takes them.
    async fn iterate(&mut self, children: Children, depth: Depth, mut moves: Vec<u32>) -> Result<Vec<u32>, Stopped> {
        self.walk.begin(depth);
        self.walk.budget.ask()?;
        self.desk.post.work(Work::NODE).await;
        self.walk.entered(Ok(children), depth, Window::FULL);
        let guess = self.iterations[depth.0 as usize - 1].floor;
        let mut scores: Vec<(u32, Score)> = Vec::with_capacity(moves.len());
        let mut held = Vec::new();
        for &number in &moves {
            let (window, guessed) = self.window(depth, guess)?;
            let mut score = self.search(children, depth, number, window).await?;
            if score >= window.beta {
                let alpha = self.floor(depth)?.max(score - 1);
                self.walk.research(depth, number, Window::new(alpha, Score::INFINITY));
                score = self.search(children, depth, number, Window::new(alpha, Score::INFINITY)).await?;
            } else if score <= window.alpha && guessed {
                held.push((number, score));
            }
            scores.push((number, score));
        }
        best_first(&mut held);
        for (number, bound) in held {
            let floor = self.floor(depth)?;
            if bound > floor {
                let window = Window::new(floor, bound + 1);
                self.walk.research(depth, number, window);
                self.search(children, depth, number, window).await?;
            }
        }
        let best = scores.iter().map(|&(_, score)| score).max().unwrap_or(Score::WORST);
        self.walk.observer.exit(self.walk.ply(depth), best);
        best_first(&mut scores);
        moves.clear();
        moves.extend(scores.iter().map(|&(number, _)| number));
        Ok(moves)
    }

    /// The window for the next move, and whether its lower edge is a guess.
    fn window(&mut self, depth: Depth, guess: Option<Score>) -> Result<(Window, bool), Stopped> {
        let floor = self.floor(depth)?;
        let real = floor > Score::WORST;
        let near = |by: i32| guess.map(|guess| Score(guess.0.saturating_add(by)));
        let alpha = if real { floor } else { near(-self.margin).unwrap_or(Score::WORST).max(Score::WORST) };
        let beta = near(self.margin).filter(|&beta| alpha < beta && beta < Score::INFINITY).unwrap_or(Score::INFINITY);
        Ok((Window::new(alpha, beta), !real && alpha > Score::WORST))
    }

    /// The best exact value to this depth that is known by now.
    fn floor(&mut self, depth: Depth) -> Result<Score, Stopped> {
        self.read_all()?;
        Ok(self.iterations[depth.0 as usize].floor.unwrap_or(Score::WORST))
    }

    /// Searches a move with a window in the view of the root. A value inside is exact and better than the floor: all are told.
    async fn search(
        &mut self,
        children: Children,
        depth: Depth,
        number: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let before = (self.walk.budget.leaves, self.walk.budget.inner);
        let child = self.walk.child(self.task.root, children, depth, number);
        let score = soft::<INSIDE, G, W>(&mut self.walk, child, depth.less(), -window);
        let budget = &self.walk.budget;
        let work = Work { leaves: budget.leaves - before.0, nodes: budget.inner - before.1 };
        self.desk.post.work(work).await;
        let score = -score?;
        if window.contains(score) {
            self.walk.update_sure(depth, number, score);
            let path = self.walk.lines.at(depth).path;
            let iteration = &mut self.iterations[depth.0 as usize];
            iteration.keep(Some((score.0, path)));
            iteration.raise(score);
            self.desk.post.send_to_others(Mail::Value { depth: depth.0, score: score.0 });
        }
        Ok(score)
    }

    /// The best of the own moves to this depth, as it is sent.
    fn own(&self, depth: Depth) -> Option<(i32, Path)> {
        self.iterations[depth.0 as usize].best.as_ref().map(|(score, path)| (score.0, path.clone()))
    }

    fn read_all(&mut self) -> Result<(), Stopped> {
        while let Some(mail) = self.desk.next() {
            self.read(mail);
        }
        // Rank 0 ends what another has ended.
        if self.desk.home().is_some() || self.left > 0 { self.walk.budget.end(Reason::Cancel) } else { Ok(()) }
    }

    async fn receive(&mut self) -> Result<(), Stopped> {
        self.desk.wait().await;
        self.read_all()
    }

    fn read(&mut self, mail: Mail) {
        match mail {
            Mail::Value { depth, score } => self.iterations[depth as usize].raise(Score(score)),
            Mail::Finished { depth, best } => {
                self.iterations[depth as usize].finished += 1;
                self.iterations[depth as usize].keep(best);
            }
            Mail::Stopped { depth, best } => {
                self.left += 1;
                self.iterations[depth as usize].keep(best);
            }
            Mail::Home { .. } => unreachable!("taken in at the desk"),
        }
    }

    /// Rank 0 sends all home, and has the answer; the others wait until it does.
    async fn come_home(&mut self, ended: Result<(), Stopped>) -> Option<Answer> {
        if !self.desk.is_first() {
            let report = || Mail::Stopped { depth: self.walk.top().0, best: self.own(self.walk.top()) };
            let stopped_first = ended.is_err() && self.desk.home().is_none();
            if stopped_first {
                self.desk.post.send(Rank::FIRST, report());
            }
            let waits = self.desk.wait_for_home().await;
            if waits && !stopped_first {
                self.desk.post.send(Rank::FIRST, report());
            }
            return None;
        }
        self.desk.post.send_to_others(Mail::Home { waits: ended.is_err() });
        // It is over, whatever comes.
        let _ = self.read_all();
        while ended.is_err() && self.left + 1 < self.desk.post.count() {
            let _ = self.receive().await;
        }
        let (last, before) = self.iterations.split_last().expect("an iteration of depth 0");
        if let Some((score, path)) = last.best.clone() {
            let bound = if ended.is_ok() { Bound::Exact } else { Bound::Lower };
            return Some(((Some((score, bound)), path.into()), None));
        }
        let reached = before.iter().enumerate().skip(1).rfind(|(_, one)| one.finished == self.workers);
        let best = reached.and_then(|(depth, one)| Some((depth, one.best.clone()?)));
        Some(match best {
            Some((depth, (value, path))) => ((None, path.into()), Some(Reached { depth: Depth(depth as u32), value })),
            None => ((None, Variation::default()), None),
        })
    }
}

/// Moves with their values, the best first; equals stay in their order. Compiled once for all games.
fn best_first(moves: &mut [(u32, Score)]) {
    moves.sort_by_key(|&(_, value)| Reverse(value));
}
