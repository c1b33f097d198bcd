//! Parallel window search (Powley and Korf 1989): every processor searches the whole tree below a bound of its own. High
//! bounds find a solution soon, low ones prove that there is no cheaper one. Rank 0 tells who searches below which bound:
//! the lowest that nobody is at, that is not proved too low, and that is below the best solution.

use provebest_machine::{Letter, Machine, Post, Processor, Program, Rank, Work};
use serde::{Deserialize, Serialize};

use super::slice::Pace;
use super::stack::{Did, Stack};
use super::{Home, Ran, SolveOn, ran};
use crate::limits::{Purse, Reason};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Iteration, News, Path, Task, replay};

/// Parallel window search: different iterations of IDA* at the same time.
///
/// Contract, for the cost `C` of the cheapest solution: ended, `solution.cost = bound = C`, or `bound = NEVER` and there
/// is no solution. Stopped, `bound <= C <= solution.cost`, if there is a solution yet. What came when is in
/// [`Ran::solutions`].
///
/// Powley and Korf, Single-agent parallel window search, IJCAI 1989; their ordering of nodes from iteration to iteration
/// is left out.
///
/// Time: not less than that of the last iteration but one, on any number of processors; a first solution comes much
/// earlier. Memory: a path and its brothers for each processor.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_puzzle::{Cost, ParallelWindow, SolveOn, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let search = ParallelWindow { step: Cost(2), ..ParallelWindow::default() };
/// let ran = search.solve_on(&Task::new(&tiles, &start), &Simulated::new(8));
/// assert!(ran.report.bound == Cost(31) && ran.report.is_optimal());
/// let (first, cost) = ran.solutions[0];
/// assert!(first < ran.measured.time && cost >= Cost(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParallelWindow {
    /// From one bound to the next; sliding tiles have only every second.
    pub step: Cost,
    /// Where time is simulated, mail is read after so many nodes.
    pub slice: u64,
}

impl Default for ParallelWindow {
    /// Steps of 1, slices of 100 nodes.
    fn default() -> Self {
        ParallelWindow { step: Cost(1), slice: 100 }
    }
}

impl SolveOn for ParallelWindow {
    fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Ran<P::Move>
    where
        P: Puzzle + Sync,
        P::State: Send + Sync,
        K: Machine,
    {
        let pace = Pace::new(machine.grain(), self.slice);
        let step = self.step.max(Cost(1));
        ran(task, machine.run(&Windows { task, pace, step, purse: Purse::new(&task.limits) }))
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Mail {
    /// An order, with its number: search below this bound, or rest; whatever was searched before is not needed.
    Search(u64, Option<Cost>),
    /// There is no goal below that bound.
    Failed(Rank, Did),
    /// There is one.
    Goal(Rank, Did, Path),
    /// A limit was reached.
    GiveUp(Reason),
    /// All is done.
    Home,
}

/// What every processor runs.
struct Windows<'a, P: Puzzle> {
    task: &'a Task<'a, P>,
    pace: Pace,
    step: Cost,
    purse: Purse,
}

impl<P: Puzzle + Sync> Program<Letter<Mail>> for Windows<'_, P>
where
    P::State: Send + Sync,
{
    type Answer = Home;

    async fn run(&self, me: &dyn Processor<Letter<Mail>>) -> Home {
        let post = Post(me);
        let stack = Stack::new(&post, self.task, &self.purse, self.pace);
        let at = vec![None; me.count()];
        let (task, home) = (self.task, Home::new(self.task));
        let mut worker = Worker { post: &post, task, step: self.step, stack, at, orders: 0, home, ended: false };
        worker.work().await;
        worker.home.counted(worker.stack.counts())
    }
}

struct Worker<'a, P: Puzzle> {
    post: &'a Post<'a, Mail>,
    task: &'a Task<'a, P>,
    step: Cost,
    stack: Stack<'a, P, Mail>,
    /// Rank 0 knows who is at which bound.
    at: Vec<Option<Cost>>,
    /// The number of the last order, given or read.
    orders: u64,
    home: Home,
    ended: bool,
}

