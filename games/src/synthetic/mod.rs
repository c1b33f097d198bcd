//! Trees made up as they are visited: nothing is stored, and a node depends only on the tree's parameters and on the
//! path to it, so every search, in any order and on any number of threads, meets the same tree.

mod artificial;
mod correlated;
mod independent;
mod weighted;

pub use artificial::{Artificial, Between};
pub use correlated::Correlated;
pub use independent::Independent;
pub use weighted::{Order, OrderError, Weighted};

use provebest_game::{Score, mix};

/// A node of a synthetic tree: all that cannot be derived.
///
/// Value and height share a word: a struct of two words is passed in registers, one of three fields is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    key: u64,
    value_and_height: u64,
}

impl Node {
    #[inline(always)]
    fn new(key: u64, value: Score, height: u32) -> Node {
        Node { key, value_and_height: u64::from(value.0 as u32) << 32 | u64::from(height) }
    }

    #[inline(always)]
    fn value(self) -> Score {
        Score((self.value_and_height >> 32) as i32)
    }

    /// How many plies lie below this node.
    #[inline(always)]
    pub fn height(self) -> u32 {
        self.value_and_height as u32
    }
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (key, value, height) = (self.key, self.value().0, self.height());
        f.debug_struct("Node").field("key", &key).field("value", &value).field("height", &height).finish()
    }
}

/// The key of a child.
#[inline(always)]
fn descend(key: u64, number: u32) -> u64 {
    mix(key.wrapping_add((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The key of a root: trees that differ in any parameter have nothing in common.
fn plant(parameters: &[u64]) -> u64 {
    parameters.iter().fold(0x5851_f42d_4c95_7f2d, |key, &p| mix(key ^ mix(p.wrapping_add(0x9e37_79b9_7f4a_7c15))))
}

/// A whole number in `0..size`, from the upper bits of `key`.
#[inline(always)]
fn below(key: u64, size: u64) -> u64 {
    ((key as u128 * size as u128) >> 64) as u64
}

/// Why a tree cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeError(pub(crate) String);

impl std::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ShapeError {}

fn check_shape(width: u32, values: i32) -> Result<(), ShapeError> {
    if width == 0 {
        return Err(ShapeError("a width of 0; expected 1 or more: every inner node needs a child".into()));
    }
    if !(1..=1_000_000_000).contains(&values) {
        return Err(ShapeError(format!("values={values}; expected a whole number from 1 to 1000000000")));
    }
    Ok(())
}
