//! The trees of an experiment. The class, the seed of the run and a number define each of them.

use anyhow::ensure;
use provebest::family::AlgorithmSpec;
use provebest::game::{Window, mix};
use provebest::games::synthetic::{Artificial, Correlated, Independent, Order, Weighted};
use provebest::games::tree::Tree as Explicit;
use provebest::search::{Limits, TooDeep};
use provebest::{Algorithm, AnyMachine, Depth, Score, SearchError};
use provebest_catalog::counted::{Counted, Keep, count, count_fast, count_on};
use provebest_catalog::games::{AnyGame, Placed};

use crate::subject::{TreeClass, TreeKind};

/// A tree to experiment on.
pub struct TreeInstance {
    /// The class of the tree.
    pub class: TreeClass,
    tree: AnyGame,
}

impl TreeInstance {
    /// The tree with this number in the run with this seed. Leaf values reach from `-values` to `values`.
    pub fn new(class: TreeClass, seed: u64, number: u32, values: i32) -> anyhow::Result<TreeInstance> {
        let (width, depth) = (class.width, Depth(class.depth));
        let seed = mix(mix(seed).wrapping_add(number.into()));
        let tree = match class.kind {
            TreeKind::Independent => {
                let rules = Independent::new(width, depth, seed, values)?;
                AnyGame::Iid(Placed { root: rules.root(), rules, values: Some(values) })
            }
            TreeKind::Correlated | TreeKind::Preordered => {
                let rules = Correlated::new(width, depth, seed, class.kind == TreeKind::Preordered)?;
                AnyGame::Correlated(Placed { root: rules.root(), rules, values: None })
            }
            TreeKind::Artificial => {
                let rules = Artificial::new(width, seed, values, class.depth, false)?;
                AnyGame::Artificial(Placed { root: rules.root(), rules, values: Some(values) })
            }
            TreeKind::Example => {
                ensure!((width, depth) == (2, Depth(4)), "{class}: the example has one shape; expected w=2 d=4");
                let rules = example(seed)?;
                AnyGame::Tree(Placed { root: rules.root(), rules, values: None })
            }
            kind => {
                let rules = Weighted::new(width, depth, seed, values, order(kind, width)?)?;
                AnyGame::Uniform(Placed { root: rules.root(), rules, values: Some(values) })
            }
        };
        Ok(TreeInstance { class, tree })
    }

    /// Searches the tree, with a window if there is one, and counts. Wall times of these searches are written down, so the
    /// trees of the papers have searches of their own.
    pub fn count(
        &self,
        search: &AlgorithmSpec,
        window: Option<Window>,
        limits: Limits<'_>,
    ) -> Result<Counted, TooDeep> {
        count_fast(&self.tree, self.depth(), search, window, limits)
    }

    /// Searches the tree, with a window if there is one, and keeps more than counts.
    pub fn keep(
        &self,
        search: &AlgorithmSpec,
        window: Option<Window>,
        limits: Limits<'_>,
        keep: Keep<'_>,
    ) -> Result<Counted, TooDeep> {
        count(&self.tree, self.depth(), search, window, limits, keep)
    }

    /// Searches the tree on a machine.
    pub fn search_on(
        &self,
        search: &AlgorithmSpec,
        machine: &AnyMachine,
        limits: Limits<'_>,
        keep: Keep<'_>,
    ) -> Result<Counted, SearchError> {
        count_on(&self.tree, self.depth(), search, machine, limits, keep)
    }

    /// The rules, and the root.
    pub fn game(&self) -> &AnyGame {
        &self.tree
    }

    /// The minimax value.
    pub fn value(&self) -> anyhow::Result<Score> {
        let report = self.count(&Algorithm::NegaScout.into(), None, Limits::default())?.report;
        report.value.ok_or_else(|| anyhow::anyhow!("a search without limits has a value"))
    }

    fn depth(&self) -> Depth {
        Depth(self.class.depth)
    }
}

