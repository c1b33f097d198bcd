//! PIDA* (Rao, Kumar and Ramesh 1987): every processor searches its own part of the tree below the bound, depth first, and
//! who has nothing left gets a part of what somebody else has. How parts are found:
//!
//! - Who has nothing to do writes a wish, and waits. A wish is answered once, with nodes; so who waits has one wish, and
//!   as long as it is in somebody's hand, no nodes are under way to him.
//! - Who has nodes gives every other one of them away, from the bottom of the stack to its top. Who has only one keeps the
//!   wish until he has more, or none: then it goes to rank 0, as do wishes that reach somebody who waits himself.
//! - Rank 0 passes wishes on to processors that are not known to wait. Who gave nodes away tells it.
//! - When rank 0 has the wishes of all, the iteration is over, and the next one begins with the root.

use provebest_machine::{Letter, Machine, Post, Processor, Program, Rank};
use serde::{Deserialize, Serialize};

use super::member::{Mail, Member, Next, Role};
use super::slice::Pace;
use super::stack::{Did, Stack};
use super::{Home, Ran, SolveOn, ran};
use crate::limits::Purse;
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Iteration, News, Path, Report, Task};

/// Parallel IDA*: one iteration after the other, each by all processors, with work stealing over the frontier.
///
/// Contract: that of [`IdaStar`](crate::IdaStar), on every machine. Iterations that fail generate exactly the nodes that
/// IDA* generates; the last one may find a goal earlier or later.
///
/// Rao, Kumar and Ramesh, A parallel implementation of iterative-deepening-A*, AAAI 1987.
///
/// Time: that of IDA* by the number of processors, but for the start of each iteration. Memory: a path and its brothers
/// for each processor, which has its share of the limit on bytes.
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
        let mut ran = ran(task, machine.run(&program));
        // The last iteration may not have come to its end.
        let Report { iterations, bound, generated, expanded, .. } = &mut ran.report;
        let ended = iterations.iter().fold((1, 0), |sum, one| (sum.0 + one.generated, sum.1 + one.expanded));
        let (generated, expanded) = (*generated - ended.0, *expanded - ended.1);
        if generated > 0 {
            iterations.push(Iteration { bound: *bound, generated, expanded });
        }
        ran
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

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Pass {
    /// Who can give these something? If the one who passes them on waits himself, the number of his own wish.
    Wishes(Vec<Wish>, Option<(Rank, u64)>),
    /// Nodes to search in the iteration with this bound.
    Take(Cost, Vec<Path>),
    /// This wish was answered.
    Fed(Rank, u64),
    /// The way to a goal.
    Goal(Path),
}

/// What every processor runs.
struct Pida<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    pace: Pace,
    exhaustive: bool,
    purse: Purse,
}

impl<P: Puzzle + Sync> Program<Letter<Mail<Pass>>> for Pida<'_, P>
where
    P::State: Send + Sync,
{
    type Answer = Home;

    async fn run(&self, me: &dyn Processor<Letter<Mail<Pass>>>) -> Home {
        let post = Post(me);
        let mut worker = Worker {
            member: Member::new(&post, self.task),
            stack: Stack::new(&post, self.task, &self.purse, self.pace),
            wishes: Vec::new(),
            serial: 0,
            waits: false,
            hub: Hub { idle: vec![0; me.count()], fed: vec![0; me.count()] },
            exhaustive: self.exhaustive,
            luck: me.luck() | 1,
        };
        worker.play().await;
        worker.member.home.counted(worker.stack.counts())
    }
}

/// What rank 0 knows of all: the last wish with which each was known to wait, and the last that was answered.
struct Hub {
    idle: Vec<u64>,
    fed: Vec<u64>,
}

struct Worker<'a, P: Puzzle> {
    member: Member<'a, P, Pass>,
    stack: Stack<'a, P, Mail<Pass>>,
    /// Wishes in this processor's hand.
    wishes: Vec<Wish>,
    /// How many wishes it has written.
    serial: u64,
    /// Has it written one that is not answered?
    waits: bool,
    hub: Hub,
    exhaustive: bool,
    luck: u64,
}

impl<'a, P: Puzzle> Role<'a, P, Pass> for Worker<'a, P> {
    fn member(&mut self) -> &mut Member<'a, P, Pass> {
        &mut self.member
    }

    fn begin(&mut self) {
        self.begin_iteration();
    }

    async fn step(&mut self) -> Next {
        if self.stack.is_empty() {
            self.wish();
            if !self.is_iteration_over() {
                return Next::Wait;
            }
            self.end_iteration();
            return Next::GoOn;
        }
        let (generated, goal) = self.stack.slice(!self.wishes.is_empty());
        self.member.worked(generated).await;
        let goal = goal.map(|path| Mail::Own(Pass::Goal(path)));
        let news = goal.into_iter().chain(self.stack.reason().map(Mail::GiveUp));
        news.for_each(|mail| self.tell_first(mail));
        if let Some(mail) = self.stack.mail() {
            self.open(mail);
        }
        self.serve();
        Next::GoOn
    }

    fn read(&mut self, mail: Pass) {
        match mail {
            Pass::Goal(path) => {
                let Member { post, task, ref mut home, .. } = self.member;
                home.better(task, post.0.now(), self.stack.did.bound, path);
                if !self.exhaustive {
                    self.member.end();
                }
            }
            Pass::Fed(rank, serial) => {
                let fed = &mut self.hub.fed[rank.index()];
                *fed = serial.max(*fed);
                self.serve();
            }
            Pass::Take(bound, paths) => {
                self.waits = false;
                self.stack.take(bound, paths);
            }
            Pass::Wishes(wishes, idle) => {
                for (rank, serial) in wishes.iter().map(|wish| (wish.from, wish.serial)).chain(idle) {
                    let known = &mut self.hub.idle[rank.index()];
                    *known = serial.max(*known);
                }
                self.wishes.extend(wishes);
                self.serve();
            }
        }
    }
}