impl<P: Puzzle> Worker<'_, P> {
    async fn work(&mut self) {
        let me = self.post.rank();
        if me == Rank::FIRST {
            self.assign();
        }
        while !self.ended {
            while !self.ended
                && let Some(mail) = self.post.poll()
            {
                self.read(mail);
            }
            if self.ended {
                break;
            }
            if self.stack.is_empty() {
                let mail = self.post.receive().await;
                self.read(mail);
                continue;
            }
            let (generated, goal) = self.stack.slice(false);
            self.post.work(Work { leaves: generated, nodes: 0 }).await;
            if let Some(reason) = self.stack.reason() {
                self.stack.clear();
                self.tell_first(Mail::GiveUp(reason));
            } else if let Some(path) = goal {
                self.stack.clear();
                self.tell_first(Mail::Goal(me, self.stack.did, path));
            } else if self.stack.is_empty() {
                self.tell_first(Mail::Failed(me, self.stack.did));
            }
            if let Some(mail) = self.stack.mail() {
                self.read(mail);
            }
        }
    }

    fn read(&mut self, mail: Mail) {
        match mail {
            _ if self.ended => {}
            Mail::Home => self.ended = true,
            Mail::GiveUp(reason) => {
                self.home.found.stopped = Some(reason);
                self.end();
            }
            Mail::Search(order, bound) => {
                // An order that was overtaken by a later one is void.
                if order >= self.orders {
                    self.orders = order;
                    self.stack.clear();
                    bound.into_iter().for_each(|bound| self.stack.begin(bound));
                }
            }
            Mail::Failed(rank, did) => {
                self.home.found.bound = self.home.found.bound.max(did.next);
                self.left(rank, did);
            }
            Mail::Goal(rank, did, path) => {
                let cost = replay(self.task.puzzle, self.task.start, &path).map_or(Cost::NEVER, |end| end.cost);
                self.home.better(self.task, self.post.0.now(), cost, path);
                self.left(rank, did);
            }
        }
    }

    /// A processor is done with a bound.
    fn left(&mut self, rank: Rank, did: Did) {
        let iteration = Iteration { bound: did.bound, generated: did.generated, expanded: did.expanded };
        self.home.found.iterations.push(iteration);
        let (bound, best) = (self.home.found.bound, self.best());
        self.task.news(News { bound, best, iteration: Some(iteration) });
        if self.at[rank.index()] == Some(did.bound) {
            self.at[rank.index()] = None;
        }
        self.assign();
    }

    fn best(&self) -> Option<Cost> {
        self.home.solutions.last().map(|&(_, cost)| cost)
    }

    /// Rank 0 gives a bound to everybody who has none, or one that has become useless.
    fn assign(&mut self) {
        let (lowest, best) = (self.home.found.bound, self.best().unwrap_or(Cost::NEVER));
        if lowest >= best {
            self.home.found.bound = best;
            return self.end();
        }
        for rank in 0..self.at.len() {
            if self.at[rank].is_some_and(|bound| lowest <= bound && bound < best) {
                continue;
            }
            let had = self.at[rank].take();
            let mut bounds = std::iter::successors(Some(lowest), |bound| Some(bound.plus(self.step)));
            let bound = bounds.find(|bound| *bound >= best || !self.at.contains(&Some(*bound)));
            self.at[rank] = bound.filter(|bound| *bound < best);
            self.orders += 1;
            let order = Mail::Search(self.orders, self.at[rank]);
            match rank {
                0 => self.read(order),
                _ if had.is_some() || self.at[rank].is_some() => self.post.send(Rank(rank as u32), order),
                _ => {}
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
        self.ended = true;
        self.post.send_to_others(Mail::Home);
    }
}
