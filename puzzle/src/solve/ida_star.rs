//! IDA* (Korf 1985): depth first below a bound, again and again, each time with the lowest bound that lets it see more.

use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

use super::Solve;
use crate::dive::{Dive, Dived, Guide};
use crate::limits::{Budget, Reason};
use crate::puzzle::{Cost, Puzzle};
use crate::report::{Found, Iteration, Path, PuzzleProgress, Report, Task, child};

/// IDA*, with or without a transposition table.
///
/// Contract, for the cost `C` of the cheapest solution: ended, `solution.cost = bound = C`, or `bound = NEVER` and there
/// is no solution. Stopped, `bound <= C`. With a table the same, and no iteration generates more nodes than without.
///
/// Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27, 1985. Table:
/// Reinefeld and Marsland, Enhanced iterative-deepening search, 1994; here a state is passed over if it was entered in
/// the same iteration with as much left to spend.
///
/// Time: that of the last iteration, times b/(b-1) where iterations grow by a factor b; with as many iterations as there
/// are different path costs (travelling salesmen) far more. Memory: the path, and the table.
///
/// ```
/// use provebest_puzzle::{Cost, IdaStar, Solve, Task, tiles::{Manhattan, Size, Tiles}};
/// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
/// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
/// let report = IdaStar::default().solve(&Task::new(&tiles, &start));
/// assert_eq!(report.bound, Cost(31));
/// let with_table = IdaStar { table: 1 << 20 }.solve(&Task::new(&tiles, &start));
/// assert!(with_table.bound == Cost(31) && with_table.generated < report.generated);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IdaStar {
    /// Bytes for the table, 0 for none. A table beyond the limit on bytes ends the search before it has begun.
    pub table: usize,
}

/// All cheapest solutions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AllSolutions<M> {
    /// The answer, with the first of them.
    pub report: Report<M>,
    /// Every one, in the order in which it was found. Of a search that was stopped, those found so far.
    pub solutions: Vec<Vec<M>>,
}

impl IdaStar {
    /// Searches the last iteration to its end, for every cheapest solution: the survey (Marsland 1991, section 2.1) names it as what
    /// IDA* is good for. There is no table: it would pass over states that are reached in two ways.
    ///
    /// Contract: that of IDA*; ended, `solutions` are all paths of cost `C` without a loop that the puzzle's own moves allow.
    ///
    /// ```
    /// use provebest_puzzle::{Cost, IdaStar, Task, tiles::{Manhattan, Size, Tiles}};
    /// let tiles = Tiles::new(Size::<3, 3>, Manhattan::new());
    /// let start = tiles.parse("8 7 6 0 4 1 2 5 3")?;
    /// let all = IdaStar::all_solutions(&Task::new(&tiles, &start));
    /// assert_eq!(all.report.bound, Cost(31));
    /// assert!(all.solutions.len() > 1 && all.solutions.iter().all(|moves| moves.len() == 31));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_solutions<P: Puzzle>(task: &Task<'_, P>) -> AllSolutions<P::Move> {
        let mut paths = Vec::new();
        let report = iterate(task, Plain { budget: Budget::new(&task.limits) }, 0, Some(&mut paths));
        let moves = |path: &Path| {
            let mut state = task.start.clone();
            path.iter()
                .map_while(|&number| {
                    let (step, _, next) = child(task.puzzle, &state, number)?;
                    state = next;
                    Some(step)
                })
                .collect()
        };
        AllSolutions { report, solutions: paths.iter().map(moves).collect() }
    }
}

impl Solve for IdaStar {
    fn solve<P: Puzzle>(&self, task: &Task<'_, P>) -> Report<P::Move> {
        let size = size_of::<Option<Entered<P::Key>>>();
        match self.table / size {
            0 => iterate(task, Plain { budget: Budget::new(&task.limits) }, 0, None),
            room => {
                let mut entered = Vec::new();
                let mut budget = Budget::new(&task.limits);
                let too_large = task.limits.bytes.is_some_and(|bytes| (room * size) as u64 > bytes);
                if too_large || entered.try_reserve_exact(room).is_err() {
                    let _ = budget.end(Reason::Memory);
                }
                // A stop need not wait until the whole table is filled.
                let room = entered.capacity().min(room);
                while entered.len() < room && budget.reason.is_none() {
                    entered.resize_with(room.min(entered.len() + (1 << 20)), || None);
                    if let Some(reason) = task.limits.stop.and_then(|stop| stop.stop()) {
                        let _ = budget.end(reason);
                    }
                }
                let held = (entered.len() * size) as u64;
                iterate(task, Remembering { budget, entered, iteration: 0 }, held, None)
            }
        }
    }
}

/// What a whole search needs of a guide beside that.
trait Iterating<'a, P: Puzzle>: Guide<P> {
    fn budget(&mut self) -> &mut Budget<'a>;
    fn next_iteration(&mut self) {}
}

