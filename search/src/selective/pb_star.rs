//! PB* (Palay 1982, 1983; a reading of it): B* with a distribution of values at every node, which tells how likely each way is
//! to show that a move is best.

use provebest_game::{Distribution, Score};

use super::bounds::{Bounds, Ended, Selection, back_up, ranked, select};
use super::grown::{Grown, Met, NodeId, is_max};
use crate::limits::Stopped;
use crate::measure::{Observer, Why};
use crate::report::Task;

/// PB*: B* that takes the way which is most likely to lead to the end, and may end while there is a little doubt.
///
/// Every node has the chances of its values: a frontier node those that the game tells, others from their children, as if these
/// were independent, within the bounds of B*. The search raises the best move or lowers the others, whichever is more likely to
/// be possible, and goes down to where it is least settled.
///
/// Contract: ended by separation, that of [`BStar`](crate::BStar). Ended by doubt, [`Selection::confidence`] is the chance `c >=
/// 1 - doubt` that the move is one of the best, if the distributions are true and independent.
///
/// Palay 1982, 1983; the rules are a reading.
///
/// Time: expansions; as a guide no better than B* with its default strategy. Memory: the grown tree, with a vector of at most 64
/// chances for each node; where there are more values, neighbours share one.
///
/// ```
/// use provebest_search::{PbStar, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = r#"[{"low":4,"high":8,"children":[5,7]}, {"low":1,"high":6,"children":[2,6]}]"#.parse()?;
/// let found = PbStar { doubt: 0.2 }.search(&Task::new(&tree, &tree.root(), tree.height()), &mut ());
/// assert_eq!((found.report.path, found.separated), (vec![0], false));
/// assert!(found.confidence.is_some_and(|chance| chance > 0.8), "nothing was expanded but the root");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PbStar {
    /// How likely a better move may remain; 0 to go on until the best move is separated.
    pub doubt: f64,
}

/// What is known of a node: its bounds, and the chance that it is worth at most the end of each cell of the grid.
struct Chances {
    bounds: Bounds,
    at_most: Vec<f64>,
}

/// The values that matter, in at most 64 cells of equal size.
#[derive(Clone, Copy)]
struct Grid {
    low: i64,
    step: i64,
    cells: i64,
}

/// What is to be shown of a root move.
#[derive(Clone, Copy)]
enum Goal {
    Rise(Score),
    Fall(Score),
}

impl PbStar {
    /// Searches for the best move.
    pub fn search<G: Distribution, W: Observer>(&self, task: &Task<'_, G>, observer: &mut W) -> Selection<G::Move> {
        let mut tree = Grown::new(task, observer);
        let ended = self.grow(&mut tree, task);
        select(tree, task, ended)
    }

    fn grow<G: Distribution, W: Observer>(
        &self,
        tree: &mut Grown<'_, G, W, Chances>,
        task: &Task<'_, G>,
    ) -> Result<Ended, Stopped> {
        let judge =
            |observer: &mut W, met: Met<'_, G>| Chances { bounds: Bounds::of(observer, &met), at_most: Vec::new() };
        tree.plant(task.root, judge)?;
        if tree.is_leaf(NodeId::ROOT) {
            return Ok(Ended::Separated);
        }
        tree.expand(NodeId::ROOT, Why::Begin, judge)?;
        // Every root move is worth something in this grid, so values beyond it may count as its ends.
        let grid = Grid::around(tree.known_children(NodeId::ROOT).map(|child| child.bounds));
        let mut at = NodeId::ROOT;
        loop {
            for child in tree.children(at) {
                let at_most = grid.chances(task.game, tree, child);
                tree.budget.change(0, 8 * at_most.len() as u64)?;
                tree.known_mut(child).at_most = at_most;
            }
            loop {
                if let Err(contradiction) = back_up(tree, at) {
                    return Ok(contradiction.into());
                }
                if at == NodeId::ROOT {
                    break;
                }
                let bounds = tree.known(at).bounds;
                let combined = grid.combine(is_max(tree.ply(at)), tree.known_children(at));
                tree.known_mut(at).at_most = grid.within(bounds, combined);
                at = tree.parent(at);
            }
            let moves = ranked(tree, NodeId::ROOT);
            let [best, other, ..] = moves[..] else { return Ok(Ended::Separated) };
            let (first, second) = (tree.known(best).bounds, tree.known(other).bounds);
            if first.low >= second.high {
                return Ok(Ended::Separated);
            }
            let others = moves[1..].iter().map(|&id| tree.known(id));
            if self.doubt > 0.0 {
                let chance = grid.best_of(tree.known(best), others.clone());
                if chance >= 1.0 - self.doubt {
                    return Ok(Ended::Doubted(chance));
                }
            }
            let falls = |id: NodeId| grid.at_most(tree.known(id), first.low);
            let prove = 1.0 - grid.at_most(tree.known(best), second.high - 1);
            let rest: f64 = moves[1..].iter().map(|&id| falls(id)).product();
            let may_disprove = others.clone().all(|other| other.bounds.low <= first.low);
            let goal = if may_disprove && rest > prove {
                let open = moves[1..].iter().copied().filter(|&id| tree.known(id).bounds.high > first.low);
                at = open.min_by(|&a, &b| falls(a).total_cmp(&falls(b)).then(a.cmp(&b))).unwrap_or(other);
                Goal::Fall(first.low)
            } else {
                at = best;
                Goal::Rise(second.high)
            };
            let why = match goal {
                Goal::Rise(least) => Why::ProveBest { number: tree.number(at), least },
                Goal::Fall(most) => Why::DisproveRest { number: tree.number(at), most },
            };
            while tree.is_expanded(at) {
                let Some(child) = grid.least_settled(tree, at, goal) else { return Ok(Ended::Contradicted(at)) };
                at = child;
            }
            tree.expand(at, why, judge)?;
        }
    }
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

    fn around(moves: impl Iterator<Item = Bounds> + Clone) -> Grid {
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

    /// The chance that a node is worth at most this.
    fn at_most(self, node: &Chances, most: Score) -> f64 {
        self.cells_up_to(most).checked_sub(1).map_or(0.0, |cell| node.at_most[cell])
    }

    /// Of a node that was met just now.
    fn chances<G: Distribution, W: Observer>(self, game: &G, tree: &Grown<'_, G, W, Chances>, id: NodeId) -> Vec<f64> {
        let (state, ply, bounds) = (tree.state(id), tree.ply(id), tree.known(id).bounds);
        let chance = |end: Score| match is_max(ply) {
            true => game.at_most(state, end),
            false => 1.0 - game.at_most(state, -end - 1),
        };
        let told = self.ends().map(|end| if tree.is_leaf(id) { 0.0 } else { chance(end) }).collect();
        self.within(bounds, told)
    }

    /// The chances of an expanded node by those of its children.
    fn combine<'k>(self, max: bool, children: impl Iterator<Item = &'k Chances>) -> Vec<f64> {
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
    fn within(self, Bounds { low, high, .. }: Bounds, mut at_most: Vec<f64>) -> Vec<f64> {
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
    fn best_of<'k>(self, best: &Chances, others: impl Iterator<Item = &'k Chances> + Clone) -> f64 {
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
    fn least_settled<G: Distribution, W: Observer>(
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
