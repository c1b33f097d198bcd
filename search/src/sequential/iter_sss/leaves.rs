//! The leaves that fixed merits. A path is kept once, however many nodes have their merit from its leaf, and its place is
//! used again: a merit falls at almost every leaf, and none of them allocates.

use std::collections::TryReserveError;
use std::num::NonZeroU32;

use provebest_game::Depth;

/// The path of a leaf, in the [`Leaves`] of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf(NonZeroU32);

impl Leaf {
    fn place(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// All paths of a process, in places of one size.
pub(super) struct Leaves {
    /// The length of the longest path.
    longest: usize,
    numbers: Vec<u32>,
    entries: Vec<Entry>,
    unused: Vec<Leaf>,
}

#[derive(Clone, Copy)]
struct Entry {
    length: u32,
    /// How many nodes have their merit from this leaf.
    nodes: u32,
}

impl Leaves {
    pub(super) fn new(longest: Depth) -> Self {
        Leaves { longest: longest.0 as usize, numbers: Vec::new(), entries: Vec::new(), unused: Vec::new() }
    }

    /// The bytes of a path.
    pub(super) fn size(&self) -> usize {
        self.longest * size_of::<u32>() + size_of::<Entry>() + size_of::<Leaf>()
    }

    /// Makes place for this many paths in all.
    pub(super) fn reserve(&mut self, paths: usize) -> Result<(), TryReserveError> {
        let more = paths.saturating_sub(self.entries.len());
        self.numbers.try_reserve_exact(more * self.longest)?;
        self.entries.try_reserve_exact(more)?;
        self.unused.try_reserve_exact(paths.saturating_sub(self.unused.len()))
    }

    /// Keeps the path of a leaf, for one node.
    #[inline]
    pub(super) fn add(&mut self, path: &[u32]) -> Leaf {
        let leaf = self.unused.pop().unwrap_or_else(|| {
            self.entries.push(Entry { length: 0, nodes: 0 });
            self.numbers.resize(self.entries.len() * self.longest, 0);
            Leaf(NonZeroU32::new(self.entries.len() as u32).expect("one was added"))
        });
        let place = leaf.place();
        self.entries[place] = Entry { length: path.len() as u32, nodes: 1 };
        self.numbers[place * self.longest..][..path.len()].copy_from_slice(path);
        leaf
    }

    #[inline]
    pub(super) fn path(&self, leaf: Leaf) -> &[u32] {
        &self.numbers[leaf.place() * self.longest..][..self.entries[leaf.place()].length as usize]
    }

    /// This many more nodes have their merit from the leaf.
    #[inline]
    pub(super) fn share(&mut self, leaf: Leaf, nodes: u32) {
        self.entries[leaf.place()].nodes += nodes;
    }

    /// One node less has its merit from the leaf.
    #[inline]
    pub(super) fn release(&mut self, leaf: Leaf) {
        let nodes = &mut self.entries[leaf.place()].nodes;
        *nodes -= 1;
        if *nodes == 0 {
            self.unused.push(leaf);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_used_again_when_no_node_needs_it() {
        let mut leaves = Leaves::new(Depth(3));
        let (first, second) = (leaves.add(&[1, 2, 3]), leaves.add(&[4]));
        leaves.share(first, 1);
        leaves.release(first);
        assert_eq!((leaves.path(first), leaves.path(second)), (&[1, 2, 3][..], &[4][..]));
        leaves.release(first);
        assert_eq!(leaves.add(&[]), first);
        assert!(leaves.path(first).is_empty());
        assert_eq!(leaves.entries.len(), 2);
    }
}
