//! Conspiracy numbers with a window (after Allis, van der Meulen and van den Herik 1991; a reading of it): only on which side of
//! the window the value lies is asked, so a few numbers for each node are enough.

use std::num::NonZeroU32;

use provebest_game::{Evaluate, Score, Window};

use super::conspiracy_numbers::conspirator;
use super::grown::{Grown, Met, NodeId, for_root, is_max};
use super::stairs::{Count, NEVER, add};
use crate::limits::Stopped;
use crate::measure::{Observer, Why};
use crate::report::{Kind, Report, Task};

/// Conspiracy number search that only asks whether the value is at most alpha, at least beta, or between.
///
/// Contract, for the value `m` that is returned and the window (a, b): if `m >= b`, at least `threshold` frontier nodes have to
/// change for the root to be worth less than `b`; if `m <= a`, for more than `a`; otherwise for `a` or less, and for `b` or
/// more. Without a threshold the side is proved: then the report has a lower bound `b` or an upper bound `a`. Between them `m`
/// itself is an estimate.
///
/// After Allis, van der Meulen and van den Herik 1991; a reading.
///
/// Time: an expansion costs its path and the siblings along it. Memory: the grown tree, five numbers for each node.
///
/// ```
/// use provebest_search::{ConspiracyWindow, Kind, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = r#"[{"value":6,"children":[5,7]}, {"value":3,"children":[2,6]}]"#.parse()?;
/// let search = ConspiracyWindow { threshold: None, window: Window::new(Score(1), Score(4)) };
/// let report = search.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ());
/// assert_eq!((report.value, report.kind), (Some(Score(4)), Kind::Lower));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConspiracyWindow {
    /// How many conspirators are enough not to be believed; `None`: no number is.
    pub threshold: Option<NonZeroU32>,
    /// The window, in the view of the side to move at the root.
    pub window: Window,
}

/// What is known of a node: its value, and how many conspirators the side to move at the root and the other one need, each to
/// come over the nearer and over the farther edge of the window.
struct Edges {
    value: Score,
    numbers: [[Count; 2]; 2],
}

/// A side, an edge, and how many conspirators it takes.
type Need = (usize, usize, Count);

impl ConspiracyWindow {
    /// Searches for the side of the window.
    pub fn search<G: Evaluate, W: Observer>(&self, task: &Task<'_, G>, observer: &mut W) -> Report<G::Move> {
        debug_assert!(self.window.alpha < self.window.beta, "an empty window: {}", self.window);
        let mut tree = Grown::new(task, observer);
        let ended = self.grow(&mut tree, task.root);
        if !tree.is_planted() {
            return tree.report(task, None, Vec::new(), false);
        }
        let Window { alpha, beta } = self.window;
        let value = tree.known(NodeId::ROOT).value;
        let proves = self.threshold.is_none();
        let value = ended.ok().map(|()| match value {
            value if proves && value >= beta => (beta, Kind::Lower),
            value if proves && value <= alpha => (alpha, Kind::Upper),
            value => (value, Kind::Heuristic),
        });
        let best = tree.children(NodeId::ROOT).rev().max_by_key(|&child| tree.known(child).value);
        let path = best.map(|best| tree.number(best)).into_iter().collect();
        tree.report(task, value, path, false)
    }

    /// The values to be reached: by the side to move at the root, and by the other one in its own view; first the nearer edge.
    fn targets(&self) -> [[Score; 2]; 2] {
        let Window { alpha, beta } = self.window;
        [[alpha + 1, beta], [-beta + 1, -alpha]]
    }

    /// What must not be possible with fewer conspirators than the threshold, the first one that is.
    fn unmet(&self, root: &Edges) -> Option<Need> {
        let Window { alpha, beta } = self.window;
        let needs: &[(usize, usize)] = match root.value {
            value if value >= beta => &[(1, 0)],
            value if value <= alpha => &[(0, 0)],
            _ => &[(0, 1), (1, 1)],
        };
        let enough = self.threshold.map_or(NEVER, NonZeroU32::get);
        let numbers = needs.iter().map(|&(side, edge)| (side, edge, root.numbers[side][edge]));
        numbers.filter(|&(.., number)| number < enough).min_by_key(|&(.., number)| number)
    }

    fn grow<G: Evaluate, W: Observer>(
        &self,
        tree: &mut Grown<'_, G, W, Edges>,
        root: &G::State,
    ) -> Result<(), Stopped> {
        let targets = self.targets();
        let judge = |observer: &mut W, met: Met<'_, G>| {
            let value = met.leaf.unwrap_or_else(|| {
                let estimate = met.game.evaluate(met.state);
                observer.leaf(met.ply, estimate);
                for_root(met.ply, estimate)
            });
            let change = if met.leaf.is_some() { NEVER } else { 1 };
            let number = |own: Score, target: Score| if own >= target { 0 } else { change };
            let numbers =
                [targets[0].map(|target| number(value, target)), targets[1].map(|target| number(-value, target))];
            Edges { value, numbers }
        };
        tree.plant(root, judge)?;
        while let Some((side, edge, missing)) = self.unmet(tree.known(NodeId::ROOT)) {
            let why = match side {
                0 => Why::Raise { least: targets[0][edge], missing },
                _ => Why::Lower { most: -targets[1][edge], missing },
            };
            let mut at = NodeId::ROOT;
            while tree.is_expanded(at) {
                at = conspirator(tree, at, side, |edges| edges.numbers[side][edge]);
            }
            tree.expand(at, why, judge)?;
            loop {
                let ply = tree.ply(at);
                let new = Edges::of(is_max(ply), tree.known_children(at));
                tree.observer.exit(ply, for_root(ply, new.value));
                *tree.known_mut(at) = new;
                if at == NodeId::ROOT {
                    break;
                }
                at = tree.parent(at);
            }
        }
        Ok(())
    }
}

impl Edges {
    /// Of an expanded node.
    fn of<'k>(max: bool, children: impl Iterator<Item = &'k Edges> + Clone) -> Edges {
        let values = children.clone().map(|child| child.value);
        let value = if max { values.max() } else { values.min() };
        let mover = usize::from(!max);
        let number = |side: usize, edge: usize| {
            let numbers = children.clone().map(|child| child.numbers[side][edge]);
            if side == mover { numbers.fold(NEVER, Count::min) } else { numbers.fold(0, add) }
        };
        let numbers = [0, 1].map(|side| [0, 1].map(|edge| number(side, edge)));
        Edges { value: value.unwrap_or(Score::ZERO), numbers }
    }
}
