//! Parallel aspiration (Baudet 1978): the range of values is cut into windows, and every processor searches the whole tree
//! with one of them.
//!
//! As it is read here: a search that fails moves the lower or the upper bound that all know. Windows that lie outside of
//! what is left are called back, and what is left is cut anew for them.

use provebest_game::{Evaluate, Score, Window};
use provebest_machine::{CalledOff, StealFrom, StealPolicy};

use super::crew_worker::{self, CrewWorker, Method};
use super::job::{Coded, Node, RoleCode, Value};
use crate::lines::Variation;
use crate::measure::Observer;

/// Parallel aspiration: the same tree, a window each.
///
/// Contract: the value `V` exactly. At all times `low <= V <= high` for the bounds that are known.
///
/// Baudet 1978. The paper shows that the speed-up is bounded by a small constant (5 or 6), however many processors there are.
///
/// Time: that of alpha-beta with the narrowest window around the value, at best. Memory: the path.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{Counters, ParallelAspiration, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
/// let ran = ParallelAspiration::default().search_on(&task, &Simulated::new(3), vec![Counters::default(); 3])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ParallelAspiration {
    /// Subtrees of at most this many leaves, by estimate, are searched by one processor without a break; `None` leaves the
    /// choice to the machine.
    pub grain: Option<u64>,
    /// The value to expect: the windows lie around it.
    pub first_guess: Score,
    /// How wide the first windows are; the outermost two have no end.
    pub margin: i32,
}

impl Default for ParallelAspiration {
    fn default() -> Self {
        ParallelAspiration { grain: None, first_guess: Score::ZERO, margin: 100 }
    }
}

/// What is known of the value, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    low: Score,
    high: Score,
}

impl Range {
    const ALL: Range = Range { low: Score(-Score::INFINITY.0 + 1), high: Score(Score::INFINITY.0 - 1) };

    /// The window for the values from `low` to `high`.
    fn window(self) -> Window {
        Window { alpha: Score(self.low.0 - 1), beta: Score(self.high.0 + 1) }
    }

    /// The part with this number, when what lies between two points is cut into equal parts, and the outermost two go on to
    /// the ends of the range.
    fn part(self, from: i64, to: i64, number: u32, count: u32) -> Range {
        let cut = |number: u32| Score((from + (to - from) * i64::from(number) / i64::from(count)) as i32);
        let low = if number == 0 { self.low } else { cut(number).clamp(self.low, self.high) };
        let high = if number + 1 == count { self.high } else { Score(cut(number + 1).0 - 1) };
        Range { low, high: high.clamp(low, self.high) }
    }
}

/// What a job is: all of it, or the tree with one window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Hand out windows.
    Hub,
    /// Search with the window.
    Probe,
}

impl Coded for Role {
    fn code(self) -> RoleCode {
        (self as u8, 0)
    }

    fn of((number, _): RoleCode) -> Role {
        if number == 0 { Role::Hub } else { Role::Probe }
    }
}

impl ParallelAspiration {
    /// The window with this number inside what is left.
    fn cut(&self, left: Range, number: u32, count: u32) -> Window {
        let known = |score: Score| (Range::ALL.low < score && score < Range::ALL.high).then_some(i64::from(score.0));
        let wide = i64::from(self.margin.max(1)) * i64::from(count);
        let (from, to) = match (known(left.low), known(left.high)) {
            (Some(low), Some(high)) => (low, high + 1),
            (Some(low), None) => (low, low + wide),
            (None, Some(high)) => (high - wide, high),
            (None, None) => (i64::from(self.first_guess.0) - wide / 2, i64::from(self.first_guess.0) + wide / 2),
        };
        left.part(from, to, number, count).window()
    }
}

impl Method for ParallelAspiration {
    type Role = Role;

    const ASKS: bool = false;

    fn policy(&self) -> StealPolicy {
        StealPolicy { from: StealFrom::Owner, helpful: false }
    }

    fn root(&self) -> Role {
        Role::Hub
    }

    async fn node<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: Node<G::State>,
        window: Window,
        role: Role,
    ) -> Result<Value, CalledOff> {
        if role == Role::Probe {
            return worker.alone(node, window).await;
        }
        let mut known = Known { left: Range::ALL, line: Variation::default() };
        let value = self.narrow_down(worker, &node, &mut known).await;
        if value.is_err() {
            let Range { low, high } = known.left;
            let proved = (Some(low).filter(|_| low > Range::ALL.low), Some(high).filter(|_| high < Range::ALL.high));
            worker.leave_bounds(proved.0, proved.1, &known.line);
        }
        value
    }
}

/// What the windows that are done have proved.
struct Known {
    left: Range,
    /// The line behind the lower end.
    line: Variation,
}

impl ParallelAspiration {
    /// Hands out windows until one contains the value.
    async fn narrow_down<G: Evaluate, W: Observer>(
        &self,
        worker: &mut CrewWorker<'_, '_, G, W>,
        node: &Node<G::State>,
        Known { left, line }: &mut Known,
    ) -> Result<Value, CalledOff> {
        let count = worker.processors();
        let windows = (0..count).map(|number| (number, self.cut(*left, number, count)));
        let mut probes = worker.offer_windows(windows, Role::Probe);
        while let Some((number, score, window)) = worker.next_window(self, &mut probes, node).await? {
            if window.contains(score) {
                return Ok(score.into());
            }
            if score < window.beta {
                left.high = left.high.min(score);
            } else if score > left.low {
                (left.low, *line) = (score, worker.line_of(node));
            }
            let left = *left;
            let mut next = number;
            worker.change_windows(&mut probes, |window| {
                let outside = window.beta <= left.low || window.alpha >= left.high;
                next += 1;
                outside.then(|| self.cut(left, next % count, count))
            });
            worker.one_more_window(&mut probes, number, self.cut(left, number, count), Role::Probe);
        }
        unreachable!("there is always a window around what is left")
    }
}

crew_worker::searches_by_method!(ParallelAspiration);
