//! IDA* in batches: nodes of the same depth are expanded together, the most promising first.

use std::cmp::Reverse;

use super::Solve;
use crate::dive::index;
use crate::limits::{Budget, Stopped};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Found, Iteration, Path, PuzzleProgress, Report, Task};

/// IDA* that takes up to `batch` nodes of a row at a time, those with the lowest estimates, and puts their children into the row below. When
/// that row is done, it takes the next nodes of the row above.
///
/// Two things are gained. What the estimates of a whole batch read is fetched from memory before the first of them is looked at
/// ([`Puzzle::fetch`]); and the last iteration, in which order matters, finds a goal soon.
///
/// Contract: that of IDA*. All iterations but the last generate the same nodes as [`IdaStar`](super::IdaStar) without a table.
///
/// Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27, 1985. Zhou and Hansen,
/// Beam-stack search: integrating backtracking with beam search, ICAPS 2005: a beam that comes back for what it left behind. There the cost
/// of the best solution so far is the bound, here that of the iteration.
///
/// Time: that of IDA*. Memory: a row for each move of the longest path, with the children of one batch.
///
/// ```
/// use provebest_puzzle::{BatchIdaStar, Cost, Solve, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// assert_eq!(BatchIdaStar::default().solve(&Task::new(&tiles, &start)).bound, Cost(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchIdaStar {
    /// How many nodes are expanded together.
    pub batch: usize,
}

impl Default for BatchIdaStar {
    fn default() -> Self {
        BatchIdaStar { batch: 32 }
    }
}

impl Solve for BatchIdaStar {
    fn solve<P: Puzzle>(&self, task: &Task<'_, P>) -> Report<P::Move> {
        let mut found = Found { bound: task.first_bound(), generated: 1, ..Found::default() };
        let mut search = Batches {
            puzzle: task.puzzle,
            batch: self.batch.max(1),
            budget: Budget::new(&task.limits),
            rows: Vec::new(),
            generated: 1,
            expanded: 0,
            over: u64::MAX,
        };
        while found.bound < Cost::NEVER {
            let before = (search.generated, search.expanded);
            let ended = search.iteration(task.start, found.bound);
            let (generated, expanded) = (search.generated - before.0, search.expanded - before.1);
            let iteration = Iteration { bound: found.bound, generated, expanded };
            found.iterations.push(iteration);
            match ended {
                Ended::Found(path) => found.path = Some(path),
                Ended::Failed => found.bound = search.next_bound(found.bound),
                Ended::Stopped => found.stopped = search.budget.reason,
            }
            let best = found.path.as_ref().map(|_| found.bound);
            let iteration = found.stopped.is_none().then_some(iteration);
            task.report_progress(PuzzleProgress { bound: found.bound, best, iteration });
            if best.is_some() || found.stopped.is_some() {
                break;
            }
        }
        (found.generated, found.expanded) = (search.generated, search.expanded);
        found.bytes = search.budget.most();
        found.report(task)
    }
}

/// How an iteration ended.
enum Ended {
    /// There is no goal within the bound.
    Failed,
    Found(Path),
    Stopped,
}

/// Nodes of the same depth. Those before `open` wait, those behind it have their children in the row below.
struct Row<S> {
    nodes: Vec<Node<S>>,
    open: usize,
}

struct Node<S> {
    state: S,
    /// What may be spent from here on, and what is left at least.
    rest: u32,
    estimate: u32,
    /// Its place in the row above, and which of the children of that node it is, from 1 on, in the order in which they were visited.
    parent: u32,
    number: u32,
}

struct Batches<'a, P: Puzzle> {
    puzzle: &'a P,
    batch: usize,
    budget: Budget<'a>,
    rows: Vec<Row<P::State>>,
    generated: u64,
    expanded: u64,
    /// By how much the cheapest path that was not followed went over the bound.
    over: u64,
}

