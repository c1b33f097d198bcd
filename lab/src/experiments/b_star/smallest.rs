//! The fewest expansions that separate a move, by brute force.

use provebest::Score;
use provebest::game::{Game, Interval, MoveList};
use provebest::games::synthetic::{Artificial, Between};

/// After so many nodes it gives up.
const PATIENCE: u64 = 100_000;
/// Larger sets are not looked for.
const LARGEST: u32 = 30;

/// A set that has with a node also its parent, and after whose expansion one root move is worth at least as much as each of the others
/// can be: how many nodes has the smallest one? Nothing if that takes too long.
///
/// What a move needs to be worth at least `t` and what the others need to be worth at most `t` are different parts of the tree. So for
/// each move and each number of expansions below it, the largest `t` that it reaches decides what the others need.
pub(super) fn smallest_set(tree: &Artificial) -> Option<u32> {
    let (mut list, root) = (MoveList::new(), tree.root());
    let Ok(children) = tree.open(&root, &mut list) else { return Some(0) };
    let moves: Vec<Between> =
        (0..children.count()).map(|number| tree.child(&root, children, &list, number).1).collect();
    let mut search = Smallest { tree, list, left: PATIENCE };
    let (bottom, top) = tree.interval(&root);
    let mut reached: Vec<Vec<Score>> = vec![Vec::new(); moves.len()];
    for size in 0..LARGEST {
        for (best, reached) in reached.iter_mut().enumerate() {
            reached.push(search.reach(&moves[best], size, (bottom, top))?);
            for (below, &least) in (0..).zip(reached.iter()) {
                let others = moves.iter().enumerate().filter(|(other, _)| *other != best).map(|(_, other)| other);
                let goal = Goal { rise: false, value: least };
                let mut budget = size - below;
                let mut fits = true;
                for other in others {
                    match search.cost(other, false, goal, budget) {
                        Some(cost) => budget -= cost,
                        None => {
                            fits = false;
                            break;
                        }
                    }
                }
                if search.left == 0 {
                    return None;
                }
                if fits {
                    return Some(1 + size);
                }
            }
        }
    }
    None
}

/// To be worth at least a value, or at most, in the view of the first player.
#[derive(Clone, Copy)]
struct Goal {
    rise: bool,
    value: Score,
}

struct Smallest<'a> {
    tree: &'a Artificial,
    list: MoveList<u32>,
    left: u64,
}

impl Smallest<'_> {
    /// What a root move is worth at least, at best, after this number of expansions; nothing if that takes too long.
    fn reach(&mut self, node: &Between, budget: u32, (bottom, top): (Score, Score)) -> Option<Score> {
        let (mut low, mut high) = (bottom.0, top.0);
        while low < high {
            let middle = low + (high - low + 1) / 2;
            match self.cost(node, false, Goal { rise: true, value: Score(middle) }, budget) {
                Some(_) => low = middle,
                None => high = middle - 1,
            }
        }
        (self.left > 0).then_some(Score(low))
    }

    /// The fewest expansions after which a node fulfils a goal, if they are no more than the budget.
    fn cost(&mut self, node: &Between, max: bool, goal: Goal, budget: u32) -> Option<u32> {
        let (low, high) = self.tree.interval(node);
        let (low, high) = if max { (low, high) } else { (-high, -low) };
        let (holds, never) = match goal.rise {
            true => (low >= goal.value, high < goal.value),
            false => (high <= goal.value, low > goal.value),
        };
        self.left = self.left.saturating_sub(1);
        if holds {
            return Some(0);
        }
        if never || budget == 0 || self.left == 0 {
            return None;
        }
        let children = self.tree.open(node, &mut self.list).ok()?;
        let all: Vec<Between> =
            (0..children.count()).map(|number| self.tree.child(node, children, &self.list, number).1).collect();
        self.list.close(children);
        let mut left = budget - 1;
        if max == goal.rise {
            let mut best = None;
            for child in &all {
                if let Some(cost) = self.cost(child, !max, goal, left) {
                    best = Some(cost);
                    let Some(less) = cost.checked_sub(1) else { break };
                    left = less;
                }
            }
            return best.map(|cost| 1 + cost);
        }
        for child in &all {
            left -= self.cost(child, !max, goal, left)?;
        }
        Some(budget - left)
    }
}

#[cfg(test)]
mod tests {
    use provebest::Depth;
    use provebest::search::{BStar, Counters, Limits, Strategy, Task};

    use super::*;

    #[test]
    fn no_strategy_needs_fewer() {
        let (mut known, mut equal) = (0, 0);
        for seed in 0..40 {
            let tree = Artificial::new(3, seed, 100, 3, false).unwrap();
            let Some(least) = smallest_set(&tree) else { continue };
            known += 1;
            let mut fewest = u64::MAX;
            for (_, strategy) in Strategy::ALL {
                let root = tree.root();
                let limits = Limits { nodes: Some(30_000), ..Limits::default() };
                let mut counters = Counters::default();
                let task = Task::new(&tree, &root, Depth(u32::MAX)).within(limits);
                if (BStar { strategy }).search(&task, &mut counters).separated {
                    assert!(counters.inner >= u64::from(least), "seed {seed}: {} of {least}", counters.inner);
                    fewest = fewest.min(counters.inner);
                }
            }
            equal += u32::from(fewest == u64::from(least));
        }
        assert!(known > 24 && equal > 4, "{known} known, {equal} as short");
    }
}