impl<P: Puzzle> Worker<'_, P> {
    /// Answers wishes, as far as there are nodes; what is left goes on.
    fn serve(&mut self) {
        let first = self.member.is_first();
        if self.member.ended {
            return;
        }
        let parts = self.stack.divide(self.wishes.len());
        for (wish, part) in self.wishes.drain(..parts.len()).zip(parts) {
            self.member.send(wish.from, Pass::Take(self.stack.did.bound, part));
            match first {
                true => self.hub.fed[wish.from.index()] = wish.serial,
                false => self.member.send(Rank::FIRST, Pass::Fed(wish.from, wish.serial)),
            }
        }
        if first {
            self.pass_on();
        } else if self.waits && !self.wishes.is_empty() {
            let wishes = std::mem::take(&mut self.wishes);
            self.member.send(Rank::FIRST, Pass::Wishes(wishes, Some((self.member.rank(), self.serial))));
        }
    }

    /// Rank 0 passes wishes on to those who are not known to wait.
    fn pass_on(&mut self) {
        let count = self.member.post.count();
        let busy: Vec<usize> = (1..count).filter(|&rank| self.hub.idle[rank] <= self.hub.fed[rank]).collect();
        if busy.is_empty() || self.wishes.is_empty() {
            return;
        }
        let start = self.draw(busy.len());
        let mut bundles: Vec<Vec<Wish>> = vec![Vec::new(); busy.len()];
        for (at, wish) in self.wishes.drain(..).enumerate() {
            bundles[(start + at) % busy.len()].push(wish);
        }
        for (rank, bundle) in busy.into_iter().zip(bundles).filter(|(_, bundle)| !bundle.is_empty()) {
            self.member.send(Rank(rank as u32), Pass::Wishes(bundle, None));
        }
    }

    /// Nothing to do: a wish is written, and those in hand are passed on.
    fn wish(&mut self) {
        let me = self.member.rank();
        if !self.waits {
            self.waits = true;
            self.serial += 1;
            let wish = Wish { from: me, serial: self.serial, did: self.stack.did };
            let count = self.member.post.count();
            if me == Rank::FIRST {
                self.wishes.push(wish);
            } else {
                let to = (me.index() + 1 + self.draw(count - 1)) % count;
                self.member.send(Rank(to as u32), Pass::Wishes(vec![wish], None));
            }
        }
        self.serve();
    }

    /// Has rank 0 the wishes of all, and the way to a goal if somebody found one? Wishes may overtake it.
    fn is_iteration_over(&self) -> bool {
        let bound = self.stack.did.bound;
        let goal = self.wishes.iter().any(|wish| wish.did.bound == bound && wish.did.goal);
        self.wishes.len() == self.member.post.count() && (!goal || self.member.home.found.path.is_some())
    }

    /// Rank 0 has the wishes of all: everything below the bound has been searched.
    fn end_iteration(&mut self) {
        let mut sum = Did::nothing(self.stack.did.bound);
        for Wish { did, .. } in self.wishes.iter().filter(|wish| wish.did.bound == sum.bound) {
            sum.generated += did.generated;
            sum.expanded += did.expanded;
            sum.next = sum.next.min(did.next);
        }
        let iteration = Iteration { bound: sum.bound, generated: sum.generated, expanded: sum.expanded };
        self.member.home.found.iterations.push(iteration);
        let best = self.member.home.found.path.as_ref().map(|_| sum.bound);
        self.member.home.found.bound = best.unwrap_or(sum.next);
        self.member.task.news(News { bound: self.member.home.found.bound, best, iteration: Some(iteration) });
        if best.is_some() { self.member.end() } else { self.begin_iteration() }
    }

    fn begin_iteration(&mut self) {
        let bound = self.member.home.found.bound;
        if bound == Cost::NEVER {
            return self.member.end();
        }
        self.waits = false;
        self.wishes.retain(|wish| wish.from != Rank::FIRST);
        self.stack.begin(bound);
    }

    fn draw(&mut self, below: usize) -> usize {
        self.luck ^= self.luck << 13;
        self.luck ^= self.luck >> 7;
        self.luck ^= self.luck << 17;
        (self.luck >> 33) as usize % below.max(1)
    }
}
