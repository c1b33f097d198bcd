//! Parallel window search (Powley and Korf 1989): every processor searches the whole tree below a bound of its own. High
//! bounds find a solution soon, low ones prove that there is no cheaper one. Rank 0 gives each processor its bound: the lowest
//! that no other has, that is not proved too low, and that is below the best solution.

use std::collections::HashSet;

use provebest_machine::{Failure, Letter, Machine, Processor, Program, Rank};
use serde::{Deserialize, Serialize};

use super::inbox::Inbox;
use super::member::{Mail, Member, Next, Role};
use super::tree::{FrontierNode, IterationPart, Nodes, Tree, TreeOf};
use super::{MemberResult, Ran, SolveOn, ran};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Path, Task};

/// Parallel window search: different iterations of IDA* at the same time.
///
/// Contract, for the cost `C` of the cheapest solution: ended, `solution.cost = bound = C`, or `bound = NEVER` and there
/// is no solution. Stopped, `bound <= C <= solution.cost`, if there is a solution yet. What came when is in
/// [`Ran::solutions`].
///
/// Powley and Korf, Single-agent parallel window search, IJCAI 1989. With a [frontier](ParallelWindow::frontier), nodes are ordered from
/// iteration to iteration as they propose.
///
/// Time: not less than that of the last iteration but one, on any number of processors; a first solution comes much
/// earlier. Memory: a path and its siblings for each processor, which has its share of the limit on bytes.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_puzzle::{Cost, ParallelWindow, SolveOn, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let search = ParallelWindow { step: Cost(2), ..ParallelWindow::default() };
/// let ran = search.solve_on(&Task::new(&tiles, &start), &Simulated::new(8))?;
/// assert!(ran.report.bound == Cost(31) && ran.report.is_optimal());
/// let (first, cost) = ran.solutions[0];
/// assert!(first < ran.measured.time && cost >= Cost(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParallelWindow {
    /// From one bound to the next; sliding tiles have only every second.
    pub step: Cost,
    /// Where time is simulated, mail is read after this number of nodes.
    pub slice: u64,
    /// At least this number of nodes near the root are ordered: first those below which an iteration that has ended came nearest to a goal,
    /// by the estimate. 0: all are searched in the order of the puzzle.
    pub frontier: usize,
}

impl Default for ParallelWindow {
    /// Steps of 1, slices of 100 nodes, no order.
    fn default() -> Self {
        ParallelWindow { step: Cost(1), slice: 100, frontier: 0 }
    }
}

impl ParallelWindow {
    /// The nodes of a frontier that is worth its order.
    pub const FRONTIER: usize = 100;
}

impl SolveOn for ParallelWindow {
    fn solve_on<P, K>(&self, task: &Task<'_, P>, machine: &K) -> Result<Ran<P::Move>, Failure>
    where
        P: Puzzle + Sync,
        P::State: Send + Sync,
        K: Machine,
    {
        let tree = TreeOf::new(task, machine, self.slice);
        Ok(ran(task, machine.run(&Windows { tree: &tree, step: self.step.max(Cost(1)), frontier: self.frontier })?))
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Order {
    /// An order, with its number: search below this bound, or rest. The search of the order before is not needed. The nodes of the frontier
    /// by their numbers, the first last.
    Search(u64, Option<Cost>, Vec<u32>),
    /// There is no goal below that bound. How near to a goal the search came below each node of the frontier.
    Failed(Rank, IterationPart, Vec<Cost>),
    /// There is one.
    Goal(Rank, IterationPart, Path),
}

/// What every processor runs.
struct Windows<'a> {
    tree: &'a dyn Tree,
    step: Cost,
    frontier: usize,
}

impl Program<Letter<Mail<Order>>> for Windows<'_> {
    type Answer = MemberResult;

    async fn run(&self, me: &dyn Processor<Letter<Mail<Order>>>) -> MemberResult {
        let (inbox, &Windows { tree, step, frontier }) = (Inbox::new(me), self);
        let member = Member::new(&inbox, tree.first_bound(), tree.listener());
        let nodes = tree.nodes(&inbox, me.count());
        let known = if member.is_first() { me.count() } else { 0 };
        let mut worker = Worker {
            member,
            tree,
            step,
            nodes,
            frontier: Frontier::default(),
            at: vec![None; known],
            orders: 0,
            beyond: Cost::NEVER,
            hollow: false,
        };
        let mut grown = (0, 0);
        if frontier > 0 {
            (worker.frontier, grown) = Frontier::new(tree.frontier(frontier, me.count()));
            worker.member.worked(grown.0).await;
        }
        worker.play().await;
        let (generated, expanded) = worker.nodes.counts();
        worker.member.result.counted((generated + grown.0, expanded + grown.1))
    }
}

/// Nodes near the root, searched one after the other.
#[derive(Default)]
struct Frontier {
    nodes: Vec<FrontierNode>,
    /// How near to a goal the iteration came below each; of rank 0, the last one that has ended, with the highest bound.
    nearest: Vec<Cost>,
    told: (Cost, Vec<Cost>),
    /// Those left in this iteration, the next last, and the one that is searched.
    left: Vec<u32>,
    now: Option<u32>,
}

impl Frontier {
    fn new((nodes, counts): (Vec<FrontierNode>, (u64, u64))) -> (Frontier, (u64, u64)) {
        let nearest: Vec<Cost> = nodes.iter().map(|node| node.estimate).collect();
        (Frontier { told: (Cost::ZERO, nearest.clone()), nodes, nearest, left: Vec::new(), now: None }, counts)
    }

    /// The order of the next iteration, the first last: nearest to a goal, and of those the shortest way.
    fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        let rank = |&at: &u32| (self.told.1[at as usize], self.nodes[at as usize].f, at);
        order.sort_by_key(|at| std::cmp::Reverse(rank(at)));
        order
    }

