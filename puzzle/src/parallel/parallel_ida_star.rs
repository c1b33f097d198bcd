//! PIDA* (Rao, Kumar and Ramesh 1987): every processor searches its own part of the tree below the bound, depth first, and
//! who has nothing left gets a part of what somebody else has. How parts are found:
//!
//! - Who has nothing to do writes a wish, and waits. A wish is answered once, with nodes; so who waits has one wish, and
//!   as long as it is in somebody's hand, no nodes are under way to him.
//! - Who has nodes gives every other one of them away, from the bottom of the stack to its top. Who has only one keeps the
//!   wish until he has more, or none: then it goes to rank 0, as do wishes that reach somebody who waits himself.
//! - Rank 0 passes wishes on to processors that are not known to wait. Who gave nodes away tells it.
//! - When rank 0 has the wishes of all, the iteration is over, and the next one begins with the root.

use provebest_machine::{Letter, Machine, Post, Processor, Program, Rank, Work};
use serde::{Deserialize, Serialize};

use super::slice::{Pace, Slice};
use super::{Ran, SolveOn};
use crate::dive::{Dive, Dived};
use crate::limits::{Purse, Reason};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{End, Found, Iteration, News, Path, Task, replay, trail};

/// Parallel IDA*: one iteration after the other, each by all processors, with work stealing over the frontier.
///
/// Contract: that of [`IdaStar`](crate::IdaStar), on every machine. Iterations that fail generate exactly the nodes that
/// IDA* generates; the last one may find a goal earlier or later.
///
/// Rao, Kumar and Ramesh, A parallel implementation of iterative-deepening-A*, AAAI 1987.
///
/// Time: that of IDA* by the number of processors, but for the start of each iteration. Memory: a path and its brothers
/// for each processor.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_puzzle::{Cost, ParallelIdaStar, SolveOn, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let task = Task::new(&tiles, &start);
/// let time = |processors| {
///     let ran = ParallelIdaStar::default().solve_on(&task, &Simulated::new(processors));
///     assert_eq!(ran.report.bound, Cost(31));
///     ran.measured.time
/// };
/// assert!(time(1) > 3 * time(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParallelIdaStar {
    /// Where time is simulated, mail is read after so many nodes.
    pub slice: u64,
    /// Search the last iteration to its end, as the paper's measurements did: then the work does not depend on where a
    /// goal is.
    pub exhaustive: bool,
}

impl Default for ParallelIdaStar {
    /// Slices of 100 nodes; the first solution ends it.
    fn default() -> Self {
        ParallelIdaStar { slice: 100, exhaustive: false }
    }
}

impl SolveOn for ParallelIdaStar {
    fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Ran<P::Move>
    where
        P: Puzzle + Sync,
        P::State: Send + Sync,
        K: Machine,
    {
        let pace = Pace::new(machine.grain(), self.slice);
        let program = Pida { task, pace, exhaustive: self.exhaustive, purse: Purse::new(&task.limits) };
        let run = machine.run(&program);
        let mut homes = run.answers.into_iter();
        let mut found = homes.next().unwrap_or_default();
        for home in homes {
            found.generated += home.generated;
            found.expanded += home.expanded;
        }
        // The last iteration, as far as it went.
        let ended: (u64, u64) =
            found.iterations.iter().fold((1, 0), |(nodes, inner), one| (nodes + one.generated, inner + one.expanded));
        if found.generated > ended.0 {
            let (generated, expanded) = (found.generated - ended.0, found.expanded - ended.1);
            found.iterations.push(Iteration { bound: found.bound, generated, expanded });
        }
        Ran { report: found.report(task), measured: run.measured, timeline: run.timeline }
    }
}

/// Somebody has nothing to do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Wish {
    from: Rank,
    /// Which of his wishes it is, from 1 on.
    serial: u64,
    /// What he did in the last iteration he had a part in.
    did: Did,
}

