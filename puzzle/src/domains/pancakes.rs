//! Pancakes: a stack to be sorted by turning over its upper part (Dweighter 1975; Gates and Papadimitriou 1979).

use std::fmt;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::puzzle::{Cost, Puzzle, Reversible};

/// Stacks of up to 15 pancakes, the smallest to be on top. The estimate is the number of gaps (Helmert 2010): neighbours
/// that do not belong together, the plate included. A turn closes one at most.
///
/// ```
/// use provebest_puzzle::{Cost, IdaStar, Solve, Task, pancakes::Pancakes};
/// let pancakes = Pancakes::new(6)?;
/// let start = pancakes.stack(&[5, 3, 6, 1, 4, 2])?;
/// let report = IdaStar::default().solve(&Task::new(&pancakes, &start));
/// assert_eq!(report.bound, Cost(7));
/// # Ok::<(), provebest_puzzle::pancakes::PancakesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pancakes {
    count: usize,
}

/// What is wrong with a stack.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PancakesError {
    /// Too few or too many.
    #[error("{count} pancakes: there must be 2 to 15")]
    Count {
        /// How many there are.
        count: usize,
    },
    /// Not as many as there should be.
    #[error("a stack of {found} pancakes: there must be {count}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        count: usize,
    },
    /// A pancake that is there twice, or has an impossible size.
    #[error("pancake {size}, number {place} from the top: each size from 1 to {count} must be there once")]
    Size {
        /// Its size.
        size: u8,
        /// Where, from 1 on.
        place: usize,
        /// The largest size.
        count: usize,
    },
}

/// A stack, its gaps, and what was turned over last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stack {
    /// Four bits for each pancake, the top one lowest, and the plate below.
    sizes: u64,
    gaps: u8,
    last: u8,
}

impl Stack {
    fn size(self, place: usize) -> u64 {
        self.sizes >> (4 * place) & 15
    }

    fn gap(self, below: usize) -> u8 {
        u8::from(below > 0 && self.size(below - 1).abs_diff(self.size(below)) != 1)
    }
}

impl Pancakes {
    /// Stacks of 2 to 15 pancakes.
    pub fn new(count: usize) -> Result<Pancakes, PancakesError> {
        if (2..=15).contains(&count) { Ok(Pancakes { count }) } else { Err(PancakesError::Count { count }) }
    }

    /// A stack from the top on, sizes from 1.
    pub fn stack(&self, sizes: &[u8]) -> Result<Stack, PancakesError> {
        let count = self.count;
        if sizes.len() != count {
            return Err(PancakesError::Length { found: sizes.len(), count });
        }
        for (at, &size) in sizes.iter().enumerate() {
            if size == 0 || usize::from(size) > count || sizes[..at].contains(&size) {
                return Err(PancakesError::Size { size, place: at + 1, count });
            }
        }
        Ok(self.of(sizes.iter().map(|&size| u64::from(size - 1))))
    }

    fn of(&self, sizes: impl Iterator<Item = u64>) -> Stack {
        let all = sizes.chain([self.count as u64]).enumerate();
        let sizes = all.fold(0, |stack, (place, size)| stack | size << (4 * place));
        let mut stack = Stack { sizes, gaps: 0, last: 0 };
        stack.gaps = (1..=self.count).map(|below| stack.gap(below)).sum();
        stack
    }

    fn sorted(&self) -> Stack {
        self.of(0..self.count as u64)
    }
}

impl Puzzle for Pancakes {
    type State = Stack;
    /// How many are turned over.
    type Move = Turn;
    type Key = u64;

    const LOOPS: bool = false;

    fn children<B>(&self, stack: &Stack, mut visit: impl FnMut(Turn, Cost, Stack) -> ControlFlow<B>) -> ControlFlow<B> {
        for turn in (2..=self.count).filter(|&turn| turn != usize::from(stack.last)) {
            let bits = 4 * turn as u32;
            let upper = stack.sizes & ((1 << bits) - 1);
            // The nibbles in the opposite order.
            let bytes = upper.swap_bytes();
            let turned = ((bytes >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (bytes & 0x0f0f_0f0f_0f0f_0f0f) << 4) >> (64 - bits);
            let mut child = Stack { sizes: stack.sizes ^ upper | turned, last: turn as u8, ..*stack };
            child.gaps = stack.gaps - stack.gap(turn) + child.gap(turn);
            visit(Turn(turn as u8), Cost(1), child)?;
        }
        ControlFlow::Continue(())
    }

    fn is_goal(&self, stack: &Stack) -> bool {
        stack.sizes == self.sorted().sizes
    }

    fn estimate(&self, stack: &Stack) -> Cost {
        Cost(u32::from(stack.gaps))
    }

    fn key(&self, stack: &Stack) -> u64 {
        stack.sizes
    }
}

impl Reversible for Pancakes {
    fn goals(&self) -> Vec<Stack> {
        vec![self.sorted()]
    }

    fn parents<B>(&self, stack: &Stack, mut visit: impl FnMut(Cost, Stack) -> ControlFlow<B>) -> ControlFlow<B> {
        self.children(stack, |_, cost, parent| visit(cost, parent))
    }
}

/// How many pancakes are turned over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn(pub u8);

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