/// `all` collects the paths of all cheapest solutions, if they are wanted.
fn iterate<'a, P: Puzzle, G: Iterating<'a, P>>(
    task: &Task<'a, P>,
    guide: G,
    bytes: u64,
    mut all: Option<&mut Vec<Path>>,
) -> Report<P::Move> {
    let mut dive = Dive::new(task.puzzle, guide, &task.limits);
    let mut found = Found { bound: task.first_bound(), generated: 1, bytes, ..Found::default() };
    dive.generated = 1;
    dive.until = dive.guide.budget().until;
    while found.bound < Cost::NEVER && dive.guide.budget().reason.is_none() && !dive.overfull {
        let (generated, expanded) = (dive.generated, dive.expanded);
        let mut dived = dive.from(&[], task.start.clone(), found.bound.0);
        if let Some(all) = all.as_deref_mut() {
            dived = every_goal(&mut dive, dived, all, task.limits.bytes);
            found.path = all.first().cloned();
            if found.path.is_some() && dived == Dived::Failed {
                dived = Dived::Found;
            }
        } else if dived == Dived::Found {
            let (path, behind) = dive.path();
            found.path = Some(path);
            dive.generated -= behind;
        }
        let iteration =
            Iteration { bound: found.bound, generated: dive.generated - generated, expanded: dive.expanded - expanded };
        found.iterations.push(iteration);
        match dived {
            Dived::Found | Dived::Interrupted => {}
            Dived::Failed => found.bound = dive.next_bound(found.bound),
        }
        let best = found.path.as_ref().map(|_| found.bound);
        let ended = (dived != Dived::Interrupted).then_some(iteration);
        task.report_progress(PuzzleProgress { bound: found.bound, best, iteration: ended });
        if best.is_some() {
            break;
        }
        dive.guide.next_iteration();
    }
    (found.generated, found.expanded) = (dive.generated, dive.expanded);
    found.stopped = dive.guide.budget().reason.or(dive.overfull.then_some(Reason::Memory));
    found.report(task)
}

/// Goes on from goal to goal, until the dive fails or is interrupted.
fn every_goal<'a, P: Puzzle, G: Iterating<'a, P>>(
    dive: &mut Dive<'_, P, G>,
    mut dived: Dived,
    all: &mut Vec<Path>,
    most: Option<u64>,
) -> Dived {
    let mut held = 0;
    while dived == Dived::Found {
        let path = dive.path().0;
        held += (size_of::<Path>() + path.len() * size_of::<u32>()) as u64;
        all.push(path);
        if most.is_some_and(|most| held > most) {
            let _ = dive.guide.budget().end(Reason::Memory);
            return Dived::Interrupted;
        }
        dived = dive.go_on();
    }
    dived
}

/// No table.
struct Plain<'a> {
    budget: Budget<'a>,
}

impl<P: Puzzle> Guide<P> for Plain<'_> {
    fn go_on(&mut self, generated: u64) -> Option<u64> {
        self.budget.ask(generated).ok().map(|()| self.budget.until)
    }
}

impl<'a, P: Puzzle> Iterating<'a, P> for Plain<'a> {
    fn budget(&mut self) -> &mut Budget<'a> {
        &mut self.budget
    }
}

/// A state that was entered.
struct Entered<K> {
    key: K,
    rest: u32,
    iteration: u32,
}

/// A table of the states that were entered.
struct Remembering<'a, K> {
    budget: Budget<'a>,
    entered: Vec<Option<Entered<K>>>,
    iteration: u32,
}

impl<P: Puzzle> Guide<P> for Remembering<'_, P::Key> {
    fn go_on(&mut self, generated: u64) -> Option<u64> {
        self.budget.ask(generated).ok().map(|()| self.budget.until)
    }

    /// Every way on from an entered state was followed with as much left, or is being followed: what it would find now
    /// is found there.
    fn knows(&mut self, puzzle: &P, state: &P::State, rest: u32) -> bool {
        let key = puzzle.key(state);
        let hash = u128::from(FxBuildHasher.hash_one(&key));
        let room = self.entered.len() as u128;
        let Some(slot) = self.entered.get_mut(((hash * room) >> 64) as usize) else { return false };
        let iteration = self.iteration;
        match slot {
            Some(entered) if entered.iteration == iteration && entered.key == key => {
                let known = entered.rest >= rest;
                entered.rest = entered.rest.max(rest);
                known
            }
            // An entry with more left to spend covers more below it.
            Some(entered) if entered.iteration == iteration && entered.rest > rest => false,
            _ => {
                *slot = Some(Entered { key, rest, iteration });
                false
            }
        }
    }
}

impl<'a, P: Puzzle> Iterating<'a, P> for Remembering<'a, P::Key> {
    fn budget(&mut self) -> &mut Budget<'a> {
        &mut self.budget
    }

    fn next_iteration(&mut self) {
        self.iteration += 1;
    }
}