    /// Begins an iteration: returns the lowest f beyond the bound.
    fn begin(&mut self, bound: Cost, order: Vec<u32>) -> Cost {
        let f = |at: u32| self.nodes[at as usize].f;
        let beyond = order.iter().map(|&at| f(at)).filter(|&f| f > bound).min();
        self.left = order.into_iter().filter(|&at| f(at) <= bound).collect();
        (self.nearest, self.now) = (vec![Cost::NEVER; self.nodes.len()], None);
        beyond.unwrap_or(Cost::NEVER)
    }
}

struct Worker<'a> {
    member: Member<'a, Order>,
    tree: &'a dyn Tree,
    step: Cost,
    nodes: Box<dyn Nodes + 'a>,
    frontier: Frontier,
    /// Rank 0 knows the bound of each processor.
    at: Vec<Option<Cost>>,
    /// The number of the last order, given or read.
    orders: u64,
    /// The lowest f of the frontier beyond the bound, and whether all of it is beyond.
    beyond: Cost,
    hollow: bool,
}

impl<'a> Role<'a, Order> for Worker<'a> {
    fn member(&mut self) -> &mut Member<'a, Order> {
        &mut self.member
    }

    fn begin(&mut self) {
        self.assign();
    }

    async fn step(&mut self) -> Next {
        if self.nodes.is_empty() {
            let Some(at) = self.frontier.left.pop() else {
                if !std::mem::take(&mut self.hollow) {
                    return Next::Wait;
                }
                self.failed();
                return Next::GoOn;
            };
            self.frontier.now = Some(at);
            let path = self.frontier.nodes[at as usize].path.clone();
            self.nodes.take(self.nodes.did().bound, vec![path]);
        }
        let (generated, goal) = self.nodes.search(false);
        if let Some(at) = self.frontier.now {
            let nearest = &mut self.frontier.nearest[at as usize];
            *nearest = self.nodes.nearest().min(*nearest);
        }
        self.member.worked(generated).await;
        let me = self.member.rank();
        // A goal is reported before the message that there is no other.
        if let Some(path) = goal {
            self.rest();
            self.tell_first(Mail::Own(Order::Goal(me, self.nodes.did(), path)));
        } else if self.nodes.is_empty() && self.frontier.left.is_empty() && self.nodes.reason().is_none() {
            self.failed();
        }
        if let Some(reason) = self.nodes.reason() {
            self.rest();
            self.tell_first(Mail::GiveUp(reason));
        }
        Next::GoOn
    }

    fn read(&mut self, mail: Order) {
        match mail {
            Order::Search(order, bound, frontier) => {
                // An order that was overtaken by a later one is void.
                if order >= self.orders {
                    self.orders = order;
                    self.rest();
                    bound.into_iter().for_each(|bound| self.search_below(bound, frontier.clone()));
                }
            }
            Order::Failed(rank, did, nearest) => {
                if did.bound > self.frontier.told.0 {
                    self.frontier.told = (did.bound, nearest);
                }
                self.member.result.found.bound = self.member.result.found.bound.max(did.next);
                self.left(rank, did);
            }
            Order::Goal(rank, did, path) => {
                self.member.keep(self.tree.cost(&path), path);
                self.left(rank, did);
            }
        }
    }
}

impl Worker<'_> {
    /// Gives up what is left of an iteration.
    fn rest(&mut self) {
        self.nodes.clear();
        self.frontier.left.clear();
        self.hollow = false;
    }

    /// Begins an iteration.
    fn search_below(&mut self, bound: Cost, frontier: Vec<u32>) {
        self.nodes.begin(bound);
        if !self.frontier.nodes.is_empty() {
            // From the frontier instead of the root.
            self.nodes.clear();
            self.nodes.nearest();
            self.beyond = self.frontier.begin(bound, frontier);
            self.hollow = self.frontier.left.is_empty();
        }
    }

    /// There is no goal below the bound.
    fn failed(&mut self) {
        let did = self.nodes.did();
        let did = IterationPart { next: did.next.min(self.beyond), ..did };
        let mail = Order::Failed(self.member.rank(), did, self.frontier.nearest.clone());
        self.tell_first(Mail::Own(mail));
    }

    /// A processor is done with a bound.
    fn left(&mut self, rank: Rank, did: IterationPart) {
        self.member.result.found.iterations.push(did.iteration());
        self.member.tell(Some(did.iteration()));
        if self.at[rank.index()] == Some(did.bound) {
            self.at[rank.index()] = None;
        }
        self.assign();
    }

    /// Rank 0 gives a bound to every processor without one, or with one that has become useless.
    fn assign(&mut self) {
        let (lowest, best) = (self.member.result.found.bound, self.member.best().unwrap_or(Cost::NEVER));
        if lowest >= best {
            self.member.result.found.bound = best;
            return self.member.end();
        }
        let taken: HashSet<Cost> = self.at.iter().copied().flatten().collect();
        let step = self.step;
        let bounds = std::iter::successors(Some(lowest), |bound| Some(bound.plus(step)));
        let mut free = bounds.take_while(|bound| *bound < best).filter(|bound| !taken.contains(bound));
        for rank in 0..self.at.len() {
            if self.at[rank].is_some_and(|bound| lowest <= bound && bound < best) {
                continue;
            }
            let had = self.at[rank].take();
            self.at[rank] = free.next();
            self.orders += 1;
            let order = Order::Search(self.orders, self.at[rank], self.frontier.order());
            match rank {
                0 => self.read(order),
                _ if had.is_some() || self.at[rank].is_some() => self.member.send(Rank(rank as u32), order),
                _ => {}
            }
        }
    }
}
