//! What a puzzle is.

use std::hash::Hash;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

/// The cost of a move or of a path, or a lower bound of what is left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Cost(pub u32);

impl Cost {
    /// Nothing.
    pub const ZERO: Cost = Cost(0);
    /// More than any path costs: there is no way.
    pub const NEVER: Cost = Cost(u32::MAX);

    /// The sum; [`Cost::NEVER`] where it is too large.
    ///
    /// ```
    /// # use provebest_puzzle::Cost;
    /// assert_eq!(Cost(3).plus(Cost(4)), Cost(7));
    /// assert_eq!(Cost::NEVER.plus(Cost(1)), Cost::NEVER);
    /// ```
    #[inline(always)]
    pub const fn plus(self, other: Cost) -> Cost {
        Cost(self.0.saturating_add(other.0))
    }
}

/// A puzzle: states, moves with their costs, goals, and a lower bound of the cost to a goal.
///
/// A state may carry more than its key: the move that led there, so that it is not taken back at once, or an estimate that is
/// cheaper to keep than to compute again. Two states with the same key are the same.
///
/// ```
/// use std::ops::ControlFlow;
/// use provebest_puzzle::{AStar, Cost, IdaStar, Puzzle, Solve, Task};
///
/// /// From one number to another by adding one (which costs 1) and doubling (which costs 2).
/// struct Count { to: u32 }
///
/// impl Puzzle for Count {
///     type State = u32;
///     type Move = char;
///     type Key = u32;
///     fn children<B>(
///         &self,
///         &state: &u32,
///         mut visit: impl FnMut(char, Cost, u32) -> ControlFlow<B>,
///     ) -> ControlFlow<B> {
///         if state < self.to {
///             visit('+', Cost(1), state + 1)?;
///             visit('*', Cost(2), state * 2)?;
///         }
///         ControlFlow::Continue(())
///     }
///     fn is_goal(&self, &state: &u32) -> bool {
///         state == self.to
///     }
///     fn estimate(&self, &state: &u32) -> Cost {
///         if state > self.to { Cost::NEVER } else { Cost(u32::from(state < self.to)) }
///     }
///     fn key(&self, &state: &u32) -> u32 {
///         state
///     }
/// }
///
/// let puzzle = Count { to: 11 };
/// let report = IdaStar::default().solve(&Task::new(&puzzle, &1));
/// let solution = report.solution.expect("there is a way");
/// assert_eq!((solution.cost, solution.moves.len()), (Cost(7), 6));
/// assert_eq!(AStar.solve(&Task::new(&puzzle, &1)).bound, Cost(7));
/// ```
pub trait Puzzle {
    /// A state, and what it carries along.
    type State: Clone;
    /// A move.
    type Move: Copy;
    /// The key: equal for two states that are the same.
    type Key: Eq + Hash;

    /// Must depth-first searches compare every state with those on the path to it? Yes, unless every move costs something and
    /// every state has a solution. Where moves are free, a path may go round for ever; where there is no solution, a search
    /// that goes round never finds that out.
    const LOOPS: bool = true;

    /// Does [`estimated_children`](Puzzle::estimated_children) go backwards?
    const BACKWARDS: bool = false;

    /// Visits the children of a state, always in the same order: the move, its cost and the state after it. Ends when
    /// `visit` breaks.
    ///
    /// A child may be left out if no cheapest solution needs it: the state that the last move came from, say.
    fn children<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Cost, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The same with estimates, for a search that may spend `rest` from here on: the cost of the move, the estimate of the child, and
    /// the child. If that costs more than `most`, which is no less than `rest`, the estimate may be lower, but not so low that it costs
    /// `most` or less; the child is of no use then. If [`BACKWARDS`](Puzzle::BACKWARDS), children come in the opposite order, for
    /// depth-first searches that keep a stack. Override it where that is cheaper.
    #[inline(always)]
    fn estimated_children(
        &self,
        state: &Self::State,
        _rest: Cost,
        _most: Cost,
        mut visit: impl FnMut(Cost, Cost, Self::State),
    ) {
        let _ = self.children(state, |_, cost, child| {
            visit(cost, self.estimate(&child), child);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Tells the memory that the children of this state will be estimated soon. Override it where estimates wait for memory.
    #[inline(always)]
    fn fetch(&self, _state: &Self::State) {}

    /// Is this state a goal?
    fn is_goal(&self, state: &Self::State) -> bool;

    /// A lower bound of the cost from here to a goal: never too high, so zero in a goal. [`Cost::NEVER`] says that there is no
    /// way.
    #[inline(always)]
    fn estimate(&self, _state: &Self::State) -> Cost {
        Cost::ZERO
    }

    /// The key of a state.
    fn key(&self, state: &Self::State) -> Self::Key;
}

/// A puzzle that can be searched backwards from its goals.
pub trait Reversible: Puzzle {
    /// All goals.
    fn goals(&self) -> Vec<Self::State>;

    /// Visits the states from which one move leads to this one, with the cost of that move.
    fn parents<B>(&self, state: &Self::State, visit: impl FnMut(Cost, Self::State) -> ControlFlow<B>)
    -> ControlFlow<B>;
}

/// A puzzle made of three functions, for a quick start. A move is the number of a child.
///
/// ```
/// use provebest_puzzle::{AStar, Closures, Cost, Solve, Task};
///
/// // A knight from one corner of a chess board to the other.
/// let jumps = |&(x, y): &(i32, i32)| {
///     let all = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///     let to = all.map(|(dx, dy)| ((x + dx, y + dy), Cost(1)));
///     to.into_iter().filter(|((x, y), _)| (0..8).contains(x) && (0..8).contains(y))
/// };
/// let puzzle = Closures::new(jumps, |&(x, y)| Cost(((7 - x).max(7 - y) as u32).div_ceil(2)), |&at| at == (7, 7));
/// assert_eq!(AStar.solve(&Task::new(&puzzle, &(0, 0))).bound, Cost(6));
/// ```
pub struct Closures<S, N, E, G> {
    children: N,
    estimate: E,
    goal: G,
    state: std::marker::PhantomData<fn(&S)>,
}

impl<S, N, E, G, I> Closures<S, N, E, G>
where
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, Cost)>,
    E: Fn(&S) -> Cost,
    G: Fn(&S) -> bool,
{
    /// Of three functions: the children with their costs, the estimate, and the test for a goal.
    pub fn new(children: N, estimate: E, goal: G) -> Self {
        Closures { children, estimate, goal, state: std::marker::PhantomData }
    }
}

impl<S, N, E, G, I> Puzzle for Closures<S, N, E, G>
where
    S: Clone + Eq + Hash,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, Cost)>,
    E: Fn(&S) -> Cost,
    G: Fn(&S) -> bool,
{
    type State = S;
    type Move = u32;
    type Key = S;

    fn children<B>(&self, state: &S, mut visit: impl FnMut(u32, Cost, S) -> ControlFlow<B>) -> ControlFlow<B> {
        for (number, (child, cost)) in (0..).zip((self.children)(state)) {
            visit(number, cost, child)?;
        }
        ControlFlow::Continue(())
    }

    fn is_goal(&self, state: &S) -> bool {
        (self.goal)(state)
    }

    fn estimate(&self, state: &S) -> Cost {
        (self.estimate)(state)
    }

    fn key(&self, state: &S) -> S {
        state.clone()
    }
}