/// What was done in an iteration.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Did {
    bound: Cost,
    generated: u64,
    expanded: u64,
    /// The cheapest path that was not followed.
    next: Cost,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Mail {
    /// Who can give these something? If the one who passes them on waits himself, the number of his own wish.
    Wishes(Vec<Wish>, Option<(Rank, u64)>),
    /// Nodes to search in the iteration with this bound.
    Take(Cost, Vec<Path>),
    /// This wish was answered.
    Fed(Rank, u64),
    /// The way to a goal.
    Goal(Path),
    /// A limit was reached.
    GiveUp(Reason),
    /// All is done.
    Home,
}

/// What every processor runs.
struct Pida<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    pace: Pace,
    exhaustive: bool,
    purse: Purse,
}

impl<P: Puzzle + Sync> Program<Letter<Mail>> for Pida<'_, P>
where
    P::State: Send + Sync,
{
    type Answer = Found;

    async fn run(&self, me: &dyn Processor<Letter<Mail>>) -> Found {
        let post = Post(me);
        let task = self.task;
        let slice = Slice::new(&post, task.limits, &self.purse, self.pace);
        let mut dive = Dive::new(task.puzzle, slice, task.limits.moves_for(size_of::<P::State>()));
        dive.exhaustive = self.exhaustive;
        let (stack, wishes) = (Vec::new(), Vec::new());
        let hub = Hub { idle: vec![0; me.count()], fed: vec![0; me.count()] };
        let found = Found { bound: task.first_bound(), ..Found::default() };
        let did = Did { next: Cost::NEVER, ..Did::default() };
        let luck = me.luck() | 1;
        let mut worker = Worker {
            post: &post,
            task,
            dive,
            stack,
            wishes,
            serial: 0,
            waits: false,
            did,
            hub,
            found,
            home: false,
            luck,
        };
        worker.work().await;
        worker.found
    }
}

/// A node to be searched.
struct Job<S> {
    state: S,
    rest: u64,
    path: Path,
}

/// What rank 0 knows of all: the last wish with which each was known to wait, and the last that was answered.
struct Hub {
    idle: Vec<u64>,
    fed: Vec<u64>,
}

struct Worker<'a, P: Puzzle> {
    post: &'a Post<'a, Mail>,
    task: &'a Task<'a, P>,
    dive: Dive<'a, P, Slice<'a, Mail>>,
    /// Nodes to be searched, the next one last.
    stack: Vec<Job<P::State>>,
    /// Wishes in this processor's hand.
    wishes: Vec<Wish>,
    /// How many wishes it has written.
    serial: u64,
    /// Has it written one that is not answered?
    waits: bool,
    did: Did,
    hub: Hub,
    found: Found,
    home: bool,
    luck: u64,
}

