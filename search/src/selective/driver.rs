//! Which of the nodes that an evolving tree needs goes on.

use provebest_game::{Evaluate, SplitMix64};

use super::evolution::{Evolution, Role};
use crate::measure::Observer;

/// Which node goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Driver {
    /// What was begun is brought to its end first.
    DepthFirst,
    /// All moves of a node before those of its children, the leftmost child first.
    Preorder,
    /// The same, the best child first.
    BestEstimate,
    /// Each that is needed with the same chance, from this seed.
    Random(u64),
}

impl Driver {
    /// What a random driver draws from.
    pub(crate) fn chance(self) -> SplitMix64 {
        SplitMix64::new(if let Driver::Random(seed) = self { seed } else { 0 })
    }

    /// From the root down to a node that may list a move.
    pub(crate) fn choose<G: Evaluate, W: Observer>(
        self,
        tree: &Evolution<'_, G, W>,
        chance: &mut SplitMix64,
    ) -> (usize, Role) {
        let (mut at, mut role) = (0, Role::Exact);
        let mut skip = if let Driver::Random(_) = self { chance.below(tree.needs(at, role)) } else { 0 };
        loop {
            let is_open = tree.lists_itself(at, role);
            let mut children = tree.needed_children(at, role).filter(|&(child, role)| tree.needs(child, role) > 0);
            let next = match self {
                Driver::DepthFirst => children.next(),
                Driver::Preorder if !is_open => children.next(),
                Driver::BestEstimate if !is_open => {
                    let best = |&(child, _): &(usize, Role)| tree.value_at(at, child);
                    children.reduce(|best_one, other| if best(&other) > best(&best_one) { other } else { best_one })
                }
                Driver::Random(_) => children.find(|&(child, role)| {
                    let needs = tree.needs(child, role);
                    let is_here = skip < needs;
                    skip -= if is_here { 0 } else { needs };
                    is_here
                }),
                _ => None,
            };
            match next {
                Some(child) => (at, role) = child,
                None => return (at, role),
            }
        }
    }
}
