//! Who owns a node: nodes are shared out by their paths.

use provebest_game::mix;
use provebest_machine::Rank;

/// The hash of a path: the root's is 0.
pub(super) fn hash_of(path: &[u32]) -> u64 {
    path.iter().fold(0, |hash, &number| hash_of_child(hash, number))
}

/// The hash of a child's path, by that of its parent's.
pub(super) fn hash_of_child(hash: u64, number: u32) -> u64 {
    mix((hash ^ u64::from(number)).wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// The processor that owns the node with this hash of its path. Rank 0 owns the root.
pub(super) fn owner(hash: u64, processors: usize) -> Rank {
    Rank((hash % processors as u64) as u32)
}
