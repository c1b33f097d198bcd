//! The chances of values in a grown tree: what PB* keeps of its nodes.

use provebest_game::{Distribution, Score};

use super::bounds::Bounds;
use super::grown::{Grown, NodeId, is_max};
use crate::measure::Observer;

/// What is known of a node: its bounds, and the chance that it is worth at most the end of each cell of the grid.
pub(crate) struct Chances {
    pub(crate) bounds: Bounds,
    pub(crate) at_most: Vec<f64>,
}

/// The values that matter, in at most 64 cells of equal size.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    low: i64,
    step: i64,
    cells: i64,
}

/// What is to be shown of a root move.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    Rise(Score),
    Fall(Score),
}

impl Goal {
    /// Does a node fulfil it already?
    fn is_met(self, bounds: Bounds) -> bool {
        match self {
            Goal::Rise(least) => bounds.low >= least,
            Goal::Fall(most) => bounds.high <= most,
        }
    }
}

impl Grid {
    const CELLS: i64 = 64;

    pub(crate) fn around(moves: impl Iterator<Item = Bounds> + Clone) -> Grid {
        let low = moves.clone().map(|bounds| bounds.low.0).min().map_or(0, i64::from);
        let high = moves.map(|bounds| bounds.high.0).max().map_or(0, i64::from);
        let count = high - low + 1;
        let step = (count + Self::CELLS - 1) / Self::CELLS;
        Grid { low, step, cells: (count + step - 1) / step }
    }

    /// The last value of each cell.
    fn ends(self) -> impl Iterator<Item = Score> {
        (1..=self.cells)
            .map(move |cell| Score((self.low + cell * self.step - 1).min(i64::from(Score::INFINITY.0)) as i32))
    }

    /// How many cells end at or below a value.
    fn cells_up_to(self, most: Score) -> usize {
        ((i64::from(most.0) - self.low + 1).div_euclid(self.step)).clamp(0, self.cells) as usize
    }

    /// The chance that a node is worth at most this. Within a cell, all values that the node can have are as likely.
    pub(crate) fn at_most(self, node: &Chances, most: Score) -> f64 {
        let Bounds { low, high, .. } = node.bounds;
        if most < low || most >= high {
            return f64::from(most >= high);
        }
        let cell = self.cells_up_to(most);
        let before = cell.checked_sub(1).map_or(0.0, |cell| node.at_most[cell]);
        let Some(&up_to) = node.at_most.get(cell) else { return before };
        let start = self.low + cell as i64 * self.step;
        let (first, last) = (start.max(low.0.into()), (start + self.step - 1).min(high.0.into()));
        let share = (i64::from(most.0) - first + 1) as f64 / (last - first + 1) as f64;
        before + share.clamp(0.0, 1.0) * (up_to - before)
    }

    /// Of a node that was met just now.
    pub(crate) fn chances<G: Distribution, W: Observer>(
        self,
        game: &G,
        tree: &Grown<'_, G, W, Chances>,
        id: NodeId,
    ) -> Vec<f64> {
        let (state, ply, bounds) = (tree.state(id), tree.ply(id), tree.known(id).bounds);
        let chance = |end: Score| match is_max(ply) {
            true => game.at_most(state, end),
            false => 1.0 - game.at_most(state, -end - 1),
        };
        let told = self.ends().map(|end| if tree.is_leaf(id) { 0.0 } else { chance(end) }).collect();
        self.within(bounds, told)
    }

    /// The chances of an expanded node by those of its children.
    pub(crate) fn combine<'k>(self, max: bool, children: impl Iterator<Item = &'k Chances>) -> Vec<f64> {
        let mut product = vec![1.0; self.cells as usize];
        for child in children {
            for (product, at_most) in product.iter_mut().zip(&child.at_most) {
                *product *= if max { *at_most } else { 1.0 - at_most };
            }
        }
        if !max {
            product.iter_mut().for_each(|more| *more = 1.0 - *more);
        }
        product
    }

    /// The same chances, if it is known that the value lies within bounds.
    pub(crate) fn within(self, Bounds { low, high, .. }: Bounds, mut at_most: Vec<f64>) -> Vec<f64> {
        let last = at_most.len() - 1;
        let (below, top) = (self.cells_up_to(low - 1), self.cells_up_to(high - 1).min(last));
        let below_low = below.checked_sub(1).map_or(0.0, |cell| at_most[cell]);
        let all = at_most[top] - below_low;
        let inside = top.saturating_sub(below) as f64 + 1.0;
        for (cell, chance) in at_most.iter_mut().enumerate() {
            *chance = match cell {
                cell if cell >= top => 1.0,
                cell if cell < below => 0.0,
                cell if all <= 0.0 => (cell - below + 1) as f64 / inside,
                _ => (*chance - below_low) / all,
            };
        }
        at_most
    }

    /// The chance that a move is worth at least as much as each of the others. Where cells have several values, others in its
    /// cell count as better.
    pub(crate) fn best_of<'k>(self, best: &Chances, others: impl Iterator<Item = &'k Chances> + Clone) -> f64 {
        let mut before = 0.0;
        let mut sum = 0.0;
        for cell in 0..self.cells as usize {
            let here = best.at_most[cell] - before;
            before = best.at_most[cell];
            let compared = if self.step == 1 { Some(cell) } else { cell.checked_sub(1) };
            let all: f64 = others.clone().map(|other| compared.map_or(0.0, |cell| other.at_most[cell])).product();
            sum += here * all;
        }
        sum
    }

    /// The child through which a node is to fulfil a goal: where one child is enough, the one most likely to, otherwise the one
    /// least likely to.
    pub(crate) fn least_settled<G: Distribution, W: Observer>(
        self,
        tree: &Grown<'_, G, W, Chances>,
        id: NodeId,
        goal: Goal,
    ) -> Option<NodeId> {
        let chance = |id: NodeId| match goal {
            Goal::Rise(least) => 1.0 - self.at_most(tree.known(id), least - 1),
            Goal::Fall(most) => self.at_most(tree.known(id), most),
        };
        let one_is_enough = is_max(tree.ply(id)) == matches!(goal, Goal::Rise(_));
        let unlikely = |id: NodeId| if one_is_enough { -chance(id) } else { chance(id) };
        let open = tree.children(id).filter(|&child| {
            let bounds = tree.known(child).bounds;
            !bounds.is_point() && !goal.is_met(bounds)
        });
        open.min_by(|&a, &b| unlikely(a).total_cmp(&unlikely(b)).then(a.cmp(&b)))
    }
}

impl AsRef<Bounds> for Chances {
    fn as_ref(&self) -> &Bounds {
        &self.bounds
    }
}

impl AsMut<Bounds> for Chances {
    fn as_mut(&mut self) -> &mut Bounds {
        &mut self.bounds
    }
}
