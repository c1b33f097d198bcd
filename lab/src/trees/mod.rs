//! The trees of an experiment. The class, the seed of the run and a number define each of them.

mod any_tree;
mod listener;

use anyhow::ensure;
use provebest::family::{AlgorithmSpec, Searched};
use provebest::game::Window;
use provebest::game::mix;
use provebest::games::synthetic::{Correlated, Independent, Order, Weighted};
use provebest::games::tree::Tree as Explicit;
use provebest::search::{AlphaBeta, NegaScout, Windowed};
use provebest::search::{Counters, Limits, Observer, Report, Search, Task, TooDeep};
use provebest::{AnyMachine, Depth, Evaluate, Score, SearchError};

use crate::subject::{TreeClass, TreeKind};
use any_tree::AnyTree;

pub use listener::Listener;

/// A tree to experiment on.
pub struct TreeInstance {
    /// The class of the tree.
    pub class: TreeClass,
    tree: AnyTree,
}

impl TreeInstance {
    /// The tree with this number in the run with this seed. Leaf values reach from `-values` to `values`.
    pub fn new(class: TreeClass, seed: u64, number: u32, values: i32) -> anyhow::Result<TreeInstance> {
        let (width, depth) = (class.width, Depth(class.depth));
        let seed = mix(mix(seed).wrapping_add(number.into()));
        let tree = match class.kind {
            TreeKind::Independent => AnyTree::Independent(Independent::new(width, depth, seed, values)?),
            TreeKind::Correlated => AnyTree::Correlated(Correlated::new(width, depth, seed, false)?),
            TreeKind::Preordered => AnyTree::Correlated(Correlated::new(width, depth, seed, true)?),
            TreeKind::Example => {
                ensure!((width, depth) == (2, Depth(4)), "{class}: the example has one shape; expected w=2 d=4");
                AnyTree::Explicit(example(seed)?)
            }
            kind => AnyTree::Weighted(Weighted::new(width, depth, seed, values, order(kind, width)?)?),
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
    ) -> Result<(Report<u32>, Counters), TooDeep> {
        if let AnyTree::Weighted(tree) = &self.tree {
            let mut counters = Counters::default();
            let report = self.search(tree, &tree.root(), search, window, limits, &mut counters)?;
            return Ok((report, counters));
        }
        let (report, listener) = self.listen(search, window, limits, Listener::default())?;
        Ok((report, listener.counters))
    }

    /// Searches the tree, with a window if there is one, and reports to the listener.
    pub fn listen(
        &self,
        search: &AlgorithmSpec,
        window: Option<Window>,
        limits: Limits<'_>,
        mut listener: Listener,
    ) -> Result<(Report<u32>, Listener), TooDeep> {
        let report = self.search(&self.tree, &self.tree.root(), search, window, limits, &mut listener)?;
        Ok((report, listener))
    }

    fn search<G: Evaluate>(
        &self,
        tree: &G,
        root: &G::State,
        search: &AlgorithmSpec,
        window: Option<Window>,
        limits: Limits<'_>,
        observer: &mut impl Observer,
    ) -> Result<Report<G::Move>, TooDeep> {
        let task = Task::new(tree, root, Depth(self.class.depth)).within(limits);
        match window {
            Some(window) => AlphaBeta.search_window(&task, window, observer),
            None => search.search(&task, observer),
        }
    }

    /// Searches the tree on a machine. Every processor has a listener of its own; in lock step there is one for all.
    pub fn search_on(
        &self,
        search: &AlgorithmSpec,
        machine: &AnyMachine,
        limits: Limits<'_>,
        listener: impl FnMut() -> Listener,
    ) -> Result<Searched<u32, Listener>, SearchError> {
        let root = self.tree.root();
        let task = Task::new(&self.tree, &root, Depth(self.class.depth)).within(limits);
        search.search_parallel_on(&task, machine, listener)
    }

    /// The minimax value.
    pub fn value(&self) -> anyhow::Result<Score> {
        let root = self.tree.root();
        let report =
            NegaScout.search(&Task::new(&self.tree, &root, Depth(self.class.depth)), &mut Listener::default())?;
        report.value.ok_or_else(|| anyhow::anyhow!("a search without limits has a value"))
    }
}

/// The weights of the children.
fn order(kind: TreeKind, width: u32) -> anyhow::Result<Order> {
    Ok(match kind {
        TreeKind::First(percent) => Order::first(width, percent.into())?,
        TreeKind::Perfect => Order::perfect(width),
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