impl<P: Puzzle> Batches<'_, P> {
    fn iteration(&mut self, start: &P::State, bound: Cost) -> Ended {
        if self.puzzle.is_goal(start) {
            return Ended::Found(Path::new());
        }
        self.rows.iter_mut().for_each(|row| row.nodes.clear());
        let root = Node { state: start.clone(), rest: bound.0, estimate: 0, parent: 0, number: 0 };
        let mut depth = 0;
        if self.add_row(0).is_err() || self.budget.push(&mut self.rows[0].nodes, root).is_err() {
            return Ended::Stopped;
        }
        self.rows[0].open = 1;
        loop {
            // Back to the deepest row where nodes wait; those whose children are done go.
            while self.rows[depth].open == 0 {
                if depth == 0 {
                    return Ended::Failed;
                }
                self.rows[depth].nodes.clear();
                depth -= 1;
                let row = &mut self.rows[depth];
                row.nodes.truncate(row.open);
            }
            if self.budget.ask(self.generated).is_err() || self.add_row(depth + 1).is_err() {
                return Ended::Stopped;
            }
            match self.expand(depth) {
                Err(stopped) => return stopped,
                Ok(()) => depth += 1,
            }
        }
    }

    fn add_row(&mut self, depth: usize) -> Result<(), Stopped> {
        if self.rows.len() > depth {
            return Ok(());
        }
        self.budget.push(&mut self.rows, Row { nodes: Vec::new(), open: 0 })
    }

    /// Expands a batch of a row into the row below, which is empty.
    fn expand(&mut self, depth: usize) -> Result<(), Ended> {
        let puzzle = self.puzzle;
        let (above, below) = self.rows.split_at_mut(depth + 1);
        let (row, next) = (&mut above[depth], &mut below[0]);
        let begin = row.open.saturating_sub(self.batch);
        if begin > 0 {
            row.nodes[..row.open].select_nth_unstable_by_key(begin, |node| Reverse(node.estimate));
        }
        let open = std::mem::replace(&mut row.open, begin);
        let row = &above[depth].nodes[begin..open];
        row.iter().for_each(|node| puzzle.fetch(&node.state));
        let (mut goal, mut full) = (None, false);
        for (at, node) in row.iter().enumerate() {
            let parent = (begin + at) as u32;
            if P::LOOPS && is_on_path(puzzle, &above[..depth], node) {
                continue;
            }
            self.expanded += 1;
            let mut count = 0;
            let over = &mut self.over;
            let most = u64::from(node.rest).saturating_add(*over - 1);
            let most = Cost(u32::try_from(most).unwrap_or(u32::MAX));
            puzzle.estimated_children(&node.state, Cost(node.rest), most, |cost, estimate, state| {
                count += 1;
                let need = u64::from(cost.0) + u64::from(estimate.0);
                if need > u64::from(node.rest) {
                    *over = (*over).min(need - u64::from(node.rest));
                    return;
                }
                if estimate == Cost::ZERO && puzzle.is_goal(&state) {
                    goal = Some((parent, count));
                }
                let child = Node { state, rest: node.rest - cost.0, estimate: estimate.0, parent, number: count };
                full |= self.budget.push(&mut next.nodes, child).is_err();
            });
            self.generated += u64::from(count);
            if full {
                return Err(Ended::Stopped);
            }
            if let Some((parent, number)) = goal {
                return Err(Ended::Found(self.path(depth, parent, number)));
            }
        }
        next.open = next.nodes.len();
        Ok(())
    }

    /// The path to a child of a node in this row.
    fn path(&self, depth: usize, mut parent: u32, mut number: u32) -> Path {
        let mut path = Path::new();
        for row in self.rows[..=depth].iter().rev() {
            let node = &row.nodes[parent as usize];
            let mut count = 0;
            self.puzzle.estimated_children(&node.state, Cost::NEVER, Cost::NEVER, |_, _, _| count += 1);
            path.push(index::<P>(number, count));
            (parent, number) = (node.parent, node.number);
        }
        path.reverse();
        path
    }

    /// The lowest bound with which an iteration enters more nodes than the last one, which had this bound.
    fn next_bound(&mut self, bound: Cost) -> Cost {
        let over = std::mem::replace(&mut self.over, u64::MAX);
        Cost(u32::try_from(u64::from(bound.0).saturating_add(over)).unwrap_or(u32::MAX))
    }
}

/// Is a node the same as one that the path to it goes through?
fn is_on_path<P: Puzzle>(puzzle: &P, above: &[Row<P::State>], node: &Node<P::State>) -> bool {
    let (key, mut parent) = (puzzle.key(&node.state), node.parent);
    above.iter().rev().any(|row| {
        let before = &row.nodes[parent as usize];
        parent = before.parent;
        puzzle.key(&before.state) == key
    })
}
