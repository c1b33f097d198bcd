//! Random irregular trees with many ties: on them searches are tested.

use provebest_game::{Depth, SplitMix64};

use super::{Builder, Tree};

/// What a random tree looks like.
///
/// ```
/// use provebest_game::Depth;
/// use provebest_games::tree::{RandomTree, Tree};
///
/// for seed in 0..100 {
///     let tree = Tree::random(&RandomTree { seed, width: 3, depth: Depth(5), ..RandomTree::default() });
///     assert!(tree.width() <= 3 && tree.height() <= Depth(5));
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomTree {
    /// Where chance starts.
    pub seed: u64,
    /// The most children of a node; every number from 1 to this is equally likely.
    pub width: u32,
    /// No leaf is deeper.
    pub depth: Depth,
    /// Leaf values lie in ±`values`. Few values, many ties.
    pub values: i32,
    /// The percentage of nodes, the root included, that are leaves before the full depth.
    pub early_leaf_percent: u32,
    /// The percentage of inner nodes that get one child only, beside those that have one child by chance.
    pub chain_percent: u32,
}

impl Default for RandomTree {
    /// Width 4, depth 4, values from -3 to 3, a tenth of the nodes early leaves, a tenth of the others chains.
    fn default() -> Self {
        RandomTree { seed: 1, width: 4, depth: Depth(4), values: 3, early_leaf_percent: 10, chain_percent: 10 }
    }
}

impl RandomTree {
    /// Options that vary with the seed, for trees of at most a few thousand leaves.
    pub fn varied(seed: u64) -> RandomTree {
        let mut chance = SplitMix64::new(seed ^ 0x7261_6e64_6f6d);
        let width = 1 + chance.below(7) as u32;
        let deepest = if width == 1 { 12 } else { 4096_u32.ilog(width) };
        RandomTree {
            seed,
            width,
            depth: Depth(chance.below(u64::from(deepest) + 1) as u32),
            values: [0, 1, 2, 3, 10, 1000, Tree::LIMIT][chance.below(7) as usize],
            early_leaf_percent: [0, 5, 20, 40][chance.below(4) as usize],
            chain_percent: [0, 0, 10, 40][chance.below(4) as usize],
        }
    }
}

pub(super) fn random(options: &RandomTree) -> Tree {
    let &RandomTree { seed, width, depth, values, early_leaf_percent, chain_percent } = options;
    let values = i64::from(values.clamp(0, Tree::LIMIT));
    let mut chance = SplitMix64::new(seed);
    let mut builder = Builder::new();
    let mut missing: Vec<u32> = Vec::new(); // for every open list, how many children are still to come
    loop {
        if builder.depth() < depth.0 as usize && !chance.happens(early_leaf_percent) {
            let chain = chance.happens(chain_percent);
            missing.push(if chain { 1 } else { 1 + chance.below(width.max(1).into()) as u32 });
            builder.open();
            continue;
        }
        builder.leaf((chance.below(2 * values as u64 + 1) as i64 - values) as i32);
        while let Some(children) = missing.last_mut() {
            *children -= 1;
            if *children > 0 {
                break;
            }
            missing.pop();
            builder.close();
        }
        if missing.is_empty() {
            return builder.finish();
        }
    }
}