/// A tree as every reader of games reads it: the name of its generator, and the position.
pub fn written(class: TreeClass, seed: u64, number: u32, values: i32) -> anyhow::Result<(&'static str, String)> {
    let seed = mix(mix(seed).wrapping_add(number.into()));
    let shape = format!("w={},d={},seed={seed}", class.width, class.depth);
    let uniform = |order: &str| ("uniform", format!("{shape},values={values},order={order}"));
    Ok(match class.kind {
        TreeKind::Independent => ("iid", format!("{shape},values={values}")),
        TreeKind::Correlated => ("correlated", format!("{shape},preorder=no")),
        TreeKind::Preordered => ("correlated", format!("{shape},preorder=yes")),
        TreeKind::Example => ("tree", example(seed)?.to_string()),
        TreeKind::Artificial => {
            ("artificial", format!("w={},k={},range={values},seed={seed}", class.width, class.depth))
        }
        TreeKind::Strong => uniform("70,5,5,5,5,..."),
        TreeKind::Random => uniform("random"),
        TreeKind::Perfect => uniform("perfect"),
        TreeKind::Worst => uniform(&last(class.width).map(|weight| weight.to_string()).collect::<Vec<_>>().join(",")),
        TreeKind::First(percent) => uniform(&percent.to_string()),
    })
}

/// The last child has all the weight.
fn last(width: u32) -> impl Iterator<Item = f64> {
    (1..=width).map(move |child| if child == width { 100.0 } else { 0.0 })
}

/// The weights of the children.
fn order(kind: TreeKind, width: u32) -> anyhow::Result<Order> {
    Ok(match kind {
        TreeKind::First(percent) => Order::first(width, percent.into())?,
        TreeKind::Perfect => Order::perfect(width),
        TreeKind::Worst => Order::weights(&last(width).collect::<Vec<_>>())?,
        TreeKind::Strong => {
            ensure!(
                width > 5,
                "a width of {width}: too few children for the weights 70,5,5,5,5,...; expected 6 or more"
            );
            let rest = 10.0 / f64::from(width - 5);
            let weights: Vec<f64> = (0..width)
                .map(|child| [70.0, 5.0, 5.0, 5.0, 5.0].get(child as usize).copied().unwrap_or(rest))
                .collect();
            Order::weights(&weights)?
        }
        _ => Order::random(width),
    })
}

/// 4 4 4 X 4 4 X X 6 5 6 5 5 4 3 X, with any values from -9 to 9 for X.
fn example(seed: u64) -> anyhow::Result<Explicit> {
    let any = |number: u64| mix(seed.wrapping_add(number)) % 19;
    let [a, b, c, d] = [0, 1, 2, 3].map(|number| any(number) as i64 - 9);
    Ok(format!("[[[[4,4],[4,{a}]],[[4,4],[{b},{c}]]],[[[6,5],[6,5]],[[5,4],[3,{d}]]]]").parse()?)
}

#[cfg(test)]
mod tests {
    use provebest_catalog::{Request, run};

    use super::*;

    #[test]
    fn what_is_written_is_the_same_tree() {
        use TreeKind::*;
        for kind in [Random, First(60), Strong, Perfect, Worst, Independent, Correlated, Preordered, Example] {
            let (width, depth) = if kind == Example { (2, 4) } else { (6, 3) };
            let class = TreeClass { kind, width, depth };
            for number in 0..4 {
                let tree = TreeInstance::new(class, 7, number, 1000).unwrap();
                let counted = tree.count(&Algorithm::AlphaBeta.into(), None, Limits::default()).unwrap();
                let (game, position) = written(class, 7, number, 1000).unwrap();
                let found = run(&Request::new(game, &position, "alpha-beta").unwrap(), &mut (), &()).unwrap();
                let found = found.game_answer().unwrap();
                let (visits, value) = (counted.counters.leaf_visits, counted.report.value.map(|value| value.0));
                assert_eq!((found.leaf_visits, found.value), (Some(Some(visits)), value), "{game} {position}");
            }
        }
    }
}