impl<P: Puzzle> Worker<'_, P> {
    async fn work(&mut self) {
        if self.post.rank() == Rank::FIRST {
            self.found.generated = 1;
            if self.task.puzzle.is_goal(self.task.start) {
                self.found.path = Some(Path::new());
                self.found.bound = Cost::ZERO;
                return self.end();
            }
            self.begin_iteration();
        }
        while !self.home {
            while !self.home
                && let Some(mail) = self.post.poll()
            {
                self.read(mail);
            }
            if !self.stack.is_empty() {
                let generated = self.slice();
                self.post.work(Work { leaves: generated, nodes: 0 }).await;
                if let Some(mail) = self.dive.guide.mail.take() {
                    self.read(mail);
                }
                self.serve();
            } else if !self.home {
                self.wish();
                if self.wishes.len() == self.post.count() {
                    self.end_iteration();
                } else {
                    let mail = self.post.receive().await;
                    self.read(mail);
                }
            }
        }
    }

    /// Searches for a slice. Returns how many nodes were generated.
    fn slice(&mut self) -> u64 {
        let (generated, expanded) = (self.dive.generated, self.dive.expanded);
        self.dive.guide.awaited = !self.wishes.is_empty();
        self.dive.until = self.dive.guide.begin(generated);
        self.dive.over = u64::MAX;
        while !self.home
            && let Some(Job { state, rest, path }) = self.stack.pop()
        {
            let ancestors = if P::LOOPS { trail(self.task.puzzle, self.task.start, &path) } else { Vec::new() };
            let before = ancestors.len().saturating_sub(1);
            let dived = self.dive.from(&ancestors[..before], &state, rest);
            if dived == Dived::Found {
                self.goal(path.iter().copied().chain(self.dive.path()).collect());
            }
            let at = self.stack.len();
            let left = self.dive.left().map(|(left, below)| Job {
                state: left.state,
                rest: left.rest,
                path: path.iter().copied().chain(below).collect(),
            });
            self.stack.extend(left);
            self.stack[at..].reverse();
            if dived == Dived::Interrupted || self.dive.guide.ended(self.dive.generated) {
                break;
            }
        }
        self.dive.guide.pay(self.dive.generated);
        let (generated, expanded) = (self.dive.generated - generated, self.dive.expanded - expanded);
        self.did.generated += generated;
        self.did.expanded += expanded;
        self.found.generated += generated;
        self.found.expanded += expanded;
        let next = u64::from(self.did.bound.0).saturating_add(self.dive.over);
        self.did.next = self.did.next.min(Cost(u32::try_from(next).unwrap_or(u32::MAX)));
        let too_long = self.dive.too_long.then_some(Reason::Memory);
        if let Some(reason) = self.dive.guide.reason.or(too_long) {
            self.tell_first(Mail::GiveUp(reason));
        }
        generated
    }

    fn read(&mut self, mail: Mail) {
        match mail {
            Mail::Home => self.home = true,
            Mail::GiveUp(reason) => {
                if !self.home {
                    self.found.stopped = Some(reason);
                    self.end();
                }
            }
            Mail::Goal(path) => self.goal(path),
            Mail::Fed(rank, serial) => {
                let fed = &mut self.hub.fed[rank.index()];
                *fed = serial.max(*fed);
                self.serve();
            }
            Mail::Take(bound, paths) => {
                self.waits = false;
                if self.did.bound != bound {
                    self.did = Did { bound, next: Cost::NEVER, ..Did::default() };
                }
                for path in paths {
                    if let Some(End { state, cost, .. }) = replay(self.task.puzzle, self.task.start, &path) {
                        self.stack.push(Job { state, rest: u64::from(bound.0.saturating_sub(cost.0)), path });
                    }
                }
            }
            Mail::Wishes(wishes, idle) => {
                for (rank, serial) in wishes.iter().map(|wish| (wish.from, wish.serial)).chain(idle) {
                    let known = &mut self.hub.idle[rank.index()];
                    *known = serial.max(*known);
                }
                self.wishes.extend(wishes);
                self.serve();
            }
        }
    }

    /// Answers wishes, as far as there are nodes; what is left goes on.
    fn serve(&mut self) {
        let first = self.post.rank() == Rank::FIRST;
        let answered = self.wishes.len().min(self.stack.len().saturating_sub(1));
        if answered > 0 && !self.home {
            let mut parts: Vec<Vec<Path>> = vec![Vec::new(); answered];
            let mut kept = Vec::new();
            let all = self.stack.len();
            for (at, job) in self.stack.drain(..).enumerate() {
                // The top of the stack stays here.
                let above = all - 1 - at;
                match parts.get_mut((above + answered) % (answered + 1)) {
                    Some(part) if above > 0 => part.push(job.path),
                    _ => kept.push(job),
                }
            }
            self.stack = kept;
            for (wish, part) in self.wishes.drain(..answered).zip(parts) {
                self.post.send(wish.from, Mail::Take(self.did.bound, part));
                match first {
                    true => self.hub.fed[wish.from.index()] = wish.serial,
                    false => self.post.send(Rank::FIRST, Mail::Fed(wish.from, wish.serial)),
                }
            }
        }
        if first {
            self.pass_on();
        } else if self.waits && !self.wishes.is_empty() {
            let wishes = std::mem::take(&mut self.wishes);
            self.post.send(Rank::FIRST, Mail::Wishes(wishes, Some((self.post.rank(), self.serial))));
        }
    }

    /// Rank 0 passes wishes on to those who are not known to wait.
    fn pass_on(&mut self) {
        let count = self.post.count();
        let busy: Vec<usize> = (1..count).filter(|&rank| self.hub.idle[rank] <= self.hub.fed[rank]).collect();
        if busy.is_empty() || self.wishes.is_empty() || self.home {
            return;
        }
        let start = self.draw(busy.len());
        let mut bundles: Vec<Vec<Wish>> = vec![Vec::new(); busy.len()];
        for (at, wish) in self.wishes.drain(..).enumerate() {
            bundles[(start + at) % busy.len()].push(wish);
        }
        for (rank, bundle) in busy.into_iter().zip(bundles).filter(|(_, bundle)| !bundle.is_empty()) {
            self.post.send(Rank(rank as u32), Mail::Wishes(bundle, None));
        }
    }

    /// Nothing to do: a wish is written, and those in hand are passed on.
    fn wish(&mut self) {
        let me = self.post.rank();
        if !self.waits {
            self.waits = true;
            self.serial += 1;
            let wish = Wish { from: me, serial: self.serial, did: self.did };
            let count = self.post.count();
            if me == Rank::FIRST {
                self.wishes.push(wish);
            } else {
                let to = (me.index() + 1 + self.draw(count - 1)) % count;
                self.post.send(Rank(to as u32), Mail::Wishes(vec![wish], None));
            }
        }
        self.serve();
    }

    /// Rank 0 has the wishes of all: nobody has found a goal.
    fn end_iteration(&mut self) {
        let bound = self.did.bound;
        let mut sum = Did { bound, next: Cost::NEVER, ..Did::default() };
        for Wish { did, .. } in self.wishes.iter().filter(|wish| wish.did.bound == bound) {
            sum.generated += did.generated;
            sum.expanded += did.expanded;
            sum.next = sum.next.min(did.next);
        }
        let iteration = Iteration { bound, generated: sum.generated, expanded: sum.expanded };
        self.found.iterations.push(iteration);
        let best = self.found.path.as_ref().map(|_| bound);
        if best.is_none() {
            self.found.bound = sum.next;
        }
        self.task.news(News { bound: self.found.bound, best, iteration: Some(iteration) });
        if best.is_some() || sum.next == Cost::NEVER { self.end() } else { self.begin_iteration() }
    }

    fn begin_iteration(&mut self) {
        let bound = self.found.bound;
        if bound == Cost::NEVER {
            return self.end();
        }
        self.did = Did { bound, next: Cost::NEVER, ..Did::default() };
        self.waits = false;
        self.wishes.retain(|wish| wish.from != Rank::FIRST);
        self.stack.push(Job { state: self.task.start.clone(), rest: u64::from(bound.0), path: Path::new() });
    }

    fn goal(&mut self, path: Path) {
        if self.post.rank() != Rank::FIRST {
            self.post.send(Rank::FIRST, Mail::Goal(path));
        } else if self.found.path.is_none() {
            self.found.path = Some(path);
            if !self.dive.exhaustive {
                self.end();
            }
        }
    }

    fn tell_first(&mut self, mail: Mail) {
        match self.post.rank() {
            Rank::FIRST => self.read(mail),
            _ => self.post.send(Rank::FIRST, mail),
        }
    }

    /// Rank 0 sends all home.
    fn end(&mut self) {
        self.home = true;
        self.post.send_to_others(Mail::Home);
    }

    fn draw(&mut self, below: usize) -> usize {
        self.luck ^= self.luck << 13;
        self.luck ^= self.luck >> 7;
        self.luck ^= self.luck << 17;
        (self.luck >> 33) as usize % below.max(1)
    }
}
