//! The key node method (Lindstrom 1983).

mod by_mail;
mod in_step;
mod look;
mod node;
mod superroot;

use provebest_game::mix;
use provebest_machine::Rank;

/// The key node method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KeyNode {
    /// Which of the paper's versions.
    pub variant: Variant,
}

/// The versions of the key node method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Figures 3-4 and 3-5 as they are printed.
    Printed,
    /// Buffered
    #[default]
    Buffered,
    /// Stamped
    Stamped,
    /// Deepening
    Deepening,
    /// Partitioned
    Partitioned,
}

/// The hash of a son's path, by that of its father; the root's is 0.
fn hash_of_son(hash: u64, number: u32) -> u64 {
    mix((hash ^ u64::from(number)).wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// The hash of a path.
fn hash_of(path: &[u32]) -> u64 {
    path.iter().fold(0, |hash, &number| hash_of_son(hash, number))
}

/// The processor that has the node with this hash of its path. Rank 0 has the root.
fn owner(hash: u64, processors: usize) -> Rank {
    Rank((hash % processors as u64) as u32)
}
